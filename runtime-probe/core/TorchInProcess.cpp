// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/TorchInProcess.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

namespace tensor_probe {

static const char *base_name(const char *path) {
  const char *slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

static constexpr char kLibrary[] = "libtorch_cpu.so";

static int match(dl_phdr_info *info, std::size_t, void *result) {
  const char *name = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  if (std::strncmp(base_name(name), kLibrary, sizeof(kLibrary) - 1) != 0)
    return 0;
  if (result != nullptr)
    std::snprintf(static_cast<char *>(result), PATH_MAX, "%s", name);
  return 1;
}

bool torch_is_loaded() { return dl_iterate_phdr(match, nullptr) != 0; }

/// Copies the version number ("2.4.1" of "2.4.1+cu121") that `text` starts
/// with; false if there is none.
static bool take_version(const char *text, char *version, std::size_t size) {
  const std::size_t length = std::strspn(text, "0123456789.");
  if (length < 3 || length >= size || std::strchr(text, '.') == nullptr)
    return false;
  std::memcpy(version, text, length);
  version[length] = '\0';
  return true;
}

static bool version_from_name(const char *real, char *version,
                              std::size_t size) {
  const char *suffix = base_name(real) + sizeof(kLibrary) - 1;
  return *suffix == '.' && take_version(suffix + 1, version, size);
}

/// The first version number that follows `key` on its line in the file: 2.x
/// also names __version__ in __all__.
static bool version_from_file(const char *path, const char *key, char *version,
                              std::size_t size) {
  char text[4096];
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return false;
  const ssize_t length = read(descriptor, text, sizeof(text) - 1);
  close(descriptor);
  text[length > 0 ? length : 0] = '\0';
  for (const char *place = std::strstr(text, key); place != nullptr;
       place = std::strstr(place, key)) {
    place += std::strlen(key);
    place += std::strcspn(place, "0123456789\n");
    if (take_version(place, version, size))
      return true;
    if (*key == '\0')
      return false;
  }
  return false;
}

static bool version_beside(const char *real, char *version, std::size_t size) {
  char folder[PATH_MAX], file[PATH_MAX + 32];
  std::snprintf(folder, sizeof(folder), "%s", real);
  for (int up = 0; up < 2; ++up)
    if (char *slash = std::strrchr(folder, '/'))
      *slash = '\0';
  std::snprintf(file, sizeof(file), "%s/version.py", folder);
  if (version_from_file(file, "__version__", version, size))
    return true;
  std::snprintf(file, sizeof(file), "%s/build-version", folder);
  return version_from_file(file, "", version, size);
}

TorchInProcess find_torch() {
  TorchInProcess torch{};
  torch.found = dl_iterate_phdr(match, torch.path) != 0;
  if (!torch.found)
    return torch;
  char real[PATH_MAX];
  if (realpath(torch.path, real) == nullptr)
    std::snprintf(real, sizeof(real), "%s", torch.path);
  if (version_from_name(real, torch.version, sizeof(torch.version)) ||
      version_beside(real, torch.version, sizeof(torch.version)))
    return torch;
  const char *told = std::getenv("TENSOR_PROBE_TORCH");
  std::snprintf(torch.version, sizeof(torch.version), "%s",
                told == nullptr ? "" : told);
  return torch;
}

bool same_minor_version(const char *built, const char *found) {
  int built_major = -1, built_minor = -1, found_major = -2, found_minor = -2;
  return std::sscanf(built, "%d.%d", &built_major, &built_minor) == 2 &&
         std::sscanf(found, "%d.%d", &found_major, &found_minor) == 2 &&
         built_major == found_major && built_minor == found_minor;
}

} // namespace tensor_probe
