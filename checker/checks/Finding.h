// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_FINDING_H
#define TENSORTIDY_CHECKS_FINDING_H

#include "analysis/IdSet.h"
#include "program/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// How sure a finding is; see docs/confidence.md.
enum class Confidence { Possible, Likely, Proven };
const char *toString(Confidence C);
/// None when \p Name is not what toString() gives.
std::optional<Confidence> confidenceNamed(const std::string &Name);

/// A note: where, and what happened there.
struct Note {
  SourceRange Where;
  uint32_t Point = 0; ///< byte offset that the note points at
  std::string Message;
};

/// Replace the bytes of Range by Text. All edits of a finding belong together
/// and are right for every layout.
struct Edit {
  SourceRange Range;
  std::string Text;
};

/// One result of a check, free of Clang: hosts replay it as they need.
struct Finding {
  std::string Check; ///< "tensor-hidden-copy"
  Confidence Sure = Confidence::Possible;
  SourceRange Where;
  uint32_t Point = 0; ///< byte offset that the diagnostic points at
  SourceRange Statement;
  /// Lower-case, no full stop, the entity in quotes; without the check's name.
  std::string Message;
  std::vector<Note> Notes; ///< the path that led there, in order
  std::vector<Edit> Edits;
  std::string Function; ///< enclosing function's qualified name
  std::string Operator; ///< "reshape" where one is concerned
  /// Arguments or variables concerned, as spelled.
  std::vector<std::string> Arguments;
  /// Predicts that this operator copies a whole tensor here: the probe can
  /// confirm or refute it.
  bool PredictsCopy = false;
  /// How many loops there are around the place, where it is reported because
  /// one repeats it; 0 elsewhere.
  unsigned LoopDepth = 0;
  /// How many bytes it is about, where that is a known number.
  std::optional<int64_t> Bytes;
  /// Tensors that the function was given and whose strides nothing in it
  /// establishes: the finding holds as far as callers pass strided ones, which
  /// linking decides. Empty when it does not depend on callers.
  IdSet OpenRoots;
};

} // namespace tensortidy

#endif
