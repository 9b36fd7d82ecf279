// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/MemoryWrites.h"

#include <set>

namespace tensortidy {

MemoryWrites::Written MemoryWrites::Memory::ask(const IdSet &Storages) const {
  if (Storages.intersects(Surely))
    return Written::Yes;
  return Storages.intersects(Possibly) ? Written::Possibly : Written::No;
}

MemoryWrites::Written MemoryWrites::inLoop(unsigned L,
                                           const IdSet &Storages) const {
  return Loops[L].ask(Storages);
}

MemoryWrites::Written MemoryWrites::anywhere(const IdSet &Storages) const {
  return All.ask(Storages);
}

IdSet MemoryWrites::sourcesOf(const IdSet &Storages) const {
  std::set<uint32_t> Seen(Storages.begin(), Storages.end());
  std::vector<uint32_t> Work(Storages.begin(), Storages.end());
  while (!Work.empty()) {
    const auto It = Sources.find(Work.back());
    Work.pop_back();
    if (It == Sources.end())
      continue;
    for (uint32_t Id : It->second)
      if (Seen.insert(Id).second)
        Work.push_back(Id);
  }
  IdSet Out;
  for (uint32_t Id : Seen)
    Out.insert(Id);
  return Out;
}

/// What may be a tensor itself or a copy of it, as contiguous() gives, is taken
/// to be the copy where a callee may write it: where it is the tensor, nothing
/// is copied.
void MemoryWrites::write(const Alternative &A, unsigned Block, const Context &C,
                         bool Surely) {
  IdSet Storages = A.Storages;
  if (!Surely && Storages.size() > 1) {
    IdSet Own;
    for (uint32_t Id : Storages)
      if (!C.isInitialId(Id))
        Own.insert(Id);
    if (!Own.empty())
      Storages = Own;
  }
  (Surely ? All.Surely : All.Possibly).insert(Storages);
  for (unsigned L = 0; L < Nest.size(); ++L)
    if (Nest[L].contains(Block))
      (Surely ? Loops[L].Surely : Loops[L].Possibly).insert(Storages);
}

void MemoryWrites::write(const TensorValue &V, unsigned Block, const Context &C,
                         bool Surely) {
  for (const Alternative &A : V)
    write(A, Block, C, Surely);
}

void MemoryWrites::onFact(const Visit &V, unsigned Block) {
  auto Write = [&](PlaceId P, bool Surely) {
    if (P != NoId)
      write(V.Before.value(P), Block, V.In, Surely);
  };
  if (const auto *W = std::get_if<tensortidy::Write>(&V.At.What))
    Write(W->Tensor, true);
  else if (const auto *T = std::get_if<TakePointer>(&V.At.What);
           T && T->Access == PointerAccess::Write) {
    Write(T->Tensor, false);
    if (T->Pointer == NoId && T->Tensor != NoId) // an accessor
      for (const Alternative &Each : V.Before.value(T->Tensor))
        for (Memory &L : Loops)
          L.Possibly.insert(Each.Storages);
  } else if (const auto *U = std::get_if<UsePointer>(&V.At.What);
             U && U->Pointer != NoId) {
    // It may have been taken before the loop in which it is used.
    if (const PointerValue *Taken = V.Before.Pointers.find(U->Pointer))
      for (const TakenPointer &Each : *Taken)
        if (std::get<TakePointer>(Each.From->What).Access ==
            PointerAccess::Write)
          write(Each.Value, Block, V.In, false);
  } else if (const auto *C = std::get_if<Call>(&V.At.What); C && !C->IsExpanded)
    for (PlaceId P : C->Arguments)
      Write(P, false);
  else if (const auto *A = std::get_if<Apply>(&V.At.What); A && !A->Op)
    for (const Argument &Each : A->Arguments)
      for (PlaceId P : Each.Places)
        Write(P, false);
}

void MemoryWrites::onApply(const Visit &V, unsigned Block, const Apply &A,
                           const std::vector<ApplyCase> &Cases) {
  if (!A.Op)
    return;
  IdSet From;
  for (const ApplyCase &C : Cases)
    for (const std::vector<Alternative> &Operand : C.Operands)
      for (const Alternative &Each : Operand)
        From.insert(Each.Storages);
  for (size_t I = 0; I < A.Results.size(); ++I)
    Sources[V.In.resultId(V.Number, I)].insert(From);
  const std::vector<SchemaArgument> &Known = A.Op->TheSchema.Arguments;
  for (const ApplyCase &C : Cases)
    for (size_t I = 0; I < Known.size() && I < C.Operands.size(); ++I)
      if (Known[I].Writes)
        for (const Alternative &Each : C.Operands[I])
          write(Each, Block, V.In, true);
}

} // namespace tensortidy
