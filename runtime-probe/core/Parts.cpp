// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Parts.h"

#include "core/ElfNeeded.h"
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
constexpr char kTorchLibrary[] = "libtorch_cpu.so";

struct Choice {
  char folder[PATH_MAX];
  char version[64];    ///< of the library chosen, empty: none fits
  char available[512]; ///< all versions there are, joined with ", "
};

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

int is_part(const dirent *entry) {
  char version[sizeof(Choice::version)];
  return version_of(entry->d_name, version, sizeof(version)) ? 1 : 0;
}

/// Called in ascending order of versions: of several patch releases of the
/// same minor the last one stays, unless one is equal.
void consider(Choice &choice, const char *version, const char *torch) {
  const std::size_t used = std::strlen(choice.available);
  std::snprintf(choice.available + used, sizeof(choice.available) - used,
                "%s%s", used == 0 ? "" : ", ", version);
  if (same_minor_version(version, torch) &&
      std::strcmp(choice.version, torch) != 0)
    std::strcpy(choice.version, version);
}

Choice choose(const char *torch) {
  Choice choice{};
  own_folder(choice.folder);
  dirent **parts = nullptr;
  const int count = scandir(choice.folder, &parts, is_part, versionsort);
  for (int i = 0; i < count; ++i) {
    char version[sizeof(choice.version)];
    if (version_of(parts[i]->d_name, version, sizeof(version)))
      consider(choice, version, torch);
    std::free(parts[i]);
  }
  std::free(parts);
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

/// The part's own word for the libtorch that it was linked with would bring in
/// a second one, beside the one in use. `name`: that word.
bool links_another_torch(const char *part, char *name, std::size_t size) {
  if (!needed_library(part, kTorchLibrary, name, size))
    return false;
  void *loaded = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (loaded == nullptr)
    return true;
  dlclose(loaded);
  return false;
}

Attached load(const char *path, const TorchInProcess &torch,
              const CoreApi &core, PartStatus &status, char *reason,
              std::size_t size) {
  if (is_cut_short(path)) {
    std::snprintf(reason, size,
                  "'%s' is cut short: install it again; the program runs "
                  "unprobed",
                  path);
    return Attached::no;
  }
  char name[256];
  if (links_another_torch(path, name, sizeof(name))) {
    std::snprintf(reason, size,
                  "'%s' was linked with %s, and this process has '%s': build "
                  "it against that one; the program runs unprobed",
                  path, name, torch.path);
    return Attached::no;
  }
  void *part = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  void *symbol = part == nullptr ? nullptr : dlsym(part, kAttachSymbol);
  if (symbol == nullptr) {
    std::snprintf(reason, size,
                  "cannot load '%s': %s; the program runs unprobed", path,
                  dlerror());
    return Attached::no;
  }
  const auto attach = reinterpret_cast<AttachFunction>(symbol);
  const int result = attach(&core, &status);
  if (result == 0)
    return Attached::yes;
  if (result == kAttachNotYet) {
    std::snprintf(reason, size, "'%s' has not initialised itself", torch.path);
    return Attached::not_yet;
  }
  if (result == kAttachFailed) {
    std::snprintf(reason, size,
                  "'%s' failed with libtorch %s: %s; the program runs unprobed",
                  path, status.torch_version, status.failure);
    return Attached::broken;
  }
  std::snprintf(reason, size,
                "'%s' does not fit libtorch %s in this process or this probe; "
                "the program runs unprobed",
                path, status.torch_version);
  return Attached::no;
}
} // namespace

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

Attached attach_aten(const CoreApi &core, PartStatus &status, char *reason,
                     std::size_t reason_size) {
  const TorchInProcess torch = find_torch();
  const Choice choice = choose(torch.version);
  if (choice.version[0] == '\0') {
    explain_none(torch, choice, reason, reason_size);
    return Attached::no;
  }
  char path[PATH_MAX + 128];
  std::snprintf(path, sizeof(path), "%s/%s%s%s", choice.folder, kPrefix,
                choice.version, kSuffix);
  return load(path, torch, core, status, reason, reason_size);
}

} // namespace tensor_probe
