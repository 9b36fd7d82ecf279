// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Surprises.h"

#include "layout/Queries.h"
#include "models/Rule.h"

#include <fstream>
#include <set>
#include <sstream>

using namespace tensortidy;

namespace conformance {
namespace {

const char *CannotTell = "cannot tell";

std::string words(bool Yes) { return Yes ? "yes" : "no"; }
std::string words(Answer A) {
  return isYes(A) ? "yes" : A == Answer::No ? "no" : CannotTell;
}

/// The last call, before and after.
struct Happened {
  const Call &C;
  const std::vector<at::Tensor> &Before;
  const Outcome &O;
  const Actual &A;
  const Facts &F;
  const Values &V;

  bool hasResults() const { return !A.Results.empty() && !O.Results.empty(); }
  const at::Tensor &real() const { return A.Results.front(); }
  Layout model() const { return normalized(O.Results.front().TheLayout, F); }
};

Answers relation(const Happened &H) {
  bool Self = false, View = false;
  for (const at::Tensor &B : H.Before)
    if (B.defined()) {
      Self = Self || H.real().is_same(B);
      View = View || H.real().is_alias_of(B);
    }
  return {Self   ? "self"
          : View ? "view"
                 : "new",
          toString(H.O.Results.front().TheRelation)};
}

Answers returns(const Happened &H) {
  Answer Model = H.O.NeverReturns ? Answer::No : Answer::Yes;
  for (const Requirement &R : H.O.Requirements)
    Model = conjunction(Model, R.Met);
  return {words(!H.A.Threw), words(Model)};
}

Answers copied(const Happened &H, const std::string &Name) {
  std::optional<unsigned> I = H.C.Op->TheSchema.indexOf(Name);
  if (!I || *I >= H.Before.size() || !H.Before[*I].defined())
    return {"no such operand", ""};
  const at::Tensor &Operand = H.Before[*I];
  bool Real = false;
  for (const ObservedCopy &Copy : H.A.Copies)
    Real = Real ||
           (Copy.SourceStorage == Operand.storage().unsafeGetStorageImpl() &&
            Copy.Elements >= Operand.numel());
  Answer Usable = Answer::Yes;
  for (const PredictedCopy &P : H.O.Copies)
    if (P.Argument == *I)
      Usable = conjunction(Usable, P.UsableAsIs);
  return {words(Real), words(negation(Usable))};
}

/// Do two elements have one address?
bool overlaps(const at::Tensor &T) {
  std::set<int64_t> Addresses{0};
  int64_t Count = 1;
  for (int64_t D = 0; D < T.dim(); ++D) {
    std::set<int64_t> Next;
    for (int64_t Address : Addresses)
      for (int64_t I = 0; I < T.size(D); ++I)
        Next.insert(Address + I * T.stride(D));
    Addresses = std::move(Next);
    Count *= T.size(D);
  }
  return static_cast<int64_t>(Addresses.size()) < Count;
}

Answers stride(const Happened &H, size_t Dim) {
  Layout L = H.model();
  if (static_cast<int64_t>(Dim) >= H.real().dim())
    return {"no such dimension", ""};
  std::string Real = std::to_string(H.real().stride(static_cast<int64_t>(Dim)));
  if (!L.hasRank() || Dim >= L.Front.size())
    return {Real, CannotTell};
  std::optional<int64_t> Stride = valueOf(L.Front[Dim].Stride, H.F, H.V);
  return {Real, Stride ? std::to_string(*Stride) : CannotTell};
}

Answers answersTo(const std::string &Question, const Happened &H) {
  if (Question == "returns")
    return returns(H);
  if (H.A.Threw || !H.hasResults())
    return {"no result: " + H.A.Message, ""};
  const at::Tensor &T = H.real();
  if (Question == "relation")
    return relation(H);
  if (Question.rfind("copied:", 0) == 0)
    return copied(H, Question.substr(7));
  if (Question.rfind("stride:", 0) == 0)
    return stride(H, std::stoul(Question.substr(7)));
  Layout L = H.model();
  if (Question == "contiguous")
    return {words(T.is_contiguous()), words(isContiguous(L, H.F))};
  if (Question == "dense")
    return {words(T.is_non_overlapping_and_dense()), words(isDense(L, H.F))};
  if (Question == "channels_last")
    return {words(T.is_contiguous(at::MemoryFormat::ChannelsLast)),
            words(isContiguous(L, MemoryFormat::ChannelsLast, H.F))};
  if (Question == "suggests_channels_last")
    return {words(T.suggest_memory_format() == at::MemoryFormat::ChannelsLast),
            words(suggestsFormat(L, MemoryFormat::ChannelsLast, H.F))};
  if (Question == "overlaps")
    return {words(overlaps(T)), words(mayOverlap(L, H.F))};
  return {"no such question", ""};
}

std::vector<at::Tensor> tensorsOf(const std::vector<BothArguments> &Arguments) {
  std::vector<at::Tensor> Tensors;
  for (const BothArguments &A : Arguments)
    Tensors.push_back(A.Concrete.isTensor() ? A.Concrete.toTensor()
                                            : at::Tensor());
  return Tensors;
}

/// "<2.0" or ">=2.0": does it hold here?
bool holdsHere(const std::string &Word) {
  bool Below = Word[0] == '<';
  auto Major = static_cast<unsigned>(std::stoul(Word.substr(Below ? 1 : 2)));
  return Below == (torchHere() < TorchVersion{Major, 0});
}

/// The calls of a line after its arrow. False where one is none.
bool readCallsOf(std::string Text, const ModelSet &Models, Surprise &S,
                 std::string &Error) {
  unsigned Rank = static_cast<unsigned>(std::stoul(Text));
  Text.erase(0, Text.find(' ') + 1);
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find(" ; ", At), Text.size());
    std::optional<Call> C = parseCall(
        std::to_string(Rank) + " " + Text.substr(At, End - At), Models, Error);
    if (!C)
      return false;
    S.Calls.push_back(*C);
    At = End + 3;
  }
  return true;
}

/// False: a mistake, or a line for another version (\p Error is empty).
bool parse(const std::string &Line, const ModelSet &Models, Surprise &S,
           std::string &Error) {
  size_t Arrow = Line.find(" <- ");
  if (Arrow == std::string::npos) {
    Error = "no arrow";
    return false;
  }
  std::istringstream Words(Line.substr(0, Arrow));
  Words >> S.Number >> S.Class;
  if (S.Class[0] == '<' || S.Class[0] == '>') {
    if (!holdsHere(S.Class))
      return false;
    Words >> S.Class;
  }
  Words >> S.Question >> S.Answer;
  S.Line = Line;
  S.ModelCannotTell = !S.Answer.empty() && S.Answer.back() == '?';
  if (S.ModelCannotTell)
    S.Answer.pop_back();
  return readCallsOf(Line.substr(Arrow + 4), Models, S, Error);
}

} // namespace

std::vector<Surprise> readSurprises(const std::string &FileName,
                                    const ModelSet &Models,
                                    std::string &Error) {
  std::ifstream Stream(FileName);
  std::vector<Surprise> All;
  if (!Stream)
    Error = FileName + ": cannot be read";
  for (std::string Line; Error.empty() && std::getline(Stream, Line);) {
    if (Line.empty() || Line[0] == '#')
      continue;
    Surprise S;
    if (parse(Line, Models, S, Error))
      All.push_back(std::move(S));
    else if (!Error.empty())
      Error += ": " + Line;
  }
  return All;
}

Answers ask(const Surprise &S) {
  SymbolTable Symbols;
  Facts F(Symbols);
  Values V;
  const Call &First = S.Calls.front();
  std::optional<Input> X =
      makeInput(S.Class, First.Rank, Mode::Exact, First.Type, F, V);
  if (!X)
    return {"no such input", ""};
  for (const Call &C : S.Calls) {
    std::vector<BothArguments> Arguments = evaluateArguments(C, *X, F);
    addTraits(C, Arguments);
    std::vector<ActualArgument> Actuals;
    for (const BothArguments &A : Arguments)
      Actuals.push_back(A.Symbolic);
    std::vector<at::Tensor> Before = tensorsOf(Arguments);
    Outcome O = evaluate(*C.Op, Actuals, "call", F, torchHere());
    Actual A = execute(C, Arguments);
    if (&C == &S.Calls.back())
      return answersTo(S.Question, {C, Before, O, A, F, V});
    if (A.Threw || A.Results.empty() || O.Results.empty())
      return {"stops at " + C.Text + ": " + A.Message, ""};
    X = Input{A.Results.front(), normalized(O.Results.front().TheLayout, F)};
  }
  return {};
}

} // namespace conformance
