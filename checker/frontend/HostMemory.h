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
class ValueDecl;
} // namespace clang

namespace tensortidy {

class UnitContext;

/// The memory that variables of a function are, own or point to, or that
/// members of its object own, and what the function does with it, as far as
/// copies between host and device go. Flow-insensitive: a pointer that may
/// point to two blocks points to an unknown one.
class HostMemory {
public:
  struct Block {
    MemoryKind Kind = MemoryKind::Unknown;
    std::string What; ///< "an array", "std::vector", "malloc"
  };

  /// Reads one more body, as far as it uses a device's runtime.
  void add(const clang::FunctionDecl *Definition, UnitContext &Unit);

  bool empty() const { return Copied.empty(); }
  /// Does a body copy, allocate, free or wait?
  bool usesRuntime() const { return UsesRuntime; }
  /// The variable or member that owns what the pointer \p E points to: `v` of
  /// `v.data() + 1`, `&v[0]` and a pointer that was given either. Null where
  /// there is no one such.
  const clang::ValueDecl *ownerOf(const clang::Expr *E) const;
  /// Of a variable whose memory is copied between host and device, or moves
  /// itself; null of any other one.
  const Block *find(const clang::ValueDecl *Owner) const;
  /// What the mention \p E of a variable does with its memory.
  std::optional<MemoryAccess> accessBy(const clang::Expr *E) const;

private:
  friend class HostMemoryReader;
  /// Where a pointer variable may point to.
  struct Pointer {
    std::vector<Block> Blocks;
    llvm::DenseSet<const clang::ValueDecl *> Owners;
    bool IsPinned = false;
    bool IsUnknown = false;
  };
  const clang::ValueDecl *followed(const clang::ValueDecl *D) const;
  Block blockOf(const clang::ValueDecl *Owner) const;

  bool UsesRuntime = false;
  llvm::DenseMap<const clang::ValueDecl *, Pointer> Pointers;
  llvm::DenseMap<const clang::ValueDecl *, Block> Copied;
  /// By mention; none where it does nothing, as in `&v[0]`.
  llvm::DenseMap<const clang::Expr *, std::optional<MemoryAccess>> Accesses;
};

} // namespace tensortidy

#endif
