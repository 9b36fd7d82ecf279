// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types, devices and gradients of results.

#include "models/TraitsOfResult.h"

namespace tensortidy {
namespace {

using Kind = ActualArgument::Kind;

class ResultTraits {
public:
  ResultTraits(const Operator &Op, const ResultRule *R, const TensorResult &T,
               const std::vector<ActualArgument> &Arguments)
      : Op(Op), S(Op.TheSchema), R(R), T(T), Arguments(Arguments) {}

  Traits all() const {
    Traits Out;
    Out.ScalarType = R && R->TypeOf ? ruled(*R->TypeOf, &Traits::ScalarType,
                                            SchemaType::ScalarType)
                                    : typeByForm();
    Out.OnCpu = R && R->DeviceOf
                    ? ruled(*R->DeviceOf, &Traits::OnCpu, SchemaType::Device)
                    : deviceByForm();
    Out.RequiresGrad = gradient();
    return Out;
  }

private:
  bool isGiven(unsigned I) const {
    return Arguments[I].TheKind != Kind::Absent &&
           Arguments[I].TheKind != Kind::Undefined;
  }

  bool isTensor(unsigned I) const {
    SchemaType Type = S.Arguments[I].Type;
    return (Type == SchemaType::Tensor || Type == SchemaType::TensorList) &&
           isGiven(I);
  }

  /// The argument of this name and type, if the call gives it.
  const ActualArgument *named(const char *Name, SchemaType Type) const {
    std::optional<unsigned> I = S.indexOf(Name);
    return I && S.Arguments[*I].Type == Type && isGiven(*I) ? &Arguments[*I]
                                                            : nullptr;
  }

  template <typename Value>
  Value ruled(const std::vector<unsigned> &Of, Value Traits::*Which,
              SchemaType Type) const {
    if (Of.empty())
      return R->Fixed.*Which;
    for (unsigned I : Of)
      if (S.Arguments[I].Type == Type && isGiven(I))
        return Arguments[I].Has.*Which;
    return common(Of, Which);
  }

  /// What all tensors of \p Of have; none without any.
  template <typename Value>
  Value common(const std::vector<unsigned> &Of, Value Traits::*Which) const {
    Value All;
    bool Any = false;
    for (unsigned I : Of) {
      if (!isTensor(I))
        continue;
      const Value &Here = Arguments[I].Has.*Which;
      if (Any && All != Here)
        return std::nullopt;
      All = Here;
      Any = true;
    }
    return All;
  }

  std::vector<unsigned> everyArgument() const {
    std::vector<unsigned> All;
    for (unsigned I = 0; I < S.Arguments.size(); ++I)
      All.push_back(I);
    return All;
  }

  /// The argument that the result is, or would be.
  const ActualArgument *source() const {
    bool ByForm = R && (R->TheForm == ResultRule::Form::Self ||
                        R->TheForm == ResultRule::Form::View);
    bool IsIt = T.TheRelation == Relation::Self || (R && T.Source >= 0);
    int I = ByForm ? static_cast<int>(R->Source) : IsIt ? T.Source : -1;
    return I >= 0 ? &Arguments[I] : nullptr;
  }

  std::optional<int8_t> typeByForm() const {
    if (const ActualArgument *A = named("dtype", SchemaType::ScalarType))
      return A->Has.ScalarType;
    const ActualArgument *A = source();
    return A ? A->Has.ScalarType : std::nullopt;
  }

  /// Operators compute where their tensors are. What allocates without any is
  /// on the CPU unless it is asked for another device.
  std::optional<bool> deviceByForm() const {
    if (const ActualArgument *A = named("device", SchemaType::Device))
      return A->Has.OnCpu;
    if (const ActualArgument *A = source())
      return A->Has.OnCpu;
    if (!Op.FromDispatcher || !R)
      return std::nullopt;
    if (takesTensors())
      return common(everyArgument(), &Traits::OnCpu);
    std::optional<unsigned> Device = S.indexOf("device");
    return Device ? std::optional<bool>(true) : std::nullopt;
  }

  bool takesTensors() const {
    for (unsigned I = 0; I < Arguments.size(); ++I)
      if (isTensor(I))
        return true;
    return false;
  }

  /// Of what no argument's gradient is wanted, it is not wanted either; the
  /// reverse depends on the grad mode.
  std::optional<bool> gradient() const {
    for (const char *Name : {"requires_grad", "_requires_grad"})
      if (std::optional<unsigned> I = S.indexOf(Name))
        return asked(Arguments[*I]);
    for (const char *Cut : {"aten::detach", "aten::detach_"})
      if (S.Name == Cut)
        return false;
    if (takesTensors()) {
      bool IsModelled = Op.FromDispatcher || source();
      bool None = common(everyArgument(), &Traits::RequiresGrad) == false;
      return IsModelled && None ? std::optional<bool>(false) : std::nullopt;
    }
    std::optional<unsigned> Type = S.indexOf("dtype");
    if (!Op.FromDispatcher || !Type)
      return std::nullopt;
    bool Alone = Arguments[*Type].TheKind == Kind::Absent;
    return Alone ? std::optional<bool>(false)
                 : Arguments[*Type].Has.RequiresGrad;
  }

  static std::optional<bool> asked(const ActualArgument &A) {
    if (A.TheKind == Kind::Bool)
      return A.Flag;
    return A.TheKind == Kind::Absent ? std::optional<bool>(true) : std::nullopt;
  }

  const Operator &Op;
  const Schema &S;
  const ResultRule *R;
  const TensorResult &T;
  const std::vector<ActualArgument> &Arguments;
};

} // namespace

Traits traitsOfResult(const Operator &Op, const ResultRule *R,
                      const TensorResult &T,
                      const std::vector<ActualArgument> &Arguments) {
  return ResultTraits(Op, R, T, Arguments).all();
}

} // namespace tensortidy
