// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inputs.h"

#include "layout/Results.h"
#include "layout/Transforms.h"

#include <algorithm>
#include <functional>

using namespace tensortidy;

namespace conformance {
namespace {

/// Builds a tensor and its layout side by side.
struct Maker {
  Facts &F;
  Values &V;
  std::vector<int64_t> Sizes;    ///< of the finished input
  std::vector<Monomial> Symbols; ///< the same as symbols
  bool AsNumbers;                ///< sizes are no symbols
  at::Tensor T;
  Layout L;

  int64_t last() const { return static_cast<int64_t>(Sizes.size()) - 1; }

  Monomial sizeSymbol(const std::string &Name, int64_t Value) {
    if (AsNumbers)
      return Value;
    Monomial M = F.symbols().size(Name);
    V[*M.asSymbol()] = Value;
    return M;
  }

  /// A row-major base with the axes in the order \p Order of the input's, and
  /// the size of one of them replaced.
  void base(const std::vector<int64_t> &Order, int64_t Dim = -1,
            std::optional<Monomial> Size = std::nullopt, int64_t Value = 0) {
    std::vector<int64_t> Concrete;
    std::vector<Monomial> Symbolic;
    for (int64_t D : Order) {
      Concrete.push_back(D == Dim ? Value : Sizes[D]);
      Symbolic.push_back(D == Dim ? *Size : Symbols[D]);
    }
    int64_t Count = 1;
    for (int64_t S : Concrete)
      Count *= S;
    at::Tensor Values = at::arange(Count, at::kFloat).div(Count + 1);
    T = at::empty(Concrete).copy_(Values.view(Concrete));
    L = rowMajor(Symbolic);
  }
  void plainBase(int64_t Dim = -1, std::optional<Monomial> Size = std::nullopt,
                 int64_t Value = 0) {
    std::vector<int64_t> Order(Sizes.size());
    for (size_t I = 0; I < Order.size(); ++I)
      Order[I] = static_cast<int64_t>(I);
    base(Order, Dim, Size, Value);
  }
  std::vector<int64_t> swappedOrder(int64_t A, int64_t B) const {
    std::vector<int64_t> Order(Sizes.size());
    for (size_t I = 0; I < Order.size(); ++I)
      Order[I] = static_cast<int64_t>(I);
    std::swap(Order[A], Order[B]);
    return Order;
  }

  void swap(int64_t A, int64_t B) {
    T = T.transpose(A, B);
    L = *swapAxes(L, A, B, F);
  }
  void permute(const std::vector<int64_t> &Dims) {
    T = T.permute(Dims);
    L = *permuteAxes(L, Dims, F);
  }
  void narrow(int64_t Dim, int64_t Start, const Monomial &Size,
              int64_t Length) {
    T = T.narrow(Dim, Start, Length);
    L = *resizeAxis(L, Dim, Size, 1, F);
  }

  void transposed(int64_t A, int64_t B) {
    base(swappedOrder(A, B));
    swap(A, B);
  }
  void reversed() {
    std::vector<int64_t> Order;
    for (int64_t D = last(); D >= 0; --D)
      Order.push_back(D);
    base(Order);
    permute(Order);
  }
  void stepped(int64_t Dim) {
    plainBase(Dim, Symbols[Dim] * Monomial(2), Sizes[Dim] * 2);
    T = T.slice(Dim, 0, Sizes[Dim] * 2, 2);
    L = *resizeAxis(L, Dim, Symbols[Dim], 2, F);
  }
  /// The larger size a narrowed axis comes from.
  Monomial larger(int64_t Dim) {
    std::string Name = "p" + std::to_string(Dim);
    Monomial P = sizeSymbol(Name, Sizes[Dim] + 3);
    if (std::optional<SymbolId> Small = Symbols[Dim].asSymbol())
      F.addLess(*Small, *P.asSymbol());
    return P;
  }
  void narrowed(int64_t Dim) {
    plainBase(Dim, larger(Dim), Sizes[Dim] + 3);
    narrow(Dim, 1, Symbols[Dim], Sizes[Dim]);
  }
  void transposedNarrowed() {
    int64_t Dim = last() - 1;
    base(swappedOrder(Dim, last()), Dim, larger(Dim), Sizes[Dim] + 3);
    narrow(-1, 1, Symbols[Dim], Sizes[Dim]);
    swap(-1, -2);
  }
  void expanded(int64_t Dim) {
    plainBase(Dim, Monomial(1), 1);
    T = T.expand(Sizes);
    std::vector<SizeArgument> Arguments(Symbols.begin(), Symbols.end());
    L = *expandAxes(L, Arguments, F);
  }
  void channelsLast() {
    base({0, 2, 3, 1});
    permute({0, 3, 1, 2});
  }
  void known(int64_t Dim, int64_t Size) {
    Sizes[Dim] = Size;
    Symbols[Dim] = Monomial(Size);
  }
  void unitNarrowed(int64_t Dim, int64_t From) {
    known(Dim, 1);
    plainBase(Dim, Monomial(From), From);
    narrow(Dim, 1, Monomial(1), 1);
  }
  void unitTransposed() {
    known(1, 1);
    transposed(0, 1);
  }
  void empty(int64_t Dim) {
    known(Dim, 0);
    plainBase();
  }
  void emptyTransposed() {
    known(last(), 0);
    transposed(0, last());
  }
};

struct InputClass {
  const char *Name;
  unsigned MinRank, MaxRank;
  bool Generic; ///< all sizes are in general position
  std::function<void(Maker &)> Make;
};

const std::vector<InputClass> &classes() {
  static const std::vector<InputClass> All = {
      {"contiguous", 1, 4, true, [](Maker &M) { M.plainBase(); }},
      {"transposed_last2", 2, 4, true,
       [](Maker &M) { M.transposed(M.last() - 1, M.last()); }},
      {"transposed_01", 3, 4, true, [](Maker &M) { M.transposed(0, 1); }},
      {"permuted_reversed", 3, 4, true, [](Maker &M) { M.reversed(); }},
      {"step_inner", 1, 4, true, [](Maker &M) { M.stepped(M.last()); }},
      {"step_dim0", 2, 4, true, [](Maker &M) { M.stepped(0); }},
      {"step_dim1", 3, 4, true, [](Maker &M) { M.stepped(1); }},
      {"narrow_dim0", 1, 4, true, [](Maker &M) { M.narrowed(0); }},
      {"narrow_dim1", 3, 4, true, [](Maker &M) { M.narrowed(1); }},
      {"narrow_inner", 2, 4, true, [](Maker &M) { M.narrowed(M.last()); }},
      {"transposed_narrowed", 2, 4, true,
       [](Maker &M) { M.transposedNarrowed(); }},
      {"expanded_dim0", 2, 4, true, [](Maker &M) { M.expanded(0); }},
      {"expanded_inner", 1, 4, true, [](Maker &M) { M.expanded(M.last()); }},
      {"channels_last", 4, 4, true, [](Maker &M) { M.channelsLast(); }},
      {"size1_dim0_narrow", 2, 4, false,
       [](Maker &M) { M.unitNarrowed(0, 4); }},
      {"size1_dim1_transposed", 3, 4, false,
       [](Maker &M) { M.unitTransposed(); }},
      {"size1_dim1_narrow", 3, 4, false,
       [](Maker &M) { M.unitNarrowed(1, 3); }},
      {"size1_inner_narrow", 2, 4, false,
       [](Maker &M) { M.unitNarrowed(M.last(), 5); }},
      {"zero_elem", 1, 4, false, [](Maker &M) { M.empty(0); }},
      {"zero_elem_transposed", 2, 4, false,
       [](Maker &M) { M.emptyTransposed(); }},
  };
  return All;
}

/// The symbols of unknownLayout("x") and of its strides in this run.
void nameUnknown(Maker &M, Mode Which) {
  int64_t Rank = static_cast<int64_t>(M.Sizes.size());
  for (int64_t I = 0; I < Rank; ++I) {
    std::string N = std::to_string(I), B = std::to_string(I - Rank);
    if (Which == Mode::UnknownRank) {
      M.sizeSymbol("size(x," + N + ")", M.Sizes[I]);
      M.V[*M.F.symbols().size("size(x," + B + ")").asSymbol()] = M.Sizes[I];
    }
    for (const std::string &Name : {N, B})
      M.V[*M.F.symbols().stride("st(x," + Name + ")").asSymbol()] =
          M.T.stride(I);
  }
}

} // namespace

const char *toString(Mode M) {
  return M == Mode::Exact           ? "exact"
         : M == Mode::OpaqueStrides ? "opaque strides"
         : M == Mode::Symbols       ? "symbolic sizes"
                                    : "unknown rank";
}

const std::vector<std::string> &inputClasses() {
  static const std::vector<std::string> Names = [] {
    std::vector<std::string> N;
    for (const InputClass &C : classes())
      N.push_back(C.Name);
    return N;
  }();
  return Names;
}

std::vector<int64_t> sizesOfRank(unsigned Rank) {
  static const std::vector<int64_t> Sizes[] = {
      {}, {12}, {6, 10}, {4, 6, 10}, {4, 6, 10, 14}};
  return Sizes[Rank];
}

/// Laid out like \p T in its storage.
static at::Tensor ofType(const at::Tensor &T, at::ScalarType Type) {
  const int64_t Elements =
      static_cast<int64_t>(T.storage().nbytes() / T.element_size());
  return at::zeros({Elements}, at::TensorOptions().dtype(Type))
      .as_strided(T.sizes(), T.strides(), T.storage_offset());
}

std::optional<Input> makeInput(const std::string &Class, unsigned Rank, Mode M,
                               at::ScalarType Type, Facts &F, Values &V) {
  auto C = std::find_if(classes().begin(), classes().end(),
                        [&](const InputClass &K) { return K.Name == Class; });
  if (C == classes().end() || Rank < C->MinRank || Rank > C->MaxRank ||
      (M == Mode::UnknownRank && !C->Generic))
    return std::nullopt;
  Maker Make{F, V, sizesOfRank(Rank), {}, M == Mode::Exact, {}, {}};
  for (size_t I = 0; I < Make.Sizes.size(); ++I)
    Make.Symbols.push_back(
        Make.sizeSymbol("d" + std::to_string(I), Make.Sizes[I]));
  C->Make(Make);
  at::Tensor T = Make.T;
  if (Type != at::kFloat)
    T = ofType(T, Type);
  if (M == Mode::OpaqueStrides)
    Make.L = unknownStrides("x", Make.Symbols, F.symbols());
  if (M == Mode::UnknownRank)
    Make.L = unknownLayout("x", F.symbols());
  if (M == Mode::OpaqueStrides || M == Mode::UnknownRank)
    nameUnknown(Make, M);
  Make.L.Offset = StorageOffset{T.storage_offset()};
  return Input{T, Make.L};
}

std::optional<int64_t> valueOf(const Monomial &M, const Facts &F,
                               const Values &V) {
  Monomial C = F.canonical(M);
  if (!C.isValid())
    return std::nullopt;
  int64_t Up = C.numerator(), Down = C.denominator();
  for (const Monomial::Factor &Factor : C.factors()) {
    auto Found = V.find(Factor.Symbol);
    if (Found == V.end())
      return std::nullopt;
    for (int32_t I = 0; I < std::abs(Factor.Power); ++I)
      (Factor.Power > 0 ? Up : Down) *= Found->second;
  }
  if (Down == 0 || Up % Down != 0)
    return std::nullopt;
  return Up / Down;
}

} // namespace conformance
