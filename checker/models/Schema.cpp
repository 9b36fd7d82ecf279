// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Schema.h"

#include <algorithm>

namespace tensortidy {

std::string Schema::fullName() const {
  return Overload.empty() ? Name : Name + "." + Overload;
}

std::optional<unsigned> Schema::indexOf(std::string_view Wanted) const {
  for (unsigned I = 0; I < Arguments.size(); ++I)
    if (Arguments[I].Name == Wanted)
      return I;
  return std::nullopt;
}

/// "[0, 0]" is "0" to every operator: int[2] takes one number for all.
static std::string plainDefault(const std::string &Text) {
  if (Text.size() < 3 || Text.front() != '[')
    return Text;
  std::string First = Text.substr(1, Text.find_first_of(",]") - 1), All = First;
  while (All.size() + 2 < Text.size())
    All += ", " + First;
  return "[" + All + "]" == Text ? First : Text;
}

static bool sameArgument(const SchemaArgument &A, const SchemaArgument &B) {
  return A.Name == B.Name && A.Type == B.Type && A.Optional == B.Optional &&
         A.KeywordOnly == B.KeywordOnly && A.Alias == B.Alias &&
         A.Writes == B.Writes &&
         A.Default.has_value() == B.Default.has_value() &&
         (!A.Default || plainDefault(*A.Default) == plainDefault(*B.Default));
}

static bool sameReturn(const SchemaReturn &A, const SchemaReturn &B) {
  return A.Type == B.Type && A.Alias == B.Alias && A.Writes == B.Writes;
}

bool sameMeaning(const Schema &A, const Schema &B) {
  return A.fullName() == B.fullName() &&
         std::equal(A.Arguments.begin(), A.Arguments.end(), B.Arguments.begin(),
                    B.Arguments.end(), sameArgument) &&
         std::equal(A.Returns.begin(), A.Returns.end(), B.Returns.begin(),
                    B.Returns.end(), sameReturn);
}

} // namespace tensortidy
