// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who this process is: the name of its file, the identity in its header.

#ifndef TENSOR_PROBE_CORE_NAMING_H
#define TENSOR_PROBE_CORE_NAMING_H

#include "core/Format.h"

namespace tensor_probe {

/// The place of this process in a job.
struct Rank {
  std::uint32_t number; ///< from 0
  std::uint32_t of;     ///< 0: it is part of none
};

/// What the launcher said in the environment: torchrun, Open MPI, MPICH, Slurm.
Rank rank_of_process();

/// "DIRECTORY/NAME.HOST.PID.probe", for copy > 1 "...PID-COPY.probe", with a
/// rank "NAME.HOST.rank3.PID.probe". NAME is the executable's base name; in
/// NAME and HOST, bytes other than letters, digits and "._+-" become "_".
void probe_file_path(const char *directory, int copy, char *path,
                     std::size_t size);

/// Real path of the executable, "?" if unknown.
void executable_path(char *path, std::size_t size);

/// Fills pid, parent_pid, rank, world_size, program, host, command_line,
/// working_directory and probe_version.
void describe_process(FileHeader &header);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_NAMING_H
