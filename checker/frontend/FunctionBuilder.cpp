// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionBuilder.h"

namespace tensortidy {

unsigned FunctionBuilder::newBlock() {
  F.Blocks.emplace_back();
  return F.Blocks.size() - 1;
}

void FunctionBuilder::jump(unsigned To, std::optional<Condition> Assumes) {
  if (Assumes && Assumes->TheKind == Condition::Kind::Unknown)
    Assumes.reset();
  F.Blocks[Current].Successors.push_back({To, std::move(Assumes)});
}

void FunctionBuilder::branch(const Condition &C, unsigned Then, unsigned Else,
                             const clang::Stmt *Decision) {
  if (C.TheKind == Condition::Kind::Constant)
    return jump(C.Value ? Then : Else);
  if (C.TheKind == Condition::Kind::Unknown) {
    jump(Then);
    return jump(Else);
  }
  if (Decision)
    F.Blocks[Current].Decision = originOf(Decision);
  jump(Then, C);
  jump(Else, Condition::negated(C));
}

unsigned FunctionBuilder::startBlock() {
  unsigned Block = newBlock();
  jump(Block);
  enter(Block);
  return Block;
}

bool FunctionBuilder::redirect(PlaceId Temporary, PlaceId Target) {
  std::vector<Fact> &Facts = F.Blocks[Current].Facts;
  if (Facts.empty() || F.Places[Temporary].Kind != PlaceKind::Temporary)
    return false;
  auto &What = Facts.back().What;
  std::vector<PlaceId> *Results = nullptr;
  if (auto *A = std::get_if<Apply>(&What))
    Results = &A->Results;
  else if (auto *C = std::get_if<Call>(&What))
    Results = &C->Results;
  if (Results && Results->size() == 1 && Results->front() == Temporary) {
    Results->front() = Target;
    return true;
  }
  auto *Lost = std::get_if<Forget>(&What);
  if (!Lost || Lost->Target != Temporary)
    return false;
  Lost->Target = Target;
  return true;
}

void FunctionBuilder::prune() {
  std::vector<unsigned> Number(F.Blocks.size(), NoId);
  std::vector<unsigned> Work = {F.Entry};
  Number[F.Entry] = 0;
  while (!Work.empty()) {
    unsigned Block = Work.back();
    Work.pop_back();
    for (const Edge &E : F.Blocks[Block].Successors)
      if (Number[E.To] == NoId) {
        Number[E.To] = 0;
        Work.push_back(E.To);
      }
  }
  std::vector<Block> Kept;
  for (unsigned I = 0; I < F.Blocks.size(); ++I)
    if (Number[I] != NoId) {
      Number[I] = Kept.size();
      Kept.push_back(std::move(F.Blocks[I]));
    }
  for (Block &B : Kept)
    for (Edge &E : B.Successors)
      E.To = Number[E.To];
  for (Loop &L : F.Loops)
    L.Head = Number[L.Head];
  F.Entry = Number[F.Entry];
  F.Blocks = std::move(Kept);
}

clang::SourceRange FunctionBuilder::setStatement(clang::SourceRange R) {
  Statement.reset();
  return std::exchange(StatementLocation, R);
}

const SourceRange &FunctionBuilder::statement() {
  if (!Statement)
    Statement = Source.range(StatementLocation);
  return *Statement;
}

void FunctionBuilder::discard(const clang::Stmt *At) {
  // `EXPECT_THROW(x.view({3}), ..)` is not for the result.
  if (At->getBeginLoc().isMacroID())
    return;
  std::vector<Fact> &Facts = F.Blocks[Current].Facts;
  if (Facts.empty())
    return;
  auto *A = std::get_if<Apply>(&Facts.back().What);
  if (A && Facts.back().From.Range == originOf(At).Range)
    A->IsDiscarded = true;
}

} // namespace tensortidy
