// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/DefaultJobs.h"

#include <algorithm>
#include <fstream>
#include <thread>

namespace tensortidy {

namespace {

/// The number after \p Key, with or without a colon, at a line's beginning.
std::optional<uint64_t> numberOf(const std::string &File,
                                 const std::string &Key) {
  std::ifstream Stream(File);
  std::string Word;
  uint64_t Number = 0;
  while (Stream >> Word >> Number) {
    if (Word == Key)
      return Number;
    Stream.ignore(64, '\n');
  }
  return std::nullopt;
}

/// The only number of a file; none where it holds a word, such as "max".
std::optional<uint64_t> numberIn(const std::string &File) {
  std::ifstream Stream(File);
  uint64_t Number = 0;
  if (Stream >> Number)
    return Number;
  return std::nullopt;
}

/// "/a/b" of the line "0::/a/b", which is that of version 2.
std::string controlGroup(const std::string &File) {
  std::ifstream Stream(File);
  for (std::string Line; std::getline(Stream, Line);)
    if (Line.rfind("0::/", 0) == 0)
      return Line.substr(3);
  return "";
}

/// What is left in one group. The page cache is given up when it is full.
std::optional<uint64_t> leftKiB(const std::string &Group) {
  std::optional<uint64_t> Max = numberIn(Group + "/memory.max");
  if (!Max)
    return std::nullopt;
  uint64_t Current = numberIn(Group + "/memory.current").value_or(0);
  uint64_t Cache = numberOf(Group + "/memory.stat", "file").value_or(0);
  uint64_t Used = Current - std::min(Current, Cache);
  return (*Max - std::min(*Max, Used)) / 1024;
}

} // namespace

unsigned jobsFor(unsigned Cores, std::optional<uint64_t> KiB) {
  // A .cu with torch/extension.h, thrust and cub takes 630 MiB.
  constexpr uint64_t KiBPerFile = 768 << 10;
  uint64_t Jobs = Cores;
  if (KiB)
    Jobs = std::min(Jobs, *KiB / KiBPerFile);
  return unsigned(std::max<uint64_t>(1, Jobs));
}

std::optional<uint64_t> availableKiB(const std::string &Root) {
  std::optional<uint64_t> Least =
      numberOf(Root + "/proc/meminfo", "MemAvailable:");
  std::string Group = controlGroup(Root + "/proc/self/cgroup");
  // Each group that holds it has its own limit. In a container the outermost
  // that can be seen is "/".
  while (!Group.empty()) {
    std::optional<uint64_t> Left = leftKiB(Root + "/sys/fs/cgroup" + Group);
    if (Left)
      Least = std::min(Least.value_or(*Left), *Left);
    if (Group == "/")
      break;
    Group.resize(std::max<size_t>(1, Group.rfind('/')));
  }
  return Least;
}

unsigned defaultJobs() {
  return jobsFor(std::thread::hardware_concurrency(), availableKiB());
}

} // namespace tensortidy
