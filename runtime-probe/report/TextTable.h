// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table in plain text: columns as wide as their widest cell, and lines of
// text below a row.
#ifndef TENSOR_PROBE_REPORT_TEXT_TABLE_H
#define TENSOR_PROBE_REPORT_TEXT_TABLE_H

#include <string>
#include <vector>

namespace tensor_probe {

class TextTable {
public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align;
  };

  explicit TextTable(std::vector<Column> columns);

  /// As many cells as there are columns, without line breaks.
  void add_row(std::vector<std::string> cells,
               std::vector<std::string> lines_below = {});

  /// The whole table; each line ends in a line break and in no blank.
  std::string text() const;

private:
  struct Row {
    std::vector<std::string> cells, lines_below;
  };
  std::string line_of(const std::vector<std::string> &cells,
                      const std::vector<std::size_t> &widths) const;

  std::vector<Column> columns;
  std::vector<Row> rows;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_TEXT_TABLE_H
