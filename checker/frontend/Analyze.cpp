// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Analyze.h"

namespace tensortidy {

CheckResults analyzeTranslationUnit(clang::ASTContext &Context,
                                    const ModelSet &Models,
                                    std::shared_ptr<const Program> &Out,
                                    LoweringStats &Stats) {
  Out = lower(Context, Models, {}, &Stats);
  return runChecks(*Out);
}

} // namespace tensortidy
