// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CONTRACTS_CONTRACTSFILE_H
#define TENSORTIDY_CONTRACTS_CONTRACTSFILE_H

#include "checks/Checks.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tensortidy {

/// Where a project keeps what linking it found out, in its topmost folder.
inline constexpr const char *ContractsPath = ".tensor-tidy/contracts.json";

/// Writes \p P, whose paths are absolute, to \p Path; the files below the
/// folder that holds `.tensor-tidy` by paths relative to it, so that another
/// checkout can read them.
/// \returns what went wrong, empty if nothing did.
std::string writeContracts(const std::string &Path, LinkedProgram P);

/// The contracts file of the project that \p Source, an absolute path, is in;
/// empty when there is none.
std::string findContracts(llvm::StringRef Source);

/// Reads \p Path. None, and \p Error says why with file and line, when it is
/// not what writeContracts() writes. Paths are absolute afterwards.
std::optional<LinkedProgram> readContracts(const std::string &Path,
                                           std::string &Error);

/// The surroundings of \p P in \p Linked. \p Absolute makes the paths of P's
/// files absolute.
Surroundings
surroundingsOf(const Program &P, LinkedProgram Linked,
               llvm::function_ref<std::string(llvm::StringRef)> Absolute);

} // namespace tensortidy

#endif
