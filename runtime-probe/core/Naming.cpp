// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Naming.h"

#include "core/Settings.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace tensor_probe {

static void copy_text(char *to, std::size_t size, const char *from) {
  const std::size_t length = strnlen(from, size - 1);
  std::memcpy(to, from, length);
  to[length] = '\0';
}

void executable_path(char *path, std::size_t size) {
  const ssize_t length = readlink("/proc/self/exe", path, size - 1);
  if (length <= 0)
    copy_text(path, size, "?");
  else
    path[length] = '\0';
}

static void program_name(char *name, std::size_t size) {
  char path[4096];
  executable_path(path, sizeof(path));
  const char *slash = std::strrchr(path, '/');
  copy_text(name, size, slash == nullptr ? path : slash + 1);
}

static void host_name(char *name, std::size_t size) {
  if (gethostname(name, size) != 0 || *name == '\0')
    copy_text(name, size, "localhost");
  name[size - 1] = '\0';
}

static void replace_odd_bytes(char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  for (; *text != '\0'; ++text)
    if (std::strchr(plain, *text) == nullptr)
      *text = '_';
}

/// A number of its own and nothing else.
static bool read_number(const char *variable, std::uint32_t &number) {
  const char *text = std::getenv(variable);
  if (text == nullptr || *text < '0' || *text > '9')
    return false;
  char *end = nullptr;
  const unsigned long value = std::strtoul(text, &end, 10);
  number = static_cast<std::uint32_t>(value);
  return *end == '\0' && value < kNoId;
}

Rank rank_of_process() {
  constexpr const char *launchers[][2] = {
      {"RANK", "WORLD_SIZE"}, // torchrun
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"SLURM_PROCID", "SLURM_NTASKS"}};
  for (const auto &[number, of] : launchers) {
    Rank rank{};
    if (read_number(number, rank.number) && read_number(of, rank.of) &&
        rank.number < rank.of)
      return rank;
  }
  return {};
}

void probe_file_path(const char *directory, int copy, char *path,
                     std::size_t size) {
  char name[128], host[128], rank[24] = "", suffix[16] = "";
  program_name(name, sizeof(name));
  host_name(host, sizeof(host));
  replace_odd_bytes(name);
  replace_odd_bytes(host);
  if (const Rank own = rank_of_process(); own.of != 0)
    std::snprintf(rank, sizeof(rank), ".rank%u", own.number);
  if (copy > 1)
    std::snprintf(suffix, sizeof(suffix), "-%d", copy);
  std::snprintf(path, size, "%s/%s.%s%s.%d%s.probe", directory, name, host,
                rank, static_cast<int>(getpid()), suffix);
}

static void command_line(char *text, std::size_t size) {
  text[0] = '\0';
  const int descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  const ssize_t length = read(descriptor, text, size - 1);
  close(descriptor);
  for (ssize_t i = 0; i + 1 < length; ++i)
    if (text[i] == '\0')
      text[i] = ' ';
  text[length > 0 ? length : 0] = '\0';
}

void describe_process(FileHeader &header) {
  header.pid = static_cast<std::uint32_t>(getpid());
  const Rank rank = rank_of_process();
  header.rank = rank.number;
  header.world_size = rank.of;
  header.parent_pid = static_cast<std::uint32_t>(getppid());
  program_name(header.program, sizeof(header.program));
  host_name(header.host, sizeof(header.host));
  command_line(header.command_line, sizeof(header.command_line));
  copy_text(header.working_directory, sizeof(header.working_directory),
            settings().working_directory);
  copy_text(header.probe_version, sizeof(header.probe_version),
            TENSOR_PROBE_VERSION);
}

} // namespace tensor_probe
