// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Results.h"
#include "layout/Transforms.h"
#include "models/Evaluator.h"
#include "models/TraitsOfResult.h"

#include <algorithm>

namespace tensortidy {
namespace {

/// Rules that call operators that call operators: deeper is a mistake.
constexpr unsigned MaxDepth = 8;

bool returnsTensors(const SchemaReturn &R) {
  return R.Type == SchemaType::Tensor || R.Type == SchemaType::TensorList;
}

/// The argument with the alias set of \p R; -1 when there is none.
int aliasedArgument(const Schema &S, const SchemaReturn &R) {
  for (size_t I = 0; I < S.Arguments.size() && !R.Alias.empty(); ++I)
    if (S.Arguments[I].Alias == R.Alias)
      return static_cast<int>(I);
  return -1;
}

/// Applies one rule to one call.
class Application {
public:
  Application(const Operator &Op, const std::vector<ActualArgument> &Arguments,
              const std::string &Name, Facts &F, TorchVersion Torch,
              unsigned Depth)
      : Op(Op), Own(Op.ruleFor(Torch)),
        OfFunctional(Op.Functional ? Op.Functional->ruleFor(Torch) : nullptr),
        Ev(Op, Arguments, Name, F, Torch, Depth) {}

  Outcome run() {
    schemaWrites();
    if (Own)
      applyRule(*Own);
    if (OfFunctional)
      derivedReads(*OfFunctional);
    unsigned Index = 0;
    for (const SchemaReturn &R : Op.TheSchema.Returns)
      if (returnsTensors(R))
        result(R, Index++);
    if (Own)
      markGradients(Own->Gradients);
    O.Modelled = Own || OfFunctional;
    return std::move(O);
  }

private:
  void schemaWrites() {
    for (unsigned I = 0; I < Op.TheSchema.Arguments.size(); ++I)
      if (Op.TheSchema.Arguments[I].Writes)
        O.Writes.push_back(I);
  }

  void applyRule(const Rule &R) {
    if (R.Writes)
      O.Writes = *R.Writes;
    for (const RequireRule &Q : R.Requires)
      require(Q);
    for (const ReadRule &Q : R.Reads)
      read(Q, Q.Argument);
  }

  void markGradients(const std::vector<unsigned> &Of) {
    for (PredictedCopy &C : O.Copies)
      C.LaysOutGradient |=
          std::find(Of.begin(), Of.end(), C.Argument) != Of.end();
  }

  void require(const RequireRule &Q) {
    RuleValue V = Ev.judge(Q.That);
    if (isYes(V.Holds))
      return;
    if (Q.IsShape && V.Holds == Answer::No)
      O.NeverReturns = true;
    if (Q.IsShape && V.Holds == Answer::Unknown)
      learnRank(Q.That);
    Requirement R;
    R.Met = V.Holds;
    R.ShapeMismatch = Q.IsShape;
    R.Why = Q.Why.empty() ? V.Why : Q.Why;
    R.Argument = Q.Argument;
    O.Requirements.push_back(std::move(R));
  }

  /// A call that returned has taught the rank that it requires.
  void learnRank(const RuleExpr &That) {
    if (That.TheKind != RuleExpr::Kind::Compare || That.Text != "=" ||
        That.Children[0].Text != "rank" ||
        That.Children[1].TheKind != RuleExpr::Kind::Integer)
      return;
    Layout L = Ev.tensor(That.Children[0].Children[0]);
    withRank(L, That.Children[1].Integer, Ev.facts());
  }

  void read(const ReadRule &Q, unsigned Argument) {
    if (Ev.actual(Argument).TheKind == ActualArgument::Kind::Absent ||
        Ev.actual(Argument).TheKind == ActualArgument::Kind::Undefined)
      return;
    RuleValue V = Ev.judge(Q.UsableIf);
    if (isYes(V.Holds))
      return;
    copy(Argument, V.Holds, Q.What, Q.Why.empty() ? V.Why : Q.Why, false);
    O.Copies.back().EachUsable = V.EachHolds;
    if (Q.IsConversion) {
      O.Copies.back().IsConversion = true;
      O.Copies.back().ScalarType = typeConvertedTo();
    }
  }

  /// The one that is asked for, or int64.
  std::optional<int8_t> typeConvertedTo() const {
    for (unsigned I = 0; I < Op.TheSchema.Arguments.size(); ++I)
      if (Op.TheSchema.Arguments[I].Type == SchemaType::ScalarType &&
          Ev.actual(I).TheKind != ActualArgument::Kind::Absent &&
          Ev.actual(I).TheKind != ActualArgument::Kind::Undefined)
        return Ev.actual(I).Has.ScalarType;
    return LongType;
  }

  void copy(unsigned Argument, Answer Usable, const std::string &What,
            const std::string &Why, bool AskedFor) {
    PredictedCopy C;
    C.Argument = Argument;
    C.UsableAsIs = Usable;
    // Of a list it is not known which tensor.
    bool IsOne = Op.TheSchema.Arguments[Argument].Type == SchemaType::Tensor;
    C.Elements = IsOne ? Ev.argument(Argument).numel() : Ev.anySize("elements");
    C.What = What;
    C.Why = Why;
    C.AskedFor = AskedFor;
    O.Copies.push_back(std::move(C));
  }

  /// add_ and add.out read what add reads: their arguments have equal names.
  void derivedReads(const Rule &R) {
    if (R.Reads.empty())
      return;
    std::vector<ActualArgument> Actuals = functionalActuals();
    Application Inner(*Op.Functional, Actuals, Ev.label("functional"),
                      Ev.facts(), Ev.torch(), 0);
    for (const ReadRule &Q : R.Reads)
      Inner.read(Q, Q.Argument);
    for (PredictedCopy C : Inner.O.Copies) {
      const std::string &Name =
          Op.Functional->TheSchema.Arguments[C.Argument].Name;
      if (std::optional<unsigned> I = Op.TheSchema.indexOf(Name)) {
        C.Argument = *I;
        O.Copies.push_back(std::move(C));
      }
    }
  }

  /// Where no type is asked for, the one of what is written into decides.
  ActualArgument typeWritten() const {
    ActualArgument Type;
    Type.TheKind = ActualArgument::Kind::Unknown;
    for (unsigned I = 0; I < Op.TheSchema.Arguments.size(); ++I)
      if (Op.TheSchema.Arguments[I].Writes)
        Type.Has.ScalarType = Ev.actual(I).Has.ScalarType;
    return Type;
  }

  std::vector<ActualArgument> functionalActuals() {
    std::vector<ActualArgument> Actuals;
    for (const SchemaArgument &A : Op.Functional->TheSchema.Arguments) {
      std::optional<unsigned> I = Op.TheSchema.indexOf(A.Name);
      Actuals.push_back(I ? Ev.actual(*I) : ActualArgument());
      if (A.Type == SchemaType::ScalarType &&
          Actuals.back().TheKind == ActualArgument::Kind::Absent)
        Actuals.back() = typeWritten();
    }
    return Actuals;
  }

  void result(const SchemaReturn &Return, unsigned Index) {
    TensorResult T;
    const ResultRule *R = nullptr;
    if (Own && !Own->Results.empty()) {
      const std::vector<ResultRule> &All = Own->Results;
      R = &All[std::min<size_t>(Index, All.size() - 1)];
    }
    if (R && R->TheForm != ResultRule::Form::Schema)
      ruled(*R, T);
    else
      bySchema(Return, Index, T);
    settleOffset(T);
    T.LeavesOut = Ev.hasLeftOut();
    T.Has = traitsOfResult(Op, R, T, Ev.actuals());
    T.IsElement = Return.Type == SchemaType::TensorList;
    if (T.IsElement && T.Source >= 0)
      markParts(T.TheLayout, Ev.argument(static_cast<unsigned>(T.Source)));
    O.Results.push_back(std::move(T));
  }

  /// A new tensor begins where its storage does. What may be new or old is
  /// known to begin there only if the old one does, too.
  void settleOffset(TensorResult &T) {
    const StorageOffset Beginning{0};
    switch (T.TheRelation) {
    case Relation::Self:
    case Relation::View:
      return;
    case Relation::New:
      T.TheLayout.Offset = Beginning;
      return;
    case Relation::SelfOrNew:
    case Relation::ViewOrNew:
      if (T.Source >= 0 &&
          Ev.argument(static_cast<unsigned>(T.Source)).Offset == Beginning &&
          T.TheRelation == Relation::SelfOrNew) {
        T.TheLayout.Offset = Beginning;
        return;
      }
      [[fallthrough]];
    case Relation::Unknown:
      T.TheLayout.Offset.reset();
      for (Layout &L : T.Either)
        if (T.TheRelation == Relation::Unknown)
          L.Offset.reset();
    }
  }

  /// Sizes of \p Part that \p Whole does not have may be others in each part.
  void markParts(const Layout &Part, const Layout &Whole) {
    for (const std::vector<Axis> *Axes : {&Part.Front, &Part.Back})
      for (const Axis &A : *Axes)
        for (const Monomial::Factor &F : A.Size.factors())
          if (!mentions(Whole, F.Symbol))
            Ev.facts().symbols().setSeveral(F.Symbol);
  }

  static bool mentions(const Layout &L, SymbolId Id) {
    auto InAxis = [&](const Axis &A) { return A.Size.powerOf(Id) != 0; };
    return std::any_of(L.Front.begin(), L.Front.end(), InAxis) ||
           std::any_of(L.Back.begin(), L.Back.end(), InAxis) ||
           (L.Middle && L.Middle->Size.powerOf(Id) != 0);
  }

  void ruled(const ResultRule &R, TensorResult &T) {
    switch (R.TheForm) {
    case ResultRule::Form::Self:
      return self(R, T);
    case ResultRule::Form::View:
      return R.Sizes ? sized(R, T) : mapped(R, T);
    case ResultRule::Form::New:
      T.TheRelation = Relation::New;
      T.TheLayout = Ev.tensor(*R.Value);
      if (R.Axes)
        mapAxes(R, T);
      if (R.Copies)
        copy(*R.Copies, Answer::No, whole(*R.Copies), "a copy is asked for",
             true);
      return;
    case ResultRule::Form::Does:
      return does(R, T);
    case ResultRule::Form::Schema:
      return;
    }
  }

  std::string whole(unsigned Argument) const {
    return "the whole " + Op.TheSchema.Arguments[Argument].Name +
           ", on every call";
  }

  void self(const ResultRule &R, TensorResult &T) {
    T.Source = static_cast<int>(R.Source);
    RuleValue V = RuleValue::condition(Answer::Yes, "");
    if (R.If)
      V = Ev.judge(*R.If);
    T.TheRelation = Relation::Self;
    T.TheLayout = Ev.argument(R.Source);
    if (R.Axes)
      return mapAxes(R, T);
    if (isYes(V.Holds) || R.Else == ResultRule::Otherwise::Nothing)
      return;
    if (R.Else == ResultRule::Otherwise::Throws)
      return missing(R.Source, V.Holds, V.Why, {}, std::nullopt, false);
    Layout Other = Ev.tensor(*R.Value);
    if (R.Copies)
      copy(*R.Copies, V.Holds, whole(*R.Copies), V.Why, true);
    if (V.Holds == Answer::No) {
      T.TheRelation = Relation::New;
      T.Source = -1;
      T.TheLayout = Other;
      return;
    }
    T.TheRelation = Relation::SelfOrNew;
    if (askedContiguous(R)) {
      T.TheLayout = exceptUnitAxes(Other);
      return;
    }
    const Layout Own = T.TheLayout;
    T.TheLayout = Ev.either(Own, Other, "self");
    if (!T.TheLayout.hasAxesOf(Own) && isKnown(Own) && isKnown(Other)) {
      T.Either = {Own, Other};
      T.Either.back().Offset = StorageOffset{0};
    }
  }

  bool isKnown(const Layout &L) {
    return L.hasRank() &&
           std::none_of(L.Front.begin(), L.Front.end(), [&](const Axis &A) {
             return Ev.facts().isOpaque(A.Stride);
           });
  }

  /// `self if contiguous(self), else row-major` is row-major either way.
  static bool askedContiguous(const ResultRule &R) {
    return R.If && R.If->TheKind == RuleExpr::Kind::Call &&
           R.If->Text == "contiguous";
  }

  /// Axes of size 1 keep whatever stride they had when self is returned.
  Layout exceptUnitAxes(const Layout &L) {
    Layout Unknown = Ev.unknownStridesOf(L, "unit");
    Layout R = L;
    bool IsContiguous = isYes(isContiguous(L, Ev.facts()));
    for (size_t I = 0; I < R.Front.size(); ++I)
      if (R.Front[I].Size.isOne())
        R.Front[I].Stride = Unknown.Front[I].Stride;
    if (IsContiguous)
      R.KnownContiguous = true;
    return R;
  }

  void missing(unsigned Argument, Answer Met, const std::string &Why,
               std::vector<Monomial> Sizes,
               std::optional<std::pair<unsigned, unsigned>> Blocked,
               bool IsView) {
    Requirement Q;
    Q.Met = Met;
    Q.IsView = IsView;
    Q.Why = Why;
    Q.Argument = Argument;
    Q.Sizes = std::move(Sizes);
    Q.Blocked = Blocked;
    O.Requirements.push_back(std::move(Q));
  }

  void mapAxes(const ResultRule &R, TensorResult &T) {
    if (std::optional<Layout> L = Ev.apply(*R.Axes, T.TheLayout))
      T.TheLayout = normalized(*L, Ev.facts());
    else
      T.TheLayout = Ev.unknownTensor("mapped");
  }

  void mapped(const ResultRule &R, TensorResult &T) {
    T.TheRelation = Relation::View;
    T.Source = static_cast<int>(R.Source);
    T.TheLayout = Ev.argument(R.Source);
    if (R.Axes)
      mapAxes(R, T);
  }

  void sized(const ResultRule &R, TensorResult &T) {
    T.Source = static_cast<int>(R.Source);
    Layout Source = Ev.argument(R.Source);
    ViewPlan P = Ev.plan(*R.Sizes, Source);
    Answer Viewable = P.Answered.Viewable;
    if (P.Answered.ShapeMismatch)
      O.NeverReturns = true;
    bool Throws = R.Else != ResultRule::Otherwise::Copy &&
                  R.Else != ResultRule::Otherwise::Value;
    std::string Why = whyNotViewable(P.Answered);
    if (!isYes(Viewable) || P.Answered.ShapeMismatch) {
      if (Throws)
        viewRequirement(R.Source, P, Why);
      else if (!P.Answered.ShapeMismatch)
        copy(R.Source, Viewable, whole(R.Source), Why, R.Copies.has_value());
    }
    T.TheRelation = P.IsSelf ? Relation::Self : Relation::View;
    bool Taken = Throws || isYes(Viewable);
    if (Taken && P.Result) {
      for (const auto &[A, B] : P.Answered.Learned)
        Ev.facts().equate(A, B);
      T.TheLayout = normalized(*P.Result, Ev.facts());
    } else if (Taken) {
      T.TheLayout = viewedLayout(Source, P.Answered, Ev.facts());
    } else {
      copied(R, P, T);
    }
  }

  void viewRequirement(unsigned Argument, const ViewPlan &P,
                       const std::string &Why) {
    missing(Argument, P.Answered.Viewable, Why, P.Answered.Sizes,
            P.Answered.Blocked, true);
    O.Requirements.back().ShapeMismatch = P.Answered.ShapeMismatch;
  }

  /// The sizes of a reshape that copies, or may.
  void copied(const ResultRule &R, const ViewPlan &P, TensorResult &T) {
    Layout Shape = Ev.unknownTensor("reshaped");
    if (P.Result)
      Shape = normalized(*P.Result, Ev.facts());
    else if (!P.Answered.Sizes.empty())
      Shape = rowMajor(P.Answered.Sizes);
    if (R.Value)
      Shape = Ev.tensor(*R.Value);
    if (P.Answered.Viewable == Answer::No) {
      T.TheRelation = Relation::New;
      T.Source = -1;
      T.TheLayout = rowMajorLike(Shape);
      return;
    }
    T.TheRelation = Relation::ViewOrNew;
    T.TheLayout = Ev.unknownStridesOf(Shape, "reshaped");
    if (isYes(isDense(Ev.argument(R.Source), Ev.facts())))
      T.TheLayout.KnownDense = true;
  }

  void does(const ResultRule &R, TensorResult &T) {
    Ev.collectInto(&O);
    RuleValue V = Ev.eval(*R.Value);
    Ev.collectInto(nullptr);
    T.TheRelation = V.Known ? V.Rel : Relation::Unknown;
    T.Source = V.Source;
    T.TheLayout =
        V.Known ? normalized(V.L, Ev.facts()) : Ev.unknownTensor("does");
    if (V.Known && V.List.size() > 1)
      T.Either = V.List;
  }

  /// What the schema alone says: the argument written, a view, or nothing.
  void bySchema(const SchemaReturn &Return, unsigned Index, TensorResult &T) {
    T.Source = aliasedArgument(Op.TheSchema, Return);
    T.TheLayout = Ev.unknownTensor("result" + std::to_string(Index));
    if (T.Source < 0)
      return;
    if (!Return.Writes) {
      T.TheRelation = Relation::ViewOrNew;
      return;
    }
    T.TheRelation = Relation::Self;
    Layout Given = Ev.argument(static_cast<unsigned>(T.Source));
    bool IsOut = Op.TheSchema.Arguments[T.Source].KeywordOnly;
    if (!IsOut)
      T.TheLayout = Given;
    else if (OfFunctional)
      T.TheLayout = writtenOut(Given, Index);
  }

  /// out= keeps its layout when it has the result's sizes; an empty one is
  /// resized to what the functional form would have made, and one of other
  /// sizes as well if that is row-major (libtorch 1.13,
  /// aten/src/ATen/native/Resize.cpp, resize_output).
  Layout writtenOut(const Layout &Given, unsigned Index) {
    Outcome Functional =
        evaluateNested(*Op.Functional, functionalActuals(),
                       Ev.label("functional"), Ev.facts(), Ev.torch(), 1);
    if (Index >= Functional.Results.size())
      return Ev.unknownTensor("out");
    O.NeverReturns = O.NeverReturns || Functional.NeverReturns;
    const Layout &Made = Functional.Results[Index].TheLayout;
    if (isYes(sameSizes(Given, Made, Ev.facts())))
      return Given;
    bool Empty = Ev.facts().canonical(Given.numel()).isZero();
    bool Resized = sameSizes(Given, Made, Ev.facts()) == Answer::No &&
                   isYes(isContiguous(Made, Ev.facts()));
    if (!Empty && !Resized)
      return Ev.unknownTensor("out");
    Layout InPlace = Made;
    InPlace.Offset = Given.Offset;
    return InPlace;
  }

  const Operator &Op;
  const Rule *Own;          ///< of this version; null: none
  const Rule *OfFunctional; ///< the rule of Op.Functional
  Evaluator Ev;
  Outcome O;
};

} // namespace

const char *toString(Relation R) {
  switch (R) {
  case Relation::Self:
    return "self";
  case Relation::View:
    return "view";
  case Relation::New:
    return "new";
  case Relation::SelfOrNew:
    return "self or new";
  case Relation::ViewOrNew:
    return "view or new";
  case Relation::Unknown:
    break;
  }
  return "unknown";
}

Outcome evaluateNested(const Operator &Op,
                       const std::vector<ActualArgument> &Arguments,
                       const std::string &Name, Facts &F, TorchVersion Torch,
                       unsigned Depth) {
  Operator Bare;
  if (Depth <= MaxDepth)
    return Application(Op, Arguments, Name, F, Torch, Depth).run();
  Bare.TheSchema = Op.TheSchema;
  return Application(Bare, Arguments, Name, F, Torch, 0).run();
}

Outcome evaluate(const Operator &Op,
                 const std::vector<ActualArgument> &Arguments,
                 const std::string &Name, Facts &F, TorchVersion Torch) {
  std::vector<ActualArgument> Padded = Arguments;
  Padded.resize(Op.TheSchema.Arguments.size());
  if (Torch < OldestTorch)
    return evaluateInAll(Op, Padded, Name, F);
  return evaluateNested(Op, Padded, Name, F, Torch, 0);
}

} // namespace tensortidy
