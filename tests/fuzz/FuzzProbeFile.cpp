// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of probe files: whatever the bytes are, one clear error, or a
// record whose ids are all valid. An input is a whole file, or, if it begins
// with "0", changes to a file that is right: a length to cut it to, then
// offsets and bytes.

#include "ProbeBytes.h"

#include "report/Reader.h"
#include "report/Scopes.h"

#include <cstdlib>

using namespace tensor_probe;

namespace {

std::string valid_file() {
  ProbeBytes file = small_probe_file();
  const auto name = file.string(StringKind::scope_name, "test");
  const auto source = file.string(StringKind::python_file, "a.py");
  file.scope(name, {{0, 0, 2, 48, 24}, {1, 0, 1, 24, 12}});
  file.python_stack({{0x2010, 0x10, 1, 0}}, {{source, kNoId, 7, 0}});
  const auto layout = file.layout(name, 0);
  file.layout(source, 1, layout);
  file.violation(name, source, 3, layout + 1);
  file.string(StringKind::compiled_module, "/tmp/torchinductor_me/a.so");
  SiteBlock backward = ProbeBytes::copy_row(1);
  backward.node = file.string(StringKind::autograd_node, "ViewBackward0") + 1;
  backward.forward = 1;
  file.row(backward);
  MisuseBlock shared{};
  shared.misuse = static_cast<std::uint32_t>(MisuseKind::shared_elements);
  shared.text = shared.file = kNoId;
  file.misuse(shared);
  MisuseBlock beyond{};
  beyond.misuse = static_cast<std::uint32_t>(MisuseKind::beyond_view);
  beyond.stack = kNoId;
  beyond.text = name;
  beyond.file = source;
  file.misuse(beyond);
  SiteBlock written = ProbeBytes::copy_row(0);
  written.copy_class = static_cast<std::uint8_t>(CopyClass::materialised);
  written.op = name;
  GpuBlock of_row{}, of_kernel{};
  of_row.row = file.row(written);
  of_kernel.row = kNoId;
  of_kernel.kernel =
      file.string(StringKind::compiled_kernel, "triton_poi_fused_clone_0");
  file.gpu(of_row);
  file.gpu(of_kernel);
  file.trace({{100, 10, 24, 0, 1}, {200, 10, 24, 1, 1}, {0, 0, 0, 0, 0}});
  return file.bytes();
}

std::uint16_t word(const std::uint8_t *data) {
  return static_cast<std::uint16_t>(data[0] | data[1] << 8);
}

std::string changed_file(const std::uint8_t *data, std::size_t size) {
  static const std::string valid = valid_file();
  std::string bytes = valid;
  if (size >= 2 && word(data) != 0)
    bytes.resize(word(data) % (bytes.size() + 1));
  for (std::size_t i = 2; i + 3 <= size && !bytes.empty(); i += 3)
    bytes[word(data + i) % bytes.size()] = static_cast<char>(data[i + 2]);
  return bytes;
}

void require(bool holds) {
  if (!holds)
    std::abort();
}

void check(const ProbeRecord &file) {
  for (const StackRecord &stack : file.stacks) {
    for (const Frame &frame : stack.frames)
      require(frame.module == kNoId || frame.module < file.modules.size());
    for (const PythonFrame &frame : stack.python)
      require(frame.file == kNoId || frame.file < file.strings.size());
  }
  for (const SiteBlock &row : file.rows) {
    require(row.stack == kNoId || row.stack < file.stacks.size());
    require(row.src_layout <= file.layouts.size());
    require(row.dst_layout <= file.layouts.size());
    require(row.forward <= file.stacks.size());
    require(row.node <= file.strings.size());
    const bool names_operator =
        row.row_kind == static_cast<std::uint8_t>(RowKind::reach) ||
        row.copy_class == static_cast<std::uint8_t>(CopyClass::materialised);
    require(!names_operator || row.op < file.strings.size());
  }
  for (const MisuseBlock &misuse : file.misuses)
    require(misuse.layout <= file.layouts.size() &&
            (misuse.stack == kNoId ? misuse.text < file.strings.size() &&
                                         misuse.file < file.strings.size()
                                   : misuse.stack < file.stacks.size()));
  for (const GpuBlock &gpu : file.gpu)
    require(gpu.row == kNoId ? gpu.kernel < file.strings.size()
                             : gpu.row < file.rows.size());
  for (const TraceEvent &event : file.events)
    require(event.row < file.rows.size());
  for (std::size_t i = 0; i < file.layouts.size(); ++i) {
    const LayoutBlock &step = file.layouts[i];
    require(step.op < file.strings.size() && step.stack < file.stacks.size());
    require(step.before == kNoId || step.before < i);
  }
  for (const ScopeRecord &scope : file.scopes)
    for (const ScopeEntry &entry : scope.entries)
      require(entry.row < file.rows.size());
}

void read(const std::string &bytes) {
  llvm::Expected<ProbeRecord> file = parse_probe_file(bytes, "input");
  if (!file) {
    const std::string message = llvm::toString(file.takeError());
    require(message.rfind("input: byte ", 0) == 0 &&
            message.find('\n') == std::string::npos);
    return;
  }
  check(*file);
  std::vector<ProbeRecord> files{std::move(*file)};
  llvm::consumeError(keep_scope(files, "0"));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  if (size > 0 && data[0] == '0')
    read(changed_file(data + 1, size - 1));
  else
    read(std::string(reinterpret_cast<const char *>(data), size));
  return 0;
}
