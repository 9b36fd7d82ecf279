// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_FUNCTIONBUILDER_H
#define TENSORTIDY_FRONTEND_FUNCTIONBUILDER_H

#include "frontend/SourceMap.h"
#include "program/Function.h"

#include "clang/AST/Stmt.h"

#include <optional>
#include <utility>

namespace tensortidy {

/// Appends facts and edges to the current block of a Function.
class FunctionBuilder {
public:
  FunctionBuilder(Function &F, SourceMap &Source) : F(F), Source(Source) {
    Current = F.Entry = newBlock();
  }

  unsigned newBlock();
  unsigned current() const { return Current; }
  void enter(unsigned Block) { Current = Block; }
  void jump(unsigned To, std::optional<Condition> Assumes = std::nullopt);
  /// Leaves the current block for \p Then or \p Else. \p Decision: the
  /// condition of an if statement.
  void branch(const Condition &C, unsigned Then, unsigned Else,
              const clang::Stmt *Decision = nullptr);
  /// Nothing follows: a throw, a return, a call that never returns.
  void stop() {
    F.Blocks[Current].IsStopped = true;
    Current = newBlock();
  }
  /// Jumps to a new block and enters it.
  unsigned startBlock();

  template <typename FactKind>
  void emit(FactKind What, const clang::Stmt *At,
            clang::SourceLocation Point = {}) {
    F.Blocks[Current].Facts.push_back(
        {std::move(What), originOf(At, Point), InExpansion});
  }
  Origin originOf(const clang::Stmt *At, clang::SourceLocation Point = {}) {
    return Source.origin(At->getSourceRange(), Point, statement());
  }
  /// What Fact::Expansion of the next facts is; returns the one before.
  uint32_t setExpansion(uint32_t Index) {
    return std::exchange(InExpansion, Index);
  }
  uint32_t expansion() const { return InExpansion; }
  bool isInExpansion() const { return InExpansion != 0; }
  /// Makes the last fact of the block give its one result to \p Target instead
  /// of \p Temporary. False if that is not what the last fact does.
  bool redirect(PlaceId Temporary, PlaceId Target);

  /// Nobody takes the result of the operator that \p At is, if it is one.
  void discard(const clang::Stmt *At);

  /// Removes the blocks that nothing leads to.
  void prune();

  clang::SourceLocation statementStart() const {
    return StatementLocation.getBegin();
  }
  /// The statement that the next facts belong to; returns the one before.
  clang::SourceRange setStatement(clang::SourceRange R);

  Function &F;
  SourceMap &Source;

private:
  const SourceRange &statement();

  unsigned Current = 0;
  uint32_t InExpansion = 0;
  clang::SourceRange StatementLocation;
  std::optional<SourceRange> Statement; ///< computed when it is asked for
};

} // namespace tensortidy

#endif
