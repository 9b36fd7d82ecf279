// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopChanges.h"
#include "checks/Check.h"
#include "checks/Copies.h"
#include "checks/DeviceWork.h"
#include "checks/Devices.h"
#include "checks/HostWaits.h"
#include "checks/Repetition.h"
#include "checks/RuntimeTransfers.h"
#include "checks/ValueReaders.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

/// Does it make another type than the default one, as randint() makes integers,
/// as long as the call gives no options?
bool hasTypeOfItsOwn(const Apply &Maker) {
  const Schema &Form = Maker.Op->TheSchema;
  const std::optional<unsigned> Type = Form.indexOf("dtype");
  if (!Type)
    return false;
  const std::string Default = Form.Arguments[*Type].Default.value_or("None");
  return Default != "None" &&
         (*Type >= Maker.Arguments.size() ||
          Maker.Arguments[*Type].TheKind == Argument::Kind::Absent);
}

/// Are the numbers that tensor() gets written in the call, as in
/// `tensor({0.5, 1e-3}, kFloat)`?
bool isOfLiterals(const Apply &Maker) {
  const size_t Begin = Maker.Call.find('{'), End = Maker.Call.rfind('}');
  if (!Maker.RestIsConstant || Begin == std::string::npos ||
      End == std::string::npos)
    return false;
  return Maker.Call.find_first_not_of("0123456789.,-+efF {}", Begin) >= End;
}

std::string remedyFor(const Apply &Maker, FactoryKind Kind) {
  const std::string Name = Maker.Op->displayName();
  if (Kind == FactoryKind::FromHost)
    return "its numbers are the same each time: make it once, on the device, "
           "and keep it";
  std::string Remedy = Name + "() with the device among its options makes it "
                              "there, without a transfer";
  if (hasTypeOfItsOwn(Maker))
    Remedy += "; name its type in them, too, or it becomes the default type";
  if (Kind == FactoryKind::Random)
    Remedy += "; the numbers are others than the CPU's";
  return Remedy;
}

/// Finds transfers between host and device that block where they need not, and
/// such that are read before they have ended.
class BlockingTransferCheck : public Check {
public:
  void begin(const Context &C) override { Flight.begin(C.In); }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    Flight.onApply(V, A, Cases, devices(V.In));
    if (!A.Op || Cases.empty() || Cases[0].Operands.empty())
      return;
    const bool Copies = A.Op->TheSchema.Name == "aten::copy_";
    if (isConversion(*A.Op) || Copies)
      transfer(V, A, Copies ? 1 : 0, Cases);
    if (const std::optional<unsigned> I = waitedArgument(A))
      wait(V, A, *I, nameOfOperand(V, A, *I, Cases[0]));
    count(V, A);
  }

  void onFact(const Visit &V) override {
    Flight.onFact(V);
    if (std::holds_alternative<RuntimeCall>(V.At.What))
      Runtime.onFact(V, devices(V.In));
  }

  void end(const Context &Context, std::vector<Finding> &Into) override {
    Runtime.end(Context, Flight, Into);
    Flight.end(Context, Into);
    Changes.reset();
    reportWaits(LikelyWaits);
    reportWaits(PossibleWaits);
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Where.reset();
    Readers.reset();
  }

private:
  /// item() outside of loops.
  struct Wait {
    const Fact *At = nullptr;
    std::string Entity;
    bool IsOnDevice = false; ///< for certain
    Finding Found;           ///< without its message
  };

  Devices &devices(const Context &C) {
    if (!Where)
      Where.emplace(C.In);
    return *Where;
  }
  Finding &report(const Visit &V, const Apply &A, Confidence Sure,
                  std::string Message, std::vector<Note> Notes,
                  std::string Entity,
                  std::optional<unsigned> Loop = std::nullopt);
  void transfer(const Visit &V, const Apply &A, unsigned Source,
                const std::vector<ApplyCase> &Cases);
  void wait(const Visit &V, const Apply &A, unsigned Operand,
            const std::string &Entity);
  void reportWaits(std::vector<Wait> &All);
  void waitInLoop(const Visit &V, const Apply &A, PlaceId P,
                  const std::string &Entity, unsigned L);
  void count(const Visit &V, const Apply &A);
  /// The tensor that \p P is an element of, which \p L does not change; \p P
  /// itself where it is no such element.
  PlaceId wholeOf(PlaceId P, unsigned L, const Context &C);

  std::optional<Devices> Where;        ///< \name once they are asked for
  std::optional<ValueReaders> Readers; ///< @{
  std::optional<LoopChanges> Changes;  ///< @}
  RuntimeTransfers Runtime;
  TransfersInFlight Flight;
  std::vector<Wait> LikelyWaits, PossibleWaits;
  std::vector<Finding> Pending;
};

Finding &BlockingTransferCheck::report(const Visit &V, const Apply &A,
                                       Confidence Sure, std::string Message,
                                       std::vector<Note> Notes,
                                       std::string Entity,
                                       std::optional<unsigned> Loop) {
  Finding F = findingAt("tensor-blocking-transfer", V.At, V.In);
  F.Sure = Sure;
  F.Message = std::move(Message);
  addCallNote(V.At, V.In, F.Notes);
  if (Loop)
    addLoopNote(*Loop, V.In.blockOf(V.Number), V.In, F);
  std::move(Notes.begin(), Notes.end(), std::back_inserter(F.Notes));
  F.Operator = A.Op->displayName();
  F.Arguments = {std::move(Entity)};
  Pending.push_back(std::move(F));
  return Pending.back();
}

void BlockingTransferCheck::transfer(const Visit &V, const Apply &A,
                                     unsigned Source,
                                     const std::vector<ApplyCase> &Cases) {
  const PlaceId P = placeAt(A, Source);
  if (P == NoId)
    return;
  const std::string Entity = nameOfOperand(V, A, Source, Cases[0]);
  const std::optional<int64_t> Bytes = operandBytes(Cases, Source);
  const DeviceKind From = devices(V.In).at(P, V);
  const DeviceKind To =
      Source == 0 ? deviceAsked(A) : devices(V.In).at(placeAt(A, 0), V);
  const bool Leaves = To == DeviceKind::Accelerator ||
                      (Source == 0 && To == DeviceKind::Unknown);
  if (isNonBlocking(A) && From == DeviceKind::Cpu && Leaves &&
      !devices(V.In).mayBePinned(P))
    report(V, A, Confidence::Likely,
           "non_blocking has no effect: '" + Entity +
               "' is in memory that is not pinned",
           {noteAt(V.At.From,
                   "the copy waits for a staging buffer; allocate with "
                   "pinned_memory(true), or pin_memory() once and reuse it")},
           Entity)
        .Bytes = Bytes;
  if (!Leaves || Source != 0)
    return;
  if (!Readers)
    Readers.emplace(V.In.In);
  const Fact *By = Readers->makerForOne(P, V.In.blockOf(V.Number));
  const auto *Maker = By ? std::get_if<Apply>(&By->What) : nullptr;
  if (!Maker || !Maker->Op || From != DeviceKind::Cpu || Maker->IsPinned)
    return;
  const std::string Name = Maker->Op->displayName();
  const FactoryKind Kind = factoryKind(*Maker->Op);
  if (Kind == FactoryKind::None ||
      (Kind == FactoryKind::FromHost &&
       (Name != "tensor" || !isOfLiterals(*Maker))))
    return;
  // Of a tensor without elements nothing is moved.
  const ApplyCase &C = Cases[0];
  if (C.Operands[0].size() == 1 &&
      C.Before.canonical(C.Operands[0][0].TheLayout.numel()).isZero())
    return;
  report(V, A,
         isRunRepeatedly(V.At, V.In.blockOf(V.Number), V.In)
             ? Confidence::Likely
             : Confidence::Possible,
         Name + " makes a tensor on the CPU, which " + A.Op->displayName() +
             " then moves",
         {noteAt(By->From, "it is made here"),
          noteAt(V.At.From, remedyFor(*Maker, Kind))},
         Entity)
      .Bytes = Bytes;
}

void BlockingTransferCheck::wait(const Visit &V, const Apply &A,
                                 unsigned Operand, const std::string &Entity) {
  const PlaceId P = placeAt(A, Operand);
  if (P == NoId || isNonBlocking(A))
    return;
  const std::optional<unsigned> L =
      V.In.loops().innermost(V.In.blockOf(V.Number));
  if (L)
    return waitInLoop(V, A, P, Entity, *L);
  if (A.Op->TheSchema.Name != "aten::item" ||
      devices(V.In).at(P, V) == DeviceKind::Cpu)
    return;
  const DeviceKind From = devices(V.In).at(P, V);
  if (!Readers)
    Readers.emplace(V.In.In);
  const Fact *By = Readers->maker(P);
  const auto *Maker = By ? std::get_if<Apply>(&By->What) : nullptr;
  const bool IsTable = From == DeviceKind::Unknown && Maker && Maker->Op &&
                       givesElement(*Maker->Op) &&
                       isReadInPieces(placeAt(*Maker, 0), V.In.In);
  const bool IsLikely =
      !IsTable && (saysDevice(shortName(V.In.In.nameAt(V.At))) ||
                   worksOnDevice(V.In.In, devices(V.In)));
  Wait Each;
  Each.At = &V.At;
  Each.Entity = Entity;
  Each.IsOnDevice = From == DeviceKind::Accelerator;
  Each.Found = findingAt("tensor-blocking-transfer", V.At, V.In);
  Each.Found.Sure = IsLikely ? Confidence::Likely : Confidence::Possible;
  Each.Found.Operator = A.Op->displayName();
  addCallNote(V.At, V.In, Each.Found.Notes);
  (IsLikely ? LikelyWaits : PossibleWaits).push_back(std::move(Each));
}

/// One finding for all numbers that a function waits for.
void BlockingTransferCheck::reportWaits(std::vector<Wait> &All) {
  if (All.empty())
    return;
  constexpr size_t MostNames = 4;
  Finding F = std::move(All.front().Found);
  bool AreOnDevice = true;
  for (const Wait &Each : All) {
    AreOnDevice &= Each.IsOnDevice;
    if (std::count(F.Arguments.begin(), F.Arguments.end(), Each.Entity) == 0)
      F.Arguments.push_back(Each.Entity);
  }
  std::string Names = quotedList(F.Arguments);
  if (F.Arguments.size() > MostNames) {
    Names.clear();
    for (size_t I = 0; I < MostNames; ++I)
      Names += (I == 0 ? "'" : ", '") + F.Arguments[I] + "'";
    Names += " and " + std::to_string(F.Arguments.size() - MostNames) + " more";
  }
  F.Message = F.Operator + " waits for " + Names +
              (AreOnDevice              ? ""
               : F.Arguments.size() > 1 ? ", if they are on a device"
                                        : ", if it is on a device");
  for (size_t I = 1; I < All.size(); ++I)
    F.Notes.push_back(
        noteAt(All[I].At->From, "it waits for '" + All[I].Entity + "' here"));
  F.Notes.push_back(noteAt(All.front().At->From,
                           "a number that the host knows already, or that "
                           "stays on the device, needs no waiting"));
  Pending.push_back(std::move(F));
  All.clear();
}

PlaceId BlockingTransferCheck::wholeOf(PlaceId P, unsigned L,
                                       const Context &C) {
  if (!Readers)
    Readers.emplace(C.In);
  if (!Changes)
    Changes.emplace(C.In, C.loops());
  const PlaceId Element = P;
  while (const Fact *By = Readers->maker(P)) {
    const auto &Maker = std::get<Apply>(By->What);
    if (!Maker.Op || !givesElement(*Maker.Op) || placeAt(Maker, 0) == NoId)
      break;
    P = placeAt(Maker, 0);
  }
  return Changes->changes(P, L) || C.In.Places[P].IsList ? Element : P;
}

/// How many elements a mask chooses, the host has to know.
void BlockingTransferCheck::count(const Visit &V, const Apply &A) {
  const std::optional<unsigned> L =
      V.In.loops().innermost(V.In.blockOf(V.Number));
  const PlaceId P = L ? countedMask(V, A, devices(V.In)) : NoId;
  if (P == NoId)
    return;
  const Alternative &Mask = V.Before.value(P)[0];
  const std::string &Name = V.In.In.Places[P].Name;
  waitInLoop(V, A, P,
             !Name.empty() ? Name
             : Mask.Path   ? Mask.Path->Step.By
                           : "a mask",
             *L);
}

void BlockingTransferCheck::waitInLoop(const Visit &V, const Apply &A,
                                       PlaceId P, const std::string &Entity,
                                       unsigned L) {
  const DeviceKind From = devices(V.In).at(P, V);
  if (From == DeviceKind::Cpu)
    return;
  const bool IsItem = A.Op->TheSchema.Name == "aten::item";
  const PlaceId Whole = IsItem ? wholeOf(P, L, V.In) : P;
  // What reads the same each time is tensor-copy-in-loop's.
  if (IsItem && !Changes->changes(A, L))
    return;
  const std::string Name = A.Op->displayName();
  if (Whole != P) {
    report(V, A,
           saysCpu(shortName(V.In.In.nameAt(V.At))) ||
                   isTableForHost(Whole, V.In.In)
               ? Confidence::Possible
               : Confidence::Likely,
           Name + " reads '" + Entity + "' by itself in every iteration" +
               (From == DeviceKind::Accelerator
                    ? " and waits for it"
                    : ", and waits for it if it is on a device"),
           {noteAt(V.At.From,
                   "an accessor of the tensor, or of one cpu() of it before "
                   "the loop, reads all with one transfer")},
           Entity, L);
    return;
  }
  report(V, A,
         From == DeviceKind::Accelerator ||
                 worksOnDevice(V.In.In, devices(V.In))
             ? Confidence::Likely
             : Confidence::Possible,
         Name + " waits for '" + Entity + "' in every iteration" +
             (From == DeviceKind::Accelerator ? "" : ", if it is on a device"),
         {noteAt(V.At.From, "one transfer of all that the loop computes, after "
                            "it, waits once")},
         Entity, L);
}

} // namespace

std::unique_ptr<Check> makeBlockingTransferCheck() {
  return std::make_unique<BlockingTransferCheck>();
}

} // namespace tensortidy
