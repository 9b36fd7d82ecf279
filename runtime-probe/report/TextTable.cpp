// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextTable.h"

#include <algorithm>
#include <utility>

namespace tensor_probe {
namespace {

constexpr const char *gap = "  ";
constexpr const char *indent = "        ";

} // namespace

TextTable::TextTable(std::vector<Column> given) : columns(std::move(given)) {}

void TextTable::add_row(std::vector<std::string> cells,
                        std::vector<std::string> lines_below) {
  rows.push_back({std::move(cells), std::move(lines_below)});
}

std::string TextTable::line_of(const std::vector<std::string> &cells,
                               const std::vector<std::size_t> &widths) const {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string cell = i < cells.size() ? cells[i] : "";
    std::string pad(widths[i] - cell.size(), ' ');
    line += (i ? gap : "");
    line += columns[i].align == Align::right ? pad + cell : cell + pad;
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string TextTable::text() const {
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  for (const Column &column : columns) {
    titles.push_back(column.title);
    widths.push_back(column.title.size());
  }
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.cells.size() && i < widths.size(); ++i)
      widths[i] = std::max(widths[i], row.cells[i].size());
  std::string all = line_of(titles, widths);
  for (const Row &row : rows) {
    all += line_of(row.cells, widths);
    for (const std::string &line : row.lines_below)
      all += indent + line + "\n";
  }
  return all;
}

} // namespace tensor_probe
