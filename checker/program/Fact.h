// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_FACT_H
#define TENSORTIDY_PROGRAM_FACT_H

#include "models/CalleeRule.h"
#include "models/ModelSet.h"
#include "program/Expression.h"
#include "program/Source.h"
#include "program/WideAccess.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tensortidy {

/// Where a call is asked to put what it makes.
enum class DeviceKind {
  Unsaid,
  Cpu,
  Accelerator,
  Unknown ///< a device that a variable names
};

/// Results = Op(Arguments). Results has one place per tensor (or list of
/// tensors) that the operator returns; NoId for one that nobody takes.
struct Apply {
  std::vector<PlaceId> Results;
  const Operator *Op = nullptr;
  std::vector<Argument> Arguments; ///< one per schema argument
  std::string Call;                ///< "transpose(1, 2)", for notes
  /// Source of the object of a method call, for fix-its: `x` of `x.view(..)`.
  SourceRange Object;
  /// Source of the callee's name: `view` of `x.view(..)`.
  SourceRange Callee;
  /// It is a statement of its own: nobody takes what it returns.
  bool IsDiscarded = false;
  /// What the arguments do not show (types, devices, flags) is the same each
  /// time the call is evaluated.
  bool RestIsConstant = false;
  DeviceKind Device = DeviceKind::Unsaid;
  bool AsksType = false; ///< for a type of elements
  bool IsPinned = false; ///< asks for page-locked memory
};

/// Target takes over Source's value: `y = x`, copies, moves, references. A
/// Source of NoId makes Target undefined (a default-constructed tensor).
struct Assign {
  PlaceId Target = NoId;
  PlaceId Source = NoId;
};

/// Target = one of Sources, e.g. both arms of a `?:`. An arm may be NoId
/// (undefined).
struct Choose {
  PlaceId Target = NoId;
  std::vector<PlaceId> Sources;
};

/// Nothing is known of Target any more (an unseen callee may have changed it,
/// an unmodelled expression made it).
struct Forget {
  PlaceId Target = NoId;
  std::string Why; ///< "returned by 'f'", for notes
};

/// Integer = Value.
struct Define {
  IntId Integer = NoId;
  IntExpr Value;
};

/// The condition holds from here on: a check that did not throw.
struct Assume {
  Condition Holds;
};

enum class PointerAccess { Read, Write };

/// Pointer = Tensor.data_ptr(): the raw pointer of the tensor's first element.
struct TakePointer {
  PointerId Pointer = NoId; ///< NoId: an accessor, which is not followed
  PlaceId Tensor = NoId;
  PointerAccess Access = PointerAccess::Write;
  SourceRange Object;        ///< the tensor expression, for fix-its
  unsigned ElementBytes = 0; ///< of what it points to; 0: not known
  /// Where a macro of the project spells the call.
  SourceRange Spelled;
  /// Of a temporary of which a variable of the block takes the pointer: what
  /// stands before the statement to name it, and that name. Else empty.
  std::string FixItBefore, NameInFixIt;
  /// The c10::ScalarType that the tensor has, as the call throws otherwise.
  std::optional<int8_t> ElementType;
};

/// Target = one of Sources (+ offset, cast). A source of NoId is an unknown
/// pointer.
struct AssignPointer {
  PointerId Target = NoId;
  std::vector<PointerId> Sources;
};

enum class Sink {
  FirstElement, ///< *p or p[0]: one element, no layout assumed
  Index,        ///< p[i], p + i dereferenced, outside or inside a loop
  Call,         ///< given to a function with a body in sight or not
  Launch,       ///< argument of a kernel launch
  Memcpy        ///< memcpy, cudaMemcpy, std::copy
};

/// A stride of Tensor that goes along with a pointer.
struct StrideGiven {
  PlaceId Tensor = NoId;
  /// Of which dimension, negative from the back; none: of all of them, or of
  /// one that a variable names.
  std::optional<int64_t> Dimension;
  bool operator==(const StrideGiven &O) const {
    return Tensor == O.Tensor && Dimension == O.Dimension;
  }
};

/// Where a callee gets a stride.
struct StrideArgument {
  StrideGiven Stride;
  ArgumentPath Where;
};

/// The pointer leaves for something that reads or writes memory through it.
struct UsePointer {
  PointerId Pointer = NoId;
  Sink Where = Sink::Call;
  std::string Callee; ///< name of the function, when there is one
  /// What goes along: stride(i) or strides() among the other arguments or in
  /// the index expression; is_contiguous() says as much as all of them.
  std::vector<StrideGiven> StridesOf;
  /// Numbers go along, so the reader walks that many elements.
  bool IsSized = false;
  /// Memory that it points to is written there; false: that is not known.
  bool IsWritten = false;
  /// A call reads it as a pointer to constant elements, and keeps nothing of
  /// it.
  bool IsOnlyRead = false;
  /// The alignment, in bytes, of the widest type that is read or written
  /// through it there; 0 where that is not known.
  unsigned Alignment = 0;
  /// What reads it goes on after the call, on another stream than the current
  /// one; false: that is not known.
  bool IsOnSideStream = false;
  /// A function that is not in sight, and not said anything of, gets it as a
  /// pointer to what it may write.
  bool MayBeWritten = false;
  /// It is left in an object of the caller's when the function ends.
  bool IsLeft = false;
  /// Link key of a function whose body is not in sight, and which of its
  /// parameters the pointer becomes.
  std::string Key = {};
  unsigned Parameter = 0;
  /// Of a pointer in a record: where it is in that.
  std::string Field = {};
  /// What a body in sight does with it in units wider than its elements; and
  /// the link key of a function that is not in sight. Of either, where strides
  /// go to.
  std::vector<WideAccess> Wide = {};
  std::string WideKey = {};
  std::vector<StrideArgument> Strides = {};
  /// Of a function that does the same with each of the first Count elements in
  /// memory: all pointers whose elements it goes through together. Empty where
  /// that is not known.
  std::vector<PointerId> Together = {};
  IntExpr Count = {};
};

/// The tensor's elements are written.
struct Write {
  PlaceId Tensor = NoId;
};

/// A call of a function without a model.
struct Call {
  std::string Callee;             ///< qualified name
  std::string Key;                ///< mangled name
  std::vector<PlaceId> Arguments; ///< tensors handed over
  std::vector<PlaceId> Results;   ///< tensor places that take the result
  /// Tensors at whose strides it may look, as it gets no pointer to go by them
  /// or answers a question.
  std::vector<PlaceId> LooksAt = {};
  /// Of a function that the source declares for itself, in no header.
  bool IsDeclaredInSource = false;
  /// The callee's body follows in place: the call itself changes nothing.
  bool IsExpanded = false;
};

/// Memory that a function of a device's runtime gets.
struct RuntimeMemory {
  MemoryId Of = NoId;       ///< that of a variable
  PointerId Pointer = NoId; ///< which may be of a tensor
  /// Named by a number, as CUdeviceptr is: the device's.
  bool IsAddress = false;
};

/// A call of a function that a rule says copies between host and device,
/// allocates memory for that or waits for it; the launch of a kernel; or a call
/// that is not looked into and of which no rule says anything.
struct RuntimeCall {
  const CalleeRule *Rule = nullptr; ///< null: it may wait, if it is no launch
  bool IsLaunch = false;
  std::string Callee;
  RuntimeMemory To, From;       ///< of a copy
  RuntimeMemory Of;             ///< what it allocates, frees or pins
  std::optional<int64_t> Bytes; ///< if they are known
};

enum class MemoryAccess {
  Read,
  Write,
  Device, ///< handed to a kernel
  Free    ///< by delete
};

/// The program reads or writes memory of a variable, or gives it to a kernel.
struct TouchMemory {
  MemoryId Memory = NoId;
  MemoryAccess Access = MemoryAccess::Read;
};

struct Return {
  std::vector<PlaceId> Values; ///< tensors returned; empty for none
  /// Raw pointers returned through which whoever gets them may write.
  std::vector<PointerId> Pointers = {};
};

struct Fact {
  std::variant<Apply, Assign, Choose, Forget, Define, Assume, TakePointer,
               AssignPointer, UsePointer, Write, Call, RuntimeCall, TouchMemory,
               Return>
      What;
  Origin From;
  /// 0 for the function's own facts, else 1 + the index in
  /// Function::Expansions of the call whose body it belongs to.
  uint32_t Expansion = 0;
};

} // namespace tensortidy

#endif
