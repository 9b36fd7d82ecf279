// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Reader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cstring>

namespace tensor_probe {
namespace {

/// Whether SiteBlock::op names an operator.
bool has_operator(const SiteBlock &row) {
  return row.row_kind == std::uint8_t(RowKind::reach) ||
         row.copy_class == std::uint8_t(CopyClass::materialised);
}

/// What a file whose counters are still moving may be off by: a block is
/// counted in the header before or after used_bytes passes it.
constexpr std::uint32_t counting_slack = 1;

class Parser {
public:
  Parser(llvm::StringRef bytes, llvm::StringRef path) : bytes(bytes) {
    file.path = path.str();
  }

  llvm::Expected<ProbeRecord> parse() {
    if (llvm::Error error = parse_header())
      return error;
    std::uint64_t at = file.header.header_bytes;
    while (at < file.header.used_bytes) {
      llvm::Expected<std::uint32_t> length = parse_block(at);
      if (!length)
        return length.takeError();
      at += *length;
    }
    if (llvm::Error error = check_references())
      return error;
    if (llvm::Error error = check_counts())
      return error;
    return file;
  }

private:
  llvm::StringRef bytes;
  ProbeRecord file;
  std::vector<std::uint64_t> stack_offsets, row_offsets, trace_offsets;

  template <typename... Values>
  llvm::Error wrong(std::uint64_t offset, const char *format,
                    Values &&...values) {
    return llvm::createStringError(
        llvm::formatv(
            "{0}: byte {1}: {2}", file.path, offset,
            llvm::formatv(format, std::forward<Values>(values)...).str())
            .str());
  }

  llvm::Error parse_header() {
    FileHeader &header = file.header;
    std::memset(static_cast<void *>(&header), 0, sizeof header);
    std::memcpy(&header, bytes.data(), std::min(bytes.size(), sizeof header));
    if (bytes.size() < sizeof header.magic || header.magic != kMagic)
      return wrong(0, "not a probe file: give the *.probe files that a "
                      "probed process wrote");
    if (bytes.size() < sizeof header)
      return wrong(bytes.size(),
                   "truncated: the file ends inside its header of {0} bytes",
                   sizeof header);
    if (header.byte_order != kByteOrder)
      return wrong(offsetof(FileHeader, byte_order),
                   "written on a machine of another byte order");
    if (header.version != kFormatVersion)
      return wrong(offsetof(FileHeader, version),
                   "format version {0}, this tool reads version {1}: use "
                   "the tensor-tidy of the probe's release",
                   header.version, kFormatVersion);
    return check_extent();
  }

  llvm::Error check_extent() {
    const FileHeader &header = file.header;
    if (header.header_bytes < sizeof header || header.header_bytes % 8 != 0)
      return wrong(offsetof(FileHeader, header_bytes),
                   "damaged: a header of {0} bytes", header.header_bytes);
    if (header.used_bytes < header.header_bytes || header.used_bytes % 8 != 0)
      return wrong(offsetof(FileHeader, used_bytes),
                   "damaged: {0} bytes in use after a header of {1}",
                   header.used_bytes, header.header_bytes);
    if (header.used_bytes > bytes.size())
      return wrong(bytes.size(), "truncated: {0} bytes are in use",
                   header.used_bytes);
    if (header.state != std::uint32_t(RunState::running) &&
        header.state != std::uint32_t(RunState::ended))
      return wrong(offsetof(FileHeader, state), "damaged: run state {0}",
                   header.state);
    return llvm::Error::success();
  }

  template <typename Struct> Struct load(std::uint64_t at) const {
    Struct value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }

  /// A block that earlier probes wrote without its last fields, which are 0
  /// then.
  template <typename Struct>
  Struct load_shorter(std::uint64_t at, const BlockHeader &block) const {
    Struct value{};
    std::memcpy(&value, bytes.data() + at,
                std::min<std::size_t>(block.bytes, sizeof value));
    return value;
  }

  /// Parses the block at `at` and returns its length.
  llvm::Expected<std::uint32_t> parse_block(std::uint64_t at) {
    std::uint64_t rest = file.header.used_bytes - at;
    if (rest < sizeof(BlockHeader))
      return wrong(at, "damaged: {0} bytes left for a block's header", rest);
    auto block = load<BlockHeader>(at);
    if (block.bytes < sizeof block || block.bytes % 8 != 0 ||
        block.bytes > rest)
      return wrong(at, "damaged: a block of {0} bytes where {1} are left",
                   block.bytes, rest);
    if (llvm::Error error = parse_body(at, block))
      return error;
    return block.bytes;
  }

  llvm::Error parse_body(std::uint64_t at, const BlockHeader &block) {
    switch (BlockKind(block.kind)) {
    case BlockKind::module_:
      return parse_module(at, block);
    case BlockKind::stack:
      return parse_stack(at, block);
    case BlockKind::site:
      return parse_site(at, block);
    case BlockKind::string:
      return parse_string(at, block);
    case BlockKind::scope:
      return parse_scope(at, block);
    case BlockKind::violation:
      return parse_violation(at, block);
    case BlockKind::layout:
      return parse_layout(at, block);
    case BlockKind::gpu:
      return parse_gpu(at, block);
    case BlockKind::trace:
      return parse_trace(at, block);
    case BlockKind::misuse:
      return parse_misuse(at, block);
    }
    return llvm::Error::success(); // a later writer's kind
  }

  /// Checks what all kinds share: the size and the running id.
  llvm::Error check_block(std::uint64_t at, const BlockHeader &block,
                          std::size_t least, std::size_t expected_id) {
    if (block.bytes < least)
      return wrong(at,
                   "damaged: a block of kind {0} with {1} bytes, {2} "
                   "needed",
                   block.kind, block.bytes, least);
    if (block.id != expected_id)
      return wrong(at, "damaged: block {0} of kind {1} where {2} is due",
                   block.id, block.kind, expected_id);
    return llvm::Error::success();
  }

  /// The text of `length` bytes that follows a struct of `fixed` bytes.
  llvm::Expected<std::string> text(std::uint64_t at, const BlockHeader &block,
                                   std::size_t fixed, std::uint32_t length) {
    if (length >= block.bytes - fixed)
      return wrong(at, "damaged: a text of {0} bytes in a block of {1}", length,
                   block.bytes);
    return llvm::json::fixUTF8(bytes.substr(at + fixed, length));
  }

  llvm::Error parse_module(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(ModuleBlock), file.modules.size()))
      return error;
    auto module = load<ModuleBlock>(at);
    if (module.build_id_length > sizeof module.build_id)
      return wrong(at, "damaged: a build id of {0} bytes",
                   module.build_id_length);
    auto path = text(at, block, sizeof module, module.path_length);
    if (!path)
      return path.takeError();
    llvm::ArrayRef<std::uint8_t> id(module.build_id, module.build_id_length);
    file.modules.push_back({*path, llvm::toHex(id, /*LowerCase=*/true)});
    return llvm::Error::success();
  }

  llvm::Error parse_stack(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(StackBlock), file.stacks.size()))
      return error;
    auto stack = load<StackBlock>(at);
    if (stack.frame_count > (block.bytes - sizeof stack) / sizeof(Frame))
      return wrong(at, "damaged: {0} frames in a block of {1} bytes",
                   stack.frame_count, block.bytes);
    StackRecord record;
    record.flags = stack.flags;
    for (std::uint32_t i = 0; i < stack.frame_count; ++i)
      record.frames.push_back(
          load<Frame>(at + sizeof stack + i * sizeof(Frame)));
    std::uint64_t end = sizeof stack + stack.frame_count * sizeof(Frame);
    if (block.extra > (block.bytes - end) / sizeof(PythonFrame))
      return wrong(at, "damaged: {0} Python frames in a block of {1} bytes",
                   block.extra, block.bytes);
    for (std::uint32_t i = 0; i < block.extra; ++i)
      record.python.push_back(
          load<PythonFrame>(at + end + i * sizeof(PythonFrame)));
    file.stacks.push_back(std::move(record));
    stack_offsets.push_back(at);
    return llvm::Error::success();
  }

  llvm::Error parse_site(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, kLeastSiteBytes, file.rows.size()))
      return error;
    auto row = load_shorter<SiteBlock>(at, block);
    bool copy = row.row_kind == std::uint8_t(RowKind::copy);
    if (!copy && row.row_kind != std::uint8_t(RowKind::reach))
      return wrong(at, "damaged: a row of kind {0}", int(row.row_kind));
    if (copy && row.copy_class > std::uint8_t(CopyClass::materialised) &&
        row.copy_class != std::uint8_t(CopyClass::other))
      return wrong(at, "damaged: copy class {0}", int(row.copy_class));
    file.rows.push_back(row);
    row_offsets.push_back(at);
    return llvm::Error::success();
  }

  llvm::Error parse_string(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(StringBlock), file.strings.size()))
      return error;
    auto string = load<StringBlock>(at);
    auto content = text(at, block, sizeof string, string.length);
    if (!content)
      return content.takeError();
    file.strings.push_back({StringKind(string.string_kind), *content});
    return llvm::Error::success();
  }

  llvm::Error parse_scope(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(ScopeBlock), file.scopes.size()))
      return error;
    auto scope = load<ScopeBlock>(at);
    if (scope.entries > (block.bytes - sizeof scope) / sizeof(ScopeEntry))
      return wrong(at, "damaged: {0} rows of a scope in a block of {1} bytes",
                   scope.entries, block.bytes);
    // Strings and rows come before the scopes that name them.
    if (scope.name >= file.strings.size())
      return wrong(at, "damaged: string {0} of {1}", scope.name,
                   file.strings.size());
    ScopeRecord record{
        file.strings[scope.name].text, scope.begin_ns, scope.end_ns, {}};
    for (std::uint32_t i = 0; i < scope.entries; ++i) {
      auto entry = load<ScopeEntry>(at + sizeof scope + i * sizeof(ScopeEntry));
      bool ascends = i == 0 || entry.row > record.entries.back().row;
      if (entry.row >= file.rows.size() || !ascends)
        return wrong(at, "damaged: row {0} of {1} in a scope", entry.row,
                     file.rows.size());
      record.entries.push_back(entry);
    }
    file.scopes.push_back(std::move(record));
    return llvm::Error::success();
  }

  llvm::Error parse_violation(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error = check_block(at, block, kLeastViolationBytes,
                                        file.violations.size()))
      return error;
    auto violation = load_shorter<ViolationBlock>(at, block);
    std::size_t strings = file.strings.size();
    if (!is_layout(violation.layout))
      return wrong(at, "damaged: layout {0} of {1}", violation.layout,
                   file.layouts.size());
    if (violation.text >= strings || violation.file >= strings)
      return wrong(at, "damaged: a string of a contract, of {0}", strings);
    file.violations.push_back({file.strings[violation.text].text,
                               file.strings[violation.file].text, violation});
    return llvm::Error::success();
  }

  llvm::Error parse_layout(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(LayoutBlock), file.layouts.size()))
      return error;
    auto layout = load<LayoutBlock>(at);
    // What a step names comes before it.
    if (layout.op >= file.strings.size() ||
        layout.stack >= file.stacks.size() ||
        (layout.before != kNoId && layout.before >= file.layouts.size()))
      return wrong(at, "damaged: string {0}, stack {1} or step {2} of a layout",
                   layout.op, layout.stack, layout.before);
    file.layouts.push_back(layout);
    return llvm::Error::success();
  }

  llvm::Error parse_gpu(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(GpuBlock), file.gpu.size()))
      return error;
    auto gpu = load<GpuBlock>(at);
    // The row, or the name, comes before it.
    if (gpu.row == kNoId && gpu.kernel >= file.strings.size())
      return wrong(at, "damaged: string {0} of {1} names a kernel", gpu.kernel,
                   file.strings.size());
    if (gpu.row != kNoId && gpu.row >= file.rows.size())
      return wrong(at, "damaged: row {0} of {1} on a GPU", gpu.row,
                   file.rows.size());
    file.gpu.push_back(gpu);
    return llvm::Error::success();
  }

  llvm::Error parse_trace(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(TraceBlock), trace_offsets.size()))
      return error;
    auto trace = load<TraceBlock>(at);
    if (trace.capacity > (block.bytes - sizeof trace) / sizeof(TraceEvent))
      return wrong(at, "damaged: {0} events in a block of {1} bytes",
                   trace.capacity, block.bytes);
    trace_offsets.push_back(at);
    const std::uint64_t taken = std::min(trace.taken, trace.capacity);
    for (std::uint64_t i = 0; i < taken; ++i) {
      auto event = load<TraceEvent>(at + sizeof trace + i * sizeof(TraceEvent));
      if (event.thread != 0)
        file.events.push_back(event);
    }
    return llvm::Error::success();
  }

  /// What a misuse names comes before it.
  llvm::Error parse_misuse(std::uint64_t at, const BlockHeader &block) {
    if (llvm::Error error =
            check_block(at, block, sizeof(MisuseBlock), file.misuses.size()))
      return error;
    auto misuse = load<MisuseBlock>(at);
    if (misuse.misuse != std::uint32_t(MisuseKind::shared_elements) &&
        misuse.misuse != std::uint32_t(MisuseKind::beyond_view))
      return wrong(at, "damaged: a misuse of memory of kind {0}",
                   misuse.misuse);
    const std::size_t strings = file.strings.size();
    const bool named = misuse.text < strings && misuse.file < strings;
    const bool on_stack = misuse.stack < file.stacks.size();
    if (!is_layout(misuse.layout) ||
        (misuse.stack == kNoId ? !named : !on_stack))
      return wrong(at,
                   "damaged: string {0}, stack {1} or layout {2} of a "
                   "misuse of memory",
                   misuse.text, misuse.stack, misuse.layout);
    file.misuses.push_back(misuse);
    return llvm::Error::success();
  }

  bool is_layout(std::uint32_t layout) const {
    return layout <= file.layouts.size();
  }

  bool is_string(std::uint32_t id) const {
    return id == kNoId || id < file.strings.size();
  }

  llvm::Error check_references() {
    for (const TraceEvent &event : file.events)
      if (event.row >= file.rows.size())
        return wrong(trace_offsets.front(),
                     "damaged: row {0} of {1} in a "
                     "trace",
                     event.row, file.rows.size());
    for (std::size_t i = 0; i < file.stacks.size(); ++i)
      for (const PythonFrame &frame : file.stacks[i].python)
        if (!is_string(frame.file) || !is_string(frame.function))
          return wrong(stack_offsets[i], "damaged: a Python frame's string");
    for (std::size_t i = 0; i < file.stacks.size(); ++i)
      for (const Frame &frame : file.stacks[i].frames)
        if (frame.module != kNoId && frame.module >= file.modules.size())
          return wrong(stack_offsets[i], "damaged: module {0} of {1}",
                       frame.module, file.modules.size());
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
      const SiteBlock &row = file.rows[i];
      if (row.stack != kNoId && row.stack >= file.stacks.size())
        return wrong(row_offsets[i], "damaged: stack {0} of {1}", row.stack,
                     file.stacks.size());
      if (!is_layout(row.src_layout) || !is_layout(row.dst_layout))
        return wrong(row_offsets[i], "damaged: a layout, of {0}",
                     file.layouts.size());
      if (row.forward > file.stacks.size() || row.node > file.strings.size())
        return wrong(row_offsets[i], "damaged: forward stack {0} or node {1}",
                     row.forward, row.node);
      if (has_operator(row) && row.op >= file.strings.size())
        return wrong(row_offsets[i], "damaged: string {0} of {1}", row.op,
                     file.strings.size());
    }
    return llvm::Error::success();
  }

  llvm::Error check_counts() {
    const FileHeader &header = file.header;
    struct Count {
      const char *what;
      std::uint64_t offset, stated, found;
    } counts[] = {
        {"modules", offsetof(FileHeader, modules), header.modules,
         file.modules.size()},
        {"stacks", offsetof(FileHeader, stacks), header.stacks,
         file.stacks.size()},
        {"rows", offsetof(FileHeader, rows), header.rows, file.rows.size()},
        {"strings", offsetof(FileHeader, strings), header.strings,
         file.strings.size()},
        {"violations", offsetof(FileHeader, violations), header.violations,
         file.violations.size()},
        {"layouts", offsetof(FileHeader, layouts), header.layouts,
         file.layouts.size()},
        {"misuses of memory", offsetof(FileHeader, misuses), header.misuses,
         file.misuses.size()},
        {"rows of GPUs", offsetof(FileHeader, gpu_rows), header.gpu_rows,
         file.gpu.size()},
        {"traces", offsetof(FileHeader, traces), header.traces,
         trace_offsets.size()},
        {"scopes", offsetof(FileHeader, scopes), header.scopes,
         file.scopes.size()},
    };
    std::uint64_t slack =
        header.state == std::uint32_t(RunState::ended) ? 0 : counting_slack;
    for (const Count &count : counts)
      if (std::max(count.stated, count.found) -
              std::min(count.stated, count.found) >
          slack)
        return wrong(count.offset, "damaged: {0} {1} stated, {2} found",
                     count.stated, count.what, count.found);
    return llvm::Error::success();
  }
};

} // namespace

llvm::Expected<ProbeRecord> parse_probe_file(llvm::StringRef bytes,
                                             llvm::StringRef path) {
  return Parser(bytes, path).parse();
}

} // namespace tensor_probe
