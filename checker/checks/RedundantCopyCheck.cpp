// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Graph.h"
#include "checks/BlobClones.h"
#include "checks/Check.h"
#include "checks/Copies.h"
#include "checks/Devices.h"
#include "checks/MemoryWrites.h"
#include "checks/OverwrittenCopies.h"
#include "checks/Realignment.h"
#include "checks/Repetition.h"
#include "checks/ValueReaders.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace tensortidy {

namespace {

/// What gives a row-major copy where it copies.
constexpr std::string_view RowMajorCopies[] = {
    "aten::contiguous", "aten::reshape", "aten::flatten", "aten::reshape_as",
    "aten::ravel"};

/// contiguous() without another memory format.
bool isContiguousCall(const Apply &A) {
  if (A.Op->TheSchema.Name != "aten::contiguous")
    return false;
  const std::optional<unsigned> I = A.Op->TheSchema.indexOf("memory_format");
  if (!I || *I >= A.Arguments.size())
    return false;
  const Argument &Format = A.Arguments[*I];
  return Format.TheKind == Argument::Kind::Absent ||
         (Format.TheKind == Argument::Kind::Format &&
          Format.Format == MemoryFormat::Contiguous);
}

DeviceKind moved(const Apply &A) {
  return isConversion(*A.Op) ? deviceAsked(A) : DeviceKind::Unsaid;
}

/// What is known of a call's first operand and of its result.
struct Made {
  Copied Its;
  bool IsContiguous = true; ///< the operand, in all cases
  bool IsNew = true;        ///< the result, in all cases
  /// Of the elements of the result, where it is known.
  std::optional<int8_t> Type;
  std::string Entity;
  std::optional<int64_t> Bytes; ///< of the operand, if they are known
};

/// Finds copies that another one makes superfluous, and copies of more than is
/// used.
class RedundantCopyCheck : public Check {
public:
  void begin(const Context &C) override { Memory.emplace(C.loops()); }

  void onFact(const Visit &V) override {
    Memory->onFact(V, V.In.blockOf(V.Number));
  }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    const unsigned Block = V.In.blockOf(V.Number);
    Memory->onApply(V, Block, A, Cases);
    if (!A.Op || Cases.empty())
      return;
    const Made Now = made(V, A, Cases);
    if (const PlaceId P = placeAt(A, 0); P != NoId) {
      if (!Readers)
        Readers.emplace(V.In.In);
      if (const Fact *By = Readers->makerForOne(P, Block))
        if (const auto It = Calls.find(By); It != Calls.end())
          judgePair(V, A, Now, *By, It->second);
      if (isContiguousCall(A) && Now.IsContiguous)
        report(V, Confidence::Possible,
               "contiguous gives '" + Now.Entity +
                   "' back: it is contiguous already",
               "the call costs little, but copies nothing", A, Now.Bytes,
               Now.Entity);
      judgeBlob(V, A, Now, P, Block);
      noteCopy(V, A, Now, P, Block);
      judgeOverwritten(V, A, Now, P, Block);
      judgeRealigned(V, A, Now, P, Block);
    }
    Calls.emplace(&V.At, Now);
  }

  void end(const Context &C, std::vector<Finding> &Into) override {
    judgeRepeated(C);
    // What broken code reads is not all known.
    if (C.In.Uncertain)
      for (Finding &F : Pending)
        F.Sure = Confidence::Possible;
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Repeated.clear();
    Calls.clear();
    Readers.reset();
    Addresses.reset();
    Memory.reset();
  }

private:
  /// Two calls that copy the same place.
  struct Copy {
    const Fact *At = nullptr;
    unsigned Block = 0;
    PlaceId Of = NoId;
    IdSet Operand, Result; ///< storages
    std::string Entity;
    std::optional<int64_t> Bytes;
    std::vector<Note> Path;
  };

  Made made(const Visit &V, const Apply &A,
            const std::vector<ApplyCase> &Cases) const;
  Finding &report(const Visit &V, Confidence Sure, std::string Message,
                  std::string Remedy, const Apply &A,
                  std::optional<int64_t> Bytes, std::string Entity);
  void judgePair(const Visit &V, const Apply &A, const Made &Now,
                 const Fact &By, const Made &Before);
  void judgeBlob(const Visit &V, const Apply &A, const Made &Now, PlaceId P,
                 unsigned Block);
  void noteCopy(const Visit &V, const Apply &A, const Made &Now, PlaceId P,
                unsigned Block);
  void judgeOverwritten(const Visit &V, const Apply &A, const Made &Now,
                        PlaceId Of, unsigned Block);
  void judgeRealigned(const Visit &V, const Apply &A, const Made &Now,
                      PlaceId Of, unsigned Block);
  void judgeRepeated(const Context &C);

  std::optional<MemoryWrites> Memory;
  std::optional<ValueReaders> Readers;  ///< \name once they are asked for
  std::optional<Realignment> Addresses; ///< @{ @}
  std::map<const Fact *, Made> Calls;
  std::vector<Copy> Repeated;
  std::vector<Finding> Pending;
};

Made RedundantCopyCheck::made(const Visit &V, const Apply &A,
                              const std::vector<ApplyCase> &Cases) const {
  Made Out;
  for (const ApplyCase &C : Cases)
    Out.IsNew &= C.Result.Modelled && C.Result.Results.size() == 1 &&
                 C.Result.Results[0].TheRelation == Relation::New;
  const std::vector<TensorResult> &Results = Cases[0].Result.Results;
  if (Cases.size() == 1 && Results.size() == 1)
    Out.Type = Results[0].Has.ScalarType;
  // Of the others it is not asked.
  if (!isOneOf(*A.Op, RowMajorCopies) && !isConversion(*A.Op) &&
      A.Op->TheSchema.Name != "aten::clone")
    return Out;
  Out.Its = copiesOf(0, Cases);
  for (const ApplyCase &C : Cases)
    Out.IsContiguous &=
        !C.Operands.empty() && !C.Operands[0].empty() &&
        isYes(isContiguous(normalized(C.Operands[0][0].TheLayout, C.Before),
                           C.Before));
  Out.Entity = nameOfOperand(V, A, 0, Cases[0]);
  Out.Bytes = operandBytes(Cases, 0);
  Out.Its.Witness = nullptr; // it ends with the visit
  Out.Its.Copy = nullptr;
  return Out;
}

Finding &RedundantCopyCheck::report(const Visit &V, Confidence Sure,
                                    std::string Message, std::string Remedy,
                                    const Apply &A,
                                    std::optional<int64_t> Bytes,
                                    std::string Entity) {
  Finding F = findingAt("tensor-redundant-copy", V.At, V.In);
  F.Sure = isSetUp(V.In.blockOf(V.Number), V.In) ? Confidence::Possible : Sure;
  F.Message = std::move(Message);
  addCallNote(V.At, V.In, F.Notes);
  F.Notes.push_back(noteAt(V.At.From, std::move(Remedy)));
  F.Operator = A.Op->displayName();
  F.Arguments = {std::move(Entity)};
  F.Bytes = Bytes;
  Pending.push_back(std::move(F));
  return Pending.back();
}

/// `.clone()` of `x.clone()`, its object kept.
std::vector<Edit> withoutCall(const Fact &X) {
  const auto &A = std::get<Apply>(X.What);
  if (X.From.InMacro || !A.Object.isValid() ||
      A.Object.File != X.From.Range.File ||
      A.Object.Begin != X.From.Range.Begin)
    return {};
  SourceRange Rest = X.From.Range;
  Rest.Begin = A.Object.End;
  return {{Rest, ""}};
}

void RedundantCopyCheck::judgePair(const Visit &V, const Apply &A,
                                   const Made &Now, const Fact &By,
                                   const Made &Before) {
  const auto &Maker = std::get<Apply>(By.What);
  const std::string First = Maker.Op->displayName();
  const std::string Second = A.Op->displayName();
  const std::string Of = "'" + Before.Entity + "'";
  const std::string Both = First + " and " + Second + " copy " + Of;
  auto Say = [&](Confidence Sure, std::string Message,
                 std::string Remedy) -> Finding & {
    return report(V, Sure, std::move(Message), std::move(Remedy), A,
                  Before.Bytes ? Before.Bytes : Now.Bytes, Before.Entity);
  };
  // How surely contiguous() copies, where it is one of the two.
  auto Sureness = [](const Copied &C) {
    return C.Always ? Confidence::Likely : Confidence::Possible;
  };
  const bool IsClone = isPlainClone(A), WasClone = isPlainClone(Maker);
  const bool WasContiguous = isContiguousCall(Maker);
  if (WasClone && isContiguousCall(A) && !Now.IsContiguous) {
    Say(Confidence::Likely,
        Both + (Now.Its.Always ? " twice" : " twice where it is strided"),
        "clone(at::MemoryFormat::Contiguous) copies once");
  } else if (WasContiguous && IsClone && !Before.IsContiguous) {
    Say(Confidence::Likely,
        Both + (Before.Its.Always ? " twice" : " twice where it is strided"),
        "clone(at::MemoryFormat::Contiguous) copies once");
  } else if (isConversion(*Maker.Op) && isContiguousCall(A) &&
             !Now.IsContiguous && Maker.AsksType) {
    Say(Sureness(Now.Its),
        Both + (Now.Its.Always ? " twice" : " twice where it is strided"),
        "to() with copy = true and at::MemoryFormat::Contiguous copies once");
  } else if (isConversion(*Maker.Op) && Maker.AsksType && isConversion(*A.Op) &&
             A.AsksType && Before.Type && Now.Type &&
             isWider(*Before.Type, *Now.Type)) {
    Say(Confidence::Likely,
        First + " and " + Second + " convert " + Of + " twice",
        "the second alone gives the same, but for rounding twice");
  } else if (A.Op->TheSchema.Name == "aten::clone" && Before.IsNew &&
             First != "from_blob" && !WasClone) {
    Finding &F = Say(Confidence::Likely,
                     Second + " copies what " + First +
                         " has just made, which nothing else uses",
                     "use that as it is");
    if (IsClone)
      F.Edits = withoutCall(V.At);
  } else if (WasContiguous && isPart(*A.Op) && !Before.IsContiguous) {
    Say(Sureness(Before.Its),
        First + (Before.Its.Always ? " copies" : " may copy") + " all of " +
            Of + ", of which " + Second + " uses a part",
        "take the part first, and make that contiguous");
  } else if (WasContiguous && A.Op->TheSchema.Name == "aten::view" &&
             !Before.IsContiguous && !Before.Its.Always) {
    Say(Confidence::Possible,
        First + " copies " + Of +
            " wherever it is strided, also where it can be viewed",
        "reshape() copies only where no view is possible; contiguous() is "
        "right where its pointer is used");
  } else {
    const DeviceKind From = moved(Maker), To = moved(A);
    const auto IsKnown = [](DeviceKind D) {
      return D == DeviceKind::Cpu || D == DeviceKind::Accelerator;
    };
    if (IsKnown(From) && IsKnown(To) && From != To)
      Say(Confidence::Likely,
          First + " and " + Second + " move " + Of +
              " to one device and then to another",
          "move it once");
  }
}

/// `from_blob(p, sizes).clone().to(at::kCUDA)`
void RedundantCopyCheck::judgeBlob(const Visit &V, const Apply &A,
                                   const Made &Now, PlaceId P, unsigned Block) {
  if (moved(A) != DeviceKind::Accelerator)
    return;
  const Fact *Clone = cloneOfBlob(P, Block, *Readers);
  const auto It = Clone ? Calls.find(Clone) : Calls.end();
  if (It != Calls.end())
    report(V, Confidence::Likely,
           "clone copies memory that " + A.Op->displayName() +
               " copies to the device",
           "without clone() it is copied once; a transfer that does not block "
           "must have ended before the memory is freed",
           A, Now.Bytes, It->second.Entity)
        .Edits = withoutCall(*Clone);
}

void RedundantCopyCheck::noteCopy(const Visit &V, const Apply &A,
                                  const Made &Now, PlaceId P, unsigned Block) {
  if (!Now.Its.Always || !isOneOf(*A.Op, RowMajorCopies) ||
      (A.Op->TheSchema.Name == "aten::contiguous" && !isContiguousCall(A)) ||
      !Readers->isConstant(P) || V.In.In.Places[P].Name.empty())
    return;
  Copy C;
  C.At = &V.At;
  C.Block = Block;
  C.Of = P;
  C.Operand = storagesOf(V.Before.value(P));
  C.Result.insert(V.In.resultId(V.Number, 0));
  C.Entity = Now.Entity;
  C.Bytes = Now.Bytes;
  const TensorValue &Value = V.Before.value(P);
  if (Value.size() > 0)
    C.Path = pathNotes(Value[0], V.Before.TheFacts);
  Repeated.push_back(std::move(C));
}

/// Does every way from \p F's entry to the block \p To pass \p Through?
bool passes(const Function &F, unsigned Through, unsigned To) {
  return Through == To || Through == F.Entry ||
         (To != F.Entry && !leadsTo(F, F.Entry, To, Through));
}

/// `auto y = x.clone(); if (c) y = x.contiguous();`
void RedundantCopyCheck::judgeOverwritten(const Visit &V, const Apply &A,
                                          const Made &Now, PlaceId Of,
                                          unsigned Block) {
  const PlaceId P = A.Results.size() == 1 ? A.Results[0] : NoId;
  if (P == NoId || Now.IsContiguous || V.At.Expansion != 0 ||
      (!isOneOf(*A.Op, RowMajorCopies) &&
       A.Op->TheSchema.Name != "aten::clone") ||
      V.In.In.Places[P].Kind != PlaceKind::Local || V.In.In.Places[P].IsList)
    return;
  const Fact *By = overwriteOf(P, &V.At, Block, V.In.In);
  // A copy that need not be made may be a default; not so where the same
  // tensor is read again for what takes its place.
  if (!By || (!Now.Its.Always && !isMadeOf(*By, Of)))
    return;
  const std::string Name = V.In.In.Places[P].Name;
  Finding &F =
      report(V, Confidence::Likely,
             A.Op->displayName() + " copies '" + Now.Entity +
                 (Now.Its.Always ? "' also where nothing reads the copy"
                                 : "', if it is strided, also where nothing "
                                   "reads the copy"),
             "make it where it is needed", A, Now.Bytes, Now.Entity);
  F.Notes.insert(F.Notes.begin(),
                 noteAt(By->From, "'" + Name + "' gets another value here"));
}

/// `if (address of x % 16 != 0) x = x.contiguous();`
void RedundantCopyCheck::judgeRealigned(const Visit &V, const Apply &A,
                                        const Made &Now, PlaceId Of,
                                        unsigned Block) {
  if (A.Op->TheSchema.Name != "aten::contiguous" || Now.Its.Always ||
      V.At.Expansion != 0)
    return;
  if (!Addresses)
    Addresses.emplace(V.In.In);
  const Origin *Decision = Addresses->decisionFor(Block, Of);
  if (!Decision)
    return;
  Finding &F = report(V, Confidence::Likely,
                      "contiguous does not align '" + Now.Entity +
                          "': where it is contiguous already, it keeps its "
                          "address",
                      "clone() copies in any case, to memory that is aligned",
                      A, Now.Bytes, Now.Entity);
  if (Decision->Range.isValid())
    F.Notes.insert(F.Notes.begin(),
                   noteAt(*Decision, "its address is asked for here"));
}

void RedundantCopyCheck::judgeRepeated(const Context &C) {
  using Written = MemoryWrites::Written;
  for (size_t J = 1; J < Repeated.size(); ++J)
    for (size_t I = 0; I < J; ++I) {
      const Copy &First = Repeated[I], &Again = Repeated[J];
      if (First.Of != Again.Of || First.At == Again.At ||
          First.At->From.Range == Again.At->From.Range ||
          !passes(C.In, First.Block, Again.Block) ||
          Memory->anywhere(First.Operand) != Written::No ||
          Memory->anywhere(First.Result) == Written::Yes ||
          Memory->anywhere(Again.Result) == Written::Yes)
        continue;
      const auto &A = std::get<Apply>(Again.At->What);
      const auto &Old = std::get<Apply>(First.At->What);
      Finding F = findingAt("tensor-redundant-copy", *Again.At, C);
      F.Sure = Confidence::Likely;
      F.Message = A.Op->displayName() + " copies '" + Again.Entity +
                  "' again, as " + Old.Op->displayName() + " has before";
      F.Notes = Again.Path;
      F.Notes.push_back(noteAt(First.At->From, "the first copy is made here"));
      addCallNote(*Again.At, C, F.Notes);
      F.Notes.push_back(noteAt(Again.At->From,
                               "make it contiguous once, before both, and "
                               "use that"));
      F.Operator = A.Op->displayName();
      F.Arguments = {Again.Entity};
      F.Bytes = Again.Bytes;
      F.PredictsCopy = true;
      Pending.push_back(std::move(F));
      break;
    }
}

} // namespace

std::unique_ptr<Check> makeRedundantCopyCheck() {
  return std::make_unique<RedundantCopyCheck>();
}

} // namespace tensortidy
