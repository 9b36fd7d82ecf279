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

/// What holds a shelf does little: a thread that still finds it taken after so
/// many tries was left behind by a fork, or all processors do something else.
constexpr int kTries = 1000;

struct Place {
  const void *address;
  WeakTensor *view; ///< null: none yet
};

/// The views whose addresses fall together. Which those are is asked at each
/// memcpy of the program, without a lock.
struct Shelf {
  static constexpr std::size_t kViews = 8;
  const void *addresses[kViews];
  WeakTensor *views[kViews]; ///< null: none yet
  bool busy;
  /// A live view may have been forgotten of which not even that is known.
  /// Atomic, and never taken back.
  bool lost;
  unsigned next;           ///< whose place is taken where all are
  Place forgotten[kViews]; ///< views whose place was taken while they lived
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

/// Of the first element. Not data_ptr(): that makes a copy of memory that is
/// copied when it is written to, at::_lazy_clone() of libtorch 2.x.
const void *address_of(const at::Tensor &tensor) {
  const c10::Storage &storage = tensor.storage();
  const void *memory = storage.data_ptr().get();
  return memory == nullptr
             ? nullptr
             : static_cast<const char *>(memory) +
                   static_cast<std::size_t>(tensor.storage_offset()) *
                       tensor.itemsize();
}

void put(WeakTensor *&place, WeakTensor view) {
  if (place == nullptr)
    place = new WeakTensor(std::move(view));
  else
    *place = std::move(view);
}

void lose(Shelf &shelf) {
  __atomic_store_n(&shelf.lost, true, __ATOMIC_RELAXED);
}

/// Keeps in mind that the view of this place lives and is not known any more.
void forget(Shelf &shelf, std::size_t place) {
  core->count(&FileHeader::views_forgotten);
  for (Place &one : shelf.forgotten)
    if (one.view == nullptr || one.view->expired()) {
      put(one.view, *shelf.views[place]);
      one.address = shelf.addresses[place];
      return;
    }
  lose(shelf);
}

/// Whether a view that begins there may have been forgotten.
bool has_forgotten(const Shelf &shelf, const void *address) {
  for (const Place &one : shelf.forgotten)
    if (one.view != nullptr && one.address == address && !one.view->expired())
      return true;
  return __atomic_load_n(&shelf.lost, __ATOMIC_RELAXED);
}

/// A place for this tensor: its own, a free one, or that of one that is gone;
/// if need be that of one that lives.
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
  const std::size_t place = shelf.next++ % Shelf::kViews;
  forget(shelf, place);
  return place;
}

void remember(const at::Tensor &tensor) {
  if (!has_layout(tensor) || tensor.numel() == 0 ||
      tensor.storage_offset() == 0)
    return;
  const void *address = address_of(tensor);
  if (address == nullptr)
    return;
  Shelf &shelf = shelf_of(address);
  const TryLock lock(shelf.busy, kTries);
  if (!lock.taken()) {
    lose(shelf);
    core->count(&FileHeader::views_forgotten);
    return;
  }
  const std::size_t place =
      place_for(shelf, address, tensor.unsafeGetTensorImpl());
  put(shelf.views[place], WeakTensor(tensor.getIntrusivePtr()));
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

/// The views that begin at an address.
struct Found {
  at::Tensor views[Shelf::kViews]; ///< undefined: none
  bool complete = false;           ///< no others may begin there
};

Found views_at(const void *address) {
  Found found;
  Shelf &shelf = shelf_of(address);
  const TryLock lock(shelf.busy, kTries);
  if (!lock.taken())
    return found;
  for (std::size_t i = 0; i < Shelf::kViews; ++i)
    if (shelf.views[i] != nullptr && is_at(shelf, i, address))
      found.views[i] = at::Tensor(shelf.views[i]->lock());
  found.complete = !has_forgotten(shelf, address);
  return found;
}

/// What is known of a range that begins with a view.
struct Fit {
  const at::Tensor *view = nullptr; ///< the one that leaves least; null: none
  std::uint64_t beyond = 0;
  bool untested = false; ///< another one was too involved
};

Fit best_fit(const Found &found, const void *address, std::size_t bytes) {
  Fit fit;
  for (const at::Tensor &view : found.views) {
    std::uint64_t beyond = 0;
    if (!view.defined() || address_of(view) != address)
      continue;
    if (!core->bytes_beyond(view_of(view), bytes, beyond))
      fit.untested = true;
    else if (fit.view == nullptr || beyond < fit.beyond)
      fit.view = &view, fit.beyond = beyond;
  }
  return fit;
}

/// Never inlined: its frame address is what the stack cache goes by.
__attribute__((noinline)) void test(const void *address, std::size_t bytes) {
  const Found found = views_at(address);
  const Fit fit = best_fit(found, address, bytes);
  if (fit.view != nullptr && fit.beyond == 0)
    return;
  if (!found.complete || fit.untested) {
    core->count(found.complete ? &FileHeader::untested
                               : &FileHeader::ranges_untested);
    return;
  }
  if (fit.view == nullptr)
    return;
  bool walked = false;
  const StackSites *sites =
      current_sites(*core, __builtin_frame_address(0), &walked);
  if (sites == nullptr)
    return;
  MisuseSeed seed;
  seed.kind = MisuseKind::beyond_view;
  seed.tensor = view_of(*fit.view);
  seed.layout = layout_of(*fit.view);
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
