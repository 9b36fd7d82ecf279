// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contracts/ContractsFile.h"

#include "contracts/FileMerger.h"
#include "contracts/JsonArchive.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tensortidy {

namespace {

/// The folder that holds the folder of \p ContractsFile, with a slash.
std::string projectOf(StringRef ContractsFile) {
  SmallString<256> Path(ContractsFile);
  sys::fs::make_absolute(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return sys::path::parent_path(sys::path::parent_path(Path)).str() + "/";
}

/// Changes all paths of \p P: its files, and those in the keys of functions
/// that are internal to a file.
template <typename Change> void changePaths(LinkedProgram &P, Change C) {
  FileTable Files;
  for (uint32_t I = 0; I != P.Files.size(); ++I)
    Files.add(C(StringRef(P.Files.path(I))));
  P.Files = std::move(Files);
  auto ChangeKey = [&](std::string &Key) {
    auto [Name, Path] = StringRef(Key).split('@');
    if (!Path.empty())
      Key = Name.str() + "@" + C(Path);
  };
  for (FunctionContracts &F : P.Functions)
    ChangeKey(F.Key);
  for (PointerFunction &F : P.Readers)
    ChangeKey(F.Key);
}

/// A range of a file that is not in the table would be read out of bounds.
bool hasGoodRanges(LinkedProgram &P) {
  bool IsGood = true;
  forEachRange(P, [&](SourceRange &R) {
    IsGood &= !R.isValid() || R.File < P.Files.size();
  });
  return IsGood;
}

} // namespace

std::string writeContracts(const std::string &Path, LinkedProgram P) {
  const std::string Project = projectOf(Path);
  changePaths(P, [&](StringRef File) {
    File.consume_front(Project);
    return File.str();
  });
  if (std::error_code Failed =
          sys::fs::create_directories(sys::path::parent_path(Path)))
    return "cannot make the folder of '" + Path + "': " + Failed.message();
  std::error_code Failed;
  raw_fd_ostream Out(Path, Failed, sys::fs::OF_Text);
  if (!Failed) {
    Out << formatv("{0:2}\n", JsonWriter::write(P));
    Out.close();
    Failed = Out.error();
    Out.clear_error();
  }
  return Failed ? "cannot write '" + Path + "': " + Failed.message() : "";
}

std::string findContracts(StringRef Source) {
  for (StringRef Folder = sys::path::parent_path(Source); !Folder.empty();
       Folder = sys::path::parent_path(Folder)) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, ContractsPath);
    if (sys::fs::exists(Path))
      return std::string(Path);
  }
  return "";
}

std::optional<LinkedProgram> readContracts(const std::string &Path,
                                           std::string &Error) {
  auto Again = [&](const Twine &What) {
    Error = (Path + ": error: " + What +
             "; write it again with tensor-tidy check --write-contracts")
                .str();
    return std::nullopt;
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return Again(Text.getError().message());
  Expected<json::Value> V = json::parse((*Text)->getBuffer());
  if (!V)
    return Again("not JSON: " + toString(V.takeError()));
  const json::Object *O = V->getAsObject();
  if (O && O->getInteger("version") != LinkedProgram::CurrentVersion)
    return Again("written by another version of tensor-tidy");
  LinkedProgram P;
  if (!JsonReader::read(&*V, P) || !hasGoodRanges(P))
    return Again("not what tensor-tidy writes");
  const std::string Project = projectOf(Path);
  changePaths(P, [&](StringRef File) {
    return sys::path::is_absolute(File) ? File.str() : Project + File.str();
  });
  return P;
}

Surroundings surroundingsOf(const Program &P, LinkedProgram Linked,
                            function_ref<std::string(StringRef)> Absolute) {
  Surroundings Around{P.Files, std::move(Linked)};
  FileMerger All(Around.Files, Absolute);
  forEachRange(Around.Linked,
               [&](SourceRange &R) { All.take(R, Around.Linked.Files); });
  return Around;
}

} // namespace tensortidy
