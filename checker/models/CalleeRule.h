// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_CALLEERULE_H
#define TENSORTIDY_MODELS_CALLEERULE_H

#include "models/RuleExpression.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// What a function does with a raw pointer that it gets.
enum class PointerFate {
  Unknown,    ///< nothing is said
  Ignored,    ///< reads and writes nothing through it
  OneElement, ///< the one that it points to
  Elements    ///< walks memory from there on
};

/// Whose memory a block is, as far as copies between host and device go.
enum class MemoryKind {
  Unknown,
  Pageable, ///< the host's, as malloc and new give it
  Pinned,   ///< the host's, page-locked: the device reads and writes it itself
  Device,
  Managed ///< moves between both to where it is touched
};

/// What a function of a device's runtime does, beside copying.
enum class RuntimeAct {
  Nothing,     ///< that copies or waits
  GiveStream,  ///< of the device, for work that is to be put on it
  MakeStream,  ///< gives or makes a stream other than the current one
  SetStream,   ///< makes a stream the current one
  SetDevice,   ///< makes a device the current one
  Wait,        ///< until the device, or one stream of it, has done its work
  Allocate,    ///< gives memory of a kind
  Free,        ///< takes it back
  Pin,         ///< makes memory of the host page-locked
  EnablePeers, ///< asks whether devices reach each other, or lets them
  Prefetch,    ///< moves managed memory before it is touched
  ReadClock    ///< says what time it is
};

/// What is known of a function that is no operator: it checks tensors, or does
/// something with raw pointers, or hands on what it gets.
struct CalleeRule {
  enum class Kind {
    Guard,  ///< does not return unless Proves holds
    Launch, ///< starts a kernel with what it gets
    Copy,   ///< copies memory from one pointer to another
    Raw,    ///< Fates say what becomes of its pointers
    Same,   ///< gives its first argument back, as far as layouts go
    Tuple,  ///< gives all of its arguments as a tuple
    Runtime ///< of a device's runtime: Act says what it does
  };
  Kind TheKind = Kind::Raw;
  /// Qualified; of a Raw one without a schema it may have a '*' at its ends.
  std::string Name;
  /// Its parameters, by position; none: whatever they are.
  std::optional<Schema> Parameters;
  /// Of a Guard, over Parameters. One that takes a list means each of it.
  std::optional<RuleExpr> Proves;
  /// A Guard that gives a bool: Proves holds where that is true.
  bool Answers = false;
  /// Of each of Parameters, or of all pointers when there are none.
  std::vector<PointerFate> Fates;
  PointerFate FateOfAll = PointerFate::Unknown;
  /// Of a Copy: the parameters that say how much, and where.
  std::optional<unsigned> Bytes, Elements, To, From;
  /// Of a Copy: either side may be a device's, or two devices'.
  bool IsOfDevice = false, IsOfPeers = false;
  /// Of a Copy that returns before it has ended, or a Wait for one stream.
  std::optional<unsigned> Stream;
  RuntimeAct Act = RuntimeAct::Nothing;
  /// Of what is allocated; through a pointer to a pointer, or as the result.
  MemoryKind Memory = MemoryKind::Unknown;
  /// What it allocates, frees or pins.
  std::optional<unsigned> Pointer;
  bool Stalls = false; ///< it waits for the device, by the way
  /// Of a Raw one: it writes through all pointers that it gets.
  bool Writes = false;
  std::string File;
  unsigned Line = 0;

  /// Does it copy between host and device, or give memory that moves itself?
  bool movesMemory() const {
    return IsOfDevice ||
           (Act == RuntimeAct::Allocate && Memory == MemoryKind::Managed);
  }
  /// The same, or does it make the device do all that it has still to do?
  bool usesDevice() const {
    return movesMemory() || Act == RuntimeAct::Wait || Stalls;
  }
  PointerFate fateOf(unsigned Parameter) const {
    return Parameter < Fates.size() ? Fates[Parameter] : FateOfAll;
  }
  /// Who calls it puts work on the device.
  bool givesStream() const {
    return Act == RuntimeAct::GiveStream || Act == RuntimeAct::MakeStream;
  }
  bool writesThrough(unsigned Parameter) const {
    return Writes || To == Parameter;
  }
};

} // namespace tensortidy

#endif
