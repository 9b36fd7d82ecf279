// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Printer.h"

#include <cctype>
#include <optional>
#include <set>

namespace oracle {

namespace {

using Kind = Statement::Kind;

std::string signatureText(const std::string &Name,
                          const std::vector<Parameter> &Parameters) {
  std::string Out = "at::Tensor " + Name + "(";
  for (size_t I = 0; I < Parameters.size(); ++I)
    Out += (I ? ", " : "") + Parameters[I].Type + Parameters[I].Name;
  return Out + ") {\n";
}

std::string programName(const ProgramTree &T) {
  return "p" + std::to_string(T.Number);
}

/// The declaration in front of a call's expression.
std::string declaration(const Call &C, bool Recorded) {
  switch (C.How) {
  case Call::Takes::Nothing:
    return "";
  case Call::Takes::New:
    return "at::Tensor " + C.Results[0] + " = ";
  case Call::Takes::Old:
    return C.Results[0] + " = ";
  case Call::Takes::List:
    return "std::vector<at::Tensor> " + C.Results[0] + " = ";
  case Call::Takes::Several:
    break;
  }
  if (Recorded)
    return "std::vector<at::Tensor> all_" + C.Results[0] + " = ";
  std::string Names;
  for (const std::string &R : C.Results)
    Names += (Names.empty() ? "" : ", ") + R;
  return "auto [" + Names + "] = ";
}

/// Counts where names stand, to see which are used once.
class NameCounts {
public:
  explicit NameCounts(const ProgramTree &T) {
    forEachStatement(T, [&](const Statement &S) {
      count(S.Text);
      if (S.TheKind != Kind::Lines && S.TheKind != Kind::Branch) {
        count(S.TheCall.Text);
        for (const std::string &Name : S.TheCall.Operands)
          count(Name);
        for (const std::string &Name : S.TheCall.Results)
          if (S.TheCall.How == Call::Takes::Old)
            count(Name);
      }
    });
  }
  unsigned of(const std::string &Name) const {
    auto Found = Counts.find(Name);
    return Found == Counts.end() ? 0 : Found->second;
  }

private:
  void count(const std::string &Text) {
    std::string Word;
    for (char C : Text + " ") {
      if (std::isalnum(static_cast<unsigned char>(C)) || C == '_') {
        Word += C;
        continue;
      }
      if (!Word.empty())
        ++Counts[Word];
      Word.clear();
    }
  }
  std::map<std::string, unsigned> Counts;
};

class PlainPrinter {
public:
  PlainPrinter(const ProgramTree &T, PlainText &Out)
      : T(T), Out(Out), Counts(T) {}

  void print() {
    for (const Helper &H : T.Helpers) {
      Out.Text += "static " + signatureText(H.Name, H.Parameters);
      block(H.Body, "  ");
      Out.Text += "}\n\n";
    }
    Out.Text += signatureText(programName(T), T.Parameters);
    block(T.Body, "  ");
    Out.Text += "}\n\n";
  }

private:
  void block(const Block &B, const std::string &Indent) {
    for (size_t I = 0; I < B.size(); ++I) {
      if (I + 1 < B.size() && isInlined(B[I], B[I + 1])) {
        // A chain of calls: v.a().b().c()
        Chain.push_back(&B[I].TheCall);
        continue;
      }
      statement(B[I], Indent);
      Chain.clear();
    }
  }

  /// Is the one use of \p Made the call behind it?
  bool isInlined(const Statement &Made, const Statement &Next) const {
    const Call &C = Made.TheCall;
    return Made.TheKind == Kind::Call && C.How == Call::Takes::New &&
           C.Number % 4 != 0 && Counts.of(C.Results[0]) == 1 &&
           (Next.TheKind == Kind::Call || Next.TheKind == Kind::HelperCall) &&
           usesOnce(Next.TheCall, C.Results[0]);
  }
  static bool usesOnce(const Call &C, const std::string &Name) {
    for (size_t I = 0; I < C.Operands.size(); ++I) {
      if (C.Operands[I] != Name)
        continue;
      if (static_cast<int>(I) == C.Lvalue)
        return false;
      const std::string Hole = "$" + std::to_string(I);
      const size_t At = C.Text.find(Hole);
      return At != std::string::npos &&
             C.Text.find(Hole, At + 1) == std::string::npos;
    }
    return false;
  }

  void statement(const Statement &S, const std::string &Indent) {
    switch (S.TheKind) {
    case Kind::Lines:
      lines(S.Text, Indent);
      break;
    case Kind::Branch:
      Out.Text += Indent + S.Text + " {\n";
      nested(S.First, Indent);
      if (!S.Second.empty()) {
        Out.Text += Indent + "} else {\n";
        nested(S.Second, Indent);
      }
      Out.Text += Indent + "}\n";
      break;
    case Kind::Return:
      Out.Text += Indent + "return " + S.TheCall.Operands[0] + ";\n";
      break;
    case Kind::Call:
    case Kind::HelperCall:
      Out.Text += Indent + declaration(S.TheCall, false);
      expression(S.TheCall);
      Out.Text += ";\n";
    }
  }
  void nested(const Block &B, const std::string &Indent) {
    std::vector<const Call *> Outer;
    Outer.swap(Chain);
    block(B, Indent + "  ");
    Chain.swap(Outer);
  }
  void lines(const std::string &Text, const std::string &Indent) {
    Out.Text += Indent;
    for (char C : Text) {
      Out.Text += C;
      if (C == '\n')
        Out.Text += Indent;
    }
    Out.Text += "\n";
  }

  const Call *inlined(const std::string &Name) const {
    for (const Call *C : Chain)
      if (C->Results[0] == Name)
        return C;
    return nullptr;
  }

  void expression(const Call &C) {
    const auto Begin = static_cast<uint32_t>(Out.Text.size());
    for (size_t I = 0; I < C.Text.size(); ++I) {
      if (C.Text[I] != '$') {
        Out.Text += C.Text[I];
        continue;
      }
      const std::string &Name =
          C.Operands.at(static_cast<size_t>(C.Text[++I] - '0'));
      const Call *Inner = inlined(Name);
      if (!Inner) {
        Out.Text += Name;
        continue;
      }
      Out.Text += Inner->IsInfix ? "(" : "";
      expression(*Inner);
      Out.Text += Inner->IsInfix ? ")" : "";
    }
    const auto End = static_cast<uint32_t>(Out.Text.size());
    Out.Calls[{Begin, End}] = {T.Number, C.Number};
  }

  const ProgramTree &T;
  PlainText &Out;
  const NameCounts Counts;
  std::vector<const Call *> Chain;
};

class RecordedPrinter {
public:
  explicit RecordedPrinter(const ProgramTree &T) : T(T) {}

  std::string print() {
    for (const Helper &H : T.Helpers) {
      Out += "static " + signatureText(H.Name, H.Parameters);
      block(H.Body);
      Out += "}\n";
    }
    Out += "static " + signatureText(programName(T), T.Parameters);
    block(T.Body);
    Out += "}\nstatic void run_" + programName(T) + "(oracle::Inputs &in) {\n";
    std::string Names;
    for (const Parameter &P : T.Parameters) {
      Names += (Names.empty() ? "" : ", ") + P.Name;
      Out += "auto " + P.Name + " = in." + argument(P) + ";\n";
    }
    return Out + programName(T) + "(" + Names + ");\n}\n";
  }

private:
  static std::string argument(const Parameter &P) {
    if (P.How.empty())
      return "flag()";
    std::string Sizes;
    for (int64_t Size : P.Sizes)
      Sizes += (Sizes.empty() ? "" : ", ") + std::to_string(Size);
    return "tensor({" + Sizes + "}, oracle::Given::" + P.How + ")";
  }

  void block(const Block &B) {
    for (const Statement &S : B)
      statement(S);
  }

  void statement(const Statement &S) {
    switch (S.TheKind) {
    case Kind::Lines:
      Out += S.Text + "\n";
      return;
    case Kind::Branch:
      Out += S.Text + " {\n";
      block(S.First);
      if (!S.Second.empty()) {
        Out += "} else {\n";
        block(S.Second);
      }
      Out += "}\n";
      return;
    case Kind::Return:
      Out += "return " + S.TheCall.Operands[0] + ";\n";
      return;
    case Kind::HelperCall:
      return helperCall(S.TheCall);
    case Kind::Call:
      return call(S.TheCall);
    }
  }

  static std::string filled(const Call &C, bool ByName) {
    std::string Text;
    for (size_t I = 0; I < C.Text.size(); ++I) {
      if (C.Text[I] != '$') {
        Text += C.Text[I];
        continue;
      }
      const std::string Number(1, C.Text[++I]);
      Text += ByName ? C.Operands.at(std::stoul(Number)) : "o[" + Number + "]";
    }
    return Text;
  }

  void helperCall(const Call &C) {
    Out += "at::Tensor " + C.Results[0] + ";\n{ oracle::InHelper h(" +
           std::to_string(C.Number) + "); " + C.Results[0] + " = " +
           filled(C, true) + "; }\n";
  }

  void call(const Call &C) {
    std::string Operands;
    for (const std::string &O : C.Operands)
      Operands += (Operands.empty() ? "" : ", ") + O;
    Out += declaration(C, true) + "oracle::call(" + std::to_string(C.Number) +
           ", {" + Operands +
           "}, [&](oracle::Operands &o) -> oracle::Results "
           "{ return " +
           filled(C, false) + "; })";
    if (C.How == Call::Takes::New || C.How == Call::Takes::Old)
      Out += ".one()";
    if (C.How == Call::Takes::List || C.How == Call::Takes::Several)
      Out += ".list()";
    Out += ";\n";
    for (size_t I = 0; C.How == Call::Takes::Several && I < C.Results.size();
         ++I)
      Out += "at::Tensor " + C.Results[I] + " = all_" + C.Results[0] + "[" +
             std::to_string(I) + "];\n";
  }

  const ProgramTree &T;
  std::string Out;
};

} // namespace

void printPlain(const ProgramTree &T, PlainText &Into) {
  PlainPrinter(T, Into).print();
}

std::string printRecorded(const ProgramTree &T) {
  return RecordedPrinter(T).print();
}

} // namespace oracle
