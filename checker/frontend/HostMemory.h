// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_HOSTMEMORY_H
#define TENSORTIDY_FRONTEND_HOSTMEMORY_H

#include "program/Fact.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace tensortidy {

class UnitContext;

/// The memory that variables of a function are, own or point to, and what the
/// function does with it, as far as copies between host and device go.
/// Flow-insensitive: a pointer that may point to two blocks points to an
/// unknown one.
class HostMemory {
public:
  struct Block {
    MemoryKind Kind = MemoryKind::Unknown;
    std::string What; ///< "an array", "std::vector", "malloc"
  };

  /// Reads one more body, if movesMemory() of it.
  void add(const clang::FunctionDecl *Definition, UnitContext &Unit);

  bool empty() const { return Copied.empty(); }
  /// The variable that owns what the pointer \p E points to: `v` of
  /// `v.data() + 1`, `&v[0]` and a pointer that was given either. Null where
  /// there is no one such.
  const clang::VarDecl *ownerOf(const clang::Expr *E) const;
  /// Of a variable whose memory is copied between host and device, or moves
  /// itself; null of any other one.
  const Block *find(const clang::VarDecl *Owner) const;
  /// What the mention \p E of a variable does with its memory.
  std::optional<MemoryAccess> accessBy(const clang::Expr *E) const;

private:
  friend class HostMemoryReader;
  /// Where a pointer variable may point to.
  struct Pointer {
    std::vector<Block> Blocks;
    llvm::DenseSet<const clang::VarDecl *> Owners;
    bool IsPinned = false;
    bool IsUnknown = false;
  };
  const clang::VarDecl *followed(const clang::VarDecl *D) const;
  Block blockOf(const clang::VarDecl *Owner) const;

  llvm::DenseMap<const clang::VarDecl *, Pointer> Pointers;
  llvm::DenseMap<const clang::VarDecl *, Block> Copied;
  /// By mention; none where it does nothing, as in `&v[0]`.
  llvm::DenseMap<const clang::Expr *, std::optional<MemoryAccess>> Accesses;
};

/// Does something in \p Definition copy between host and device, or allocate
/// memory that moves between them?
bool movesMemory(const clang::FunctionDecl *Definition, UnitContext &Unit);

} // namespace tensortidy

#endif
