// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_OPENMP_H
#define TENSORTIDY_FRONTEND_OPENMP_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/MapVector.h"

namespace tensortidy {

/// The statement that the directive is written before, without what Clang
/// wraps it in; null of one that stands alone, as a barrier does.
const clang::Stmt *bodyOf(const clang::OMPExecutableDirective *D);

/// Does each thread run the whole body, as after `omp parallel`? Other
/// directives divide it among the threads: it is run once in all.
bool isRunByEveryThread(const clang::OMPExecutableDirective *D);

/// What the clauses of a directive say of a variable that has a copy of its
/// own within the body.
struct PrivateCopy {
  const clang::Expr *At = nullptr; ///< the variable, in the first such clause
  bool CopiesIn = false;           ///< firstprivate
  bool CopiesOut = false;          ///< lastprivate
  bool IsReduced = false;
};

/// By variable, in the order of the clauses, those that Clang adds included.
llvm::MapVector<const clang::ValueDecl *, PrivateCopy>
privateCopiesOf(const clang::OMPExecutableDirective *D);

} // namespace tensortidy

#endif
