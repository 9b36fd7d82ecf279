// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/WrittenThrough.h"

#include <utility>

namespace tensortidy {

namespace {

/// Which places take over the memory of which, and which are written.
class MemoryFlow {
public:
  explicit MemoryFlow(const Function &F) : Sources(F.Places.size()) {
    for (const Block &B : F.Blocks)
      for (const Fact &X : B.Facts)
        std::visit(*this, X.What);
  }

  std::vector<std::vector<PlaceId>> Sources; ///< per place
  std::vector<PlaceId> Written;

  void operator()(const Assign &A) { flow(A.Source, A.Target); }
  void operator()(const Choose &A) {
    for (PlaceId Source : A.Sources)
      flow(Source, A.Target);
  }
  void operator()(const TakePointer &T) {
    if (T.Access == PointerAccess::Write)
      write(T.Tensor);
  }
  void operator()(const Write &W) { write(W.Tensor); }
  void operator()(const Call &C) {
    for (PlaceId P : C.Arguments)
      write(P);
  }
  void operator()(const Apply &A) {
    const Schema *S = A.Op ? &A.Op->TheSchema : nullptr;
    for (size_t I = 0; I < A.Arguments.size(); ++I)
      for (PlaceId P : A.Arguments[I].Places) {
        const bool Known = S && I < S->Arguments.size();
        if (!Known || S->Arguments[I].Writes)
          write(P);
        if (Known && !S->Arguments[I].Alias.empty())
          for (PlaceId Result : A.Results)
            flow(P, Result);
      }
  }
  template <typename Other> void operator()(const Other &) {}

private:
  void write(PlaceId P) {
    if (P != NoId)
      Written.push_back(P);
  }
  void flow(PlaceId From, PlaceId To) {
    if (From != NoId && To != NoId)
      Sources[To].push_back(From);
  }
};

} // namespace

WrittenPlaces::WrittenPlaces(const Function &F) : Written(F.Places.size()) {
  MemoryFlow Flow(F);
  std::vector<PlaceId> Work = std::move(Flow.Written);
  while (!Work.empty()) {
    const PlaceId P = Work.back();
    Work.pop_back();
    if (Written[P])
      continue;
    Written[P] = true;
    Work.insert(Work.end(), Flow.Sources[P].begin(), Flow.Sources[P].end());
  }
}

} // namespace tensortidy
