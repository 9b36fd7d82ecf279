// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/AxisGroup.h"

namespace tensortidy {

/// "x" of "numel(x)".
static std::string baseName(SymbolId Group, const SymbolTable &Symbols) {
  const std::string &Name = Symbols.info(Group).Name;
  size_t Open = Name.find('(');
  return Name.substr(Open + 1, Name.size() - Open - 2);
}

SymbolId axisGroup(const std::string &Name, SymbolTable &Symbols) {
  return Symbols.get("numel(" + Name + ")", 1, true);
}

SymbolId axisGroupWithUnits(const std::string &Name, SymbolTable &Symbols) {
  return Symbols.get("numel1(" + Name + ")", 1, true);
}

bool mayHoldUnits(SymbolId Group, const SymbolTable &Symbols) {
  return Group != NoGroup && Symbols.info(Group).Name[5] == '1';
}

/// Keeps the symbols of the two kinds of groups apart.
static std::string suffix(SymbolId Group, const SymbolTable &Symbols) {
  return mayHoldUnits(Group, Symbols) ? ">=1" : "";
}

SymbolId strideGroup(const std::string &Name, SymbolTable &Symbols) {
  return Symbols.get("st(" + Name + ")", 0, true);
}

SymbolId groupSize(SymbolId Group, int Index, SymbolTable &Symbols) {
  return Symbols.getPart(Group,
                         "size(" + baseName(Group, Symbols) + "," +
                             std::to_string(Index) + ")" +
                             suffix(Group, Symbols),
                         mayHoldUnits(Group, Symbols) ? 1 : 2, Index < 0);
}

SymbolId groupRest(SymbolId Group, unsigned Front, unsigned Back,
                   SymbolTable &Symbols) {
  if (Front == 0 && Back == 0)
    return Group;
  return Symbols.getPart(
      Group,
      "rest(" + baseName(Group, Symbols) + "," + std::to_string(Front) + "," +
          std::to_string(Back) + ")" + suffix(Group, Symbols),
      1, true);
}

SymbolId groupStride(SymbolId Strides, int Index, SymbolTable &Symbols) {
  if (Index == -1)
    return Strides;
  return Symbols.getPart(Strides,
                         "st(" + baseName(Strides, Symbols) + "," +
                             std::to_string(Index) + ")",
                         0, true);
}

} // namespace tensortidy
