// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/StackWalk.h"

#define UNW_LOCAL_ONLY
#include <libunwind.h>

namespace tensor_probe {

/// Address of the word that holds the return address into a frame, given that
/// frame's stack pointer after the return; 0 where that is not known.
static std::uintptr_t slot_below(std::uintptr_t stack_pointer) {
#if defined(__x86_64__)
  // `ret` pops the return address: it lies just below.
  return stack_pointer - sizeof(void *);
#else
  static_cast<void>(stack_pointer);
  return 0;
#endif
}

static void add_frame(WalkedStack &stack, std::uintptr_t pc,
                      std::uintptr_t stack_pointer) {
  const std::uintptr_t slot = slot_below(stack_pointer);
  const std::uint32_t i = stack.count++;
  stack.pcs[i] = pc;
  stack.slots[i] = slot;
  const bool ascending = i == 0 || slot > stack.slots[i - 1];
  if (slot == 0 || !ascending ||
      *reinterpret_cast<const std::uintptr_t *>(slot) != pc)
    stack.verifiable = false;
}

void walk_stack(std::uintptr_t lowest_slot, WalkedStack &stack) {
  stack.count = 0;
  stack.flags = 0;
  stack.verifiable = true;
  unw_context_t context;
  unw_cursor_t cursor;
  unw_getcontext(&context);
  unw_init_local(&cursor, &context);
  while (unw_step(&cursor) > 0) {
    unw_word_t pc = 0, stack_pointer = 0;
    unw_get_reg(&cursor, UNW_REG_IP, &pc);
    unw_get_reg(&cursor, UNW_REG_SP, &stack_pointer);
    if (pc == 0)
      break;
    if (stack_pointer <= lowest_slot)
      continue;
    if (stack.count == kMaxFrames) {
      stack.flags |= kStackTruncated;
      break;
    }
    add_frame(stack, pc, stack_pointer);
  }
  if (stack.count == 0) {
    stack.flags |= kStackFailed;
    stack.verifiable = false;
  }
}

} // namespace tensor_probe
