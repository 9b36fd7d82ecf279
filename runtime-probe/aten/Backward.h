// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of the backward pass are charged to the line of the forward pass that
// they belong to. Part of the tier that observes operators (ReachObserver.h).
//
// Autograd numbers its nodes, thread by thread: a node has the number that
// at::sequence_number::peek() gave before it was made, and keeps it, with the
// thread that made it (torch/csrc/autograd/function.h, libtorch 1.13 to 2.15).
// RecordFunction::seqNr() of an operator is that peek() when the operator
// began, whether or not it makes a node: several operators in a row may have
// the same, and one operator may make several nodes. So what an operator made
// is known at its end: the numbers from its own to peek(). Of operators inside
// each other the innermost ends first, and has the same line.

#ifndef TENSOR_PROBE_ATEN_BACKWARD_H
#define TENSOR_PROBE_ATEN_BACKWARD_H

#include "core/Bridge.h"
#include "core/ThreadState.h"

#include <ATen/record_function.h>

namespace tensor_probe {

/// A node of the backward pass that a thread is executing.
struct BackwardNode : at::ObserverContext {
  const char *name = nullptr;    ///< "CloneBackward0", while it runs
  StackSites *forward = nullptr; ///< where it was made; null: not known; or
                                 ///< without has_room()
  std::uint32_t generation = 0;  ///< of `forward`
  bool has_operator = false;     ///< one made it: false for AccumulateGrad
  BackwardNode *outer = nullptr; ///< which this one runs inside of
};

/// Adds a RecordFunction callback (scope BACKWARD_FUNCTION) that sets
/// ThreadState::backward, and prepares for note_nodes().
void observe_backward(const CoreApi &core);

/// At the end of an operator: remembers where the nodes that it made come from.
/// The last 131,072 nodes of a thread are known, as long as the stacks of their
/// calls find room, of several threads perhaps
/// fewer; the oldest are forgotten first. frame_address: as in current_sites().
/// Nothing without observe_backward(), and for operators that made none.
void note_nodes(const at::RecordFunction &function, const void *frame_address);

/// Where a copy is counted.
struct Charge {
  StackSites *sites;
  /// What such a copy raises when it is counted: FileHeader::forwards_unknown
  /// or forwards_full. Null: nothing.
  std::uint64_t FileHeader::*loss = nullptr;
};

/// Where a copy at these sites is counted: in rows that know its forward line,
/// if the thread is in the backward pass and the line is known.
Charge charged_sites(const CoreApi &core, StackSites *sites);

/// Says in the row's seed that it is of the backward pass, if it is.
inline void mark_backward(RowSeed &seed) {
  if (const BackwardNode *node = thread_state().backward) {
    seed.flags |= kFlagBackward;
    seed.node = node->name;
  }
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_BACKWARD_H
