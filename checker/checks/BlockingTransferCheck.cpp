// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopChanges.h"
#include "analysis/Uses.h"
#include "checks/Check.h"
#include "checks/Copies.h"
#include "checks/Devices.h"
#include "checks/Repetition.h"
#include "checks/RuntimeTransfers.h"
#include "checks/ValueReaders.h"
#include "checks/Wording.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string_view>
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

/// What waits until the device has computed its operand.
constexpr std::string_view Waiting[] = {
    "aten::item",    "aten::is_nonzero", "aten::nonzero",
    "aten::equal",   "aten::allclose",   "at::Tensor::cpu",
    "aten::unique",  "aten::_unique2",   "aten::masked_select",
    "aten::argwhere"};

/// Views of which item() reads an element of the whole.
constexpr std::string_view Elements[] = {
    "at::Tensor::operator[]", "aten::select",
    "at::Tensor::index",      "aten::index",
    "aten::narrow",           "aten::slice",
    "aten::squeeze",          "aten::flatten",
    "aten::reshape",          "aten::view"};

bool isTrue(const Apply &A, std::string_view Name) {
  const std::optional<unsigned> I = A.Op->TheSchema.indexOf(Name);
  return I && *I < A.Arguments.size() &&
         A.Arguments[*I].TheKind == Argument::Kind::Bool &&
         A.Arguments[*I].Flag;
}

/// The tensor argument \p I, if it is one place.
PlaceId placeAt(const Apply &A, unsigned I) {
  return I < A.Arguments.size() &&
                 A.Arguments[I].TheKind == Argument::Kind::Tensor &&
                 A.Arguments[I].Places.size() == 1
             ? A.Arguments[I].Places[0]
             : NoId;
}

/// Finds transfers between host and device that block where they need not, and
/// such that are read before they have ended.
class BlockingTransferCheck : public Check {
public:
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!A.Op || Cases.empty() || Cases[0].Operands.empty())
      return;
    const bool Copies = A.Op->TheSchema.Name == "aten::copy_";
    if (isConversion(*A.Op) || Copies)
      transfer(V, A, Copies ? 1 : 0, Cases[0]);
    if (isOneOf(*A.Op, Waiting) ||
        (isConversion(*A.Op) && deviceAsked(A) == DeviceKind::Cpu))
      wait(V, A, Cases[0]);
  }

  void onFact(const Visit &V) override {
    if (std::holds_alternative<RuntimeCall>(V.At.What))
      Runtime.onFact(V, devices(V.In));
  }

  void end(const Context &Context, std::vector<Finding> &Into) override {
    Runtime.end(Context, Into);
    Changes.reset();
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Where.reset();
    Readers.reset();
  }

private:
  Devices &devices(const Context &C) {
    if (!Where)
      Where.emplace(C.In);
    return *Where;
  }
  static std::string nameAt(const Visit &V, const Apply &A, unsigned I,
                            const ApplyCase &C) {
    return I < C.Operands.size() && !C.Operands[I].empty()
               ? nameOfArgument(A, I, C.Operands[I][0], V.In)
               : "";
  }
  void report(const Visit &V, const Apply &A, Confidence Sure,
              std::string Message, std::vector<Note> Notes, std::string Entity,
              std::optional<unsigned> Loop = std::nullopt);
  void transfer(const Visit &V, const Apply &A, unsigned Source,
                const ApplyCase &C);
  void wait(const Visit &V, const Apply &A, const ApplyCase &C);
  void waitInLoop(const Visit &V, const Apply &A, const ApplyCase &C,
                  unsigned L);
  /// The tensor that \p P is an element of, which \p L does not change; \p P
  /// itself where it is no such element.
  PlaceId wholeOf(PlaceId P, unsigned L, const Context &C);
  void readEarly(const Visit &V, const Apply &A, const std::string &Entity);

  std::optional<Devices> Where;        ///< \name once they are asked for
  std::optional<ValueReaders> Readers; ///< @{
  std::optional<LoopChanges> Changes;  ///< @}
  RuntimeTransfers Runtime;
  std::vector<Finding> Pending;
};

void BlockingTransferCheck::report(const Visit &V, const Apply &A,
                                   Confidence Sure, std::string Message,
                                   std::vector<Note> Notes, std::string Entity,
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
}

void BlockingTransferCheck::transfer(const Visit &V, const Apply &A,
                                     unsigned Source, const ApplyCase &C) {
  const PlaceId P = placeAt(A, Source);
  if (P == NoId)
    return;
  const std::string Entity = nameAt(V, A, Source, C);
  const DeviceKind From = devices(V.In).of(P);
  const DeviceKind To =
      Source == 0 ? deviceAsked(A) : devices(V.In).of(placeAt(A, 0));
  const bool Leaves = To == DeviceKind::Accelerator ||
                      (Source == 0 && To == DeviceKind::Unknown);
  if (isTrue(A, "non_blocking")) {
    if (Source == 0 && To == DeviceKind::Cpu)
      readEarly(V, A, Entity);
    if (From == DeviceKind::Cpu && Leaves && !devices(V.In).mayBePinned(P))
      report(V, A, Confidence::Likely,
             "non_blocking has no effect: '" + Entity +
                 "' is in memory that is not pinned",
             {noteAt(V.At.From,
                     "the copy waits for a staging buffer; allocate with "
                     "pinned_memory(true), or pin_memory() once and reuse it")},
             Entity);
  }
  if (!Leaves || Source != 0)
    return;
  if (!Readers)
    Readers.emplace(V.In.In);
  const Fact *By = Readers->makerForOne(P, V.In.blockOf(V.Number));
  const auto *Maker = By ? std::get_if<Apply>(&By->What) : nullptr;
  if (!Maker || !Maker->Op || From != DeviceKind::Cpu || Maker->IsPinned)
    return;
  const FactoryKind Kind = factoryKind(*Maker->Op);
  if (Kind == FactoryKind::None || Kind == FactoryKind::FromHost)
    return;
  // Of a tensor without elements nothing is moved.
  if (C.Operands[0].size() == 1 &&
      C.Before.canonical(C.Operands[0][0].TheLayout.numel()).isZero())
    return;
  const std::string Name = Maker->Op->displayName();
  std::string Remedy = Name + "() with the device among its options makes it "
                              "there, without a transfer";
  if (hasTypeOfItsOwn(*Maker))
    Remedy += "; name its type in them, too, or it becomes the default type";
  if (Kind == FactoryKind::Random)
    Remedy += "; the numbers are others than the CPU's";
  report(V, A,
         isRunRepeatedly(V.At, V.In.blockOf(V.Number), V.In)
             ? Confidence::Likely
             : Confidence::Possible,
         Name + " makes a tensor on the CPU, which " + A.Op->displayName() +
             " then moves",
         {noteAt(By->From, "it is made here"),
          noteAt(V.At.From, std::move(Remedy))},
         Entity);
}

/// The result of a transfer to the host that does not wait is read before
/// anything else is called, which might wait.
void BlockingTransferCheck::readEarly(const Visit &V, const Apply &A,
                                      const std::string &Entity) {
  const unsigned B = V.In.blockOf(V.Number);
  const std::vector<Fact> &Facts = V.In.In.Blocks[B].Facts;
  if (A.Results.size() != 1 || A.Results[0] == NoId)
    return;
  for (size_t I = V.Number - V.In.FirstNumber[B] + 1; I < Facts.size(); ++I) {
    const Fact &X = Facts[I];
    if (const auto *C = std::get_if<Call>(&X.What); C && !C->IsExpanded)
      return;
    const auto *T = std::get_if<TakePointer>(&X.What);
    const auto *Next = std::get_if<Apply>(&X.What);
    const bool Reads =
        (T && T->Tensor == A.Results[0]) ||
        (Next && Next->Op && Next->Op->TheSchema.Name == "aten::item" &&
         placeAt(*Next, 0) == A.Results[0]);
    if (!Reads)
      continue;
    report(V, A, Confidence::Likely,
           "'" + Entity +
               "' may not have arrived when it is read: nothing "
               "waits for the transfer",
           {noteAt(X.From, "it is read here"),
            noteAt(V.At.From, "synchronise the stream before the host reads "
                              "it, or leave non_blocking out")},
           Entity);
    return;
  }
}

std::string lowerCase(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) {
    return static_cast<char>(std::tolower(C));
  });
  return Name;
}

/// Does the function's name say that what it gets is on the CPU?
bool saysCpu(const std::string &Name) {
  return lowerCase(Name).find("cpu") != std::string::npos;
}

/// Does it say that it is called in each step, or on the device?
bool saysDevice(const std::string &Name) {
  const std::string Lower = lowerCase(Name);
  auto Has = [&](const char *Part) {
    return Lower.find(Part) != std::string::npos;
  };
  return !Has("cpu") && (Has("forward") || Has("backward") || Has("cuda"));
}

/// Does \p X show that its function works on the device: does it launch a
/// kernel, take the pointer of a tensor there, which only kernels can use, or
/// ask for a stream?
bool usesDevice(const Fact &X, Devices &Where) {
  if (const auto *U = std::get_if<UsePointer>(&X.What))
    return U->Where == Sink::Launch;
  if (const auto *T = std::get_if<TakePointer>(&X.What))
    return Where.of(T->Tensor) == DeviceKind::Accelerator;
  const auto *R = std::get_if<RuntimeCall>(&X.What);
  return R && R->Rule && R->Rule->givesStream();
}

bool worksOnDevice(const Function &F, Devices &Where) {
  return std::any_of(F.Blocks.begin(), F.Blocks.end(), [&](const Block &B) {
    return std::any_of(B.Facts.begin(), B.Facts.end(),
                       [&](const Fact &X) { return usesDevice(X, Where); });
  });
}

/// Is \p P an argument that the function only reads element by element, while
/// kernels get others? Then it is a table for the host, such as the lengths of
/// what the kernels work on.
bool isTableForHost(PlaceId P, const Function &F) {
  bool Launches = false;
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts) {
      if (const auto *U = std::get_if<UsePointer>(&X.What))
        Launches |= U->Where == Sink::Launch;
      const auto *A = std::get_if<Apply>(&X.What);
      if (A && A->Op && isOneOf(*A->Op, Elements) && placeAt(*A, 0) == P)
        continue;
      Uses Read;
      collectReads(X, Read);
      const bool IsUse = A || std::holds_alternative<Call>(X.What) ||
                         std::holds_alternative<TakePointer>(X.What) ||
                         std::holds_alternative<Assign>(X.What) ||
                         std::holds_alternative<Choose>(X.What) ||
                         std::holds_alternative<Return>(X.What);
      if (IsUse && std::count(Read.Places.begin(), Read.Places.end(), P) > 0)
        return false;
    }
  return Launches &&
         std::any_of(F.Parameters.begin(), F.Parameters.end(),
                     [&](const Parameter &Each) { return Each.Tensor == P; });
}

void BlockingTransferCheck::wait(const Visit &V, const Apply &A,
                                 const ApplyCase &C) {
  const PlaceId P = placeAt(A, 0);
  if (P == NoId || isTrue(A, "non_blocking"))
    return;
  const std::optional<unsigned> L =
      V.In.loops().innermost(V.In.blockOf(V.Number));
  if (L)
    return waitInLoop(V, A, C, *L);
  if (A.Op->TheSchema.Name != "aten::item" ||
      devices(V.In).of(P) == DeviceKind::Cpu)
    return;
  const std::string Entity = nameAt(V, A, 0, C);
  const bool IsOnDevice = devices(V.In).of(P) == DeviceKind::Accelerator;
  report(V, A,
         saysDevice(shortName(V.In.In.nameAt(V.At))) ||
                 worksOnDevice(V.In.In, devices(V.In))
             ? Confidence::Likely
             : Confidence::Possible,
         A.Op->displayName() + " waits for '" + Entity + "'" +
             (IsOnDevice ? "" : ", if it is on a device"),
         {noteAt(V.At.From, "a number that the host knows already, or that "
                            "stays on the device, needs no waiting")},
         Entity);
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
    if (!Maker.Op || !isOneOf(*Maker.Op, Elements) || placeAt(Maker, 0) == NoId)
      break;
    P = placeAt(Maker, 0);
  }
  return Changes->changes(P, L) || C.In.Places[P].IsList ? Element : P;
}

void BlockingTransferCheck::waitInLoop(const Visit &V, const Apply &A,
                                       const ApplyCase &C, unsigned L) {
  const PlaceId P = placeAt(A, 0);
  const DeviceKind From = devices(V.In).of(P);
  if (From == DeviceKind::Cpu)
    return;
  const std::string Entity = nameAt(V, A, 0, C);
  const bool IsItem = A.Op->TheSchema.Name == "aten::item";
  const PlaceId Whole = IsItem ? wholeOf(P, L, V.In) : P;
  // What reads the same each time is tensor-copy-in-loop's.
  if (IsItem && !Changes->changes(A, L))
    return;
  const std::string Name = A.Op->displayName();
  if (Whole != P)
    return report(
        V, A,
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
