// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compare.h"

#include <algorithm>
#include <cstdio>

using namespace tensortidy;

namespace oracle {

namespace {

/// One place in a program, as one call of its helper reaches it.
struct Place {
  const CallClaim *Claim = nullptr;
  std::string Operator;
  std::set<std::string> Checked, Wrong;
  unsigned Runs = 0, Threw = 0, Copied = 0, Whole = 0;
  Event FirstThrow, FirstCopy, Example;
};

bool isSmall(int64_t Size) { return Size < 2; }

bool sharesStorage(const std::vector<SeenTensor> &All) {
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      if (All[I].IsPlain && All[J].IsPlain && All[I].Storage == All[J].Storage)
        return true;
  return false;
}

std::string text(const std::vector<int64_t> &All) {
  std::string Out;
  for (int64_t I : All)
    Out += (Out.empty() ? "" : ", ") + std::to_string(I);
  return "[" + Out + "]";
}

/// Has \p T a size below 2 that the claim does not show?
bool hidesSmallSize(const SeenTensor &T, const TensorClaim *C) {
  if (!T.IsPlain)
    return false;
  for (size_t I = 0; I < T.Sizes.size(); ++I)
    if (isSmall(T.Sizes[I]) &&
        !(C && C->HasRank && I < C->Sizes.size() && C->Sizes[I]))
      return true;
  return false;
}

/// Compares one execution of a call with what was said of it.
class EventComparison {
public:
  EventComparison(const Event &E, Place &P, std::vector<Contradiction> &Into)
      : E(E), P(P), C(*P.Claim), Into(Into) {}

  bool isGeneral() const {
    const bool SameOperands = C.Operands.size() == E.Operands.size();
    for (size_t I = 0; I < E.Operands.size(); ++I)
      if (hidesSmallSize(E.Operands[I],
                         SameOperands ? &C.Operands[I] : nullptr))
        return false;
    for (size_t I = 0; I < E.Results.size(); ++I)
      if (hidesSmallSize(E.Results[I],
                         I < C.Results.size() ? &C.Results[I] : nullptr))
        return false;
    return true;
  }

  void compare() {
    if (C.IsTainted)
      return;
    if (C.Operands.size() == E.Operands.size())
      for (size_t I = 0; I < E.Operands.size(); ++I)
        tensor("operand " + std::to_string(I), C.Operands[I], E.Operands[I]);
    findings();
    if (E.Threw)
      return;
    if (C.Results.size() == E.Results.size())
      for (size_t I = 0; I < E.Results.size(); ++I)
        tensor("result " + std::to_string(I), C.Results[I], E.Results[I]);
    if (C.Shares.size() == E.Operands.size() && !E.Results.empty())
      for (size_t I = 0; I < E.Operands.size(); ++I)
        shares(I);
  }

private:
  void findings() {
    if (C.Throws == Confidence::Proven)
      check("throws", "yes", E.Threw ? "yes" : "no");
    if (C.Copies == Confidence::Proven && !sharesStorage(E.Operands))
      check("copies", "yes", E.Copied ? "yes" : "no");
    if (C.Repeats == Confidence::Proven && !sharesStorage(E.Operands))
      check("copies again", "yes", E.Whole ? "yes" : "no");
  }

  void tensor(const std::string &Name, const TensorClaim &Said,
              const SeenTensor &Seen) {
    if (!Said.IsKnown || !Seen.IsPlain)
      return;
    if (Said.Contiguous == Answer::Yes || Said.Contiguous == Answer::No)
      check(Name + " is contiguous", toString(Said.Contiguous),
            Seen.IsContiguous ? "yes" : "no");
    if (!Said.HasRank)
      return;
    if (Said.Sizes.size() != Seen.Sizes.size())
      return check("rank of " + Name, std::to_string(Said.Sizes.size()),
                   std::to_string(Seen.Sizes.size()));
    const bool Empty = std::count(Seen.Sizes.begin(), Seen.Sizes.end(), 0) > 0;
    for (size_t I = 0; I < Seen.Sizes.size(); ++I) {
      const std::string Axis = " (dimension " + std::to_string(I) + ")";
      if (Said.Sizes[I])
        check("sizes of " + Name, std::to_string(*Said.Sizes[I]) + Axis,
              std::to_string(Seen.Sizes[I]) + Axis);
      if (Said.Strides[I] && Seen.Sizes[I] != 1 && !Empty)
        check("strides of " + Name, std::to_string(*Said.Strides[I]) + Axis,
              std::to_string(Seen.Strides[I]) + Axis);
    }
  }

  void shares(size_t I) {
    if (!E.Operands[I].IsPlain || !E.Results[0].IsPlain ||
        (C.Shares[I] != Answer::Yes && C.Shares[I] != Answer::No))
      return;
    check("result shares the storage of operand " + std::to_string(I),
          toString(C.Shares[I]),
          E.Operands[I].Storage == E.Results[0].Storage ? "yes" : "no");
  }

  void check(const std::string &What, const std::string &Said,
             const std::string &Seen) {
    P.Checked.insert(What);
    if (Said != Seen && P.Wrong.insert(What).second)
      Into.push_back(
          {E.Program, E.Call, E.Run, P.Operator,
           What + ": said " + Said + ", is " + Seen +
               (E.Operands.empty()
                    ? ""
                    : " (operand 0: sizes " + text(E.Operands[0].Sizes) +
                          ", strides " + text(E.Operands[0].Strides) + ")")});
  }

  const Event &E;
  Place &P;
  const CallClaim &C;
  std::vector<Contradiction> &Into;
};

/// Sizes and strides of all operands; of those copied, with a mark.
std::string operands(const Event &E) {
  std::string Out;
  for (size_t I = 0; I < E.Operands.size(); ++I)
    Out += (E.Copied >> I & 1 ? " *" : " ") + text(E.Operands[I].Sizes) + "/" +
           text(E.Operands[I].Strides);
  return Out;
}

using Key = std::tuple<unsigned, unsigned, unsigned>;

/// All events of one batch against its claims.
class BatchComparison {
public:
  BatchComparison(const Claims &Said, const std::vector<ProgramTree> &Programs,
                  Tally &Into)
      : Said(Said), Into(Into) {
    for (const ProgramTree &T : Programs)
      forEachStatement(T, [&](const Statement &S) {
        if (S.TheKind == Statement::Kind::Call)
          Operators[{T.Number, S.TheCall.Number}] = S.TheCall.Operator;
      });
  }

  void add(const Event &E) {
    if (E.Program != Program || E.Run != Run)
      begin(E);
    Place &P = place(E);
    for (const SeenTensor &T : E.Operands) {
      Into.Operands += T.IsPlain;
      Into.Strided += T.IsPlain && !T.IsContiguous;
    }
    if (!IsGeneral)
      return;
    EventComparison Comparison(E, P, Into.Contradictions);
    if (!Comparison.isGeneral()) {
      IsGeneral = false;
      ++Into.NotGeneral;
      return;
    }
    Comparison.compare();
    ++P.Runs;
    Into.OtherThrows += E.Threw && !E.ThrewForLayout;
    P.Example = E;
    if (E.ThrewForLayout && P.Threw++ == 0)
      P.FirstThrow = E;
    P.Whole += E.Whole != 0;
    if (E.Copied && P.Copied++ == 0)
      P.FirstCopy = E;
  }

  void finish() {
    std::set<std::string> Judged;
    for (const auto &[Where, P] : Places)
      if (P.Claim->Throws || P.Claim->Copies)
        Judged.insert(P.Operator);
    for (const auto &[Where, P] : Places) {
      ++Into.Calls;
      Into.Unresolved += P.Claim == &Nothing;
      Into.Operators.insert(P.Operator);
      Into.Proven += P.Checked.size();
      if (P.Runs == 0)
        continue;
      likely(P);
      observed(P);
      rate(P, Judged.count(P.Operator) > 0);
    }
  }

private:
  void begin(const Event &E) {
    Program = E.Program;
    Run = E.Run;
    IsGeneral = true;
    ++Into.Runs;
  }

  Place &place(const Event &E) {
    auto [It, IsNew] =
        Places.try_emplace({E.Program, E.Helper, E.Call}, Place());
    if (!IsNew)
      return It->second;
    Place &P = It->second;
    P.Operator = Operators[{E.Program, E.Call}];
    auto Found = Said.find({E.Program, E.Helper, E.Call});
    if (Found == Said.end())
      Found = Said.find({E.Program, AnyHelper, E.Call});
    P.Claim = Found == Said.end() ? &Nothing : &Found->second;
    return P;
  }

  void likely(const Place &P) {
    auto One = [&](const std::optional<Confidence> &Sure, unsigned True,
                   const char *What) {
      Into.ProvenFindings += Sure == Confidence::Proven;
      if (Sure != Confidence::Likely)
        return;
      ++Into.Likely;
      const Event &E = P.Example;
      if (True == 0)
        Into.Refuted.push_back(
            {E.Program, E.Call, E.Run, P.Operator, What, false});
    };
    One(P.Claim->Throws, P.Threw, "throws");
    // Which of two operands in one storage was copied cannot be seen.
    if (sharesStorage(P.Example.Operands))
      return;
    One(P.Claim->Copies, P.Copied, "copies");
    const size_t Others = Into.Refuted.size();
    One(P.Claim->Repeats, P.Whole, "copies again");
    Into.Again += P.Claim->Repeats == Confidence::Likely;
    Into.AgainRefuted += static_cast<unsigned>(Into.Refuted.size() - Others);
  }

  void observed(const Place &P) {
    auto One = [&](const std::optional<Confidence> &Sure, const Event &E,
                   const std::string &What) {
      ++Into.Observed;
      if (!Sure || *Sure == Confidence::Possible)
        Into.Misses.push_back(
            {E.Program, E.Call, E.Run, P.Operator, What, Sure.has_value()});
    };
    if (P.Threw)
      One(P.Claim->Throws, P.FirstThrow, P.FirstThrow.Message);
    if (P.Copied && !P.Claim->IsCopyAsked)
      One(P.Claim->Copies, P.FirstCopy, "copies" + operands(P.FirstCopy));
  }

  void rate(const Place &P, bool IsJudged) {
    const CallClaim &C = *P.Claim;
    if (!C.IsRankKnown)
      return;
    Rate &R = Into.Rates[P.Operator];
    auto Ask = [&](bool CannotTell) {
      ++R.Of;
      R.CannotTell += CannotTell;
    };
    if (IsJudged || &C == &Nothing)
      Ask(&C == &Nothing || C.Throws == Confidence::Possible ||
          C.Copies == Confidence::Possible);
    if (!C.Results.empty() && C.Results[0].IsKnown)
      Ask(C.Results[0].Contiguous == Answer::Unknown &&
          !C.Results[0].IsContiguousByPath);
  }

  const Claims &Said;
  Tally &Into;
  const CallClaim Nothing;
  std::map<std::pair<unsigned, unsigned>, std::string> Operators;
  std::map<Key, Place> Places;
  unsigned Program = ~0u, Run = ~0u;
  bool IsGeneral = true;
};

} // namespace

void Tally::add(const Outcomes &Batch) {
  Programs += static_cast<unsigned>(Batch.Programs.size());
  BatchComparison Comparison(Batch.Said, Batch.Programs, *this);
  for (const Event &E : Batch.Seen)
    Comparison.add(E);
  Comparison.finish();
}

namespace {

double percent(double Part, double Whole) {
  return Whole ? 100 * Part / Whole : 0;
}

Rate sum(const std::map<std::string, Rate> &All) {
  Rate Sum;
  for (const auto &[Name, R] : All) {
    Sum.CannotTell += R.CannotTell;
    Sum.Of += R.Of;
  }
  return Sum;
}

} // namespace

void Tally::print(bool PerOperator) const {
  if (PerOperator)
    for (const auto &[Name, R] : Rates)
      std::printf("%-40s cannot tell %5u of %6u (%5.1f %%)\n", Name.c_str(),
                  R.CannotTell, R.Of, percent(R.CannotTell, R.Of));
  const auto Silent =
      std::count_if(Misses.begin(), Misses.end(),
                    [](const Miss &M) { return !M.IsPossible; });
  const Rate All = sum(Rates);
  std::printf("%u executions, %u of them not in general position to the end, "
              "%u ended by sizes or types\n",
              Runs, NotGeneral, OtherThrows);
  std::printf("%u calls executed of %zu operators, %u of them unknown to the "
              "checker\n",
              Calls, Operators.size(), Unresolved);
  std::printf("%u operands, %.1f %% of them not contiguous\n", Operands,
              percent(Strided, Operands));
  std::printf(
      "%u proven claims checked (%.1f a program), %u of them findings\n",
      Proven, Programs ? double(Proven) / Programs : 0, ProvenFindings);
  std::printf("%u likely claims, %zu refuted (%.1f %%); of copies made again "
              "%u, %u refuted\n",
              Likely, Refuted.size(), percent(double(Refuted.size()), Likely),
              Again, AgainRefuted);
  std::printf(
      "cannot tell %u of %u answers where the rank is known (%.1f %%)\n",
      All.CannotTell, All.Of, percent(All.CannotTell, All.Of));
  std::printf("of the misses, %zu are called possible, %zu are silent "
              "(%.2f %% of observed)\n",
              Misses.size() - static_cast<size_t>(Silent),
              static_cast<size_t>(Silent), percent(double(Silent), Observed));
  std::printf("%u programs, %zu contradictions, %zu misses of %u observed\n",
              Programs, Contradictions.size(), Misses.size(), Observed);
}

} // namespace oracle
