// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/Layouts.h"

#include "aten/Describe.h"
#include "aten/TryLock.h"
#include "core/ThreadState.h"

#include <ATen/record_function.h>

namespace tensor_probe {

namespace {
using WeakTensor =
    c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;

const CoreApi *core = nullptr;

/// A strided tensor. The weak reference keeps its address from becoming that
/// of another one, while its memory is given back as ever.
struct Known {
  WeakTensor tensor{at::Tensor().getIntrusivePtr()};
  std::uint32_t generation = 0;
  std::uint32_t layout = 0;
};

/// The tensors whose addresses fall together.
struct Shelf {
  static constexpr std::size_t kTensors = 8;
  bool busy = false;
  Known tensors[kTensors];

  /// The tensor's place; null if it has none.
  Known *find(const c10::TensorImpl *tensor) {
    for (Known &known : tensors)
      if (known.tensor._unsafe_get_target() == tensor)
        return &known;
    return nullptr;
  }
  /// A place for another tensor: that of one that is gone, or the first one's.
  Known &make_room() {
    for (Known &known : tensors)
      if (known.tensor.expired())
        return known;
    core->count_loss(Loss::layouts_lost);
    return tensors[0];
  }
};

/// Never destroyed: tensors may outlive static objects.
constexpr std::size_t kShelves = 2048;
Shelf *shelves = nullptr;

Shelf &shelf_of(const c10::TensorImpl *tensor) {
  const std::uint64_t hash =
      mixed(0, reinterpret_cast<std::uintptr_t>(tensor) >> 4);
  return shelves[hash % kShelves];
}

std::uint32_t generation() {
  return __atomic_load_n(core->generation, __ATOMIC_ACQUIRE);
}

std::uint32_t find_layout(const c10::TensorImpl *tensor) {
  Shelf &shelf = shelf_of(tensor);
  const TryLock lock(shelf.busy);
  const Known *known = lock.taken() ? shelf.find(tensor) : nullptr;
  return known != nullptr && known->generation == generation() ? known->layout
                                                               : 0;
}

void remember(const at::Tensor &tensor, std::uint32_t layout) {
  Shelf &shelf = shelf_of(tensor.unsafeGetTensorImpl());
  const TryLock lock(shelf.busy);
  if (!lock.taken())
    return;
  Known *known = shelf.find(tensor.unsafeGetTensorImpl());
  if (known == nullptr && layout == 0)
    return;
  if (known == nullptr) {
    known = &shelf.make_room();
    known->tensor = WeakTensor(tensor.getIntrusivePtr());
  }
  known->generation = generation();
  known->layout = layout;
}

/// The first strided argument of an operator's call.
struct Strided : at::ObserverContext {
  bool found = false;
  std::uint64_t hash = 0;   ///< layout_hash()
  std::uint32_t layout = 0; ///< 0: not known how it came to be strided
};

void look_at(const at::Tensor &argument, Strided &strided) {
  if (strided.found || !has_layout(argument) || argument.is_contiguous())
    return;
  strided.found = true;
  strided.hash = layout_hash(argument);
  strided.layout = find_layout(argument.unsafeGetTensorImpl());
}

std::unique_ptr<at::ObserverContext>
before_operator(const at::RecordFunction &function) {
  if (thread_state().inside)
    return nullptr;
  auto strided = std::make_unique<Strided>();
  try {
    for (const c10::IValue &argument : function.inputs())
      for_each_tensor(argument, [&](const at::Tensor &tensor) {
        look_at(tensor, *strided);
      });
  } catch (...) {
    return nullptr; // a tensor of a kind that has no strides
  }
  return strided;
}

/// One call of an operator that returns.
struct Call {
  const at::RecordFunction &function;
  const Strided &strided;
  const void *frame_address;
  StackSites *sites = nullptr;
};

/// The step that this call is; the argument's own layout where the result is
/// laid out as the argument was.
std::uint32_t layout_of_result(const at::Tensor &result, Call &call) {
  const Strided &strided = call.strided;
  if (result.is_contiguous())
    return 0;
  if (strided.found && layout_hash(result) == strided.hash)
    return strided.layout;
  bool walked = false;
  if (call.sites == nullptr)
    call.sites = current_sites(*core, call.frame_address, &walked);
  if (call.sites == nullptr)
    return 0;
  const bool unknown_before = strided.found && strided.layout == 0;
  return core->add_layout(*call.sites, call.function.name(), strided.layout,
                          unknown_before ? kLayoutUnknownBefore : 0U);
}

/// Never inlined: its frame address is what the stack cache goes by.
__attribute__((noinline)) void
after_operator(const at::RecordFunction &function,
               at::ObserverContext *context) {
  ThreadState &state = thread_state();
  if (context == nullptr || state.inside)
    return;
  state.inside = true;
  Call call{function, *static_cast<const Strided *>(context),
            __builtin_frame_address(0)};
  try {
    for (const c10::IValue &value : function.outputs())
      for_each_tensor(value, [&](const at::Tensor &result) {
        if (has_layout(result))
          remember(result, layout_of_result(result, call));
      });
  } catch (...) {
    // As in before_operator().
  }
  state.inside = false;
}

std::uint32_t layout_of_impl(const void *impl) {
  return find_layout(static_cast<const c10::TensorImpl *>(impl));
}
} // namespace

std::uint32_t layout_of(const at::Tensor &tensor) {
  return shelves == nullptr || !has_layout(tensor) || tensor.is_contiguous()
             ? 0
             : find_layout(tensor.unsafeGetTensorImpl());
}

void observe_layouts(const CoreApi &api, PartStatus &status) {
  core = &api;
  shelves = new Shelf[kShelves];
  at::addGlobalCallback(
      at::RecordFunctionCallback(before_operator, after_operator)
          .needsInputs(true)
          .needsOutputs(true)
          .scopes({at::RecordScope::FUNCTION}));
  explain_view_errors(api);
  status.layout_of = layout_of_impl;
  status.tiers |= kTierLayouts;
}

} // namespace tensor_probe
