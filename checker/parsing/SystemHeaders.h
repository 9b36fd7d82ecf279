// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PARSING_SYSTEMHEADERS_H
#define TENSORTIDY_PARSING_SYSTEMHEADERS_H

namespace clang {
class CompilerInstance;
class Decl;
class SourceManager;
} // namespace clang

namespace tensortidy {

/// Makes the include directories of torch, pybind11, CUDA and Python system
/// directories of this parse, whatever option named them; setuptools names
/// them by -I. They keep their places in the search, which -isystem would
/// change. A directory above the main file is the project's own, as in torch
/// itself, and stays.
/// Call it when \p CI has its preprocessor and no file was entered yet.
void markSystemHeaders(clang::CompilerInstance &CI);

/// Whether \p D is a library's own. What a system header's macro makes stands
/// where the macro is used.
bool standsInSystemHeader(const clang::Decl &D, const clang::SourceManager &SM);

} // namespace tensortidy

#endif
