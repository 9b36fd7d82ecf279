// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TraceReport.h"

#include "core/Names.h"
#include "report/Units.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>

namespace tensor_probe {
namespace {

using llvm::json::fixUTF8;
using llvm::json::OStream;

/// Processes of several machines may have the same number.
std::uint64_t id_of(std::size_t process) { return process + 1; }

/// Microseconds with a fraction, as the format has it.
double micro(std::uint64_t ns) { return double(ns) / 1000; }

std::string name_of_process(const ProcessFacts &process) {
  std::string name = process.program + " on " + process.host + ", process " +
                     std::to_string(process.pid);
  if (process.world_size != 0)
    name += ", rank " + std::to_string(process.rank);
  return fixUTF8(name);
}

void write_process(OStream &json, const ProcessFacts &process,
                   std::size_t index) {
  json.object([&] {
    json.attribute("name", "process_name");
    json.attribute("ph", "M");
    json.attribute("pid", id_of(index));
    json.attributeObject(
        "args", [&] { json.attribute("name", name_of_process(process)); });
  });
}

void write_event(OStream &json, const SourceSite &site, const CopyEvent &copy,
                 std::uint64_t since_first) {
  json.object([&] {
    json.attribute("name",
                   fixUTF8(site.op.empty() ? "copy_" : operator_text(site)));
    json.attribute("cat", copy_class_name(site.kind));
    json.attribute("ph", "X");
    json.attribute("pid", id_of(copy.process));
    json.attribute("tid", copy.event.thread);
    json.attribute("ts", micro(since_first + copy.event.start_ns));
    json.attribute("dur", micro(copy.event.ns));
    json.attributeObject("args", [&] {
      json.attribute("where", fixUTF8(place_text(site.place)));
      json.attribute("bytes", copy.event.bytes);
      json.attribute("origin", origin_name(site.origin));
      json.attribute("time is", site.enqueue_only ? "enqueue" : "copy");
      json.attribute("first", fixUTF8(shape_text(site.source) + " -> " +
                                      shape_text(site.destination)));
    });
  });
}

} // namespace

llvm::Expected<std::string> trace_report(const Profile &profile) {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t untraced = 0;
  for (const ProcessFacts &process : profile.processes) {
    if (!process.has_trace)
      continue;
    first = std::min(first, process.start_unix_ns);
    untraced += process.untraced;
  }
  if (first == std::numeric_limits<std::uint64_t>::max())
    return llvm::createStringError(
        "--format=trace: no process was traced: run it with "
        "TENSOR_PROBE_TRACE=1");
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeObject("otherData", [&] {
      json.attribute("copies without an event", untraced);
    });
    json.attributeArray("traceEvents", [&] {
      for (std::size_t i = 0; i < profile.processes.size(); ++i)
        write_process(json, profile.processes[i], i);
      for (const SourceSite &site : profile.sites)
        for (const CopyEvent &copy : site.events)
          write_event(json, site, copy,
                      profile.processes[copy.process].start_unix_ns - first);
    });
  });
  return text + "\n";
}

} // namespace tensor_probe
