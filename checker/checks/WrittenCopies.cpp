// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/WrittenCopies.h"

#include "checks/MemoryReaders.h"

#include <algorithm>

namespace tensortidy {

bool copiesByLayout(const Operator &Op) {
  const std::string Name = Op.displayName();
  return Name == "contiguous" || Name == "reshape" || Name == "flatten";
}

void WrittenCopies::onApply(const Visit &V, const Apply &A,
                            const std::vector<ApplyCase> &Cases) {
  for (const ApplyCase &C : Cases)
    writeOperands(V, A, C);
  if (!A.Op || !copiesByLayout(*A.Op) || A.Results.size() != 1 ||
      A.Results[0] == NoId)
    return;
  Memory &Made = Copies[V.In.resultId(V.Number, 0)];
  Made.MadeBy = &V.At;
  for (const ApplyCase &C : Cases)
    if (!C.Operands.empty())
      for (const Alternative &Operand : C.Operands[0])
        if (!Operand.Vague && !Operand.Tainted && !Operand.Path)
          Made.Roots.insert(Operand.Roots);
}

void WrittenCopies::onFact(const Visit &V) {
  const auto *U = std::get_if<UsePointer>(&V.At.What);
  const PointerValue *Taken =
      U && U->Pointer != NoId ? V.Before.Pointers.find(U->Pointer) : nullptr;
  if (Taken)
    for (const TakenPointer &T : *Taken)
      use(V, *U, T);
}

/// The memory may be the caller's own, so what is written is meant for it.
static bool mayBeCallers(const Alternative &A, const Context &C) {
  return std::any_of(A.Storages.begin(), A.Storages.end(),
                     [&](uint32_t Id) { return C.isInitialId(Id); });
}

bool WrittenCopies::isCopy(const Alternative &A) const {
  return std::any_of(A.Storages.begin(), A.Storages.end(),
                     [&](uint32_t Id) { return Copies.count(Id) > 0; });
}

/// `o.add_(1)`.
void WrittenCopies::writeOperands(const Visit &V, const Apply &A,
                                  const ApplyCase &C) {
  if (!A.Op)
    return;
  for (size_t I = 0; I < A.Op->TheSchema.Arguments.size(); ++I) {
    if (!A.Op->TheSchema.Arguments[I].Writes || I >= C.Operands.size())
      continue;
    for (const Alternative &Operand : C.Operands[I])
      for (uint32_t Storage : Operand.Storages)
        if (const auto It = Copies.find(Storage); It != Copies.end() &&
                                                  !It->second.Write &&
                                                  mayBeCallers(Operand, V.In))
          It->second.Write = &V.At;
  }
}

void WrittenCopies::use(const Visit &V, const UsePointer &U,
                        const TakenPointer &T) {
  for (const Alternative &A : T.Value)
    for (uint32_t Storage : A.Storages) {
      const auto It = Copies.find(Storage);
      const bool IsCopy = It != Copies.end();
      // Of a copy and what it is one of, that counts once.
      if ((U.IsWritten || U.MayBeWritten) && (IsCopy || !isCopy(A)))
        Outputs.insert(Storage);
      if (!IsCopy)
        continue;
      Memory &Of = It->second;
      if (U.MayBeWritten && !U.IsWritten) {
        if (!Of.Unseen && mayBeCallers(A, V.In))
          Of.Unseen = &V.At;
      } else if (!U.IsWritten)
        Of.IsRead = true;
      else if (!Of.Write && mayBeCallers(A, V.In))
        Of.Write = &V.At;
    }
}

static bool givesBack(const Fact &X) {
  const auto *R = std::get_if<Return>(&X.What);
  return R && (!R->Values.empty() || !R->Pointers.empty());
}

static bool givesBack(const Function &F) {
  return std::any_of(F.Blocks.begin(), F.Blocks.end(), [](const Block &B) {
    return std::any_of(B.Facts.begin(), B.Facts.end(),
                       [](const Fact &X) { return givesBack(X); });
  });
}

std::vector<WrittenCopies::Lost> WrittenCopies::lost(const Function &F) const {
  std::vector<Lost> Out;
  const bool MayBeUnseen = Outputs.size() == 1 && !givesBack(F);
  std::optional<MemoryReaders> By;
  for (const auto &[Storage, Each] : Copies) {
    const Fact *Write = Each.Write || !MayBeUnseen ? Each.Write : Each.Unseen;
    if (!Write || Each.IsRead || Each.Roots.empty())
      continue;
    if (!By)
      By.emplace(F);
    const auto &Maker = std::get<Apply>(Each.MadeBy->What);
    if (!By->mayBeRead(Maker.Results[0]))
      Out.push_back({Each.MadeBy, Write, Each.Roots, Each.Write != nullptr});
  }
  return Out;
}

} // namespace tensortidy
