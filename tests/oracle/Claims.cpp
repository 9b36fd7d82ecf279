// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Claims.h"

#include "analysis/FunctionAnalysis.h"
#include "checks/Check.h"
#include "frontend/Lowering.h"
#include "layout/Queries.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <algorithm>

using namespace tensortidy;

namespace oracle {

namespace {

/// The answers of all cases about one question.
class Answers {
public:
  void add(Answer A) { All.push_back(A); }
  bool isMixed() const {
    return any(Answer::Yes) && (any(Answer::No) || any(Answer::NoGeneric)) &&
           !any(Answer::Unknown);
  }
  Answer common() const {
    if (All.empty() || any(Answer::Unknown))
      return Answer::Unknown;
    if (std::all_of(All.begin(), All.end(), isYes))
      return Answer::Yes;
    if (std::all_of(All.begin(), All.end(), isNo))
      return any(Answer::NoGeneric) ? Answer::NoGeneric : Answer::No;
    return Answer::Unknown;
  }

private:
  bool any(Answer A) const { return std::count(All.begin(), All.end(), A) > 0; }
  std::vector<Answer> All;
};

/// Collects what the cases say of one tensor.
class TensorClaimMaker {
public:
  void add(const Layout &Given, const Facts &F) {
    const Layout L = normalized(Given, F);
    Contiguous.add(isContiguous(L, F));
    std::vector<std::optional<int64_t>> Sizes, Strides;
    for (const Axis &A : L.Front) {
      Sizes.push_back(F.canonical(A.Size).asConstant());
      Strides.push_back(F.canonical(A.Stride).asConstant());
    }
    if (!Out.IsKnown) {
      Out.HasRank = L.hasRank();
      Out.Sizes = Sizes;
      Out.Strides = Strides;
      Out.IsKnown = true;
      return;
    }
    Out.HasRank &= L.hasRank() && Sizes.size() == Out.Sizes.size();
    for (size_t I = 0; Out.HasRank && I < Sizes.size(); ++I) {
      if (Sizes[I] != Out.Sizes[I])
        Out.Sizes[I] = std::nullopt;
      if (Strides[I] != Out.Strides[I])
        Out.Strides[I] = std::nullopt;
    }
  }
  TensorClaim take() {
    Out.Contiguous = Contiguous.common();
    Out.IsContiguousByPath = Contiguous.isMixed();
    if (!Out.HasRank)
      Out.Sizes.clear(), Out.Strides.clear();
    return Out;
  }

private:
  TensorClaim Out;
  Answers Contiguous;
};

bool neverReturns(const ApplyCase &C) {
  return C.Result.NeverReturns ||
         std::any_of(C.Result.Requirements.begin(), C.Result.Requirements.end(),
                     [](const Requirement &R) { return R.Met == Answer::No; });
}

bool isGeneric(const ApplyCase &C) {
  return std::any_of(
             C.Result.Requirements.begin(), C.Result.Requirements.end(),
             [](const Requirement &R) { return R.Met == Answer::NoGeneric; }) ||
         std::any_of(C.Result.Copies.begin(), C.Result.Copies.end(),
                     [](const PredictedCopy &P) {
                       return P.UsableAsIs == Answer::NoGeneric;
                     });
}

Answer shares(const TensorResult &R, size_t Argument) {
  const bool IsSource = R.Source == static_cast<int>(Argument);
  switch (R.TheRelation) {
  case Relation::Self:
  case Relation::View:
    return IsSource ? Answer::Yes : Answer::Unknown;
  case Relation::New:
    return Answer::No;
  default:
    return Answer::Unknown;
  }
}

class ClaimMaker {
public:
  ClaimMaker(const Apply &A, const std::vector<ApplyCase> &Cases)
      : A(A), Cases(Cases) {}

  CallClaim make() {
    Out.Operator = A.Op->TheSchema.fullName();
    for (const ApplyCase &C : Cases) {
      Out.IsModelled &= C.Result.Modelled;
      Out.IsTainted |= isGeneric(C);
      for (const auto &Operand : C.Operands)
        for (const Alternative &Each : Operand)
          Out.IsTainted |= Each.Tainted;
    }
    for (size_t I = 0; I < A.Arguments.size(); ++I)
      operand(I);
    const size_t Results = Cases.empty() ? 0 : Cases[0].Result.Results.size();
    for (size_t I = 0; I < Results; ++I)
      result(I);
    askedCopies();
    return Out;
  }

private:
  void operand(size_t I) {
    const Argument::Kind K = A.Arguments[I].TheKind;
    if (K == Argument::Kind::TensorList && !A.Arguments[I].IsListPlace)
      for (size_t J = 0; J < A.Arguments[I].Places.size(); ++J) {
        Out.Operands.emplace_back();
        Out.Shares.push_back(Answer::Unknown);
      }
    if (K != Argument::Kind::Tensor)
      return;
    TensorClaimMaker Claim;
    Answers Shared;
    for (const ApplyCase &C : Cases) {
      if (C.Operands[I].size() != 1)
        continue;
      Claim.add(C.Operands[I][0].TheLayout, C.Before);
      // What is written and given back is the same tensor, in whatever storage.
      if (!neverReturns(C) && !C.Result.Results.empty() &&
          !A.Op->returnsWritten())
        Shared.add(shares(C.Result.Results[0], I));
    }
    Out.Operands.push_back(Claim.take());
    Out.Shares.push_back(Shared.common());
    Out.IsRankKnown &= Out.Operands.back().HasRank;
  }

  void result(size_t I) {
    TensorClaimMaker Claim;
    for (const ApplyCase &C : Cases)
      if (!neverReturns(C) && I < C.Result.Results.size() &&
          !C.Result.Results[I].IsElement)
        Claim.add(C.Result.Results[I].TheLayout, C.After);
    Out.Results.push_back(Claim.take());
  }

  void askedCopies() {
    Answers Usable;
    for (const ApplyCase &C : Cases) {
      Answer One = Answer::Yes;
      for (const PredictedCopy &P : C.Result.Copies)
        if (P.AskedFor) {
          Out.IsCopyAsked = true;
          One = conjunction(One, P.UsableAsIs);
        }
      Usable.add(One);
    }
    Out.AskedCopy = negation(Usable.common());
  }

  const Apply &A;
  const std::vector<ApplyCase> &Cases;
  CallClaim Out;
};

/// Keeps what both claims say.
void merge(CallClaim &Into, const CallClaim &Other) {
  auto Both = [](Answer A, Answer B) { return A == B ? A : Answer::Unknown; };
  auto Surest = [](std::optional<Confidence> A, std::optional<Confidence> B) {
    return A && B ? std::optional(std::min(*A, *B))
           : A    ? std::min(*A, Confidence::Likely)
           : B    ? std::optional(std::min(*B, Confidence::Likely))
                  : std::nullopt;
  };
  Into.IsTainted |= Other.IsTainted;
  Into.IsModelled &= Other.IsModelled;
  Into.IsRankKnown &= Other.IsRankKnown;
  Into.Throws = Surest(Into.Throws, Other.Throws);
  Into.Copies = Surest(Into.Copies, Other.Copies);
  Into.Repeats = Surest(Into.Repeats, Other.Repeats);
  Into.AskedCopy = Both(Into.AskedCopy, Other.AskedCopy);
  Into.Shares.assign(Into.Shares.size(), Answer::Unknown);
  auto Weaker = [&](std::vector<TensorClaim> &All,
                    const std::vector<TensorClaim> &More) {
    for (size_t I = 0; I < All.size(); ++I)
      if (I >= More.size())
        All[I] = TensorClaim();
      else {
        const Answer Contiguous = Both(All[I].Contiguous, More[I].Contiguous);
        All[I] = TensorClaim();
        All[I].Contiguous = Contiguous;
      }
  };
  Weaker(Into.Operands, Other.Operands);
  Weaker(Into.Results, Other.Results);
}

/// Observes the replay of every function.
class ClaimObserver : public Observer {
public:
  ClaimObserver(const PlainText &Text, Claims &Into) : Text(Text), Into(Into) {
    Checks.push_back(makeViewAfterTransposeCheck());
    Checks.push_back(makeHiddenCopyCheck());
    OfFunctions.push_back(makeCopyInLoopCheck());
    OfFunctions.push_back(makeRedundantCopyCheck());
  }

  /// Observes the replay of one function.
  void observe(FunctionAnalysis &Analysis) {
    for (const auto &C : OfFunctions)
      C->begin(Analysis.context());
    Analysis.replay(*this);
    std::vector<Finding> Found;
    for (const auto &C : OfFunctions)
      C->end(Analysis.context(), Found);
    for (const Finding &F : Found)
      repeats(F, Analysis.context().In);
  }

  void onFact(const Visit &V) override {
    for (const auto &C : OfFunctions)
      C->onFact(V);
  }

  void onLeave(const Context &C, const tensortidy::Block &B,
               const State &S) override {
    for (const auto &Check : OfFunctions)
      Check->onLeave(C, B, S);
  }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    for (const auto &C : OfFunctions)
      C->onApply(V, A, Cases);
    std::vector<Finding> Found;
    for (const auto &C : Checks) {
      C->begin(V.In);
      C->onApply(V, A, Cases);
      C->end(V.In, Found);
    }
    auto Call = callAt(V.At.From.Range);
    if (!Call)
      return;
    CallClaim Claim = ClaimMaker(A, Cases).make();
    Claim.IsTainted |= V.In.In.Uncertain;
    for (const Finding &F : Found) {
      auto &Sure = F.PredictsCopy ? Claim.Copies : Claim.Throws;
      Sure = Sure ? std::max(*Sure, F.Sure) : F.Sure;
    }
    auto [It, IsNew] = Into.try_emplace(
        {Call->first, helperOf(V, Call->first), Call->second}, Claim);
    if (!IsNew)
      merge(It->second, Claim);
  }

private:
  /// A finding of a helper that is expanded has the call among its notes.
  void repeats(const Finding &F, const Function &In) {
    const auto Call = callAt(F.Where);
    if (!F.PredictsCopy || !Call)
      return;
    unsigned Helper =
        In.Name == "p" + std::to_string(Call->first) ? 0 : AnyHelper;
    for (const Expansion &E : In.Expansions)
      for (const Note &N : F.Notes)
        if (const auto By = callAt(E.Call.Range); By && N.Where == E.Call.Range)
          Helper = By->second;
    const auto It = Into.find({Call->first, Helper, Call->second});
    if (It == Into.end())
      return;
    auto &Sure = It->second.Repeats;
    Sure = Sure ? std::max(*Sure, F.Sure) : F.Sure;
  }

  std::optional<std::pair<unsigned, unsigned>>
  callAt(const SourceRange &R) const {
    auto Found = Text.Calls.find({R.Begin, R.End});
    return Found == Text.Calls.end() ? std::nullopt
                                     : std::optional(Found->second);
  }
  /// 0 in the program itself, the helper's call in an expansion of it.
  unsigned helperOf(const Visit &V, unsigned Program) const {
    const Function &In = V.In.In;
    if (V.At.Expansion == 0)
      return In.Name == "p" + std::to_string(Program) ? 0 : AnyHelper;
    auto Call = callAt(In.Expansions[V.At.Expansion - 1].Call.Range);
    return Call ? Call->second : AnyHelper;
  }

  const PlainText &Text;
  Claims &Into;
  std::vector<std::unique_ptr<Check>> Checks;      ///< asked call by call
  std::vector<std::unique_ptr<Check>> OfFunctions; ///< at a function's end
};

class ErrorKeeper : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    DiagnosticConsumer::HandleDiagnostic(Level, D);
    if (Level < clang::DiagnosticsEngine::Error || Text.size() > 2000)
      return;
    llvm::SmallString<128> Message;
    D.FormatDiagnostic(Message);
    if (D.getLocation().isValid() && D.hasSourceManager())
      Text += D.getLocation().printToString(D.getSourceManager()) + ": ";
    Text += std::string(Message) + "\n";
  }
  std::string Text;
};

} // namespace

std::optional<Claims> claimsOf(const PlainText &Text,
                               const std::vector<std::string> &Flags,
                               const ModelSet &Models, std::string &Error) {
  ErrorKeeper Errors;
  auto AST = clang::tooling::buildASTFromCodeWithArgs(
      Text.Text, Flags, "programs.cpp", "tensor-tidy-oracle",
      std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), {}, &Errors);
  if (!AST || !Errors.Text.empty()) {
    Error = AST ? Errors.Text : "the programs cannot be parsed";
    return std::nullopt;
  }
  AST->getASTContext().setTraversalScope(
      {AST->top_level_begin(), AST->top_level_end()});
  auto Lowered = lower(AST->getASTContext(), Models);
  Claims Out;
  ClaimObserver Observer(Text, Out);
  for (const Function &F : Lowered->Functions) {
    FunctionAnalysis Analysis(F);
    if (Analysis.run())
      Observer.observe(Analysis);
  }
  return Out;
}

} // namespace oracle
