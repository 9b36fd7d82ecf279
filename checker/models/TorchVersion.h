// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_TORCHVERSION_H
#define TENSORTIDY_MODELS_TORCHVERSION_H

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace tensortidy {

/// A version of libtorch; patch releases behave alike. Value-initialised: it
/// is not known.
struct TorchVersion {
  unsigned Major = 0;
  unsigned Minor = 0;

  bool isKnown() const { return Major != 0; }
  std::string str() const; ///< "1.13"
};

inline bool operator==(TorchVersion A, TorchVersion B) {
  return A.Major == B.Major && A.Minor == B.Minor;
}
inline bool operator!=(TorchVersion A, TorchVersion B) { return !(A == B); }
inline bool operator<(TorchVersion A, TorchVersion B) {
  return std::tie(A.Major, A.Minor) < std::tie(B.Major, B.Minor);
}

/// The first version that rules speak of. What runs on an older one is
/// analysed as if the version were not known.
inline constexpr TorchVersion OldestTorch{1, 13};

/// The versions a rule holds for: From <= version < Before.
struct VersionRange {
  TorchVersion From;   ///< value-initialised: from the first one
  TorchVersion Before; ///< not known: without end

  bool contains(TorchVersion V) const {
    return !(V < From) && (!Before.isKnown() || V < Before);
  }
  bool overlaps(const VersionRange &O) const;
  /// Does \p O contain all of it?
  bool isWithin(const VersionRange &O) const;
  std::string str() const; ///< ">=1.13 <2.0"
};

/// ">=1.13", or ">=1.13 <2.4": every bound holds. None when \p Text is no
/// such list of bounds, or when no version meets all of them.
std::optional<VersionRange> parseVersionRange(std::string_view Text);

} // namespace tensortidy

#endif
