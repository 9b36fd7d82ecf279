// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clang-tidy -load is given. It needs no symbol of LLVM, so that it loads
// everywhere, and when the host's LLVM is the one it was built for it loads
// the module from beside itself. Clang's C++ interface differs from major to
// major: the module in another host would fail with an unresolved symbol in
// the middle of the run at best, and find nothing at worst.

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

namespace {

constexpr char BuiltFor[] = TENSOR_TIDY_LLVM_MAJOR;
constexpr char ModuleFile[] = TENSOR_TIDY_MODULE_FILE;

/// Ends the host: a run without the checks must not read as clean. Not by
/// exit(), since the host is in the middle of loading this file.
[[noreturn]] void refuse(const std::string &Self, const std::string &Why) {
  std::fprintf(stderr, "error: %s: %s\n", Self.c_str(), Why.c_str());
  _exit(1);
}

std::string pathOfThisFile() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&pathOfThisFile), &Info))
    return "TensorTidyPlugin";
  char *Resolved = realpath(Info.dli_fname, nullptr);
  std::string Path = Resolved ? Resolved : Info.dli_fname;
  std::free(Resolved);
  return Path;
}

/// clang::getClangFullVersion() of the process, "Debian clang version 22.1.8
/// (1~deb12u1)"; empty when it exports none.
std::string hostVersion() {
  using VersionFunction = std::string (*)();
  auto Function = reinterpret_cast<VersionFunction>(
      dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev"));
  return Function ? Function() : "";
}

/// "22.1.8" of that text; empty when there is none.
std::string versionNumber(const std::string &Text) {
  const std::string Before = "version ";
  size_t At = Text.find(Before);
  if (At == std::string::npos)
    return "";
  At += Before.size();
  return Text.substr(At, Text.find_first_not_of("0123456789.", At) - At);
}

struct Loader {
  Loader();
} LoadNow;

Loader::Loader() {
  std::string Self = pathOfThisFile();
  std::string Version = versionNumber(hostVersion());
  if (Version.empty())
    refuse(Self, std::string("this program exports no Clang; load the plugin "
                             "into clang-tidy ") +
                     BuiltFor);
  if (Version.substr(0, Version.find('.')) != BuiltFor)
    refuse(Self, std::string("built for LLVM ") + BuiltFor +
                     ", but this clang-tidy is of LLVM " + Version +
                     "; use clang-tidy-" + BuiltFor +
                     " or a plugin built for LLVM " +
                     Version.substr(0, Version.find('.')));
  std::string Module = Self.substr(0, Self.rfind('/') + 1) + ModuleFile;
  if (!dlopen(Module.c_str(), RTLD_NOW | RTLD_LOCAL))
    refuse(Self, std::string("cannot load the checks: ") + dlerror());
}

} // namespace
