// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/GuessedCommands.h"

#include "cli/IncludeFolders.h"
#include "cli/ProjectFiles.h"
#include "cli/PythonOnPath.h"
#include "commands/CudaToolkit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <set>

using namespace clang::tooling;
using namespace llvm;

namespace tensortidy {

namespace {

/// Prints a line each: "python" and its include folder, "torch" and its folder,
/// "version" and torch's, "pybind11" and its include folder. Imports nothing
/// large.
constexpr char AskPython[] = R"py(
import importlib.util, os, re, sysconfig

def folder(package):
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    return list(spec.submodule_search_locations)[0] if spec and spec.submodule_search_locations else None

print("python", sysconfig.get_paths()["include"], sep="\t")
torch = folder("torch")
if torch:
    print("torch", torch, sep="\t")
    try:
        with open(os.path.join(torch, "version.py"), encoding="utf-8") as f:
            found = re.search(r"^__version__\s*=\s*['\"]([^'\"]+)", f.read(), re.M)
    except OSError:
        found = None
    if found:
        print("version", found.group(1), sep="\t")
pybind11 = folder("pybind11")
if pybind11:
    print("pybind11", os.path.join(pybind11, "include"), sep="\t")
)py";

/// Headers of libraries: flags, and what was assumed of them.
struct Libraries {
  std::vector<std::string> Flags;
  std::string Standard = "c++17";
};

bool addFolder(const std::string &Folder, Libraries &Into) {
  if (!sys::fs::is_directory(Folder))
    return false;
  Into.Flags.insert(Into.Flags.end(), {"-isystem", Folder});
  return true;
}

/// ATen/ATen.h of a libtorch that needs C++20 says so.
void chooseStandard(const std::string &Include, Libraries &Into) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Header =
      MemoryBuffer::getFile(inside(Include, "ATen/ATen.h"));
  if (Header && (*Header)->getBuffer().contains("202002L"))
    Into.Standard = "c++20";
}

Libraries findLibraries(std::vector<std::string> &Assumed) {
  Libraries L;
  const PythonRun Run = runPython(AskPython, {});
  std::map<std::string, std::string> Said;
  SmallVector<StringRef, 8> Lines;
  StringRef(Run.Output).split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line.contains('\t'))
      Said[Line.split('\t').first.str()] = Line.split('\t').second.str();
  if (!Run.Error.empty())
    Assumed.push_back("no headers of Python: " + Run.Error);
  if (!Said["torch"].empty()) {
    const std::string Include = inside(Said["torch"], "include");
    addFolder(Include, L);
    addFolder(inside(Said["torch"], "include/torch/csrc/api/include"), L);
    chooseStandard(Include, L);
    Assumed.push_back("torch " + Said["version"] + " of " + Run.Program +
                      ", in " + Said["torch"]);
  } else if (addFolder("/usr/include/torch/csrc/api/include", L)) {
    Assumed.push_back(
        "torch of the system, in /usr/include/torch: " +
        (Run.Program.empty() ? std::string("no Python") : Run.Program) +
        " has none");
  } else {
    Assumed.push_back(
        "no torch: neither " +
        (Run.Program.empty() ? std::string("a Python on PATH") : Run.Program) +
        " nor the system has its headers");
  }
  if (!Said["python"].empty() && addFolder(Said["python"], L))
    Assumed.push_back("headers of Python in " + Said["python"]);
  const bool HasPybind11 =
      !Said["pybind11"].empty() && addFolder(Said["pybind11"], L);
  const bool IsWithTorch = any_of(L.Flags, [](StringRef Folder) {
    return sys::fs::exists(inside(Folder, "pybind11/pybind11.h"));
  });
  if (HasPybind11)
    Assumed.push_back("pybind11 in " + Said["pybind11"]);
  else if (!IsWithTorch)
    Assumed.push_back("no pybind11, which torch/extension.h includes: name its "
                      "folder by --extra-arg=-I...");
  return L;
}

/// One command for all files, by another compiler for CUDA's.
class Guessed : public CompilationDatabase {
public:
  Guessed(std::string Directory, std::vector<std::string> Flags,
          std::string Toolkit)
      : Directory(std::move(Directory)), Flags(std::move(Flags)),
        Toolkit(std::move(Toolkit)) {}

  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    std::vector<std::string> Words;
    const bool IsCuda = sys::path::extension(File) == ".cu";
    if (IsCuda && !Toolkit.empty())
      Words.push_back(inside(Toolkit, "bin/nvcc"));
    else
      Words.push_back("c++");
    Words.insert(Words.end(), Flags.begin(), Flags.end());
    Words.insert(Words.end(), {"-c", File.str()});
    return {CompileCommand(Directory, File, std::move(Words), "")};
  }

private:
  std::string Directory;
  std::vector<std::string> Flags;
  std::string Toolkit;
};

std::string identifier(StringRef Name) {
  std::string Out;
  for (char C : Name)
    Out += isAlnum(C) ? C : '_';
  return Out.empty() || isDigit(Out.front()) ? "_" + Out : Out;
}

} // namespace

GuessedCommands guessCommands(const std::vector<std::string> &Folders) {
  GuessedCommands G;
  FolderWalk Own;
  std::string First;
  for (const std::string &Given : Folders) {
    SmallString<256> Folder(Given);
    sys::fs::make_absolute(Folder);
    sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
    while (Folder.size() > 1 && sys::path::is_separator(Folder.back()))
      Folder.pop_back();
    if (!sys::fs::is_directory(Folder)) {
      G.Error = "--auto: '" + Given + "' is no folder";
      return G;
    }
    if (First.empty())
      First = std::string(Folder);
    walk(std::string(Folder), /*ForSources=*/true, Own);
  }
  llvm::sort(Own.Sources);
  Own.Sources.erase(llvm::unique(Own.Sources), Own.Sources.end());
  if (Own.Sources.empty()) {
    G.Error =
        "--auto: no .cpp, .cc, .cxx or .cu files in '" + Folders.front() + "'";
    return G;
  }
  const std::string Project = projectOf(First);
  FolderWalk All;
  walk(Project, /*ForSources=*/false, All);
  llvm::sort(All.Headers);
  std::vector<std::string> Including = Own.Sources;
  Including.insert(Including.end(), All.Headers.begin(), All.Headers.end());
  std::vector<std::string> Flags;
  G.Assumed.push_back(
      std::to_string(Own.Sources.size()) +
      (Own.Sources.size() == 1 ? " source is" : " sources are") +
      " the whole program, of the project in " + Project);
  for (const std::string &Folder : Own.Skipped)
    G.Assumed.push_back("others' sources in " + Folder + " are left out");
  for (const std::string &Folder : includeFolders(Including, All.Headers)) {
    Flags.push_back("-I" + Folder);
    G.Assumed.push_back("include folder " + Folder);
  }
  const Libraries Found = findLibraries(G.Assumed);
  const std::string Toolkit =
      findCudaToolkit("", Project, *vfs::getRealFileSystem());
  Flags.insert(Flags.end(), Found.Flags.begin(), Found.Flags.end());
  if (!Toolkit.empty()) {
    Flags.insert(Flags.end(), {"-isystem", inside(Toolkit, "include")});
    G.Assumed.push_back("CUDA in " + Toolkit);
  }
  const std::string Name = identifier(sys::path::filename(Project));
  Flags.push_back("-std=" + Found.Standard);
  Flags.push_back("-DTORCH_EXTENSION_NAME=" + Name);
  Flags.push_back("-DTORCH_API_INCLUDE_EXTENSION_H");
  // As Python builds extensions, unless it was built to be debugged.
  Flags.push_back("-DNDEBUG");
  G.Assumed.push_back(Found.Standard + ", " + Name +
                      " for TORCH_EXTENSION_NAME, and NDEBUG");
  G.Files = std::move(Own.Sources);
  G.Commands = std::make_unique<Guessed>(Project, std::move(Flags), Toolkit);
  return G;
}

} // namespace tensortidy
