// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_REPEATEDCALLS_H
#define TENSORTIDY_CHECKS_REPEATEDCALLS_H

#include "analysis/Observer.h"
#include "checks/Finding.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// What a call does again and again.
enum class Repeats {
  Copy,    ///< copies because of a layout: contiguous(), clone(), reshape()
  Convert, ///< to another type or device: to(), cpu()
  Read,    ///< a number from the device: item()
  Make,    ///< a tensor from nothing: zeros()
  Allocate ///< memory that is written then: empty()
};

/// A call that it may be enough to make once, whatever loops are around it.
struct RepeatedCall {
  const Fact *At = nullptr; ///< an Apply
  unsigned Block = 0;
  size_t Index = 0; ///< in its block
  Repeats What = Repeats::Copy;
  Confidence Sure = Confidence::Possible;
  bool MayBe = false;     ///< it may copy, for some layouts
  bool ByDefault = false; ///< and does where its source is row-major
  /// The argument that is copied whatever sizes are asked for: reshape()'s.
  std::optional<unsigned> Inside;
  std::string Entity; ///< the operand; empty where there is none
  std::string Amount; ///< "4*B*N bytes"
  std::optional<int64_t> Bytes;
  IdSet Operand, Result; ///< storages
  std::vector<Note> Path;
};

/// Says what it does; \p When: of what, and how often, which begins with a
/// comma.
std::string messageOf(const RepeatedCall &Each, const std::string &When);
/// What to do where a loop repeats it.
std::string remedyOf(const RepeatedCall &Each);

/// Tells which of a function's operators copy, convert, read or make something
/// that a loop around them would do again.
class RepeatedCalls {
public:
  /// None: it does not.
  std::optional<RepeatedCall> read(const Visit &V, const Apply &A,
                                   const std::vector<ApplyCase> &Cases);
  /// The next call is of another function.
  void reset() { Initial.reset(); }

private:
  std::optional<RepeatedCall> copy(const Visit &V, const Apply &A,
                                   const std::vector<ApplyCase> &Cases);
  const State &initial(const Context &C);

  std::optional<State> Initial; ///< once it is asked for
};

} // namespace tensortidy

#endif
