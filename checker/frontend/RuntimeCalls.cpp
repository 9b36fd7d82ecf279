// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "models/CalleeRule.h"

using namespace clang;

namespace tensortidy {

MemoryId FunctionLowering::memoryOf(const VarDecl *Owner) {
  const HostMemory::Block *B = Owner ? Blocks.find(Owner) : nullptr;
  if (!B)
    return NoId;
  auto [It, IsNew] = Memories.try_emplace(Owner, F.Memories.size());
  if (IsNew)
    F.Memories.push_back({Owner->getNameAsString(), B->Kind, B->What,
                          Unit.Source.token(Owner->getLocation())});
  return It->second;
}

void FunctionLowering::touchMemory(const DeclRefExpr *E) {
  const auto *D = dyn_cast<VarDecl>(E->getDecl());
  std::optional<MemoryAccess> Access =
      D && !Blocks.empty() ? Blocks.accessBy(E) : std::nullopt;
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
  M.Of = memoryOf(Blocks.ownerOf(S.Arguments[I]));
  if (S.Values[I].is(Value::Kind::Pointer))
    M.Pointer = S.Values[I].Id;
  return M;
}

/// Of what is not known, nothing is said where nothing is copied, or where its
/// body follows.
void FunctionLowering::noteRuntimeCall(const CallSite &S,
                                       const std::string &Name,
                                       bool IsExpanded) {
  const CalleeRule *Rule = S.Callee ? Unit.callee(S.Callee).Rule : nullptr;
  const bool IsOfRuntime =
      Rule && (Rule->TheKind == CalleeRule::Kind::Runtime || Rule->IsOfDevice);
  const bool MayWait = !Rule && !IsExpanded && !Blocks.empty() &&
                       !(S.Callee && S.Callee->isInStdNamespace());
  if (!IsOfRuntime && !MayWait)
    return;
  RuntimeCall R;
  R.Callee = Name;
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
