// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/Touches.h"

#include "aten/Describe.h"
#include "aten/Layouts.h"
#include "aten/TryLock.h"
#include "core/ThreadState.h"

#include <ATen/record_function.h>

namespace tensor_probe {

namespace {
using WeakTensor =
    c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;

const CoreApi *core = nullptr;

/// The views whose addresses fall together. Which those are is asked at each
/// memcpy of the program, without a lock.
struct Shelf {
  static constexpr std::size_t kViews = 8;
  const void *addresses[kViews];
  WeakTensor *views[kViews]; ///< null: none yet
  bool busy;
  bool lost; ///< some live view was forgotten
};

/// Never destroyed: memory is copied to the end of the program.
constexpr std::size_t kShelves = 4096;
Shelf *shelves = nullptr;

Shelf &shelf_of(const void *address) {
  const std::uint64_t hash =
      mixed(0, reinterpret_cast<std::uintptr_t>(address) >> 1);
  return shelves[hash % kShelves];
}

bool is_at(const Shelf &shelf, std::size_t place, const void *address) {
  return __atomic_load_n(&shelf.addresses[place], __ATOMIC_RELAXED) == address;
}

/// A place for this tensor: its own, a free one, or that of one that is gone.
std::size_t place_for(Shelf &shelf, const void *address,
                      const c10::TensorImpl *tensor) {
  std::size_t free = Shelf::kViews;
  for (std::size_t i = 0; i < Shelf::kViews; ++i) {
    const WeakTensor *view = shelf.views[i];
    if (view != nullptr && view->_unsafe_get_target() == tensor &&
        is_at(shelf, i, address))
      return i;
    if (free == Shelf::kViews && (view == nullptr || view->expired()))
      free = i;
  }
  if (free != Shelf::kViews)
    return free;
  shelf.lost = true;
  return 0;
}

void remember(const at::Tensor &tensor) {
  if (!has_layout(tensor) || tensor.numel() == 0 ||
      tensor.storage_offset() == 0)
    return;
  const void *address = tensor.data_ptr();
  Shelf &shelf = shelf_of(address);
  const TryLock lock(shelf.busy);
  if (!lock.taken()) {
    shelf.lost = true;
    return;
  }
  const std::size_t place =
      place_for(shelf, address, tensor.unsafeGetTensorImpl());
  WeakTensor weak(tensor.getIntrusivePtr());
  if (shelf.views[place] == nullptr)
    shelf.views[place] = new WeakTensor(std::move(weak));
  else
    *shelf.views[place] = std::move(weak);
  __atomic_store_n(&shelf.addresses[place], address, __ATOMIC_RELAXED);
}

std::unique_ptr<at::ObserverContext>
before_operator(const at::RecordFunction &) {
  return nullptr;
}

void after_operator(const at::RecordFunction &function, at::ObserverContext *) {
  ThreadState &state = thread_state();
  if (state.inside)
    return;
  state.inside = true;
  try {
    for (const c10::IValue &value : function.outputs())
      for_each_tensor(value, remember);
  } catch (...) {
    // a tensor of a kind that has no memory
  }
  state.inside = false;
}

/// What is known of a range that begins with a view.
struct Fit {
  at::Tensor view; ///< the one that leaves least; undefined: there is none
  std::uint64_t beyond = 0;
  bool untested = false;
};

void look_at(const at::Tensor &view, const void *address, std::size_t bytes,
             Fit &fit) {
  if (!view.defined() || view.data_ptr() != address)
    return;
  std::uint64_t beyond = 0;
  if (!core->bytes_beyond(view_of(view), bytes, beyond))
    fit.untested = true;
  else if (!fit.view.defined() || beyond < fit.beyond)
    fit.view = view, fit.beyond = beyond;
}

Fit best_fit(const void *address, std::size_t bytes) {
  Fit fit;
  Shelf &shelf = shelf_of(address);
  const TryLock lock(shelf.busy);
  if (!lock.taken())
    return fit;
  fit.untested = shelf.lost;
  for (std::size_t i = 0; i < Shelf::kViews; ++i)
    if (shelf.views[i] != nullptr && is_at(shelf, i, address))
      look_at(at::Tensor(shelf.views[i]->lock()), address, bytes, fit);
  return fit;
}

/// Never inlined: its frame address is what the stack cache goes by.
__attribute__((noinline)) void test(const void *address, std::size_t bytes) {
  const Fit fit = best_fit(address, bytes);
  if (!fit.view.defined() || fit.beyond == 0)
    return;
  if (fit.untested) {
    core->count_untested();
    return;
  }
  bool walked = false;
  const StackSites *sites =
      current_sites(*core, __builtin_frame_address(0), &walked);
  if (sites == nullptr)
    return;
  MisuseSeed seed;
  seed.kind = MisuseKind::beyond_view;
  seed.tensor = view_of(fit.view);
  seed.layout = layout_of(fit.view);
  seed.bytes = bytes;
  seed.beyond = fit.beyond;
  core->count_misuse(*sites, seed);
}

/// Is there a view that begins there? Touches nothing of the thread's: this may
/// be anywhere, in a signal handler as well.
bool may_be_view(const void *address) {
  const Shelf &shelf = shelf_of(address);
  for (std::size_t i = 0; i < Shelf::kViews; ++i)
    if (is_at(shelf, i, address))
      return true;
  return false;
}

void touched(const void *address, std::size_t bytes) {
  if (!may_be_view(address))
    return;
  ThreadState &state = thread_state();
  if (state.inside)
    return;
  state.inside = true;
  try {
    test(address, bytes);
  } catch (...) {
    // no memory: the copy goes on
  }
  state.inside = false;
}
} // namespace

void observe_touches(const CoreApi &api, PartStatus &status) {
  core = &api;
  shelves = new Shelf[kShelves]();
  at::addGlobalCallback(
      at::RecordFunctionCallback(before_operator, after_operator)
          .needsOutputs(true)
          .scopes({at::RecordScope::FUNCTION}));
  status.touched = touched;
  status.tiers |= kTierTouches;
}

} // namespace tensor_probe
