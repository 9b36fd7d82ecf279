// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_CLANGOPTIONS_H
#define TENSORTIDY_COMMANDS_CLANGOPTIONS_H

#include "commands/ClangCommand.h"

namespace tensortidy {

/// Whether \p Compiler, a program's name or path, is Clang or one of its
/// vendors' names, or no compiler but the tool itself.
bool isClang(llvm::StringRef Compiler);

/// The language of the command's source, by -x, its name and the compiler's.
/// C++ when Clang cannot tell, as of a source without an extension.
SourceLanguage languageOf(const std::vector<std::string> &Arguments);

/// Leaves out the options, warnings and processors that this Clang does not
/// know, and options for code generation of which compilers take different
/// values: as errors of the driver they would say nothing about the source.
void dropUnknownOptions(ClangCommand &Command);

/// Leaves out a precompiled header of Clang when the command includes the
/// header itself as well, as CMake's do: one of another build of Clang could
/// not be read.
void dropPrecompiledHeaders(ClangCommand &Command);

} // namespace tensortidy

#endif
