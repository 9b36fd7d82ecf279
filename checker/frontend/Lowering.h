// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_LOWERING_H
#define TENSORTIDY_FRONTEND_LOWERING_H

#include "models/ModelSet.h"
#include "program/Function.h"
#include "program/GivenUpFunction.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FileManager;
} // namespace clang

namespace tensortidy {

struct LoweringOptions {
  /// Absolute paths of headers and folders of them: what they declare is called
  /// from outside of the program, whoever else calls it.
  std::vector<std::string> PublicHeaders = {};
  /// A function that needs more blocks or expressions than this is left out.
  unsigned MaxBlocks = 4000;
  unsigned MaxExpressions = 400000;
  /// Neither are expressions and statements nested deeper than this lowered.
  unsigned MaxDepth = 600;
  /// Instantiations of one template that are lowered.
  unsigned MaxInstantiations = 8;
  /// A call of a function of the file is analysed in place, with what it hands
  /// over: so many calls in a function, while it has fewer blocks than this,
  /// of callees that are no longer than this.
  /// (Callees of a few lines: four times as many.)
  unsigned MaxExpansions = 24;
  unsigned MaxBlocksToExpand = 300;
  unsigned MaxLinesToExpand = 80;
  /// Calls of lambdas, beside the first of each, that are lowered in place in
  /// one function.
  unsigned MaxLambdaCalls = 200;
};

/// What became of the functions with bodies in user files.
struct LoweringStats {
  unsigned Seen = 0; ///< definitions, lambdas and instantiations
  /// Of these: mention a tensor, or use a device's runtime.
  unsigned TouchTensors = 0;
  unsigned Lowered = 0;                 ///< of these: are in the Program
  std::vector<GivenUpFunction> Skipped; ///< the others of those
};

/// Lowers every function definition of \p Context's traversal scope that
/// touches a tensor, or uses a device's runtime, and stands in a user file: no
/// system header and none of the tensor library's own headers. Includes
/// methods, instantiations, templates that nobody instantiates (Uncertain), and
/// lambdas. A lambda that is called in place, or handed to a function, is a
/// part of the function around it; one that is stored or returned is a Function
/// of its own. Never fails: what it does not understand is a forgotten value.
std::shared_ptr<Program> lower(clang::ASTContext &Context,
                               const ModelSet &Models,
                               const LoweringOptions &Options = {},
                               LoweringStats *Stats = nullptr);

/// \p Path as \p Files sees it, without dots: how functions of other files are
/// told what is in this one.
std::string absolutePath(llvm::StringRef Path, const clang::FileManager &Files);

} // namespace tensortidy

#endif
