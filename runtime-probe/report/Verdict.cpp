// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Verdict.h"

#include "report/Completeness.h"
#include "report/Operators.h"
#include "report/SkipRules.h"

#include <algorithm>

namespace tensor_probe {
namespace {

/// What one verdict is derived from.
struct Case {
  const Prediction &prediction;
  const Joined &joined;
  const JoinResult &all;
  const Profile &profile;
  const CodeLines &code_lines;
};

std::string times(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " time" : " times");
}

std::string copies(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " copy" : " copies");
}

std::string shown_name(const Case &c) {
  return std::string(shown_operator(c.prediction.op));
}

std::string why_no_reach(const Case &c) {
  return why_tier_off(c.profile, &ProcessFacts::why_no_reach, "the reach tier");
}

std::string why_missing(const Case &c) { return why_copies_missing(c.profile); }

/// Is a place in the function of a finding, by the names of both? Overloads
/// count as one function, instances of a template as well.
bool is_same_function(const Prediction &p, const SourceFrame &place) {
  return !p.function.empty() &&
         qualified_name(place.function) == qualified_name(p.function);
}

/// Copies of the same operator whose line is unknown may be this one's. That
/// those of other functions are not cannot be said: this one may be inlined
/// there.
std::string why_unplaced(const Case &c) {
  std::uint64_t anywhere = 0, in_function = 0;
  std::string why, why_here;
  for (std::size_t s : c.all.unplaced) {
    const SourceSite &site = c.profile.sites[s];
    // What autograd copied is no copy of the call of a line.
    if (site.backward.by_autograd ||
        match_operators(c.prediction.op, site.op) == OperatorMatch::differ)
      continue;
    why = site.tail_call.empty() ? site.place.why_no_line : site.tail_call;
    anywhere += site.cost.count;
    if (!is_same_function(c.prediction, site.place))
      continue;
    in_function += site.cost.count;
    why_here = why;
  }
  if (in_function != 0)
    return copies(in_function) + " in " + c.prediction.function +
           " that may be this one have no line: " + why_here;
  return anywhere == 0
             ? std::string()
             : copies(anywhere) + " that may be this one have no line: " + why;
}

std::string why_unnamed(const Case &c) {
  return c.prediction.op.empty() ? "the finding does not name its operator"
                                 : "";
}

/// Does a process's reach tier count this operator, by its own list?
bool names_operator(const ProcessFacts &process, const std::string &op) {
  auto is_op = [&](const std::string &counted) {
    return match_operators(counted, op) >= OperatorMatch::overload;
  };
  return std::any_of(process.reach_ops.begin(), process.reach_ops.end(), is_op);
}

/// What one process counts, every other one with the same probe counts.
std::string why_uncounted(const Case &c) {
  auto counts = [&](const ProcessFacts &process) {
    return std::any_of(c.profile.processes.begin(), c.profile.processes.end(),
                       [&](const ProcessFacts &other) {
                         return other.probe_version == process.probe_version &&
                                names_operator(other, c.prediction.op);
                       });
  };
  for (const ProcessFacts &process : c.profile.processes)
    if (has_torch(process) && !counts(process))
      return "the reach tier of process " + std::to_string(process.pid) +
             " does not name " + shown_name(c) +
             " among the operators that it counts";
  return {};
}

/// A row of folded classes does not say how much of it was a layout copy.
std::string why_folded(const Case &c) {
  for (const SourceSite &site : c.profile.sites)
    if (site.kind == CopyClass::other && !site.backward.by_autograd &&
        match_operators(c.prediction.op, site.op) != OperatorMatch::differ)
      return copies(site.cost.count) +
             " of mixed classes were recorded in one row";
  return {};
}

std::string why_unseen(const Case &c) {
  return std::string(why_calls_unseen(c.prediction.op));
}

std::string why_file_unclear(const Case &c) {
  const std::vector<std::string> &rivals = c.joined.file.rivals;
  if (rivals.empty())
    return {};
  return std::to_string(rivals.size()) + " source files match: " + rivals[0] +
         " and " + rivals[1];
}

std::string why_no_code(const Case &c) {
  const Prediction &p = c.prediction;
  auto lines = c.code_lines.find(c.joined.file.file);
  if (c.joined.file.file.empty() || lines == c.code_lines.end())
    return "no loaded module has line information for this file";
  unsigned first = p.first_line ? p.first_line : p.line;
  unsigned last = p.last_line ? p.last_line : std::max(p.line, p.end_line);
  auto at = lines->second.lower_bound(first);
  if (at == lines->second.end() || *at > last)
    return "no loaded module has code for this line";
  return {};
}

std::string why_no_line(const Case &c) {
  return c.prediction.line == 0 ? "the finding has no line" : "";
}

/// A compiled function has taken over what it was traced through: the calls of
/// a line in there are made once, on tensors without memory, and never again.
std::string why_compiled(const Case &c) {
  for (const ProcessFacts &process : c.profile.processes)
    if (process.compiled_calls != 0 || !process.compiled_modules.empty())
      return "compiled: process " + std::to_string(process.pid) +
             " ran code that torch.compile or AOTInductor made, which may "
             "do here what " +
             (c.prediction.op.empty() ? "this line does"
                                      : shown_name(c) + " does") +
             ", and is not recorded";
  return {};
}

using Doubt = std::string (*)(const Case &);

/// Reasons why no record of a copy does not mean that there was none.
constexpr Doubt copy_doubts[] = {why_no_line,  why_file_unclear, why_missing,
                                 why_unplaced, why_folded,       why_compiled};

/// Reasons why no record of a call does not mean that there was none.
constexpr Doubt reach_doubts[] = {why_no_reach, why_unnamed, why_uncounted,
                                  why_unseen, why_no_code};

template <std::size_t N>
std::string first_doubt(const Case &c, const Doubt (&doubts)[N]) {
  for (Doubt doubt : doubts) {
    std::string reason = doubt(c);
    if (!reason.empty())
      return reason;
  }
  return {};
}

void judge_absent(const Case &c, Judged &judged) {
  judged.reason = first_doubt(c, copy_doubts);
  if (!judged.reason.empty())
    return;
  if (judged.reached != 0) {
    judged.verdict = Verdict::refuted_here;
    judged.reason =
        "reached " + times(judged.reached) + ", no copy, nothing lost";
    return;
  }
  judged.reason = first_doubt(c, reach_doubts);
  if (!judged.reason.empty()) {
    judged.reason = "no copy recorded; " + judged.reason;
    return;
  }
  judged.verdict = Verdict::not_reached;
  judged.reason = "the line has code in a loaded module and every call of " +
                  shown_name(c) + " was recorded, none from here";
}

Judged judge_one(const Case &c) {
  Judged judged;
  for (std::size_t s : c.joined.sites)
    judged.cost.add(c.profile.sites[s].cost);
  for (std::size_t s : c.joined.backward)
    judged.backward.add(c.profile.sites[s].cost);
  for (std::size_t r : c.joined.reached)
    judged.reached += c.profile.reached[r].reached;
  judged.reach_known = judged.reached != 0 && !c.prediction.op.empty() &&
                       why_no_reach(c).empty();
  if (!judged.reach_known)
    judged.reached = 0;
  if (judged.cost.count == 0) {
    judge_absent(c, judged);
  } else if (!c.joined.shared_with.empty()) {
    judged.reason = copies(judged.cost.count) +
                    " here may as well be those of the finding at " +
                    c.joined.shared_with +
                    ": the debug information does not tell them apart";
  } else if (judged.reached > judged.cost.count) {
    judged.verdict = Verdict::partly;
    judged.reason = "reached " + times(judged.reached);
  } else {
    judged.verdict = Verdict::confirmed;
  }
  return judged;
}

} // namespace

const char *name_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::confirmed:
    return "confirmed";
  case Verdict::partly:
    return "partly";
  case Verdict::refuted_here:
    return "refuted here";
  case Verdict::not_reached:
    return "not reached";
  case Verdict::unknown:
    return "unknown";
  }
  return "unknown";
}

std::vector<Judged> judge(const std::vector<Prediction> &predictions,
                          const JoinResult &joined, const Profile &profile,
                          const CodeLines &code_lines) {
  std::vector<Judged> verdicts;
  for (std::size_t i = 0; i < predictions.size(); ++i)
    verdicts.push_back(judge_one(
        {predictions[i], joined.joined[i], joined, profile, code_lines}));
  return verdicts;
}

} // namespace tensor_probe
