// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_CALLERS_H
#define TENSORTIDY_CHECKS_CALLERS_H

#include "checks/PointerUses.h"

#include <map>
#include <optional>
#include <string>
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
};

/// Asks the callers, as far as they are in the program.
class Callers {
public:
  explicit Callers(const std::vector<PointerRecord> &All);
  /// \p Parameter: a place of \p F's parameters.
  ContractOf of(const PointerRecord &F, PlaceId Parameter);

private:
  using Caller = std::pair<const PointerRecord *, const CallRecord *>;
  ContractOf decide(const PointerRecord &F, PlaceId Parameter);
  ContractOf decide(const Caller &From, size_t Position);

  std::multimap<std::string, Caller> ByCallee;
  std::map<std::pair<const PointerRecord *, PlaceId>,
           std::optional<ContractOf>>
      Known; ///< none while being decided
};

} // namespace tensortidy

#endif
