// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/TypeClasses.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <optional>

using namespace clang;

namespace tensortidy {

std::string plainQualifiedName(const NamedDecl *D) {
  std::vector<std::string> Parts;
  const auto *Tag = dyn_cast<TagDecl>(D);
  const TypedefNameDecl *Alias =
      Tag ? Tag->getTypedefNameForAnonDecl() : nullptr;
  if (Alias) // `typedef struct { ... } T;`
    D = Alias;
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

/// Of a class that needs no look at its template arguments.
std::optional<TypeClass> plainClass(ClassKind K) {
  switch (K) {
  case ClassKind::Handle:
    return TypeClass::OptionalTensor;
  case ClassKind::Integer:
    return TypeClass::Int;
  case ClassKind::Format:
    return TypeClass::Format;
  case ClassKind::ElementType:
    return TypeClass::ElementType;
  case ClassKind::Device:
    return TypeClass::Device;
  case ClassKind::Options:
    return TypeClass::Options;
  case ClassKind::Tuple:
    return TypeClass::Tuple;
  default:
    return std::nullopt;
  }
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
  case TypeClass::ElementType:
  case TypeClass::Device:
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

TypeClass TypeClassifier::classifyContainer(ClassKind K,
                                            const CXXRecordDecl *D) {
  bool Holds = K == ClassKind::Optional || K == ClassKind::List ||
               K == ClassKind::ListView || K == ClassKind::Map;
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D);
  if (!Holds || !S)
    return TypeClass::Record;
  unsigned Position = K == ClassKind::Map ? 1 : 0;
  const TemplateArgumentList &Arguments = S->getTemplateArgs();
  if (Position >= Arguments.size() ||
      Arguments[Position].getKind() != TemplateArgument::Type)
    return TypeClass::Record;
  TypeClass Element = classify(Arguments[Position].getAsType());
  if (K == ClassKind::Optional)
    return optionalOf(Element);
  if (K == ClassKind::Map)
    return holdsTensor(Element) ? TypeClass::TensorList : TypeClass::Other;
  return listOf(Element);
}

TypeClass TypeClassifier::classifyRecord(const CXXRecordDecl *D) {
  if (D->isLambda())
    return TypeClass::Lambda;
  std::string Name = plainQualifiedName(D);
  if (Models.isTensorType(Name))
    return TypeClass::Tensor;
  std::optional<ClassKind> K = Models.classKind(Name);
  if (!K)
    return TypeClass::Record;
  if (std::optional<TypeClass> C = plainClass(*K))
    return *C;
  return classifyContainer(*K, D);
}

bool TypeClassifier::isStorage(QualType T) const {
  if (T.isNull())
    return false;
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  return D && Models.classKind(plainQualifiedName(D)) == ClassKind::Storage;
}

bool TypeClassifier::isLayer(const CXXRecordDecl *D) const {
  return D->hasDefinition() &&
         llvm::any_of(D->bases(), [&](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
           return B && (Models.classKind(plainQualifiedName(B)) ==
                            ClassKind::Layer ||
                        isLayer(B));
         });
}

const TypeRule *TypeClassifier::ruleOf(const CXXRecordDecl *D) const {
  if (!D)
    return nullptr;
  auto [It, IsNew] = Rules.try_emplace(D->getCanonicalDecl(), nullptr);
  if (IsNew)
    It->second = Models.typeRule(plainQualifiedName(D));
  return It->second;
}

const TypeRule *TypeClassifier::tensorRule(QualType T) const {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  if (const auto *P = T->getAs<PointerType>())
    T = P->getPointeeType();
  return ruleOf(T->getAsCXXRecordDecl());
}

std::optional<QueryKind> TypeClassifier::fieldQuery(const ValueDecl *D) const {
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field || !Field->getIdentifier())
    return std::nullopt;
  const TypeRule *Rule = ruleOf(dyn_cast<CXXRecordDecl>(Field->getParent()));
  return Rule ? Models.query(Rule->Name, Field->getName().str()) : std::nullopt;
}

/// A plain struct that is a tensor is mostly handed around by its address.
bool TypeClassifier::isTensorPointer(const PointerType *P) const {
  const TypeRule *T = tensorRule(P->getPointeeType());
  return T && T->ThroughPointers;
}

TypeClass TypeClassifier::classifyUncached(QualType T) {
  if (T->isBooleanType())
    return TypeClass::Bool;
  if (const auto *E = T->getAs<EnumType>()) {
    std::optional<ClassKind> K =
        Models.classKind(plainQualifiedName(E->getDecl()));
    return K ? plainClass(*K).value_or(TypeClass::Other) : TypeClass::Other;
  }
  if (T->isIntegerType())
    return TypeClass::Int;
  if (const auto *P = T->getAs<PointerType>()) {
    QualType To = P->getPointeeType();
    if (isTensorPointer(P))
      return TypeClass::Tensor;
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
