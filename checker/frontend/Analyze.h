// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_ANALYZE_H
#define TENSORTIDY_FRONTEND_ANALYZE_H

#include "checks/Checks.h"
#include "frontend/Lowering.h"

namespace tensortidy {

/// Lowers a translation unit and runs all checks over it. The findings'
/// ranges refer to the files of \p Out, which gets the lowered program.
/// \p Models must outlive \p Out.
CheckResults analyzeTranslationUnit(clang::ASTContext &Context,
                                    const ModelSet &Models,
                                    std::shared_ptr<const Program> &Out,
                                    LoweringStats &Stats);

} // namespace tensortidy

#endif
