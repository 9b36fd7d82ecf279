// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Names.h"
#include "report/Operators.h"
#include "report/ProfileBuilder.h"

#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tensor_probe {
namespace {

/// The losses after which the absence of a record proves nothing: those that
/// core/Format.h marks (*).
constexpr Loss disproving[] = {
    Loss::events_without_row, Loss::reaches_without_row, Loss::stacks_full,
    Loss::rows_full,          Loss::file_not_grown,      Loss::walks_failed,
};

template <std::size_t N> std::string text_of(const char (&field)[N]) {
  return llvm::json::fixUTF8(llvm::StringRef(field, strnlen(field, N)));
}

std::string joined(const std::vector<std::string> &sentences,
                   const char *otherwise) {
  std::string all;
  for (const std::string &sentence : sentences)
    all += (all.empty() ? "" : "; ") + sentence;
  return all.empty() ? otherwise : all;
}

/// Counters of a damaged file may be anything: no time is negative or endless.
std::uint64_t whole_ns(double ns) {
  constexpr double most = 1e18;
  return std::isfinite(ns) && ns > 0 ? std::uint64_t(std::min(ns, most)) : 0;
}

void add_tiers(const FileHeader &header, ProcessFacts &facts) {
  if ((header.tiers & (kTierCopiesCpu | kTierCopiesCuda)) == 0)
    facts.why_no_copies = joined(
        facts.notes, facts.torch_version.empty() ? "libtorch was never loaded"
                                                 : "the probe gives no reason");
  facts.gpu_emulated = (header.tiers & kTierGpuEmulated) != 0;
  if ((header.tiers & kTierGpu) == 0)
    facts.why_no_gpu = (header.tiers_refused & kTierGpu)
                           ? joined(facts.notes, "CUPTI does not outlive a "
                                                 "fork")
                           : "run with TENSOR_PROBE_GPU=1 for that on the GPU";
  facts.has_trace = (header.tiers & kTierTrace) != 0;
  facts.untraced = header.untraced;
  facts.counts_memory = (header.tiers & kTierMemory) != 0;
  facts.follows_layouts = (header.tiers & kTierLayouts) != 0;
  facts.sees_own_writes = (header.tiers & kTierOwnWrites) != 0;
  if ((header.tiers & kTierReach) == 0)
    facts.why_no_reach = (header.tiers_refused & kTierReach)
                             ? joined(facts.notes, "it was refused")
                             : "run with TENSOR_PROBE_REACH=1";
}

void add_losses(const FileHeader &header, ProcessFacts &facts) {
  for (std::uint32_t i = 0; i < std::uint32_t(Loss::count); ++i)
    if (header.losses[i] != 0)
      facts.loss_reasons.push_back(loss_name(Loss(i)) + std::string(": ") +
                                   std::to_string(header.losses[i]));
  if (header.untraced != 0)
    facts.loss_reasons.push_back("copies without an event in the trace: " +
                                 std::to_string(header.untraced));
  if (header.forwards_unknown != 0)
    facts.loss_reasons.push_back(
        "copies in a backward pass whose forward line is not known: " +
        std::to_string(header.forwards_unknown));
  if (header.forwards_full != 0)
    facts.loss_reasons.push_back(
        "copies in a backward pass whose forward line found no room: " +
        std::to_string(header.forwards_full));
  if (header.misuses_lost != 0)
    facts.loss_reasons.push_back("misuses of memory not added: " +
                                 std::to_string(header.misuses_lost));
  if (header.untested != 0)
    facts.loss_reasons.push_back(
        "copies whose use of memory is too involved to be tested: " +
        std::to_string(header.untested));
  if (header.views_forgotten != 0)
    facts.loss_reasons.push_back(
        "views forgotten, so that memcpy of them is not tested: " +
        std::to_string(header.views_forgotten));
  if (header.ranges_untested != 0)
    facts.loss_reasons.push_back(
        "memory ranges not tested, since a view there was forgotten or other "
        "threads were in the way: " +
        std::to_string(header.ranges_untested));
  for (Loss loss : disproving)
    facts.losses += header.losses[std::size_t(loss)];
}

} // namespace

ProcessFacts process_facts(const ProbeRecord &file) {
  const FileHeader &header = file.header;
  ProcessFacts facts;
  facts.file = file.path;
  facts.program = text_of(header.program);
  facts.host = text_of(header.host);
  facts.torch_version = text_of(header.torch_version);
  facts.probe_version = text_of(header.probe_version);
  facts.pid = header.pid;
  facts.parent_pid = header.parent_pid;
  facts.rank = header.rank;
  facts.world_size = header.world_size;
  facts.start_unix_ns = header.start_unix_ns;
  facts.ended = header.state == std::uint32_t(RunState::ended);
  facts.memcpy_gb_per_s =
      std::isfinite(header.memcpy_gb_per_s) ? header.memcpy_gb_per_s : 0;
  facts.memory_peak = header.memory_peak_bytes;
  facts.nested_copies = header.nested_copies;
  for (const StringRecord &string : file.strings) {
    if (string.kind == StringKind::reason)
      facts.notes.push_back(string.text);
    if (string.kind == StringKind::compiled_module)
      facts.compiled_modules.insert(string.text);
    if (string.kind == StringKind::operator_name)
      facts.reach_ops.insert(string.text);
  }
  facts.wall_ns = header.last_update_ns;
  std::uint64_t events = 0;
  for (const SiteBlock &row : file.rows) {
    facts.wall_ns = std::max(facts.wall_ns, row.last_ns);
    events += row.count + row.thrown;
    if (row.copy_class == std::uint8_t(CopyClass::nothing) &&
        row.row_kind == std::uint8_t(RowKind::copy))
      facts.moved_nothing += row.count;
    if (row.row_kind == std::uint8_t(RowKind::reach) &&
        is_compiled_region(file.strings[row.op].text))
      facts.compiled_calls += row.count;
  }
  facts.probe_ns = whole_ns(double(events) * header.event_cost_ns +
                            double(header.stack_walk_ns));
  add_tiers(header, facts);
  add_losses(header, facts);
  return facts;
}

} // namespace tensor_probe
