// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shrink.h"

#include <algorithm>
#include <functional>
#include <iostream>

namespace oracle {

namespace {

using Kind = Statement::Kind;

/// The text that says what is contradicted, without its answers.
std::string question(const Contradiction &C) {
  return C.Operator + ": " + C.What.substr(0, C.What.find(':'));
}

bool mentions(const std::string &Text, const std::string &Name) {
  auto IsWord = [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
  };
  for (size_t At = Text.find(Name); At != std::string::npos;
       At = Text.find(Name, At + 1)) {
    const size_t End = At + Name.size();
    if ((At == 0 || !IsWord(Text[At - 1])) &&
        (End == Text.size() || !IsWord(Text[End])))
      return true;
  }
  return false;
}

bool uses(const Statement &S, const std::string &Name) {
  if (mentions(S.Text, Name) || mentions(S.TheCall.Text, Name))
    return true;
  auto Is = [&](const std::string &Other) { return mentions(Other, Name); };
  const std::vector<std::string> &Operands = S.TheCall.Operands;
  return std::any_of(Operands.begin(), Operands.end(), Is) ||
         (S.TheCall.How == Call::Takes::Old &&
          std::any_of(S.TheCall.Results.begin(), S.TheCall.Results.end(), Is));
}

/// Removes the statements that need what is gone.
void removeUsers(Block &B, std::vector<std::string> &Gone) {
  for (size_t I = 0; I < B.size(); ++I) {
    Statement &S = B[I];
    const bool Needs =
        std::any_of(Gone.begin(), Gone.end(),
                    [&](const std::string &Name) { return uses(S, Name); });
    if (!Needs) {
      removeUsers(S.First, Gone);
      removeUsers(S.Second, Gone);
      continue;
    }
    if (S.TheCall.How != Call::Takes::Old)
      Gone.insert(Gone.end(), S.TheCall.Results.begin(),
                  S.TheCall.Results.end());
    B.erase(B.begin() + static_cast<std::ptrdiff_t>(I--));
  }
}

/// Where what a function gave back is gone.
void returnSomething(Block &B) {
  if (!B.empty() && B.back().TheKind == Kind::Return)
    return;
  Statement Return;
  Return.TheKind = Kind::Return;
  Return.TheCall.Operands = {"at::Tensor()"};
  B.push_back(std::move(Return));
}

/// Programs in which one statement less is, or the statements of a branch stand
/// in its place.
class Candidates {
public:
  explicit Candidates(const ProgramTree &T) : T(T) {}

  std::vector<ProgramTree> make() {
    for (size_t I = 0; I < T.Helpers.size(); ++I)
      inBlock([I](ProgramTree &P) -> Block & { return P.Helpers[I].Body; });
    inBlock([](ProgramTree &P) -> Block & { return P.Body; });
    for (size_t I = 0; I < T.Helpers.size(); ++I) {
      bool IsCalled = false;
      forEachStatement(T, [&](const Statement &S) {
        IsCalled |= S.TheKind == Kind::HelperCall &&
                    mentions(S.TheCall.Text, T.Helpers[I].Name);
      });
      if (!IsCalled) {
        ProgramTree P = T;
        P.Helpers.erase(P.Helpers.begin() + static_cast<std::ptrdiff_t>(I));
        Out.push_back(std::move(P));
      }
    }
    return std::move(Out);
  }

private:
  using Getter = std::function<Block &(ProgramTree &)>;

  void inBlock(const Getter &Get) {
    ProgramTree Copy = T;
    const size_t Count = Get(Copy).size();
    for (size_t I = 0; I < Count; ++I) {
      const Statement Old = Get(Copy)[I];
      if (Old.TheKind != Kind::Return)
        without(Get, I, {});
      if (Old.TheKind != Kind::Branch)
        continue;
      without(Get, I, Old.First);
      inBlock([=](ProgramTree &P) -> Block & { return Get(P)[I].First; });
      inBlock([=](ProgramTree &P) -> Block & { return Get(P)[I].Second; });
    }
  }

  void without(const Getter &Get, size_t I, const Block &Instead) {
    ProgramTree P = T;
    Block &B = Get(P);
    std::vector<std::string> Gone;
    if (B[I].TheCall.How != Call::Takes::Old && B[I].TheKind != Kind::Branch)
      Gone = B[I].TheCall.Results;
    const auto At = static_cast<std::ptrdiff_t>(I);
    B.erase(B.begin() + At);
    B.insert(B.begin() + At, Instead.begin(), Instead.end());
    Block Rest(B.begin() + At, B.end());
    removeUsers(Rest, Gone);
    B.erase(B.begin() + At, B.end());
    B.insert(B.end(), Rest.begin(), Rest.end());
    returnSomething(P.Body);
    for (Helper &H : P.Helpers)
      returnSomething(H.Body);
    Out.push_back(std::move(P));
  }

  const ProgramTree &T;
  std::vector<ProgramTree> Out;
};

std::string replaced(std::string Text, const std::string &Old,
                     const std::string &New) {
  for (size_t At = 0; (At = Text.find(Old, At)) != std::string::npos;
       At += New.size())
    Text.replace(At, Old.size(), New);
  return Text;
}

/// Gives the program, and its helpers, names of their own.
void renumber(ProgramTree &T, unsigned Number) {
  const std::string Old = "_" + std::to_string(T.Number),
                    New = "_" + std::to_string(Number);
  T.Number = Number;
  for (Helper &H : T.Helpers)
    H.Name = replaced(H.Name, Old, New);
  std::function<void(Block &)> Visit = [&](Block &B) {
    for (Statement &S : B) {
      if (S.TheKind == Kind::HelperCall)
        S.TheCall.Text = replaced(S.TheCall.Text, Old + "(", New + "(");
      Visit(S.First);
      Visit(S.Second);
    }
  };
  Visit(T.Body);
}

size_t size(const ProgramTree &T) {
  size_t Size = T.Helpers.size();
  forEachStatement(T, [&](const Statement &) { ++Size; });
  return Size;
}

} // namespace

ProgramTree shrunk(const ProgramTree &T, const Contradiction &C, Session &In) {
  ProgramTree Best = T;
  for (bool IsSmaller = true; IsSmaller;) {
    IsSmaller = false;
    std::vector<ProgramTree> All = Candidates(Best).make();
    for (size_t I = 0; I < All.size(); ++I)
      renumber(All[I], static_cast<unsigned>(I));
    std::optional<Outcomes> Done = In.execute(std::move(All), true);
    if (!Done) {
      std::cerr << "not shrunk further: " << In.error() << "\n";
      return Best;
    }
    Tally Found;
    Found.add(*Done);
    for (const Contradiction &Other : Found.Contradictions)
      for (const ProgramTree &P : Done->Programs)
        if (P.Number == Other.Program && question(Other) == question(C) &&
            size(P) < size(Best)) {
          Best = P;
          IsSmaller = true;
        }
  }
  return Best;
}

} // namespace oracle
