// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Checks.h"

#include "analysis/FunctionAnalysis.h"
#include "checks/Check.h"
#include "checks/LinkedFindings.h"
#include "checks/MemberCopies.h"
#include "checks/MissingContiguityGuardCheck.h"
#include "checks/PointerUses.h"
#include "checks/StridedMembers.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace tensortidy {

namespace {

struct CheckRow {
  CheckInfo Info;
  std::unique_ptr<Check> (*Make)(); ///< null: made of summaries
};

const CheckRow Rows[] = {
    {{"tensor-view-after-transpose",
      "a view that the tensor's layout cannot satisfy: it throws",
      "docs/checks/view-after-transpose.md"},
     makeViewAfterTransposeCheck},
    {{MissingContiguityGuard,
      "a raw pointer of a tensor whose layout nobody established is used as if "
      "it were contiguous",
      "docs/checks/missing-contiguity-guard.md"},
     nullptr},
    {{"tensor-hidden-copy",
      "an operator that copies a whole operand because of its layout",
      "docs/checks/hidden-copy.md"},
     makeHiddenCopyCheck},
    {{"tensor-copy-in-loop",
      "a copy, conversion or read that a loop repeats though nothing changes",
      "docs/checks/copy-in-loop.md"},
     makeCopyInLoopCheck},
    {{"tensor-redundant-copy",
      "two copies where one would do, or a copy of more than is used",
      "docs/checks/redundant-copy.md"},
     makeRedundantCopyCheck},
    {{"tensor-blocking-transfer",
      "a transfer between host and device that blocks, or is made, for nothing",
      "docs/checks/blocking-transfer.md"},
     makeBlockingTransferCheck},
    {{"tensor-storage-retention",
      "a view of a part that keeps a large temporary alive",
      "docs/checks/storage-retention.md"},
     makeStorageRetentionCheck},
    {{"tensor-dangling-data-pointer",
      "the raw pointer of a temporary tensor is used when that is gone",
      "docs/checks/dangling-data-pointer.md"},
     makeDanglingDataPointerCheck},
    {{"tensor-lost-write", "an operator writes into a copy that nobody reads",
      "docs/checks/lost-write.md"},
     makeLostWriteCheck},
    {{"tensor-discarded-result",
      "the result of a call that changes nothing is thrown away",
      "docs/checks/discarded-result.md"},
     makeDiscardedResultCheck},
    {{"tensor-overlapping-write",
      "an operator writes elements that share memory, or that it reads",
      "docs/checks/overlapping-write.md"},
     makeOverlappingWriteCheck},
    {{"tensor-as-strided-bounds",
      "as_strided or from_blob reaches beyond the memory that it is given",
      "docs/checks/as-strided-bounds.md"},
     makeAsStridedBoundsCheck},
    {{"tensor-memory-format-drift",
      "a channels-last tensor meets code that wants it row-major",
      "docs/checks/memory-format-drift.md"},
     makeMemoryFormatDriftCheck},
    {{"tensor-unsafe-collective",
      "a collective gets a tensor whose layout is strided or not known",
      "docs/checks/unsafe-collective.md"},
     makeUnsafeCollectiveCheck},
    {{"tensor-misaligned-access",
      "a wide access, as of a float4, through a pointer not aligned for it",
      "docs/checks/misaligned-access.md"},
     makeMisalignedAccessCheck},
};

using Checks = std::vector<std::unique_ptr<Check>>;

/// What observes all functions of a file, for what their members tell.
struct AcrossFunctions {
  StridedMembers Strided;
  MemberCopies Copies;
};

/// One replay for all checks.
class Fanout : public Observer {
public:
  Fanout(const Checks &All, PointerUses &Pointers, AcrossFunctions &Members)
      : All(All), Pointers(Pointers), Members(Members) {}
  void onFact(const Visit &V) override {
    Pointers.onFact(V);
    Members.Strided.onFact(V);
    Members.Copies.onFact(V);
    for (const auto &C : All)
      C->onFact(V);
  }
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    Members.Strided.onApply(V, A, Cases);
    Members.Copies.onApply(V, A, Cases);
    for (const auto &C : All)
      C->onApply(V, A, Cases);
  }

  void onLeave(const Context &C, const Block &B, const State &S) override {
    for (const auto &Each : All)
      Each->onLeave(C, B, S);
  }

private:
  const Checks &All;
  PointerUses &Pointers;
  AcrossFunctions &Members;
};

/// Internal functions of which every call in the program is expanded, in
/// functions that were analysed: there they are judged with what their callers
/// hand over, so what can be said of them with unknown parameters is not said.
class JudgedInCallers {
public:
  void add(const Function &F, bool IsAnalysed) {
    for (const Block &B : F.Blocks)
      for (const Fact &X : B.Facts)
        if (const auto *C = std::get_if<Call>(&X.What))
          (C->IsExpanded && IsAnalysed ? Expanded : Called).insert(C->Key);
  }
  bool contains(const Function &F) const {
    return F.TheReach == Reach::Internal && Expanded.count(F.Key) > 0 &&
           Called.count(F.Key) == 0;
  }

private:
  std::set<std::string> Expanded, Called;
};

/// Leaves to linking what is its to decide.
void takeOpen(std::vector<Finding> &Found, FunctionSummary &Into) {
  std::vector<Finding> Decided;
  for (Finding &F : Found)
    (F.OpenRoots.empty() ? Decided : Into.Open).push_back(std::move(F));
  Found = std::move(Decided);
}

/// \returns whether a fixpoint was reached.
bool analyse(const Function &F, const Checks &All, AcrossFunctions &Members,
             CheckResults &Results) {
  FunctionAnalysis Analysis(F);
  if (!Analysis.run()) {
    Results.GivenUp.push_back({F.Name, F.NameRange, Analysis.whyNot()});
    return false;
  }
  ++Results.FunctionsAnalysed;
  for (const auto &C : All)
    C->begin(Analysis.context());
  PointerUses Pointers(F);
  Fanout Observers(All, Pointers, Members);
  Analysis.replay(Observers);
  Members.Copies.end(F, Results.Summary.Functions.size());
  Results.Summary.Functions.push_back(Pointers.take());
  for (const auto &C : All)
    C->end(Analysis.context(), Results.Findings);
  takeOpen(Results.Findings, Results.Summary.Functions.back());
  return true;
}

/// Order of output; ties are the same place found twice, surest first.
auto key(const Finding &F) {
  return std::make_tuple(F.Where.File, F.Point, F.Check,
                         -static_cast<int>(F.Sure), F.Message, F.Function);
}

} // namespace

const std::vector<CheckInfo> &allChecks() {
  static const std::vector<CheckInfo> Infos = [] {
    std::vector<CheckInfo> Out;
    for (const CheckRow &R : Rows)
      Out.push_back(R.Info);
    return Out;
  }();
  return Infos;
}

// The instances of a template and the users of a header's inline function
// find the same places.
void sortAndDeduplicate(std::vector<Finding> &Findings) {
  std::sort(Findings.begin(), Findings.end(),
            [](const Finding &A, const Finding &B) { return key(A) < key(B); });
  auto SamePlace = [](const Finding &A, const Finding &B) {
    return A.Where.File == B.Where.File && A.Point == B.Point &&
           A.Check == B.Check;
  };
  Findings.erase(std::unique(Findings.begin(), Findings.end(), SamePlace),
                 Findings.end());
}

CheckResults runChecks(const Program &P, const Surroundings *Around) {
  CheckResults Results;
  Results.Files = Around ? Around->Files : P.Files;
  Results.IsLinked = Around != nullptr;
  Checks All;
  for (const CheckRow &R : Rows)
    if (R.Make)
      All.push_back(R.Make());
  AcrossFunctions Members;
  JudgedInCallers Elsewhere;
  std::vector<std::pair<const Function *, std::vector<Finding>>> Found;
  for (const Function &F : P.Functions) {
    const bool IsAnalysed = analyse(F, All, Members, Results);
    Elsewhere.add(F, IsAnalysed);
    if (IsAnalysed)
      Found.emplace_back(&F, std::exchange(Results.Findings, {}));
  }
  for (auto &[Number, F] : Members.Copies.judge())
    (F.OpenRoots.empty() ? Results.Findings
                         : Results.Summary.Functions[Number].Open)
        .push_back(std::move(F));
  for (size_t I = 0; I < Found.size(); ++I) {
    auto &[F, Its] = Found[I];
    if (Elsewhere.contains(*F))
      Results.Summary.Functions[I].Open.clear();
    else
      std::move(Its.begin(), Its.end(), std::back_inserter(Results.Findings));
  }
  Members.Strided.judge(P, Results.Findings);
  Results.Summary.PointerFunctions = P.PointerFunctions;
  Results.Summary.Registered = P.Registered;
  Results.Summary.AddressTaken = P.AddressTaken;
  Results.Summary.Names = P.Names;
  Results.Summary.StandIns = P.StandIns;
  Results.Summary.MainFile = P.MainFile;
  Links Between({&Results.Summary}, Results.Files, Scope::Part,
                Around ? &Around->Linked : nullptr);
  for (Finding &F : linkedFindings(Results.Summary, Between))
    Results.Findings.push_back(std::move(F));
  sortAndDeduplicate(Results.Findings);
  return Results;
}

} // namespace tensortidy
