// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CONTRACTS_FIELDS_H
#define TENSORTIDY_CONTRACTS_FIELDS_H

#include "checks/Links.h"

#include <utility>
#include <vector>

namespace tensortidy {

/// \name The members of findings and summaries
/// Each calls \p A with the name and the member; what an archive does with it
/// (write it, read it, look for source ranges in it) is its own business.
/// @{
template <typename Archive> void fields(Archive &A, Note &N) {
  A("where", N.Where);
  A("point", N.Point);
  A("message", N.Message);
}

template <typename Archive> void fields(Archive &A, Edit &E) {
  A("range", E.Range);
  A("text", E.Text);
}

template <typename Archive> void fields(Archive &A, Finding &F) {
  A("check", F.Check);
  A("sure", F.Sure);
  A("where", F.Where);
  A("point", F.Point);
  A("statement", F.Statement);
  A("message", F.Message);
  A("notes", F.Notes);
  A("edits", F.Edits);
  A("function", F.Function);
  A("operator", F.Operator);
  A("arguments", F.Arguments);
  A("copies", F.PredictsCopy);
  A("openRoots", F.OpenRoots);
}

template <typename Archive> void fields(Archive &A, Origin &O) {
  A("range", O.Range);
  A("point", O.Point);
  A("statement", O.Statement);
  A("macro", O.InMacro);
}

template <typename Archive> void fields(Archive &A, StrideNeed &N) {
  A("front", N.Front);
  A("back", N.Back);
  A("least", N.Least);
}

template <typename Archive> void fields(Archive &A, ContiguityOf &C) {
  A("is", C.Is);
  A("roots", C.Roots);
  A("weak", C.Weak);
  A("oneDimension", C.HasOneDimension);
  A("tolerated", C.IsTolerated);
  A("tainted", C.Tainted);
  A("mixed", C.IsMixed);
  A("strays", C.Strays);
  A("asGiven", C.IsAsGiven);
  A("needs", C.Needs);
}

template <typename Archive> void fields(Archive &A, StridesKnown &K) {
  A("all", K.All);
  A("dimensions", K.Dimensions);
}

template <typename Archive> void fields(Archive &A, ArgumentPath &P) {
  A("parameter", P.Parameter);
  A("field", P.Field);
}

template <typename Archive> void fields(Archive &A, WideAccess &W) {
  A("pointer", W.Pointer);
  A("alignment", W.Alignment);
  A("steps", W.Steps);
  A("by", W.By);
}

template <typename Archive> void fields(Archive &A, StrideAt &S) {
  A("dimension", S.Dimension);
  A("where", S.Where);
}

template <typename Archive> void fields(Archive &A, PointerUse &U) {
  A("layout", U.Layout);
  A("taken", U.Taken);
  A("spelled", U.Spelled);
  A("object", U.Object);
  A("access", U.Access);
  A("used", U.Used);
  A("sink", U.Where);
  A("callee", U.Callee);
  A("calleeKey", U.CalleeKey);
  A("calleeParameter", U.CalleeParameter);
  A("sized", U.IsSized);
  A("onlyRead", U.IsOnlyRead);
  A("name", U.Name);
  A("strides", U.Strides);
  A("path", U.Path);
  A("given", U.Given);
  A("field", U.Field);
  A("wide", U.Wide);
  A("wideKey", U.WideKey);
  A("strided", U.Strided);
  A("strideCheck", U.StrideCheck);
  A("stridesOf", U.StridesOf);
}

template <typename Archive> void fields(Archive &A, CallRecord &C) {
  A("callee", C.CalleeKey);
  A("arguments", C.Arguments);
  A("calleeName", C.Callee);
  A("names", C.Names);
  A("gradients", C.Gradients);
  A("from", C.From);
}

template <typename Archive> void fields(Archive &A, SummaryRoot &R) {
  A("name", R.Name);
  A("list", R.IsList);
  A("foreign", R.IsForeign);
  A("copiable", R.MayBeCopied);
  A("undefined", R.MayBeUndefined);
  A("documented", R.IsDocumented);
  A("check", R.Check);
  A("copy", R.Copy);
  A("parameter", R.Parameter);
  A("position", R.Position);
  A("saved", R.Saved);
}

template <typename Archive> void fields(Archive &A, FunctionSummary &F) {
  A("name", F.Name);
  A("key", F.Key);
  A("nameRange", F.NameRange);
  A("body", F.Body);
  A("reach", F.TheReach);
  A("uncertain", F.Uncertain);
  A("virtual", F.IsVirtual);
  A("parameters", F.Parameters);
  A("roots", F.Roots);
  A("uses", F.Uses);
  A("calls", F.Calls);
  A("open", F.Open);
  A("stridesRead", F.StridesRead);
  A("channelsLast", F.UsesChannelsLast);
}

template <typename Archive> void fields(Archive &A, PointerFunction &F) {
  A("name", F.Name);
  A("key", F.Key);
  A("nameRange", F.NameRange);
  A("effects", F.Effects);
  A("wide", F.Wide);
}

template <typename Archive> void fields(Archive &A, ContractOf &C) {
  A("is", C.Is);
  A("through", C.Through);
  A("guardedInPython", C.IsGuardedInPython);
  A("registered", C.IsRegistered);
}

template <typename Archive> void fields(Archive &A, RegisteredName &N) {
  A("key", N.Key);
  A("name", N.Name);
}

template <typename Archive> void fields(Archive &A, StandIn &S) {
  A("key", S.Key);
  A("registry", S.Registry);
}

template <typename Archive> void fields(Archive &A, FunctionContracts &F) {
  A("name", F.Name);
  A("key", F.Key);
  A("nameRange", F.NameRange);
  A("parameters", F.Parameters);
}

template <typename Archive> void fields(Archive &A, LinkedProgram &P) {
  A("version", P.Version);
  A("files", P.Files);
  A("functions", P.Functions);
  A("pointerFunctions", P.Readers);
}

template <typename Archive> void fields(Archive &A, UnitSummary &U) {
  A("functions", U.Functions);
  A("pointerFunctions", U.PointerFunctions);
  A("registered", U.Registered);
  A("addressTaken", U.AddressTaken);
  A("standIns", U.StandIns);
  A("names", U.Names);
  A("mainFile", U.MainFile);
}

/// @}

/// Calls \p Visit for each source range in \p Value.
template <typename T, typename Visitor>
void forEachRange(T &Value, Visitor Visit);

/// The archive behind forEachRange().
template <typename Visitor> class RangeFinder {
public:
  explicit RangeFinder(Visitor &Visit) : Visit(Visit) {}

  template <typename T> void operator()(const char *, T &Member) {
    find(Member);
  }
  void find(SourceRange &R) { Visit(R); }
  template <typename T> void find(std::vector<T> &Items) {
    for (T &Item : Items)
      find(Item);
  }
  template <typename T> void find(T &Value) {
    if constexpr (requiresFields<T>(0))
      fields(*this, Value);
  }

private:
  template <typename T>
  static constexpr auto requiresFields(int)
      -> decltype(fields(std::declval<RangeFinder &>(), std::declval<T &>()),
                  true) {
    return true;
  }
  template <typename T> static constexpr bool requiresFields(...) {
    return false;
  }

  Visitor &Visit;
};

template <typename T, typename Visitor>
void forEachRange(T &Value, Visitor Visit) {
  RangeFinder<Visitor>(Visit).find(Value);
}

} // namespace tensortidy

#endif
