// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/ReachObserver.h"

#include "aten/Backward.h"
#include "aten/OwnWrites.h"
#include "core/Clock.h"
#include "core/ThreadState.h"

#include <ATen/record_function.h>

#include <cstring>

namespace tensor_probe {

namespace {
const CoreApi *core = nullptr;
/// Is it asked for what operators write by themselves?
bool sees_own_writes = false;

/// What dynamo calls each run of a function that it has compiled, followed by
/// the number of the compilation (torch/_dynamo/convert_frame.py, 2.15).
constexpr char kCompiledRegion[] = "Torch-Compiled Region";

/// In the place of an operator's name: a library that AOTInductor made.
constexpr char kCompiledModel[] = "AOTInductor model";

struct Operator {
  const char *name;
  bool writes = false; ///< by itself, not by copy_: see aten/OwnWrites.h
};

/// Operators that copy, or may copy because of a layout, element type or
/// device.
constexpr Operator kOperators[] = {
    {"aten::reshape"},
    {"aten::reshape_as"},
    {"aten::flatten"},
    {"aten::ravel"},
    {"aten::contiguous"},
    {"aten::clone"},
    {"aten::to"},
    {"aten::_to_copy"},
    {"aten::type_as"},
    {"aten::conv1d"},
    {"aten::conv2d"},
    {"aten::conv3d"},
    {"aten::convolution"},
    {"aten::conv_transpose1d"},
    {"aten::conv_transpose2d"},
    {"aten::conv_transpose3d"},
    {"aten::linear"},
    {"aten::matmul"},
    {"aten::mm"},
    {"aten::bmm"},
    {"aten::addmm"},
    {"aten::baddbmm"},
    {"aten::einsum"},
    {"aten::tensordot"},
    {"aten::layer_norm"},
    {"aten::native_layer_norm"},
    {"aten::group_norm"},
    {"aten::batch_norm"},
    {"aten::max_pool2d"},
    {"aten::avg_pool2d"},
    {"aten::repeat"},
    {"aten::tile"},
    {"aten::scaled_dot_product_attention"},
    {"aten::_scaled_dot_product_attention"},
    {"aten::embedding"},
    {"aten::gru"},
    {"aten::lstm"},
    {"aten::pin_memory"},
    {"aten::item"},
    {"aten::cat", true},
    {"aten::stack", true},
    {"aten::index", true},
    {"aten::index_select", true},
    {"aten::gather", true},
    {"aten::masked_select", true},
    {"aten::take", true},
    {"aten::take_along_dim", true},
    {"aten::repeat_interleave", true},
    {"aten::flip", true},
    {"aten::roll", true},
    {"aten::_foreach_copy_", true},
    {"aten::split_with_sizes_copy", true},
    {kCompiledRegion},
};
constexpr std::size_t kCount = sizeof(kOperators) / sizeof(kOperators[0]);

std::size_t hash(const char *name) {
  std::size_t value = 14695981039346656037ULL;
  for (; *name != '\0'; ++name)
    value = (value ^ static_cast<unsigned char>(*name)) * 1099511628211ULL;
  return value ^ (value >> 29);
}

/// Open-addressing index from a name to its place in kOperators.
class Index {
public:
  Index() {
    for (std::size_t i = 0; i < kCount; ++i) {
      std::size_t slot = hash(kOperators[i].name) % kSlots;
      while (slots_[slot] != 0)
        slot = (slot + 1) % kSlots;
      slots_[slot] = static_cast<unsigned char>(i + 1);
    }
  }
  /// kCount if the name is not listed.
  std::size_t find(const char *name) const {
    for (std::size_t slot = hash(name) % kSlots; slots_[slot] != 0;
         slot = (slot + 1) % kSlots)
      if (std::strcmp(kOperators[slots_[slot] - 1].name, name) == 0)
        return slots_[slot] - 1U;
    return kCount;
  }

private:
  static constexpr std::size_t kSlots = 128;
  unsigned char slots_[kSlots] = {};
};

const Index &index_of_names() {
  static const Index &index = *new Index;
  return index;
}

std::size_t place_of(const char *name) {
  constexpr std::size_t length = sizeof(kCompiledRegion) - 1;
  const bool is_region = std::strncmp(name, kCompiledRegion, length) == 0;
  return index_of_names().find(is_region ? kCompiledRegion : name);
}

/// String id of kOperators[place] in this process's file. A forked child has
/// another file, hence another generation, and names its operators anew.
std::uint32_t operator_id(std::size_t place) {
  struct Known {
    std::uint32_t generation, id;
  };
  static Known known[kCount];
  const std::uint32_t generation =
      __atomic_load_n(core->generation, __ATOMIC_ACQUIRE);
  std::uint64_t packed;
  __atomic_load(reinterpret_cast<std::uint64_t *>(&known[place]), &packed,
                __ATOMIC_ACQUIRE);
  Known current;
  std::memcpy(&current, &packed, sizeof(current));
  if (current.generation == generation)
    return current.id;
  current = {generation, core->operator_id(kOperators[place].name)};
  std::memcpy(&packed, &current, sizeof(current));
  __atomic_store(reinterpret_cast<std::uint64_t *>(&known[place]), &packed,
                 __ATOMIC_RELEASE);
  return current.id;
}

/// A call of the operator with this id.
void count(std::uint32_t op, StackSites *sites) {
  SiteBlock *row = nullptr;
  const std::uint64_t now = clock_ns() - *core->start_ns;
  if (sites != nullptr) {
    const std::uint64_t key = reach_key(op);
    row = find_row(*sites, key);
    if (row == nullptr && op != kNoId) {
      RowSeed seed;
      seed.kind = RowKind::reach;
      seed.op = op;
      seed.when_ns = now;
      row = core->add_row(sites, key, seed);
    }
  }
  if (row == nullptr)
    core->count_loss(Loss::reaches_without_row);
  else
    count_reach(*row, now);
}

/// Never inlined: its frame address is what the stack cache goes by.
__attribute__((noinline)) std::unique_ptr<at::ObserverContext>
before_operator(const at::RecordFunction &function) {
  const std::size_t place = place_of(function.name());
  ThreadState &state = thread_state();
  if (place == kCount || state.inside)
    return nullptr;
  state.inside = true;
  bool walked = false;
  StackSites *sites = current_sites(*core, __builtin_frame_address(0), &walked);
  count(operator_id(place), sites);
  state.inside = false;
  if (!kOperators[place].writes || !sees_own_writes)
    return nullptr;
  return begin_own_writes(*core, function, sites, operator_id(place));
}

/// Never inlined, likewise.
__attribute__((noinline)) void
after_operator(const at::RecordFunction &function,
               at::ObserverContext *context) {
  if (context != nullptr)
    end_own_writes(*core, function, *static_cast<OwnWrites *>(context));
  note_nodes(function, __builtin_frame_address(0));
}
} // namespace

/// Never inlined, likewise.
static __attribute__((noinline)) void count_compiled_call() {
  ThreadState &state = thread_state();
  if (state.inside)
    return;
  state.inside = true;
  bool walked = false;
  count(core->operator_id(kCompiledModel),
        current_sites(*core, __builtin_frame_address(0), &walked));
  state.inside = false;
}

void observe_compiled_models(const CoreApi &api, PartStatus &status) {
  core = &api;
  status.count_compiled_call = count_compiled_call;
}

void observe_reach(const CoreApi &api, PartStatus &status) {
  core = &api;
  index_of_names();
  // All names go into the file now: a reader can then tell an operator that
  // was never called from one that is not counted.
  for (std::size_t place = 0; place < kCount; ++place)
    operator_id(place);
  // libtorch puts the arguments and results of every operator into boxes for
  // who asks for them.
  const std::uint32_t tiers = api.wanted_tiers & (kTierReach | kTierOwnWrites);
  sees_own_writes = (tiers & kTierOwnWrites) != 0;
  at::addGlobalCallback(
      at::RecordFunctionCallback(before_operator, after_operator)
          .needsInputs(sees_own_writes)
          .needsOutputs(sees_own_writes)
          .scopes({at::RecordScope::FUNCTION}));
  observe_backward(api);
  status.tiers |= tiers;
}

} // namespace tensor_probe
