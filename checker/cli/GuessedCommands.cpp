// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/GuessedCommands.h"

#include "cli/PythonOnPath.h"
#include "commands/CudaToolkit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
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

bool isSource(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".cpp", ".cc", ".cxx", ".cu"}, true)
      .Default(false);
}

bool isHeader(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc"}, true)
      .Default(false);
}

/// Folders in which nothing of the project's own is expected.
bool isSkipped(StringRef Folder, bool ForSources) {
  const StringRef Name = sys::path::filename(Folder);
  const bool IsOthers =
      StringSwitch<bool>(Name)
          .Cases({"third_party", "third-party", "3rdparty", "external"}, true)
          .Cases({"thirdparty", "submodules", "deps"}, true)
          .Default(false);
  return Name.starts_with(".") || Name == "build" || Name == "node_modules" ||
         Name == "__pycache__" || (ForSources && IsOthers);
}

struct Walk {
  std::vector<std::string> Sources, Headers;
  std::set<std::string> Skipped; ///< folders with sources of others
};

void walk(const std::string &Folder, bool ForSources, Walk &Into) {
  std::error_code Code;
  for (sys::fs::directory_iterator It(Folder, Code), End; It != End && !Code;
       It.increment(Code)) {
    const std::string &Path = It->path();
    const bool IsFolder = It->type() == sys::fs::file_type::directory_file;
    if (IsFolder && isSkipped(Path, ForSources)) {
      if (!isSkipped(Path, false))
        Into.Skipped.insert(Path);
    } else if (IsFolder) {
      walk(Path, ForSources, Into);
    } else if (isSource(Path)) {
      Into.Sources.push_back(Path);
    } else if (isHeader(Path)) {
      Into.Headers.push_back(Path);
    }
  }
}

/// The topmost folder of the project that \p Folder belongs to: the nearest
/// with a setup file or a repository, else the folder itself.
std::string projectOf(StringRef Folder) {
  for (StringRef D = Folder; !D.empty(); D = sys::path::parent_path(D))
    for (StringRef Mark : {".git", "setup.py", "pyproject.toml"})
      if (sys::fs::exists(inside(D, Mark)))
        return D.str();
  return Folder.str();
}

/// What stands in `#include "..."` and `#include <...>`.
std::vector<std::string> includesOf(const std::string &File) {
  std::vector<std::string> Found;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Found;
  SmallVector<StringRef, 0> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    const char End = Line.consume_front("\"")  ? '"'
                     : Line.consume_front("<") ? '>'
                                               : '\0';
    if (End && Line.contains(End))
      Found.push_back(Line.split(End).first.str());
  }
  return Found;
}

/// Which folders to search, so that what the project's files include is found
/// among its headers.
class IncludeFolders {
public:
  explicit IncludeFolders(const Walk &Of) {
    for (const std::string &H : Of.Headers)
      ByName[sys::path::filename(H).str()].push_back(H);
    for (const std::vector<std::string> *Files : {&Of.Sources, &Of.Headers})
      for (const std::string &File : *Files)
        for (const std::string &Name : includesOf(File))
          look(File, Name);
  }
  std::vector<std::string> take() { return {Found.begin(), Found.end()}; }

private:
  void look(const std::string &From, StringRef Name) {
    if (sys::path::is_absolute(Name) ||
        sys::fs::exists(inside(sys::path::parent_path(From), Name)))
      return;
    for (const std::string &Folder : Found)
      if (sys::fs::exists(inside(Folder, Name)))
        return;
    const auto It = ByName.find(sys::path::filename(Name).str());
    if (It == ByName.end())
      return;
    // The one that is nearest to the file, and of these the first.
    std::string Best;
    size_t Shared = 0;
    for (const std::string &Header : It->second) {
      const std::string Ending = "/" + Name.str();
      if (!StringRef(Header).ends_with(Ending))
        continue;
      const std::string Folder =
          Header.substr(0, Header.size() - Ending.size());
      const size_t Common = commonParts(Folder, From);
      if (Best.empty() || Common > Shared) {
        Best = Folder;
        Shared = Common;
      }
    }
    if (!Best.empty())
      Found.insert(Best);
  }

  static size_t commonParts(StringRef A, StringRef B) {
    auto I = sys::path::begin(A), J = sys::path::begin(B);
    size_t N = 0;
    for (; I != sys::path::end(A) && J != sys::path::end(B) && *I == *J;
         ++I, ++J)
      ++N;
    return N;
  }

  std::map<std::string, std::vector<std::string>> ByName;
  std::set<std::string> Found;
};

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
  if (!Said["pybind11"].empty() && addFolder(Said["pybind11"], L))
    Assumed.push_back("pybind11 in " + Said["pybind11"]);
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
  Walk Own;
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
  Walk Around = Own;
  Around.Headers.clear();
  Walk All;
  walk(Project, /*ForSources=*/false, All);
  llvm::sort(All.Headers);
  Around.Headers = All.Headers;
  std::vector<std::string> Flags;
  G.Assumed.push_back(
      std::to_string(Own.Sources.size()) +
      (Own.Sources.size() == 1 ? " source is" : " sources are") +
      " the whole program, of the project in " + Project);
  for (const std::string &Folder : Own.Skipped)
    G.Assumed.push_back("others' sources in " + Folder + " are left out");
  for (const std::string &Folder : IncludeFolders(Around).take()) {
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
  G.Assumed.push_back(Found.Standard + ", and " + Name +
                      " for TORCH_EXTENSION_NAME");
  G.Files = std::move(Own.Sources);
  G.Commands = std::make_unique<Guessed>(Project, std::move(Flags), Toolkit);
  return G;
}

} // namespace tensortidy
