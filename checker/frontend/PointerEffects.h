// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_POINTEREFFECTS_H
#define TENSORTIDY_FRONTEND_POINTEREFFECTS_H

#include "models/CalleeRule.h"
#include "models/ModelSet.h"
#include "program/PointerEffect.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// What a rule says of one pointer; none when it says nothing.
std::optional<PointerEffect> effectOf(PointerFate F);

/// Reads bodies of functions and kernels, uninstantiated templates included.
class PointerEffects {
public:
  explicit PointerEffects(const ModelSet &Models) : Models(Models) {}

  /// Of the parameter \p Index of \p F; Unknown when its body is not in sight.
  PointerEffect of(const clang::FunctionDecl *F, unsigned Index);
  /// Does it write through the parameter \p Index? False: that is not known.
  bool isWritten(const clang::FunctionDecl *F, unsigned Index);
  /// What countOfElementwise() says of a definition.
  std::optional<unsigned>
  countOfElementwise(const clang::FunctionDecl *Definition);
  /// Of all parameters of a definition.
  std::vector<PointerEffect> effectsOf(const clang::FunctionDecl *Definition);

private:
  struct Parameters {
    std::vector<PointerEffect> Effects;
    std::vector<bool> Written;
  };
  class BodyReader;

  const Parameters &parametersOf(const clang::FunctionDecl *Definition);
  /// Null: the body is not in sight, or has no such parameter.
  const Parameters *parametersOf(const clang::FunctionDecl *F, unsigned Index);

  const ModelSet &Models;
  llvm::DenseMap<const clang::FunctionDecl *, Parameters> Known;
  llvm::DenseMap<const clang::FunctionDecl *, std::optional<unsigned>> Counts;
};

} // namespace tensortidy

#endif
