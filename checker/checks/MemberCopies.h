// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_MEMBERCOPIES_H
#define TENSORTIDY_CHECKS_MEMBERCOPIES_H

#include "analysis/Observer.h"
#include "checks/DeclarationKey.h"
#include "checks/Finding.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// Finds copies of a caller's tensor that a member holds, that are written
/// through raw pointers in whichever function, and that nothing reads: what
/// tensor-lost-write says of a program. It observes the replays of all
/// functions; members are told apart by their declarations.
class MemberCopies : public Observer {
public:
  void onFact(const Visit &V) override;
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override;
  /// The replay of the function, the \p Number-th, has ended.
  void end(const Function &F, size_t Number);

  /// All functions have been replayed. Each finding with the number of the
  /// function that it is in, whose callers decide it if it has OpenRoots.
  std::vector<std::pair<size_t, Finding>> judge() const;

private:
  using Key = DeclarationKey;

  /// A call that makes a copy, where the layout of its operand wants it.
  struct Made {
    PlaceId Operand = NoId;
    IdSet Roots; ///< what it may be a copy of, as given
    bool IsOfMember = false;
    Finding At; ///< without its message
  };
  /// A copy that a member gets.
  struct Copy {
    Made By;
    size_t Function = 0;
    bool IsExpanded = false;
    std::string Operand;   ///< as spelled
    std::optional<Key> Of; ///< the member that is copied, if it is one
    bool KeepsOriginal = false;
  };
  /// Where a pointer of a member's memory goes.
  struct PointerGoes {
    Origin At;
    unsigned Block = 0, Number = 0;
    bool IsWritten = false;
    bool IsWalked = false; ///< by code that is in sight, or copied
  };
  struct Member {
    std::string Name;
    std::vector<Copy> Copies;
    bool IsRead = false;
    bool IsReadAfterWrite = false;
    bool IsWalkedElsewhere = false;
    bool IsTaken = false;
    std::optional<Origin> Write, GivenOut, CopiedOn;
    std::set<size_t> CopiedOnIn, WrittenIn;
    bool IsStoredContiguous = false, IsStoredOtherwise = false;
  };

  static bool isMember(const Place &P);
  void hold(const Visit &V, PlaceId P, uint32_t Storage);
  void store(const Visit &V, PlaceId P, bool IsContiguous);
  void use(const Visit &V, const UsePointer &U);
  static void followPointers(const Function &F,
                             const std::vector<PointerGoes> &All, Member &Of,
                             bool IsMaker);
  void followPlaces(const Function &F, size_t Number);
  bool isOpen(const Copy &C) const;
  std::optional<Note> evidence(const Member &M, const Copy &C) const;

  std::map<Key, Member> All;
  /// Calls that make copies in bodies that stand in place of their calls.
  std::set<std::pair<uint32_t, uint32_t>> Expanded;
  /// Of the function that is replayed.
  std::map<uint32_t, Made> Now; ///< by storage
  std::vector<std::pair<Key, Copy>> Held;
  std::map<Key, std::vector<PointerGoes>> Goes;
  std::map<Key, IdSet> Kept; ///< what members are given as it is
};

} // namespace tensortidy

#endif
