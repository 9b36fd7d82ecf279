// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of clangd that behave differently here. The linker sends the
// archives' calls of each to "__wrap_" + its mangled name; "__real_" + that
// name is clangd's own. clangd's headers are not installed: the declarations
// are those of LLVM 22, clang-tools-extra/clangd, in the header named.

#include "clangd/DocumentationLinks.h"
#include "clangd/InstalledFiles.h"
#include "clangd/ProjectBodies.h"
#include "commands/ClangCommandDatabase.h"
#include "plugin/OwnChecks.h"

#include "clang-tidy/ClangTidyOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#define REAL(MANGLED) asm("__real_" MANGLED)
#define WRAP(MANGLED) asm("__wrap_" MANGLED)

using namespace tensortidy;

// TidyProvider.h: whether a check is known to be quick. clangd drops those
// that it has not measured; ours are meant for an editor.

#define IS_FAST "_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE"
std::optional<bool> realIsFast(llvm::StringRef Check) REAL(IS_FAST);
decltype(realIsFast) wrappedIsFast WRAP(IS_FAST);

std::optional<bool> wrappedIsFast(llvm::StringRef Check) {
  return isOwnCheck(Check) ? true : realIsFast(Check);
}

// TidyProvider.h: the checks that run where nothing is configured, the last
// say after .clang-tidy and .clangd.

using TidyProvider = llvm::unique_function<void(clang::tidy::ClangTidyOptions &,
                                                llvm::StringRef) const>;

#define DEFAULT_CHECKS "_ZN5clang6clangd20provideDefaultChecksEv"
TidyProvider realDefaultChecks() REAL(DEFAULT_CHECKS);
decltype(realDefaultChecks) wrappedDefaultChecks WRAP(DEFAULT_CHECKS);

TidyProvider wrappedDefaultChecks() {
  return [Real = realDefaultChecks()](clang::tidy::ClangTidyOptions &Options,
                                      llvm::StringRef File) {
    Real(Options, File);
    Options.Checks = withOwnChecks(Options.Checks.value_or(""));
  };
}

// Transport.h: where messages to the client are written.

struct Transport;
/// The transport is clangd's; nothing here ends its life.
struct NoDelete {
  void operator()(Transport *) const {}
};
using TransportPointer = std::unique_ptr<Transport, NoDelete>;

#define NEW_TRANSPORT                                                          \
  "_ZN5clang6clangd16newJSONTransportEP8_IO_FILERN4llvm11raw_ostreamEPS4_"     \
  "bNS0_15JSONStreamStyleE"
TransportPointer realNewTransport(std::FILE *In, llvm::raw_ostream &Out,
                                  llvm::raw_ostream *InMirror, bool Pretty,
                                  int Style) REAL(NEW_TRANSPORT);
decltype(realNewTransport) wrappedNewTransport WRAP(NEW_TRANSPORT);

TransportPointer wrappedNewTransport(std::FILE *In, llvm::raw_ostream &Out,
                                     llvm::raw_ostream *InMirror, bool Pretty,
                                     int Style) {
  static DocumentationLinks Links(Out, checkPagesFolder(), Pretty);
  return realNewTransport(In, Links, InMirror, Pretty, Style);
}

// clang/Options/OptionUtils.h: Clang's resource directory, which is looked for
// beside the executable. Ours stands elsewhere.

#define RESOURCES_PATH "_ZN5clang16GetResourcesPathB5cxx11EPKcPv"
std::string realResourcesPath(const char *Argv0, void *Main)
    REAL(RESOURCES_PATH);
decltype(realResourcesPath) wrappedResourcesPath WRAP(RESOURCES_PATH);

std::string wrappedResourcesPath(const char *Argv0, void *Main) {
  return resourceFolder(realResourcesPath(Argv0, Main),
                        reinterpret_cast<void *>(&realResourcesPath));
}

// clang/Tooling/CompilationDatabase.h: the step after which clangd guesses the
// commands of files that a compile_commands.json does not name, from those
// that it does. Before it the commands become ones that Clang understands.

using clang::tooling::CompilationDatabase;
using Database = std::unique_ptr<CompilationDatabase>;

#define INFER_MISSING                                                          \
  "_ZN5clang7tooling27inferMissingCompileCommandsESt10unique_ptrINS0_"         \
  "19CompilationDatabaseESt14default_deleteIS2_EE"
Database realInferMissing(Database Base) REAL(INFER_MISSING);
decltype(realInferMissing) wrappedInferMissing WRAP(INFER_MISSING);

Database wrappedInferMissing(Database Base) {
  return realInferMissing(std::make_unique<ClangCommandDatabase>(
      std::move(Base), llvm::vfs::getRealFileSystem()));
}

// clang/Frontend/PrecompiledPreamble.h: the parse of a file's includes, with
// the bodies that the checks look into. After a missing header Clang would
// instantiate no templates, also not for the rest of the file.

using Preamble = llvm::ErrorOr<clang::PrecompiledPreamble>;
using Diagnostics = llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>;
using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;
using Containers = std::shared_ptr<clang::PCHContainerOperations>;

#define BUILD_PREAMBLE                                                         \
  "_ZN5clang19PrecompiledPreamble5BuildERKNS_18CompilerInvocationEPKN4llvm"    \
  "12MemoryBufferENS_14PreambleBoundsENS4_18IntrusiveRefCntPtrINS_"            \
  "17DiagnosticsEngineEEENS9_INS4_3vfs10FileSystemEEESt10shared_ptrINS_"       \
  "22PCHContainerOperationsEEbNS4_9StringRefERNS_17PreambleCallbacksE"
Preamble realBuildPreamble(const clang::CompilerInvocation &Invocation,
                           const llvm::MemoryBuffer *MainFile,
                           clang::PreambleBounds Bounds, Diagnostics Engine,
                           Files FS, Containers PCHContainers,
                           bool StoreInMemory, llvm::StringRef StoragePath,
                           clang::PreambleCallbacks &Callbacks)
    REAL(BUILD_PREAMBLE);
decltype(realBuildPreamble) wrappedBuildPreamble WRAP(BUILD_PREAMBLE);

Preamble wrappedBuildPreamble(const clang::CompilerInvocation &Invocation,
                              const llvm::MemoryBuffer *MainFile,
                              clang::PreambleBounds Bounds, Diagnostics Engine,
                              Files FS, Containers PCHContainers,
                              bool StoreInMemory, llvm::StringRef StoragePath,
                              clang::PreambleCallbacks &Callbacks) {
  Engine->setFatalsAsError(true);
  ProjectBodies WithBodies(Callbacks);
  return realBuildPreamble(Invocation, MainFile, Bounds, std::move(Engine),
                           std::move(FS), std::move(PCHContainers),
                           StoreInMemory, StoragePath, WithBodies);
}
