// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextProcesses.h"

#include "report/Units.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tensor_probe {
namespace {

std::string torch_text(const ProcessFacts &process) {
  return process.torch_version.empty() ? "libtorch never loaded"
                                       : "libtorch " + process.torch_version;
}

/// ", rank 3 of 8"; empty for a process without one.
std::string rank_text(const ProcessFacts &process) {
  return process.world_size == 0
             ? std::string()
             : ", rank " + std::to_string(process.rank) + " of " +
                   std::to_string(process.world_size);
}

/// More processes that are alike than this are one line.
constexpr std::size_t most_listed_workers = 4;

/// Processes with nothing of their own to say: workers of one parent.
using WorkerKey = std::tuple<std::string, std::string, std::uint32_t,
                             std::uint32_t, std::uint32_t, std::string>;

WorkerKey worker_key(const ProcessFacts &process) {
  return {process.program,    process.host, process.parent_pid,
          process.world_size, process.rank, process.torch_version};
}

std::string workers_text(const std::vector<const ProcessFacts *> &workers) {
  const ProcessFacts &first = *workers.front();
  std::uint64_t least = first.wall_ns, most = first.wall_ns;
  std::size_t killed = 0;
  for (const ProcessFacts *worker : workers) {
    least = std::min(least, worker->wall_ns);
    most = std::max(most, worker->wall_ns);
    killed += worker->ended ? 0 : 1;
  }
  std::string text = "  " + first.program + " on " + first.host + ", " +
                     std::to_string(workers.size()) + " processes of process " +
                     std::to_string(first.parent_pid) + rank_text(first) +
                     ", " + time_text(double(least)) + " to " +
                     time_text(double(most)) + ", " + torch_text(first);
  if (killed != 0)
    text += ", " + std::to_string(killed) +
            " of them ended without exit() or still running";
  return text + "\n";
}

std::string process_text(const ProcessFacts &process) {
  std::string text = process.program + " on " + process.host + ", process " +
                     std::to_string(process.pid) + rank_text(process) + ", " +
                     time_text(double(process.wall_ns)) + ", " +
                     torch_text(process);
  if (!process.ended)
    text += ", ended without exit() or still running";
  text += " (" + short_path(process.file) + ")\n";
  if (process.gpu_emulated)
    text += "    its GPU records are emulated: they are no measurement and "
            "show no times\n";
  for (const std::string &note : process.notes)
    text += "    " + note + "\n";
  return "  " + text;
}

bool has_nothing_to_say(const ProcessFacts &process) {
  return process.notes.empty() && !process.gpu_emulated;
}

} // namespace

std::string processes_text(const Profile &profile) {
  std::map<WorkerKey, std::vector<const ProcessFacts *>> alike;
  for (const ProcessFacts &process : profile.processes)
    if (has_nothing_to_say(process))
      alike[worker_key(process)].push_back(&process);
  std::string text = "processes:\n";
  for (const ProcessFacts &process : profile.processes) {
    auto workers = alike.find(worker_key(process));
    if (!has_nothing_to_say(process) || workers == alike.end() ||
        workers->second.size() <= most_listed_workers)
      text += process_text(process);
    else if (workers->second.front() == &process)
      text += workers_text(workers->second);
  }
  return text;
}

} // namespace tensor_probe
