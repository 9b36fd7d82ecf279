// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Units.h"

#include "core/Names.h"
#include "report/SkipRules.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace tensor_probe {
namespace {

struct Unit {
  double factor;
  const char *name;
};

/// Largest first; the last one takes everything smaller.
constexpr Unit byte_units[] = {
    {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}};
constexpr Unit binary_units[] = {{1099511627776.0, "TiB"},
                                 {1073741824.0, "GiB"},
                                 {1048576.0, "MiB"},
                                 {1024.0, "KiB"}};
constexpr Unit time_units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};

std::string printed(const char *format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

template <std::size_t N>
std::string in_units(double value, const Unit (&units)[N]) {
  std::size_t i = 0;
  while (i + 1 < N && value < units[i].factor)
    ++i;
  std::string number = units[i].factor == 1
                           ? printed("%.0f", value)
                           : number_text(value / units[i].factor);
  return number + " " + units[i].name;
}

std::string list_text(const std::vector<std::int64_t> &values, bool cut) {
  std::string text = "[";
  for (std::int64_t value : values)
    text += (text.size() > 1 ? ", " : "") + std::to_string(value);
  return text + (cut ? ", ...]" : "]");
}

} // namespace

std::string number_text(double value) {
  if (value > 0 && value < 0.01)
    return "< 0.01";
  return printed(value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
}

std::string bytes_text(std::uint64_t bytes) {
  return in_units(double(bytes), byte_units);
}

std::optional<std::uint64_t> parsed_bytes(const std::string &text) {
  const char *digits = "0123456789";
  std::size_t end = text.find_first_not_of("0123456789.");
  std::string number = text.substr(0, end);
  std::size_t dot = number.find('.');
  if (number.find_first_of(digits) != 0 ||
      number.find_last_of(digits) + 1 != number.size() ||
      dot != number.rfind('.'))
    return std::nullopt;
  std::size_t unit_at = text.find_first_not_of(' ', number.size());
  std::string unit = unit_at == std::string::npos ? "" : text.substr(unit_at);
  // Without a unit there is no part of a byte.
  std::optional<double> factor;
  if (unit.empty() && number.size() == text.size() && dot == std::string::npos)
    factor = 1;
  for (const Unit &known : byte_units)
    if (unit == known.name)
      factor = known.factor;
  for (const Unit &known : binary_units)
    if (unit == known.name)
      factor = known.factor;
  // The largest number that a double counts exactly.
  double bytes = factor ? std::strtod(number.c_str(), nullptr) * *factor : -1;
  if (bytes < 0 || bytes > 9007199254740992.0)
    return std::nullopt;
  return std::uint64_t(bytes);
}

std::string time_text(double ns) { return in_units(ns, time_units); }

std::string count_text(std::uint64_t n, const char *one, const char *many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0)
    return "-";
  double share = 100.0 * double(part) / double(whole);
  if (share > 0 && share < 0.1)
    return "< 0.1 %";
  return printed("%.1f %%", share);
}

std::string shape_text(const TensorShape &shape) {
  return shape.dtype + " " + shape.device + " " +
         list_text(shape.sizes, shape.cut) + " strides " +
         list_text(shape.strides, shape.cut);
}

std::string layout_text(const std::vector<std::int64_t> &sizes,
                        const std::vector<std::int64_t> &strides) {
  return list_text(sizes, false) + " strides " + list_text(strides, false);
}

std::string kind_text(CopyClass kind, CopyOrigin origin) {
  std::string text = copy_class_name(kind);
  const bool says_more =
      origin != CopyOrigin::unknown && text != origin_name(origin);
  return says_more ? text + ", " + origin_name(origin) : text;
}

std::string repeats_text(const Cost &cost) {
  return std::to_string(cost.repeats) + " of " +
         count_text(cost.count, "copy", "copies") +
         " repeat an earlier one of the same, unchanged source: made once, "
         "it would save " +
         time_text(double(cost.repeat_ns));
}

std::string operator_text(const SourceSite &site) {
  return (site.op.empty() ? "an unknown operator" : site.op) +
         (site.backward.by_autograd ? " in backward" : "");
}

std::string backward_text(const SourceSite &site) {
  const BackwardPass &backward = site.backward;
  if (backward.node.empty())
    return {};
  if (!backward.why_no_forward.empty())
    return "in a backward pass (" + backward.node +
           "): " + backward.why_no_forward;
  std::string text =
      "in the backward pass of " +
      (backward.charged() ? "this line" : place_text(backward.forward)) + " (" +
      backward.node + ")";
  if (backward.run_from.line != 0)
    text += ", run from " + place_text(backward.run_from) +
            (backward.run_from_others ? " and elsewhere" : "");
  return text;
}

std::string churn_text(const Cost &cost) {
  if (cost.allocations == 0)
    return {};
  std::string text = "made " +
                     count_text(cost.allocations, "allocation", "allocations") +
                     ", " + bytes_text(cost.allocated_bytes);
  if (cost.frees == 0)
    return text + ", none given back";
  return text + "; " + std::to_string(cost.frees) + ", " +
         bytes_text(cost.freed_bytes) + ", given back, of these " +
         std::to_string(cost.short_lived) + ", " +
         bytes_text(cost.short_lived_bytes) + ", before the next was made";
}

std::string short_path(const std::string &path) {
  std::error_code error;
  std::filesystem::path here = std::filesystem::current_path(error);
  if (error || path.empty() || path[0] != '/')
    return path;
  std::string relative =
      std::filesystem::path(path).lexically_relative(here).generic_string();
  bool below =
      !relative.empty() && relative != "." && relative.compare(0, 2, "..") != 0;
  return below ? relative : path;
}

std::string place_text(const SourceFrame &place) {
  if (place.line != 0) {
    std::string text =
        short_path(place.file) + ":" + std::to_string(place.line);
    return place.column ? text + ":" + std::to_string(place.column) : text;
  }
  if (is_python_module(place.module))
    return "Python (" + short_path(place.module) + ")";
  char offset[32];
  std::snprintf(offset, sizeof offset, "0x%llx",
                static_cast<unsigned long long>(place.offset));
  if (place.module.empty())
    return place.offset ? std::string("generated code at ") + offset
                        : "(nowhere)";
  std::string id =
      place.build_id.empty() ? "no build id" : "build id " + place.build_id;
  return short_path(place.module) + "+" + offset + " (" + id + ")";
}

} // namespace tensor_probe
