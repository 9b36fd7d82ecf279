// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionCollector.h"
#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tensortidy {

namespace {

/// The call by which a body saves tensors, if there is one only.
class SaveFinder : public RecursiveASTVisitor<SaveFinder> {
public:
  const CallExpr *Found = nullptr;
  unsigned Calls = 0;

  bool VisitCallExpr(CallExpr *E) {
    const auto *Callee =
        dyn_cast<MemberExpr>(E->getCallee()->IgnoreParenImpCasts());
    if (Callee && Callee->getMemberDecl()->getDeclName().isIdentifier() &&
        Callee->getMemberDecl()->getName() == "save_for_backward") {
      ++Calls;
      Found = E;
    }
    return true;
  }
};

/// The braces that make a list; null where it is made otherwise.
const InitListExpr *bracesOf(const Expr *List) {
  for (;;) {
    List = List->IgnoreUnlessSpelledInSource();
    if (const auto *Braces = dyn_cast<InitListExpr>(List))
      return Braces;
    if (const auto *Made = dyn_cast<CXXStdInitializerListExpr>(List))
      List = Made->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(List);
             C && C->getNumArgs() > 0)
      List = C->getArg(0);
    else
      return nullptr;
  }
}

const CXXMethodDecl *methodNamed(const CXXRecordDecl *Class, StringRef Name) {
  for (const CXXMethodDecl *M : Class->methods())
    if (M->getIdentifier() && M->getName() == Name)
      return M;
  return nullptr;
}

} // namespace

/// The autograd function that is lowered; null where it is none.
const CXXRecordDecl *FunctionLowering::autogradClass() const {
  auto ClassOf = [](const FunctionDecl *F) -> const CXXRecordDecl * {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    return M && isAutogradFunction(M->getParent()) ? M->getParent() : nullptr;
  };
  for (size_t I = Frames.size(); I-- > 0;)
    if (const CXXRecordDecl *Class = ClassOf(Frames[I].Callee))
      return Class;
  return ClassOf(Own);
}

/// What forward() saves it hands to backward(): as a call of that, of which
/// the tensors are told apart.
std::optional<Value> FunctionLowering::lowerSaved(const CallSite &S,
                                                  const CalleeInfo &Info) {
  const bool IsSave =
      Info.Name == "torch::autograd::AutogradContext::save_for_backward";
  if (!IsSave &&
      Info.Name != "torch::autograd::AutogradContext::get_saved_variables")
    return std::nullopt;
  const CXXRecordDecl *Class = autogradClass();
  const CXXMethodDecl *Backward =
      Class ? methodNamed(Class, "backward") : nullptr;
  if (!Backward)
    return std::nullopt;
  if (IsSave)
    return saveTensors(S, Info.Name, Backward);
  return savedTensors(methodNamed(Class, "forward"));
}

Value FunctionLowering::saveTensors(const CallSite &S, const std::string &Name,
                                    const CXXMethodDecl *Backward) {
  Call C;
  C.Callee = Name;
  C.Key = Unit.linkKey(Backward) + SavedSuffix;
  for (const Value &V : S.Values)
    if (V.is(Value::Kind::List))
      for (const Value &Each : V.Elements)
        C.Arguments.push_back(placeOf(Each, "", S.Whole));
    else
      C.Arguments.push_back(placeOf(V, "", S.Whole));
  Builder.emit(std::move(C), S.Whole, S.Name);
  return {};
}

Value FunctionLowering::savedTensors(const CXXMethodDecl *Forward) {
  auto MakePlace = [&](const std::string &Name, int64_t Position) {
    PlaceId P = F.addPlace(PlaceKind::Field, Name);
    F.Places[P].Saved = Position;
    return P;
  };
  SaveFinder Saves;
  const FunctionDecl *Body = nullptr;
  if (Forward && Forward->hasBody(Body))
    Saves.TraverseStmt(Body->getBody());
  const InitListExpr *Braces = Saves.Calls == 1 && Saves.Found->getNumArgs() > 0
                                   ? bracesOf(Saves.Found->getArg(0))
                                   : nullptr;
  if (!Braces) {
    PlaceId P = MakePlace("get_saved_variables()", 0);
    F.Places[P].IsList = true;
    return Value::tensor(P);
  }
  std::vector<Value> Elements;
  for (const Expr *Each : Braces->inits())
    Elements.push_back(Value::tensor(
        MakePlace(Unit.Source.text(Unit.Source.range(Each->getSourceRange())),
                  int64_t(Elements.size()))));
  Value Saved = Value::list(std::move(Elements));
  Saved.KeepsPositions = true;
  return Saved;
}

} // namespace tensortidy
