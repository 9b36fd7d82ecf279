// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Links.h"

#include "checks/Wording.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tensortidy {

Links::Links(const std::vector<const UnitSummary *> &Units,
             const FileTable &Files, Scope Of, const LinkedProgram *Linked,
             const PythonCalls *Python)
    : Table(Files), Of(Of), Python(Python), Units(Units) {
  for (const UnitSummary *U : Units)
    add(*U);
  if (!Linked)
    return;
  for (const FunctionContracts &F : Linked->Functions)
    this->Linked.emplace(F.Key, &F);
  for (const PointerFunction &F : Linked->Readers)
    addReader(F);
}

void Links::addReader(const PointerFunction &F) {
  Definitions[F.Key].insert(F.NameRange.File);
  Readers.emplace(F.Key, &F);
}

void Links::add(const UnitSummary &U) {
  for (const FunctionSummary &F : U.Functions) {
    // The inline functions of a header are in each file that includes it.
    if (!F.Key.empty() &&
        !Seen.insert({F.Key, F.NameRange.File, F.NameRange.Begin}).second)
      continue;
    if (!F.Key.empty()) {
      Definitions[F.Key].insert(F.NameRange.File);
      ByKey.emplace(F.Key, &F);
    }
    for (const CallRecord &C : F.Calls)
      if (!C.CalleeKey.empty())
        ByCallee.emplace(C.CalleeKey, Caller(&F, &C));
  }
  for (const PointerFunction &F : U.PointerFunctions)
    addReader(F);
  for (const std::string &Key : U.Registered)
    Registered.emplace(Key, U.MainFile.File);
  for (const std::string &Key : U.AddressTaken)
    AddressTaken.emplace(Key, U.MainFile.File);
  for (const RegisteredName &N : U.Names)
    Names.emplace(N.Key, N.Name);
  for (const StandIn &S : U.StandIns)
    Tables[S.Key].insert(S.Registry);
}

namespace {

/// How many folders two files have in common, from the root on.
size_t nearness(const std::string &A, const std::string &B) {
  size_t Common = 0;
  const size_t Length = std::min(A.size(), B.size());
  for (size_t I = 0; I < Length && A[I] == B[I]; ++I)
    Common += A[I] == '/';
  return Common;
}

/// The strides that are known at each place that depends on \p Root.
StridesKnown knownAtAllUses(const FunctionSummary &F, uint32_t Root) {
  std::optional<StridesKnown> Known;
  for (const Finding &Each : F.Open)
    if (std::find(Each.OpenRoots.begin(), Each.OpenRoots.end(), Root) !=
        Each.OpenRoots.end())
      return {};
  for (const PointerUse &U : F.Uses) {
    if (U.Layout.Is != Contiguity::Open || !U.Layout.Roots.contains(Root))
      continue;
    const StridesKnown Here = stridesKnown(F, U, Root);
    if (Known && *Known != Here)
      return {};
    Known = Here;
  }
  return Known.value_or(StridesKnown());
}

/// What is not decided weighs more than what Python guards.
ContractOf worse(const ContractOf &A, const ContractOf &B) {
  return A.Is == Contract::Undecided ? A : B;
}

} // namespace

bool Links::means(const std::string &Key, uint32_t From,
                  uint32_t Definition) const {
  const auto It = Definitions.find(Key);
  if (It == Definitions.end() || It->second.size() == 1)
    return true;
  if (It->second.count(From))
    return From == Definition;
  const std::string &Path = Table.path(From);
  size_t Nearest = 0;
  for (uint32_t Each : It->second)
    Nearest = std::max(Nearest, nearness(Path, Table.path(Each)));
  return nearness(Path, Table.path(Definition)) == Nearest;
}

bool Links::isMentioned(const std::multimap<std::string, uint32_t> &In,
                        const FunctionSummary &F) const {
  const auto Range = In.equal_range(F.Key);
  return !F.Key.empty() &&
         std::any_of(Range.first, Range.second, [&](const auto &Mention) {
           return means(F.Key, Mention.second, F.NameRange.File);
         });
}

/// The one that \p Key means in \p From; null where several differ by \p Of.
template <typename Member>
const PointerFunction *Links::onlyReader(const std::string &Key, uint32_t From,
                                         Member Of) const {
  const auto Range = Readers.equal_range(Key);
  const PointerFunction *Only = nullptr;
  for (auto It = Range.first; It != Range.second; ++It) {
    const PointerFunction &F = *It->second;
    if (!means(F.Key, From, F.NameRange.File))
      continue;
    if (Only && !(Only->*Of == F.*Of))
      return nullptr;
    Only = &F;
  }
  return Only;
}

const PointerFunction *Links::readerOf(const PointerUse &U) const {
  const PointerFunction *Only =
      onlyReader(U.CalleeKey, U.Used.Range.File, &PointerFunction::Effects);
  return Only && U.CalleeParameter < Only->Effects.size() ? Only : nullptr;
}

const PointerFunction *Links::wideReaderOf(const PointerUse &U) const {
  return onlyReader(U.WideKey, U.Used.Range.File, &PointerFunction::Wide);
}

const FunctionSummary *Links::calleeOf(const CallRecord &C) const {
  const auto Range = ByKey.equal_range(C.CalleeKey);
  for (auto It = Range.first; It != Range.second; ++It)
    if (means(C.CalleeKey, C.From.Range.File, It->second->NameRange.File))
      return It->second;
  return nullptr;
}

StridesKnown stridesKnown(const FunctionSummary &F, const PointerUse &U,
                          uint32_t Root) {
  StridesKnown Known;
  if (U.Layout.IsAsGiven)
    Known = U.Given;
  const auto Read = F.StridesRead.find(Root);
  if (Read != F.StridesRead.end())
    Known.add(Read->second);
  return Known;
}

ContractOf Links::of(const FunctionSummary &F, uint32_t Root,
                     const StridesKnown &Known) {
  const Question Asked{&F, Root, Known};
  auto [It, New] = Answers.try_emplace(Asked);
  if (!New && It->second)
    return *It->second;
  if (!New) { // a recursive call adds nothing to what its caller was given
    ReadsOpen = true;
    return {Contract::Established, {}};
  }
  const bool Outer = std::exchange(ReadsOpen, false);
  const bool IsOutermost = Depth++ == 0;
  const ContractOf C = decide(F, Root, Known);
  --Depth;
  // Within a recursion the answer leans on one that is not known yet.
  if (ReadsOpen && !IsOutermost && C.Is != Contract::Broken)
    Answers.erase(Asked);
  else
    Answers[Asked] = C;
  ReadsOpen = !IsOutermost && (ReadsOpen || Outer);
  return C;
}

ContractOf Links::decide(const FunctionSummary &F, uint32_t Root,
                         const StridesKnown &Known) {
  const auto At = F.Roots.find(Root);
  if (At != F.Roots.end() && At->second.IsDocumented)
    return {Contract::Established, {}};
  if (At != F.Roots.end() && At->second.Saved >= 0)
    return decideSaved(F, static_cast<size_t>(At->second.Saved), Known);
  if (F.TheReach == Reach::Entry || isMentioned(Registered, F))
    return decideByPython(F, Root);
  if (F.Key.empty() || At == F.Roots.end() || At->second.Parameter < 0)
    return {};
  const auto Position = static_cast<size_t>(At->second.Parameter);
  const FunctionContracts *Decided = linked(F);
  if (Decided && Position < Decided->Parameters.size())
    return Decided->Parameters[Position];
  return decideByCallers(F, Position, Known);
}

const FunctionContracts *Links::linked(const FunctionSummary &F) const {
  const auto Range = Linked.equal_range(F.Key);
  const auto It = std::find_if(Range.first, Range.second, [&](const auto &L) {
    return L.second->NameRange.File == F.NameRange.File;
  });
  return It == Range.second ? nullptr : It->second;
}

LinkedProgram Links::result() {
  LinkedProgram P;
  P.Files = Table;
  std::set<std::pair<std::string, uint32_t>> Seen, SeenReaders;
  for (const UnitSummary *U : Units)
    for (const FunctionSummary &F : U->Functions) {
      if (F.Key.empty() || (F.Uses.empty() && F.Open.empty()) ||
          !Seen.insert({F.Key, F.NameRange.File}).second)
        continue;
      FunctionContracts C{F.Name, F.Key, F.NameRange, {}};
      C.Parameters.resize(F.Parameters);
      for (const auto &[Root, What] : F.Roots)
        if (What.Parameter >= 0)
          C.Parameters[static_cast<size_t>(What.Parameter)] =
              of(F, Root, knownAtAllUses(F, Root));
      P.Functions.push_back(std::move(C));
    }
  for (const auto &[Key, Reader] : Readers)
    if (SeenReaders.insert({Key, Reader->NameRange.File}).second)
      P.Readers.push_back(*Reader);
  return P;
}

std::optional<ContractOf> Links::decideByCalls(const FunctionSummary &F,
                                               const std::string &Key,
                                               std::optional<size_t> Count,
                                               size_t Position,
                                               const StridesKnown &Known) {
  ContractOf Result{Contract::Established, {}};
  std::optional<ContractOf> Broken;
  bool IsCalled = false;
  const auto Range = ByCallee.equal_range(Key);
  for (auto It = Range.first; It != Range.second; ++It) {
    const CallRecord &C = *It->second.second;
    if (!means(F.Key, C.From.Range.File, F.NameRange.File))
      continue;
    IsCalled = true;
    ContractOf One;
    if (Count ? C.Arguments.size() == *Count : Position < C.Arguments.size())
      One = of(*It->second.first, C, Position, Known);
    if (One.Is == Contract::Broken && !One.IsGuardedInPython) {
      if (One.IsRegistered)
        return One;
      if (!Broken)
        Broken = std::move(One);
    } else if (One.Is != Contract::Established) {
      Result = worse(Result, One);
    }
  }
  if (Broken)
    return Broken;
  return IsCalled ? std::optional<ContractOf>(Result) : std::nullopt;
}

/// What nobody is seen to save is whatever there was to be saved.
ContractOf Links::decideSaved(const FunctionSummary &F, size_t Position,
                              const StridesKnown &Known) {
  if (const std::optional<ContractOf> C =
          decideByCalls(F, F.Key + SavedSuffix, std::nullopt, Position, Known))
    return *C;
  ContractOf Unknown{Contract::Broken, {}};
  Unknown.IsRegistered = true;
  return Unknown;
}

/// What calls of two kinds establish together.
static std::optional<ContractOf> together(std::optional<ContractOf> A,
                                          std::optional<ContractOf> B) {
  if (!A || !B)
    return A ? A : B;
  for (const ContractOf *Each : {&*A, &*B})
    if (Each->Is == Contract::Broken && !Each->IsGuardedInPython)
      return *Each;
  return A->Is == Contract::Established ? B : A;
}

ContractOf Links::decideByCallers(const FunctionSummary &F, size_t Position,
                                  const StridesKnown &Known) {
  std::optional<ContractOf> Called =
      decideByCalls(F, F.Key, F.Parameters, Position, Known);
  const auto In = Tables.find(F.Key);
  if (In != Tables.end())
    for (const std::string &Table : In->second)
      Called = together(Called, decideByCalls(F, RegistryPrefix + Table,
                                              F.Parameters, Position, Known));
  if (Called && Called->Is == Contract::Broken)
    return *Called;
  // Called through a pointer or an object, by nobody knows whom.
  if (F.IsVirtual ||
      (In == Tables.end() ? isMentioned(AddressTaken, F) : !Called.has_value()))
    return {};
  if (Called)
    return *Called;
  const bool IsExported = F.TheReach == Reach::Exported;
  const bool IsEntry =
      IsExported || (Of == Scope::Whole && F.TheReach == Reach::External);
  ContractOf Uncalled;
  Uncalled.Is = IsEntry ? Contract::Broken : Contract::Undecided;
  Uncalled.IsRegistered = IsExported;
  return Uncalled;
}

ContractOf Links::of(const FunctionSummary &In, const CallRecord &C,
                     size_t Position, const StridesKnown &Known) {
  const ContiguityOf &Given = C.Arguments[Position];
  if (Given.Is == Contiguity::Established ||
      (Given.Is == Contiguity::Open && covers(Known, Given.Needs)))
    return {Contract::Established, {}};
  if (Given.Is == Contiguity::Unseen)
    return {};
  const std::string What =
      C.Names[Position].empty() ? "a tensor" : "'" + C.Names[Position] + "'";
  const bool IsSaved =
      C.CalleeKey.size() > std::strlen(SavedSuffix) &&
      C.CalleeKey.compare(C.CalleeKey.size() - std::strlen(SavedSuffix),
                          std::string::npos, SavedSuffix) == 0;
  const Note Here = noteAt(
      C.From, (IsSaved ? "saved here by '" : "called here by '") +
                  shortName(In.Name) + (IsSaved ? "', " : "', which passes ") +
                  What + " as it is");
  if (Given.Is == Contiguity::Wrong)
    return {Contract::Broken, {Here}};
  ContractOf Result;
  if (!Given.IsMixed)
    Result.Is = Contract::Established;
  for (uint32_t Root : Given.Roots) {
    ContractOf One = of(In, Root, Given.IsAsGiven ? Known : StridesKnown());
    if (Given.Strays && One.Is == Contract::Established)
      One.Is = Contract::Broken;
    if (One.Is == Contract::Broken) {
      One.Through.push_back(Here);
      if (!One.IsGuardedInPython)
        return One;
    }
    if (One.Is != Contract::Established)
      Result = worse(Result, One);
  }
  return Result;
}

/// What Python, as far as it was read, passes to an entry.
ContractOf Links::decideByPython(const FunctionSummary &F,
                                 uint32_t Root) const {
  ContractOf Result{Contract::Broken, {}};
  Result.IsRegistered = true;
  const auto At = F.Roots.find(Root);
  if (!Python || At == F.Roots.end() || At->second.Position < 0)
    return Result;
  std::vector<std::string> Known;
  const auto Range = Names.equal_range(F.Key);
  for (auto It = Range.first; It != Range.second; ++It)
    Known.push_back(It->second);
  const std::optional<std::string> Where = Python->guarded(
      Known, static_cast<size_t>(At->second.Position), At->second.Name);
  if (!Where)
    return Result;
  Result.IsGuardedInPython = true;
  Result.Through.push_back({F.NameRange, F.NameRange.Begin,
                            "'" + At->second.Name +
                                "' is made contiguous, or checked, where "
                                "Python calls '" +
                                shortName(F.Name) + "': " + *Where});
  return Result;
}

} // namespace tensortidy
