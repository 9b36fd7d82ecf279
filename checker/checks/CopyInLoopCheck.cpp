// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopChanges.h"
#include "checks/Check.h"
#include "checks/Copies.h"
#include "checks/Devices.h"
#include "checks/LoopResults.h"
#include "checks/MemoryWrites.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace tensortidy {

namespace {

/// What a call does again and again.
enum class Repeats {
  Copy,    ///< copies because of a layout: contiguous(), clone(), reshape()
  Convert, ///< to another type or device: to(), cpu()
  Read,    ///< a number from the device: item()
  Make,    ///< a tensor from nothing: zeros()
  Allocate ///< memory that is written then: empty()
};

constexpr std::string_view Joins[] = {
    "aten::cat",    "aten::concat", "aten::concatenate", "aten::hstack",
    "aten::vstack", "aten::dstack", "aten::row_stack",   "aten::column_stack"};

/// One call, as long as the loops around it are not read to their end.
struct Candidate {
  const Fact *At = nullptr; ///< an Apply
  unsigned Block = 0;
  size_t Index = 0; ///< in its block
  Repeats What = Repeats::Copy;
  Confidence Sure = Confidence::Possible;
  bool MayBe = false;     ///< it may copy, for some layouts
  bool ByDefault = false; ///< and does where its source is row-major
  /// The argument that is copied inside, whatever the others and the result
  /// are: a convolution\'s weight.
  std::optional<unsigned> Inside;
  std::string Entity; ///< the operand; empty where there is none
  std::string Elements;
  IdSet Operand, Result; ///< storages
  std::vector<Note> Path;
};

/// Finds copies, conversions, reads and allocations that each iteration of a
/// loop makes again of what the loop does not change, and tensors that grow by
/// being copied.
class CopyInLoopCheck : public Check {
public:
  void begin(const Context &C) override {
    if (C.In.Loops.empty())
      return;
    Nest.emplace(C.In);
    if (Nest->empty())
      Nest.reset();
    else
      Memory.emplace(*Nest);
  }

  void onFact(const Visit &V) override {
    if (Nest)
      Memory->onFact(V, blockOf(V));
  }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!Nest)
      return;
    const unsigned Block = blockOf(V);
    Memory->onApply(V, Block, A, Cases);
    if (!A.Op || Cases.empty() || !Nest->innermost(Block))
      return;
    if (isOneOf(*A.Op, Joins))
      placed(Growing.emplace_back(), V, Block);
    if (std::optional<Candidate> C = candidate(V, A, Cases)) {
      placed(*C, V, Block);
      C->Result.insert(V.In.resultId(V.Number, 0));
      Repeated.push_back(std::move(*C));
    }
  }

  void end(const Context &C, std::vector<Finding> &Into) override {
    const size_t Before = Into.size();
    if (!Repeated.empty() || !Growing.empty()) {
      Changes.emplace(C.In, *Nest);
      Results.emplace(C.In);
      for (const Candidate &Each : Repeated)
        judge(Each, C, Into);
      for (const Candidate &Each : Growing)
        judgeGrowth(Each, C, Into);
      // What broken code changes is not all known.
      if (C.In.Uncertain)
        for (size_t I = Before; I < Into.size(); ++I) {
          Into[I].Sure = Confidence::Possible;
          Into[I].Edits.clear();
        }
    }
    Repeated.clear();
    Growing.clear();
    Initial.reset();
    Results.reset();
    Changes.reset();
    Memory.reset();
    Nest.reset();
  }

private:
  /// Of blocks without facts the last one has the number of the next fact.
  static unsigned blockOf(const Visit &V) {
    const std::vector<unsigned> &First = V.In.FirstNumber;
    return std::upper_bound(First.begin(), First.end(), V.Number) -
           First.begin() - 1;
  }

  static void placed(Candidate &C, const Visit &V, unsigned Block) {
    C.At = &V.At;
    C.Block = Block;
    C.Index = V.Number - V.In.FirstNumber[Block];
  }
  std::optional<Candidate> candidate(const Visit &V, const Apply &A,
                                     const std::vector<ApplyCase> &Cases);
  std::optional<Candidate> copy(const Visit &V, const Apply &A,
                                const std::vector<ApplyCase> &Cases);
  std::optional<unsigned> outermost(const Candidate &Each);
  bool isRepeated(const Candidate &Each, unsigned L);
  void judge(const Candidate &Each, const Context &C,
             std::vector<Finding> &Into);
  void judgeGrowth(const Candidate &Each, const Context &C,
                   std::vector<Finding> &Into);
  bool isReadOtherwise(PlaceId P, unsigned L, const Fact &By,
                       const Function &F) const;
  std::vector<Edit> move(const Candidate &Each, unsigned L,
                         const Context &C) const;

  const State &initial(const Context &C) {
    if (!Initial)
      Initial.emplace(C.initialState());
    return *Initial;
  }

  std::optional<LoopNest> Nest;
  std::optional<State> Initial; ///< once it is asked for
  std::optional<MemoryWrites> Memory;
  std::optional<LoopChanges> Changes;
  std::optional<LoopResults> Results;
  std::vector<Candidate> Repeated, Growing;
};

std::optional<Candidate>
CopyInLoopCheck::copy(const Visit &V, const Apply &A,
                      const std::vector<ApplyCase> &Cases) {
  const bool Converts = isConversion(*A.Op);
  std::optional<Candidate> Best;
  for (unsigned I = 0; I < A.Arguments.size(); ++I) {
    const Copied Its = copiesOf(I, Cases);
    if (!Its.Copy || A.Arguments[I].TheKind != Argument::Kind::Tensor)
      continue;
    Candidate C;
    C.What = Converts ? Repeats::Convert : Repeats::Copy;
    const Alternative &Operand = Its.Witness->Operands[I].front();
    C.MayBe = !Its.Sometimes;
    if (C.MayBe && A.Op->TheSchema.Name == "aten::contiguous")
      C.ByDefault =
          isContiguousByDefault(Operand, initial(V.In), Its.Witness->Before,
                                V.In) == Answer::No;
    else if (C.MayBe && !Converts && !Operand.Vague)
      C.ByDefault =
          Its.Witness
              ->CopiesRowMajor[Its.Copy - Its.Witness->Result.Copies.data()];
    const std::vector<TensorResult> &Results = Its.Witness->Result.Results;
    if (!Its.Copy->AskedFor && !Results.empty() &&
        Results[0].TheRelation == Relation::New)
      C.Inside = I;
    // What asks for a type or a device expects another one.
    if (Its.Always || C.ByDefault || (Converts && Its.Perhaps) ||
        (Its.Sometimes && !Its.IsFormal && !Its.Perhaps))
      C.Sure = Confidence::Likely;
    if (Best && Best->Sure >= C.Sure)
      continue;
    C.Entity = nameOfArgument(A, I, Operand, V.In);
    C.Elements = print(Its.Copy->Elements, Its.Witness->After);
    C.Operand = storagesOf(V.Before.value(A.Arguments[I].Places[0]));
    if (!Converts && (!C.MayBe || C.ByDefault))
      C.Path = pathNotes(Operand, Its.Witness->After);
    Best = std::move(C);
  }
  return Best;
}

std::optional<Candidate>
CopyInLoopCheck::candidate(const Visit &V, const Apply &A,
                           const std::vector<ApplyCase> &Cases) {
  Candidate C;
  C.Sure = Confidence::Likely;
  if (A.Op->TheSchema.Name == "aten::item") {
    const Argument &Of = A.Arguments.front();
    if (Of.TheKind != Argument::Kind::Tensor ||
        Cases.front().Operands.front().empty())
      return std::nullopt;
    C.What = Repeats::Read;
    C.Entity =
        nameOfArgument(A, 0, Cases.front().Operands.front().front(), V.In);
    C.Operand = storagesOf(V.Before.value(Of.Places[0]));
    return C;
  }
  const FactoryKind Kind = factoryKind(*A.Op);
  if (Kind == FactoryKind::Random || A.Op->displayName() == "from_blob")
    return std::nullopt;
  if (Kind == FactoryKind::None)
    return copy(V, A, Cases);
  C.What = Kind == FactoryKind::Empty ? Repeats::Allocate : Repeats::Make;
  const std::vector<TensorResult> &Made = Cases.front().Result.Results;
  if (Made.size() == 1 && Made[0].TheLayout.hasRank())
    C.Elements = print(Made[0].TheLayout.numel(), Cases.front().After);
  return C;
}

/// Does the call do the same in each iteration of \p L, and can its result be
/// shared by all of them?
bool CopyInLoopCheck::isRepeated(const Candidate &Each, unsigned L) {
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

std::optional<unsigned> CopyInLoopCheck::outermost(const Candidate &Each) {
  std::optional<unsigned> Found;
  for (std::optional<unsigned> L = Nest->innermost(Each.Block);
       L && isRepeated(Each, *L); L = (*Nest)[*L].Parent)
    Found = L;
  return Found;
}

/// The declaration that the call is, put before the loop; empty where the text
/// cannot be moved.
std::vector<Edit> CopyInLoopCheck::move(const Candidate &Each, unsigned L,
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

std::string messageOf(const Candidate &Each, const Apply &A) {
  const std::string Name = A.Op->displayName();
  const std::string Elements = isNamed(Each.Elements) && !Each.Elements.empty()
                                   ? " (" + Each.Elements + " elements)"
                                   : "";
  const std::string Same = " '" + Each.Entity + "'" + Elements +
                           ", which does not change in the loop, in every "
                           "iteration";
  switch (Each.What) {
  case Repeats::Copy:
    if (Each.ByDefault)
      return Name + " copies" + Same +
             (A.Op->TheSchema.Name == "aten::contiguous"
                  ? " if what it views is row-major, as tensors are by default"
                  : " if it is row-major, as tensors are by default");
    return Name + (Each.MayBe ? " may copy" : " copies") + Same;
  case Repeats::Convert:
    return Name + " converts or moves" + Same;
  case Repeats::Read:
    return Name + " reads" + Same;
  case Repeats::Make:
    return Name + " makes the same tensor" + Elements + " in every iteration";
  case Repeats::Allocate:
    break;
  }
  return Name + " allocates the same memory" + Elements + " in every iteration";
}

std::string remedyOf(const Candidate &Each) {
  if (Each.Inside)
    return "make it once, before the loop, in the layout that is read";
  switch (Each.What) {
  case Repeats::Read:
    return "read it once, before the loop: each item() waits for the device";
  case Repeats::Make:
    return "make it once, before the loop";
  case Repeats::Allocate:
    return "allocate it once, before the loop, if each iteration overwrites it";
  case Repeats::Copy:
  case Repeats::Convert:
    break;
  }
  return "do it once, before the loop";
}

void CopyInLoopCheck::judge(const Candidate &Each, const Context &C,
                            std::vector<Finding> &Into) {
  const std::optional<unsigned> L = outermost(Each);
  if (!L)
    return;
  const auto &A = std::get<Apply>(Each.At->What);
  const Loop &Written = *(*Nest)[*L].Written;
  Finding F = findingAt("tensor-copy-in-loop", *Each.At, C);
  F.Sure = Each.Sure;
  const IdSet Operand = Memory->sourcesOf(Each.Operand);
  const bool IsField =
      std::any_of(Operand.begin(), Operand.end(), [&](uint32_t Id) {
        return C.isInitialId(Id) && C.In.Places[Id].Kind == PlaceKind::Field;
      });
  if (Each.What == Repeats::Allocate ||
      Memory->inLoop(*L, Operand) == MemoryWrites::Written::Possibly)
    F.Sure = Confidence::Possible;
  F.Message = messageOf(Each, A);
  F.Notes = Each.Path;
  F.Notes.push_back({Written.Where, Written.Where.Begin, "the loop is here"});
  if (Each.At->Expansion != Written.Expansion)
    addCallNote(*Each.At, C, F.Notes);
  F.Notes.push_back(noteAt(Each.At->From, remedyOf(Each)));
  if (F.Sure >= Confidence::Likely && !IsField)
    F.Edits = move(Each, *L, C);
  F.Operator = A.Op->displayName();
  F.PredictsCopy =
      (Each.What == Repeats::Copy && !Each.MayBe) || Each.ByDefault;
  if (!Each.Entity.empty())
    F.Arguments = {Each.Entity};
  Into.push_back(std::move(F));
}

/// Is \p P read in the loop by anything but the call \p By?
bool CopyInLoopCheck::isReadOtherwise(PlaceId P, unsigned L, const Fact &By,
                                      const Function &F) const {
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    if (!(*Nest)[L].contains(B))
      continue;
    for (const Fact &X : F.Blocks[B].Facts) {
      Uses Read;
      collectReads(X, Read);
      if (&X != &By && std::find(Read.Places.begin(), Read.Places.end(), P) !=
                           Read.Places.end())
        return true;
    }
  }
  return false;
}

void CopyInLoopCheck::judgeGrowth(const Candidate &Each, const Context &C,
                                  std::vector<Finding> &Into) {
  const auto &A = std::get<Apply>(Each.At->What);
  if (A.Results.size() != 1 || A.Results[0] == NoId || A.Arguments.empty())
    return;
  // `x = cat({x, y})`, through a temporary or not.
  std::vector<std::pair<PlaceId, size_t>> Targets = {
      {A.Results[0], Each.Index}};
  const std::vector<Fact> &Facts = C.In.Blocks[Each.Block].Facts;
  for (size_t I = Each.Index + 1; I < Facts.size(); ++I)
    if (const auto *Next = std::get_if<Assign>(&Facts[I].What);
        Next && Next->Source == A.Results[0] && Next->Target != NoId)
      Targets.push_back({Next->Target, I});
  for (PlaceId P : A.Arguments[0].Places)
    for (const auto &[Target, Index] : Targets) {
      if (P != Target || C.In.Places[P].IsList)
        continue;
      std::optional<unsigned> L = Nest->innermost(Each.Block);
      if (!Changes->isCarriedTo(P, *L, Each.Block, Each.Index) ||
          !Changes->isCarriedFrom(P, *L, Each.Block, Index))
        continue;
      const std::string Of = "'" + C.In.Places[P].Name + "'";
      const bool IsRead = isReadOtherwise(P, *L, *Each.At, C.In);
      const Loop &Written = *(*Nest)[*L].Written;
      Finding F = findingAt("tensor-copy-in-loop", *Each.At, C);
      F.Sure = IsRead ? Confidence::Possible : Confidence::Likely;
      F.Message = A.Op->displayName() + " copies all of " + Of +
                  " in every iteration to make it longer: the time grows with "
                  "the square of the iterations";
      F.Notes.push_back(
          {Written.Where, Written.Where.Begin, "the loop is here"});
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
