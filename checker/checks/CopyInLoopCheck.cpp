// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopChanges.h"
#include "checks/Check.h"
#include "checks/Copies.h"
#include "checks/GrowingTensors.h"
#include "checks/LoopResults.h"
#include "checks/MemoryWrites.h"
#include "checks/RepeatedCalls.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace tensortidy {

namespace {

constexpr std::string_view Joins[] = {
    "aten::cat",    "aten::concat", "aten::concatenate", "aten::hstack",
    "aten::vstack", "aten::dstack", "aten::row_stack",   "aten::column_stack"};

/// Finds copies, conversions, reads and allocations that each iteration of a
/// loop makes again of what the loop does not change, and tensors that grow by
/// being copied.
class CopyInLoopCheck : public Check {
public:
  void begin(const Context &C) override {
    IsForward = shortName(C.In.Name) == "forward";
    if (!C.In.Loops.empty() && !C.loops().empty())
      Nest = &C.loops();
    if (Nest || IsForward)
      Memory.emplace(C.loops());
  }

  void onFact(const Visit &V) override {
    if (Memory)
      Memory->onFact(V, V.In.blockOf(V.Number));
  }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!Memory)
      return;
    const unsigned Block = V.In.blockOf(V.Number);
    Memory->onApply(V, Block, A, Cases);
    const bool IsInLoop = Nest && Nest->innermost(Block);
    if (!A.Op || Cases.empty() || !(IsInLoop || IsForward))
      return;
    if (IsInLoop && isOneOf(*A.Op, Joins))
      placed(Joining.emplace_back(), V, Block);
    if (std::optional<RepeatedCall> C = Calls.read(V, A, Cases)) {
      placed(*C, V, Block);
      C->Result.insert(V.In.resultId(V.Number, 0));
      Repeated.push_back(std::move(*C));
    }
  }

  void end(const Context &C, std::vector<Finding> &Into) override {
    const size_t Before = Into.size();
    if (!Repeated.empty() || !Joining.empty()) {
      Changes.emplace(C.In, C.loops());
      Results.emplace(C.In);
      for (const RepeatedCall &Each : Repeated)
        if (const std::optional<unsigned> L = outermost(Each)) {
          if (!isOfRepeated(Each))
            judge(Each, *L, C, Into);
        } else if (IsForward) {
          judgeMember(Each, C, Into);
        }
      for (const RepeatedCall &Each : Joining)
        judgeGrowth(Each, C, Into);
      // What broken code changes is not all known.
      if (C.In.Uncertain)
        for (size_t I = Before; I < Into.size(); ++I) {
          Into[I].Sure = Confidence::Possible;
          Into[I].Edits.clear();
        }
    }
    Repeated.clear();
    Joining.clear();
    Calls.reset();
    Results.reset();
    Changes.reset();
    Memory.reset();
    Nest = nullptr;
  }

private:
  static void placed(RepeatedCall &C, const Visit &V, unsigned Block) {
    C.At = &V.At;
    C.Block = Block;
    C.Index = V.Number - V.In.FirstNumber[Block];
  }
  std::optional<unsigned> outermost(const RepeatedCall &Each);
  bool isRepeated(const RepeatedCall &Each, unsigned L);
  bool isOfRepeated(const RepeatedCall &Each);
  void judge(const RepeatedCall &Each, unsigned L, const Context &C,
             std::vector<Finding> &Into);
  void judgeMember(const RepeatedCall &Each, const Context &C,
                   std::vector<Finding> &Into);
  void judgeGrowth(const RepeatedCall &Each, const Context &C,
                   std::vector<Finding> &Into);
  bool isReadOtherwise(PlaceId P, unsigned L, const Fact &By,
                       const Function &F) const;
  std::vector<Edit> move(const RepeatedCall &Each, unsigned L,
                         const Context &C) const;

  const LoopNest *Nest = nullptr; ///< null where there are no loops
  bool IsForward = false;         ///< a framework calls it for each batch
  RepeatedCalls Calls;
  std::optional<MemoryWrites> Memory;
  std::optional<LoopChanges> Changes;
  std::optional<LoopResults> Results;
  std::vector<RepeatedCall> Repeated, Joining;
};

/// Does the call do the same in each iteration of \p L, and can its result be
/// shared by all of them?
bool CopyInLoopCheck::isRepeated(const RepeatedCall &Each, unsigned L) {
  using Written = MemoryWrites::Written;
  const auto &A = std::get<Apply>(Each.At->What);
  if (Each.Inside ? Changes->changes(A.Arguments[*Each.Inside], L)
                  : Changes->changes(A, L))
    return false;
  const Written Operand = Memory->inLoop(L, Memory->sourcesOf(Each.Operand));
  if (Each.Inside || Operand == Written::Yes)
    return Operand != Written::Yes;
  // Who asks for a number again expects that another one is there.
  if (Each.What == Repeats::Read)
    return Operand == Written::No;
  // What is written to in each iteration has to be made in each.
  const bool IsFresh = A.Op->TheSchema.Name == "aten::clone" ||
                       Each.What == Repeats::Make ||
                       Each.What == Repeats::Allocate;
  const Written Result = Memory->anywhere(Each.Result);
  if (Each.What != Repeats::Allocate &&
      (Result == Written::Yes || (IsFresh && Result == Written::Possibly)))
    return false;
  return std::all_of(A.Results.begin(), A.Results.end(), [&](PlaceId P) {
    return P == NoId || !Results->outlives(P, (*Nest)[L], IsFresh);
  });
}

std::optional<unsigned> CopyInLoopCheck::outermost(const RepeatedCall &Each) {
  std::optional<unsigned> Found;
  for (std::optional<unsigned> L = Nest ? Nest->innermost(Each.Block)
                                        : std::nullopt;
       L && isRepeated(Each, *L); L = (*Nest)[*L].Parent)
    Found = L;
  return Found;
}

/// Is it about a tensor that the loop makes again in each iteration? Then that
/// is what is said.
bool CopyInLoopCheck::isOfRepeated(const RepeatedCall &Each) {
  return std::any_of(
      Repeated.begin(), Repeated.end(), [&](const RepeatedCall &Other) {
        return Other.What == Repeats::Make && &Other != &Each &&
               Each.Operand.intersects(Other.Result) && outermost(Other);
      });
}

/// The declaration that the call is, put before the loop; empty where the text
/// cannot be moved.
std::vector<Edit> CopyInLoopCheck::move(const RepeatedCall &Each, unsigned L,
                                        const Context &C) const {
  const Loop &Written = *(*Nest)[L].Written;
  const auto &A = std::get<Apply>(Each.At->What);
  if (Each.Inside || Nest->innermost(Each.Block) != L ||
      Each.At->From.InMacro || Each.What == Repeats::Allocate ||
      A.Results.size() != 1 ||
      Memory->anywhere(Each.Result) == MemoryWrites::Written::Yes)
    return {};
  for (const LoopDeclaration &D : C.In.LoopDeclarations)
    if (D.Variable == A.Results[0] && &C.In.Loops[D.Loop] == &Written) {
      SourceRange Before = Written.Where;
      Before.End = Before.Begin;
      return {{Before, D.Text + "\n" + *Written.Indentation}, {D.Lines, ""}};
    }
  return {};
}

void CopyInLoopCheck::judge(const RepeatedCall &Each, unsigned L,
                            const Context &C, std::vector<Finding> &Into) {
  const auto &A = std::get<Apply>(Each.At->What);
  const Loop &Written = *(*Nest)[L].Written;
  Finding F = findingAt("tensor-copy-in-loop", *Each.At, C);
  F.Sure = Each.Sure;
  const IdSet Operand = Memory->sourcesOf(Each.Operand);
  const bool IsField =
      std::any_of(Operand.begin(), Operand.end(), [&](uint32_t Id) {
        return C.isInitialId(Id) && C.In.Places[Id].Kind == PlaceKind::Field;
      });
  if (Each.What == Repeats::Allocate ||
      Memory->inLoop(L, Operand) == MemoryWrites::Written::Possibly)
    F.Sure = Confidence::Possible;
  F.Message = messageOf(
      Each, ", which does not change in the loop, in every iteration");
  F.Notes = Each.Path;
  addLoopNote(L, Each.Block, C, F);
  if (Each.At->Expansion != Written.Expansion)
    addCallNote(*Each.At, C, F.Notes);
  F.Notes.push_back(noteAt(Each.At->From, remedyOf(Each)));
  if (F.Sure >= Confidence::Likely && !IsField)
    F.Edits = move(Each, L, C);
  F.Operator = A.Op->displayName();
  F.Bytes = Each.Bytes;
  F.PredictsCopy =
      (Each.What == Repeats::Copy && !Each.MayBe) || Each.ByDefault;
  if (!Each.Entity.empty())
    F.Arguments = {Each.Entity};
  Into.push_back(std::move(F));
}

/// What forward() copies of a member that it does not change, another layout of
/// the member would save in every call.
void CopyInLoopCheck::judgeMember(const RepeatedCall &Each, const Context &C,
                                  std::vector<Finding> &Into) {
  const auto &A = std::get<Apply>(Each.At->What);
  const bool IsMember =
      !Each.Operand.empty() &&
      std::all_of(Each.Operand.begin(), Each.Operand.end(), [&](uint32_t Id) {
        return C.isInitialId(Id) && C.In.Places[Id].Kind == PlaceKind::Field;
      });
  if (Each.What != Repeats::Copy || A.Op->TheSchema.Name == "aten::clone" ||
      !IsMember || Memory->anywhere(Each.Operand) == MemoryWrites::Written::Yes)
    return;
  Finding F = findingAt("tensor-copy-in-loop", *Each.At, C);
  F.Sure = Each.Sure;
  F.Message = messageOf(
      Each, ", of a member that forward() does not change, in every call");
  F.Notes = Each.Path;
  addCallNote(*Each.At, C, F.Notes);
  F.Notes.push_back(noteAt(Each.At->From, "keep the member in the layout that "
                                          "is read, from where it is set"));
  F.Operator = A.Op->displayName();
  F.Bytes = Each.Bytes;
  F.PredictsCopy = !Each.MayBe || Each.ByDefault;
  F.Arguments = {Each.Entity};
  Into.push_back(std::move(F));
}

/// Is \p P read in the loop by anything but the call \p By, and the list that
/// it joins?
bool CopyInLoopCheck::isReadOtherwise(PlaceId P, unsigned L, const Fact &By,
                                      const Function &F) const {
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    if (!(*Nest)[L].contains(B))
      continue;
    for (const Fact &X : F.Blocks[B].Facts) {
      if (const auto *List = std::get_if<Choose>(&X.What);
          List &&
          List->Target == std::get<Apply>(By.What).Arguments[0].Places[0])
        continue;
      Uses Read;
      collectReads(X, Read);
      if (&X != &By && std::find(Read.Places.begin(), Read.Places.end(), P) !=
                           Read.Places.end())
        return true;
    }
  }
  return false;
}

void CopyInLoopCheck::judgeGrowth(const RepeatedCall &Each, const Context &C,
                                  std::vector<Finding> &Into) {
  const auto &A = std::get<Apply>(Each.At->What);
  for (const Growing &G : growing(A, Each.Block, Each.Index, C.In)) {
    const PlaceId P = G.Of;
    std::optional<unsigned> L = Nest->innermost(Each.Block);
    if (!Changes->isCarriedTo(P, *L, Each.Block, Each.Index) ||
        !Changes->isCarriedFrom(P, *L, G.Block, G.Index))
      continue;
    const std::string Of = "'" + C.In.Places[P].Name + "'";
    const bool IsRead = isReadOtherwise(P, *L, *Each.At, C.In);
    Finding F = findingAt("tensor-copy-in-loop", *Each.At, C);
    F.Sure = IsRead ? Confidence::Possible : Confidence::Likely;
    F.Message = A.Op->displayName() + " copies all of " + Of +
                " in every iteration to make it longer: the time grows with "
                "the square of the iterations";
    addLoopNote(*L, Each.Block, C, F);
    F.Notes.push_back(
        noteAt(Each.At->From,
               IsRead ? "allocate " + Of +
                            " once in its final size and copy_() each part "
                            "into a slice of it"
                      : "collect the parts in a std::vector and join them "
                        "once, after the loop"));
    F.Operator = A.Op->displayName();
    F.Arguments = {C.In.Places[P].Name};
    Into.push_back(std::move(F));
    return;
  }
}

} // namespace

std::unique_ptr<Check> makeCopyInLoopCheck() {
  return std::make_unique<CopyInLoopCheck>();
}

} // namespace tensortidy
