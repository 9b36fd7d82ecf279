// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"

#include "Execute.h"

#include <algorithm>
#include <fstream>
#include <map>

using namespace tensortidy;

namespace conformance {
namespace {

const char *typeName(SchemaType T) {
  switch (T) {
  case SchemaType::Tensor:
    return "Tensor";
  case SchemaType::TensorList:
    return "Tensor[]";
  case SchemaType::Int:
    return "int";
  case SchemaType::IntList:
    return "int[]";
  case SchemaType::Scalar:
    return "Scalar";
  default:
    return "_";
  }
}

/// Of the operators with different schemas, the one of this libtorch; any when
/// it has none.
const Operator *operatorNamed(const std::string &Name, const ModelSet &Models) {
  std::vector<const Operator *> All = Models.findAll(Name);
  auto Here = std::find_if(All.begin(), All.end(),
                           [](const Operator *Op) { return exists(*Op); });
  return All.empty() ? nullptr : Here == All.end() ? All.front() : *Here;
}

/// "4 aten::add.Tensor(x, x)" or, for C++ functions, whose names may hold
/// anything but a blank, "4 at::operator+(Tensor, Scalar) <- x, 2".
bool parseLine(const std::string &Line, const ModelSet &Models, Call &C,
               std::string &Error) {
  size_t Blank = Line.find(' ');
  if (Line[0] < '0' || Line[0] > '4' || Blank == std::string::npos) {
    Error = "expected 'RANK call'";
    return false;
  }
  C.Rank = static_cast<unsigned>(Line[0] - '0');
  C.Type = Line[1] == 'i'   ? at::kLong
           : Line[1] == 'j' ? at::kInt
           : Line[1] == 'b' ? at::kBool
           : Line[1] == 'h' ? at::kBFloat16
           : Line[1] == 'c' ? at::kComplexFloat
                            : at::kFloat;
  C.EmptyToo = Line[1] != 'n';
  C.Text = Line.substr(Blank + 1);
  std::string Arguments;
  size_t Arrow = C.Text.find(" <- ");
  if (Arrow != std::string::npos) {
    C.Signature = C.Text.substr(0, Arrow);
    Arguments = C.Text.substr(Arrow + 4);
    for (const Operator *Op : Models.ruled())
      if (!Op->FromDispatcher && signatureOf(*Op) == C.Signature)
        C.Op = Op;
  } else {
    size_t Open = C.Text.find('(');
    C.Op = operatorNamed(C.Text.substr(0, Open), Models);
    Arguments = C.Text.substr(Open + 1, C.Text.rfind(')') - Open - 1);
  }
  if (!C.Op) {
    Error = "no such operator";
    return false;
  }
  ExprError Bad;
  auto List = parseRuleExpression("[" + Arguments + "]", Bad);
  if (!List) {
    Error = Bad.Message;
    return false;
  }
  C.Arguments = List->Children;
  return true;
}

RuleExpr parsed(const std::string &Text) {
  ExprError Bad;
  return *parseRuleExpression(Text, Bad);
}

/// What a default call gives for an argument that is no tensor; empty to leave
/// it to its default.
std::string plainValue(const SchemaArgument &A) {
  if (A.Default || A.Optional)
    return "";
  switch (A.Type) {
  case SchemaType::Int:
    return "1";
  case SchemaType::Scalar:
    return "2";
  case SchemaType::Bool:
    return "false";
  case SchemaType::IntList:
    return "sizes(x)";
  default:
    return "none";
  }
}

Call callWith(const Operator &Op, unsigned Rank, at::ScalarType Type,
              const std::vector<std::string> &Tensors) {
  Call C;
  C.Op = &Op;
  C.Rank = Rank;
  C.Type = Type;
  C.Text = Op.TheSchema.fullName() + "(";
  size_t Next = 0;
  for (const SchemaArgument &A : Op.TheSchema.Arguments) {
    bool IsTensor = A.Type == SchemaType::Tensor;
    std::string Value = IsTensor ? Tensors[std::min(Next++, Tensors.size() - 1)]
                                 : plainValue(A);
    C.Arguments.push_back(parsed(Value.empty() ? "absent" : Value));
    C.Text += (C.Arguments.size() > 1 ? ", " : "") + C.Arguments.back().Text;
    if (!IsTensor && !Value.empty())
      C.Text += Value;
  }
  C.Text += ")";
  if (!Op.FromDispatcher)
    C.Signature = signatureOf(Op);
  return C;
}

} // namespace

std::string signatureOf(const Operator &Op) {
  std::string Text = Op.TheSchema.Name + "(";
  for (size_t I = 0; I < Op.TheSchema.Arguments.size(); ++I)
    Text +=
        (I ? ", " : "") + std::string(typeName(Op.TheSchema.Arguments[I].Type));
  return Text + ")";
}

std::optional<Call> parseCall(const std::string &Line, const ModelSet &Models,
                              std::string &Error) {
  Call C;
  if (!parseLine(Line, Models, C, Error))
    return std::nullopt;
  return C;
}

std::vector<Call> readCalls(const std::string &FileName, const ModelSet &Models,
                            std::string &Error) {
  std::ifstream Stream(FileName);
  std::vector<Call> Calls;
  std::string Line;
  unsigned Number = 0;
  if (!Stream)
    Error = FileName + ": cannot be read";
  while (Error.empty() && std::getline(Stream, Line)) {
    ++Number;
    if (Line.empty() || Line[0] == '#')
      continue;
    Call C;
    bool IsCall = parseLine(Line, Models, C, Error);
    if (IsCall && exists(*C.Op))
      Calls.push_back(std::move(C));
    if (!IsCall)
      Error =
          FileName + ":" + std::to_string(Number) + ": " + Error + ": " + Line;
  }
  return Calls;
}

std::vector<Call> defaultCalls(const Operator &Op) {
  std::vector<Call> Calls;
  size_t Tensors = std::count_if(
      Op.TheSchema.Arguments.begin(), Op.TheSchema.Arguments.end(),
      [](const SchemaArgument &A) { return A.Type == SchemaType::Tensor; });
  for (at::ScalarType Type : {at::kFloat, at::kLong})
    for (unsigned Rank : {2u, 4u}) {
      Calls.push_back(callWith(Op, Rank, Type, {"x"}));
      if (Tensors < 2)
        continue;
      Calls.push_back(callWith(Op, Rank, Type, {"x", "like"}));
      Calls.push_back(callWith(Op, Rank, Type, {"like", "x"}));
      if (Rank == 4) {
        Calls.push_back(callWith(Op, Rank, Type, {"x", "cl_like"}));
        Calls.push_back(callWith(Op, Rank, Type, {"cl_like", "x"}));
      }
    }
  return Calls;
}

std::optional<std::string> textNamed(const std::string &Word) {
  static const std::map<std::string, std::string> Texts = {
      {"valid", "valid"},
      {"reflect", "reflect"},
      {"replicate", "replicate"},
      {"circular", "circular"},
      {"add", "add"},
      {"xy", "xy"},
      {"same", "ij->ij"},
      {"transposed", "ij->ji"},
      {"implicit", "ji"},
      {"rows", "ij->i"},
      {"matrix", "ij,jk->ik"},
      {"matrix_transposed", "ij,kj->ki"},
      {"dot", "ij,ij->"},
      {"row_dot", "ij, ij -> i"},
      {"outer", "ij,k->ijk"},
      {"scores", "bhid,bhjd->bhij"},
      {"heads", "bihd,bjhd->bhij"},
      {"attended", "bhij,bhjd->bihd"},
      {"chain", "ij,jk,kl->il"}};
  const auto Text = Texts.find(Word);
  return Text == Texts.end() ? std::nullopt : std::optional(Text->second);
}

} // namespace conformance
