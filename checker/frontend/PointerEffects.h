// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_POINTEREFFECTS_H
#define TENSORTIDY_FRONTEND_POINTEREFFECTS_H

#include "program/PointerEffect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// Launches of a kernel whose arguments stand in an array or behind it.
bool launchesKernel(llvm::StringRef FunctionName);

/// Reads bodies of functions and kernels, uninstantiated templates included.
class PointerEffects {
public:
  /// Of the parameter \p Index of \p F; Unknown when its body is not in sight.
  PointerEffect of(const clang::FunctionDecl *F, unsigned Index);
  /// Of all parameters of a definition.
  std::vector<PointerEffect> effectsOf(const clang::FunctionDecl *Definition);

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<PointerEffect>> Known;
};

} // namespace tensortidy

#endif
