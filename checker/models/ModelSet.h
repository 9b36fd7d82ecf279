// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_MODELSET_H
#define TENSORTIDY_MODELS_MODELSET_H

#include "models/Schema.h"
#include "models/TorchVersion.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// The layout behaviour of one operator, as read from a rules file; its
/// definition is private to checker/models (Rule.h).
struct Rule;
struct CalleeRule;
struct TypeRule;
enum class ClassKind;

/// One operator or C++ function: its schema, and its rules.
/// Owned by the ModelSet, which outlives every analysis.
struct Operator {
  Schema TheSchema;
  /// For different versions of libtorch; the first that holds for a version is
  /// meant. Where none does, results are unknown tensors.
  std::vector<const Rule *> Rules;
  bool FromDispatcher = true; ///< false: a C++-only function of the rules
  /// `add` of `add_` and `add.out`: what they compute where they write.
  const Operator *Functional = nullptr;
  /// Of a C++ function that is another operator by another name: that one. Its
  /// arguments are the first ones of that one.
  const Operator *SameAs = nullptr;
  /// A version of each stretch of versions in which all rules that evaluating
  /// this operator uses stay the same; never empty.
  std::vector<TorchVersion> Epochs = {OldestTorch};

  bool hasRule() const { return !Rules.empty(); }
  /// The rule for a known version; null when there is none.
  const Rule *ruleFor(TorchVersion V) const;
  /// Does it give back an argument that it wrote, as `add_` and `add.out` do?
  bool returnsWritten() const;
  /// Does it give an argument other sizes or strides, as `transpose_` and
  /// `resize_` do? What is written and has no rule may get them.
  bool changesAxes() const;
  /// "reshape", "operator[]": how messages name it.
  std::string displayName() const;
};

/// What a method of a tensor asks or takes without computing a tensor.
enum class QueryKind {
  Size,         ///< size(dim)
  Stride,       ///< stride(dim)
  Rank,         ///< dim(), ndimension()
  Numel,        ///< numel()
  Sizes,        ///< sizes()
  Strides,      ///< strides()
  Contiguous,   ///< is_contiguous(memory_format = Contiguous)
  Dense,        ///< is_non_overlapping_and_dense()
  Defined,      ///< defined()
  PointerRead,  ///< const_data_ptr()
  PointerWrite, ///< data_ptr(), mutable_data_ptr(), data()
  Accessor,     ///< accessor<T, N>(), packed_accessor...: strides travel
  Itself,       ///< the tensor, by another handle
  /// A field that points to the strides, or to nothing where the tensor is
  /// row-major.
  StridesOrNull,
  ElementType,   ///< dtype(), scalar_type()
  Device,        ///< device()
  OnCpu,         ///< is_cpu()
  OnAccelerator, ///< is_cuda(), ...: it is not on the CPU
  Handle,        ///< of that kind too: the same as long as the handle is
  None           ///< says nothing of the layout
};

/// A C++ callee as the frontend sees it.
struct CppCallee {
  /// Without template arguments: "at::Tensor::transpose", "at::transpose",
  /// "torch::empty", "at::TensorBase::data_ptr", "torch::nn::functional::pad".
  std::string QualifiedName;
  bool IsMethod = false;
  /// Names of the declared parameters in order; empty strings where unnamed.
  /// A method's object is not among them.
  std::vector<std::string> ParameterNames;
  /// Their types, canonical or as written ("const at::Tensor &",
  /// "at::Scalar", "int64_t"), or empty when the caller does not know them.
  /// They tell apart overloads whose parameters have equal names, such as
  /// operator[](int64_t) and operator[](Tensor); without them the overload
  /// that takes most tensors, then most integers, is meant.
  std::vector<std::string> ParameterTypes;
};

/// Which operator a C++ call means, and how its parameters map.
struct ResolvedCallee {
  const Operator *Op = nullptr;
  /// Per C++ parameter: the schema argument it fills, or -1 for one that says
  /// nothing about layouts (e.g. TensorOptions: dtype, layout, device and
  /// pin_memory, and now and then a memory format).
  std::vector<int> ArgumentOf;
  /// The schema argument that the object of a method call fills; -1 for
  /// functions.
  int ObjectArgument = -1;
};

/// One clear error: where and what to do.
struct ModelError {
  std::string File;              ///< "<built-in>/aten.yaml" for embedded files
  unsigned Line = 0, Column = 0; ///< from 1; 0 when the file cannot be read
  std::string Message;
  std::string str() const; ///< "file:line:column: error: message"
};

/// All operator models of one run: the built-in rules and the user's.
/// Immutable after loading and safe to share between threads.
class ModelSet {
public:
  ModelSet();
  ~ModelSet();
  ModelSet(const ModelSet &) = delete;
  ModelSet &operator=(const ModelSet &) = delete;

  /// Loads the embedded rules and then \p UserFiles, strictly: the first
  /// unknown key, operator, argument or malformed line is the error. Null on
  /// error.
  static std::shared_ptr<const ModelSet>
  load(const std::vector<std::string> &UserFiles, ModelError &Error);
  /// The embedded rules only; built once per process. Never null: an error in
  /// them is one of the build, is printed, and ends the process.
  static std::shared_ptr<const ModelSet> builtIn();
  /// Rules from a string instead of the embedded ones (tests, validation).
  static std::shared_ptr<const ModelSet> loadText(const std::string &Text,
                                                  const std::string &FileName,
                                                  ModelError &Error);

  /// By dispatcher name, "aten::transpose.int"; null when there is none. Of an
  /// operator whose schema has changed, the one of the oldest libtorch.
  const Operator *find(const std::string &FullName) const;
  /// All of them: operators of this name with different schemas, oldest first.
  std::vector<const Operator *> findAll(const std::string &FullName) const;
  /// Every operator that has a rule, in a stable order.
  std::vector<const Operator *> ruled() const;

  /// Is this C++ class a tensor: "at::Tensor", "at::TensorBase"...
  bool isTensorType(const std::string &QualifiedName) const {
    return typeRule(QualifiedName) != nullptr;
  }
  /// Null for a class that is no tensor.
  const TypeRule *typeRule(const std::string &QualifiedName) const;
  /// All tensor classes, in the order of the rules.
  std::vector<const TypeRule *> typeRules() const;
  /// What a class that is no tensor holds or means.
  std::optional<ClassKind> classKind(const std::string &QualifiedName) const;
  /// The query that a member function of a tensor class is. `data` is both a
  /// pointer and, without template arguments, an operator: ask this only about
  /// members that do not return a tensor.
  std::optional<QueryKind> query(const CppCallee &Callee) const;
  /// What the member \p Member of the tensor class \p Class asks.
  std::optional<QueryKind> query(const std::string &Class,
                                 const std::string &Member) const;
  /// What a member of at::Tensor of this name asks.
  std::optional<QueryKind> commonQuery(const std::string &Member) const;
  /// The rule of a function that is no operator, by its qualified name and how
  /// many parameters it has; null when there is none. Without a number, which
  /// is where only the name is known, a rule for any parameters.
  const CalleeRule *calleeRule(const std::string &QualifiedName,
                               std::optional<size_t> Parameters) const;
  /// The names of functions of a device's runtime that copy, allocate, free or
  /// wait.
  std::vector<std::string> deviceFunctions() const;
  /// The operator that a call means; overloads are told apart by the names of
  /// their parameters, which ATen's headers take from the schemas.
  std::optional<ResolvedCallee> resolve(const CppCallee &Callee) const;

  struct Impl; ///< private to checker/models (ModelSetImpl.h)

private:
  std::unique_ptr<Impl> I;
};

} // namespace tensortidy

#endif
