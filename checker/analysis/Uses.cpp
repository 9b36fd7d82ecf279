// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Uses.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tensortidy {

namespace {

void add(std::vector<uint32_t> &Into, uint32_t Id) {
  if (Id != NoId)
    Into.push_back(Id);
}

void add(std::vector<uint32_t> &Into, const std::vector<uint32_t> &Ids) {
  for (uint32_t Id : Ids)
    add(Into, Id);
}

struct Reads {
  Uses &Into;

  void operator()(const Apply &A) {
    for (const Argument &Arg : A.Arguments) {
      collectReads(Arg, Into);
      add(Into.Pointers, Arg.Pointer);
    }
  }
  void operator()(const Assign &A) { add(Into.Places, A.Source); }
  void operator()(const Choose &C) { add(Into.Places, C.Sources); }
  void operator()(const Forget &) {}
  void operator()(const Define &D) { collectReads(D.Value, Into); }
  void operator()(const Assume &A) { collectReads(A.Holds, Into); }
  void operator()(const TakePointer &T) { add(Into.Places, T.Tensor); }
  void operator()(const AssignPointer &A) { add(Into.Pointers, A.Sources); }
  void operator()(const UsePointer &U) {
    add(Into.Pointers, U.Pointer);
    for (const StrideGiven &S : U.StridesOf)
      add(Into.Places, S.Tensor);
    add(Into.Pointers, U.Together);
    collectReads(U.Count, Into);
  }
  void operator()(const Write &W) { add(Into.Places, W.Tensor); }
  void operator()(const Call &C) { add(Into.Places, C.Arguments); }
  void operator()(const RuntimeCall &R) {
    for (const RuntimeMemory *M : {&R.To, &R.From, &R.Of})
      add(Into.Pointers, M->Pointer);
  }
  void operator()(const TouchMemory &) {}
  void operator()(const Return &R) {
    add(Into.Places, R.Values);
    add(Into.Pointers, R.Pointers);
  }
};

struct Definitions {
  const Function &In;
  Uses &Into;

  void place(PlaceId P) { add(Into.Places, P); }
  void operator()(const Apply &A) { add(Into.Places, A.Results); }
  void operator()(const Assign &A) {
    const bool AddsToList = A.Target != NoId && In.Places[A.Target].IsList &&
                            A.Source != NoId && !In.Places[A.Source].IsList;
    if (!AddsToList)
      place(A.Target);
  }
  void operator()(const Choose &C) { place(C.Target); }
  void operator()(const Forget &X) { place(X.Target); }
  void operator()(const Define &D) { add(Into.Integers, D.Integer); }
  void operator()(const TakePointer &T) { add(Into.Pointers, T.Pointer); }
  void operator()(const AssignPointer &A) { add(Into.Pointers, A.Target); }
  void operator()(const Call &C) { add(Into.Places, C.Results); }
  template <typename T> void operator()(const T &) {}
};

void sortUnique(std::vector<uint32_t> &V) {
  std::sort(V.begin(), V.end());
  V.erase(std::unique(V.begin(), V.end()), V.end());
}

} // namespace

void collectReads(const IntExpr &E, Uses &Into) {
  add(Into.Integers, E.Int);
  add(Into.Places, E.Tensor);
  add(Into.Pointers, E.Pointer);
  for (const IntExpr &O : E.Operands)
    collectReads(O, Into);
}

void collectReads(const Condition &C, Uses &Into) {
  add(Into.Places, C.Tensor);
  add(Into.Places, C.Other);
  for (const IntExpr &E : C.Integers)
    collectReads(E, Into);
  for (const Condition &O : C.Operands)
    collectReads(O, Into);
}

void collectReads(const Argument &A, Uses &Into) {
  add(Into.Places, A.Places);
  for (const IntExpr &E : A.Ints)
    collectReads(E, Into);
  for (const IndexOperand &I : A.Items) {
    add(Into.Places, I.Tensor);
    for (const auto *Bound : {&I.Start, &I.Stop, &I.Step})
      if (*Bound)
        collectReads(**Bound, Into);
  }
}

void collectReads(const Fact &X, Uses &Into) {
  std::visit(Reads{Into}, X.What);
}

void collectDefinitions(const Fact &X, const Function &In, Uses &Into) {
  std::visit(Definitions{In, Into}, X.What);
}

namespace {

/// One kind of id; walks from each use back to its definitions, so the cost is
/// the size of the answer.
class LivenessOfKind {
public:
  using Kind = std::vector<uint32_t> Uses::*;

  LivenessOfKind(const Function &F, Kind K, size_t Count,
                 const std::vector<std::vector<unsigned>> &Predecessors,
                 std::vector<Uses> &AtEntry)
      : K(K), Predecessors(Predecessors), AtEntry(AtEntry),
        LastAdded(F.Blocks.size(), NoId), DefinedIn(Count, NoId),
        Defines(F.Blocks.size()) {
    std::vector<std::vector<unsigned>> ReadIn(Count);
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      scan(F, B, ReadIn);
    for (uint32_t Id = 0; Id < Count; ++Id)
      for (unsigned B : ReadIn[Id])
        spread(Id, B);
  }

private:
  void scan(const Function &F, unsigned B,
            std::vector<std::vector<unsigned>> &ReadIn) {
    Uses Defined;
    size_t Stamped = 0;
    auto NoteReads = [&](const Uses &Read) {
      for (; Stamped < (Defined.*K).size(); ++Stamped)
        DefinedIn[(Defined.*K)[Stamped]] = B;
      for (uint32_t Id : Read.*K)
        if (DefinedIn[Id] != B &&
            (ReadIn[Id].empty() || ReadIn[Id].back() != B))
          ReadIn[Id].push_back(B);
    };
    for (const Fact &X : F.Blocks[B].Facts) {
      Uses Read;
      collectReads(X, Read);
      NoteReads(Read);
      collectDefinitions(X, F, Defined);
    }
    for (const Edge &E : F.Blocks[B].Successors)
      if (E.Assumes) {
        Uses Read;
        collectReads(*E.Assumes, Read);
        NoteReads(Read);
      }
    sortUnique(Defined.*K);
    Defines[B] = std::move(Defined.*K);
  }

  /// \p Id is live at the entry of \p Start, and so of the blocks before it
  /// that do not define it.
  void spread(uint32_t Id, unsigned Start) {
    std::vector<unsigned> Work{Start};
    while (!Work.empty()) {
      const unsigned B = Work.back();
      Work.pop_back();
      if (LastAdded[B] == Id)
        continue;
      LastAdded[B] = Id;
      (AtEntry[B].*K).push_back(Id);
      for (unsigned P : Predecessors[B])
        if (!std::binary_search(Defines[P].begin(), Defines[P].end(), Id))
          Work.push_back(P);
    }
  }

  const Kind K;
  const std::vector<std::vector<unsigned>> &Predecessors;
  std::vector<Uses> &AtEntry;
  std::vector<uint32_t> LastAdded; ///< per block
  std::vector<unsigned> DefinedIn; ///< per id, the last block seen to do so
  std::vector<std::vector<uint32_t>> Defines;
};

/// Walks \p B backwards from what is live at its end.
void findLastUses(const Function &F, const Block &B,
                  std::vector<uint32_t> Uses::*Kind,
                  const std::vector<Uses> &AtEntry, std::vector<Uses> &Last) {
  std::unordered_set<uint32_t> Live;
  for (const Edge &E : B.Successors) {
    Uses Read = AtEntry[E.To];
    if (E.Assumes)
      collectReads(*E.Assumes, Read);
    Live.insert((Read.*Kind).begin(), (Read.*Kind).end());
  }
  for (size_t I = B.Facts.size(); I-- > 0;) {
    Uses Read, Defined;
    collectReads(B.Facts[I], Read);
    collectDefinitions(B.Facts[I], F, Defined);
    for (const Uses *Either : {&Read, &Defined})
      for (uint32_t Id : Either->*Kind)
        if (Live.count(Id) == 0)
          (Last[I].*Kind).push_back(Id);
    for (uint32_t Id : Defined.*Kind)
      Live.erase(Id);
    Live.insert((Read.*Kind).begin(), (Read.*Kind).end());
  }
}

/// Checks compare with the parameters, also after their last use.
void keepParameters(const Function &F, std::vector<PlaceId> &Dead) {
  Dead.erase(std::remove_if(Dead.begin(), Dead.end(),
                            [&](PlaceId P) {
                              return F.Places[P].Kind == PlaceKind::Parameter;
                            }),
             Dead.end());
}

} // namespace

Liveness::Liveness(const Function &F) : AtEntry(F.Blocks.size()) {
  std::vector<std::vector<unsigned>> Predecessors(F.Blocks.size());
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const Edge &E : F.Blocks[B].Successors)
      Predecessors[E.To].push_back(B);
  LivenessOfKind(F, &Uses::Places, F.Places.size(), Predecessors, AtEntry);
  LivenessOfKind(F, &Uses::Integers, F.Integers.size(), Predecessors, AtEntry);
  LivenessOfKind(F, &Uses::Pointers, F.Pointers.size(), Predecessors, AtEntry);
  for (const Block &B : F.Blocks) {
    std::vector<Uses> &Last = LastUsed.emplace_back(B.Facts.size());
    for (auto Kind : {&Uses::Places, &Uses::Integers, &Uses::Pointers})
      findLastUses(F, B, Kind, AtEntry, Last);
    for (Uses &Dead : Last)
      keepParameters(F, Dead.Places);
  }
}

} // namespace tensortidy
