// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Lowering.h"

#include "frontend/FunctionCollector.h"
#include "frontend/FunctionLowering.h"
#include "frontend/TorchHeaders.h"
#include "frontend/UnitContext.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <memory>
#include <tuple>

using namespace clang;

namespace tensortidy {

namespace {

/// A declaration of the class called \p Name; null when the file has none.
const CXXRecordDecl *findClass(ASTContext &Context, StringRef Name) {
  auto [First, Rest] = Name.split("::");
  std::vector<const DeclContext *> Scopes = {Context.getTranslationUnitDecl()};
  for (; !Rest.empty(); std::tie(First, Rest) = Rest.split("::")) {
    std::vector<const DeclContext *> Inner;
    for (const DeclContext *Scope : Scopes)
      for (const NamedDecl *D : Scope->lookup(&Context.Idents.get(First)))
        if (isa<NamespaceDecl, CXXRecordDecl>(D))
          Inner.push_back(cast<DeclContext>(D));
    Scopes = std::move(Inner);
  }
  for (const DeclContext *Scope : Scopes)
    for (const NamedDecl *D : Scope->lookup(&Context.Idents.get(First)))
      if (const auto *T = dyn_cast<TypeDecl>(D))
        if (const CXXRecordDecl *R =
                Context.getTypeDeclType(T)->getAsCXXRecordDecl())
          return R;
  return nullptr;
}

/// The folder that the folders of \p Rule lie in, seen from where its class is
/// defined; with a '/' at the end, or empty.
std::string libraryRoot(const TypeRule &Rule, StringRef Path) {
  size_t At = 0;
  for (const std::string &Folder : Rule.Folders) {
    size_t Found = Path.rfind("/" + Folder + "/");
    if (Found != StringRef::npos)
      At = std::max(At, Found + 1);
  }
  return Path.take_front(At).str();
}

/// The tensor classes in this file, the folders of their libraries, and which
/// libtorch it is.
void findLibraries(UnitContext &Unit) {
  SourceManager &SM = Unit.Context.getSourceManager();
  for (const TypeRule *Rule : Unit.Models.typeRules()) {
    const CXXRecordDecl *Declared = findClass(Unit.Context, Rule->Name);
    Unit.HasTensors |= Declared != nullptr;
    const CXXRecordDecl *Class = Declared ? Declared->getDefinition() : nullptr;
    if (!Class)
      continue;
    if (!Unit.TensorClass && Rule->IsLikeAten)
      Unit.TensorClass = Class;
    std::string Root = libraryRoot(
        *Rule, SM.getFilename(SM.getExpansionLoc(Class->getLocation())));
    if (Root.empty())
      continue;
    for (const std::string &Folder : Rule->Folders)
      Unit.Source.addLibraryRoot(Root + Folder + "/");
    if (!Unit.Torch.isKnown())
      Unit.Torch = torchVersionIn(Root, SM.getFileManager());
  }
}

class UnitLowering {
public:
  UnitLowering(UnitContext &Unit, Program &P, LoweringStats &Stats)
      : Unit(Unit), P(P), Stats(Stats) {}

  void lowerDefinition(const FunctionDecl *D);
  /// What other files may want to know of the file's functions.
  void describeLinks(ArrayRef<const FunctionDecl *> Definitions);
  void lowerInitializer(const Initializer &I);

private:
  void lowerOne(const FunctionDecl *D, const std::string &Outer);
  template <typename Describe, typename Run>
  void lowerWith(Describe DescribeIt, Run RunIt);
  Reach reachOf(const FunctionDecl *D) const;
  bool isPublic(const FunctionDecl *D) const;
  bool isEnoughOf(const FunctionDecl *D);
  void describe(Function &F, const FunctionDecl *D, const std::string &Outer);

  UnitContext &Unit;
  Program &P;
  LoweringStats &Stats;
  llvm::DenseMap<const FunctionDecl *, unsigned> Instantiations;
};

static bool isBelow(StringRef Path, StringRef FileOrFolder) {
  FileOrFolder = FileOrFolder.rtrim('/');
  return Path.consume_front(FileOrFolder) &&
         (Path.empty() || Path.starts_with("/"));
}

/// Does a public header declare it?
bool UnitLowering::isPublic(const FunctionDecl *D) const {
  if (Unit.Options.PublicHeaders.empty() || !D->isExternallyVisible())
    return false;
  const SourceManager &SM = Unit.Context.getSourceManager();
  return llvm::any_of(D->redecls(), [&](const FunctionDecl *R) {
    const std::string Path =
        absolutePath(SM.getFilename(SM.getExpansionLoc(R->getLocation())),
                     SM.getFileManager());
    return llvm::any_of(
        Unit.Options.PublicHeaders,
        [&](const std::string &Header) { return isBelow(Path, Header); });
  });
}

Reach UnitLowering::reachOf(const FunctionDecl *D) const {
  const FunctionDecl *Pattern = D->getTemplateInstantiationPattern();
  bool IsRegistered =
      Unit.Registered.contains(D->getCanonicalDecl()) ||
      (Pattern && Unit.Registered.contains(Pattern->getCanonicalDecl()));
  if (IsRegistered || isPublic(D))
    return Reach::Entry;
  bool IsInternal = !D->isExternallyVisible() &&
                    !Unit.AddressTaken.contains(D->getCanonicalDecl());
  if (IsInternal)
    return Reach::Internal;
  bool IsHidden = D->getVisibility() != DefaultVisibility;
  return D->isExternC() && !IsHidden ? Reach::Exported : Reach::External;
}

void UnitLowering::describe(Function &F, const FunctionDecl *D,
                            const std::string &Outer) {
  F.Name = Outer.empty() ? plainQualifiedName(D) : Outer + "::(lambda)";
  F.Key = Unit.linkKey(D);
  F.NameRange = Unit.Source.token(D->getLocation());
  // A function-try-block has no brace of its own to write behind.
  if (isa<CompoundStmt>(D->getBody()))
    F.Body = Unit.Source.range(D->getBody()->getSourceRange());
  F.TheReach = reachOf(D);
  F.IsAddressTaken = Unit.AddressTaken.contains(D->getCanonicalDecl());
  F.Torch = Unit.Torch;
  F.Uncertain = D->isDependentContext() || D->isInvalidDecl();
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  F.IsVirtual = Method && Method->isVirtual();
  F.IsBackward = Method && isAutogradBackward(Method);
  F.IsSetUp = D->isMain() || (isa<CXXConstructorDecl>(D) &&
                              Unit.Types.isLayer(Method->getParent()));
}

/// Of a template, some instantiations, or else the template itself.
bool UnitLowering::isEnoughOf(const FunctionDecl *D) {
  const FunctionDecl *Pattern = D->getTemplateInstantiationPattern();
  if (Pattern)
    return ++Instantiations[Pattern] > Unit.Options.MaxInstantiations;
  const auto *T = D->getDescribedFunctionTemplate();
  if (!T)
    return false;
  return llvm::any_of(T->specializations(), [](const FunctionDecl *S) {
    return S->isThisDeclarationADefinition() && S->getBody();
  });
}

/// Is there a `transpose_`, a `resize_`?
static bool changesAxes(const Function &F) {
  return llvm::any_of(F.Blocks, [](const Block &B) {
    return llvm::any_of(B.Facts, [](const Fact &X) {
      const auto *A = std::get_if<Apply>(&X.What);
      return A && A->Op && A->Op->changesAxes();
    });
  });
}

/// The function that \p DescribeIt names and \p RunIt fills, and the lambdas in
/// it.
template <typename Describe, typename Run>
void UnitLowering::lowerWith(Describe DescribeIt, Run RunIt) {
  Function F;
  std::unique_ptr<FunctionLowering> Lowering;
  auto Lower = [&](bool AxesChange) {
    F = Function();
    DescribeIt(F);
    Lowering = std::make_unique<FunctionLowering>(Unit, F, AxesChange);
    return RunIt(*Lowering);
  };
  bool IsLowered = Lower(/*AxesChange=*/false);
  // Rare, and seen only when calls are resolved and callees expanded.
  if (IsLowered && changesAxes(F))
    IsLowered = Lower(/*AxesChange=*/true);
  std::string Name = F.Name;
  tensortidy::SourceRange NameRange = F.NameRange;
  if (IsLowered) {
    ++Stats.Lowered;
    P.Functions.push_back(std::move(F));
  } else {
    Stats.Skipped.push_back({Name, NameRange, Lowering->whyNot()});
  }
  for (const LambdaExpr *L : Lowering->remainingLambdas()) {
    const FunctionDecl *Operator = L->getCallOperator();
    if (!Operator->getBody())
      continue;
    ++Stats.Seen;
    if (!Unit.isAnalysed(Operator))
      continue;
    ++Stats.TouchTensors;
    lowerOne(Operator, Name);
  }
}

void UnitLowering::lowerOne(const FunctionDecl *D, const std::string &Outer) {
  lowerWith([&](Function &F) { describe(F, D, Outer); },
            [&](FunctionLowering &Lowering) { return Lowering.run(D); });
}

void UnitLowering::lowerInitializer(const Initializer &I) {
  ++Stats.Seen;
  ++Stats.TouchTensors;
  auto DescribeIt = [&](Function &F) {
    F.Name = plainQualifiedName(I.Of);
    F.NameRange = Unit.Source.token(I.Of->getLocation());
    F.Torch = Unit.Torch;
    F.Uncertain =
        I.Of->getDeclContext()->isDependentContext() || I.Of->isInvalidDecl();
  };
  lowerWith(DescribeIt, [&](FunctionLowering &Lowering) {
    return Lowering.run(I.Of, I.Init);
  });
}

void UnitLowering::lowerDefinition(const FunctionDecl *D) {
  ++Stats.Seen;
  if (!Unit.isAnalysed(D))
    return;
  // Further instances of a template say nothing new: they are not counted.
  if (isEnoughOf(D))
    return;
  ++Stats.TouchTensors;
  lowerOne(D, "");
}

/// May \p T be the type of a tensor's elements, which are copied byte by byte?
static bool mayBeElement(QualType T, const ASTContext &Context) {
  return T->isVoidType() || T->isArithmeticType() || T->isDependentType() ||
         (!T->isIncompleteType() && T.isTriviallyCopyableType(Context));
}

/// Pointers that may be those of a tensor.
static bool takesPointers(const FunctionDecl *D) {
  return llvm::any_of(D->parameters(), [D](const ParmVarDecl *P) {
    const auto *To = P->getType()->getAs<PointerType>();
    return To && mayBeElement(To->getPointeeType(), D->getASTContext());
  });
}

/// Has linking a use for what is said of \p D, where it is not about tensors?
/// The body of an inline function is in sight wherever it is called.
static bool isLinkedByPointers(const FunctionDecl *D) {
  return !D->isInlined() && takesPointers(D);
}

/// Records of the project's, which may hold pointers and strides.
static bool takesRecords(const FunctionDecl *D) {
  return llvm::any_of(D->parameters(), [D](const ParmVarDecl *P) {
    QualType T = P->getType().getNonReferenceType();
    if (T->isPointerType())
      T = T->getPointeeType();
    const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
    return Record && Record->hasDefinition() && !Record->isLambda() &&
           !D->getASTContext().getSourceManager().isInSystemHeader(
               Record->getLocation());
  });
}

/// The link keys of the functions among \p All, sorted.
static std::vector<std::string> keysOf(const llvm::DenseSet<const Decl *> &All,
                                       UnitContext &Unit) {
  std::vector<std::string> Keys;
  for (const Decl *D : All)
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if ((Unit.HasTensors || isLinkedByPointers(F)) &&
          Unit.Source.isUserCode(F->getLocation()))
        Keys.push_back(Unit.linkKey(F));
  llvm::sort(Keys);
  return Keys;
}

void UnitLowering::describeLinks(ArrayRef<const FunctionDecl *> Definitions) {
  const SourceManager &SM = Unit.Context.getSourceManager();
  P.MainFile = Unit.Source.token(SM.getLocForStartOfFile(SM.getMainFileID()));
  P.Registered = keysOf(Unit.Registered, Unit);
  P.AddressTaken = keysOf(Unit.AddressTaken, Unit);
  for (const auto &[D, Name] : Unit.RegisteredNames)
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && Unit.Source.isUserCode(F->getLocation()))
      if (std::string Key = Unit.linkKey(F); !Key.empty())
        P.Names.push_back({std::move(Key), Name});
  for (const auto &[D, Registry] : Unit.StandIns)
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (std::string Key = Unit.linkKey(F); !Key.empty())
        P.StandIns.push_back({std::move(Key), Registry});
  llvm::sort(P.Names, [](const RegisteredName &A, const RegisteredName &B) {
    return std::tie(A.Key, A.Name) < std::tie(B.Key, B.Name);
  });
  for (const FunctionDecl *D : Definitions) {
    const bool TakesPointers = isLinkedByPointers(D);
    const bool TakesRecords =
        Unit.Context.getLangOpts().CUDA && !D->isInlined() && takesRecords(D);
    std::string Key = TakesPointers || TakesRecords ? Unit.linkKey(D) : "";
    if (Key.empty())
      continue;
    PointerFunction F{plainQualifiedName(D), std::move(Key),
                      Unit.Source.token(D->getLocation()),
                      Unit.Pointers.effectsOf(D), Unit.stridedAccesses(D)};
    for (const ParmVarDecl *Parameter : D->parameters())
      if (!Parameter->getType()->isPointerType())
        F.Effects[Parameter->getFunctionScopeIndex()] = PointerEffect::None;
    if (TakesPointers || !F.Wide.empty())
      P.PointerFunctions.push_back(std::move(F));
  }
}

} // namespace

std::shared_ptr<Program> lower(ASTContext &Context, const ModelSet &Models,
                               const LoweringOptions &Options,
                               LoweringStats *Stats) {
  auto P = std::make_shared<Program>();
  LoweringStats Ignored;
  UnitContext Unit(Context, Models, Options, *P);
  findLibraries(Unit);
  UnitLowering Lowering(Unit, *P, Stats ? *Stats : Ignored);
  const CollectedFunctions Found = collectFunctions(Unit);
  for (const FunctionDecl *D : Found.Definitions)
    Lowering.lowerDefinition(D);
  Lowering.describeLinks(Found.Definitions);
  for (const Initializer &I : Found.Initializers)
    Lowering.lowerInitializer(I);
  return P;
}

} // namespace tensortidy
