// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/ModelSetImpl.h"

namespace tensortidy {
namespace {

/// What a spelled C++ type can be an argument for; none when it says nothing.
std::optional<SchemaType> typeSpelled(const std::string &Type) {
  auto Has = [&](const char *Part) {
    return Type.find(Part) != std::string::npos;
  };
  bool IsList = Has("List") || Has("ArrayRef") || Has("vector") ||
                Has("initializer_list") || Has("array<");
  struct Spelling {
    const char *Part;
    SchemaType One, List;
  };
  // The first part found decides: "TensorOptions" before "Tensor".
  static const Spelling Spellings[] = {
      {"TensorOptions", SchemaType::Other, SchemaType::Other},
      {"TensorIndex", SchemaType::Other, SchemaType::Other},
      {"Dimname", SchemaType::Other, SchemaType::Other},
      {"string", SchemaType::Other, SchemaType::Other},
      {"Tensor", SchemaType::Tensor, SchemaType::TensorList},
      {"ScalarType", SchemaType::ScalarType, SchemaType::Other},
      {"Scalar", SchemaType::Scalar, SchemaType::Other},
      {"MemoryFormat", SchemaType::MemoryFormat, SchemaType::Other},
      {"Layout", SchemaType::Layout, SchemaType::Other},
      {"Device", SchemaType::Device, SchemaType::Other},
      {"bool", SchemaType::Bool, SchemaType::Other},
      {"SymInt", SchemaType::Int, SchemaType::IntList},
      {"Int", SchemaType::IntList, SchemaType::IntList},
      {"int", SchemaType::Int, SchemaType::IntList},
      {"long", SchemaType::Int, SchemaType::IntList},
  };
  for (const Spelling &S : Spellings)
    if (Has(S.Part))
      return IsList ? S.List : S.One;
  return std::nullopt;
}

bool fits(SchemaType Cpp, SchemaType Wanted) {
  return Cpp == Wanted ||
         (Cpp == SchemaType::Int && Wanted == SchemaType::IntList) ||
         (Cpp == SchemaType::Tensor && Wanted == SchemaType::Other);
}

/// How much an argument tells about layouts: breaks ties between overloads.
unsigned weight(SchemaType T) {
  switch (T) {
  case SchemaType::Tensor:
  case SchemaType::TensorList:
    return 4;
  case SchemaType::Int:
  case SchemaType::IntList:
    return 3;
  case SchemaType::Scalar:
  case SchemaType::ScalarType:
    return 2;
  case SchemaType::Other:
    return 0;
  default:
    return 1;
  }
}

bool isOption(const SchemaArgument &A) {
  return A.Name == "dtype" || A.Name == "layout" || A.Name == "device" ||
         A.Name == "pin_memory";
}

/// Matches one overload against a callee.
struct Matcher {
  const Schema &S;
  const CppCallee &Callee;
  std::vector<bool> Filled;
  OverloadChoice Choice;
  bool HasOptions = false;
  unsigned Score = 0;

  Matcher(const Operator &Op, const CppCallee &Callee)
      : S(Op.TheSchema), Callee(Callee),
        Filled(Op.TheSchema.Arguments.size(), false) {
    Choice.Op = &Op;
  }

  bool object() {
    if (!Callee.IsMethod)
      return true;
    std::optional<unsigned> Self = S.indexOf("self");
    // A module's methods are C++ functions whose object is no tensor.
    if (!Self || (S.Arguments[*Self].Type != SchemaType::Tensor &&
                  S.Arguments[*Self].Type != SchemaType::Other))
      return false;
    Choice.ObjectArgument = static_cast<int>(*Self);
    Filled[*Self] = true;
    return true;
  }

  /// The argument that the parameter at \p Index fills: by name, or the next
  /// one for a parameter without a name.
  std::optional<unsigned> argumentFor(size_t Index) const {
    const std::string &Name = Callee.ParameterNames[Index];
    if (!Name.empty())
      return S.indexOf(Name);
    for (unsigned I = 0; I < Filled.size(); ++I)
      if (!Filled[I])
        return I;
    return std::nullopt;
  }

  bool parameter(size_t Index) {
    if (Callee.ParameterNames[Index] == "options" && !S.indexOf("options")) {
      bool Takes = S.indexOf("dtype") && S.indexOf("layout");
      HasOptions = true;
      Choice.ArgumentOf.push_back(-1);
      return Takes;
    }
    std::optional<unsigned> I = argumentFor(Index);
    if (!I || Filled[*I])
      return false;
    Filled[*I] = true;
    Score += weight(S.Arguments[*I].Type);
    Choice.ArgumentOf.push_back(static_cast<int>(*I));
    if (Index >= Callee.ParameterTypes.size())
      return true;
    std::optional<SchemaType> T = typeSpelled(Callee.ParameterTypes[Index]);
    return !T || fits(*T, S.Arguments[*I].Type);
  }

  /// What no parameter fills must have a default. C++ gives written arguments
  /// only to functions whose name ends in _out.
  bool rest(bool IsOut) const {
    bool AnyOut = false;
    for (size_t I = 0; I < S.Arguments.size(); ++I) {
      const SchemaArgument &A = S.Arguments[I];
      bool IsWritten = A.Writes && A.KeywordOnly;
      AnyOut = AnyOut || IsWritten;
      if (!Filled[I] && (IsWritten || !(A.Default || A.Optional ||
                                        (HasOptions && isOption(A)))))
        return false;
    }
    return AnyOut == IsOut;
  }

  bool match(bool IsOut) {
    if (!object())
      return false;
    for (size_t I = 0; I < Callee.ParameterNames.size(); ++I)
      if (!parameter(I))
        return false;
    return rest(IsOut);
  }
};

} // namespace

std::optional<OverloadChoice>
chooseOverload(const std::vector<Operator *> &Overloads,
               const CppCallee &Callee, bool IsOut) {
  std::optional<OverloadChoice> Best;
  unsigned BestScore = 0;
  for (const Operator *Op : Overloads) {
    Matcher M(*Op, Callee);
    if (!M.match(IsOut))
      continue;
    // Fewer arguments left to their defaults is the better match.
    unsigned Score = M.Score * 16 + (Op->hasRule() ? 1 : 0);
    if (Best && Score <= BestScore)
      continue;
    Best = M.Choice;
    BestScore = Score;
  }
  return Best;
}

} // namespace tensortidy
