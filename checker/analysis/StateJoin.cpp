// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/State.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

/// Joins two states whose facts have already been intersected.
class Joiner {
public:
  Joiner(const State &A, const State &B, const Function &In,
         const std::string &Site, bool Widening)
      : A(A), B(B), In(In), Site(Site), Widening(Widening),
        Out(A.TheFacts.symbols()) {
    Out.TheFacts = Facts::join(A.TheFacts, B.TheFacts);
    Out.FactsKept = std::max(A.FactsKept, B.FactsKept);
    OfA = decidedOnlyBy(A, B);
    OfB = decidedOnlyBy(B, A);
    for (const auto &[Flag, Set] : A.Flags)
      if (!OfA.find(Flag))
        Out.Flags.set(Flag, Set);
  }

  State run() {
    merge(A.Places, B.Places, Out.Places,
          [this](uint32_t P, const TensorValue *X, const TensorValue *Y) {
            return places(P, X, Y);
          });
    merge(A.Integers, B.Integers, Out.Integers,
          [this](uint32_t I, const Monomial *X, const Monomial *Y) {
            return integers(I, X, Y);
          });
    merge(A.Pointers, B.Pointers, Out.Pointers,
          [this](uint32_t P, const PointerValue *X, const PointerValue *Y) {
            return pointers(P, X, Y);
          });
    return std::move(Out);
  }

private:
  template <typename T, typename Function>
  static void merge(const FlatMap<T> &X, const FlatMap<T> &Y, FlatMap<T> &Into,
                    Function Join) {
    auto I = X.begin(), J = Y.begin();
    while (I != X.end() || J != Y.end()) {
      const bool First = J == Y.end() || (I != X.end() && I->first <= J->first);
      const bool Second =
          I == X.end() || (J != Y.end() && J->first <= I->first);
      const uint32_t Id = First ? I->first : J->first;
      Into.set(Id, Join(Id, First ? &I->second : nullptr,
                        Second ? &J->second : nullptr));
      if (First)
        ++I;
      if (Second)
        ++J;
    }
  }

  TensorValue places(PlaceId P, const TensorValue *X, const TensorValue *Y) {
    if (X && Y && *X == *Y)
      return X->sharesWith(*Y) || !mayBeSeveral(*X) ? *X : unshared(*X);
    return either(X ? *X : TensorValue(), Y ? *Y : TensorValue(),
                  Site + "," + placeName(P));
  }

  /// Who shares a value on one side is the same tensor; on both sides only if
  /// it is certain which one.
  static bool mayBeSeveral(const TensorValue &V) {
    return std::any_of(V.begin(), V.end(), [](const Alternative &A) {
      return A.Objects.size() > 1;
    });
  }
  static TensorValue unshared(const TensorValue &V) {
    return TensorValue(std::vector<Alternative>(V.begin(), V.end()));
  }

  /// When widening, a layout that is new makes them all one; flags and ids may
  /// still grow, there are finitely many.
  TensorValue either(const TensorValue &X, const TensorValue &Y,
                     const std::string &Name) {
    ValueUnion Either;
    Either.add(tagged(X, OfA), A.TheFacts);
    const size_t Before = Widening ? Either.layouts() : 0;
    Either.add(tagged(Y, OfB), B.TheFacts);
    return Widening && Either.layouts() > Before
               ? Either.collapse(Name, Out.TheFacts)
               : Either.take(Name, Out.TheFacts);
  }

  static FlatMap<bool> decidedOnlyBy(const State &One, const State &Other) {
    FlatMap<bool> Out;
    for (const auto &[Flag, Set] : One.Flags)
      if (const bool *Its = Other.Flags.find(Flag); !Its || *Its != Set)
        Out.set(Flag, Set);
    return Out;
  }
  /// A flag that is decided on one side, and not so on the other, tells later
  /// which side a value cannot have come from.
  static TensorValue tagged(const TensorValue &V, const FlatMap<bool> &Flags) {
    if (Flags.empty())
      return V;
    std::vector<Alternative> Out;
    for (Alternative Each : V) {
      for (const auto &[Flag, Set] : Flags)
        Each.When.set(Flag, Set);
      Out.push_back(std::move(Each));
    }
    return TensorValue(std::move(Out));
  }

  Monomial integers(IntId I, const Monomial *X, const Monomial *Y) {
    // Without a value it is what the caller gave: another one.
    if (X && Y) {
      if (*X == *Y)
        return *X;
      const Monomial M = A.TheFacts.canonical(*X);
      if (M == B.TheFacts.canonical(*Y))
        return M;
    }
    SymbolTable &Symbols = Out.TheFacts.symbols();
    const SymbolId Phi =
        Symbols.get("phi(" + Site + ",#" + std::to_string(I) + ")", 0, true);
    Symbols.setDisplay(Phi, In.Integers[I]);
    return Monomial::symbol(Phi);
  }

  PointerValue pointers(PointerId P, const PointerValue *X,
                        const PointerValue *Y) {
    if (!X || !Y) {
      PointerValue One = X ? *X : *Y;
      for (TakenPointer &T : One)
        T.OnSomePathsOnly = true;
      return One;
    }
    if (*X == *Y)
      return *X;
    PointerValue Both = *X;
    for (const TakenPointer &T : *Y) {
      auto It =
          std::find_if(Both.begin(), Both.end(), [&](const TakenPointer &O) {
            return O.Number == T.Number;
          });
      if (It == Both.end()) {
        Both.push_back(T);
        continue;
      }
      It->OnSomePathsOnly |= T.OnSomePathsOnly;
      if (It->Value != T.Value)
        It->Value = either(It->Value, T.Value,
                           Site + ",*" + std::to_string(P) + "." +
                               std::to_string(T.Number));
    }
    std::sort(Both.begin(), Both.end(),
              [](const TakenPointer &L, const TakenPointer &R) {
                return L.Number < R.Number;
              });
    return Both;
  }

  std::string placeName(PlaceId P) const {
    return In.Places[P].Name + "%" + std::to_string(P);
  }

  const State &A;
  const State &B;
  const Function &In;
  const std::string &Site;
  const bool Widening;
  FlatMap<bool> OfA, OfB; ///< flags that only one side has decided so
  State Out;
};

} // namespace

State join(const State &A, const State &B, const Function &In,
           const std::string &Site) {
  return Joiner(A, B, In, Site, false).run();
}

State widen(const State &Old, const State &New, const Function &In,
            const std::string &Site) {
  return Joiner(Old, New, In, Site, true).run();
}

} // namespace tensortidy
