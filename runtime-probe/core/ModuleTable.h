// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which object file a program counter lies in. Not thread-safe: the site table
// calls it under its lock.

#ifndef TENSOR_PROBE_CORE_MODULETABLE_H
#define TENSOR_PROBE_CORE_MODULETABLE_H

#include "core/Arena.h"
#include "core/ProbeFile.h"

namespace tensor_probe {

struct Module {
  std::uint64_t load_bias, start, end;
  const char *name; ///< as the dynamic linker has it; "" for the executable
  std::uint8_t build_id[32];
  std::uint32_t build_id_length;
  std::uint32_t block; ///< id of its ModuleBlock, kNoId until it has one
  bool loaded;         ///< false: unloaded since
  bool is_probe;       ///< one of the probe's own libraries
};

class ModuleTable {
public:
  /// Asks the dynamic linker again, if libraries were loaded or unloaded since
  /// the last time.
  void refresh(Arena &arena);
  /// The module of this address, or null.
  Module *find(std::uint64_t pc);
  /// Id of the module's block, which is appended if there is none yet; kNoId
  /// if that fails.
  std::uint32_t block_of(Module &module, ProbeFile &file);
  /// Modules left out because the table was full, since the last call.
  std::uint32_t take_left_out();
  void reset();

private:
  static constexpr std::uint32_t kMaxModules = 2048;
  Module *modules_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t last_ = 0;
  std::uint32_t left_out_ = 0;
  unsigned long long adds_ = 0, subs_ = 0;

  void see(const Module &found, Arena &arena);
  friend struct ModuleScan;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_MODULETABLE_H
