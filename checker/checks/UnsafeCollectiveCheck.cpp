// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/PointerUses.h"
#include "checks/Wording.h"
#include "layout/Queries.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tensortidy {

namespace {

/// Member functions of c10d's process groups and backends, and its functions
/// of these names, that send tensors' elements as one block
/// (torch/csrc/distributed/c10d/ProcessGroup.hpp, 1.13 and 2.15).
bool isCollective(const std::string &Callee) {
  static const char *const Names[] = {"_allgather_base",
                                      "_reduce_scatter_base",
                                      "allgather",
                                      "allgather_coalesced",
                                      "allgather_into_tensor_coalesced",
                                      "allreduce",
                                      "allreduce_coalesced",
                                      "alltoall",
                                      "alltoall_base",
                                      "broadcast",
                                      "gather",
                                      "recv",
                                      "recvAnysource",
                                      "reduce",
                                      "reduce_scatter",
                                      "reduce_scatter_tensor_coalesced",
                                      "scatter",
                                      "send"};
  return Callee.compare(0, 6, "c10d::") == 0 &&
         std::any_of(std::begin(Names), std::end(Names),
                     [&](const char *N) { return shortName(Callee) == N; });
}

/// Finds tensors that a collective gets with a layout that is not dense, or
/// that nobody knows.
class UnsafeCollectiveCheck : public Check {
public:
  void onFact(const Visit &V) override {
    const auto *C = std::get_if<Call>(&V.At.What);
    if (!C || C->IsExpanded || !isCollective(C->Callee))
      return;
    for (PlaceId P : C->Arguments)
      if (P != NoId && judge(V, *C, P))
        return;
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
  }

private:
  bool judge(const Visit &V, const Call &C, PlaceId P) {
    const TensorValue Value = V.Before.value(P);
    const Alternative *Strided = nullptr;
    bool All = !Value.isBottom(), Tainted = false;
    for (const Alternative &A : Value) {
      const bool IsStrided =
          !A.Vague && A.Path &&
          isNo(isDense(V.Before.layout(A), V.Before.TheFacts));
      All &= IsStrided;
      if (IsStrided && !Strided) {
        Strided = &A;
        Tainted = A.Tainted;
      }
    }
    if (Strided)
      report(V, C, nameOf(V, P, *Strided), *Strided,
             Tainted ? Confidence::Possible : Confidence::Likely,
             All ? "is not dense" : "is not dense on some paths");
    else if (const ContiguityOf Is = contiguityOf(Value, V.Before);
             Is.Is == Contiguity::Open && !Is.IsMixed && !Is.Tainted)
      report(V, C, nameOf(V, P, Value[0]), Value[0],
             V.In.In.TheReach == Reach::Entry && !Is.Weak
                 ? Confidence::Likely
                 : Confidence::Possible,
             "may have any layout: nothing in '" + shortName(V.In.In.Name) +
                 "' establishes one");
    else
      return false;
    return true;
  }

  static std::string nameOf(const Visit &V, PlaceId P, const Alternative &A) {
    const std::string &Name = V.In.In.Places[P].Name;
    return !Name.empty() ? Name : A.Path ? A.Path->Step.By : "a tensor";
  }

  void report(const Visit &V, const Call &C, const std::string &Name,
              const Alternative &Value, Confidence Sure,
              const std::string &What) {
    const std::string Op = shortName(C.Callee);
    Finding F = findingAt("tensor-unsafe-collective", V.At, V.In);
    F.Sure = Sure;
    F.Message = "'" + Name + "', which " + Op + " gets, " + What +
                ": Gloo takes its elements to lie side by side, NCCL throws";
    F.Notes = pathNotes(Value, V.Before.TheFacts);
    addCallNote(V.At, V.In, F.Notes);
    F.Notes.push_back(
        noteAt(V.At.From,
               "send contiguous(), and copy_() back what is received into it"));
    F.Operator = Op;
    F.Arguments = {Name};
    Pending.push_back(std::move(F));
  }

  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeUnsafeCollectiveCheck() {
  return std::make_unique<UnsafeCollectiveCheck>();
}

} // namespace tensortidy
