// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Join.h"

#include "report/Operators.h"

#include <algorithm>
#include <tuple>

namespace tensor_probe {
namespace {

/// Longer than any line: makes a range over lines longer than one on a line.
constexpr long line_weight = 1 << 20;

/// How well a range fits a place; larger is better.
using Fit = std::tuple<OperatorMatch, bool, int, long>;

/// Where recorded things may belong: predictions with their resolved files.
struct Index {
  const std::vector<Prediction> &predictions;
  std::vector<PathMatch> files;
};

bool holds_line(const Prediction &p, unsigned line) {
  unsigned first = p.first_line ? p.first_line : p.line;
  unsigned last = p.last_line ? p.last_line : std::max(p.line, p.end_line);
  return line >= first && line <= last;
}

bool holds_column(const Prediction &p, const SourceFrame &place) {
  auto at = std::make_pair(place.line, place.column);
  return p.end_line != 0 && at >= std::make_pair(p.line, p.column) &&
         at < std::make_pair(p.end_line, p.end_column);
}

/// Compilers put a call's column on the member's name or its parenthesis, so
/// an exact start is best, then the smallest range around the column, then
/// the nearest start before it.
std::pair<int, long> column_fit(const Prediction &p, const SourceFrame &place) {
  if (place.column == 0 || p.column == 0)
    return {0, 0};
  if (p.line == place.line && p.column == place.column)
    return {3, 0};
  if (holds_column(p, place))
    return {2, -(long(p.end_line - p.line) * line_weight + long(p.end_column) -
                 long(p.column))};
  if (p.line == place.line && p.column < place.column)
    return {1, long(p.column)};
  return {0, 0};
}

Fit fit_of(const Prediction &p, const SourceFrame &place, OperatorMatch op) {
  bool own_line =
      place.line >= p.line && place.line <= std::max(p.line, p.end_line);
  auto [tier, score] = column_fit(p, place);
  return {op, own_line, tier, score};
}

/// Operators that copy their expanded bias into the result, whatever the
/// layouts: their broadcast copies say nothing about a prediction.
bool copies_its_bias(const std::string &op) {
  for (const char *name : {"linear", "addmm", "addmv", "addbmm", "baddbmm"})
    if (match_operators(name, op) >= OperatorMatch::overload)
      return true;
  return false;
}

bool counts_for(const Prediction &p, CopyClass kind, const std::string &site_op,
                OperatorMatch op) {
  switch (kind) {
  case CopyClass::layout_copy:
    return true;
  case CopyClass::broadcast:
    return !copies_its_bias(site_op);
  case CopyClass::device_transfer:
    return op >= OperatorMatch::overload;
  case CopyClass::dtype_conversion:
  case CopyClass::plain:
  case CopyClass::materialised:
    return op >= OperatorMatch::overload && p.rule != "tensor-hidden-copy";
  case CopyClass::nothing:
  case CopyClass::other:
    return false;
  }
  return false;
}

bool same_range(const Prediction &a, const Prediction &b) {
  return std::tie(a.line, a.column) == std::tie(b.line, b.column) &&
         match_operators(a.op, b.op) != OperatorMatch::differ;
}

/// The predictions that fit a place best: equally good ones together.
std::vector<std::size_t> best_for(const Index &index, const SourceFrame &place,
                                  const std::string &op,
                                  const CopyClass *kind) {
  std::vector<std::size_t> best;
  Fit best_fit{};
  for (std::size_t i = 0; i < index.predictions.size(); ++i) {
    const Prediction &p = index.predictions[i];
    OperatorMatch match = match_operators(p.op, op);
    if (index.files[i].file != place.file || !holds_line(p, place.line) ||
        match == OperatorMatch::differ ||
        (kind && !counts_for(p, *kind, op, match)))
      continue;
    Fit fit = fit_of(p, place, match);
    if (!best.empty() && fit < best_fit)
      continue;
    if (best.empty() || fit > best_fit)
      best.clear();
    best_fit = fit;
    best.push_back(i);
  }
  return best;
}

std::string range_text(const Prediction &p) {
  return std::to_string(p.line) + ":" + std::to_string(p.column);
}

/// Notes for each of `best` the first other one that stands elsewhere.
void note_rivals(const Index &index, const std::vector<std::size_t> &best,
                 std::vector<Joined> &joined) {
  for (std::size_t mine : best)
    for (std::size_t other : best)
      if (joined[mine].shared_with.empty() &&
          !same_range(index.predictions[mine], index.predictions[other]))
        joined[mine].shared_with = range_text(index.predictions[other]);
}

RecordedFiles recorded_files(const Profile &profile,
                             const CodeLines &code_lines) {
  RecordedFiles files;
  for (const SourceSite &site : profile.sites)
    files.add(site.place.file);
  for (const ReachSite &reach : profile.reached)
    files.add(reach.place.file);
  for (const auto &entry : code_lines)
    files.add(entry.first);
  return files;
}

SourceFrame with_canonical_file(SourceFrame place, const RecordedFiles &files) {
  place.file = files.canonical(place.file);
  return place;
}

} // namespace

bool is_unplaced(const SourceFrame &place, const std::string &tail_call) {
  return place.line == 0 || !tail_call.empty();
}

JoinResult join(const std::vector<Prediction> &predictions,
                const Profile &profile, const CodeLines &code_lines) {
  RecordedFiles files = recorded_files(profile, code_lines);
  Index index{predictions, {}};
  JoinResult result;
  result.joined.resize(predictions.size());
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    index.files.push_back(
        files.find(predictions[i].path, predictions[i].relative));
    result.joined[i].file = index.files.back();
  }
  for (std::size_t s = 0; s < profile.sites.size(); ++s) {
    const SourceSite &site = profile.sites[s];
    if (is_unplaced(site.place, site.tail_call)) {
      result.unplaced.push_back(s);
      continue;
    }
    SourceFrame place = with_canonical_file(site.place, files);
    const bool in_backward = site.backward.by_autograd;
    std::vector<std::size_t> best;
    if (!in_backward)
      best = best_for(index, place, site.op, &site.kind);
    else if (site.backward.charged())
      best = best_for(index, place, site.backward.forward_op, nullptr);
    for (std::size_t p : best)
      (in_backward ? result.joined[p].backward : result.joined[p].sites)
          .push_back(s);
    if (!in_backward)
      note_rivals(index, best, result.joined);
    if (best.empty())
      result.unpredicted.push_back(s);
  }
  for (std::size_t r = 0; r < profile.reached.size(); ++r) {
    const ReachSite &reach = profile.reached[r];
    if (is_unplaced(reach.place, reach.tail_call))
      continue;
    SourceFrame place = with_canonical_file(reach.place, files);
    for (std::size_t p : best_for(index, place, reach.op, nullptr))
      result.joined[p].reached.push_back(r);
  }
  return result;
}

} // namespace tensor_probe
