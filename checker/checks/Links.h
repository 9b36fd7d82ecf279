// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_LINKS_H
#define TENSORTIDY_CHECKS_LINKS_H

#include "checks/FunctionSummary.h"
#include "checks/PythonCalls.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tensortidy {

/// What the callers of a function establish about one of its parameters.
enum class Contract {
  Established, ///< all of them pass a contiguous tensor
  Broken,      ///< it is reached from an entry with any layout
  Undecided    ///< callers that are not in the program
};

struct ContractOf {
  Contract Is = Contract::Undecided;
  std::vector<Note> Through; ///< of Broken: the calls from the entry on
  /// Of Broken: every call from Python that was found passes a contiguous
  /// tensor, as the last of the notes says.
  bool IsGuardedInPython = false;
  /// Of Broken: the entry is registered, so users of Python call it. Any other
  /// is only called by nobody in the program.
  bool IsRegistered = false;
};

/// The strides of \p Root that \p F asks for, or hands on beside the pointer.
StridesKnown stridesKnown(const FunctionSummary &F, const PointerUse &U,
                          uint32_t Root);

/// What linking found out about the tensor parameters of one function, for the
/// strides that it knows at all of its uses.
struct FunctionContracts {
  std::string Name; ///< qualified
  std::string Key;
  SourceRange NameRange;
  std::vector<ContractOf> Parameters;
};

/// The result of linking a program, for who sees one file of it at a time.
struct LinkedProgram {
  static constexpr int64_t CurrentVersion = 6;
  int64_t Version = CurrentVersion;
  FileTable Files;
  std::vector<FunctionContracts> Functions;
  std::vector<PointerFunction> Readers;
};

/// How much of the program the summaries are.
enum class Scope {
  Part, ///< other files may call every function that they can see
  Whole ///< a function that nobody calls is an entry
};

/// Functions of some files and who calls them. The key of a call says which
/// function it means; where several files define it (many extensions in one
/// compile database), it is the one in the nearest folder, and of equally near
/// ones each. Refers to the summaries and the table that it was made of.
class Links {
public:
  /// \p Linked, whose ranges refer to \p Files, has the last word; it and
  /// \p Python may be null.
  Links(const std::vector<const UnitSummary *> &Units, const FileTable &Files,
        Scope Of, const LinkedProgram *Linked = nullptr,
        const PythonCalls *Python = nullptr);

  /// What callers establish about \p Root, a root of \p F, for who knows the
  /// strides \p Known of it: Established where these are all that is open.
  ContractOf of(const FunctionSummary &F, uint32_t Root,
                const StridesKnown &Known = {});
  /// What the call \p C in \p In establishes about its argument \p Position;
  /// of Broken, the last note is about that call.
  ContractOf of(const FunctionSummary &In, const CallRecord &C, size_t Position,
                const StridesKnown &Known = {});
  /// The function of another file that gets the pointer of \p U; null when it
  /// is in none of the files, or in several that do different things with it.
  const PointerFunction *readerOf(const PointerUse &U) const;
  /// The function of another file that gets what \p U is part of; null when it
  /// is in none, or in several that access other things.
  const PointerFunction *wideReaderOf(const PointerUse &U) const;
  /// The function that \p C calls; null when it is in none of the files.
  const FunctionSummary *calleeOf(const CallRecord &C) const;
  /// Are these all functions that there are?
  bool isWhole() const { return Of == Scope::Whole; }
  /// What the files have to know of one another.
  LinkedProgram result();

private:
  using Caller = std::pair<const FunctionSummary *, const CallRecord *>;
  using Files = std::set<uint32_t>;

  void add(const UnitSummary &U);
  bool means(const std::string &Key, uint32_t From, uint32_t Definition) const;
  bool isMentioned(const std::multimap<std::string, uint32_t> &In,
                   const FunctionSummary &F) const;
  const FunctionContracts *linked(const FunctionSummary &F) const;
  void addReader(const PointerFunction &F);
  template <typename Member>
  const PointerFunction *onlyReader(const std::string &Key, uint32_t From,
                                    Member Of) const;
  ContractOf decide(const FunctionSummary &F, uint32_t Root,
                    const StridesKnown &Known);
  /// By the calls of \p Key with \p Count tensors; none where there is none.
  std::optional<ContractOf> decideByCalls(const FunctionSummary &F,
                                          const std::string &Key,
                                          std::optional<size_t> Count,
                                          size_t Position,
                                          const StridesKnown &Known);
  ContractOf decideByCallers(const FunctionSummary &F, size_t Position,
                             const StridesKnown &Known);
  ContractOf decideSaved(const FunctionSummary &F, size_t Position,
                         const StridesKnown &Known);
  ContractOf decideByPython(const FunctionSummary &F, uint32_t Root) const;

  const FileTable &Table;
  const Scope Of;
  const PythonCalls *const Python;
  std::multimap<std::string, const FunctionContracts *> Linked;
  std::vector<const UnitSummary *> Units;
  /// The files that define a key.
  std::map<std::string, Files> Definitions;
  std::multimap<std::string, const FunctionSummary *> ByKey;
  std::multimap<std::string, Caller> ByCallee;
  std::multimap<std::string, const PointerFunction *> Readers;
  /// Keys and the files that mention them.
  std::multimap<std::string, uint32_t> Registered, AddressTaken;
  std::multimap<std::string, std::string> Names; ///< of registered keys
  /// Of keys, the tables of functions that they are in.
  std::map<std::string, std::set<std::string>> Tables;
  using Question = std::tuple<const FunctionSummary *, uint32_t, StridesKnown>;
  std::map<Question, std::optional<ContractOf>>
      Answers; ///< none while being decided
  /// Of what is being decided: how many, and whether one of them was asked.
  unsigned Depth = 0;
  bool ReadsOpen = false;
  /// Functions by key and place.
  std::set<std::tuple<std::string, uint32_t, uint32_t>> Seen;
};

} // namespace tensortidy

#endif
