// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Function.h"

#include <string>

namespace tensortidy {

namespace {

/// Names as the dump shows them: "x", "%7" for what has no name.
class Printer {
public:
  explicit Printer(const Function &F) : F(F) {}

  std::string place(PlaceId P) const {
    return P == NoId ? "undefined" : named(F.Places[P].Name, '%', P);
  }
  std::string integer(IntId I) const {
    return I == NoId ? "?" : named(F.Integers[I], '#', I);
  }
  std::string pointer(PointerId P) const {
    return P == NoId ? "unknown" : named(F.Pointers[P], '*', P);
  }

  template <typename Range, typename Function>
  static std::string list(const Range &Items, Function PrintItem,
                          const char *Separator = ", ") {
    std::string Out;
    for (const auto &Item : Items)
      Out += (Out.empty() ? "" : Separator) + PrintItem(Item);
    return Out;
  }
  std::string places(const std::vector<PlaceId> &Ps) const {
    return list(Ps, [this](PlaceId P) { return place(P); });
  }
  std::string ints(const std::vector<IntExpr> &Es,
                   const char *Separator = ", ") const {
    return list(Es, [this](const IntExpr &E) { return print(E); }, Separator);
  }

  std::string print(const IntExpr &E) const;
  std::string print(const Condition &C) const;
  std::string print(const IndexOperand &I) const;
  std::string print(const Argument &A) const;

  std::string operator()(const Apply &A) const;
  std::string operator()(const Assign &A) const {
    return place(A.Target) + " = " + place(A.Source);
  }
  std::string operator()(const Choose &C) const {
    return place(C.Target) + " = one of {" + places(C.Sources) + "}";
  }
  std::string operator()(const Forget &X) const {
    return "forget " + place(X.Target) + (X.Why.empty() ? "" : ": " + X.Why);
  }
  std::string operator()(const Define &D) const {
    return integer(D.Integer) + " := " + print(D.Value);
  }
  std::string operator()(const Assume &A) const {
    return "assume " + print(A.Holds);
  }
  std::string operator()(const TakePointer &T) const {
    return pointer(T.Pointer) + " = pointer of " + place(T.Tensor) +
           (T.Access == PointerAccess::Read ? " to read" : " to write");
  }
  std::string operator()(const AssignPointer &A) const {
    std::string Sources =
        list(A.Sources, [this](PointerId Source) { return pointer(Source); });
    return pointer(A.Target) + " = " +
           (A.Sources.size() == 1 ? Sources : "one of {" + Sources + "}");
  }
  std::string operator()(const UsePointer &U) const;
  std::string operator()(const Write &W) const {
    return "write " + place(W.Tensor);
  }
  std::string operator()(const Call &C) const;
  std::string operator()(const RuntimeCall &R) const;
  std::string operator()(const TouchMemory &T) const {
    static constexpr const char *Does[] = {"read", "write", "launch", "free"};
    return Does[static_cast<int>(T.Access)] +
           (" memory of " + F.Memories[T.Memory].Name);
  }
  std::string operator()(const Return &R) const {
    const std::string Tensors = R.Values.empty() ? "" : " " + places(R.Values);
    const std::string Pointers =
        list(R.Pointers, [this](PointerId P) { return pointer(P); });
    return "return" + Tensors + (Pointers.empty() ? "" : " " + Pointers);
  }

private:
  static std::string named(const std::string &Name, char Sigil, uint32_t Id) {
    return Name.empty() ? Sigil + std::to_string(Id) : Name;
  }
  std::string memory(const char *Label, const RuntimeMemory &M) const {
    if (M.Of != NoId)
      return std::string(Label) + F.Memories[M.Of].Name;
    return M.Pointer == NoId ? "" : Label + pointer(M.Pointer);
  }
  std::string results(const std::vector<PlaceId> &Ps) const {
    if (Ps.empty())
      return "";
    return list(Ps,
                [this](PlaceId P) {
                  return P == NoId ? std::string("_") : place(P);
                }) +
           " = ";
  }

  const Function &F;
};

std::string Printer::print(const IntExpr &E) const {
  using Kind = IntExpr::Kind;
  switch (E.TheKind) {
  case Kind::Literal:
    return std::to_string(E.Value);
  case Kind::Variable:
    return integer(E.Int);
  case Kind::SizeOf:
    return place(E.Tensor) + ".size(" + ints(E.Operands) + ")";
  case Kind::StrideOf:
    return place(E.Tensor) + ".stride(" + ints(E.Operands) + ")";
  case Kind::NumelOf:
    return place(E.Tensor) + ".numel()";
  case Kind::RankOf:
    return place(E.Tensor) + ".dim()";
  case Kind::Product:
    return "(" + ints(E.Operands, " * ") + ")";
  case Kind::Quotient:
    return "(" + ints(E.Operands, " / ") + ")";
  case Kind::Sum:
    return "(" + ints(E.Operands, " + ") + ")";
  case Kind::Difference:
    return "(" + ints(E.Operands, " - ") + ")";
  case Kind::Opaque:
    break;
  }
  const std::string Of =
      E.Pointer == NoId ? "" : ", address of " + pointer(E.Pointer);
  return "opaque(" + std::to_string(E.Value) + Of + ")";
}

const char *spelling(Condition::Comparison C) {
  switch (C) {
  case Condition::Comparison::Equal:
    return " == ";
  case Condition::Comparison::NotEqual:
    return " != ";
  case Condition::Comparison::Less:
    return " < ";
  case Condition::Comparison::LessEqual:
    return " <= ";
  case Condition::Comparison::Greater:
    return " > ";
  case Condition::Comparison::GreaterEqual:
    break;
  }
  return " >= ";
}

std::string Printer::print(const Condition &C) const {
  using Kind = Condition::Kind;
  auto Operands = [&](const char *Separator) {
    return list(
        C.Operands, [this](const Condition &O) { return print(O); }, Separator);
  };
  switch (C.TheKind) {
  case Kind::Unknown:
    return "unknown";
  case Kind::Constant:
    return C.Value ? "true" : "false";
  case Kind::Contiguous:
    return "contiguous(" + place(C.Tensor) +
           (C.Format == MemoryFormat::Contiguous
                ? ""
                : std::string(", ") + toString(C.Format)) +
           ")";
  case Kind::Dense:
    return "dense(" + place(C.Tensor) + ")";
  case Kind::Defined:
    return "defined(" + place(C.Tensor) + ")";
  case Kind::Compare:
    return ints(C.Integers, spelling(C.Operator));
  case Kind::SameSizes:
    return "same_sizes(" + place(C.Tensor) + ", " + place(C.Other) + ")";
  case Kind::SameStrides:
    return "same_strides(" + place(C.Tensor) + ", " + place(C.Other) + ")";
  case Kind::Has:
    return "has(" + place(C.Tensor) +
           (C.Its.ScalarType
                ? ", type " + std::to_string(int{*C.Its.ScalarType})
                : "") +
           (C.Its.OnCpu ? (*C.Its.OnCpu ? ", on the CPU" : ", not on the CPU")
                        : "") +
           ")";
  case Kind::Flag:
    return "flag(" + ints(C.Integers, ", ") +
           (C.Operands.empty() ? "" : ", " + Operands("")) + ")";
  case Kind::And:
    return "(" + Operands(" && ") + ")";
  case Kind::Or:
    return "(" + Operands(" || ") + ")";
  case Kind::Not:
    break;
  }
  return "!" + Operands("");
}

std::string Printer::print(const IndexOperand &I) const {
  using Kind = IndexOperand::Kind;
  auto Bound = [this](const std::optional<IntExpr> &E) {
    return E ? print(*E) : std::string();
  };
  switch (I.TheKind) {
  case Kind::Slice:
    return Bound(I.Start) + ":" + Bound(I.Stop) +
           (I.Step ? ":" + print(*I.Step) : "");
  case Kind::NewAxis:
    return "None";
  case Kind::Ellipsis:
    return "...";
  case Kind::Integer:
    return "int";
  case Kind::Tensor:
    return place(I.Tensor);
  case Kind::Unknown:
    break;
  }
  return "?";
}

std::string Printer::print(const Argument &A) const {
  using Kind = Argument::Kind;
  switch (A.TheKind) {
  case Kind::Absent:
    return "-";
  case Kind::Unknown:
    return "?";
  case Kind::Tensor:
    return places(A.Places);
  case Kind::Undefined:
    return "undefined";
  case Kind::TensorList:
    return A.IsListPlace ? places(A.Places) + "..."
                         : "{" + places(A.Places) + "}";
  case Kind::Int:
    return ints(A.Ints);
  case Kind::IntList:
    return "[" + ints(A.Ints) + "]";
  case Kind::SizesOf:
    return places(A.Places) + ".sizes()";
  case Kind::Bool:
    return A.Flag ? "true" : "false";
  case Kind::Format:
    return toString(A.Format);
  case Kind::Memory:
    return (A.Pointer == NoId ? "memory" : pointer(A.Pointer)) +
           (A.Ints.empty() ? "" : "[" + ints(A.Ints) + "]");
  case Kind::String:
    return '"' + A.Literal + '"';
  case Kind::Indices:
    break;
  }
  return "{" +
         list(A.Items, [this](const IndexOperand &I) { return print(I); }) +
         "}";
}

std::string Printer::operator()(const Apply &A) const {
  std::string Name = A.Op ? A.Op->TheSchema.fullName() : A.Call;
  return results(A.Results) + Name + "(" +
         list(A.Arguments, [this](const Argument &Arg) { return print(Arg); }) +
         ")";
}

const char *describe(Sink S) {
  switch (S) {
  case Sink::FirstElement:
    return "first element";
  case Sink::Index:
    return "indexed";
  case Sink::Call:
    return "call";
  case Sink::Launch:
    return "launch";
  case Sink::Memcpy:
    break;
  }
  return "memcpy";
}

std::string Printer::operator()(const UsePointer &U) const {
  std::string Out = "use " + pointer(U.Pointer) + ": " + describe(U.Where);
  if (!U.Callee.empty())
    Out += " of " + U.Callee;
  if (U.IsWritten)
    Out += ", written";
  if (!U.Together.empty())
    Out += ", element by element";
  if (!U.StridesOf.empty())
    Out += ", with the strides of " +
           list(
               U.StridesOf,
               [this](const StrideGiven &S) {
                 return place(S.Tensor) +
                        (S.Dimension ? "[" + std::to_string(*S.Dimension) + "]"
                                     : "");
               },
               ", ");
  return Out;
}

std::string Printer::operator()(const Call &C) const {
  return results(C.Results) + "call " + C.Callee + "(" + places(C.Arguments) +
         ")";
}

std::string Printer::operator()(const RuntimeCall &R) const {
  return (R.IsLaunch ? "launch "
          : R.Rule   ? "runtime "
                     : "unknown ") +
         R.Callee + memory(" to ", R.To) + memory(" from ", R.From) +
         memory(" of ", R.Of) +
         (R.Bytes ? ", " + std::to_string(*R.Bytes) + " bytes" : "");
}

const char *describe(Reach R) {
  switch (R) {
  case Reach::Internal:
    return "internal";
  case Reach::Exported:
    return "exported";
  case Reach::External:
    return "external";
  case Reach::Entry:
    break;
  }
  return "entry";
}

std::string header(const Function &F, const Printer &Print,
                   const FileTable &Files) {
  std::string Out = "function " + F.Name + " [" + describe(F.TheReach);
  Out += F.Uncertain ? ", uncertain]" : "]";
  if (F.NameRange.isValid())
    Out += " " + Files.path(F.NameRange.File) + ":" +
           std::to_string(F.NameRange.Line);
  Out += "\n";
  for (const Parameter &P : F.Parameters)
    Out += "  parameter " + Print.place(P.Tensor) +
           (F.Places[P.Tensor].IsList ? " (list)" : "") +
           (P.IsOptional ? " (optional)" : "") +
           (P.IsMutableReference ? " (mutable reference)" : "") + "\n";
  return Out;
}

} // namespace

std::string dump(const Function &F, const FileTable &Files) {
  Printer Print(F);
  std::string Out = header(F, Print, Files);
  for (size_t I = 0; I < F.Blocks.size(); ++I) {
    Out += "  block " + std::to_string(I) + (I == F.Entry ? " (entry)" : "") +
           ":\n";
    for (const Fact &X : F.Blocks[I].Facts) {
      Out += "    " + std::visit(Print, X.What);
      if (X.From.Range.isValid())
        Out += "  @" + std::to_string(X.From.Range.Line) + ":" +
               std::to_string(X.From.Range.Column);
      Out += "\n";
    }
    for (const Edge &E : F.Blocks[I].Successors)
      Out += "    -> " + std::to_string(E.To) +
             (E.Assumes ? " if " + Print.print(*E.Assumes) : "") + "\n";
  }
  return Out;
}

} // namespace tensortidy
