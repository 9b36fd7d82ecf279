// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ModuleTable.h"

#include "core/Naming.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <link.h>

namespace tensor_probe {

struct ModuleScan {
  ModuleTable &table;
  Arena &arena;
  bool first = true;

  static int step(dl_phdr_info *info, std::size_t, void *self);
};

/// Copies the GNU build id from one PT_NOTE segment, if it is there.
static void read_build_id(const char *note, std::size_t size, Module &module) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, note, sizeof(head));
    const std::size_t name_size = (head.n_namesz + 3U) & ~3U;
    const std::size_t text_size = (head.n_descsz + 3U) & ~3U;
    if (sizeof(head) + name_size + text_size > size)
      return;
    const char *name = note + sizeof(head);
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
        std::memcmp(name, "GNU", 4) == 0) {
      module.build_id_length = head.n_descsz < sizeof(module.build_id)
                                   ? head.n_descsz
                                   : sizeof(module.build_id);
      std::memcpy(module.build_id, name + name_size, module.build_id_length);
      return;
    }
    note += sizeof(head) + name_size + text_size;
    size -= sizeof(head) + name_size + text_size;
  }
}

static Module describe(const dl_phdr_info &info) {
  Module module{};
  module.load_bias = info.dlpi_addr;
  module.start = ~0ULL;
  module.name = info.dlpi_name == nullptr ? "" : info.dlpi_name;
  module.block = kNoId;
  module.loaded = true;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info.dlpi_phdr[i];
    const std::uint64_t start = info.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD) {
      if (start < module.start)
        module.start = start;
      if (start + segment.p_memsz > module.end)
        module.end = start + segment.p_memsz;
    }
    if (segment.p_type == PT_NOTE && module.build_id_length == 0)
      read_build_id(reinterpret_cast<const char *>(start), segment.p_memsz,
                    module);
  }
  const char *slash = std::strrchr(module.name, '/');
  const char *base = slash == nullptr ? module.name : slash + 1;
  module.is_probe = std::strncmp(base, "libtensor_probe", 15) == 0;
  return module;
}

void ModuleTable::see(const Module &found, Arena &arena) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    Module &known = modules_[i];
    if (known.start == found.start && known.end == found.end &&
        std::strcmp(known.name, found.name) == 0) {
      known.loaded = true;
      return;
    }
  }
  const char *name = arena.keep(found.name);
  if (count_ == kMaxModules || name == nullptr) {
    ++left_out_;
    return;
  }
  modules_[count_] = found;
  modules_[count_++].name = name;
}

int ModuleScan::step(dl_phdr_info *info, std::size_t, void *self) {
  auto &scan = *static_cast<ModuleScan *>(self);
  ModuleTable &table = scan.table;
  if (scan.first) {
    if (info->dlpi_adds == table.adds_ && info->dlpi_subs == table.subs_)
      return 1;
    table.adds_ = info->dlpi_adds;
    table.subs_ = info->dlpi_subs;
    for (std::uint32_t i = 0; i < table.count_; ++i)
      table.modules_[i].loaded = false;
    scan.first = false;
  }
  table.see(describe(*info), scan.arena);
  return 0;
}

void ModuleTable::refresh(Arena &arena) {
  if (modules_ == nullptr)
    modules_ = static_cast<Module *>(arena.take(kMaxModules * sizeof(Module)));
  if (modules_ == nullptr)
    return;
  ModuleScan scan{*this, arena};
  dl_iterate_phdr(ModuleScan::step, &scan);
}

Module *ModuleTable::find(std::uint64_t pc) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    const std::uint32_t index = (last_ + i) % count_;
    Module &module = modules_[index];
    if (module.loaded && pc >= module.start && pc < module.end) {
      last_ = index;
      return &module;
    }
  }
  return nullptr;
}

static void real_path(const Module &module, char *path, std::size_t size) {
  char resolved[PATH_MAX];
  const char *text = module.name;
  if (*module.name == '\0') {
    executable_path(path, size);
    return;
  }
  if (std::strncmp(module.name, "linux-vdso", 10) == 0)
    text = "[vdso]";
  else if (realpath(module.name, resolved) != nullptr)
    text = resolved;
  const std::size_t length = strnlen(text, size - 1);
  std::memcpy(path, text, length);
  path[length] = '\0';
}

std::uint32_t ModuleTable::block_of(Module &module, ProbeFile &file) {
  if (module.block != kNoId)
    return module.block;
  char path[PATH_MAX];
  real_path(module, path, sizeof(path));
  const std::size_t length = std::strlen(path);
  const auto bytes =
      static_cast<std::uint32_t>((sizeof(ModuleBlock) + length + 8) & ~7UL);
  auto *block =
      static_cast<ModuleBlock *>(file.reserve(BlockKind::module_, bytes));
  if (block == nullptr)
    return kNoId;
  block->load_bias = module.load_bias;
  block->start = module.start;
  block->end = module.end;
  std::memcpy(block->build_id, module.build_id, sizeof(block->build_id));
  block->build_id_length = module.build_id_length;
  block->path_length = static_cast<std::uint32_t>(length);
  std::memcpy(block + 1, path, length);
  file.commit(block);
  module.block = block->header.id;
  return module.block;
}

std::uint32_t ModuleTable::take_left_out() {
  const std::uint32_t result = left_out_;
  left_out_ = 0;
  return result;
}

void ModuleTable::reset() { *this = ModuleTable(); }

} // namespace tensor_probe
