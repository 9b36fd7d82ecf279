// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Cells.h"

#include <fstream>

using namespace tensortidy;

namespace conformance {

std::string cellName(const Operator &Op) {
  return Op.FromDispatcher ? Op.TheSchema.fullName() : Op.TheSchema.Name;
}

const std::set<std::string> &operatorsOfTheModel() {
  static const std::set<std::string> Names = [] {
    std::set<std::string> N;
    std::ifstream File(TENSOR_TIDY_CONFORMANCE_MODEL);
    for (std::string Line; std::getline(File, Line);)
      if (!Line.empty() && Line[0] != '#')
        N.insert(Line);
    return N;
  }();
  return Names;
}

double CellCount::share() const {
  return Compared ? static_cast<double>(Decided) / Compared : 0;
}

void Cells::add(const Call &C, const std::string &Class, const Tally &T) {
  if (T.compared() == 0)
    return;
  Cell &Here = All[cellName(*C.Op)][Class];
  Here.Decided += T.Right;
  Here.CannotTell += T.CannotTell + T.Coincided;
}

bool Cells::has(const std::string &Name) const { return All.count(Name); }

CellCount Cells::count() const {
  CellCount N;
  for (const auto &[Name, Classes] : All)
    for (const auto &[Class, Cell] : Classes) {
      ++N.Compared;
      N.Decided += Cell.CannotTell == 0;
    }
  return N;
}

CellCount Cells::countOfTheModel() const {
  Cells Only;
  for (const std::string &Name : operatorsOfTheModel())
    if (auto Found = All.find(Name); Found != All.end())
      Only.All.insert(*Found);
  return Only.count();
}

} // namespace conformance
