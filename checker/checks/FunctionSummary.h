// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_FUNCTIONSUMMARY_H
#define TENSORTIDY_CHECKS_FUNCTIONSUMMARY_H

#include "analysis/IdSet.h"
#include "checks/Finding.h"
#include "checks/StrideNeeds.h"
#include "program/Function.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// What linking the files of a program needs of each of them. Summaries are
/// plain data: they refer neither to the AST nor to an analysis, so that they
/// can be written down and linked when neither exists any more.

/// How contiguous a tensor is, by its alternatives.
enum class Contiguity {
  Established, ///< contiguous (in some memory format) in every alternative
  Open,        ///< it depends on a parameter that nobody looked at
  Wrong,       ///< not contiguous in any alternative
  Unseen       ///< cannot tell, and no parameter is to blame
};

struct ContiguityOf {
  Contiguity Is = Contiguity::Established;
  IdSet Roots; ///< of Open: the parameters
  /// Of Open: why it is weaker than it looks (dense by a guard): at most
  /// possible.
  bool Weak = false;
  /// Of Open: it has one dimension, which is rarely strided.
  bool HasOneDimension = false;
  /// Of Open: it is used where a branch found it not to be contiguous, so the
  /// function means to take such tensors.
  bool IsTolerated = false;
  bool Tainted = false; ///< of Wrong
  /// Of Open: some alternative is bad, or cannot be told, for another reason.
  bool IsMixed = false;
  /// Of Open: it is not contiguous where the parameters are, as `x.t()` is not.
  bool Strays = false;
  /// Of Open: it is what the parameters gave, so its dimensions are theirs.
  bool IsAsGiven = false;
  std::vector<StrideNeed> Needs; ///< of Open: strides that nobody established
};

/// A stride that goes along with a pointer, and where the callee gets it.
struct StrideAt {
  std::optional<int64_t> Dimension; ///< none: any of them
  ArgumentPath Where;
};

/// A raw pointer that leaves for a reader that assumes a layout.
struct PointerUse {
  ContiguityOf Layout;
  Origin Taken;        ///< the data_ptr()
  SourceRange Spelled; ///< where a macro of the project has the data_ptr()
  SourceRange Object;  ///< the tensor of that, as written
  PointerAccess Access = PointerAccess::Write;
  Origin Used; ///< where it leaves
  Sink Where = Sink::Call;
  std::string Callee;           ///< name of the reader, when there is one
  std::string CalleeKey;        ///< its link key, if it is in another file
  unsigned CalleeParameter = 0; ///< what the pointer becomes there
  bool IsSized = false;         ///< numbers go along
  /// It is read by the call that gets it, and by nothing after that.
  bool IsOnlyRead = false;
  std::string Name;       ///< of the tensor, as the function calls it
  std::string Strides;    ///< of Wrong
  std::vector<Note> Path; ///< of Wrong: how it came to them
  StridesKnown Given;     ///< the strides that go along
  /// Of Open, unless the function asks for remainders of its strides: where in
  /// a record the pointer goes, in which units a body in sight accesses it,
  /// the link key of a callee that is not, and the strides that it gets.
  std::string Field;
  std::vector<WideAccess> Wide;
  std::string WideKey;
  std::vector<StrideAt> Strided;
  /// Where the function checks the strides of the parameter, if it does.
  Origin StrideCheck;
  /// Of Established: the tensor whose strides go along, though the pointer is
  /// that of its contiguous copy; empty when there is none.
  std::string StridesOf;
};

/// What a call hands over to another function of the program.
struct CallRecord {
  std::string CalleeKey;
  /// Qualified, of a function that the source declares for itself; else empty,
  /// and where its body stands in place.
  std::string Callee;
  std::vector<ContiguityOf> Arguments; ///< per tensor parameter
  std::vector<std::string> Names;
  /// Which arguments are gradients, one tensor each, as autograd gave them; of
  /// a call that gives a tensor.
  std::set<int64_t> Gradients;
  Origin From;
};

/// A tensor that a function was given and did not make itself.
struct SummaryRoot {
  std::string Name;
  bool IsList = false;
  /// Its class has no is_contiguous() and contiguous().
  bool IsForeign = false;
  /// A copy made at the function's start has all that is read through its
  /// pointers: each way through the function takes one, and nothing is written
  /// into it.
  bool MayBeCopied = false;
  /// The function asks whether it is defined.
  bool MayBeUndefined = false;
  /// A debug-only assertion says that it is contiguous: its callers' business.
  bool IsDocumented = false;
  /// A statement that throws unless it is contiguous; empty when there is none.
  std::string Check;
  /// An expression that gives it contiguous; empty when there is none.
  std::string Copy;
  /// Which of the function's tensor parameters; -1 for a member or a global.
  int64_t Parameter = -1;
  /// And which of all its parameters.
  int64_t Position = -1;
  /// Which of the tensors that forward() saved for it; -1 for others.
  int64_t Saved = -1;
};

/// What one function does with raw pointers and hands to other functions.
struct FunctionSummary {
  std::string Name; ///< qualified
  std::string Key;  ///< link key
  SourceRange NameRange;
  SourceRange Body;
  Reach TheReach = Reach::External;
  bool Uncertain = false;
  bool IsVirtual = false;
  size_t Parameters = 0; ///< how many of them are tensors
  std::map<uint32_t, SummaryRoot> Roots;
  std::vector<PointerUse> Uses;
  std::vector<CallRecord> Calls;
  /// Findings that depend on what callers pass.
  std::vector<Finding> Open;
  /// Per root, the strides that the function asks for: it knows them.
  std::map<uint32_t, StridesKnown> StridesRead;
  /// Some tensor here is channels-last on purpose.
  bool UsesChannelsLast = false;
};

/// What one file tells the others.
struct UnitSummary {
  std::vector<FunctionSummary> Functions;
  std::vector<PointerFunction> PointerFunctions;
  std::vector<std::string> Registered, AddressTaken; ///< as in Program
  std::vector<RegisteredName> Names;
  std::vector<StandIn> StandIns;
  SourceRange MainFile; ///< the start of the source that was compiled
};

} // namespace tensortidy

#endif
