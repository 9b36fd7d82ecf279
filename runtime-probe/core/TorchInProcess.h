// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which libtorch is in this process.

#ifndef TENSOR_PROBE_CORE_TORCHINPROCESS_H
#define TENSOR_PROBE_CORE_TORCHINPROCESS_H

namespace tensor_probe {

struct TorchInProcess {
  bool found;
  char path[4096]; ///< of libtorch_cpu, as the dynamic linker has it
  /// "1.13" or "2.4.1"; empty if it cannot be told. From, in this order: the
  /// library's real file name (Debian: libtorch_cpu.so.1.13.0); "version.py"
  /// of the Python package or "build-version" of the C++ archive, one folder
  /// above the library; TENSOR_PROBE_TORCH.
  char version[64];
};

/// Whether some libtorch_cpu is loaded: cheap, no file is opened.
bool torch_is_loaded();

TorchInProcess find_torch();

/// Whether a library built for `built` (major.minor.patch) fits a libtorch
/// that says `found`: major and minor are equal. libtorch promises no binary
/// compatibility across minor releases, and keeps it across patches.
bool same_minor_version(const char *built, const char *found);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_TORCHINPROCESS_H
