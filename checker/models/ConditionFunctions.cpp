// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that ask about layouts. Each says why the
// answer is not yes, in words a message can end with.

#include "layout/Queries.h"
#include "layout/Transforms.h"
#include "models/Einsum.h"

#include <algorithm>

namespace tensortidy {
namespace {

using E = RuleExpr;

std::string strides(Evaluator &Ev, const Layout &L) {
  return printStrides(normalized(L, Ev.facts()), Ev.symbols());
}

/// "it is not X: its strides are [..]", or that nothing says it is.
std::string notSo(Evaluator &Ev, const Layout &L, Answer A, const char *What) {
  if (isNo(A))
    return std::string("it is not ") + What + ": its strides are " +
           strides(Ev, L);
  return std::string("nothing here says that it is ") + What;
}

const char *nameOf(MemoryFormat Format) {
  return Format == MemoryFormat::ChannelsLast     ? "channels-last"
         : Format == MemoryFormat::ChannelsLast3d ? "channels-last (3-D)"
                                                  : "contiguous";
}

RuleValue contiguous(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  MemoryFormat Format = MemoryFormat::Contiguous;
  if (Call.Children.size() > 1) {
    RuleValue V = Ev.eval(Call.Children[1]);
    if (!V.Known && !V.Absent)
      return RuleValue::unknown();
    Format = V.Absent || V.Format == MemoryFormat::Preserve
                 ? MemoryFormat::Contiguous
                 : V.Format;
  }
  Answer A = isContiguous(L, Format, Ev.facts());
  return RuleValue::condition(A, notSo(Ev, L, A, nameOf(Format)));
}

RuleValue dense(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  Answer A = isDense(L, Ev.facts());
  return RuleValue::condition(A, notSo(Ev, L, A, "dense and non-overlapping"));
}

RuleValue viewable(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  ViewPlan P = Ev.plan(Call.Children[1], L);
  return RuleValue::condition(P.Answered.Viewable, whyNotViewable(P.Answered));
}

RuleValue blas(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  if (L.minRank() < 2) {
    if (L.hasRank())
      return RuleValue::condition(Answer::Unknown, "");
    std::optional<Layout> Wider = withMinRank(L, 2, Ev.facts());
    if (!Wider)
      return RuleValue::unknown();
    L = *Wider;
  }
  // BLAS reads the strides of axes of size 1 too, and those of a view are an
  // accident of how it was computed.
  bool IsArgument = Call.Children[0].TheKind == RuleExpr::Kind::Argument;
  if (!IsArgument && L.hasRank() &&
      std::any_of(L.Front.end() - 2, L.Front.end(),
                  [](const Axis &A) { return A.Size.isOne(); }))
    return RuleValue::unknown();
  Answer A = isBlasCompatible(L, Ev.facts());
  if (isNo(A))
    return RuleValue::condition(
        A, "none of its last two strides is 1 with the other large enough: " +
               strides(Ev, L));
  return RuleValue::condition(
      A, "nothing here says that one of its last two strides is 1");
}

RuleValue suggests(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  RuleValue V = Ev.eval(Call.Children[1]);
  if (!V.Known)
    return RuleValue::unknown();
  Answer A = suggestsFormat(L, V.Format, Ev.facts());
  return RuleValue::condition(A, notSo(Ev, L, A, nameOf(V.Format)));
}

RuleValue preserves(Evaluator &Ev, const E &Call) {
  RuleValue V = Ev.eval(Call.Children[0]);
  if (!V.Known && !V.Absent)
    return RuleValue::unknown();
  bool Yes = V.Absent || V.Format == MemoryFormat::Preserve;
  return RuleValue::condition(Yes ? Answer::Yes : Answer::No,
                              "a memory format is asked for");
}

/// Formats that need a certain rank (libtorch 1.13, aten/src/ATen/
/// EmptyTensor / TensorImpl::empty_tensor_restride); Preserve fits a copy only
/// where nothing is copied.
RuleValue fits(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  RuleValue V = Ev.eval(Call.Children[1]);
  if (!V.Known && !V.Absent)
    return RuleValue::unknown();
  unsigned Needed = V.Absent                                   ? 0
                    : V.Format == MemoryFormat::ChannelsLast   ? 4
                    : V.Format == MemoryFormat::ChannelsLast3d ? 5
                                                               : 0;
  Answer A = Needed == 0 ? Answer::Yes : Answer::Unknown;
  if (Needed && L.hasRank())
    A = L.Front.size() == Needed ? Answer::Yes : Answer::No;
  return RuleValue::condition(A, "the memory format needs " +
                                     std::to_string(Needed) + " dimensions");
}

RuleValue overlaps(Evaluator &Ev, const E &Call) {
  Answer A = mayOverlap(Ev.tensor(Call.Children[0]), Ev.facts());
  return RuleValue::condition(A, "no two of its elements share memory");
}

/// A stride of 0 over more than one element: at::has_internal_overlap's Yes
/// (libtorch 1.13, aten/src/ATen/MemoryOverlap.cpp).
Answer isExpanded(const Layout &L, const Facts &F) {
  if (isYes(isDense(L, F)))
    return Answer::No;
  Answer Any = L.Middle && !L.Middle->RowMajor ? Answer::Unknown : Answer::No;
  for (const std::vector<Axis> *Axes : {&L.Front, &L.Back})
    for (const Axis &A : *Axes) {
      Monomial Stride = F.canonical(A.Stride);
      bool Many = F.lowerBound(A.Size) >= 2;
      bool One = F.canonical(A.Size).isOne();
      Answer This = Stride.isZero() && Many            ? Answer::Yes
                    : One || F.lowerBound(Stride) >= 1 ? Answer::No
                                                       : Answer::Unknown;
      Any = disjunction(Any, This);
    }
  return Any;
}

RuleValue notExpanded(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  Answer A = negation(isExpanded(L, Ev.facts()));
  return RuleValue::condition(
      A, isNo(A) ? "several of its elements share memory: its strides are " +
                       strides(Ev, L)
                 : "its elements may share memory");
}

RuleValue sameLayoutAs(Evaluator &Ev, const E &Call) {
  Answer A = sameLayout(Ev.tensor(Call.Children[0]),
                        Ev.tensor(Call.Children[1]), Ev.facts());
  return RuleValue::condition(A, "its layout differs from the other operand's");
}

RuleValue few(Evaluator &Ev, const E &Call) {
  const RuleValue Number = Ev.eval(Call.Children[0]);
  const std::optional<int64_t> Limit =
      Ev.eval(Call.Children[1]).Int.asConstant();
  if (!Number.Known || !Limit)
    return RuleValue::unknown();
  return RuleValue::condition(isFew(Number.Int, *Limit, Ev.facts()), "");
}

/// Handles of one TensorImpl?
RuleValue sameTensorAs(Evaluator &Ev, const E &Call) {
  auto Objects = [&](const E &Operand) {
    const ActualArgument *A = Ev.eval(Operand).Actual;
    return A ? A->Objects : std::vector<uint32_t>();
  };
  const std::vector<uint32_t> One = Objects(Call.Children[0]),
                              Other = Objects(Call.Children[1]);
  const bool Common = std::find_first_of(One.begin(), One.end(), Other.begin(),
                                         Other.end()) != One.end();
  Answer A = Answer::Unknown;
  if (!Common && !One.empty() && !Other.empty())
    A = Answer::No;
  else if (Common && One.size() == 1 && Other.size() == 1)
    A = Answer::Yes;
  return RuleValue::condition(A, "it is not the other operand itself");
}

RuleValue sameSizesAs(Evaluator &Ev, const E &Call) {
  Answer A = sameSizes(Ev.tensor(Call.Children[0]), Ev.tensor(Call.Children[1]),
                       Ev.facts());
  return RuleValue::condition(A, "its sizes differ from the other operand's");
}

/// What cannot be told is taken not to be so.
RuleValue known(Evaluator &Ev, const E &Call) {
  const RuleValue V = Ev.judge(Call.Children[0]);
  const bool Holds = isYes(V.Holds);
  return RuleValue::condition(Holds ? Answer::Yes : Answer::No, V.Why);
}

RuleValue given(Evaluator &Ev, const E &Call) {
  const RuleExpr &Child = Call.Children[0];
  if (Child.TheKind != RuleExpr::Kind::Argument)
    return RuleValue::unknown();
  bool Absent = Ev.eval(Child).Absent;
  return RuleValue::condition(Absent ? Answer::No : Answer::Yes, "");
}

RuleValue allZero(Evaluator &Ev, const E &Call) {
  std::optional<std::vector<SizeArgument>> List =
      Ev.sizeArguments(Call.Children[0]);
  if (!List)
    return RuleValue::unknown();
  Answer All = Answer::Yes;
  for (const SizeArgument &S : *List) {
    std::optional<int64_t> C = -1;
    if (S)
      C = Ev.facts().canonical(*S).asConstant();
    All = conjunction(All, !C        ? Answer::Unknown
                           : *C == 0 ? Answer::Yes
                                     : Answer::No);
  }
  return RuleValue::condition(All, "");
}

RuleValue contractible(Evaluator &Ev, const E &Call) {
  std::optional<Einsum> Done = einsumOf(Ev, Call);
  RuleValue V = RuleValue::condition(Done ? Done->Viewed : Answer::Unknown, "");
  if (Done)
    V.EachHolds = Done->EachViewed;
  return V;
}

} // namespace

std::vector<RuleFunction> conditionFunctions() {
  using T = ExprType;
  T C = T::Condition;
  return {
      {"contiguous",
       C,
       {T::Tensor, T::Format},
       1,
       false,
       contiguous,
       nullptr,
       "x.is_contiguous(format)"},
      {"dense",
       C,
       {T::Tensor},
       1,
       false,
       dense,
       nullptr,
       "x.is_non_overlapping_and_dense()"},
      {"viewable",
       C,
       {T::Tensor, T::Ints},
       2,
       false,
       viewable,
       nullptr,
       "view() with these sizes succeeds"},
      {"blas",
       C,
       {T::Tensor},
       1,
       false,
       blas,
       nullptr,
       "BLAS takes the last two axes as they are"},
      {"suggests",
       C,
       {T::Tensor, T::Format},
       2,
       false,
       suggests,
       nullptr,
       "x.suggest_memory_format() is this one"},
      {"preserves",
       C,
       {T::Format},
       1,
       false,
       preserves,
       nullptr,
       "no format, or preserve_format"},
      {"fits",
       C,
       {T::Tensor, T::Format},
       2,
       false,
       fits,
       nullptr,
       "x has the rank that the format needs"},
      {"overlaps",
       C,
       {T::Tensor},
       1,
       false,
       overlaps,
       nullptr,
       "two elements share memory"},
      {"not_expanded",
       C,
       {T::Tensor},
       1,
       false,
       notExpanded,
       nullptr,
       "no stride is 0 over more than one element"},
      {"same_layout",
       C,
       {T::Tensor, T::Tensor},
       2,
       false,
       sameLayoutAs,
       nullptr,
       "equal sizes and strides"},
      {"few",
       C,
       {T::Int, T::Int},
       2,
       false,
       few,
       nullptr,
       "the number is at most this, which one of unknown sizes generally is "
       "not"},
      {"same_tensor",
       C,
       {T::Tensor, T::Tensor},
       2,
       false,
       sameTensorAs,
       nullptr,
       "both are one tensor, not two that share memory"},
      {"known",
       C,
       {C},
       1,
       false,
       known,
       nullptr,
       "this holds, and can be told"},
      {"same_sizes",
       C,
       {T::Shape, T::Shape},
       2,
       false,
       sameSizesAs,
       nullptr,
       "equal sizes"},
      {"contractible",
       C,
       {T::Anything, T::Tensors},
       2,
       false,
       contractible,
       nullptr,
       "einsum need not copy any of the tensors for the equation"},
      {"all_zero",
       C,
       {T::Ints},
       1,
       false,
       allZero,
       nullptr,
       "every number of the list is 0"},
      {"given",
       C,
       {T::Anything},
       1,
       false,
       given,
       nullptr,
       "the call gives this argument"},
  };
}

} // namespace tensortidy
