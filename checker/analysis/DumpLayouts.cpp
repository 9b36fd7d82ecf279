// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/DumpLayouts.h"

#include "analysis/FunctionAnalysis.h"
#include "layout/Queries.h"

#include <map>
#include <tuple>

namespace tensortidy {

namespace {

std::string contiguity(const Layout &L, const Facts &F) {
  const Answer A = isContiguous(L, F);
  if (isYes(A))
    return "contiguous";
  return A == Answer::No ? "not contiguous"
         : isNo(A)       ? "not contiguous unless sizes coincide"
                         : "contiguous or not";
}

/// The first visit of each statement; further ones are other instances of it.
class LayoutPrinter : public Observer {
public:
  explicit LayoutPrinter(const FileTable &Files) : Files(Files) {}

  void onFact(const Visit &V) override {
    const SourceRange &At =
        V.At.From.Statement.isValid() ? V.At.From.Statement : V.At.From.Range;
    if (!At.isValid())
      return;
    const Key Where{At.File, At.Begin, V.At.Expansion};
    if (!Statements.count(Where))
      Statements[Where] = header(At, V) + values(V);
  }

  std::string text() const {
    std::string Out;
    for (const auto &[Where, Text] : Statements)
      Out += Text;
    return Out;
  }

private:
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;

  std::string header(const SourceRange &At, const Visit &V) const {
    std::string Out = "  before " + Files.path(At.File) + ":" +
                      std::to_string(At.Line) + ":" + std::to_string(At.Column);
    if (V.At.Expansion)
      Out += " (called by '" + V.In.In.Name + "')";
    return Out + "\n";
  }

  static std::string values(const Visit &V) {
    std::string Out;
    for (const auto &[P, Value] : V.Before.Places) {
      const Place &Named = V.In.In.Places[P];
      if (Named.Kind == PlaceKind::Temporary || Named.Name.empty())
        continue;
      Out += "    " + Named.Name + ": ";
      const char *Separator = "";
      for (const Alternative &A : Value) {
        Out += Separator + value(A, V.Before);
        Separator = ", or ";
      }
      Out += "\n";
    }
    return Out;
  }

  static std::string value(const Alternative &A, const State &S) {
    const Layout L = S.layout(A);
    const SymbolTable &Symbols = S.TheFacts.symbols();
    std::string Out = L.hasRank() ? "sizes " + printSizes(L, Symbols) +
                                        " strides " + printStrides(L, Symbols)
                                  : "rank unknown, " + print(L, Symbols);
    return Out + " " + contiguity(L, S.TheFacts) +
           (A.Vague ? " (not seen)" : "");
  }

  const FileTable &Files;
  std::map<Key, std::string> Statements;
};

} // namespace

std::string dumpLayouts(const Function &F, const FileTable &Files) {
  std::string Out = "layouts in " + F.Name + "\n";
  FunctionAnalysis A(F);
  if (!A.run())
    return Out + "  given up: " + A.whyNot() + "\n";
  LayoutPrinter Printer(Files);
  A.replay(Printer);
  return Out + Printer.text();
}

} // namespace tensortidy
