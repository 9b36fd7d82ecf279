// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/PathMatch.h"

#include <algorithm>
#include <filesystem>

namespace tensor_probe {
namespace {

/// Two files of one name in different folders are told apart by at least the
/// folder's name.
constexpr unsigned least_shared = 2;

std::string real_path(const std::string &path) {
  std::error_code error;
  std::filesystem::path real =
      std::filesystem::weakly_canonical(std::filesystem::path(path), error);
  if (error)
    real = std::filesystem::path(path).lexically_normal();
  return real.generic_string();
}

std::vector<std::string> components(std::string_view path) {
  std::vector<std::string> parts;
  std::string normal =
      std::filesystem::path(path).lexically_normal().generic_string();
  for (const auto &part : std::filesystem::path(normal))
    if (!part.empty() && part != "/" && part != ".")
      parts.push_back(part.string());
  return parts;
}

} // namespace

unsigned shared_suffix(std::string_view one, std::string_view other) {
  std::vector<std::string> a = components(one);
  std::vector<std::string> b = components(other);
  auto ends = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return unsigned(ends.first - a.rbegin());
}

void RecordedFiles::add(const std::string &file) {
  if (file.empty() || real_by_name.count(file))
    return;
  std::string real = real_path(file);
  first_by_real.emplace(real, file);
  real_by_name.emplace(file, std::move(real));
}

std::string RecordedFiles::canonical(const std::string &file) const {
  auto name = real_by_name.find(file);
  return name == real_by_name.end() ? file : first_by_real.at(name->second);
}

PathMatch RecordedFiles::find(const std::string &path,
                              const std::string &relative) const {
  if (!path.empty() && std::filesystem::path(path).is_absolute()) {
    auto same = first_by_real.find(real_path(path));
    if (same != first_by_real.end())
      return {same->second, {}};
  }
  const std::string &tail = relative.empty() ? path : relative;
  unsigned best =
      relative.empty() ? least_shared : unsigned(components(relative).size());
  PathMatch result;
  for (const auto &[real, name] : first_by_real) {
    unsigned shared = shared_suffix(real, tail);
    if (shared == 0 || shared < best)
      continue;
    if (shared > best)
      result.rivals.clear();
    best = shared;
    result.rivals.push_back(name);
  }
  if (result.rivals.size() == 1) {
    result.file = result.rivals.front();
    result.rivals.clear();
  }
  return result;
}

} // namespace tensor_probe
