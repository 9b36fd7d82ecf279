// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RandomRun.h"

#include "layout/Assume.h"
#include "layout/Queries.h"
#include "layout/Results.h"
#include "layout/Transforms.h"

#include <algorithm>
#include <numeric>

namespace tensortidy {

unsigned Tally::total(unsigned Count::*Which) const {
  unsigned Sum = 0;
  for (const auto &[Kind, C] : Kinds)
    Sum += C.*Which;
  return Sum;
}

double Tally::shareDecided(const std::string &Kind) const {
  auto It = Kinds.find(Kind);
  if (It == Kinds.end())
    return 0;
  const Count &C = It->second;
  return double(C.Decided) / std::max(1u, C.Decided + C.Unknown);
}

std::string Tally::print() const {
  std::string Text;
  for (const auto &[Kind, C] : Kinds)
    Text += "  " + Kind + ": decided " + std::to_string(C.Decided) +
            ", cannot tell " + std::to_string(C.Unknown) +
            ", coincidences after a generic no " + std::to_string(C.Coincided) +
            ", contradicted " + std::to_string(C.Contradicted) + "\n";
  return Text +
         "  transforms not represented: " + std::to_string(NotRepresented) +
         "\n";
}

RandomRun::RandomRun(Source Choices, Knowledge Mode, Tally &Results)
    : Choices(std::move(Choices)), Mode(Mode), Results(Results) {}

int64_t RandomRun::pick(int64_t Low, int64_t High) {
  return Low + int64_t(Choices() % uint64_t(High - Low + 1));
}

void RandomRun::run() {
  if (Mode == Knowledge::Exact || Mode == Knowledge::OpaqueStrides)
    startRanked();
  else
    startUnranked();
  checkAnswers();
  for (int64_t Steps = pick(1, 5); Steps > 0; --Steps) {
    History.push_back(L);
    for (Case &C : Cases)
      C.History.push_back(C.Tensor);
    step();
    for (Case &C : Cases)
      if (C.Alive)
        checkLayout(C);
    if (std::none_of(Cases.begin(), Cases.end(),
                     [](const Case &C) { return C.Alive; }))
      return;
    checkAnswers();
    checkView();
    checkOrder();
  }
  checkHistory();
}

/// What was learnt since is about the earlier values too.
void RandomRun::checkHistory() {
  for (size_t I = 0; I < History.size(); ++I) {
    L = normalized(History[I], F);
    for (Case &C : Cases) {
      C.Tensor = C.History[I];
      if (C.Alive)
        checkLayout(C);
    }
    checkAnswers();
  }
}

void RandomRun::startRanked() {
  unsigned Rank = unsigned(pick(1, 4));
  std::vector<Monomial> Sizes;
  for (unsigned I = 0; I < Rank; ++I)
    Sizes.push_back(chance(85) ? Symbols.size("n" + std::to_string(I))
                               : Monomial(pick(1, 3)));
  bool Opaque = Mode == Knowledge::OpaqueStrides;
  L = Opaque ? unknownStrides("x", Sizes, Symbols) : rowMajor(Sizes);
  L.Offset = StorageOffset{pick(0, 1)};
  Trace = print(L, Symbols);
  for (unsigned I = 0; I < 6; ++I) {
    Case C;
    for (const Axis &A : L.Front) {
      if (std::optional<SymbolId> Id = A.Size.asSymbol())
        C.Symbols[*Id] = pick(2, 6);
      C.Tensor.Sizes.push_back(*valueOf(A.Size, C));
    }
    C.Tensor = concreteRowMajor(C.Tensor.Sizes);
    if (Opaque && chance(60))
      for (int64_t &Stride : C.Tensor.Strides)
        Stride = chance(10) ? 0 : pick(1, 8) * pick(1, 6);
    for (size_t K = 0; Opaque && K < Rank; ++K)
      C.Symbols[*L.Front[K].Stride.asSymbol()] = C.Tensor.Strides[K];
    C.Tensor.Offset = *valueOf(L.Offset->Elements, C);
    Cases.push_back(C);
  }
}

void RandomRun::startUnranked() {
  L = unknownLayout("x", Symbols);
  for (unsigned Rank = 0; Rank <= 5; ++Rank) {
    Case C;
    for (unsigned I = 0; I < Rank; ++I)
      C.Tensor.Sizes.push_back(pick(2, 6));
    C.Tensor = concreteRowMajor(C.Tensor.Sizes);
    if (Mode == Knowledge::UnknownRank && chance(70)) {
      for (int64_t &Stride : C.Tensor.Strides)
        Stride = pick(1, 8) * pick(1, 6);
    }
    nameGroup(C);
    Cases.push_back(C);
  }
  if (Mode == Knowledge::UnknownRankContiguous)
    L = rowMajorLike(L);
  L.Offset = StorageOffset{0};
  Trace = print(L, Symbols);
}

/// Gives all symbols that axes split off "x" can have their values.
void RandomRun::nameGroup(Case &C) {
  SymbolId Group = axisGroup("x", Symbols), St = strideGroup("x", Symbols);
  int Rank = int(C.Tensor.rank());
  for (int I = 0; I < Rank; ++I) {
    C.Symbols[groupSize(Group, I, Symbols)] = C.Tensor.Sizes[I];
    C.Symbols[groupSize(Group, I - Rank, Symbols)] = C.Tensor.Sizes[I];
    C.Symbols[groupStride(St, I, Symbols)] = C.Tensor.Strides[I];
    C.Symbols[groupStride(St, I - Rank, Symbols)] = C.Tensor.Strides[I];
  }
  for (int P = 0; P <= Rank; ++P)
    for (int Q = 0; P + Q <= Rank; ++Q)
      C.Symbols[groupRest(Group, unsigned(P), unsigned(Q), Symbols)] =
          std::accumulate(C.Tensor.Sizes.begin() + P, C.Tensor.Sizes.end() - Q,
                          int64_t(1), std::multiplies<int64_t>());
}

std::optional<int64_t> RandomRun::valueOf(const Monomial &M,
                                          const Case &C) const {
  if (!M.isValid())
    return std::nullopt;
  int64_t Above = M.numerator(), Below = M.denominator();
  for (const Monomial::Factor &Factor : M.factors()) {
    auto It = C.Symbols.find(Factor.Symbol);
    if (It == C.Symbols.end())
      return std::nullopt;
    for (int I = 0; I < std::abs(Factor.Power); ++I)
      (Factor.Power > 0 ? Above : Below) *= It->second;
  }
  if (Below == 0 || Above % Below != 0)
    return std::nullopt;
  return Above / Below;
}

void RandomRun::report(const std::string &Kind, const std::string &Claim,
                       const Case &C) {
  ++Results.Kinds[Kind].Contradicted;
  if (Results.Contradictions.size() >= 8)
    return;
  auto List = [](const std::vector<int64_t> &Numbers) {
    std::string Text = "[";
    for (int64_t N : Numbers)
      Text += (Text.size() > 1 ? "," : "") + std::to_string(N);
    return Text + "]";
  };
  Results.Contradictions.push_back(
      Kind + ": " + Claim + " for " + print(L, Symbols) + ", in truth " +
      List(C.Tensor.Sizes) + "@" + List(C.Tensor.Strides) + " after " + Trace +
      "\n" + F.print());
}

void RandomRun::expect(const std::string &Kind, Answer A, bool Truth, Case &C) {
  Tally::Count &Count = Results.Kinds[Kind];
  if (A == Answer::Unknown) {
    ++Count.Unknown;
    return;
  }
  ++Count.Decided;
  if (A == Answer::NoGeneric && Truth) {
    ++Count.Coincided;
    C.Alive = false; // what follows may rest on it
  } else if (isYes(A) != Truth) {
    report(Kind, toString(A), C);
    C.Alive = false;
  }
}

void RandomRun::checkNumber(const std::string &Kind, const Monomial &M,
                            int64_t Truth, Case &C) {
  std::optional<SymbolId> Id = M.asSymbol();
  if (Id && !C.Symbols.count(*Id))
    C.Symbols[*Id] = Truth;
  std::optional<int64_t> Value = valueOf(M, C);
  if (Id && F.lowerBound(*Id) > Truth && Truth > 0)
    report(Kind + " bound", Symbols.print(M), C);
  ++(Value ? Results.Kinds[Kind].Decided : Results.Kinds[Kind].Unknown);
  if (Value && *Value != Truth) {
    report(Kind, Symbols.print(M) + " = " + std::to_string(*Value), C);
    C.Alive = false;
  }
}

void RandomRun::checkAxis(const Axis &A, int64_t Size, int64_t Stride,
                          Case &C) {
  checkNumber("size", A.Size, Size, C);
  checkStride("stride", A.Size, A.Stride, Size, Stride, C);
}

void RandomRun::checkStride(const std::string &Kind, const Monomial &SizeOf,
                            const Monomial &Claimed, int64_t Size,
                            int64_t Stride, Case &C) {
  std::optional<int64_t> Value = valueOf(Claimed, C);
  if (Size == 1 && !SizeOf.isOne() && !Value)
    return;
  if (Size == 1 && !SizeOf.isOne() && Value && *Value != Stride) {
    // 1 unbeknownst to the algebra: its stride says nothing.
    ++Results.Kinds[Kind + " of an axis that happens to be 1"].Coincided;
    C.Alive = false;
    return;
  }
  checkNumber(Kind, Claimed, Stride, C);
}

void RandomRun::checkLayout(Case &C) {
  const Concrete &T = C.Tensor;
  size_t Ends = L.Front.size() + L.Back.size();
  bool Fits = L.hasRank() ? T.rank() == Ends : T.rank() >= L.minRank();
  if (!Fits) {
    report("rank", std::to_string(L.minRank()), C);
    C.Alive = false;
    return;
  }
  if (T.numel() == 0) {
    C.Alive = false; // empty tensors are outside general position
    return;
  }
  if (L.Offset)
    checkNumber("offset", L.Offset->Elements, T.Offset, C);
  for (size_t I = 0; I < L.Front.size(); ++I)
    checkAxis(L.Front[I], T.Sizes[I], T.Strides[I], C);
  for (size_t I = 0; I < L.Back.size(); ++I) {
    size_t At = T.rank() - L.Back.size() + I;
    checkAxis(L.Back[I], T.Sizes[At], T.Strides[At], C);
  }
  if (!L.Middle || !C.Alive)
    return;
  Concrete Inner;
  for (size_t I = L.Front.size(); I < T.rank() - L.Back.size(); ++I) {
    Inner.Sizes.push_back(T.Sizes[I]);
    Inner.Strides.push_back(T.Strides[I]);
  }
  checkNumber("gap size", L.Middle->Size, Inner.numel(), C);
  if (Inner.rank() == 0)
    return;
  checkNumber("gap stride", L.Middle->Stride, Inner.Strides.back(), C);
  int64_t Unit = Inner.Strides.back();
  bool Divides = true;
  for (int64_t &Stride : Inner.Strides) {
    Divides &= Unit != 0 && Stride % Unit == 0;
    Stride = Unit ? Stride / Unit : 0;
  }
  if (L.Middle->RowMajor)
    expect("gap order", Answer::Yes, Divides && concreteContiguous(Inner), C);
}

void RandomRun::checkAnswers() {
  for (Case &C : Cases) {
    const Concrete T = C.Tensor;
    if (!C.Alive)
      continue;
    expect("contiguous", isContiguous(L, F), concreteContiguous(T), C);
    expect("channels-last", isContiguous(L, MemoryFormat::ChannelsLast, F),
           concreteChannelsLast(T), C);
    expect("dense", isDense(L, F), concreteDense(T), C);
    if (T.numel() < 2000)
      expect("overlap", mayOverlap(L, F), concreteOverlaps(T), C);
    expect("suggests", suggestsChannelsLast(L, F),
           concreteSuggestsChannelsLast(T), C);
    if (L.minRank() >= 2)
      expect("blas", isBlasCompatible(L, F), concreteFitsBlas(T), C);
  }
}

} // namespace tensortidy
