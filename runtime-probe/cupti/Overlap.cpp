// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Overlap.h"

#include "core/Rows.h"

#include <algorithm>

namespace tensor_probe {

void Overlap::add(const Activity &activity) {
  if (!activity.is_complete())
    return;
  if (works_.size() >= kMost)
    settle_until(newest_ - std::min(newest_, kLag));
  if (works_.size() >= kMost) {
    settle_until(~0ULL);
    works_.clear();
  }
  works_.push_back(
      {activity.start, activity.end, activity.device, activity.stream});
  newest_ = std::max(newest_, activity.end);
}

void Overlap::ask(const Activity &activity, GpuBlock &block) {
  if (activity.is_complete())
    questions_.push_back(
        {{activity.start, activity.end, activity.device, activity.stream},
         &block});
}

void Overlap::settle() { settle_until(newest_ - std::min(newest_, kLag)); }

void Overlap::settle_until(std::uint64_t until) {
  const auto is_young = [until](const Question &question) {
    return question.work.end > until;
  };
  const auto first_old =
      std::partition(questions_.begin(), questions_.end(), is_young);
  if (first_old != questions_.end()) {
    std::sort(works_.begin(), works_.end(),
              [](const Work &a, const Work &b) { return a.start < b.start; });
    // Of the works up to each one: what begins to reach into a question.
    std::vector<std::uint64_t> latest_ends;
    latest_ends.reserve(works_.size());
    std::uint64_t latest = 0;
    for (const Work &work : works_)
      latest_ends.push_back(latest = std::max(latest, work.end));
    for (auto question = first_old; question != questions_.end(); ++question)
      answer(*question, latest_ends);
    questions_.erase(first_old, questions_.end());
  }
  forget(until);
}

void Overlap::answer(const Question &question,
                     const std::vector<std::uint64_t> &latest_ends) const {
  const Work &asked = question.work;
  std::uint64_t overlap = 0, covered = asked.start;
  std::size_t i = static_cast<std::size_t>(
      std::upper_bound(latest_ends.begin(), latest_ends.end(), asked.start) -
      latest_ends.begin());
  for (; i < works_.size() && works_[i].start < asked.end; ++i) {
    const Work &other = works_[i];
    if (other.device != asked.device || other.stream == asked.stream)
      continue;
    const std::uint64_t from = std::max(other.start, covered),
                        to = std::min(other.end, asked.end);
    if (to > from) {
      overlap += to - from;
      covered = to;
    }
  }
  add_to(question.block->watched_ns, asked.end - asked.start);
  add_to(question.block->overlap_ns, overlap);
}

/// Drops what no open question, and none that may still come, reaches into.
void Overlap::forget(std::uint64_t until) {
  for (const Question &question : questions_)
    until = std::min(until, question.work.start);
  works_.erase(
      std::remove_if(works_.begin(), works_.end(),
                     [until](const Work &work) { return work.end <= until; }),
      works_.end());
}

} // namespace tensor_probe
