// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_CLANGCOMMAND_H
#define TENSORTIDY_COMMANDS_CLANGCOMMAND_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace tensortidy {

enum class SourceLanguage {
  Cxx,
  Cuda,
  Other ///< C, assembler and the like
};

/// A compile command in a form that Clang's driver takes, and what became of
/// the original for those who want to know. An option that was spelt otherwise
/// stands in both lists.
struct ClangCommand {
  std::vector<std::string> Arguments; ///< the compiler comes first
  std::vector<std::string> Dropped;   ///< options with their values
  std::vector<std::string> Added;     ///< likewise
  SourceLanguage Language = SourceLanguage::Cxx;
};

/// Turns the command of any compiler into one that Clang parses as that
/// compiler would have:
/// - launchers in front (ccache, "cmake -E env", ...) are taken off, response
///   files expanded, also nvcc's --options-file;
/// - nvcc's options are translated, and whatever compiles CUDA is parsed for
///   the host only, with the toolkit of the nvcc that is named, of CUDA_HOME or
///   CUDA_PATH, or of the system;
/// - options and warnings that Clang does not know are left out, and
///   precompiled headers of which the header itself is included as well;
/// - under -fopenmp gcc's omp.h is found.
/// Files are looked for in \p FS, relative ones from \p Directory, where the
/// command runs.
/// \p FS belongs to an IntrusiveRefCntPtr, as LLVM's file systems do.
/// Fails with one sentence, without the command's file, when the command is
/// empty, a response file is missing or includes itself, or an option of nvcc
/// lacks its value.
llvm::Expected<ClangCommand> toClangCommand(std::vector<std::string> Arguments,
                                            llvm::StringRef Directory,
                                            llvm::vfs::FileSystem &FS);

} // namespace tensortidy

#endif
