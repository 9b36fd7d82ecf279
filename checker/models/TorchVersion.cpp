// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/TorchVersion.h"

#include <algorithm>
#include <charconv>

namespace tensortidy {

std::string TorchVersion::str() const {
  return std::to_string(Major) + "." + std::to_string(Minor);
}

bool VersionRange::overlaps(const VersionRange &O) const {
  return (!Before.isKnown() || O.From < Before) &&
         (!O.Before.isKnown() || From < O.Before);
}

bool VersionRange::isWithin(const VersionRange &O) const {
  bool EndsInside =
      !O.Before.isKnown() || (Before.isKnown() && !(O.Before < Before));
  return !(From < O.From) && EndsInside;
}

std::string VersionRange::str() const {
  std::string Text = From.isKnown() ? ">=" + From.str() : "";
  if (Before.isKnown())
    Text += (Text.empty() ? "<" : " <") + Before.str();
  return Text;
}

namespace {

/// Takes a number off the front of \p Text.
bool takeNumber(std::string_view &Text, unsigned &Number) {
  const char *End = Text.data() + Text.size();
  auto [Stop, Failure] = std::from_chars(Text.data(), End, Number);
  if (Failure != std::errc() || Number > 9999)
    return false;
  Text.remove_prefix(static_cast<size_t>(Stop - Text.data()));
  return true;
}

/// "1.13": no patch number, which rules do not tell apart.
bool takeVersion(std::string_view &Text, TorchVersion &V) {
  if (!takeNumber(Text, V.Major) || Text.empty() || Text.front() != '.')
    return false;
  Text.remove_prefix(1);
  return takeNumber(Text, V.Minor) && V.isKnown();
}

/// ">=1.13": narrows \p R.
bool takeBound(std::string_view &Text, VersionRange &R) {
  char Sign = Text.front();
  if (Sign != '<' && Sign != '>')
    return false;
  Text.remove_prefix(1);
  bool Including = !Text.empty() && Text.front() == '=';
  if (Including)
    Text.remove_prefix(1);
  TorchVersion V;
  if (!takeVersion(Text, V))
    return false;
  // Both ends of a range are a first version: that of what follows.
  if (Including != (Sign == '>'))
    ++V.Minor;
  if (Sign == '>')
    R.From = std::max(R.From, V);
  else
    R.Before = R.Before.isKnown() ? std::min(R.Before, V) : V;
  return true;
}

} // namespace

std::optional<VersionRange> parseVersionRange(std::string_view Text) {
  VersionRange R;
  for (bool More = true; More;) {
    if (Text.empty() || !takeBound(Text, R))
      return std::nullopt;
    More = !Text.empty();
    if (More && Text.front() != ' ')
      return std::nullopt;
    Text.remove_prefix(More ? 1 : 0);
  }
  if (R.Before.isKnown() && !(R.From < R.Before))
    return std::nullopt;
  return R;
}

} // namespace tensortidy
