// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/TypeClasses.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace tensortidy {

std::string plainQualifiedName(const NamedDecl *D) {
  std::vector<std::string> Parts;
  Parts.push_back(D->getDeclName().getAsString());
  for (const DeclContext *C = D->getDeclContext(); C && !C->isTranslationUnit();
       C = C->getParent()) {
    if (const auto *N = dyn_cast<NamespaceDecl>(C)) {
      if (N->isAnonymousNamespace())
        Parts.push_back("(anonymous namespace)");
      else if (!N->isInline())
        Parts.push_back(N->getName().str());
    } else if (const auto *R = dyn_cast<CXXRecordDecl>(C)) {
      Parts.push_back(R->isLambda() ? "(lambda)" : R->getNameAsString());
    } else if (const auto *F = dyn_cast<FunctionDecl>(C)) {
      Parts.push_back(F->getNameAsString());
    }
  }
  std::string Name;
  for (auto It = Parts.rbegin(); It != Parts.rend(); ++It)
    Name += (Name.empty() ? "" : "::") + *It;
  return Name;
}

namespace {

/// How a class template holds its first type argument.
enum class Holder { Optional, List, Map, Tuple };

const llvm::StringMap<Holder> &holders() {
  static const llvm::StringMap<Holder> Table = {
      {"std::optional", Holder::Optional},
      {"c10::optional", Holder::Optional},
      {"c10::MaybeOwned", Holder::Optional},
      {"std::reference_wrapper", Holder::Optional},
      {"c10::OptionalArrayRef", Holder::List},
      {"c10::ArrayRef", Holder::List},
      {"c10::IListRef", Holder::List},
      {"c10::List", Holder::List},
      {"c10::SmallVector", Holder::List},
      {"c10::SmallVectorImpl", Holder::List},
      {"std::vector", Holder::List},
      {"std::array", Holder::List},
      {"std::deque", Holder::List},
      {"std::list", Holder::List},
      {"std::set", Holder::List},
      {"std::initializer_list", Holder::List},
      {"std::map", Holder::Map},
      {"std::unordered_map", Holder::Map},
      {"c10::Dict", Holder::Map},
      {"std::tuple", Holder::Tuple},
      {"std::pair", Holder::Tuple},
  };
  return Table;
}

const llvm::StringMap<TypeClass> &plainClasses() {
  static const llvm::StringMap<TypeClass> Table = {
      {"c10::SymInt", TypeClass::Int},
      {"at::OptionalTensorRef", TypeClass::OptionalTensor},
      {"c10::OptionalTensorRef", TypeClass::OptionalTensor},
      {"at::TensorArg", TypeClass::OptionalTensor},
      {"at::TensorGeometry", TypeClass::OptionalTensor},
      {"at::TensorGeometryArg", TypeClass::OptionalTensor},
      {"c10::MemoryFormat", TypeClass::Format},
  };
  return Table;
}

TypeClass optionalOf(TypeClass C) {
  switch (C) {
  case TypeClass::Tensor:
  case TypeClass::OptionalTensor:
    return TypeClass::OptionalTensor;
  case TypeClass::TensorList:
  case TypeClass::IntList:
  case TypeClass::Int:
  case TypeClass::Format:
    return C;
  default:
    return TypeClass::Other;
  }
}

TypeClass listOf(TypeClass C) {
  if (TypeClassifier::holdsTensor(C))
    return TypeClass::TensorList;
  return C == TypeClass::Int ? TypeClass::IntList : TypeClass::Other;
}

} // namespace

TypeClass TypeClassifier::classifyContainer(const std::string &Name,
                                            const CXXRecordDecl *D) {
  auto It = holders().find(Name);
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D);
  if (It == holders().end() || !S)
    return TypeClass::Record;
  if (It->second == Holder::Tuple)
    return TypeClass::Tuple;
  unsigned Position = It->second == Holder::Map ? 1 : 0;
  const TemplateArgumentList &Arguments = S->getTemplateArgs();
  if (Position >= Arguments.size() ||
      Arguments[Position].getKind() != TemplateArgument::Type)
    return TypeClass::Record;
  TypeClass Element = classify(Arguments[Position].getAsType());
  if (It->second == Holder::Optional)
    return optionalOf(Element);
  if (It->second == Holder::Map)
    return holdsTensor(Element) ? TypeClass::TensorList : TypeClass::Other;
  return listOf(Element);
}

TypeClass TypeClassifier::classifyRecord(const CXXRecordDecl *D) {
  if (D->isLambda())
    return TypeClass::Lambda;
  std::string Name = plainQualifiedName(D);
  if (Models.isTensorType(Name))
    return TypeClass::Tensor;
  auto It = plainClasses().find(Name);
  return It != plainClasses().end() ? It->second : classifyContainer(Name, D);
}

TypeClass TypeClassifier::classifyUncached(QualType T) {
  if (T->isBooleanType())
    return TypeClass::Bool;
  if (const auto *E = T->getAs<EnumType>()) {
    auto It = plainClasses().find(plainQualifiedName(E->getDecl()));
    return It != plainClasses().end() ? It->second : TypeClass::Other;
  }
  if (T->isIntegerType())
    return TypeClass::Int;
  if (const auto *P = T->getAs<PointerType>()) {
    QualType To = P->getPointeeType();
    return To->isFunctionType() || mentionsTensor(To) ? TypeClass::Other
                                                      : TypeClass::Pointer;
  }
  if (const ArrayType *A = T->getAsArrayTypeUnsafe())
    return listOf(classify(A->getElementType()));
  if (const CXXRecordDecl *D = T->getAsCXXRecordDecl())
    return classifyRecord(D);
  return TypeClass::Other;
}

TypeClass TypeClassifier::classify(QualType T) {
  if (T.isNull())
    return TypeClass::Other;
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  auto It = Known.find(T.getTypePtr());
  if (It != Known.end())
    return It->second;
  // A class that names itself in its arguments ends here.
  Known[T.getTypePtr()] = TypeClass::Other;
  TypeClass C = classifyUncached(T);
  Known[T.getTypePtr()] = C;
  return C;
}

std::vector<QualType> TypeClassifier::tupleElements(QualType T) const {
  std::vector<QualType> Result;
  const CXXRecordDecl *D =
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(D);
  if (!S)
    return Result;
  auto Add = [&](const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Type)
      Result.push_back(A.getAsType());
  };
  for (const TemplateArgument &A : S->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Element : A.pack_elements())
        Add(Element);
    else
      Add(A);
  }
  return Result;
}

bool TypeClassifier::mentionsTensor(QualType T) {
  TypeClass C = classify(T);
  if (C != TypeClass::Tuple)
    return holdsTensor(C);
  for (QualType Element : tupleElements(T))
    if (mentionsTensor(Element))
      return true;
  return false;
}

} // namespace tensortidy
