// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/TransfersInFlight.h"

#include "checks/Copies.h"
#include "checks/HostWaits.h"
#include "checks/Wording.h"

#include <algorithm>

namespace tensortidy {

namespace {

bool copiesAsynchronously(const Fact &X) {
  if (const auto *A = std::get_if<Apply>(&X.What))
    return A->Op && isNonBlocking(*A);
  const auto *R = std::get_if<RuntimeCall>(&X.What);
  return R && R->Rule && R->Rule->Stream &&
         R->Rule->TheKind == CalleeRule::Kind::Copy;
}

/// May it wait for the device? What nothing is known of may.
bool mayWait(const Fact &X) {
  if (const auto *C = std::get_if<Call>(&X.What))
    return !C->IsExpanded;
  if (const auto *A = std::get_if<Apply>(&X.What))
    return !A->Op || waitedArgument(*A) ||
           ((isConversion(*A->Op) || A->Op->TheSchema.Name == "aten::copy_") &&
            !isNonBlocking(*A));
  const auto *R = std::get_if<RuntimeCall>(&X.What);
  if (!R || R->IsLaunch)
    return false;
  if (!R->Rule || R->Rule->Stalls)
    return true;
  return R->Rule->TheKind == CalleeRule::Kind::Copy
             ? !R->Rule->Stream
             : R->Rule->Act == RuntimeAct::Wait;
}

/// Is it the pointer of a copy between host and device, which the stream makes
/// when those before have ended?
bool isOfDeviceCopy(const Visit &V) {
  const unsigned B = V.In.blockOf(V.Number);
  const std::vector<Fact> &Facts = V.In.In.Blocks[B].Facts;
  for (size_t I = V.Number - V.In.FirstNumber[B] + 1; I < Facts.size(); ++I)
    if (!std::get_if<UsePointer>(&Facts[I].What)) {
      const auto *R = std::get_if<RuntimeCall>(&Facts[I].What);
      return R && R->Rule && R->Rule->IsOfDevice;
    }
  return false;
}

/// Does it make a view of its argument \p I, or ask it for its sizes and type?
bool onlyViews(const Apply &A, unsigned I) {
  const SchemaArgument &Is = A.Op->TheSchema.Arguments[I];
  return (!Is.Alias.empty() && !Is.Writes) ||
         factoryKind(*A.Op) != FactoryKind::None;
}

/// Is the tensor \p P, with one storage, in page-locked memory for certain?
std::optional<uint32_t> pinnedStorage(PlaceId P, const TensorValue &Value,
                                      Devices &Where) {
  return P != NoId && Where.of(P) == DeviceKind::Cpu && Where.isPinned(P)
             ? onlyStorage(Value)
             : std::nullopt;
}

} // namespace

void TransfersInFlight::begin(const Function &F) {
  Any = std::any_of(F.Blocks.begin(), F.Blocks.end(), [](const Block &B) {
    return std::any_of(B.Facts.begin(), B.Facts.end(), copiesAsynchronously);
  });
}

void TransfersInFlight::note(const Fact &At, const TensorValue &Value,
                             MemoryAccess Does) {
  TensorTouch T;
  T.Storages = storagesOf(Value);
  T.Does = Does;
  if (!T.Storages.empty())
    Touches[&At].push_back(std::move(T));
}

void TransfersInFlight::onFact(const Visit &V) {
  if (!Any)
    return;
  if (const auto *T = std::get_if<TakePointer>(&V.At.What);
      T && T->Pointer == NoId) // an accessor
    note(V.At, V.Before.value(T->Tensor), MemoryAccess::Read);
  const auto *U = std::get_if<UsePointer>(&V.At.What);
  if (!U || U->Where == Sink::Call || U->Where == Sink::Launch ||
      isOfDeviceCopy(V))
    return;
  if (const PointerValue *Taken = V.Before.Pointers.find(U->Pointer))
    for (const TakenPointer &Each : *Taken)
      note(V.At, Each.Value,
           U->IsWritten ? MemoryAccess::Write : MemoryAccess::Read);
}

void TransfersInFlight::onApply(const Visit &V, const Apply &A,
                                const std::vector<ApplyCase> &Cases,
                                Devices &Where) {
  if (!Any || !A.Op || Cases.empty())
    return;
  const std::vector<unsigned> &Writes = Cases[0].Result.Writes;
  const bool Copies = A.Op->TheSchema.Name == "aten::copy_";
  const DeviceKind To = Copies ? Where.of(placeAt(A, 0)) : deviceAsked(A);
  // A stream does one copy after the other.
  const bool IsOfDevice =
      isNonBlocking(A) ||
      ((Copies || isConversion(*A.Op)) && To == DeviceKind::Accelerator);
  for (unsigned I = 0; I < A.Arguments.size() && !IsOfDevice; ++I) {
    if (onlyViews(A, I) || placeAt(A, I) == NoId)
      continue;
    const bool IsWritten = std::count(Writes.begin(), Writes.end(), I) > 0;
    note(V.At, V.Before.value(placeAt(A, I)),
         IsWritten ? MemoryAccess::Write : MemoryAccess::Read);
  }
  if (isNonBlocking(A))
    start(V, A, To, Cases[0], Where);
}

/// A transfer begins that goes on when the call has returned.
void TransfersInFlight::start(const Visit &V, const Apply &A, DeviceKind To,
                              const ApplyCase &Case, Devices &Where) {
  Transfer T;
  T.At = &V.At;
  T.Block = V.In.blockOf(V.Number);
  T.Index = V.Number - V.In.FirstNumber[T.Block];
  const bool Copies = A.Op->TheSchema.Name == "aten::copy_";
  const PlaceId Source = placeAt(A, Copies ? 1 : 0);
  const PlaceId Target = Copies ? placeAt(A, 0) : NoId;
  std::optional<uint32_t> Storage;
  if (To == DeviceKind::Accelerator) {
    T.Of.IsUpload = true;
    Storage = pinnedStorage(Source, V.Before.value(Source), Where);
    T.Entity = nameOfOperand(V, A, Copies ? 1 : 0, Case);
  } else if (To == DeviceKind::Cpu && Copies) {
    // Into pageable memory it waits.
    if (Where.of(Source) == DeviceKind::Accelerator)
      Storage = pinnedStorage(Target, V.Before.value(Target), Where);
    T.Entity = nameOfOperand(V, A, 0, Case);
  } else if (To == DeviceKind::Cpu && A.Results.size() == 1 &&
             Where.of(Source) != DeviceKind::Cpu) {
    Storage = V.In.resultId(V.Number, 0);
    T.Entity = nameOfOperand(V, A, 0, Case);
  }
  if (!Storage)
    return;
  T.Of.Storages.insert(*Storage);
  Transfers.push_back(std::move(T));
}

std::optional<TransfersInFlight::Touch>
TransfersInFlight::touch(const Fact &X, const Moved &Of) const {
  auto Matters = [&](MemoryAccess Does) {
    return Does != MemoryAccess::Device &&
           (Does != MemoryAccess::Read || !Of.IsUpload);
  };
  if (const auto *T = std::get_if<TouchMemory>(&X.What))
    return Of.Memory != NoId && T->Memory == Of.Memory && Matters(T->Access)
               ? std::optional(Touch{&X, T->Access})
               : std::nullopt;
  if (const auto *R = std::get_if<RuntimeCall>(&X.What))
    return Of.Memory != NoId && R->Rule && R->Rule->Act == RuntimeAct::Free &&
                   !R->Rule->Stalls && R->Of.Of == Of.Memory
               ? std::optional(Touch{&X, MemoryAccess::Free})
               : std::nullopt;
  const auto It = Touches.find(&X);
  if (It == Touches.end())
    return std::nullopt;
  for (const TensorTouch &Each : It->second)
    if (Each.Storages.intersects(Of.Storages) && Matters(Each.Does))
      return Touch{&X, Each.Does};
  return std::nullopt;
}

std::optional<TransfersInFlight::Touch>
TransfersInFlight::firstTouch(const Moved &Of, unsigned Block, size_t Index,
                              const Context &C) const {
  const std::vector<Fact> &Here = C.In.Blocks[Block].Facts;
  std::optional<Touch> Found;
  bool Waits = false;
  followFrom(Block, Index + 1, C, [&](const Fact &X) {
    const std::optional<Touch> Next = touch(X, Of);
    if (Next && !Found)
      Found = Next;
    const bool IsWait = !Next && mayWait(X);
    Waits |= IsWait;
    return Next || IsWait || &X == &Here[Index];
  });
  // What is done where something else decides whether to wait, too, may be done
  // only where that has been done.
  const bool IsNext =
      Found && Found->At > &Here[Index] && Found->At <= &Here.back();
  return Waits && !IsNext ? std::nullopt : Found;
}

void TransfersInFlight::end(const Context &C, std::vector<Finding> &Into) {
  for (const Transfer &T : Transfers) {
    const std::optional<Touch> Next = firstTouch(T.Of, T.Block, T.Index, C);
    if (!Next)
      continue;
    const bool Writes = Next->Does == MemoryAccess::Write;
    Finding F = findingAt("tensor-blocking-transfer", *T.At, C);
    F.Sure = Confidence::Likely;
    F.Message = "'" + T.Entity + "' " +
                (T.Of.IsUpload ? "is written before it has been moved"
                 : Writes      ? "may arrive after it is written"
                               : "may not have arrived when it is read") +
                ": nothing waits for the transfer";
    addCallNote(*T.At, C, F.Notes);
    F.Notes.push_back(noteAt(Next->At->From, Writes ? "it is written here"
                                                    : "it is read here"));
    F.Notes.push_back(noteAt(
        T.At->From, "synchronise the stream before the host touches it, or "
                    "leave non_blocking out"));
    F.Operator = std::get<Apply>(T.At->What).Op->displayName();
    F.Arguments = {T.Entity};
    Into.push_back(std::move(F));
  }
  Transfers.clear();
  Touches.clear();
}

} // namespace tensortidy
