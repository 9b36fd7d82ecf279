// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_DESTINATIONS_H
#define TENSORTIDY_CHECKS_DESTINATIONS_H

#include "analysis/Observer.h"

#include <map>
#include <optional>
#include <vector>

namespace tensortidy {

/// Where tensors go in one function, from the calls that make them.
class Destinations {
public:
  explicit Destinations(const Function &F);

  /// The call that made a temporary; null for any other place.
  const Apply *maker(PlaceId P) const;
  /// May a handle or a view of \p P outlive the statement that made it: in a
  /// variable, a member, a list, with a caller or a callee? Where \p Use is
  /// given, variables that have ended there keep nothing.
  bool isKept(PlaceId P, const SourceRange &Use = {}) const;

private:
  struct Way {
    std::vector<PlaceId> To;  ///< handles and views that are made of it
    bool IsGivenAway = false; ///< to a caller or a callee
  };
  bool isVariable(PlaceId P) const;
  bool hasEnded(PlaceId P, const SourceRange &Use) const;

  const Function &F;
  std::map<PlaceId, const Apply *> Makers;
  std::map<PlaceId, Way> Ways;
};

/// Which memory dies with the statement that allocated it. Told of every
/// operator, in the order of the replay.
class Temporaries {
public:
  explicit Temporaries(const Function &F) : F(F) {}
  void onApply(const Visit &V, const Apply &A);

  /// A call whose result nothing keeps, and how much of a value's memory it
  /// is.
  struct Dying {
    const Fact *By = nullptr; ///< an Apply
    bool IsAll = false;       ///< the value can have no other memory
    bool IsVariable = false;  ///< it is kept until the variable ends
  };
  /// None: all of \p A's memory may be kept by something else. \p Use: at which
  /// variables may have ended.
  std::optional<Dying> dying(const Alternative &A,
                             const SourceRange &Use = {}) const;
  const Destinations &destinations() const;

private:
  struct Result {
    PlaceId Place = NoId;
    const Fact *By = nullptr;
  };
  const Function &F;
  mutable std::optional<Destinations> Where; ///< once it is asked for
  std::map<uint32_t, Result> Made;           ///< by storage
};

} // namespace tensortidy

#endif
