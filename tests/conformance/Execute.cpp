// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Execute.h"

#include <ATen/Parallel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>
#include <c10/util/Exception.h>
#include <torch/version.h>

#include <sstream>

using namespace tensortidy;

namespace conformance {
namespace {

bool Observing = false;
std::vector<ObservedCopy> Observed;

std::unique_ptr<at::ObserverContext>
onOperator(const at::RecordFunction &Function) {
  if (!Observing || std::string(Function.name()) != "aten::copy_")
    return nullptr;
  // Valid only in builds without assertions: a release libtorch does not set
  // the field that inputs() checks in debug builds.
  auto Inputs = Function.inputs();
  if (Inputs.size() < 2 || !Inputs[1].isTensor())
    return nullptr;
  const at::Tensor &Source = Inputs[1].toTensor();
  if (Source.defined() && Source.has_storage())
    Observed.push_back(
        {Source.storage().unsafeGetStorageImpl(), Source.numel()});
  return nullptr;
}

void collect(const c10::IValue &Value, std::vector<at::Tensor> &To) {
  if (Value.isTensor())
    To.push_back(Value.toTensor());
  else if (Value.isTensorList() && Value.toTensorVector().empty())
    To.push_back(at::Tensor());
  else if (Value.isTensorList())
    To.push_back(Value.toTensorVector().front());
}

/// \p Value as the dispatcher wants it for an argument of type \p Type.
c10::IValue adapted(const c10::IValue &Value, const c10::Argument &A) {
  c10::TypePtr Type = A.type();
  if (auto Optional = Type->cast<c10::OptionalType>())
    Type = Optional->getElementType();
  if (Value.isInt() && Type->kind() == c10::TypeKind::FloatType)
    return c10::IValue(static_cast<double>(Value.toInt()));
  auto List = Type->cast<c10::ListType>();
  bool WantsOptional =
      List && List->getElementType()->kind() == c10::TypeKind::OptionalType;
  if (Value.isTensorList() && WantsOptional) {
    c10::List<c10::optional<at::Tensor>> Optional;
    for (const at::Tensor &T : Value.toTensorVector())
      Optional.push_back(T);
    return c10::IValue(Optional);
  }
  return Value;
}

c10::optional<c10::OperatorHandle> handleOf(const Operator &Op) {
  return c10::Dispatcher::singleton().findSchema(
      {Op.TheSchema.Name, Op.TheSchema.Overload});
}

std::vector<at::Tensor> runBoxed(const c10::OperatorHandle &Handle,
                                 const std::vector<BothArguments> &Arguments) {
  std::vector<c10::IValue> Stack;
  const std::vector<c10::Argument> &Wanted = Handle.schema().arguments();
  for (size_t I = 0; I < Wanted.size(); ++I) {
    bool Given = I < Arguments.size() &&
                 Arguments[I].Symbolic.TheKind != ActualArgument::Kind::Absent;
    if (Given)
      Stack.push_back(adapted(Arguments[I].Concrete, Wanted[I]));
    else
      Stack.push_back(Wanted[I].default_value() ? *Wanted[I].default_value()
                                                : c10::IValue());
  }
  Handle.callBoxed(&Stack);
  std::vector<at::Tensor> Results;
  for (const c10::IValue &Value : Stack)
    collect(Value, Results);
  return Results;
}

} // namespace

TorchVersion torchHere() { return {TORCH_VERSION_MAJOR, TORCH_VERSION_MINOR}; }

bool exists(const Operator &Op) {
  if (!Op.FromDispatcher)
    return true;
  auto Handle = handleOf(Op);
  if (!Handle)
    return false;
  std::ostringstream Text;
  Text << Handle->schema();
  std::string Error;
  std::optional<Schema> Here = parseSchema(Text.str(), Error);
  return Here && sameMeaning(*Here, Op.TheSchema);
}

std::vector<Schema> schemasHere() {
  std::vector<Schema> All;
  c10::Dispatcher &Dispatcher = c10::Dispatcher::singleton();
  for (const c10::OperatorName &Name : Dispatcher.getAllOpNames()) {
    auto Handle = Dispatcher.findSchema(Name);
    if (Name.name.rfind("aten::", 0) != 0 || !Handle)
      continue;
    std::ostringstream Text;
    Text << Handle->schema();
    std::string Error;
    if (std::optional<Schema> S = parseSchema(Text.str(), Error))
      All.push_back(*S);
  }
  return All;
}

void startObserving() {
  at::set_num_threads(1);
  at::addGlobalCallback(at::RecordFunctionCallback(onOperator)
                            .needsInputs(true)
                            .scopes({at::RecordScope::FUNCTION}));
  // Exceptions are part of what is tested; their backtraces take 100 times
  // longer than everything else.
  c10::SetStackTraceFetcher([] { return std::string(); });
}

Actual execute(const Call &C, const std::vector<BothArguments> &Arguments) {
  Actual A;
  Observed.clear();
  try {
    Observing = true;
    if (C.Op->FromDispatcher) {
      A.Exists = exists(*C.Op);
      if (A.Exists)
        A.Results = runBoxed(*handleOf(*C.Op), Arguments);
    } else if (CppFunction F = cppFunction(C.Signature)) {
      std::vector<c10::IValue> Values;
      for (const BothArguments &B : Arguments)
        Values.push_back(B.Concrete);
      A.Results = {F(Values)};
    } else {
      A.Exists = false;
    }
  } catch (const std::exception &Error) {
    A.Threw = true;
    A.Message = Error.what();
    A.Message.resize(std::min(A.Message.find('\n'), A.Message.size()));
  }
  Observing = false;
  A.Copies = Observed;
  return A;
}

} // namespace conformance
