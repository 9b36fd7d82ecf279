// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RandomRun: how view operators map axes, on the layout and concretely.

#include "RandomRun.h"

#include "layout/Transforms.h"

#include <algorithm>
#include <numeric>

namespace tensortidy {

void RandomRun::step() {
  using Step = bool (RandomRun::*)();
  static constexpr Step Steps[] = {
      &RandomRun::swapStep,    &RandomRun::swapStep,    &RandomRun::swapStep,
      &RandomRun::permuteStep, &RandomRun::selectStep,  &RandomRun::sliceStep,
      &RandomRun::sliceStep,   &RandomRun::unitStep,    &RandomRun::expandStep,
      &RandomRun::unfoldStep,  &RandomRun::moveStep,    &RandomRun::viewStep,
      &RandomRun::flattenStep, &RandomRun::copyStep,    &RandomRun::partStep,
      &RandomRun::splitStep,   &RandomRun::squeezeStep, &RandomRun::guardStep,
      &RandomRun::guardStep,   &RandomRun::branchStep,  &RandomRun::joinStep};
  constexpr int64_t Count = sizeof(Steps) / sizeof(Steps[0]);
  for (int Tries = 0; Tries < 20; ++Tries)
    if ((this->*Steps[pick(0, Count - 1)])())
      return;
}

bool RandomRun::apply(const std::string &Name, std::optional<Layout> Result) {
  Trace += "; " + Name;
  if (!Result) {
    // Either every concrete run throws or it cannot be represented.
    ++Results.NotRepresented;
    for (Case &C : Cases)
      C.Alive = false;
    return false;
  }
  L = *Result;
  return true;
}

int64_t RandomRun::pickDim() {
  int64_t Rank = L.hasRank() ? int64_t(*L.rank()) : 3;
  return Rank == 0 ? 0 : pick(-Rank, Rank - 1);
}

bool RandomRun::swapStep() {
  if (L.rank() == 0u)
    return false;
  int64_t A = pickDim(), B = pickDim();
  std::string Name = "transpose " + std::to_string(A) + " " + std::to_string(B);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(A, T.rank()), J = wrap(B, T.rank());
    if (!I || !J)
      return std::nullopt;
    std::swap(T.Sizes[*I], T.Sizes[*J]);
    std::swap(T.Strides[*I], T.Strides[*J]);
    return T;
  });
  return apply(Name, swapAxes(L, A, B, F)), true;
}

bool RandomRun::permuteStep() {
  if (!L.hasRank() && chance(70))
    return false;
  std::vector<int64_t> Dims(L.hasRank() ? *L.rank() : size_t(pick(2, 4)));
  std::iota(Dims.begin(), Dims.end(), 0);
  shuffle(Dims);
  std::string Name = "permute";
  for (int64_t Dim : Dims)
    Name += " " + std::to_string(Dim);
  onCases([&](const Concrete &T) -> std::optional<Concrete> {
    if (T.rank() != Dims.size())
      return std::nullopt;
    Concrete R = T;
    for (size_t I = 0; I < Dims.size(); ++I) {
      R.Sizes[I] = T.Sizes[size_t(Dims[I])];
      R.Strides[I] = T.Strides[size_t(Dims[I])];
    }
    return R;
  });
  return apply(Name, permuteAxes(L, Dims, F)), true;
}

bool RandomRun::selectStep() {
  if (L.rank() == 0u)
    return false;
  int64_t Dim = pickDim(), Index = pick(-1, 1);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(Dim, T.rank());
    if (!I || Index >= T.Sizes[*I])
      return std::nullopt;
    T.Offset += (Index < 0 ? Index + T.Sizes[*I] : Index) * T.Strides[*I];
    eraseAt(T.Sizes, *I);
    eraseAt(T.Strides, *I);
    return T;
  });
  return apply("select " + std::to_string(Dim) + " " + std::to_string(Index),
               dropAxis(L, Dim, F, Monomial(Index))),
         true;
}

bool RandomRun::sliceStep() {
  if (L.rank() == 0u)
    return false;
  int64_t Dim = pickDim(), Step = pick(1, 3);
  auto Bound = [&]() -> std::optional<int64_t> {
    return chance(50) ? std::nullopt : std::optional(pick(-3, 4));
  };
  std::optional<int64_t> Start = Bound(), End = Bound();
  auto Text = [](std::optional<int64_t> B) {
    return B ? std::to_string(*B) : std::string("_");
  };
  std::string Name = "slice " + std::to_string(Dim) + " " + Text(Start) + ":" +
                     Text(End) + ":" + std::to_string(Step);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(Dim, T.rank());
    if (!I)
      return std::nullopt;
    int64_t N = T.Sizes[*I];
    auto Clamp = [&](int64_t B) {
      return std::clamp<int64_t>(B < 0 ? B + N : B, 0, N);
    };
    int64_t From = Clamp(Start.value_or(0)), To = Clamp(End.value_or(N));
    // Known to be empty or cut short only outside general position.
    T.Sizes[*I] = (std::max<int64_t>(To - From, 0) + Step - 1) / Step;
    T.Offset += From * T.Strides[*I];
    T.Strides[*I] *= Step;
    return T;
  });
  auto AsMonomial = [](std::optional<int64_t> B) {
    return B ? std::optional<Monomial>(*B) : std::nullopt;
  };
  // A slice that general position says nothing about: bounds beyond the size.
  return apply(Name,
               sliceAxis(L, Dim, AsMonomial(Start), AsMonomial(End), Step, F)),
         true;
}

bool RandomRun::unitStep() {
  if (L.minRank() >= 5)
    return false;
  int64_t Rank = L.hasRank() ? int64_t(*L.rank()) : 2;
  int64_t Dim = pick(-Rank - 1, Rank);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(Dim, T.rank() + 1);
    if (!I)
      return std::nullopt;
    int64_t Stride = *I < T.rank() ? T.Sizes[*I] * T.Strides[*I] : int64_t(1);
    insertAt(T.Sizes, *I, int64_t(1));
    insertAt(T.Strides, *I, Stride);
    return T;
  });
  return apply("unsqueeze " + std::to_string(Dim), insertUnitAxis(L, Dim, F)),
         true;
}

bool RandomRun::expandStep() {
  if (!L.hasRank() || *L.rank() > 3)
    return false;
  int64_t Count = pick(2, 4);
  std::vector<SizeArgument> Sizes(*L.rank() + 1);
  Sizes[0] = Monomial(Count);
  std::vector<size_t> Units;
  for (size_t I = 0; I < L.Front.size(); ++I)
    if (L.Front[I].Size.isOne() && chance(50)) {
      Units.push_back(I);
      Sizes[I + 1] = Monomial(3);
    }
  onCases([&](Concrete T) -> std::optional<Concrete> {
    for (size_t I : Units) {
      T.Sizes[I] = 3;
      T.Strides[I] = 0;
    }
    insertAt(T.Sizes, 0, Count);
    insertAt(T.Strides, 0, int64_t(0));
    return T;
  });
  return apply("expand", expandAxes(L, Sizes, F)), true;
}

bool RandomRun::unfoldStep() {
  if (!L.hasRank() || *L.rank() == 0 || *L.rank() > 4)
    return false;
  int64_t Dim = pickDim(), Size = 2, Step = pick(1, 3);
  std::string Name = "unfold " + std::to_string(Dim) + " " +
                     std::to_string(Size) + " " + std::to_string(Step);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(Dim, T.rank());
    if (!I || T.Sizes[*I] < Size)
      return std::nullopt;
    int64_t Stride = T.Strides[*I];
    T.Sizes[*I] = (T.Sizes[*I] - Size) / Step + 1;
    T.Strides[*I] *= Step;
    T.Sizes.push_back(Size);
    T.Strides.push_back(Stride);
    return T;
  });
  return apply(Name, unfoldAxis(L, Dim, Size, Step, F)), true;
}

bool RandomRun::moveStep() {
  if (L.rank() == 0u)
    return false;
  int64_t From = pickDim(), To = pickDim();
  std::string Name =
      "movedim " + std::to_string(From) + " " + std::to_string(To);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(From, T.rank()), J = wrap(To, T.rank());
    if (!I || !J)
      return std::nullopt;
    int64_t Size = T.Sizes[*I], Stride = T.Strides[*I];
    eraseAt(T.Sizes, *I);
    eraseAt(T.Strides, *I);
    insertAt(T.Sizes, *J, Size);
    insertAt(T.Strides, *J, Stride);
    return T;
  });
  return apply(Name, moveAxis(L, From, To, F)), true;
}

bool RandomRun::partStep() {
  if (L.rank() == 0u)
    return false;
  int64_t Dim = pickDim(), Parts = pick(2, 3);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(Dim, T.rank());
    if (!I)
      return std::nullopt;
    T.Sizes[*I] = (T.Sizes[*I] + Parts - 1) / Parts;
    return T;
  });
  std::string Name = "part" + std::to_string(Trace.size());
  return apply("chunk " + std::to_string(Dim),
               partOfAxis(L, Dim, Name, F, Parts)),
         true;
}

/// Unflatten of an axis into 2 and the rest, or into itself and 1.
bool RandomRun::splitStep() {
  if (L.rank() == 0u || L.minRank() > 4)
    return false;
  int64_t Dim = pickDim(), Part = pick(1, 2);
  bool PartFirst = chance(50);
  onCases([&](Concrete T) -> std::optional<Concrete> {
    auto I = wrap(Dim, T.rank());
    if (!I || T.Sizes[*I] % Part != 0)
      return std::nullopt;
    std::vector<int64_t> Sizes = T.Sizes;
    Sizes[*I] /= Part;
    insertAt(Sizes, *I + (PartFirst ? 0 : 1), Part);
    return Concrete{Sizes, *concreteView(T, Sizes), T.Offset};
  });
  std::vector<SizeArgument> Sizes{Monomial(Part), std::nullopt};
  if (!PartFirst)
    std::swap(Sizes[0], Sizes[1]);
  return apply("unflatten " + std::to_string(Dim), splitAxis(L, Dim, Sizes, F)),
         true;
}

bool RandomRun::squeezeStep() {
  std::optional<Layout> Result = dropUnitAxes(L, F);
  if (!Result)
    return false;
  onCases([&](Concrete T) {
    for (size_t I = T.rank(); I-- > 0;)
      if (T.Sizes[I] == 1) {
        eraseAt(T.Sizes, I);
        eraseAt(T.Strides, I);
      }
    return std::optional(T);
  });
  return apply("squeeze", Result), true;
}

} // namespace tensortidy
