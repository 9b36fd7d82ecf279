// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ElfNeeded.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tensor_probe {

namespace {
/// A file in memory; every access is checked against its size.
struct Image {
  const char *data = nullptr;
  std::size_t size = 0;

  template <typename T>
  const T *at(std::uint64_t offset, std::uint64_t count = 1) const {
    return offset <= size && count <= (size - offset) / sizeof(T)
               ? reinterpret_cast<const T *>(data + offset)
               : nullptr;
  }
};

struct Segments {
  const Elf64_Phdr *first = nullptr;
  std::size_t count = 0;

  const Elf64_Phdr *dynamic() const {
    for (std::size_t i = 0; i < count; ++i)
      if (first[i].p_type == PT_DYNAMIC)
        return &first[i];
    return nullptr;
  }
  /// Where in the file an address lies; past its end if nowhere.
  std::uint64_t offset_of(std::uint64_t address) const {
    for (std::size_t i = 0; i < count; ++i)
      if (first[i].p_type == PT_LOAD && address >= first[i].p_vaddr &&
          address - first[i].p_vaddr < first[i].p_filesz)
        return address - first[i].p_vaddr + first[i].p_offset;
    return UINT64_MAX;
  }
};

Segments segments_of(const Image &image) {
  const auto *head = image.at<Elf64_Ehdr>(0);
  if (head == nullptr || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != ELFCLASS64 ||
      head->e_phentsize != sizeof(Elf64_Phdr))
    return {};
  const auto *first = image.at<Elf64_Phdr>(head->e_phoff, head->e_phnum);
  return {first, first == nullptr ? 0U : head->e_phnum};
}

const char *find_needed(const Image &image, const char *prefix) {
  const Segments segments = segments_of(image);
  const Elf64_Phdr *dynamic = segments.dynamic();
  if (dynamic == nullptr)
    return nullptr;
  const std::size_t count = dynamic->p_filesz / sizeof(Elf64_Dyn);
  const auto *entries = image.at<Elf64_Dyn>(dynamic->p_offset, count);
  std::uint64_t strings = UINT64_MAX;
  for (std::size_t i = 0; entries != nullptr && i < count; ++i)
    if (entries[i].d_tag == DT_STRTAB)
      strings = segments.offset_of(entries[i].d_un.d_ptr);
  if (strings >= image.size)
    return nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t offset = strings + entries[i].d_un.d_val;
    if (entries[i].d_tag == DT_NEEDED && offset < image.size &&
        memchr(image.data + offset, '\0', image.size - offset) != nullptr &&
        std::strncmp(image.data + offset, prefix, std::strlen(prefix)) == 0)
      return image.data + offset;
  }
  return nullptr;
}

bool has_lost_segments(const Image &image) {
  const Segments segments = segments_of(image);
  for (std::size_t i = 0; i < segments.count; ++i)
    if (segments.first[i].p_type == PT_LOAD &&
        image.at<char>(segments.first[i].p_offset,
                       segments.first[i].p_filesz) == nullptr)
      return true;
  return false;
}

/// The file at `path`; no data when it cannot be mapped.
class MappedFile {
public:
  explicit MappedFile(const char *path) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
      return;
    struct stat status;
    const std::size_t size = fstat(descriptor, &status) == 0
                                 ? static_cast<std::size_t>(status.st_size)
                                 : 0;
    void *data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (data != MAP_FAILED)
      image_ = {static_cast<const char *>(data), size};
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile() {
    if (image_.data != nullptr)
      munmap(const_cast<char *>(image_.data), image_.size);
  }
  const Image &image() const { return image_; }

private:
  Image image_;
};
} // namespace

bool needed_library(const char *path, const char *prefix, char *name,
                    std::size_t size) {
  const MappedFile file(path);
  const char *found = find_needed(file.image(), prefix);
  if (found != nullptr)
    std::snprintf(name, size, "%s", found);
  return found != nullptr;
}

bool is_cut_short(const char *path) {
  const MappedFile file(path);
  return has_lost_segments(file.image());
}

} // namespace tensor_probe
