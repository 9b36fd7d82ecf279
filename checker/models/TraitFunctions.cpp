// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that ask about types, devices and gradients,
// which are no layouts: what the caller does not know cannot be told.

#include "models/Evaluator.h"

namespace tensortidy {
namespace {

using E = RuleExpr;

/// Said to be nothing. One that is absent may be in a TensorOptions, of which
/// nothing is known.
bool isNothing(const ActualArgument &A) {
  return A.TheKind == ActualArgument::Kind::Undefined;
}

std::optional<int> sizeOf(const ActualArgument &A) {
  return A.Has.ScalarType ? elementSize(*A.Has.ScalarType) : std::nullopt;
}

std::optional<bool> complexOf(const ActualArgument &A) {
  return A.Has.ScalarType ? isComplexType(*A.Has.ScalarType) : std::nullopt;
}

Answer answered(bool Yes) { return Yes ? Answer::Yes : Answer::No; }

/// An argument that is nothing asks for no other type.
RuleValue sameType(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]),
                       *B = Ev.actualNamed(Call.Children[1]);
  if (!A || !B)
    return RuleValue::unknown();
  if (isNothing(*B))
    return RuleValue::condition(Answer::Yes, "");
  if (!A->Has.ScalarType || !B->Has.ScalarType)
    return RuleValue::unknown();
  return RuleValue::condition(answered(A->Has.ScalarType == B->Has.ScalarType),
                              "it has another type");
}

RuleValue sameElementSize(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]),
                       *B = Ev.actualNamed(Call.Children[1]);
  if (!A || !B || !sizeOf(*A) || !sizeOf(*B))
    return RuleValue::unknown();
  return RuleValue::condition(answered(sizeOf(*A) == sizeOf(*B)),
                              "its elements have another size");
}

/// Two devices that are not the CPU may be two.
RuleValue sameDevice(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]),
                       *B = Ev.actualNamed(Call.Children[1]);
  if (!A || !B)
    return RuleValue::unknown();
  if (isNothing(*B))
    return RuleValue::condition(Answer::Yes, "");
  std::optional<bool> OnCpu = A->Has.OnCpu, ToCpu = B->Has.OnCpu;
  if (!OnCpu || !ToCpu || (!*OnCpu && !*ToCpu))
    return RuleValue::unknown();
  return RuleValue::condition(answered(*OnCpu == *ToCpu),
                              "it is on another device");
}

RuleValue onCpu(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]);
  if (!A || !A->Has.OnCpu)
    return RuleValue::unknown();
  return RuleValue::condition(answered(*A->Has.OnCpu),
                              "it is on another device");
}

RuleValue isReal(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]);
  if (!A || !complexOf(*A))
    return RuleValue::unknown();
  return RuleValue::condition(answered(!*complexOf(*A)), "it is complex");
}

/// Here a type that is absent is not asked for: no TensorOptions has it.
bool asksNoType(const ActualArgument &A) {
  return isNothing(A) || A.TheKind == ActualArgument::Kind::Absent;
}

RuleValue keepsType(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]),
                       *Asked = Ev.actualNamed(Call.Children[1]);
  if (!A || !Asked)
    return RuleValue::unknown();
  if (asksNoType(*Asked))
    return RuleValue::condition(Answer::Yes, "");
  if (!A->Has.ScalarType || !Asked->Has.ScalarType)
    return RuleValue::unknown();
  return RuleValue::condition(
      answered(A->Has.ScalarType == Asked->Has.ScalarType),
      "its elements are made the type asked for first");
}

RuleValue sumsInOwnType(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]),
                       *Asked = Ev.actualNamed(Call.Children[1]);
  if (!A || !Asked || !asksNoType(*Asked))
    return keepsType(Ev, Call);
  if (!A->Has.ScalarType)
    return RuleValue::unknown();
  return RuleValue::condition(answered(!isNarrowInteger(*A->Has.ScalarType)),
                              "its elements are made int64 first");
}

RuleValue halfToFloat(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]),
                       *Asked = Ev.actualNamed(Call.Children[1]);
  if (!A || !Asked)
    return RuleValue::unknown();
  if (asksNoType(*Asked))
    return RuleValue::condition(Answer::No, "");
  if (!A->Has.ScalarType || !Asked->Has.ScalarType)
    return RuleValue::unknown();
  const bool IsHalf =
      *A->Has.ScalarType == HalfType || *A->Has.ScalarType == BFloat16Type;
  return RuleValue::condition(
      answered(IsHalf && *Asked->Has.ScalarType == FloatType), "");
}

RuleValue requiresGrad(Evaluator &Ev, const E &Call) {
  const ActualArgument *A = Ev.actualNamed(Call.Children[0]);
  if (!A || !A->Has.RequiresGrad)
    return RuleValue::unknown();
  return RuleValue::condition(answered(*A->Has.RequiresGrad), "");
}

} // namespace

std::vector<RuleFunction> traitFunctions() {
  using T = ExprType;
  T C = T::Condition, A = T::Anything;
  return {
      {"same_type",
       C,
       {A, A},
       2,
       false,
       sameType,
       nullptr,
       "the tensor has this type, or that of this tensor"},
      {"same_element_size",
       C,
       {A, A},
       2,
       false,
       sameElementSize,
       nullptr,
       "elements of this type take as many bytes"},
      {"same_device",
       C,
       {A, A},
       2,
       false,
       sameDevice,
       nullptr,
       "the tensor is on this device, or on that of this tensor"},
      {"on_cpu",
       C,
       {A},
       1,
       false,
       onCpu,
       nullptr,
       "the tensor is in the CPU's memory"},
      {"is_real",
       C,
       {A},
       1,
       false,
       isReal,
       nullptr,
       "the tensor's type is not complex"},
      {"keeps_type",
       C,
       {A, A},
       2,
       false,
       keepsType,
       nullptr,
       "no type is given, or the tensor's own"},
      {"sums_in_own_type",
       C,
       {A, A},
       2,
       false,
       sumsInOwnType,
       nullptr,
       "a sum in this type, or in int64 if it is not given and the tensor's is "
       "an integer, has the tensor's type"},
      {"half_to_float",
       C,
       {A, A},
       2,
       false,
       halfToFloat,
       nullptr,
       "this type is float, and the tensor's is half or bfloat16"},
      {"requires_grad",
       C,
       {A},
       1,
       false,
       requiresGrad,
       nullptr,
       "the tensor's gradient is wanted"},
  };
}

} // namespace tensortidy
