// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/GpuText.h"

#include "report/Units.h"

namespace tensor_probe {
namespace {

/// "5 kernels 12.3 us"; without the time where it is made up.
std::string work_text(std::uint64_t count, std::uint64_t ns, bool emulated,
                      const char *one, const char *many) {
  std::string text = count_text(count, one, many);
  return emulated ? text : text + " " + time_text(double(ns));
}

void append(std::string &list, const std::string &item) {
  list += (list.empty() ? "" : ", ") + item;
}

/// "2 pageable, 1 pinned".
std::string ends_text(const GpuCost &gpu) {
  std::string text;
  if (gpu.pageable != 0)
    append(text, std::to_string(gpu.pageable) + " with pageable memory");
  if (gpu.pinned != 0)
    append(text, std::to_string(gpu.pinned) + " with pinned memory");
  if (gpu.peer != 0)
    append(text, std::to_string(gpu.peer) + " between devices");
  return text.empty() ? text : " (" + text + ")";
}

std::string timed(const std::string &text, std::uint64_t ns,
                  const GpuCost &gpu) {
  return gpu.emulated ? text : text + ", " + time_text(double(ns));
}

/// Of copies whose device records are there: what is missing for a speed.
std::string why_incomplete(const SourceSite &site) {
  const GpuCost &gpu = site.gpu;
  if (gpu.emulated)
    return "the GPU is emulated";
  if (gpu.copies < site.cost.count)
    return count_text(site.cost.count - gpu.copies, "copy was", "copies were") +
           " made before device records were asked for";
  if (gpu.replayed != 0)
    return "CUDA graphs repeated copies, and how often is not known";
  if (gpu.incomplete != 0 || gpu.works() < gpu.copies)
    return "records of the device are missing";
  return gpu.device_ns() == 0 ? "the device gave no times" : std::string();
}

} // namespace

std::string works_text(const GpuCost &gpu) {
  std::string text;
  if (gpu.kernels != 0)
    append(text, work_text(gpu.kernels, gpu.kernel_ns, gpu.emulated, "kernel",
                           "kernels"));
  if (gpu.transfers != 0)
    append(text, work_text(gpu.transfers, gpu.transfer_ns, gpu.emulated,
                           "transfer", "transfers") +
                     ends_text(gpu));
  if (gpu.fills != 0)
    append(text,
           work_text(gpu.fills, gpu.fill_ns, gpu.emulated, "fill", "fills"));
  return text.empty() ? "no record came" : text;
}

std::vector<std::string> gpu_lines(const SourceSite &site) {
  const GpuCost &gpu = site.gpu;
  std::vector<std::string> lines;
  if (gpu.copies == 0 && gpu.works() == 0)
    return lines;
  lines.push_back((gpu.emulated ? "emulated GPU, no times: " : "on the GPU: ") +
                  works_text(gpu));
  if (gpu.replayed != 0)
    lines.push_back(timed("of these " + std::to_string(gpu.replayed) +
                              " replayed by CUDA graphs that were captured "
                              "here",
                          gpu.replayed_ns, gpu));
  if (gpu.incomplete != 0)
    lines.push_back("of these " + std::to_string(gpu.incomplete) +
                    " without an end, in no time");
  if (gpu.watched_ns != 0)
    lines.push_back("other streams were at work during " +
                    share_text(gpu.overlap_ns, gpu.watched_ns) +
                    (gpu.watched_ns < gpu.device_ns()
                         ? " of " + time_text(double(gpu.watched_ns)) + " of it"
                         : " of that time"));
  if (gpu.waits != 0)
    lines.push_back(timed("the host waited for the GPU " +
                              count_text(gpu.waits, "time", "times"),
                          gpu.wait_ns, gpu));
  return lines;
}

std::string why_no_speed(const SourceSite &site) {
  if (!site.enqueue_only)
    return site.cost.ns == 0 ? "no copy returned with a measured time"
                             : std::string();
  const std::string why =
      site.gpu.copies == 0
          ? (site.why_no_gpu.empty()
                 ? "no record of the device is known of these copies"
                 : site.why_no_gpu)
          : why_incomplete(site);
  return why.empty() ? why : "the time is the enqueue time: " + why;
}

double speed_of(const SourceSite &site) {
  if (!why_no_speed(site).empty())
    return 0;
  return site.enqueue_only
             ? double(site.cost.traffic) / double(site.gpu.device_ns())
             : site.cost.gb_per_s();
}

} // namespace tensor_probe
