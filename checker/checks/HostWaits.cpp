// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/HostWaits.h"

#include "checks/Copies.h"
#include "checks/Wording.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace tensortidy {

namespace {

/// What waits until the device has computed its operand.
constexpr std::string_view Waiting[] = {
    "aten::item",      "aten::is_nonzero",         "aten::nonzero",
    "aten::equal",     "aten::allclose",           "at::Tensor::cpu",
    "aten::_unique",   "aten::_unique2",           "aten::masked_select",
    "aten::argwhere",  "aten::unique_consecutive", "aten::nonzero_numpy",
    "aten::unique_dim"};

/// What prints a tensor's elements. print() of a tensor prints its type and
/// its sizes (ATen/core/Tensor.cpp).
constexpr std::string_view Printing[] = {"at::operator<<", "at::print"};

/// What is given indices, of which some may be masks.
constexpr std::string_view Indexing[] = {"at::Tensor::index", "aten::index",
                                         "at::Tensor::index_put_",
                                         "aten::index_put_", "aten::index_put"};

/// Views of which item() reads an element of the whole.
constexpr std::string_view Elements[] = {
    "at::Tensor::operator[]", "aten::select",
    "at::Tensor::index",      "aten::index",
    "aten::narrow",           "aten::slice",
    "aten::squeeze",          "aten::flatten",
    "aten::reshape",          "aten::view"};

bool isCondition(const Apply &A) {
  return A.Op->TheSchema.fullName() == "aten::where";
}

/// The tensors among the indices of a call.
std::vector<PlaceId> indices(const Apply &A) {
  std::vector<PlaceId> Out;
  for (unsigned I = 1; I < A.Arguments.size(); ++I) {
    for (const IndexOperand &Each : A.Arguments[I].Items)
      if (Each.TheKind == IndexOperand::Kind::Tensor && Each.Tensor != NoId)
        Out.push_back(Each.Tensor);
    if (A.Arguments[I].TheKind == Argument::Kind::TensorList &&
        !A.Arguments[I].IsListPlace)
      for (PlaceId P : A.Arguments[I].Places)
        if (P != NoId)
          Out.push_back(P);
  }
  return Out;
}

/// Is it known to be one?
bool isMask(const Visit &V, PlaceId P) {
  const TensorValue &Value = V.Before.value(P);
  return !Value.isBottom() &&
         std::all_of(Value.begin(), Value.end(), [](const Alternative &Each) {
           return Each.Has.ScalarType && isMaskType(*Each.Has.ScalarType);
         });
}

} // namespace

bool givesElement(const Operator &Op) { return isOneOf(Op, Elements); }

std::optional<unsigned> waitedArgument(const Apply &A) {
  if (isOneOf(*A.Op, Waiting) || isCondition(A) ||
      (isConversion(*A.Op) && deviceAsked(A) == DeviceKind::Cpu))
    return 0;
  if (!isOneOf(*A.Op, Printing))
    return std::nullopt;
  for (unsigned I = 0; I < A.Arguments.size(); ++I)
    if (placeAt(A, I) != NoId)
      return I;
  return std::nullopt;
}

PlaceId countedMask(const Visit &V, const Apply &A, Devices &Where) {
  if (!isOneOf(*A.Op, Indexing))
    return NoId;
  // ATen/native/TensorAdvancedIndexing.cpp, canDispatchToMaskedFill
  const bool Puts = A.Op->TheSchema.Name.find("index_put") != std::string::npos;
  if (Puts &&
      (placeAt(A, 2) == NoId || Where.at(placeAt(A, 2), V) == DeviceKind::Cpu))
    return NoId;
  const std::vector<PlaceId> All = indices(A);
  const auto Mask = std::find_if(All.begin(), All.end(),
                                 [&](PlaceId P) { return isMask(V, P); });
  return Mask == All.end() ? NoId : *Mask;
}

} // namespace tensortidy
