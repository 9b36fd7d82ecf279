// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compare.h"

#include "layout/Queries.h"
#include "models/Rule.h"

#include <algorithm>

using namespace tensortidy;

namespace conformance {
namespace {

bool isLayoutError(const std::string &Message) {
  return Message.find("view size is not compatible") != std::string::npos ||
         Message.find("more than one element of the written-to tensor") !=
             std::string::npos ||
         Message.find("preserve memory format is unsupported") !=
             std::string::npos ||
         Message.find("must have a last dimension with stride 1") !=
             std::string::npos ||
         Message.find("must have a stride divisible by 2") != std::string::npos;
}

class Comparison {
public:
  Comparison(const Call &C, const std::string &Class, Mode M)
      : C(C), Class(Class), M(M), F(Symbols) {}

  Tally run() {
    std::optional<Input> In = makeInput(Class, C.Rank, M, C.Type, F, Known);
    if (!In || (In->Tensor.numel() == 0 && !C.EmptyToo))
      return T;
    X = *In;
    std::vector<BothArguments> Arguments;
    try {
      Arguments = evaluateArguments(C, X, F);
    } catch (const c10::Error &) {
      return T; // an argument cannot be made, e.g. channels-last of an empty x
    }
    if (M == Mode::Exact || M == Mode::Symbols)
      addTraits(C, Arguments);
    std::vector<ActualArgument> Actuals;
    for (const BothArguments &A : Arguments)
      Actuals.push_back(A.Symbolic);
    // The arguments as they were, before an in-place operator changes them.
    std::vector<Tensors> Before = tensorsOf(Arguments);
    Outcome O = evaluate(*C.Op, Actuals, "call", F, torchHere());
    Actual A = execute(C, Arguments);
    if (!A.Exists)
      return T;
    T.Runs = 1;
    if (!throws(O, A) || A.Threw)
      return T;
    for (size_t I = 0; I < O.Results.size() && I < A.Results.size(); ++I)
      if (A.Results[I].defined())
        result(O.Results[I], A.Results[I], Before);
    for (size_t I = 0; I < O.Results.size() && I < A.Results.size(); ++I)
      if (A.Results[I].defined())
        has(O.Results[I].Has, A.Results[I]);
    copies(O, A, Before);
    return T;
  }

private:
  void right() { ++T.Right; }
  void cannotTell(const std::string &Field) {
    ++T.CannotTell;
    if (M == Mode::Exact || M == Mode::Symbols)
      T.Undecided.push_back(where() + Field);
  }
  void wrong(const std::string &Field, const std::string &Model,
             const std::string &Real) {
    T.Contradictions.push_back(where() + Field + ": the model says " + Model +
                               ", libtorch " + Real);
  }
  std::string where() const {
    return std::to_string(C.Rank) + "-D " + C.Text + " [" + Class + ", " +
           toString(M) + "] ";
  }

  /// One answered question.
  void answer(const std::string &Field, Answer Says, bool Truth) {
    if (Says == Answer::Unknown)
      return cannotTell(Field);
    bool Yes = Says == Answer::Yes;
    if (Yes == Truth)
      return right();
    if (Says == Answer::NoGeneric)
      ++T.Coincided;
    else
      wrong(Field, tensortidy::toString(Says), Truth ? "yes" : "no");
  }

  /// By argument: the tensor, or those of a list.
  using Tensors = std::vector<at::Tensor>;

  static std::vector<Tensors>
  tensorsOf(const std::vector<BothArguments> &Arguments) {
    std::vector<Tensors> All;
    for (const BothArguments &A : Arguments) {
      All.emplace_back();
      if (A.Concrete.isTensor())
        All.back().push_back(A.Concrete.toTensor());
      else if (A.Concrete.isTensorList())
        for (const at::Tensor &T : A.Concrete.toTensorVector())
          All.back().push_back(T);
    }
    return All;
  }

  static bool sharesStorage(const at::Tensor &A, const at::Tensor &B) {
    return A.defined() && B.defined() && A.has_storage() && B.has_storage() &&
           A.storage().unsafeGetStorageImpl() ==
               B.storage().unsafeGetStorageImpl();
  }

  /// False: nothing more can be compared.
  bool throws(const Outcome &O, const Actual &A) {
    Answer Returns = O.NeverReturns ? Answer::No : Answer::Yes;
    for (const Requirement &R : O.Requirements)
      if (!R.ShapeMismatch)
        Returns = conjunction(Returns, R.Met);
    if (A.Threw && !O.NeverReturns && !isLayoutError(A.Message)) {
      // Sizes, types or devices: not what is modelled.
      if (Class == "contiguous" && isYes(Returns) && M == Mode::Exact &&
          !expectedError(A.Message))
        wrong("call", "nothing", "throws: " + A.Message);
      return false;
    }
    // Without a rule nothing is said about throwing.
    if (C.Op->ruleFor(torchHere()))
      answer("returns", Returns, !A.Threw);
    return true;
  }

  static bool expectedError(const std::string &Message) {
    return Message.find("not linked with support for") != std::string::npos ||
           Message.find("' backend. This could be because the operator "
                        "doesn't exist") != std::string::npos ||
           Message.find("Cannot access accelerator device") !=
               std::string::npos;
  }

  void result(const TensorResult &R, const at::Tensor &Real,
              const std::vector<Tensors> &Before) {
    relation(R, Real, Before);
    // The case at hand may be the one that was left out.
    if (R.LeavesOut)
      return cannotTell("layout");
    Layout L = normalized(R.TheLayout, F);
    bindSizes(L, Real);
    if (!sameShape(L, Real))
      return;
    if (!generic(L, Real)) {
      ++T.NotGeneric;
      return;
    }
    answer("contiguous", isContiguous(L, F), Real.is_contiguous());
    answer("dense", isDense(L, F), Real.is_non_overlapping_and_dense());
    if (Real.dim() == 4)
      answer("channels-last", isContiguous(L, MemoryFormat::ChannelsLast, F),
             Real.is_contiguous(at::MemoryFormat::ChannelsLast));
    if (L.hasRank())
      strides(L, Real);
    offset(L, Real);
  }

  /// Where nothing is known of it, nothing was asked: the other answers do not
  /// depend on it.
  void offset(const Layout &L, const at::Tensor &Real) {
    if (!L.Offset || L.Offset->FromOrigin)
      return;
    const std::optional<int64_t> Elements =
        valueOf(L.Offset->Elements, F, Known);
    const int64_t Truth = Real.storage_offset();
    if (!Elements)
      cannotTell("offset");
    else if (*Elements == Truth)
      right();
    else
      wrong("offset", std::to_string(*Elements), std::to_string(Truth));
  }

  void relation(const TensorResult &R, const at::Tensor &Real,
                const std::vector<Tensors> &Before) {
    bool Self = false, View = false, SharesAny = false;
    for (size_t I = 0; I < Before.size(); ++I)
      for (const at::Tensor &B : Before[I]) {
        bool IsSource = R.Source == static_cast<int>(I);
        bool Shares = sharesStorage(Real, B);
        Self = Self || (IsSource && Shares && Real.is_same(B));
        View = View || (IsSource && Shares);
        SharesAny = SharesAny || Shares;
      }
    const char *Truth = Self ? "self" : View || SharesAny ? "view" : "new";
    switch (R.TheRelation) {
    case Relation::Self:
      // A C++ function may hand out a new handle to the same tensor.
      return Self || (View && !C.Op->FromDispatcher)
                 ? right()
                 : wrong("relation", "self", Truth);
    case Relation::View:
      return View ? right() : wrong("relation", "view", Truth);
    case Relation::New:
      return SharesAny ? wrong("relation", "new", Truth) : right();
    case Relation::SelfOrNew:
      return View && !Self ? wrong("relation", "self or new", Truth)
                           : cannotTell("relation");
    default:
      return cannotTell("relation");
    }
  }

  /// What is not known of types, devices and gradients is no open question.
  void has(const Traits &Says, const at::Tensor &Real) {
    auto Compare = [&](const char *Field, std::optional<int> Model, int Truth) {
      if (Model && *Model == Truth)
        right();
      else if (Model)
        wrong(Field, std::to_string(*Model), std::to_string(Truth));
    };
    Compare("type", Says.ScalarType, static_cast<int>(Real.scalar_type()));
    Compare("on the CPU", Says.OnCpu, Real.is_cpu());
    Compare("gradient", Says.RequiresGrad, Real.requires_grad());
  }

  /// Sizes the model has no value for are what they turned out to be; only
  /// then can strides that are products of them be compared.
  void bindSizes(const Layout &L, const at::Tensor &Real) {
    if (!L.hasRank() || L.Front.size() != static_cast<size_t>(Real.dim()))
      return;
    for (size_t I = 0; I < L.Front.size(); ++I) {
      std::optional<SymbolId> Id = F.canonical(L.Front[I].Size).asSymbol();
      if (Id && !Known.count(*Id))
        Known[*Id] = Real.size(static_cast<int64_t>(I));
    }
  }

  bool sameShape(const Layout &L, const at::Tensor &Real) {
    if (!L.hasRank()) {
      if (L.minRank() <= static_cast<unsigned>(Real.dim()))
        return true;
      wrong("rank", "at least " + std::to_string(L.minRank()),
            std::to_string(Real.dim()));
      return false;
    }
    if (L.Front.size() != static_cast<size_t>(Real.dim())) {
      wrong("rank", std::to_string(L.Front.size()), std::to_string(Real.dim()));
      return false;
    }
    for (size_t I = 0; I < L.Front.size(); ++I) {
      std::optional<int64_t> Size = valueOf(L.Front[I].Size, F, Known);
      int64_t Truth = Real.size(static_cast<int64_t>(I));
      if (!Size || *Size == Truth)
        continue;
      wrong("size " + std::to_string(I), std::to_string(*Size),
            std::to_string(Truth));
      return false;
    }
    return true;
  }

  /// Answers hold for sizes of 2 and more, unless a size is known.
  bool generic(const Layout &L, const at::Tensor &Real) {
    for (int64_t I = 0; I < Real.dim(); ++I) {
      if (Real.size(I) >= 2)
        continue;
      bool IsKnown =
          L.hasRank() && F.canonical(L.Front[I].Size).asConstant().has_value();
      if (!IsKnown)
        return false;
    }
    return true;
  }

  void strides(const Layout &L, const at::Tensor &Real) {
    for (size_t I = 0; I < L.Front.size(); ++I) {
      int64_t Truth = Real.stride(static_cast<int64_t>(I));
      if (Real.size(static_cast<int64_t>(I)) == 1 || Real.numel() == 0)
        continue;
      std::optional<int64_t> Stride = valueOf(L.Front[I].Stride, F, Known);
      if (!Stride)
        cannotTell("stride " + std::to_string(I));
      else if (*Stride == Truth)
        right();
      else
        wrong("stride " + std::to_string(I), std::to_string(*Stride),
              std::to_string(Truth));
    }
  }

  /// Only arguments about which the rule says something.
  void copies(const Outcome &O, const Actual &A,
              const std::vector<Tensors> &Before) {
    for (unsigned I = 0; I < Before.size(); ++I) {
      if (!saysOfCopies(I) || !canBeToldFromOthers(I, Before))
        continue;
      Answer Usable = Answer::Yes;
      for (const PredictedCopy &P : O.Copies)
        if (P.Argument == I)
          Usable = conjunction(Usable, P.UsableAsIs);
      bool Copied =
          std::any_of(Before[I].begin(), Before[I].end(),
                      [&](const at::Tensor &T) { return wasCopied(T, A); });
      answer("used as it is: " + C.Op->TheSchema.Arguments[I].Name, Usable,
             !Copied);
    }
  }

  bool saysOfCopies(unsigned Argument) const {
    const Rule *Own = C.Op->ruleFor(torchHere());
    // That copy_() copies is no news, and what it copies besides that only
    // another device would show.
    if (!Own || C.Op->TheSchema.Name == "aten::copy_")
      return false;
    for (const ReadRule &R : Own->Reads)
      if (R.Argument == Argument)
        return true;
    for (const ResultRule &R : Own->Results)
      if ((R.Copies && *R.Copies == Argument) ||
          (R.Else == ResultRule::Otherwise::Copy && R.Source == Argument))
        return true;
    return false;
  }

  /// Of two arguments in one storage a copy cannot be told to be of one.
  static bool canBeToldFromOthers(unsigned Argument,
                                  const std::vector<Tensors> &Before) {
    for (const at::Tensor &T : Before[Argument]) {
      if (!T.defined() || T.numel() < 2)
        return false;
      for (unsigned I = 0; I < Before.size(); ++I)
        for (const at::Tensor &Other : Before[I])
          if (I != Argument && sharesStorage(T, Other))
            return false;
    }
    return !Before[Argument].empty();
  }

  /// At once or part by part.
  static bool wasCopied(const at::Tensor &Operand, const Actual &A) {
    int64_t Elements = 0;
    for (const ObservedCopy &Copy : A.Copies)
      if (Copy.SourceStorage == Operand.storage().unsafeGetStorageImpl())
        Elements += Copy.Elements;
    return Elements >= Operand.numel();
  }

  const Call &C;
  const std::string &Class;
  Mode M;
  SymbolTable Symbols;
  Facts F;
  Values Known;
  Input X;
  Tally T;
};

} // namespace

void Tally::add(const Tally &O) {
  Runs += O.Runs;
  Right += O.Right;
  CannotTell += O.CannotTell;
  Coincided += O.Coincided;
  NotGeneric += O.NotGeneric;
  Contradictions.insert(Contradictions.end(), O.Contradictions.begin(),
                        O.Contradictions.end());
  Undecided.insert(Undecided.end(), O.Undecided.begin(), O.Undecided.end());
}

Tally compare(const Call &C, const std::string &Class, Mode M) {
  return Comparison(C, Class, M).run();
}

bool works(const Call &C) {
  SymbolTable Symbols;
  Facts F(Symbols);
  Values V;
  auto In = makeInput("contiguous", C.Rank, Mode::Exact, C.Type, F, V);
  try {
    Actual A = execute(C, evaluateArguments(C, *In, F));
    return A.Exists && !A.Threw;
  } catch (const std::exception &) {
    return false;
  }
}

} // namespace conformance
