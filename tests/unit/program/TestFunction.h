// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_TESTFUNCTION_H
#define TENSORTIDY_TESTS_TESTFUNCTION_H

#include "models/ModelSet.h"
#include "program/Function.h"

#include <functional>
#include <string>
#include <vector>

namespace tensortidy {

/// \name Expressions and conditions of test functions
/// @{
IntExpr size(PlaceId T, int64_t Dim);
IntExpr stride(PlaceId T, int64_t Dim);
IntExpr numel(PlaceId T);
IntExpr rank(PlaceId T);
IntExpr lit(int64_t V);
IntExpr var(IntId I);
IntExpr product(std::vector<IntExpr> Factors);
IntExpr quotient(IntExpr A, IntExpr B);
IntExpr sum(std::vector<IntExpr> Terms);

Condition contiguous(PlaceId T, MemoryFormat Format = MemoryFormat::Contiguous);
Condition dense(PlaceId T);
Condition defined(PlaceId T);
Condition sameSizes(PlaceId A, PlaceId B);
Condition sameStrides(PlaceId A, PlaceId B);
Condition equal(IntExpr A, IntExpr B);
Condition compare(IntExpr A, Condition::Comparison C, IntExpr B);
Condition isNot(Condition C);
/// A bool that the integer \p I stands for.
Condition flag(IntId I);
/// One that is set where \p Meaning holds.
Condition flag(IntId I, Condition Meaning);
Condition both(Condition A, Condition B);
Condition either(Condition A, Condition B);
/// @}

/// Writes a Function as source code would be: one statement a line of the file
/// "f.cpp", with structured branches and loops.
class TestFunction {
public:
  explicit TestFunction(std::string Name, Reach R = Reach::Entry);

  PlaceId parameter(const std::string &Name);
  PlaceId optionalParameter(const std::string &Name);
  PlaceId listParameter(const std::string &Name);
  PlaceId local(const std::string &Name);
  PlaceId list(const std::string &Name);
  PlaceId temporary();
  PlaceId field(const std::string &Name);
  IntId integer(const std::string &Name) { return F.addInteger(Name); }
  PointerId pointer(const std::string &Name) { return F.addPointer(Name); }

  /// Target = Op(Arguments), the schema's further arguments absent.
  /// \returns Target.
  PlaceId apply(PlaceId Target, const std::string &Op,
                std::vector<Argument> Arguments);
  /// apply() to a new local or, without a name, a temporary.
  PlaceId apply(const std::string &Target, const std::string &Op,
                std::vector<Argument> Arguments);
  /// \name Shorthands for apply()
  /// @{
  PlaceId transpose(const std::string &Target, PlaceId X, int64_t A, int64_t B);
  PlaceId contiguousOf(const std::string &Target, PlaceId X);
  PlaceId view(const std::string &Target, PlaceId X,
               std::vector<IntExpr> Sizes);
  PlaceId reshape(const std::string &Target, PlaceId X,
                  std::vector<IntExpr> Sizes);
  PlaceId empty(const std::string &Target, std::vector<IntExpr> Sizes);
  /// @}

  void assign(PlaceId Target, PlaceId Source);
  IntId define(const std::string &Name, IntExpr Value);
  void define(IntId I, IntExpr Value);
  void assume(Condition C);
  void add(decltype(Fact::What) What);
  /// p = T.data_ptr()
  PointerId take(PlaceId T, PointerAccess Access = PointerAccess::Write);
  void use(PointerId P, Sink Where, const std::string &Callee = "",
           std::vector<PlaceId> StridesOf = {});
  void call(const std::string &Callee, std::vector<PlaceId> Arguments,
            std::vector<PlaceId> Results = {});
  void ret(std::vector<PlaceId> Values = {});

  using Body = std::function<void()>;
  void branch(Condition C, Body Then, Body Else = nullptr);
  /// TORCH_CHECK(C): does not return when it does not hold.
  void check(Condition C);
  void loop(Body B);
  /// if (C) return;
  void returnIf(Condition C);

  /// The next fact's statement is spelled in a macro's body.
  void inMacro() { NextInMacro = true; }
  /// The line of the statement written last.
  uint32_t line() const { return Line; }

  Function take() { return std::move(F); }
  Function F;

private:
  Origin nextOrigin();
  std::string spell(const Argument &A) const;
  std::string spell(const IntExpr &E) const;
  unsigned newBlock();
  void goTo(unsigned Block, std::optional<Condition> C = std::nullopt);

  unsigned Current = 0;
  uint32_t Line = 0;
  bool NextInMacro = false;
};

/// A parameter of known rank, with its sizes named.
PlaceId ranked(TestFunction &B, const std::string &Name,
               const std::vector<std::string> &Sizes);

/// \name Arguments
/// @{
Argument T(PlaceId P);
Argument I(IntExpr E);
Argument I(int64_t V);
Argument Is(std::vector<IntExpr> Es);
Argument List(std::vector<PlaceId> Ps);
Argument Fmt(MemoryFormat F);
/// @}

/// A program of these functions, in the file "f.cpp".
Program programOf(std::vector<Function> Functions);

} // namespace tensortidy

#endif
