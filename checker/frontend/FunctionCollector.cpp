// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionCollector.h"

#include "frontend/Registries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace tensortidy {

namespace {

/// Methods through which a function is given to a dispatcher or to Python:
/// torch::Library, torch::class_, RegisterOperators, pybind11's module_ and
/// class_.
const llvm::StringSet<> &registrations() {
  static const llvm::StringSet<> Names = {
      "def",          "impl",       "def_static",
      "op",           "kernel",     "catchAllKernel",
      "def_property", "def_pickle", "fallback"};
  return Names;
}

bool isRegistrar(const CXXRecordDecl *D) {
  std::string Name = plainQualifiedName(D);
  StringRef N = Name;
  return N.starts_with("torch::") || N.starts_with("pybind11::") ||
         N.starts_with("c10::") || N.starts_with("nanobind::") ||
         N.starts_with("tvm::ffi::");
}

/// Functions mentioned in the arguments of a registration.
class MentionFinder : public RecursiveASTVisitor<MentionFinder> {
public:
  explicit MentionFinder(llvm::DenseSet<const Decl *> &Found) : Found(Found) {}

  /// The c10::DispatchKey among what was traversed; null when there is none.
  const EnumConstantDecl *dispatchKey() const { return DispatchKey; }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const auto *Constant = dyn_cast<EnumConstantDecl>(E->getDecl()))
      if (cast<EnumDecl>(Constant->getDeclContext())->getName() ==
          "DispatchKey")
        DispatchKey = Constant;
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (!F)
      return true;
    add(F);
    // TORCH_BOX(&f) is a function of a class that has f as an argument.
    addArgumentsOf(dyn_cast<CXXRecordDecl>(F->getDeclContext()));
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) {
    for (const NamedDecl *D : E->decls())
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
        add(T->getTemplatedDecl());
    return true;
  }
  /// TORCH_FN(f) has f as an argument of a class template.
  bool VisitExpr(Expr *E) {
    if (!E->getType().isNull())
      addArgumentsOf(E->getType()->getAsCXXRecordDecl());
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *L) {
    add(L->getCallOperator());
    return true; // what it calls is not registered
  }

private:
  /// Functions among the template arguments of \p D.
  void addArgumentsOf(const CXXRecordDecl *D) {
    const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(D);
    if (!S)
      return;
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Declaration)
        if (const auto *F = dyn_cast<FunctionDecl>(A.getAsDecl()))
          add(F);
  }
  void add(const FunctionDecl *F) {
    Found.insert(F->getCanonicalDecl());
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      Found.insert(Pattern->getCanonicalDecl());
  }
  const EnumConstantDecl *DispatchKey = nullptr;
  llvm::DenseSet<const Decl *> &Found;
};

class TensorFinder : public RecursiveASTVisitor<TensorFinder> {
public:
  explicit TensorFinder(TypeClassifier &Types) : Types(Types) {}
  bool shouldVisitLambdaBody() const { return true; }

  bool VisitExpr(Expr *E) { return check(E->getType()); }
  bool VisitVarDecl(VarDecl *D) { return check(D->getType()); }
  bool VisitParmVarDecl(ParmVarDecl *D) { return check(D->getType()); }

  bool Found = false;

private:
  bool check(QualType T) {
    Found |= !T.isNull() && Types.mentionsTensor(T);
    return !Found;
  }
  TypeClassifier &Types;
};

class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(UnitContext &Unit, CollectedFunctions &Found)
      : Unit(Unit), Found(Found) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    bool IsScope = isa<TranslationUnitDecl>(D);
    if (!IsScope && !Unit.Source.isUserCode(D->getLocation()))
      return true;
    // Without tensors all is about functions that a linker knows: a template's
    // instances tell.
    const auto *Scope = dyn_cast<DeclContext>(D);
    if (!Unit.HasTensors && Scope && Scope->isDependentContext())
      return true;
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && !Unit.HasTensors && !isInSource(F->getLocation())) {
      addDefinition(F);
      return true;
    }
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  void addDefinition(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && F->getBody())
      Found.Definitions.push_back(F);
  }
  bool isInSource(SourceLocation L) const {
    const SourceManager &SM = Unit.Context.getSourceManager();
    return SM.isInMainFile(SM.getExpansionLoc(L));
  }
  /// Most files of a large program declare no tensor. There only expressions
  /// of the source itself are looked at, not those of headers, nor the types
  /// that they and declarations name: that takes a fraction of the time.
  bool TraverseStmt(Stmt *S, DataRecursionQueue *Queue = nullptr) {
    if (Unit.HasTensors)
      return RecursiveASTVisitor::TraverseStmt(S, Queue);
    Pending.push_back(S);
    for (const size_t Before = Pending.size() - 1; Pending.size() > Before;)
      if (Stmt *Next = Pending.pop_back_val())
        look(Next);
    return true;
  }
  bool TraverseTypeLoc(TypeLoc T, bool Qualifier = true) {
    return !Unit.HasTensors ||
           RecursiveASTVisitor::TraverseTypeLoc(T, Qualifier);
  }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc N) {
    return !Unit.HasTensors ||
           RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(N);
  }
  bool VisitFunctionDecl(FunctionDecl *F) {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    bool IsLambda = M && M->getParent()->isLambda();
    if (!IsLambda)
      addDefinition(F);
    if (!Unit.HasTensors) // otherwise they are met in its type
      for (ParmVarDecl *P : F->parameters())
        if (P->hasDefaultArg())
          TraverseDecl(P);
    return true;
  }
  /// The autograd engine calls it, with whatever gradients arise.
  bool VisitCXXMethodDecl(CXXMethodDecl *M) {
    if (isAutogradBackward(M))
      Unit.Registered.insert(M->getCanonicalDecl());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    if (const auto *P = dyn_cast<ParmVarDecl>(D)) {
      if (P->hasDefaultArg() && !P->hasUnparsedDefaultArg() &&
          !P->hasUninstantiatedDefaultArg())
        addInitializer(D, P->getDefaultArg());
    } else if (!D->isLocalVarDecl()) {
      addInitializer(D, D->getInit());
      // `template <> F Stub<F, S>::DEFAULT = f;`
      if (const auto *Class = dyn_cast<CXXRecordDecl>(D->getDeclContext());
          Class && D->getInit())
        noteStandIn({addressOfFunction(D->getInit()),
                     registryOf(Unit.Context.getCanonicalTagType(Class))});
    }
    return true;
  }
  bool VisitFieldDecl(FieldDecl *D) {
    if (D->hasInClassInitializer())
      addInitializer(D, D->getInClassInitializer());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    noteStandIn(registrationBy(nullptr, arguments(E)));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && !DirectCallees.contains(E))
      Unit.AddressTaken.insert(F->getCanonicalDecl());
    return true;
  }
  /// Visited before its callee is.
  bool VisitCallExpr(CallExpr *E) {
    const Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
    DirectCallees.insert(Callee);
    const auto *Member = dyn_cast<MemberExpr>(Callee);
    if (Member && Unit.HasTensors)
      noteStandIn(registrationBy(Member->getBase(), arguments(E)));
    const auto *M =
        Member ? dyn_cast<CXXMethodDecl>(Member->getMemberDecl()) : nullptr;
    if (!M || !M->getIdentifier() || !registrations().contains(M->getName()) ||
        !isRegistrar(M->getParent()))
      return true;
    llvm::DenseSet<const Decl *> Functions;
    MentionFinder Mentions(Functions);
    for (Expr *A : E->arguments())
      Mentions.TraverseStmt(A);
    std::string Name = registeredName(E);
    const bool IsForCpu = isForCpu(Mentions.dispatchKey(), Member->getBase());
    for (const Decl *F : Functions) {
      Unit.Registered.insert(F);
      (IsForCpu ? Unit.RegisteredForCpu : Unit.RegisteredElsewhere).insert(F);
      if (!Name.empty())
        Unit.RegisteredNames.push_back({F, Name});
    }
    return true;
  }

private:
  /// `m.impl("f", torch::dispatch(c10::DispatchKey::CPU, f))`, or in the
  /// function that TORCH_LIBRARY_IMPL(ns, CPU, m) defines.
  static bool isForCpu(const EnumConstantDecl *Key, const Expr *Registrar) {
    if (Key)
      return Key->getName() == "CPU";
    const auto *R = dyn_cast<DeclRefExpr>(Registrar->IgnoreParenImpCasts());
    const auto *In =
        R ? dyn_cast<FunctionDecl>(R->getDecl()->getDeclContext()) : nullptr;
    return In && In->getIdentifier() &&
           In->getName().starts_with("TORCH_LIBRARY_IMPL_init_") &&
           In->getName().contains("_CPU_");
  }

  /// `m.def("f", ..)`, `m.impl("f", ..)`, `m.def("ns::f(Tensor x) -> Tensor",
  /// ..)`: without schema and namespace.
  static std::string registeredName(const CallExpr *E) {
    for (const Expr *A : E->arguments()) {
      const auto *Literal =
          dyn_cast<StringLiteral>(A->IgnoreUnlessSpelledInSource());
      if (!Literal || Literal->getCharByteWidth() != 1)
        continue;
      StringRef Name = Literal->getString().take_until(
          [](char C) { return C == '(' || C == '.'; });
      return Name.substr(Name.rfind(':') + 1).trim().str();
    }
    return "";
  }

  /// The call comes before its callee.
  void look(Stmt *S) {
    if (auto *Call = dyn_cast<CallExpr>(S))
      VisitCallExpr(Call);
    else if (auto *Declared = dyn_cast<DeclStmt>(S))
      for (Decl *D : Declared->decls())
        if (isa<TagDecl>(D))
          TraverseDecl(D);
    if (auto *Mention = dyn_cast<DeclRefExpr>(S)) {
      VisitDeclRefExpr(Mention);
      for (const TemplateArgumentLoc &A : Mention->template_arguments())
        if (A.getArgument().getKind() == TemplateArgument::Expression)
          Pending.push_back(A.getSourceExpression());
      return;
    }
    Pending.append(S->child_begin(), S->child_end());
  }

  template <typename Call>
  static llvm::SmallVector<const Expr *, 4> arguments(const Call *E) {
    return {E->arg_begin(), E->arg_end()};
  }
  void noteStandIn(Registration R) {
    if (R.Function && !R.Registry.empty())
      Unit.StandIns.emplace_back(R.Function->getCanonicalDecl(),
                                 std::move(R.Registry));
  }

  void addInitializer(const ValueDecl *Of, const Expr *Init) {
    if (!Unit.HasTensors || !Init || isa<CXXDefaultInitExpr>(Init))
      return;
    TensorFinder Finder(Unit.Types);
    Finder.TraverseStmt(const_cast<Expr *>(Init));
    if (Finder.Found)
      Found.Initializers.push_back({Of, Init});
  }

  UnitContext &Unit;
  CollectedFunctions &Found;
  llvm::DenseSet<const Expr *> DirectCallees;
  llvm::SmallVector<Stmt *, 64> Pending;
};

} // namespace

bool isAutogradFunction(const CXXRecordDecl *D) {
  if (!D || !(D = D->getDefinition()))
    return false;
  return llvm::any_of(D->bases(), [](const CXXBaseSpecifier &B) {
    QualType T = B.getType();
    const CXXRecordDecl *Base = T->getAsCXXRecordDecl();
    if (!Base) // of a template that nobody instantiated
      if (const auto *S = T->getAs<TemplateSpecializationType>())
        if (const auto *Template = dyn_cast_or_null<ClassTemplateDecl>(
                S->getTemplateName().getAsTemplateDecl()))
          Base = Template->getTemplatedDecl();
    return Base && plainQualifiedName(Base) == AutogradFunction;
  });
}

bool isAutogradBackward(const CXXMethodDecl *M) {
  return M->getIdentifier() && M->getName() == "backward" &&
         isAutogradFunction(M->getParent());
}

CollectedFunctions collectFunctions(UnitContext &Unit) {
  CollectedFunctions Found;
  Collector C(Unit, Found);
  for (Decl *D : Unit.Context.getTraversalScope())
    C.TraverseDecl(D);
  return Found;
}

bool touchesTensor(UnitContext &Unit, const FunctionDecl *F) {
  if (Unit.Types.mentionsTensor(F->getReturnType()))
    return true;
  for (const ParmVarDecl *P : F->parameters())
    if (Unit.Types.mentionsTensor(P->getType()))
      return true;
  TensorFinder Finder(Unit.Types);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      Finder.TraverseStmt(I->getInit());
  Finder.TraverseStmt(F->getBody());
  return Finder.Found;
}

} // namespace tensortidy
