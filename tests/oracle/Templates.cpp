// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Templates.h"

#include "../conformance/Execute.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace tensortidy;

namespace oracle {

namespace {

/// "2", "2+", "24", "*"; then i for integers, c for complex numbers.
bool parseRanks(std::string Text, Template &T) {
  if (Text.empty())
    return false;
  if (Text.back() == 'i' || Text.back() == 'c') {
    T.Type = Text.back() == 'i' ? at::kLong : at::kComplexFloat;
    Text.pop_back();
  }
  if (Text == "*")
    return true;
  T.MinRank = static_cast<unsigned>(Text[0] - '0');
  T.MaxRank = Text.size() > 1 && Text[1] == '+'
                  ? 6
                  : static_cast<unsigned>(Text.back() - '0');
  return T.MinRank <= 6 && T.MaxRank <= 6;
}

const Operator *operatorHere(const std::string &Name, const ModelSet &Models) {
  for (const Operator *Op : Models.findAll(Name))
    if (conformance::exists(*Op))
      return Op;
  return nullptr;
}

const Operator *functionOf(const std::string &Signature,
                           const ModelSet &Models) {
  for (const Operator *Op : Models.ruled())
    if (!Op->FromDispatcher && conformance::signatureOf(*Op) == Signature)
      return Op;
  return nullptr;
}

/// WEIGHT RANKS CALL, as in the conformance table.
bool parseLine(const std::string &Line, const ModelSet &Models, Template &T,
               bool &IsHere) {
  std::istringstream Stream(Line);
  std::string Ranks, Text;
  if (!(Stream >> T.Weight >> Ranks) || !parseRanks(Ranks, T))
    return false;
  std::getline(Stream >> std::ws, Text);
  std::string Arguments;
  size_t Arrow = Text.find(" <- ");
  if (Arrow != std::string::npos) {
    T.Signature = Text.substr(0, Arrow);
    Arguments = Text.substr(Arrow + 4);
    T.Op = functionOf(T.Signature, Models);
  } else {
    size_t Open = Text.find('(');
    if (Open == std::string::npos)
      return false;
    T.Op = operatorHere(Text.substr(0, Open), Models);
    Arguments = Text.substr(Open + 1, Text.rfind(')') - Open - 1);
  }
  IsHere = T.Op != nullptr;
  ExprError Bad;
  auto List = parseRuleExpression("[" + Arguments + "]", Bad);
  if (!List)
    return false;
  T.Arguments = List->Children;
  T.IsOrdinary = true;
  return true;
}

std::vector<Template> ownTemplates(const std::string &FileName,
                                   const ModelSet &Models, std::string &Error) {
  std::ifstream Stream(FileName);
  std::vector<Template> Out;
  std::string Line;
  if (!Stream)
    Error = FileName + ": cannot be read";
  for (unsigned Number = 1; std::getline(Stream, Line); ++Number) {
    if (Line.empty() || Line[0] == '#')
      continue;
    Template T;
    bool IsHere = false;
    if (!parseLine(Line, Models, T, IsHere)) {
      Error = FileName + ":" + std::to_string(Number) + ": " + Line;
      break;
    }
    if (IsHere)
      Out.push_back(std::move(T));
  }
  return Out;
}

/// What a C++ program cannot be expected to write, or what takes more headers.
bool isLeftOut(const conformance::Call &C) {
  const std::string &Name = C.Signature;
  // Calls of these are ambiguous in C++.
  const std::string Op = C.Op->TheSchema.fullName();
  for (const char *Ambiguous :
       {"aten::argsort.stable", "aten::argsort", "aten::range"})
    if (Op == Ambiguous)
      return true;
  // Without axes, and without a generator or names, it is another overload.
  const std::string &Overload = C.Op->TheSchema.Overload;
  const bool IsByAxes = Op == "aten::sum.dim_IntList";
  if (Overload == "names" || Overload.rfind("generator", 0) == 0 ||
      (IsByAxes && C.Arguments[1].Text == "none"))
    return true;
  // What gives nothing back.
  if (C.Op->TheSchema.Returns.empty())
    return true;
  for (const char *Start :
       {"torch::", "at::TensorBase::", "at::from_blob", "at::tensor(",
        "at::new_qtensor", "at::namedinference", "at::Tensor::set_requires",
        "at::Tensor::set_data", "at::Tensor::to(", "at::Tensor::toBackend",
        "at::Tensor::expect_", "at::Tensor::hip", "at::Tensor::cuda",
        "at::Tensor::meta"})
    if (Name.rfind(Start, 0) == 0)
      return true;
  return false;
}

} // namespace

std::vector<Template> readTemplates(const std::string &OwnFile,
                                    const std::string &ConformanceFile,
                                    const ModelSet &Models, double RestShare,
                                    std::string &Error) {
  std::vector<Template> Out = ownTemplates(OwnFile, Models, Error);
  double Sum = 0;
  for (const Template &T : Out)
    Sum += T.Weight;
  std::vector<conformance::Call> Calls =
      conformance::readCalls(ConformanceFile, Models, Error);
  std::set<const Operator *> Seen;
  for (const conformance::Call &C : Calls)
    Seen.insert(C.Op);
  for (const Operator *Op : Models.ruled())
    if (!Seen.count(Op) && conformance::exists(*Op))
      for (conformance::Call &C : conformance::defaultCalls(*Op))
        Calls.push_back(std::move(C));
  std::map<const Operator *, unsigned> Count;
  for (const conformance::Call &C : Calls)
    ++Count[C.Op];
  // Each operator weighs the same, however many calls it has.
  const double Each =
      Sum * RestShare / (1 - RestShare) / static_cast<double>(Count.size());
  for (const conformance::Call &C : Calls)
    if (!isLeftOut(C))
      Out.push_back({Each / Count[C.Op], C.Rank, C.Rank, C.Type, C.Op,
                     C.Signature, C.Arguments, false});
  return Out;
}

namespace {

/// \p Value as the dispatcher wants it for an argument of type \p Type.
c10::IValue adapted(const c10::IValue &Value, const c10::Argument &A) {
  c10::TypePtr Type = A.type();
  if (auto Optional = Type->cast<c10::OptionalType>())
    Type = Optional->getElementType();
  if (Value.isInt() && Type->kind() == c10::TypeKind::FloatType)
    return c10::IValue(static_cast<double>(Value.toInt()));
  if (Value.isInt() && Type->kind() == c10::TypeKind::ListType)
    return c10::IValue(std::vector<int64_t>{Value.toInt()});
  auto List = Type->cast<c10::ListType>();
  if (Value.isTensorList() && List &&
      List->getElementType()->kind() == c10::TypeKind::OptionalType) {
    c10::List<c10::optional<at::Tensor>> Optional;
    for (const at::Tensor &T : Value.toTensorVector())
      Optional.push_back(T);
    return c10::IValue(Optional);
  }
  return Value;
}

void runBoxed(const Template &T, const std::vector<Actual> &Arguments,
              Invoked &Out) {
  auto Handle = c10::Dispatcher::singleton().findSchemaOrThrow(
      T.Op->TheSchema.Name.c_str(), T.Op->TheSchema.Overload.c_str());
  std::vector<c10::IValue> Stack;
  const std::vector<c10::Argument> &Wanted = Handle.schema().arguments();
  for (size_t I = 0; I < Wanted.size(); ++I) {
    if (I < Arguments.size() && Arguments[I].IsGiven)
      Stack.push_back(adapted(Arguments[I].Value, Wanted[I]));
    else
      Stack.push_back(Wanted[I].default_value() ? *Wanted[I].default_value()
                                                : c10::IValue());
  }
  Handle.callBoxed(&Stack);
  for (const c10::IValue &Value : Stack) {
    Out.IsList |= Value.isTensorList();
    if (Value.isTensorList())
      Out.Values = Value.toTensorVector();
    else if (Value.isTensor())
      Out.Values.push_back(Value.toTensor());
  }
}

void runFunction(const Template &T, const std::vector<Actual> &Arguments,
                 Invoked &Out) {
  conformance::CppFunction F = conformance::cppFunction(T.Signature);
  std::vector<c10::IValue> Values;
  for (const Actual &A : Arguments)
    Values.push_back(A.Value);
  Out.Threw = !F;
  if (F)
    Out.Values = {F(Values)};
}

} // namespace

Invoked invoke(const Template &T, const std::vector<Actual> &Arguments) {
  Invoked Out;
  try {
    if (T.Op->FromDispatcher)
      runBoxed(T, Arguments, Out);
    else
      runFunction(T, Arguments, Out);
  } catch (const std::exception &Error) {
    Out.Threw = true;
    Out.Message = Error.what();
  }
  return Out;
}

} // namespace oracle
