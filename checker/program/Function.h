// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_FUNCTION_H
#define TENSORTIDY_PROGRAM_FUNCTION_H

#include "program/Fact.h"
#include "program/PointerEffect.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

enum class PlaceKind {
  Parameter,
  Local,
  Temporary,
  Field,   ///< member of this, a global, a field path
  Captured ///< of a lambda
};

struct Place {
  PlaceKind Kind = PlaceKind::Temporary;
  std::string Name; ///< as spelled; empty for temporaries
  /// A container or list of tensors: assignments to elements add to its value,
  /// reads give it (elements are smashed into one).
  bool IsList = false;
  /// The element at one position of a list that nothing changes.
  bool IsAtPosition = false;
  /// What a tensor was when a condition asked about it: changing it in place
  /// afterwards does not change the answer.
  bool IsFrozen = false;
  SourceRange Declaration;
  /// Of a local variable, the braces that it lives in, if they are known.
  SourceRange Scope;
  /// A parameter of a function that is followed in place: what is made for it
  /// ends with the call.
  bool IsOfCallee = false;
  /// Of what backward() of an autograd function gets back: which of the tensors
  /// that its forward() saved; -1 for any other place.
  int64_t Saved = -1;
};

/// What forward() saves, it hands to a function of the link key of backward()
/// with this at its end.
constexpr char SavedSuffix[] = "#saved";

struct Parameter {
  PlaceId Tensor = NoId;
  unsigned Position = 0; ///< among all of the function's parameters
  /// `Tensor &`: the caller sees assignments.
  bool IsMutableReference = false;
  bool IsOptional = false;
  bool IsForeign = false; ///< of a class without at::Tensor's methods
  /// That it is on the CPU, for which alone the function is registered.
  Traits Has;
  /// An assertion that this build leaves out says that it is contiguous.
  bool IsDocumented = false;
  /// The statement, `{}` for its name, that throws unless it is contiguous;
  /// empty where no such statement is known.
  std::string Check;
  /// The expression, written in the same way, that gives it contiguous.
  std::string Copy;
};

struct Edge {
  unsigned To = 0;
  /// What holds on this edge.
  std::optional<Condition> Assumes;
};

struct Block {
  std::vector<Fact> Facts;
  std::vector<Edge> Successors; ///< none: the function ends, or never returns
  /// Ended by a return, a throw or a call that never returns.
  bool IsStopped = false;
  /// The condition of an if statement that decides between Successors.
  Origin Decision;
};

/// A call whose callee's body stands in its place: what the callee does is
/// analysed with the values that this call hands over.
struct Expansion {
  std::string Callee; ///< qualified name
  Origin Call;
};

/// A loop as it is written: a statement, or a call of a function that calls a
/// lambda any number of times.
struct Loop {
  /// The block that begins each iteration; NoId where none is reached.
  unsigned Head = 0;
  SourceRange Where;      ///< what stands before its body
  uint32_t Expansion = 0; ///< as a Fact's
  /// What stands before it on its line, if that is white space and another
  /// statement may be put there.
  std::optional<std::string> Indentation;
};

/// A declaration of one tensor among the statements of a loop's body whose name
/// is given to nothing else in the function: it can be moved.
struct LoopDeclaration {
  PlaceId Variable = NoId;
  uint32_t Loop = 0; ///< the index of the innermost loop around it
  SourceRange Lines; ///< with the semicolon and the line's white space
  std::string Text;  ///< with the semicolon
};

/// Memory that is or belongs to a variable, or that a pointer variable points
/// to all the time.
struct Memory {
  std::string Name;
  MemoryKind Kind = MemoryKind::Unknown;
  std::string What; ///< "an array", "std::vector", "new"
  SourceRange Declaration;
};

/// Of two flags: where the first is (or is not) set, the second is known.
struct FlagImplication {
  IntId Flag = NoId;
  bool IsSet = false;
  IntId Other = NoId;
  bool OtherIsSet = false;
};

/// Who may call a function, as far as this file shows.
enum class Reach {
  Internal, ///< static or in an unnamed namespace, and only ever called
  External, ///< other files may call it
  Exported, ///< extern "C": who looks it up by its name may call it, too
  Entry     ///< registered here, or declared in a public header
};

/// One function as the analysis reads it: blocks and edges as in Clang's CFG.
struct Function {
  std::string Name; ///< qualified, without parameters
  /// The link key: the mangled name, and the file of what is internal to it.
  std::string Key;
  SourceRange NameRange;
  SourceRange Body; ///< of the compound statement, braces included
  Reach TheReach = Reach::External;
  /// The libtorch whose headers it was compiled with.
  TorchVersion Torch;
  /// A template that was not instantiated, or a body with errors: nothing in
  /// it is proven.
  bool Uncertain = false;
  /// A virtual method: who calls it is not known by its name.
  bool IsVirtual = false;
  /// backward() of an autograd function: the engine calls it with gradients.
  bool IsBackward = false;
  /// Runs once, at the start: main(), or the constructor of a layer.
  bool IsSetUp = false;
  /// It has an object that switches autograd off, as NoGradGuard does.
  bool DisablesGradients = false;
  /// It is mentioned in this file otherwise than to call it.
  bool IsAddressTaken = false;
  std::vector<Place> Places;
  std::vector<Parameter> Parameters;
  std::vector<std::string> Integers; ///< display names of integer variables
  std::vector<std::string> Pointers; ///< names of raw pointers, may be empty
  std::vector<Memory> Memories; ///< that are copied between host and device
  std::vector<Block> Blocks;    ///< Blocks[Entry] is where it starts
  unsigned Entry = 0;
  std::vector<Expansion> Expansions;
  std::vector<FlagImplication> Implications;
  std::vector<Loop> Loops;
  std::vector<LoopDeclaration> LoopDeclarations;

  /// The function that the source of \p X stands in: this one, or the callee
  /// of an expanded call.
  const std::string &nameAt(const Fact &X) const {
    return X.Expansion ? Expansions[X.Expansion - 1].Callee : Name;
  }

  PlaceId addPlace(PlaceKind Kind, std::string Name, SourceRange Where = {});
  IntId addInteger(std::string Name);
  PointerId addPointer(std::string Name);
};

/// A function with raw pointers among its parameters, and what it does with
/// each of its parameters.
struct PointerFunction {
  std::string Name; ///< qualified
  std::string Key;
  SourceRange NameRange;
  std::vector<PointerEffect> Effects; ///< None for what is no pointer
  /// Of pointers in records too: what it accesses at distances that it gets.
  std::vector<WideAccess> Wide = {};
};

/// The name by which Python, or a dispatcher, knows a registered function.
struct RegisteredName {
  std::string Key; ///< of the function
  std::string Name;
};

/// A function that is put into a table of functions, as REGISTER_DISPATCH does:
/// calls of the table are calls of it.
struct StandIn {
  std::string Key;      ///< of the function
  std::string Registry; ///< the table's name
};

/// A call of a table of functions has this before the table's name as its key.
constexpr char RegistryPrefix[] = "registry:";

/// All functions of one translation unit's user files.
struct Program {
  FileTable Files;
  SourceRange MainFile; ///< the start of the source that was compiled
  std::vector<Function> Functions;
  std::vector<PointerFunction> PointerFunctions;
  /// Link keys of functions that are registered here, wherever they are
  /// defined, and of those that are mentioned otherwise than to call them.
  std::vector<std::string> Registered, AddressTaken;
  std::vector<RegisteredName> Names; ///< of those in Registered
  std::vector<StandIn> StandIns;
};

/// Readable, one fact a line; what --dump shows.
std::string dump(const Function &F, const FileTable &Files);

} // namespace tensortidy

#endif
