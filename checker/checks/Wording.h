// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_WORDING_H
#define TENSORTIDY_CHECKS_WORDING_H

#include "analysis/Observer.h"
#include "checks/Finding.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// \name What all checks' messages share
/// @{

/// "B*N"; symbols as the source would write them: "x.size(0)", "?" for what
/// has no name there.
std::string print(const Monomial &M, const Facts &F);
/// "[B*N, C]"
std::string print(const std::vector<Monomial> &Sizes, const Facts &F);
/// "[N*H*D, D, N*D, 1]"
std::string strides(const Layout &L, const Facts &F);

/// "4*B*N bytes", or "B*N elements" where nothing tells their type; empty
/// where something has no name in the source.
std::string amount(const Monomial &Elements, const Traits &Has, const Facts &F);
/// The bytes of so many elements, if both are known numbers.
std::optional<int64_t> bytesOf(const Monomial &Elements, const Traits &Has,
                               const Facts &F);

/// Nothing in \p Printed lacks a name in the source.
inline bool isNamed(const std::string &Printed) {
  return Printed.find('?') == std::string::npos;
}

/// "x", "x and y", "x, y and z"; each in quotes.
std::string quotedList(const std::vector<std::string> &Names);

/// The function without the namespaces and classes around it.
std::string shortName(const std::string &Name);

/// What the source calls an operator's argument: as spelled, or the variable,
/// or the call that made the temporary.
std::string nameOfArgument(const Apply &A, unsigned Argument,
                           const Alternative &Value, const Context &C);

/// The same for an operand of a case; empty where there is none.
std::string nameOfOperand(const Visit &V, const Apply &A, unsigned I,
                          const ApplyCase &C);

/// Why two neighbouring axes of \p L cannot be one, e.g. "dimensions 1 and 2
/// were exchanged and cannot be merged".
std::string whyBlocked(const Layout &L, std::pair<unsigned, unsigned> Axes,
                       const Facts &F);
/// The same of the axes that keep \p L from being viewed as \p Sizes; empty
/// when there are no such two.
std::string
whyNotViewable(const Layout &L,
               const std::optional<std::pair<unsigned, unsigned>> &Blocked,
               const Facts &F);

/// Notes for the steps that gave a value its layout, the last ones first cut
/// to those after it was last contiguous.
std::vector<Note> pathNotes(const Alternative &A, const Facts &F);
Note noteAt(const Origin &Where, std::string Message);

/// Says of a fact in the body of an expanded call where that call stands; adds
/// nothing for the function's own facts.
void addCallNote(const Fact &X, const Context &C, std::vector<Note> &Into);

/// Says which loop, \p L, repeats what the finding about \p Block is about.
void addLoopNote(unsigned L, unsigned Block, const Context &C, Finding &Into);

/// A finding at \p X, without message.
Finding findingAt(const char *Check, const Fact &X, const Context &C);
/// @}

} // namespace tensortidy

#endif
