// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/OpenMPHeader.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
namespace options = clang::options;

namespace tensortidy {

std::string openMPDirectory(const std::vector<std::string> &Arguments,
                            IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  if (none_of(Arguments, [](StringRef A) { return A.starts_with("-fopenmp"); }))
    return "";
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Diagnostics(
      makeIntrusiveRefCnt<clang::DiagnosticIDs>(), Options,
      new clang::IgnoringDiagConsumer);
  // The toolchain knows where the gcc is whose headers Clang uses.
  clang::driver::Driver Driver(Arguments.front(), sys::getDefaultTargetTriple(),
                               Diagnostics, "tensor-tidy", std::move(FS));
  Driver.setCheckInputsExist(false);
  SmallVector<const char *> Words;
  for (const std::string &A : Arguments)
    Words.push_back(A.c_str());
  std::unique_ptr<clang::driver::Compilation> Compilation(
      Driver.BuildCompilation(Words));
  if (!Compilation || !Compilation->getArgs().hasFlag(
                          options::OPT_fopenmp, options::OPT_fopenmp_EQ,
                          options::OPT_fno_openmp, false))
    return "";
  std::string Header =
      Driver.GetFilePath("include/omp.h", Compilation->getDefaultToolChain());
  return sys::path::is_absolute(Header) ? sys::path::parent_path(Header).str()
                                        : "";
}

} // namespace tensortidy
