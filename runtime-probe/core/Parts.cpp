// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Parts.h"

#include "core/TorchInProcess.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>

namespace tensor_probe {

namespace {
constexpr char kPrefix[] = "libtensor_probe_aten-";
constexpr char kSuffix[] = ".so";

struct Choice {
  char folder[PATH_MAX];
  char version[64];    ///< of the library chosen, empty: none fits
  char available[512]; ///< all versions there are, joined with ", "
};

/// The folder this library was loaded from.
void own_folder(char *folder) {
  Dl_info info;
  char real[PATH_MAX];
  std::strcpy(folder, ".");
  if (dladdr(reinterpret_cast<void *>(&attach_aten), &info) == 0 ||
      realpath(info.dli_fname, real) == nullptr)
    return;
  if (char *slash = std::strrchr(real, '/'))
    *slash = '\0';
  std::strcpy(folder, real);
}

/// VERSION of "libtensor_probe_aten-VERSION.so"; false for other names.
bool version_of(const char *file, char *version, std::size_t size) {
  const std::size_t length = std::strlen(file);
  const std::size_t around = sizeof(kPrefix) + sizeof(kSuffix) - 2;
  if (length <= around || length - around >= size ||
      std::strncmp(file, kPrefix, sizeof(kPrefix) - 1) != 0 ||
      std::strcmp(file + length - (sizeof(kSuffix) - 1), kSuffix) != 0)
    return false;
  std::memcpy(version, file + sizeof(kPrefix) - 1, length - around);
  version[length - around] = '\0';
  return true;
}

void consider(Choice &choice, const char *version, const char *torch) {
  const std::size_t used = std::strlen(choice.available);
  std::snprintf(choice.available + used, sizeof(choice.available) - used,
                "%s%s", used == 0 ? "" : ", ", version);
  // An equal patch release is preferred to another one of the same minor.
  const bool exact = std::strcmp(version, torch) == 0;
  if (exact ||
      (choice.version[0] == '\0' && same_minor_version(version, torch)))
    std::strcpy(choice.version, version);
}

Choice choose(const char *torch) {
  Choice choice{};
  own_folder(choice.folder);
  DIR *folder = opendir(choice.folder);
  if (folder == nullptr)
    return choice;
  while (const dirent *entry = readdir(folder)) {
    char version[sizeof(choice.version)];
    if (version_of(entry->d_name, version, sizeof(version)))
      consider(choice, version, torch);
  }
  closedir(folder);
  return choice;
}

void explain_none(const TorchInProcess &torch, const Choice &choice,
                  char *reason, std::size_t size) {
  const char *there = choice.available[0] == '\0' ? "none" : choice.available;
  if (torch.version[0] == '\0')
    std::snprintf(reason, size,
                  "cannot tell the version of '%s'; set TENSOR_PROBE_TORCH to "
                  "one of those built in '%s': %s; the program runs unprobed",
                  torch.path, choice.folder, there);
  else
    std::snprintf(reason, size,
                  "no %sVERSION.so for libtorch %s in '%s' (built there: %s); "
                  "the program runs unprobed",
                  kPrefix, torch.version, choice.folder, there);
}

bool load(const char *path, const CoreApi &core, PartStatus &status,
          char *reason, std::size_t size) {
  void *part = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  void *symbol = part == nullptr ? nullptr : dlsym(part, kAttachSymbol);
  if (symbol == nullptr) {
    std::snprintf(reason, size,
                  "cannot load '%s': %s; the program runs "
                  "unprobed",
                  path, dlerror());
    return false;
  }
  const auto attach = reinterpret_cast<AttachFunction>(symbol);
  if (attach(&core, &status) == 0)
    return true;
  std::snprintf(reason, size,
                "'%s' does not fit libtorch %s in this process or this probe; "
                "the program runs unprobed",
                path, status.torch_version);
  return false;
}
} // namespace

bool attach_aten(const CoreApi &core, PartStatus &status, char *reason,
                 std::size_t reason_size) {
  const TorchInProcess torch = find_torch();
  const Choice choice = choose(torch.version);
  if (choice.version[0] == '\0') {
    explain_none(torch, choice, reason, reason_size);
    return false;
  }
  char path[PATH_MAX + 128];
  std::snprintf(path, sizeof(path), "%s/%s%s%s", choice.folder, kPrefix,
                choice.version, kSuffix);
  return load(path, core, status, reason, reason_size);
}

} // namespace tensor_probe
