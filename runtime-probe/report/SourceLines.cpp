// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SourceLines.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>

namespace tensor_probe {
namespace {

/// Longer ones are cut: generated sources may have one line.
constexpr std::size_t longest_line = 240;

std::uint64_t changed_unix_ns(const llvm::sys::fs::file_status &status) {
  auto since = status.getLastModificationTime().time_since_epoch();
  return std::uint64_t(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

} // namespace

SourceLines::File SourceLines::read(const std::string &path) const {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status) ||
      !llvm::sys::fs::is_regular_file(status))
    return {{}, "the file is not on this machine"};
  if (changed_unix_ns(status) > run_unix_ns)
    return {{}, "the file was changed after the run"};
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return {{}, "the file cannot be read: " + buffer.getError().message()};
  File file;
  llvm::StringRef rest = (*buffer)->getBuffer();
  while (!rest.empty()) {
    auto [line, more] = rest.split('\n');
    file.lines.push_back(line.trim().take_front(longest_line).str());
    rest = more;
  }
  return file;
}

SourceLine SourceLines::at(const std::string &path, unsigned line) {
  auto [entry, is_new] = files.try_emplace(path);
  if (is_new)
    entry->second = read(path);
  const File &file = entry->second;
  if (!file.why_none.empty())
    return {"", file.why_none};
  if (line == 0 || line > file.lines.size())
    return {"", "the file has no such line"};
  return {file.lines[line - 1], ""};
}

} // namespace tensor_probe
