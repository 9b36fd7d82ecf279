// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace tensor_probe {
namespace {

llvm::Error cannot_read(llvm::StringRef path, std::error_code error) {
  return llvm::createStringError(path + ": cannot be read: " + error.message());
}

llvm::Expected<std::vector<std::string>> probe_files_in(llvm::StringRef dir) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(dir, error), end;
       at != end && !error; at.increment(error))
    if (llvm::sys::path::extension(at->path()) == ".probe")
      files.push_back(at->path());
  if (error)
    return cannot_read(dir, error);
  if (files.empty())
    return llvm::createStringError(
        dir +
        ": no *.probe file in this directory: run the program with the "
        "probe and TENSOR_PROBE_OUT=" +
        dir + " first");
  std::sort(files.begin(), files.end());
  return files;
}

/// Drops paths that lead to a file named before, by links or otherwise: its
/// copies would count twice. Those that cannot be looked at stay, for the
/// reader's error.
void keep_each_once(std::vector<std::string> &files) {
  std::set<llvm::sys::fs::UniqueID> seen;
  llvm::erase_if(files, [&](const std::string &path) {
    llvm::sys::fs::UniqueID id;
    return !llvm::sys::fs::getUniqueID(path, id) && !seen.insert(id).second;
  });
}

} // namespace

llvm::Expected<ProbeRecord> read_probe_file(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return cannot_read(path, error);
  // A device or a pipe may have no end.
  if (llvm::sys::fs::is_other(status))
    return llvm::createStringError(path +
                                   ": not a regular file: give the *.probe "
                                   "files that a probed process wrote");
  // Volatile: read into memory, because a running process changes the file.
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return cannot_read(path, buffer.getError());
  return parse_probe_file((*buffer)->getBuffer(), path);
}

llvm::Expected<std::vector<std::string>>
find_probe_files(const std::vector<std::string> &arguments) {
  std::vector<std::string> files;
  for (const std::string &argument : arguments) {
    if (!llvm::sys::fs::is_directory(argument)) {
      files.push_back(argument);
      continue;
    }
    auto inside = probe_files_in(argument);
    if (!inside)
      return inside.takeError();
    files.insert(files.end(), inside->begin(), inside->end());
  }
  std::sort(files.begin(), files.end());
  keep_each_once(files);
  return files;
}

} // namespace tensor_probe
