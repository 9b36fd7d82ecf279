// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_TRANSFERSINFLIGHT_H
#define TENSORTIDY_CHECKS_TRANSFERSINFLIGHT_H

#include "analysis/Observer.h"
#include "checks/Devices.h"
#include "checks/Finding.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// What the host does with memory that goes from or to a device while nothing
/// has waited for that. Told of every fact of a function, in the order of the
/// replay.
class TransfersInFlight {
public:
  /// The memory of one transfer, on the host.
  struct Moved {
    MemoryId Memory = NoId; ///< of a variable
    IdSet Storages;         ///< or of a tensor
    bool IsUpload = false;  ///< from it: it may be read, but not written
  };
  struct Touch {
    const Fact *At = nullptr;
    MemoryAccess Does = MemoryAccess::Read;
  };

  void begin(const Function &F);
  void onFact(const Visit &V);
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases, Devices &Where);
  /// The first that is done to \p Of before anything waits, on some path from
  /// the fact \p Index of \p Block.
  std::optional<Touch> firstTouch(const Moved &Of, unsigned Block, size_t Index,
                                  const Context &C) const;
  /// Transfers by ATen that are not waited for; empty again afterwards.
  void end(const Context &C, std::vector<Finding> &Into);

private:
  struct Transfer {
    const Fact *At = nullptr; ///< an Apply
    unsigned Block = 0;
    size_t Index = 0; ///< in its block
    Moved Of;
    std::string Entity;
  };
  struct TensorTouch {
    IdSet Storages;
    MemoryAccess Does = MemoryAccess::Read;
  };
  void start(const Visit &V, const Apply &A, DeviceKind To,
             const ApplyCase &Case, Devices &Where);
  void note(const Fact &At, const TensorValue &Value, MemoryAccess Does);
  std::optional<Touch> touch(const Fact &X, const Moved &Of) const;

  bool Any = false; ///< transfers that go on after the call
  std::map<const Fact *, std::vector<TensorTouch>> Touches;
  std::vector<Transfer> Transfers;
};

/// Follows all paths from the fact \p First of \p Block on, fact by fact, each
/// until \p Ends says that it ends with the fact that it gets.
template <typename Predicate>
void followFrom(unsigned Block, size_t First, const Context &C,
                Predicate Ends) {
  std::vector<bool> Seen(C.In.Blocks.size());
  std::vector<std::pair<unsigned, size_t>> Work = {{Block, First}};
  while (!Work.empty()) {
    const auto [B, Next] = Work.back();
    Work.pop_back();
    const std::vector<Fact> &Facts = C.In.Blocks[B].Facts;
    if (std::any_of(Facts.begin() + static_cast<std::ptrdiff_t>(Next),
                    Facts.end(), Ends))
      continue;
    for (const Edge &To : C.In.Blocks[B].Successors)
      if (!Seen[To.To]) {
        Seen[To.To] = true;
        Work.push_back({To.To, 0});
      }
  }
}

} // namespace tensortidy

#endif
