// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Concrete.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tensortidy {

int64_t Concrete::numel() const {
  return std::accumulate(Sizes.begin(), Sizes.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

static std::vector<size_t> backwards(size_t Rank) {
  std::vector<size_t> Order(Rank);
  std::iota(Order.rbegin(), Order.rend(), size_t(0));
  return Order;
}

Concrete concreteInOrder(const std::vector<int64_t> &Sizes,
                         const std::vector<size_t> &Order) {
  Concrete T{Sizes, std::vector<int64_t>(Sizes.size()), 0};
  int64_t Stride = 1;
  for (size_t I : Order) {
    T.Strides[I] = Stride;
    Stride *= std::max<int64_t>(Sizes[I], 1);
  }
  return T;
}

Concrete concreteRowMajor(const std::vector<int64_t> &Sizes) {
  return concreteInOrder(Sizes, backwards(Sizes.size()));
}

static bool follows(const Concrete &T, const std::vector<size_t> &Order) {
  int64_t Expected = 1;
  for (size_t I : Order) {
    if (T.Sizes[I] == 1)
      continue;
    if (T.Strides[I] != Expected)
      return false;
    Expected *= T.Sizes[I];
  }
  return true;
}

bool concreteContiguous(const Concrete &T) {
  return T.numel() == 0 || follows(T, backwards(T.rank()));
}

bool concreteChannelsLast(const Concrete &T) {
  return T.rank() == 4 && follows(T, {1, 3, 2, 0});
}

bool concreteDense(const Concrete &T) {
  std::vector<std::pair<int64_t, int64_t>> Axes;
  for (size_t I = 0; I < T.rank(); ++I)
    if (T.Sizes[I] != 1)
      Axes.emplace_back(T.Strides[I], T.Sizes[I]);
  std::sort(Axes.begin(), Axes.end());
  int64_t Expected = 1;
  for (auto [Stride, Size] : Axes) {
    if (Stride != Expected)
      return false;
    Expected *= Size;
  }
  return true;
}

bool concreteOverlaps(const Concrete &T) {
  int64_t Last = 0;
  for (size_t I = 0; I < T.rank(); ++I)
    Last += std::max<int64_t>(T.Sizes[I] - 1, 0) * T.Strides[I];
  std::vector<bool> Seen(size_t(Last) + 1);
  std::vector<int64_t> Index(T.rank(), 0);
  for (int64_t Left = T.numel(); Left > 0; --Left) {
    int64_t Place = std::inner_product(Index.begin(), Index.end(),
                                       T.Strides.begin(), int64_t(0));
    if (Seen[size_t(Place)])
      return true;
    Seen[size_t(Place)] = true;
    for (size_t I = T.rank(); I-- > 0;) {
      if (++Index[I] < T.Sizes[I])
        break;
      Index[I] = 0;
    }
  }
  return false;
}

bool concreteSuggestsChannelsLast(const Concrete &T) {
  if (T.rank() != 4 || T.Strides[1] == 0)
    return false;
  int64_t Least = 0;
  for (size_t I : {1, 3, 2, 0}) {
    if (T.Sizes[I] == 0 || T.Strides[I] < Least)
      return false;
    if (I == 0 && Least == T.Strides[1])
      return false;
    Least = T.Strides[I];
    if (T.Sizes[I] > 1)
      Least *= T.Sizes[I];
  }
  return true;
}

bool concreteFitsBlas(const Concrete &T) {
  size_t R = T.rank();
  auto Fits = [&](size_t Leading, size_t Unit) {
    return T.Strides[Unit] == 1 && T.Strides[Leading] >= T.Sizes[Unit];
  };
  return R >= 2 && (Fits(R - 2, R - 1) || Fits(R - 1, R - 2));
}

static std::optional<std::vector<int64_t>>
viewOfElements(const Concrete &T, const std::vector<int64_t> &Sizes) {
  std::vector<int64_t> Strides(Sizes.size());
  int64_t Base = T.Strides.back(), Group = 1, Taken = 1;
  int64_t Dim = int64_t(Sizes.size()) - 1;
  for (size_t I = T.rank(); I-- > 0;) {
    Group *= T.Sizes[I];
    bool Edge =
        I == 0 || (T.Sizes[I - 1] != 1 && T.Strides[I - 1] != Group * Base);
    if (!Edge)
      continue;
    for (; Dim >= 0 && (Taken < Group || Sizes[Dim] == 1); --Dim) {
      Strides[Dim] = Taken * Base;
      Taken *= Sizes[Dim];
    }
    if (Taken != Group)
      return std::nullopt;
    if (I > 0) {
      Base = T.Strides[I - 1];
      Group = Taken = 1;
    }
  }
  if (Dim != -1)
    return std::nullopt;
  return Strides;
}

std::optional<std::vector<int64_t>>
concreteView(const Concrete &T, const std::vector<int64_t> &Sizes) {
  if (Concrete{Sizes, {}}.numel() != T.numel())
    return std::nullopt;
  if (T.rank() == 0)
    return std::vector<int64_t>(Sizes.size(), 1);
  if (T.numel() == 0)
    return Sizes == T.Sizes ? T.Strides : concreteRowMajor(Sizes).Strides;
  return viewOfElements(T, Sizes);
}

/// The insertion sort that TensorIterator and infer_dense_strides share.
static std::vector<size_t>
sortedAxes(const std::vector<std::vector<int64_t>> &Strides,
           const std::vector<int64_t> &Sizes) {
  auto Compare = [&](size_t A, size_t B) {
    for (const std::vector<int64_t> &Row : Strides) {
      if (Row[A] == 0 || Row[B] == 0)
        continue;
      if (Row[A] != Row[B])
        return Row[A] < Row[B] ? -1 : 1;
      if (Sizes[A] > Sizes[B])
        return 1;
    }
    return 0;
  };
  std::vector<size_t> Order = backwards(Sizes.size());
  for (size_t I = 1; I < Order.size(); ++I) {
    size_t Place = I;
    for (size_t Before = I; Before-- > 0;) {
      int C = Compare(Order[Before], Order[Place]);
      if (C < 0)
        break;
      if (C == 0)
        continue;
      std::swap(Order[Before], Order[Place]);
      Place = Before;
    }
  }
  return Order;
}

Concrete concreteKeepPermutation(const Concrete &T) {
  if (concreteDense(T))
    return T;
  return concreteInOrder(T.Sizes, sortedAxes({T.Strides}, T.Sizes));
}

static std::optional<std::vector<int64_t>>
broadcast(const std::vector<Concrete> &Operands) {
  std::vector<int64_t> Sizes;
  for (const Concrete &T : Operands) {
    if (T.rank() > Sizes.size())
      Sizes.insert(Sizes.begin(), T.rank() - Sizes.size(), 1);
    for (size_t I = 0; I < T.rank(); ++I) {
      int64_t &Size = Sizes[Sizes.size() - T.rank() + I];
      if (Size == 1)
        Size = T.Sizes[I];
      else if (T.Sizes[I] != 1 && T.Sizes[I] != Size)
        return std::nullopt;
    }
  }
  return Sizes;
}

static std::vector<int64_t> stridesOnto(const Concrete &T,
                                        const std::vector<int64_t> &Sizes) {
  size_t Added = Sizes.size() - T.rank();
  std::vector<int64_t> Strides(Sizes.size(), 0);
  for (size_t I = 0; I < T.rank(); ++I)
    if (T.Sizes[I] != 1 || Sizes[Added + I] == 1)
      Strides[Added + I] = T.Strides[I];
  return Strides;
}

std::optional<Concrete>
concreteElementwise(const std::vector<Concrete> &Operands) {
  std::optional<std::vector<int64_t>> Sizes = broadcast(Operands);
  if (!Sizes)
    return std::nullopt;
  auto All = [&](auto Holds) {
    return std::all_of(Operands.begin(), Operands.end(), Holds);
  };
  if (All([&](const Concrete &T) { return T.Sizes == *Sizes; })) {
    if (All(concreteContiguous))
      return concreteRowMajor(*Sizes);
    if (All(concreteChannelsLast))
      return concreteInOrder(*Sizes, {1, 3, 2, 0});
    if (All(concreteDense) && All([&](const Concrete &T) {
          return T.Strides == Operands[0].Strides;
        }))
      return Operands[0];
  }
  std::vector<std::vector<int64_t>> Strides;
  for (const Concrete &T : Operands)
    Strides.push_back(stridesOnto(T, *Sizes));
  return concreteInOrder(*Sizes, sortedAxes(Strides, *Sizes));
}

} // namespace tensortidy
