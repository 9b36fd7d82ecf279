// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of groups, trees of calls, and what all tables of the report share.
#ifndef TENSOR_PROBE_REPORT_TEXT_GROUPS_H
#define TENSOR_PROBE_REPORT_TEXT_GROUPS_H

#include "report/Groups.h"
#include "report/TextTable.h"

#include <string>
#include <vector>

namespace tensor_probe {

/// What the GB/s of a table count.
extern const char *const speed_note;

/// The columns that every table begins with, and a row's cells in them.
std::vector<TextTable::Column> cost_columns(const Profile &profile);
std::vector<std::string> cost_cells(const Cost &cost, double gb_per_s,
                                    const Profile &profile);

/// How many of `rows` rows are shown; `top` 0: all.
std::size_t shown_rows(std::size_t rows, unsigned top);

/// "2 further places left out by --top", or nothing.
std::string left_out_text(std::size_t left_out, const std::string &what);

/// "over 4 processes: 1.20 ms least, 1.30 ms median, 9.90 ms most (process 7
/// on host)"; empty where there are not two to compare.
std::string spread_text(const Profile &profile, const Spread &spread);

/// The table for --by=line, function and operator.
std::string groups_text(const Profile &profile, const View &view);

/// The calls for --by=tree, each below its caller.
std::string tree_text(const Profile &profile, const View &view);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_TEXT_GROUPS_H
