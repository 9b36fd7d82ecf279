// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Templates.h"

#include <fstream>
#include <iterator>
#include <regex>

using namespace tensortidy;

namespace oracle {

namespace {

std::string textOf(const std::string &FileName) {
  std::ifstream Stream(FileName);
  return {std::istreambuf_iterator<char>(Stream), {}};
}

std::string joined(const std::vector<std::string> &Parts) {
  std::string Out;
  for (const std::string &P : Parts)
    Out += (Out.empty() ? "" : ", ") + P;
  return Out;
}

/// A schema's default in C++: "None", "True", "[0, 1]", "contiguous_format".
std::string defaultText(const SchemaArgument &A) {
  std::string D = A.Default.value_or("None");
  if (D == "None")
    return "{}";
  if (D == "True" || D == "False")
    return D == "True" ? "true" : "false";
  if (D == "contiguous_format")
    return "at::MemoryFormat::Contiguous";
  if (D[0] == '[')
    return "{" + D.substr(1, D.size() - 2) + "}";
  return D;
}

class DispatcherText {
public:
  DispatcherText(const Template &T, const std::vector<Actual> &Arguments)
      : Schema(T.Op->TheSchema), Arguments(Arguments) {}

  std::string text(const DeclaredNames &Declared, bool PreferMethod) {
    const std::string Name = Schema.Name.substr(Schema.Name.find(':') + 2);
    std::vector<std::string> Outs, Rest;
    split(Outs, Rest);
    if (!Outs.empty()) {
      Outs.insert(Outs.end(), Rest.begin(), Rest.end());
      return Declared.hasFunction(Name + "_out")
                 ? "at::" + Name + "_out(" + joined(Outs) + ")"
                 : "";
    }
    const bool HasSelf = !Schema.Arguments.empty() &&
                         Schema.Arguments[0].Name == "self" &&
                         Schema.Arguments[0].Type == SchemaType::Tensor;
    const bool Method = HasSelf && Declared.hasMethod(Name);
    const bool Function = Declared.hasFunction(Name);
    if (Method && (PreferMethod || !Function)) {
      const std::string Self = Rest[0];
      Rest.erase(Rest.begin());
      return Self + "." + Name + "(" + joined(Rest) + ")";
    }
    return Function ? "at::" + Name + "(" + joined(Rest) + ")" : "";
  }

private:
  bool isGiven(size_t I) const {
    return I < Arguments.size() && Arguments[I].IsGiven;
  }
  /// Where a plain list or {} would fit several overloads.
  std::string given(size_t I) const {
    const SchemaArgument &A = Schema.Arguments[I];
    const std::string &Text = Arguments[I].Text;
    if (A.Type == SchemaType::IntList && A.Optional && Text[0] == '{' &&
        Text != "{}")
      return "at::IntArrayRef(" + Text + ")";
    if ((A.Type == SchemaType::Other || A.Type == SchemaType::ScalarType) &&
        Text == "{}")
      return "c10::nullopt";
    return Text;
  }
  /// dtype, layout, device and pin_memory in a row are one TensorOptions.
  bool areOptions(size_t I) const {
    static const char *const Names[] = {"dtype", "layout", "device",
                                        "pin_memory"};
    for (size_t J = 0; J < 4; ++J)
      if (I + J >= Schema.Arguments.size() ||
          Schema.Arguments[I + J].Name != Names[J])
        return false;
    return true;
  }
  bool isOut(size_t I) const {
    return Schema.Arguments[I].KeywordOnly && Schema.Arguments[I].Writes;
  }

  void split(std::vector<std::string> &Outs, std::vector<std::string> &Rest) {
    size_t Needed = 0;
    for (size_t I = 0; I < Schema.Arguments.size();) {
      const bool Options = areOptions(I);
      std::string Text = Options      ? "at::TensorOptions()"
                         : isGiven(I) ? given(I)
                                      : defaultText(Schema.Arguments[I]);
      bool Given = isGiven(I) && Text != "{}" && !Options;
      for (size_t J = I; Options && J < I + 4; ++J)
        if (isGiven(J) && Arguments[J].Text != "{}") {
          Text = "at::TensorOptions(" + Arguments[J].Text + ")";
          Given = true;
        }
      if (isOut(I)) {
        Outs.push_back(Text);
      } else {
        Rest.push_back(Text);
        if (Given || (!Schema.Arguments[I].Default && !Options))
          Needed = Rest.size();
      }
      I += Options ? 4 : 1;
    }
    Rest.resize(Needed);
  }

  const Schema &Schema;
  const std::vector<Actual> &Arguments;
};

/// "at::operator+(Tensor, Scalar)", "at::Tensor::operator[](Tensor, int)".
std::string functionText(const Template &T,
                         const std::vector<Actual> &Arguments, bool &IsInfix) {
  const std::string &Signature = T.Signature;
  const size_t At = Signature.find("operator");
  const std::string Name = Signature.substr(0, Signature.find('('));
  std::vector<std::string> Texts;
  for (const Actual &A : Arguments)
    Texts.push_back(A.Text);
  if (At != std::string::npos) {
    const std::string Symbol = Name.substr(At + 8);
    if (Symbol == "[]")
      return Texts[0] + "[" + Texts[1] + "]";
    IsInfix = true;
    if (Texts.size() == 1)
      return Symbol + Texts[0];
    return Texts[0] + " " + Symbol + " " + Texts[1];
  }
  const std::string Method = Name.substr(Name.rfind(':') + 1);
  if (Name.rfind("at::Tensor::", 0) != 0)
    return "";
  // Not a const method, unlike all others: a reference to const does not do.
  const std::string Self =
      Method == "index_put_" ? "at::Tensor(" + Texts[0] + ")" : Texts[0];
  Texts.erase(Texts.begin());
  return Self + "." + Method + "(" + joined(Texts) + ")";
}

} // namespace

DeclaredNames::DeclaredNames(const std::string &IncludeFolder)
    : Folder(IncludeFolder) {
  const std::string Text = textOf(Folder + "/ATen/core/TensorBody.h");
  static const std::regex Method(
      "\n  (?:at::Tensor|::std::\\S+<[^\n(]*>|void)(?: &)? (\\w+)\\(");
  for (std::sregex_iterator I(Text.begin(), Text.end(), Method), E; I != E; ++I)
    Methods.insert((*I)[1]);
}

bool DeclaredNames::hasFunction(const std::string &Name) const {
  const std::string File = Name.substr(0, Name.find("_out"));
  auto [It, IsNew] = Functions.try_emplace(Name, false);
  if (IsNew)
    It->second = std::regex_search(
        textOf(Folder + "/ATen/ops/" + File + ".h"),
        std::regex("\n(?:TORCH_API )?inline [^\n(]*[ &]" + Name + "\\("));
  return It->second;
}

std::string cppText(const Template &T, const std::vector<Actual> &Arguments,
                    const DeclaredNames &Declared, bool PreferMethod,
                    bool &IsInfix) {
  IsInfix = false;
  return T.Op->FromDispatcher
             ? DispatcherText(T, Arguments).text(Declared, PreferMethod)
             : functionText(T, Arguments, IsInfix);
}

} // namespace oracle
