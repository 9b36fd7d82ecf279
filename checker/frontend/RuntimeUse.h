// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_RUNTIMEUSE_H
#define TENSORTIDY_FRONTEND_RUNTIMEUSE_H

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
} // namespace clang

namespace tensortidy {

struct CalleeRule;
class UnitContext;

/// What a body does with a device's runtime.
enum class RuntimeUse {
  None,
  Waits, ///< for the device, or frees or allocates what makes it wait
  Moves  ///< memory: it copies between host and device, or has it move itself
};
RuntimeUse runtimeUseOf(const clang::FunctionDecl *Definition,
                        UnitContext &Unit);

/// What rules say of the function that \p E calls; null for nothing.
const CalleeRule *ruleOfCall(const clang::CallExpr *E, UnitContext &Unit);

/// Is \p Side of a copy between host and device a number, as CUdeviceptr is
/// (cuda.h)? That is an address of the device.
bool isDeviceAddress(const clang::Expr *Side);

} // namespace tensortidy

#endif
