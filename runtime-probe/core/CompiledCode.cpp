// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/CompiledCode.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <link.h>

namespace tensor_probe {

namespace {
/// What every library of AOTInductor exports (torch/csrc/inductor/
/// aoti_runtime/interface.h, libtorch 2.2 to 2.15).
constexpr char kEntry[] = "AOTInductorModelContainerRun";

std::uint32_t gnu_hash(const char *name) {
  std::uint32_t hash = 5381;
  for (; *name != '\0'; ++name)
    hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

/// The tables that the dynamic linker looks symbols up in.
struct Tables {
  const ElfW(Sym) *symbols = nullptr;
  const char *strings = nullptr;
  const std::uint32_t *hash = nullptr;
};

Tables tables_of(const dl_phdr_info &info) {
  Tables tables;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type != PT_DYNAMIC)
      continue;
    auto *entry = reinterpret_cast<const ElfW(Dyn) *>(
        info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      // The vDSO's are offsets, and not of interest.
      if (entry->d_un.d_ptr < info.dlpi_addr)
        continue;
      if (entry->d_tag == DT_SYMTAB)
        tables.symbols = reinterpret_cast<const ElfW(Sym) *>(entry->d_un.d_ptr);
      else if (entry->d_tag == DT_STRTAB)
        tables.strings = reinterpret_cast<const char *>(entry->d_un.d_ptr);
      else if (entry->d_tag == DT_GNU_HASH)
        tables.hash =
            reinterpret_cast<const std::uint32_t *>(entry->d_un.d_ptr);
    }
  }
  return tables;
}

/// Looks the name up in the table of DT_GNU_HASH: the number of buckets, the
/// first symbol in it, the words of a Bloom filter and its shift, the filter,
/// buckets, and a chain of hashes in which the last one of a bucket is odd.
bool exports(const Tables &tables, const char *name) {
  if (tables.hash == nullptr || tables.symbols == nullptr ||
      tables.strings == nullptr)
    return false;
  const std::uint32_t buckets = tables.hash[0], first = tables.hash[1],
                      words = tables.hash[2];
  const std::uint32_t hash = gnu_hash(name);
  const auto *bucket = reinterpret_cast<const std::uint32_t *>(
      reinterpret_cast<const ElfW(Addr) *>(tables.hash + 4) + words);
  if (buckets == 0)
    return false;
  std::uint32_t index = bucket[hash % buckets];
  if (index < first)
    return false;
  for (;; ++index) {
    const std::uint32_t known = bucket[buckets + index - first];
    if ((known | 1U) == (hash | 1U) &&
        std::strcmp(tables.strings + tables.symbols[index].st_name, name) == 0)
      return true;
    if ((known & 1U) != 0)
      return false;
  }
}

/// Paths one after the other, each with its NUL.
struct Search {
  unsigned long long adds; ///< libraries that were ever loaded
  char *paths;
  std::size_t used;
  unsigned left_out;
};
constexpr std::size_t kRoom = 256U << 10;

int count_adds(dl_phdr_info *info, std::size_t, void *adds) {
  *static_cast<unsigned long long *>(adds) = info->dlpi_adds;
  return 1;
}

/// Collects first: they may not be used while the linker's list is locked.
int collect(dl_phdr_info *info, std::size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  search.adds = info->dlpi_adds;
  const char *path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  if (*path == '\0' ||
      (!is_inductor_path(path) && !exports(tables_of(*info), kEntry)))
    return 0;
  const std::size_t bytes = std::strlen(path) + 1;
  if (search.paths == nullptr || bytes > kRoom - search.used) {
    ++search.left_out;
    return 0;
  }
  std::memcpy(search.paths + search.used, path, bytes);
  search.used += bytes;
  return 0;
}
} // namespace

bool is_inductor_path(const char *path) {
  const char *cache = std::getenv("TORCHINDUCTOR_CACHE_DIR");
  if (cache != nullptr && *cache != '\0' &&
      std::strncmp(path, cache, std::strlen(cache)) == 0)
    return true;
  // The cache's own name: torchinductor_USER in the folder for temporary
  // files (torch/_inductor/runtime/cache_dir_utils.py, 2.15).
  return std::strstr(path, "/torchinductor_") != nullptr;
}

static unsigned long long seen = 0;

void forget_compiled_code() { __atomic_store_n(&seen, 0, __ATOMIC_RELAXED); }

unsigned find_compiled_code(void (*found)(const char *path)) {
  unsigned long long adds = 0;
  dl_iterate_phdr(count_adds, &adds);
  if (adds == __atomic_load_n(&seen, __ATOMIC_RELAXED))
    return 0;
  // Not on the stack, which may be a small one.
  Search search{0, static_cast<char *>(std::malloc(kRoom)), 0, 0};
  dl_iterate_phdr(collect, &search);
  __atomic_store_n(&seen, search.adds, __ATOMIC_RELAXED);
  for (std::size_t at = 0; at < search.used;
       at += std::strlen(search.paths + at) + 1)
    found(search.paths + at);
  std::free(search.paths);
  return search.left_out;
}

} // namespace tensor_probe
