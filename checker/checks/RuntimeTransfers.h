// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_RUNTIMETRANSFERS_H
#define TENSORTIDY_CHECKS_RUNTIMETRANSFERS_H

#include "analysis/Observer.h"
#include "checks/Devices.h"
#include "checks/Finding.h"
#include "checks/TransfersInFlight.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// The part of tensor-blocking-transfer that is about calls of the device's
/// runtime itself: copies that wait, or that nothing waits for. Told of every
/// fact of a function, in the order of the replay.
class RuntimeTransfers {
public:
  void onFact(const Visit &V, Devices &Where);
  /// What was found; empty again afterwards.
  void end(const Context &C, const TransfersInFlight &Flight,
           std::vector<Finding> &Into);

private:
  /// One side of a copy.
  struct Side {
    MemoryKind Kind = MemoryKind::Unknown;
    MemoryId Of = NoId;
    IdSet Storages; ///< of a pinned tensor
    std::string Name, What;
    bool IsTensor = false;
    bool IsAddress = false; ///< a number: of the device
    bool isHost() const {
      return Kind == MemoryKind::Pageable || Kind == MemoryKind::Pinned;
    }
  };
  struct Event {
    const Fact *At = nullptr; ///< a RuntimeCall
    unsigned Block = 0;
    size_t Index = 0; ///< in its block
    Side To, From;
  };

  static Side side(const RuntimeMemory &M, const Visit &V, Devices &Where);
  void judge(const Event &E, const Context &C, const TransfersInFlight &Flight,
             std::vector<Finding> &Into);
  void judgeCopy(const Event &E, const CalleeRule &Rule, const Context &C,
                 const TransfersInFlight &Flight, std::vector<Finding> &Into);
  void judgeAsynchronous(const Event &E, const Side &Host, bool IsUpload,
                         const Context &C, const TransfersInFlight &Flight,
                         std::vector<Finding> &Into);
  void judgeWait(const Event &E, const CalleeRule &Rule, const Context &C,
                 std::vector<Finding> &Into);
  void judgeStall(const Event &E, const CalleeRule &Rule, const Context &C,
                  std::vector<Finding> &Into);
  void judgeManaged(const Context &C, std::vector<Finding> &Into);
  bool isTimed(const Event &E, const Context &C) const;
  template <typename Predicate>
  bool anyInLoop(unsigned L, const Context &C, Predicate Is) const;
  bool hasInLoop(unsigned L, const Context &C, RuntimeAct Act) const;
  bool freesInLoop(unsigned L, const Context &C) const;
  bool downloadsInLoop(unsigned L, const Context &C) const;
  static bool isWaitedForAtOnce(const Event &E, const Context &C);

  /// By place: the instances of a body are one.
  std::map<std::pair<uint32_t, uint32_t>, Event> Events;
};

} // namespace tensortidy

#endif
