// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_POINTERUSES_H
#define TENSORTIDY_CHECKS_POINTERUSES_H

#include "analysis/Observer.h"
#include "checks/Finding.h"
#include "checks/StrideNeeds.h"

#include <map>
#include <string>
#include <vector>

namespace tensortidy {

/// How contiguous a tensor is, by its alternatives.
enum class Contiguity {
  Established, ///< contiguous (in some memory format) in every alternative
  Open,        ///< it depends on a parameter that nobody looked at
  Wrong,       ///< not contiguous in any alternative
  Unseen       ///< cannot tell, and no parameter is to blame
};

struct ContiguityOf {
  Contiguity Is = Contiguity::Established;
  IdSet Roots; ///< of Open: the parameters
  /// Of Open: why it is weaker than it looks (one dimension, dense by a
  /// guard): at most possible.
  bool Weak = false;
  /// Of Open: it is used where a branch found it not to be contiguous, so the
  /// function means to take such tensors.
  bool IsTolerated = false;
  bool Tainted = false; ///< of Wrong
};
ContiguityOf contiguityOf(const TensorValue &V, const State &S);

/// A raw pointer that leaves for a reader that assumes a layout.
struct PointerUse {
  ContiguityOf Layout;
  const Fact *Taken = nullptr;   ///< a TakePointer
  const Fact *Used = nullptr;    ///< a UsePointer
  std::string Name;              ///< of the tensor, as the function calls it
  std::string Strides;           ///< of Wrong
  std::vector<Note> Path;        ///< of Wrong: how it came to them
  std::vector<StrideNeed> Needs; ///< of Open: strides that nobody established
  StridesKnown Given;            ///< the strides that go along
};

/// What a call hands over to another function of the program.
struct CallRecord {
  std::string CalleeKey;
  std::vector<ContiguityOf> Arguments; ///< per tensor parameter
  std::vector<std::string> Names;
  Origin From;
};

/// What one function does with raw pointers, free of its analysis.
struct PointerRecord {
  const Function *In = nullptr;
  std::vector<PointerUse> Uses;
  std::vector<CallRecord> Calls;
  /// Per parameter, the strides that the function asks for: it knows them.
  std::map<uint32_t, StridesKnown> StridesRead;
  /// Some tensor here is channels-last on purpose.
  bool UsesChannelsLast = false;
};

/// Collects a PointerRecord from a replay.
class PointerUses {
public:
  explicit PointerUses(const Function &F) { Record.In = &F; }
  void onFact(const Visit &V);
  PointerRecord take() { return std::move(Record); }

private:
  void use(const Visit &V, const UsePointer &U);
  void addUse(const Visit &V, const UsePointer &U, const TakenPointer &T,
              bool OnSomePathsOnly);
  void call(const Visit &V, const Call &A);
  void readStrides(const Visit &V, const IntExpr &E);
  void readStrides(const Visit &V, const Apply &A);

  PointerRecord Record;
};

} // namespace tensortidy

#endif
