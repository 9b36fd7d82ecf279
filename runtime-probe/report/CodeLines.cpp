// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/CodeLines.h"

#include "report/SkipRules.h"
#include "report/Symbolizer.h"

#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Path.h"

#include <utility>

namespace tensor_probe {
namespace {

using LineTable = llvm::DWARFDebugLine::LineTable;

/// The lines of one unit's wanted files, by the line table's file numbers.
class UnitLines {
public:
  UnitLines(llvm::DWARFUnit &unit, const LineTable &table,
            const std::set<std::string> &base_names, CodeLines &lines)
      : unit(unit), table(table), base_names(base_names), lines(lines) {}

  void add() {
    for (const llvm::DWARFDebugLine::Row &row : table.Rows)
      if (!row.EndSequence)
        add_line(row.File, row.Line);
    if (!any_wanted)
      return;
    // Code inlined from another file has that file's lines in the table; the
    // line of the call stands with the inlined function.
    for (const llvm::DWARFDebugInfoEntry &entry : unit.dies()) {
      llvm::DWARFDie die(&unit, &entry);
      if (die.getTag() == llvm::dwarf::DW_TAG_inlined_subroutine)
        add_line(number(die, llvm::dwarf::DW_AT_call_file),
                 number(die, llvm::dwarf::DW_AT_call_line));
    }
  }

private:
  llvm::DWARFUnit &unit;
  const LineTable &table;
  const std::set<std::string> &base_names;
  CodeLines &lines;
  std::map<std::uint64_t, std::set<unsigned> *> by_index; ///< null: unwanted
  bool any_wanted = false;

  static std::uint64_t number(const llvm::DWARFDie &die,
                              llvm::dwarf::Attribute attribute) {
    return llvm::dwarf::toUnsigned(die.find(attribute), 0);
  }

  std::set<unsigned> *lines_of_file(std::uint64_t index) {
    std::string name;
    const char *directory = unit.getCompilationDir();
    bool found = table.getFileNameByIndex(
        index, directory ? directory : "",
        llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, name);
    bool wanted =
        found && base_names.count(llvm::sys::path::filename(name).str()) != 0;
    any_wanted |= wanted;
    return wanted ? &lines[name] : nullptr;
  }

  void add_line(std::uint64_t file, std::uint64_t line) {
    auto [known, is_new] = by_index.try_emplace(file, nullptr);
    if (is_new)
      known->second = lines_of_file(file);
    if (known->second && line != 0)
      known->second->insert(unsigned(line));
  }
};

void add_module(const std::string &path,
                const std::set<std::string> &base_names, CodeLines &lines) {
  auto binary = llvm::object::ObjectFile::createObjectFile(path);
  if (!binary) {
    // Cannot happen after why_module_unusable(), except in a race.
    llvm::consumeError(binary.takeError());
    return;
  }
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  auto context = llvm::DWARFContext::create(
      *binary->getBinary(),
      llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr, "", ignore,
      ignore);
  for (const auto &unit : context->compile_units())
    if (const LineTable *table = context->getLineTableForUnit(unit.get()))
      UnitLines(*unit, *table, base_names, lines).add();
}

} // namespace

CodeLines code_lines_of(const std::vector<ProbeRecord> &files,
                        const std::set<std::string> &base_names) {
  std::set<std::pair<std::string, std::string>> seen;
  CodeLines lines;
  for (const ProbeRecord &file : files)
    for (const ModuleRecord &module : file.modules)
      if (!is_library_module(module.path) &&
          seen.emplace(module.path, module.build_id).second &&
          why_module_unusable(module).empty())
        add_module(module.path, base_names, lines);
  return lines;
}

} // namespace tensor_probe
