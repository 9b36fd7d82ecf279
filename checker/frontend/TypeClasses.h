// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_TYPECLASSES_H
#define TENSORTIDY_FRONTEND_TYPECLASSES_H

#include "models/ModelSet.h"
#include "models/TypeRule.h"

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace clang {
class NamedDecl;
class ValueDecl;
class CXXRecordDecl;
} // namespace clang

namespace tensortidy {

/// "at::Tensor::view": without inline namespaces and template arguments.
std::string plainQualifiedName(const clang::NamedDecl *D);

/// What a type means to the analysis.
enum class TypeClass {
  Other,
  Tensor,
  OptionalTensor, ///< optional, MaybeOwned
  TensorList,     ///< vector, array, ArrayRef, map... of tensors
  Tuple,          ///< std::tuple, std::pair
  Int,            ///< integers, SymInt, optional integers
  Bool,
  Pointer,     ///< to elements; not to tensors, functions or void functions
  IntList,     ///< ArrayRef<int64_t>, vector<int>, int[N], optionals of these
  Format,      ///< MemoryFormat and optionals of it
  ElementType, ///< ScalarType and optionals of it
  Device,      ///< Device and DeviceType, and optionals of them
  Options,     ///< TensorOptions
  Lambda,
  Record
};

/// Sorts types by the qualified names of their classes; answers are kept.
class TypeClassifier {
public:
  explicit TypeClassifier(const ModelSet &Models) : Models(Models) {}

  TypeClass classify(clang::QualType T);
  /// The rule of the tensor class that \p T is, refers to or points to; null
  /// when there is none.
  const TypeRule *tensorRule(clang::QualType T) const;
  /// What the field \p D of a tensor class asks.
  std::optional<QueryKind> fieldQuery(const clang::ValueDecl *D) const;
  /// Of elements of a tuple or pair.
  std::vector<clang::QualType> tupleElements(clang::QualType T) const;
  /// Tensors, optionals and lists of them.
  static bool holdsTensor(TypeClass C) {
    return C == TypeClass::Tensor || C == TypeClass::OptionalTensor ||
           C == TypeClass::TensorList;
  }
  /// As holdsTensor, also for tuples with a tensor in them.
  bool mentionsTensor(clang::QualType T);

  /// The memory of a tensor, or a pointer to it.
  bool isStorage(clang::QualType T) const;
  /// Does \p D derive from a class of ClassKind::Layer?
  bool isLayer(const clang::CXXRecordDecl *D) const;

private:
  TypeClass classifyUncached(clang::QualType T);
  TypeClass classifyRecord(const clang::CXXRecordDecl *D);
  TypeClass classifyContainer(ClassKind K, const clang::CXXRecordDecl *D);
  bool isTensorPointer(const clang::PointerType *P) const;
  const TypeRule *ruleOf(const clang::CXXRecordDecl *D) const;

  const ModelSet &Models;
  llvm::DenseMap<const clang::Type *, TypeClass> Known;
  mutable llvm::DenseMap<const clang::CXXRecordDecl *, const TypeRule *> Rules;
};

} // namespace tensortidy

#endif
