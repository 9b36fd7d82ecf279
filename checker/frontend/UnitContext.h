// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_UNITCONTEXT_H
#define TENSORTIDY_FRONTEND_UNITCONTEXT_H

#include "frontend/AccessAlignments.h"
#include "frontend/Lowering.h"
#include "frontend/Mutation.h"
#include "frontend/PointerEffects.h"
#include "frontend/SourceMap.h"
#include "frontend/TypeClasses.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <optional>
#include <string>

namespace tensortidy {

/// What is known of a function that the code calls.
struct CalleeInfo {
  std::string Name; ///< plainQualifiedName
  CppCallee Cpp;
  std::optional<ResolvedCallee> Resolved;
  std::optional<QueryKind> Query; ///< of methods of a tensor
  /// Of a function that is no operator; a method's first argument is its
  /// object. May be null.
  const CalleeRule *Rule = nullptr;
  bool NeverReturns = false;
};

/// What the lowering of one translation unit shares among its functions.
class UnitContext {
public:
  UnitContext(clang::ASTContext &Context, const ModelSet &Models,
              const LoweringOptions &Options, Program &P);

  const CalleeInfo &callee(const clang::FunctionDecl *F);
  /// May a call give another tensor to what it gets as parameter \p Index, a
  /// `Tensor &`? True when its body is not in sight.
  bool mayReseat(const clang::FunctionDecl *F, unsigned Index);
  /// What the body of the definition \p F changes.
  const Mutations &mutations(const clang::FunctionDecl *F);
  /// touchesTensor() of the definition \p F.
  bool touchesTensors(const clang::FunctionDecl *F);
  /// Does the definition \p F touch tensors, or copy between host and device,
  /// allocate, free or wait there?
  bool isAnalysed(const clang::FunctionDecl *F);
  /// What \p F, a kernel or what launches one, accesses at distances that it
  /// is given; nothing in files without kernels. \p F may be null.
  std::vector<WideAccess> stridedAccesses(const clang::FunctionDecl *F);
  /// The link key; "" for what has no mangled name, such as templates.
  std::string linkKey(const clang::FunctionDecl *F);

  clang::ASTContext &Context;
  const ModelSet &Models;
  const LoweringOptions &Options;
  PointerEffects Pointers;
  AccessAlignments Alignments;
  TypeClassifier Types;
  SourceMap Source;
  /// The tensor class that methods are looked up in where its type is not
  /// known yet; null when the file has none.
  const clang::CXXRecordDecl *TensorClass = nullptr;
  /// Of the tensor library that the file includes.
  TorchVersion Torch;
  /// Functions whose address goes to a registration in this file.
  llvm::DenseSet<const clang::Decl *> Registered;
  std::vector<std::pair<const clang::Decl *, std::string>> RegisteredNames;
  /// Those that are registered for the CPU, and those for anything else.
  llvm::DenseSet<const clang::Decl *> RegisteredForCpu, RegisteredElsewhere;
  /// Functions that the file mentions otherwise than to call them.
  llvm::DenseSet<const clang::Decl *> AddressTaken;
  /// Functions that are put into tables of functions, and the tables' names.
  std::vector<std::pair<const clang::Decl *, std::string>> StandIns;
  /// A tensor class is declared: without one nothing touches tensors.
  bool HasTensors = false;

private:
  /// One for all: it numbers what has no name.
  std::unique_ptr<clang::ASTNameGenerator> Names;
  bool neverReturns(const clang::FunctionDecl *F);
  bool declaresDeviceFunctions() const;

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<CalleeInfo>>
      Callees;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Mutations>>
      Changes;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Touching;
  /// Is any function of a device's runtime declared?
  std::optional<bool> HasDevice;
};

/// The redeclaration of \p F that has a body, of a template's pattern too;
/// null when there is none in sight.
const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *F);

} // namespace tensortidy

#endif
