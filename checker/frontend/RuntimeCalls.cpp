// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "frontend/RuntimeUse.h"
#include "models/CalleeRule.h"

using namespace clang;

namespace tensortidy {

MemoryId FunctionLowering::memoryOf(const ValueDecl *Owner) {
  const HostMemory::Block *B = Owner ? Blocks.find(Owner) : nullptr;
  if (!B)
    return NoId;
  auto [It, IsNew] = Memories.try_emplace(Owner, F.Memories.size());
  if (IsNew)
    F.Memories.push_back({Owner->getNameAsString(), B->Kind, B->What,
                          Unit.Source.token(Owner->getLocation())});
  return It->second;
}

void FunctionLowering::touchMemory(const Expr *E) {
  const std::optional<MemoryAccess> Access =
      Blocks.empty() ? std::nullopt : Blocks.accessBy(E);
  if (!Access)
    return;
  const MemoryId M = memoryOf(Blocks.ownerOf(E));
  if (M != NoId)
    Builder.emit(TouchMemory{M, *Access}, E);
}

/// What a rule's parameter \p Index is in the call \p S.
RuntimeMemory FunctionLowering::memoryAt(const CallSite &S,
                                         std::optional<unsigned> Index) {
  const unsigned Object = S.Object != nullptr;
  if (!Index || *Index < Object || *Index - Object >= S.Arguments.size())
    return {};
  RuntimeMemory M;
  const unsigned I = *Index - Object;
  M.IsAddress = isDeviceAddress(S.Arguments[I]);
  if (M.IsAddress)
    return M;
  M.Of = memoryOf(Blocks.ownerOf(S.Arguments[I]));
  if (S.Values[I].is(Value::Kind::Pointer))
    M.Pointer = S.Values[I].Id;
  return M;
}

void FunctionLowering::emitRuntimeCall(const CalleeRule *Rule,
                                       const std::string &Name, const Expr *At,
                                       bool IsLaunch) {
  RuntimeCall R;
  R.Rule = Rule;
  R.IsLaunch = IsLaunch;
  R.Callee = Name;
  Builder.emit(std::move(R), At);
}

/// Of what is not known, nothing is said where nothing is copied, or where its
/// body follows.
void FunctionLowering::noteRuntimeCall(const CallSite &S,
                                       const std::string &Name,
                                       bool IsExpanded) {
  const CalleeRule *Rule = S.Callee ? Unit.callee(S.Callee).Rule : nullptr;
  const bool IsOfRuntime =
      Rule && (Rule->TheKind == CalleeRule::Kind::Runtime || Rule->IsOfDevice);
  const bool IsLaunch = Rule && Rule->TheKind == CalleeRule::Kind::Launch;
  const bool MayWait =
      !Rule && !IsExpanded && !(S.Callee && S.Callee->isInStdNamespace());
  if (!IsOfRuntime && !((IsLaunch || MayWait) && Blocks.usesRuntime()))
    return;
  RuntimeCall R;
  R.Callee = Name;
  R.IsLaunch = IsLaunch;
  if (IsOfRuntime) {
    R.Rule = Rule;
    noteStream(S, *Rule);
    R.To = memoryAt(S, Rule->To);
    R.From = memoryAt(S, Rule->From);
    R.Of = memoryAt(S, Rule->Pointer);
    const unsigned Object = S.Object != nullptr;
    if (Rule->Bytes && *Rule->Bytes >= Object &&
        *Rule->Bytes - Object < S.Arguments.size())
      R.Bytes = constantOf(S.Arguments[*Rule->Bytes - Object]);
  }
  Builder.emit(std::move(R), S.Whole, S.Name);
}

} // namespace tensortidy
