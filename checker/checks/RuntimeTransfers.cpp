// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/RuntimeTransfers.h"

#include "checks/Copies.h"
#include "checks/Repetition.h"
#include "checks/Wording.h"

#include <algorithm>
#include <optional>

namespace tensortidy {

namespace {

const char *const Check = "tensor-blocking-transfer";

/// What CUDA's driver takes over before the call returns, whatever memory it
/// comes from ("API synchronization behavior" in the manual of its runtime).
constexpr int64_t StagedAtOnce = 64 * 1024;

const RuntimeCall &callOf(const Fact &X) {
  return std::get<RuntimeCall>(X.What);
}

bool acts(const Fact &X, RuntimeAct Act) {
  const auto *R = std::get_if<RuntimeCall>(&X.What);
  return R && R->Rule && R->Rule->TheKind == CalleeRule::Kind::Runtime &&
         R->Rule->Act == Act;
}

/// Does the loop \p L put work on the device, or call what may? One that only
/// waits, for each of several streams, waits for all of them once.
bool putsWork(unsigned L, const Context &C) {
  auto Puts = [](const Fact &X) {
    const auto *R = std::get_if<RuntimeCall>(&X.What);
    const auto *U = std::get_if<UsePointer>(&X.What);
    const auto *Callee = std::get_if<Call>(&X.What);
    return (R && (R->IsLaunch || !R->Rule ||
                  R->Rule->TheKind == CalleeRule::Kind::Copy)) ||
           (U && U->Where == Sink::Launch) || (Callee && !Callee->IsExpanded) ||
           std::get_if<Apply>(&X.What);
  };
  for (unsigned B = 0; B < C.In.Blocks.size(); ++B)
    if (C.loops()[L].contains(B) &&
        std::any_of(C.In.Blocks[B].Facts.begin(), C.In.Blocks[B].Facts.end(),
                    Puts))
      return true;
  return false;
}

std::string described(const std::string &Name, const std::string &What) {
  return "'" + Name + "'" + (What.empty() ? "" : " (" + What + ")");
}

Finding found(const Fact &X, const Context &C, Confidence Sure,
              std::string Message) {
  Finding F = findingAt(Check, X, C);
  F.Sure = Sure;
  F.Message = std::move(Message);
  if (const auto *R = std::get_if<RuntimeCall>(&X.What))
    F.Operator = R->Callee;
  addCallNote(X, C, F.Notes);
  return F;
}

} // namespace

RuntimeTransfers::Side RuntimeTransfers::side(const RuntimeMemory &M,
                                              const Visit &V, Devices &Where) {
  Side S;
  S.Of = M.Of;
  S.IsAddress = M.IsAddress;
  if (M.IsAddress)
    S.Kind = MemoryKind::Device;
  if (M.Of != NoId) {
    const Memory &Is = V.In.In.Memories[M.Of];
    S.Kind = Is.Kind;
    S.Name = Is.Name;
    S.What = Is.What;
    return S;
  }
  const PointerValue *Taken =
      M.Pointer == NoId ? nullptr : V.Before.Pointers.find(M.Pointer);
  if (!Taken || Taken->empty())
    return S;
  S.IsTensor = true;
  const PlaceId P = std::get<TakePointer>(Taken->front().From->What).Tensor;
  S.Name = V.In.In.Places[P].Name;
  if (const std::optional<uint32_t> Storage =
          Taken->size() == 1 && !Taken->front().OnSomePathsOnly &&
                  Where.of(P) == DeviceKind::Cpu && Where.isPinned(P)
              ? onlyStorage(Taken->front().Value)
              : std::nullopt) {
    S.Kind = MemoryKind::Pinned;
    S.Storages.insert(*Storage);
    return S;
  }
  const bool IsPageable =
      std::all_of(Taken->begin(), Taken->end(), [&](const TakenPointer &Each) {
        const PlaceId P = std::get<TakePointer>(Each.From->What).Tensor;
        return !Each.OnSomePathsOnly && P != NoId &&
               Where.of(P) == DeviceKind::Cpu && !Where.mayBePinned(P);
      });
  if (!IsPageable)
    return S;
  S.Kind = MemoryKind::Pageable;
  S.What = "a tensor of the CPU that is not pinned";
  return S;
}

void RuntimeTransfers::onFact(const Visit &V, Devices &Where) {
  const auto *R = std::get_if<RuntimeCall>(&V.At.What);
  if (!R || !R->Rule)
    return;
  Event E;
  E.At = &V.At;
  E.Block = V.In.blockOf(V.Number);
  E.Index = V.Number - V.In.FirstNumber[E.Block];
  E.To = side(R->To, V, Where);
  E.From = side(R->From, V, Where);
  Events[{V.At.From.Range.File, V.At.From.Range.Begin}] = std::move(E);
}

void RuntimeTransfers::end(const Context &C, const TransfersInFlight &Flight,
                           std::vector<Finding> &Into) {
  for (const auto &[Place, E] : Events)
    judge(E, C, Flight, Into);
  judgeManaged(C, Into);
  Events.clear();
}

void RuntimeTransfers::judge(const Event &E, const Context &C,
                             const TransfersInFlight &Flight,
                             std::vector<Finding> &Into) {
  const CalleeRule &Rule = *callOf(*E.At).Rule;
  if (Rule.TheKind == CalleeRule::Kind::Copy)
    return judgeCopy(E, Rule, C, Flight, Into);
  if (Rule.Act == RuntimeAct::Wait)
    return judgeWait(E, Rule, C, Into);
  if (Rule.Stalls)
    judgeStall(E, Rule, C, Into);
}

/// What a loop allocates and does not free, or the reverse, it does for each of
/// several buffers, once.
void RuntimeTransfers::judgeStall(const Event &E, const CalleeRule &Rule,
                                  const Context &C,
                                  std::vector<Finding> &Into) {
  const std::optional<unsigned> L = C.loops().innermost(E.Block);
  if (!L || hasInLoop(*L, C, RuntimeAct::SetDevice))
    return;
  const bool IsAgain = Rule.Act == RuntimeAct::Free
                           ? hasInLoop(*L, C, RuntimeAct::Allocate)
                           : freesInLoop(*L, C);
  Finding F =
      found(*E.At, C, IsAgain ? Confidence::Likely : Confidence::Possible,
            callOf(*E.At).Callee + " makes the device wait in every iteration");
  addLoopNote(*L, E.Block, C, F);
  F.Notes.push_back(
      noteAt(E.At->From, "allocate once, before the loop, or with at::empty(), "
                         "whose memory is kept for the next time"));
  Into.push_back(std::move(F));
}

void RuntimeTransfers::judgeCopy(const Event &E, const CalleeRule &Rule,
                                 const Context &C,
                                 const TransfersInFlight &Flight,
                                 std::vector<Finding> &Into) {
  const bool Asked =
      std::any_of(Events.begin(), Events.end(), [](const auto &Each) {
        return acts(*Each.second.At, RuntimeAct::EnablePeers);
      });
  if (Rule.IsOfPeers && !Asked) {
    Finding F = found(*E.At, C, Confidence::Possible,
                      callOf(*E.At).Callee + " goes through the host unless "
                                             "the devices reach each other");
    F.Notes.push_back(
        noteAt(E.At->From, "nothing in this function asks whether they do, or "
                           "lets them: cudaDeviceCanAccessPeer, "
                           "cudaDeviceEnablePeerAccess"));
    Into.push_back(std::move(F));
  }
  const bool IsUpload = E.From.isHost();
  const Side &Host = IsUpload ? E.From : E.To;
  if (E.From.isHost() && E.To.isHost())
    return;
  if (Rule.Stream) {
    if (Host.isHost())
      judgeAsynchronous(E, Host, IsUpload, C, Flight, Into);
    return;
  }
  // Of two tensors, both may be on the device.
  const bool IsTransfer = Host.isHost() || E.To.IsTensor != E.From.IsTensor ||
                          E.To.IsAddress != E.From.IsAddress;
  const std::optional<unsigned> L = C.loops().innermost(E.Block);
  if (!IsTransfer || !L || Rule.IsOfPeers)
    return;
  Finding F =
      found(*E.At, C, Confidence::Likely,
            callOf(*E.At).Callee + " waits for its copy in every iteration");
  addLoopNote(*L, E.Block, C, F);
  F.Notes.push_back(noteAt(
      E.At->From,
      "copy all that the loop needs at once, or compute it on the device"));
  Into.push_back(std::move(F));
}

void RuntimeTransfers::judgeAsynchronous(const Event &E, const Side &Host,
                                         bool IsUpload, const Context &C,
                                         const TransfersInFlight &Flight,
                                         std::vector<Finding> &Into) {
  const RuntimeCall &R = callOf(*E.At);
  const std::optional<TransfersInFlight::Touch> Next = Flight.firstTouch(
      {Host.Of, Host.Storages, IsUpload}, E.Block, E.Index, C);
  if (Host.Kind == MemoryKind::Pinned) {
    if (!Next)
      return;
    const char *Does = Next->Does == MemoryAccess::Free    ? "freed"
                       : Next->Does == MemoryAccess::Write ? "written"
                                                           : "read";
    Finding F = found(*E.At, C, Confidence::Likely,
                      "'" + Host.Name + "' is " + Does +
                          " before anything waits for the copy " +
                          (IsUpload ? "from it" : "to it"));
    F.Notes.push_back(noteAt(Next->At->From, "it is done here"));
    F.Notes.push_back(noteAt(E.At->From, "synchronise the stream, or an event "
                                         "recorded after the copy, before"));
    F.Arguments = {Host.Name};
    Into.push_back(std::move(F));
    return;
  }
  if ((IsUpload && R.Bytes && *R.Bytes <= StagedAtOnce) ||
      isWaitedForAtOnce(E, C))
    return;
  Finding F = found(
      *E.At, C,
      isRunRepeatedly(*E.At, E.Block, C) ? Confidence::Likely
                                         : Confidence::Possible,
      R.Callee + " is not asynchronous: " + described(Host.Name, Host.What) +
          " is in pageable memory");
  F.Notes.push_back(noteAt(
      E.At->From, IsUpload ? "it returns when all of it went through a buffer "
                             "of the driver; page-locked memory, allocated "
                             "once and reused, needs no such buffer"
                           : "it returns when the copy has ended; page-locked "
                             "memory, allocated once and reused, lets it "
                             "return at once"));
  if (Next && Next->Does != MemoryAccess::Read)
    F.Notes.push_back(noteAt(Next->At->From,
                             "page-locked memory must not change here before "
                             "the stream is synchronised"));
  F.Arguments = {Host.Name};
  F.Bytes = R.Bytes;
  Into.push_back(std::move(F));
}

/// Does the next call wait? Then nobody expects the copy to go on meanwhile.
bool RuntimeTransfers::isWaitedForAtOnce(const Event &E, const Context &C) {
  const std::vector<Fact> &Facts = C.In.Blocks[E.Block].Facts;
  for (size_t I = E.Index + 1; I < Facts.size(); ++I) {
    if (acts(Facts[I], RuntimeAct::Wait))
      return true;
    const auto *R = std::get_if<RuntimeCall>(&Facts[I].What);
    const auto *T = std::get_if<TouchMemory>(&Facts[I].What);
    const bool IsNothing =
        R && R->Rule &&
        (acts(Facts[I], RuntimeAct::Nothing) || R->Rule->givesStream());
    const bool IsCopy = R && R->Rule && R->Rule->Stream &&
                        R->Rule->TheKind == CalleeRule::Kind::Copy;
    if ((R && !IsNothing && !IsCopy) || T ||
        std::get_if<UsePointer>(&Facts[I].What))
      return false;
  }
  return false;
}

template <typename Predicate>
bool RuntimeTransfers::anyInLoop(unsigned L, const Context &C,
                                 Predicate Is) const {
  return std::any_of(Events.begin(), Events.end(), [&](const auto &Each) {
    return C.loops()[L].contains(Each.second.Block) && Is(Each.second);
  });
}

bool RuntimeTransfers::hasInLoop(unsigned L, const Context &C,
                                 RuntimeAct Act) const {
  return anyInLoop(L, C, [&](const Event &E) { return acts(*E.At, Act); });
}

bool RuntimeTransfers::freesInLoop(unsigned L, const Context &C) const {
  return anyInLoop(L, C, [](const Event &E) {
    return acts(*E.At, RuntimeAct::Free) && callOf(*E.At).Rule->Stalls;
  });
}

/// Does the loop bring something to the host, which has to be waited for?
bool RuntimeTransfers::downloadsInLoop(unsigned L, const Context &C) const {
  return anyInLoop(L, C, [](const Event &E) { return E.To.isHost(); });
}

/// Is the clock the next thing that is asked, on some path? Then what the
/// device does is measured.
bool RuntimeTransfers::isTimed(const Event &E, const Context &C) const {
  bool IsRead = false;
  followFrom(E.Block, E.Index + 1, C, [&](const Fact &X) {
    IsRead |= acts(X, RuntimeAct::ReadClock);
    return IsRead ||
           (std::get_if<RuntimeCall>(&X.What) &&
            !acts(X, RuntimeAct::Nothing)) ||
           std::get_if<Apply>(&X.What) || std::get_if<Call>(&X.What);
  });
  return IsRead;
}

void RuntimeTransfers::judgeWait(const Event &E, const CalleeRule &Rule,
                                 const Context &C, std::vector<Finding> &Into) {
  const std::optional<unsigned> L = C.loops().innermost(E.Block);
  if (!L || isTimed(E, C) || !putsWork(*L, C) ||
      hasInLoop(*L, C, RuntimeAct::SetDevice))
    return;
  const bool IsNeeded = Rule.Stream || downloadsInLoop(*L, C);
  Finding F =
      found(*E.At, C, IsNeeded ? Confidence::Possible : Confidence::Likely,
            callOf(*E.At).Callee + " stops the host in every iteration");
  addLoopNote(*L, E.Block, C, F);
  F.Notes.push_back(noteAt(
      E.At->From, "kernels and copies of one stream run in order without "
                  "it; wait once, before the host reads"));
  Into.push_back(std::move(F));
}

/// Managed memory that each iteration of a loop uses on both sides moves there
/// and back, page by page.
void RuntimeTransfers::judgeManaged(const Context &C,
                                    std::vector<Finding> &Into) {
  struct Touches {
    const Fact *OnHost = nullptr, *OnDevice = nullptr;
  };
  std::map<std::pair<unsigned, MemoryId>, Touches> All;
  for (unsigned B = 0; B < C.In.Blocks.size(); ++B) {
    const std::optional<unsigned> L =
        C.In.Memories.empty() ? std::nullopt : C.loops().innermost(B);
    for (const Fact &X : C.In.Blocks[B].Facts) {
      const auto *T = std::get_if<TouchMemory>(&X.What);
      if (!L || !T || C.In.Memories[T->Memory].Kind != MemoryKind::Managed)
        continue;
      // An inner loop's accesses are those of the loops around it, too.
      for (std::optional<unsigned> Each = L; Each;
           Each = C.loops()[*Each].Parent) {
        Touches &Is = All[{*Each, T->Memory}];
        (T->Access == MemoryAccess::Device ? Is.OnDevice : Is.OnHost) = &X;
      }
    }
  }
  for (const auto &[Key, Is] : All) {
    const auto &[L, M] = Key;
    if (!Is.OnHost || !Is.OnDevice || hasInLoop(L, C, RuntimeAct::Prefetch))
      continue;
    const std::string &Name = C.In.Memories[M].Name;
    Finding F = found(*Is.OnHost, C, Confidence::Likely,
                      "the pages of '" + Name +
                          "' move to the host and back in every iteration");
    addLoopNote(L, C.loops()[L].Written->Head, C, F);
    F.Notes.push_back(noteAt(Is.OnDevice->From, "a kernel uses it here"));
    F.Notes.push_back(
        noteAt(Is.OnHost->From, "copy what the host needs, or prefetch it"));
    F.Arguments = {Name};
    Into.push_back(std::move(F));
  }
}

} // namespace tensortidy
