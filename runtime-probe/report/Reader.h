// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads probe files (core/Format.h). Whatever a file holds, the outcome is a
// ProbeRecord whose references are all valid, or one error that names the file,
// the byte and what is wrong there.
#ifndef TENSOR_PROBE_REPORT_READER_H
#define TENSOR_PROBE_REPORT_READER_H

#include "core/Format.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tensor_probe {

struct ModuleRecord {
  std::string path;
  std::string build_id; ///< hexadecimal; empty: the module has none
};

struct StackRecord {
  std::uint32_t flags = 0;         ///< StackFlag
  std::vector<Frame> frames;       ///< innermost first
  std::vector<PythonFrame> python; ///< innermost first
};

struct StringRecord {
  StringKind kind;
  std::string text;
};

/// A part of the run that the program named; entries in ascending order of
/// rows, which are copy rows.
struct ScopeRecord {
  std::string name;
  std::uint64_t begin_ns = 0, end_ns = 0;
  std::vector<ScopeEntry> entries;
};

/// A place where a tensor broke the contract of a kernel.
struct ViolationRecord {
  std::string text, file;
  ViolationBlock block;
};

/// One file. Ids of layouts ascend from a step to the next: following them back
/// ends. Other ids index the vectors: each is valid or kNoId.
struct ProbeRecord {
  std::string path;
  FileHeader header;
  std::vector<ModuleRecord> modules;
  std::vector<StackRecord> stacks;
  std::vector<SiteBlock> rows;
  std::vector<StringRecord> strings;
  std::vector<ScopeRecord> scopes;
  std::vector<ViolationRecord> violations;
  std::vector<MisuseBlock> misuses; ///< each of a stack, or of texts
  std::vector<LayoutBlock> layouts;
  std::vector<GpuBlock> gpu;      ///< each of a row, or of a kernel
  std::vector<TraceEvent> events; ///< each of a row; those that are whole
};

/// Parses the bytes of one file; `path` is for messages.
llvm::Expected<ProbeRecord> parse_probe_file(llvm::StringRef bytes,
                                             llvm::StringRef path);

/// Reads one file as it is now, also that of a process that still runs.
llvm::Expected<ProbeRecord> read_probe_file(llvm::StringRef path);

/// Files as given, and for each directory all *.probe files in it, sorted. An
/// error when an argument does not exist or a directory has none.
llvm::Expected<std::vector<std::string>>
find_probe_files(const std::vector<std::string> &arguments);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_READER_H
