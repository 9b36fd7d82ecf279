// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Devices.h"

#include "analysis/ParameterTypes.h"
#include "analysis/Uses.h"
#include "checks/Copies.h"
#include "checks/DeviceWork.h"
#include "checks/Wording.h"

#include <algorithm>
#include <string_view>

namespace tensortidy {

namespace {

struct Factory {
  std::string_view Name;
  FactoryKind Kind;
};
constexpr Factory Factories[] = {{"aten::zeros", FactoryKind::Constant},
                                 {"aten::zeros_like", FactoryKind::Constant},
                                 {"aten::new_zeros", FactoryKind::Constant},
                                 {"aten::ones", FactoryKind::Constant},
                                 {"aten::ones_like", FactoryKind::Constant},
                                 {"aten::new_ones", FactoryKind::Constant},
                                 {"aten::full", FactoryKind::Constant},
                                 {"aten::full_like", FactoryKind::Constant},
                                 {"aten::new_full", FactoryKind::Constant},
                                 {"aten::eye", FactoryKind::Constant},
                                 {"aten::arange", FactoryKind::Constant},
                                 {"aten::linspace", FactoryKind::Constant},
                                 {"aten::logspace", FactoryKind::Constant},
                                 {"aten::scalar_tensor", FactoryKind::Constant},
                                 {"aten::tril_indices", FactoryKind::Constant},
                                 {"aten::triu_indices", FactoryKind::Constant},
                                 {"aten::empty", FactoryKind::Empty},
                                 {"aten::empty_like", FactoryKind::Empty},
                                 {"aten::new_empty", FactoryKind::Empty},
                                 {"aten::empty_strided", FactoryKind::Empty},
                                 {"aten::rand", FactoryKind::Random},
                                 {"aten::rand_like", FactoryKind::Random},
                                 {"aten::randn", FactoryKind::Random},
                                 {"aten::randn_like", FactoryKind::Random},
                                 {"aten::randint", FactoryKind::Random},
                                 {"aten::randperm", FactoryKind::Random},
                                 {"torch::tensor", FactoryKind::FromHost},
                                 {"at::tensor", FactoryKind::FromHost},
                                 {"at::from_blob", FactoryKind::FromHost},
                                 {"torch::from_blob", FactoryKind::FromHost}};

bool isTensor(const Argument &A) {
  return (A.TheKind == Argument::Kind::Tensor ||
          A.TheKind == Argument::Kind::TensorList) &&
         !A.Places.empty() && A.Places[0] != NoId;
}

/// The only one of \p Makers that gives \p P another value than its own, as
/// `p.zero_()` does; null where there are several.
const Fact *onlyMaker(PlaceId P, const std::vector<const Fact *> &Makers) {
  const Fact *Only = nullptr;
  for (const Fact *By : Makers) {
    const auto *A = std::get_if<Apply>(&By->What);
    if (A && A->Op && placeAt(*A, 0) == P && isAlias(*A->Op))
      continue;
    if (Only)
      return nullptr;
    Only = By;
  }
  return Only;
}

} // namespace

FactoryKind factoryKind(const Operator &Op) {
  for (const Factory &Each : Factories)
    if (Each.Name == Op.TheSchema.Name)
      return Each.Kind;
  return FactoryKind::None;
}

DeviceKind deviceAsked(const Apply &A) {
  const std::string &Name = A.Op->TheSchema.Name;
  if (Name == "at::Tensor::cpu")
    return DeviceKind::Cpu;
  if (Name == "at::Tensor::cuda" || Name == "at::Tensor::hip")
    return DeviceKind::Accelerator;
  return A.Device;
}

Devices::Devices(const Function &F) : F(F), Makers(F.Places.size()) {
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts) {
      Uses Defined;
      collectDefinitions(X, F, Defined);
      for (PlaceId P : Defined.Places)
        Makers[P].push_back(&X);
    }
}

/// Is \p P, or a variable that is another handle of it, given to a function for
/// the CPU on every path?
bool Devices::isGivenToCpu(PlaceId P) {
  if (Handles.empty())
    for (PlaceId Each = 0; Each < F.Places.size(); ++Each) {
      const Fact *By =
          Makers[Each].size() == 1 ? Makers[Each].front() : nullptr;
      const auto *A = By ? std::get_if<Assign>(&By->What) : nullptr;
      Handles.push_back(A && A->Source != NoId ? A->Source : Each);
    }
  if (!Makers[P].empty() || F.Places[P].IsList ||
      F.Places[P].Kind == PlaceKind::Field)
    return false;
  auto IsP = [&](PlaceId Each) {
    return Each != NoId && (Each == P || Handles[Each] == P);
  };
  return isOnEveryPath(F, [&](const Fact &X) {
    const auto *C = std::get_if<Call>(&X.What);
    return C && isForCpu(shortName(C->Callee)) &&
           std::any_of(C->Arguments.begin(), C->Arguments.end(), IsP);
  });
}

DeviceKind Devices::made(const Fact &By) {
  if (const auto *A = std::get_if<Assign>(&By.What))
    return A->Source == NoId ? DeviceKind::Unsaid : of(A->Source);
  const auto *A = std::get_if<Apply>(&By.What);
  if (!A || !A->Op)
    return DeviceKind::Unknown;
  const DeviceKind Asked = deviceAsked(*A);
  if (Asked != DeviceKind::Unsaid)
    return Asked;
  const std::string FullName = A->Op->TheSchema.fullName();
  if (FullName == "aten::to.other" || FullName == "aten::type_as")
    return isTensor(A->Arguments[1]) ? of(A->Arguments[1].Places[0])
                                     : DeviceKind::Unknown;
  for (const Argument &Each : A->Arguments)
    if (isTensor(Each))
      return of(Each.Places[0]);
  return factoryKind(*A->Op) == FactoryKind::None ? DeviceKind::Unknown
                                                  : DeviceKind::Cpu;
}

/// Undefined tensors and values that come round a loop say nothing.
DeviceKind Devices::of(PlaceId P) {
  if (P == NoId)
    return DeviceKind::Unknown;
  const auto [It, IsNew] = Known.try_emplace(P, DeviceKind::Unsaid);
  if (!IsNew)
    return It->second;
  if (isGivenToCpu(P))
    return Known[P] = DeviceKind::Cpu;
  const PlaceKind Kind = F.Places[P].Kind;
  const bool IsOwn = Kind == PlaceKind::Local || Kind == PlaceKind::Temporary;
  DeviceKind Found =
      IsOwn && !F.Places[P].IsList ? DeviceKind::Unsaid : DeviceKind::Unknown;
  for (const Fact *By : Makers[P]) {
    const DeviceKind Its = made(*By);
    if (Its == DeviceKind::Unsaid)
      continue;
    Found =
        Found == DeviceKind::Unsaid || Found == Its ? Its : DeviceKind::Unknown;
  }
  return Known[P] = Found == DeviceKind::Unsaid ? DeviceKind::Unknown : Found;
}

/// What a function for the CPU gives, until it is converted.
DeviceKind Devices::madeBy(const Alternative &A, const Context &C) {
  if (MakerOf.empty())
    for (size_t B = 0; B < F.Blocks.size(); ++B)
      for (size_t I = 0; I < F.Blocks[B].Facts.size(); ++I) {
        const Fact &X = F.Blocks[B].Facts[I];
        const auto *Made = std::get_if<Apply>(&X.What);
        const auto *Called = std::get_if<Call>(&X.What);
        const size_t Results = Made     ? Made->Results.size()
                               : Called ? Called->Results.size()
                                        : 0;
        for (size_t R = 0; R < Results; ++R)
          MakerOf[C.resultId(C.FirstNumber[B] + static_cast<unsigned>(I), R)] =
              &X;
      }
  bool IsForCpu = false;
  for (uint32_t Storage : A.Storages) {
    const auto It = MakerOf.find(Storage);
    if (It == MakerOf.end())
      continue;
    if (const auto *Called = std::get_if<Call>(&It->second->What))
      IsForCpu |= isForCpu(shortName(Called->Callee));
    else if (const auto &Made = std::get<Apply>(It->second->What);
             !Made.Op || isConversion(*Made.Op))
      return DeviceKind::Unknown;
  }
  return IsForCpu ? DeviceKind::Cpu : DeviceKind::Unknown;
}

DeviceKind Devices::at(PlaceId P, const Visit &V) {
  const DeviceKind Always = of(P);
  if (P == NoId || Always != DeviceKind::Unknown)
    return Always;
  std::optional<DeviceKind> All;
  for (const Alternative &A : V.Before.value(P)) {
    const DeviceKind Its = !A.Has.OnCpu   ? madeBy(A, V.In)
                           : *A.Has.OnCpu ? DeviceKind::Cpu
                                          : DeviceKind::Accelerator;
    All = !All || *All == Its ? Its : DeviceKind::Unknown;
  }
  return All.value_or(DeviceKind::Unknown);
}

bool Devices::isPinned(PlaceId P) const {
  for (size_t Steps = 0; P != NoId && Steps < F.Places.size(); ++Steps) {
    const PlaceKind Kind = F.Places[P].Kind;
    const Fact *By = onlyMaker(P, Makers[P]);
    if (!By || F.Places[P].IsList ||
        (Kind != PlaceKind::Local && Kind != PlaceKind::Temporary))
      return false;
    if (const auto *A = std::get_if<Assign>(&By->What)) {
      P = A->Source;
      continue;
    }
    const auto *A = std::get_if<Apply>(&By->What);
    if (!A || !A->Op)
      return false;
    if (A->IsPinned || A->Op->TheSchema.Name == "aten::pin_memory")
      return true;
    P = isAlias(*A->Op) && !A->Arguments.empty() && isTensor(A->Arguments[0])
            ? A->Arguments[0].Places[0]
            : NoId;
  }
  return false;
}

bool Devices::mayBePinned(PlaceId P) {
  if (P == NoId)
    return true;
  const auto [It, IsNew] = Pinned.try_emplace(P, false);
  if (!IsNew)
    return It->second;
  const PlaceKind Kind = F.Places[P].Kind;
  if (Makers[P].empty() || F.Places[P].IsList ||
      (Kind != PlaceKind::Local && Kind != PlaceKind::Temporary))
    return Pinned[P] = true;
  bool Found = false;
  for (const Fact *By : Makers[P]) {
    if (const auto *A = std::get_if<Assign>(&By->What)) {
      Found |= A->Source != NoId && mayBePinned(A->Source);
      continue;
    }
    const auto *A = std::get_if<Apply>(&By->What);
    if (!A || !A->Op || A->IsPinned ||
        A->Op->TheSchema.Name == "aten::pin_memory" ||
        A->Op->displayName() == "from_blob") {
      Found = true;
      continue;
    }
    // A transfer to the host without waiting makes pinned memory (_to_copy in
    // ATen/native/TensorConversions.cpp); cpu() of what a caller gives is asked
    // of what is on a device.
    if (isConversion(*A->Op) && deviceAsked(*A) == DeviceKind::Cpu) {
      const PlaceId Source = placeAt(*A, 0);
      Found |=
          isNonBlocking(*A) ||
          (Source != NoId && !Makers[Source].empty() && mayBePinned(Source));
      continue;
    }
    // A view is where its source is; a new result is not pinned.
    for (const Argument &Each : A->Arguments)
      if (isAlias(*A->Op) && isTensor(Each))
        Found |= mayBePinned(Each.Places[0]);
  }
  return Pinned[P] = Found;
}

} // namespace tensortidy
