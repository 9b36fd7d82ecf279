// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/MemoryReaders.h"

#include <algorithm>
#include <variant>

namespace tensortidy {

namespace {

/// Gives its first argument, or a view of it, and changes nothing.
bool onlyViews(const Apply &A) {
  if (!A.Op || A.Op->TheSchema.Returns.empty())
    return false;
  const SchemaReturn &Gives = A.Op->TheSchema.Returns[0];
  return !Gives.Alias.empty() && !Gives.Writes;
}

/// Puts something new into all of its first argument, whatever was in there.
bool overwrites(const Apply &A) {
  const std::string Name = A.Op ? A.Op->displayName() : "";
  return Name == "copy_" || Name == "zero_" || Name == "fill_";
}

bool isWritten(const Apply &A, size_t Argument) {
  return A.Op && Argument < A.Op->TheSchema.Arguments.size() &&
         A.Op->TheSchema.Arguments[Argument].Writes;
}

/// All places that edges lead to from \p P, itself included.
std::set<PlaceId> reachable(PlaceId P,
                            const std::multimap<PlaceId, PlaceId> &Edges) {
  std::set<PlaceId> Seen = {P};
  std::vector<PlaceId> Open = {P};
  while (!Open.empty()) {
    const auto [Begin, End] = Edges.equal_range(Open.back());
    Open.pop_back();
    for (auto It = Begin; It != End; ++It)
      if (Seen.insert(It->second).second)
        Open.push_back(It->second);
  }
  return Seen;
}

} // namespace

MemoryReaders::MemoryReaders(const Function &F) : F(F) {
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts)
      std::visit(*this, X.What);
}

void MemoryReaders::flow(PlaceId From, PlaceId To) {
  if (From == NoId || To == NoId)
    return;
  Made.emplace(From, To);
  Sources.emplace(To, From);
}

void MemoryReaders::operator()(const Apply &A) {
  for (size_t I = 0; I < A.Arguments.size(); ++I)
    for (PlaceId P : A.Arguments[I].Places)
      if (onlyViews(A) || (I == 0 && overwrites(A)))
        for (PlaceId Result : A.Results)
          flow(P, Result);
      else if (P != NoId && isWritten(A, I)) {
        // What is read of it stays in it.
        Updated.insert(P);
        for (PlaceId Result : A.Results)
          flow(P, Result);
      } else if (P != NoId)
        Read.insert(P);
}

/// A member, a list, or a variable of the caller's.
bool MemoryReaders::isSeenOutside(PlaceId P) const {
  const Place &Is = F.Places[P];
  const bool IsReference = std::any_of(
      F.Parameters.begin(), F.Parameters.end(), [&](const Parameter &Each) {
        return Each.Tensor == P && Each.IsMutableReference;
      });
  return IsReference || Is.IsList || Is.Kind == PlaceKind::Field ||
         Is.Kind == PlaceKind::Captured;
}

bool MemoryReaders::reachesReader(PlaceId P, bool IsMember) const {
  for (PlaceId Each : reachable(P, Made))
    if (Read.count(Each) || (IsMember && Updated.count(Each)) ||
        (isSeenOutside(Each) && !(IsMember && Each == P)))
      return true;
  return false;
}

bool MemoryReaders::mayBeRead(PlaceId P) const {
  return reachesReader(P, false);
}

bool MemoryReaders::readsMember(PlaceId P) const {
  return reachesReader(P, true);
}

std::set<PlaceId> MemoryReaders::sourcesOf(PlaceId P) const {
  return reachable(P, Sources);
}

} // namespace tensortidy
