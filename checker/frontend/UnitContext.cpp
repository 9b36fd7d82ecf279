// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/UnitContext.h"

#include "frontend/FunctionCollector.h"
#include "frontend/Mutation.h"
#include "frontend/RuntimeUse.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace tensortidy {

UnitContext::UnitContext(ASTContext &Context, const ModelSet &Models,
                         const LoweringOptions &Options, Program &P)
    : Context(Context), Models(Models), Options(Options), Pointers(Models),
      Types(Models), Source(Context, P.Files),
      Names(std::make_unique<ASTNameGenerator>(Context)) {}

const FunctionDecl *definitionOf(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (F->hasBody(Definition) && Definition->getBody())
    return Definition;
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (Pattern && Pattern->hasBody(Definition) && Definition->getBody())
    return Definition;
  return nullptr;
}

namespace {

/// Definitions often leave names out that the declaration has.
std::vector<std::string> parameterNames(const FunctionDecl *F) {
  std::vector<std::string> Names(F->getNumParams());
  for (const FunctionDecl *R : F->redecls())
    for (unsigned I = 0; I < Names.size() && I < R->getNumParams(); ++I)
      if (Names[I].empty())
        Names[I] = R->getParamDecl(I)->getNameAsString();
  return Names;
}

std::vector<std::string> parameterTypes(const FunctionDecl *F,
                                        const ASTContext &Context) {
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressTagKeyword = true;
  std::vector<std::string> Types;
  for (const ParmVarDecl *P : F->parameters())
    Types.push_back(P->getType().getCanonicalType().getAsString(Policy));
  return Types;
}

bool isDeclaredNoReturn(const FunctionDecl *F) {
  return F->isNoReturn() || F->hasAttr<AnalyzerNoReturnAttr>();
}

/// Does control never reach the end of \p S, as far as the syntax shows?
bool endsInThrow(const Stmt *S) {
  if (const auto *C = dyn_cast_or_null<CompoundStmt>(S))
    return !C->body_empty() && endsInThrow(C->body_back());
  if (const auto *I = dyn_cast_or_null<IfStmt>(S))
    return I->getElse() && endsInThrow(I->getThen()) &&
           endsInThrow(I->getElse());
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreUnlessSpelledInSource();
  if (isa<CXXThrowExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && isDeclaredNoReturn(F);
}

} // namespace

bool UnitContext::neverReturns(const FunctionDecl *F) {
  if (isDeclaredNoReturn(F))
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Definition->getBody() ||
      !Source.isUserCode(Definition->getLocation()))
    return false;
  return endsInThrow(Definition->getBody()) &&
         !containsReturn(Definition->getBody());
}

static bool isPointerQuery(std::optional<QueryKind> Q) {
  return Q == QueryKind::PointerRead || Q == QueryKind::PointerWrite;
}

const CalleeInfo &UnitContext::callee(const FunctionDecl *F) {
  F = F->getCanonicalDecl();
  std::unique_ptr<CalleeInfo> &Known = Callees[F];
  if (Known)
    return *Known;
  Known = std::make_unique<CalleeInfo>();
  CalleeInfo &Info = *Known;
  Info.Name = plainQualifiedName(F);
  Info.Cpp.QualifiedName = Info.Name;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  Info.Cpp.IsMethod = Method && !Method->isStatic();
  Info.Cpp.ParameterNames = parameterNames(F);
  Info.Cpp.ParameterTypes = parameterTypes(F, Context);
  Info.Resolved = Models.resolve(Info.Cpp);
  if (Info.Cpp.IsMethod)
    Info.Query = Models.query(Info.Cpp);
  if (isPointerQuery(Info.Query) && F->getReturnType()->isRecordType())
    Info.Query.reset(); // Tensor::data(), which gives a tensor
  Info.Rule =
      Models.calleeRule(Info.Name, F->getNumParams() + Info.Cpp.IsMethod);
  Info.NeverReturns = neverReturns(F);
  return Info;
}

bool UnitContext::mayReseat(const FunctionDecl *F, unsigned Index) {
  const FunctionDecl *Definition = definitionOf(F);
  if (!Definition || Index >= Definition->getNumParams())
    return true;
  const ParmVarDecl *P = Definition->getParamDecl(Index);
  return mutations(Definition).Changed.contains(P);
}

std::vector<WideAccess> UnitContext::stridedAccesses(const FunctionDecl *F) {
  std::vector<WideAccess> All;
  if (Context.getLangOpts().CUDA)
    llvm::copy_if(Alignments.accessesOf(F), std::back_inserter(All),
                  [](const WideAccess &W) { return !W.Steps.empty(); });
  return All;
}

const Mutations &UnitContext::mutations(const FunctionDecl *F) {
  std::unique_ptr<Mutations> &Known = Changes[F];
  if (!Known)
    Known = std::make_unique<Mutations>(mutationsOf(F, Models));
  return *Known;
}

bool UnitContext::touchesTensors(const FunctionDecl *F) {
  if (!HasTensors)
    return false;
  auto [It, IsNew] = Touching.try_emplace(F, false);
  if (IsNew)
    It->second = touchesTensor(*this, F);
  return It->second;
}

/// Without a toolkit's headers no body is searched. Those functions are C's.
bool UnitContext::declaresDeviceFunctions() const {
  return llvm::any_of(Models.deviceFunctions(), [&](const std::string &Name) {
    return !Context.getTranslationUnitDecl()
                ->lookup(&Context.Idents.get(Name))
                .empty();
  });
}

bool UnitContext::isAnalysed(const FunctionDecl *F) {
  if (touchesTensors(F))
    return true;
  if (!HasDevice)
    HasDevice = declaresDeviceFunctions();
  return *HasDevice && runtimeUseOf(F, *this) != RuntimeUse::None;
}

std::string absolutePath(StringRef Path, const FileManager &Files) {
  SmallString<256> Absolute(Path);
  Files.makeAbsolutePath(Absolute);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

std::string UnitContext::linkKey(const FunctionDecl *F) {
  if (F->isDependentContext() || F->isInvalidDecl())
    return "";
  std::string Name = Names->getName(F);
  if (F->isExternallyVisible())
    return Name;
  // Static functions of one name in many files mangle alike.
  const FunctionDecl *Definition = F->getDefinition();
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation At = (Definition ? Definition : F)->getLocation();
  return Name + "@" +
         absolutePath(SM.getFilename(SM.getExpansionLoc(At)),
                      SM.getFileManager());
}

} // namespace tensortidy
