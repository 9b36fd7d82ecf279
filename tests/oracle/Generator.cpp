// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Generator.h"

#include "FlagLines.h"

#include <algorithm>

namespace oracle {

namespace {

using Kind = Statement::Kind;

/// Two of three programs are about operators, the others about flags.
class Generator {
public:
  Generator(const Supplies &From, uint64_t Seed, unsigned Number)
      : From(From), R(Seed, Number), W(From, Tree, R),
        IsAboutFlags(R.chance(0.25)) {
    Tree.Number = Tree.InputSeed = Number;
    for (const Template &T : From.Templates)
      Weights.push_back(T.Weight);
  }

  ProgramTree generate() {
    Scope Names;
    W.within(Tree.Body, Names, [&] {
      parameters();
      sources();
      const int64_t Count = R.between(5, IsAboutFlags ? 8 : 12);
      for (int64_t I = 0; I < Count; ++I)
        statement(0);
      ending();
    });
    return std::move(Tree);
  }

private:
  // Where tensors come from

  std::vector<int64_t> sizes() {
    static const std::vector<std::vector<int64_t>> Pools = {
        {2, 3, 4, 5, 6, 8, 10}, {2, 4, 6}, {4, 4, 4, 2}, {4, 6, 8, 12}};
    const std::vector<int64_t> &Pool = Pools[R.weighted({5, 2, 1, 3})];
    const int64_t Rank =
        static_cast<int64_t>(R.weighted({1, 3, 10, 14, 12, 2, 1})); // 0 to 6
    std::vector<int64_t> Sizes;
    int64_t Elements = 1;
    for (int64_t I = 0; I < Rank; ++I) {
      int64_t Size = R.of(Pool);
      if (Elements * Size > 2000)
        Size = 2;
      if (From.SmallSizes && R.chance(0.15))
        Size = R.chance(0.8) ? 1 : 0;
      Sizes.push_back(Size);
      Elements *= Size;
    }
    return Sizes;
  }

  void parameters() {
    const int64_t Tensors = R.between(1, 2);
    std::vector<int64_t> Last;
    for (int64_t I = 0; I < Tensors; ++I) {
      if (Last.empty() || R.chance(0.5))
        Last = sizes();
      parameter(std::string(1, "xy"[I]), Last);
    }
    const int64_t Flags = R.between(IsAboutFlags ? 1 : 0, 2);
    for (int64_t I = 0; I < Flags; ++I) {
      const std::string Name(1, "ab"[I]);
      Tree.Parameters.push_back({Name, "bool ", {}, ""});
      W.scope().Flags.push_back(Name);
    }
  }

  /// A tensor parameter and what the function asks of it first.
  void parameter(const std::string &Name, const std::vector<int64_t> &Sizes) {
    Parameter P{Name, "at::Tensor ", Sizes, "NotExpanded"};
    const bool IsFixed = R.chance(0.4);
    if (IsFixed)
      P.Type = "const at::Tensor &";
    Variable V;
    V.Name = Name;
    V.IsFixed = IsFixed;
    V.IsGiven = true;
    V.Value = at::rand(Sizes);
    const size_t At = Tree.Parameters.size();
    Tree.Parameters.push_back(P);
    W.scope().Tensors.push_back(V);
    const double Open = From.Open / 6;
    switch (R.weighted({1 - From.Open, 3 * Open, 2 * Open, Open})) {
    case 0:
      checkLayout(Tree.Parameters[At], Name);
      break;
    case 1:
      checkSizes(Name, Sizes, 0.6);
      break;
    case 2:
      checkSizes(Name, Sizes, 0);
      break;
    default: // nothing is known of it
      W.scope().find(Name)->AreSizesKnown = false;
    }
  }

  /// Of its rank, and of all its sizes or some of them.
  void checkSizes(const std::string &Name, const std::vector<int64_t> &Sizes,
                  double Share) {
    std::string Text = Name + ".dim() == " + std::to_string(Sizes.size());
    bool All = true;
    for (size_t I = 0; I < Sizes.size(); ++I)
      if (R.chance(Share))
        Text += " && " + Name + ".size(" + std::to_string(I) +
                ") == " + std::to_string(Sizes[I]);
      else
        All = false;
    W.scope().find(Name)->AreSizesKnown = All;
    W.lines("TORCH_CHECK(" + Text + ", \"checked\");");
  }

  void checkLayout(Parameter &P, const std::string &Name) {
    W.scope().find(Name)->AreSizesKnown = false;
    if (From.Open == 0 || R.chance(0.97))
      checkSizes(Name, P.Sizes, R.chance(0.6) ? 1 : R.chance(0.5) ? 0.5 : 0);
    switch (R.below(4)) {
    case 0:
      P.How = "Contiguous";
      W.lines("TORCH_CHECK(" + Name + ".is_contiguous(), \"layout\");");
      break;
    case 1:
      if (!W.scope().find(Name)->IsFixed) {
        W.lines("if (!" + Name + ".is_contiguous())\n  " + Name + " = " + Name +
                ".contiguous();");
        break;
      }
      [[fallthrough]];
    case 2:
      replaceByContiguous(Name);
      break;
    default:
      P.How = "Contiguous";
      W.lines("TORCH_CHECK(" + Name + ".is_contiguous());");
      layOut(Name);
    }
  }

  /// From here on the program names what contiguous() gave, not the parameter.
  void replaceByContiguous(const std::string &Name) {
    const bool Known = W.scope().find(Name)->AreSizesKnown;
    const std::string New =
        W.direct("aten::contiguous", "$0.contiguous()", {Name},
                 W.scope().find(Name)->Value.contiguous());
    W.scope().find(New)->AreSizesKnown = Known;
    std::vector<Variable> &All = W.scope().Tensors;
    All.erase(All.begin() + (W.scope().find(Name) - All.data()));
    layOut(New);
  }

  /// Another order of its axes, or a part of it.
  void layOut(const std::string &Name) {
    CallWish Wish;
    Wish.X = Name;
    for (unsigned Tries = 0; Tries < 20; ++Tries) {
      const Template &T = From.Templates[R.weighted(Weights)];
      const std::string &Op = T.Op->TheSchema.Name;
      if (T.IsOrdinary &&
          (Op == "aten::transpose" || Op == "aten::permute" ||
           Op == "aten::slice" || Op == "aten::narrow" || Op == "aten::t") &&
          W.call(T, Wish))
        return;
    }
  }

  void sources() {
    const int64_t Count = R.between(1, 2);
    for (int64_t I = 0; I < Count; ++I)
      W.fresh(sizes(), at::kFloat);
    if (R.chance(0.1))
      W.fresh(sizes(), at::kLong);
  }

  // Statements

  void statement(unsigned Depth) {
    const double Flags = W.scope().Flags.empty() ? 0 : IsAboutFlags ? 4 : 0.3;
    const double Nested = Depth < 2 ? 1 : 0;
    switch (R.weighted({20, 2, Flags, Nested * (IsAboutFlags ? 5 : 2), Nested,
                        Nested * 1.2, Nested * 0.5, Nested * 1.5})) {
    case 0:
      return anyCall(false);
    case 1:
      return assignment();
    case 2:
      return W.lines(flagLines(W));
    case 3:
      return branch(Depth);
    case 4:
      return loop(Depth);
    case 5:
      return helper(Depth);
    case 6:
      return leave();
    default:
      return tried();
    }
  }

  void anyCall(bool MayThrow, const std::string &Target = "") {
    CallWish Wish;
    Wish.MayThrow = MayThrow;
    Wish.Target = Target;
    Wish.ChangesNoSizes = W.scope().IsNested;
    for (unsigned Tries = 0; Tries < 30; ++Tries) {
      const Template &T = From.Templates[R.weighted(Weights)];
      if (!T.IsOrdinary && Wish.Target.empty() && Tries < 20) {
        if (tableCall(T, Wish))
          return;
        continue;
      }
      if (W.call(T, Wish))
        return;
    }
  }

  /// A call of the conformance table, whose numbers are for certain sizes.
  bool tableCall(const Template &T, CallWish Wish) {
    if (W.call(T, Wish))
      return true;
    static const std::vector<int64_t> Sizes[] = {
        {}, {12}, {6, 10}, {4, 6, 10}, {4, 6, 10, 14}};
    if (T.MinRank > 4 || T.MinRank == 0)
      return false;
    Wish.X = W.fresh(Sizes[T.MinRank], T.Type);
    return W.call(T, Wish).has_value();
  }

  std::string assignable() {
    return W.pick([](const Variable &V) {
      return !V.IsFixed && V.Value.scalar_type() == at::kFloat &&
             V.Name.find('[') == std::string::npos;
    });
  }

  void assignment() {
    const std::string Target = assignable();
    if (Target.empty())
      return anyCall(false);
    anyCall(false, Target);
  }

  /// What both ways through a block may have made of the variables outside.
  void meet(const Scope &Inside) {
    for (Variable &V : W.scope().Tensors)
      if (const Variable *I = Inside.find(V.Name); I && R.chance(0.5))
        V.Value = I->Value;
  }

  void block(Block &B, unsigned Depth, int64_t Most) {
    Scope Inner = W.scope().inner();
    const int64_t Count = R.between(1, Most);
    W.within(B, Inner, [&] {
      for (int64_t I = 0; I < Count; ++I)
        R.chance(0.4) ? assignment() : statement(Depth + 1);
    });
    if (!B.empty())
      meet(Inner);
  }

  void branch(unsigned Depth) {
    Statement S;
    S.TheKind = Kind::Branch;
    S.Text = "if (" + condition(W) + ")";
    block(S.First, Depth, 3);
    if (R.chance(0.35))
      block(S.Second, Depth, 3);
    if (!S.First.empty())
      W.add(std::move(S));
  }

  void loop(unsigned Depth) {
    Statement S;
    S.TheKind = Kind::Branch;
    const std::string I = W.newName("i");
    S.Text = R.chance(0.8) || W.scope().Flags.empty()
                 ? "for (int64_t " + I + " = 0; " + I + " < " +
                       std::to_string(R.between(2, 3)) + "; ++" + I + ")"
                 : "for (bool " + I + " : {true, false})";
    block(S.First, Depth, 3);
    if (!S.First.empty())
      W.add(std::move(S));
  }

  void tried() {
    Statement S;
    S.TheKind = Kind::Branch;
    S.Text = "try";
    Scope Inner = W.scope().inner();
    W.within(S.First, Inner, [&] { judged(true); });
    if (S.First.empty())
      return;
    Statement Handler;
    Handler.TheKind = Kind::Branch;
    Handler.Text = "catch (const c10::Error &)";
    W.add(std::move(S));
    W.add(std::move(Handler));
  }

  void leave() {
    const std::string Name = anyTensor();
    if (Name.empty())
      return;
    if (R.chance(0.4))
      return W.lines("TORCH_CHECK(" + condition(W) + ", \"checked\");");
    Statement S, Return;
    S.TheKind = Kind::Branch;
    S.Text = "if (" + condition(W) + ")";
    Return.TheKind = Kind::Return;
    Return.TheCall.Operands = {Name};
    S.First.push_back(std::move(Return));
    W.add(std::move(S));
  }

  std::string anyTensor() {
    return W.pick([](const Variable &) { return true; });
  }

  // Helpers

  void helper(unsigned Depth) {
    if (IsInHelper)
      return anyCall(false);
    const std::string Argument = W.pick([](const Variable &V) {
      return V.Value.scalar_type() == at::kFloat && V.Value.dim() > 0;
    });
    if (Argument.empty())
      return;
    const std::vector<int64_t> Sizes =
        W.scope().find(Argument)->Value.sizes().vec();
    const Known *Old = R.chance(0.5) ? known(Sizes) : nullptr;
    if (!Old)
      Old = write(Argument, Sizes, Depth);
    if (Old)
      callHelper(*Old, Argument);
  }

  struct Known {
    std::string Name;
    std::vector<int64_t> Sizes;
    at::Tensor Result;
  };

  const Known *known(const std::vector<int64_t> &Sizes) const {
    for (const Known &K : Helpers)
      if (K.Sizes == Sizes)
        return &K;
    return nullptr;
  }

  const Known *write(const std::string &Argument,
                     const std::vector<int64_t> &Sizes, unsigned Depth) {
    Helper H;
    H.Name = "h" + std::to_string(Tree.Helpers.size() + 1) + "_" +
             std::to_string(Tree.Number);
    const bool IsFixed = R.chance(0.6);
    H.Parameters = {
        {"t", IsFixed ? "const at::Tensor &" : "at::Tensor ", Sizes, "Any"},
        {"flag", "bool ", {}, ""}};
    Scope Names;
    Variable V;
    V.Name = "t";
    V.Value = W.scope().find(Argument)->Value.alias();
    V.IsFixed = IsFixed;
    V.AreSizesKnown = W.scope().find(Argument)->AreSizesKnown;
    Names.Tensors.push_back(V);
    Names.Flags.push_back("flag");
    Names.IsNested = true;
    at::Tensor Result;
    IsInHelper = true;
    W.within(H.Body, Names, [&] {
      const int64_t Count = R.between(1, 4);
      for (int64_t I = 0; I < Count; ++I)
        R.chance(0.3) ? assignment() : statement(Depth + 1);
      Result = giveBack(Names);
    });
    IsInHelper = false;
    Tree.Helpers.push_back(std::move(H));
    Helpers.push_back({Tree.Helpers.back().Name, Sizes, Result});
    return &Helpers.back();
  }

  at::Tensor giveBack(const Scope &Names) {
    Statement Return;
    Return.TheKind = Kind::Return;
    Return.TheCall.Operands = {anyTensor()};
    const at::Tensor Result = Names.find(Return.TheCall.Operands[0])->Value;
    W.add(std::move(Return));
    return Result;
  }

  void callHelper(const Known &K, const std::string &Argument) {
    Statement S;
    S.TheKind = Kind::HelperCall;
    S.TheCall.Number = W.newNumber();
    S.TheCall.Text = K.Name + "($0, " +
                     (W.scope().Flags.empty() ? R.chance(0.5) ? "true" : "false"
                                              : condition(W)) +
                     ")";
    S.TheCall.Operands = {Argument};
    S.TheCall.How = Call::Takes::New;
    S.TheCall.Results = {W.newName("v")};
    Variable V;
    V.Name = S.TheCall.Results[0];
    V.Value = K.Result;
    V.AreSizesKnown = W.scope().find(Argument)->AreSizesKnown;
    W.add(std::move(S));
    W.scope().Tensors.push_back(V);
  }

  /// Views and copies of what there is, of which the last may throw.
  void ending() {
    const int64_t Count = R.between(2, 4);
    for (int64_t I = 0; I < Count; ++I)
      judged(I + 1 == Count && R.chance(0.5));
    giveBack(W.scope());
  }

  void judged(bool MayThrow) {
    CallWish Wish;
    Wish.MayThrow = MayThrow;
    for (unsigned Tries = 0; Tries < 60; ++Tries) {
      const Template &T = From.Templates[R.weighted(Weights)];
      const std::string &Op = T.Op->TheSchema.Name;
      if (T.IsOrdinary &&
          (Op == "aten::view" || Op == "aten::reshape" ||
           Op == "aten::flatten" || Op == "aten::matmul" ||
           Op == "aten::linear" || Op == "aten::conv2d") &&
          W.call(T, Wish))
        return;
    }
  }

  const Supplies &From;
  ProgramTree Tree;
  Random R;
  Writer W;
  std::vector<double> Weights;
  std::vector<Known> Helpers;
  const bool IsAboutFlags;
  bool IsInHelper = false;
};

} // namespace

ProgramTree generate(const Supplies &From, uint64_t Seed, unsigned Number) {
  at::manual_seed(Seed * 1000003 + Number);
  return Generator(From, Seed, Number).generate();
}

} // namespace oracle
