// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/WrittenThrough.h"

#include <algorithm>
#include <set>

namespace tensortidy {

namespace {

/// Follows the handles and views of one tensor through a function.
class Follower {
public:
  explicit Follower(PlaceId Start) : Places{Start} {}

  /// Visits \p F's facts until no further place is found.
  bool findsWrite(const Function &F) {
    for (size_t Before = 0; Before != Places.size();) {
      Before = Places.size();
      for (const Block &B : F.Blocks)
        for (const Fact &X : B.Facts)
          std::visit(*this, X.What);
    }
    return Found;
  }

  void operator()(const Assign &A) { flow(A.Source, A.Target); }
  void operator()(const Choose &A) {
    for (PlaceId Source : A.Sources)
      flow(Source, A.Target);
  }
  void operator()(const TakePointer &T) {
    Found |= has(T.Tensor) && T.Access == PointerAccess::Write;
  }
  void operator()(const Write &W) { Found |= has(W.Tensor); }
  void operator()(const Call &C) {
    Found |= std::any_of(C.Arguments.begin(), C.Arguments.end(),
                         [&](PlaceId P) { return has(P); });
  }
  void operator()(const Apply &A) {
    const Schema *S = A.Op ? &A.Op->TheSchema : nullptr;
    for (size_t I = 0; I < A.Arguments.size(); ++I)
      for (PlaceId P : A.Arguments[I].Places) {
        if (!has(P))
          continue;
        const bool Known = S && I < S->Arguments.size();
        Found |= !Known || S->Arguments[I].Writes;
        if (Known && !S->Arguments[I].Alias.empty())
          for (PlaceId Result : A.Results)
            flow(P, Result);
      }
  }
  template <typename Other> void operator()(const Other &) {}

private:
  bool has(PlaceId P) const { return P != NoId && Places.count(P) > 0; }
  void flow(PlaceId From, PlaceId To) {
    if (has(From) && To != NoId)
      Places.insert(To);
  }

  std::set<PlaceId> Places;
  bool Found = false;
};

} // namespace

bool mayBeWrittenThrough(PlaceId Result, const Function &F) {
  return Result != NoId && Follower(Result).findsWrite(F);
}

} // namespace tensortidy
