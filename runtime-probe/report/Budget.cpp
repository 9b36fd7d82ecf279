// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Budget.h"

#include "report/Completeness.h"
#include "report/Groups.h"
#include "report/Units.h"

namespace tensor_probe {
namespace {

/// Places named for one limit; the report has them all.
constexpr std::size_t max_places = 20;

/// What one limit counts.
struct Kind {
  RankBy rank;
  bool (*counts)(const SourceSite &);
  std::string (*amount)(std::uint64_t);
};

/// Rounded, the limit and what exceeds it may look the same.
std::string exact_bytes_text(std::uint64_t bytes) {
  return count_text(bytes, "copied byte", "copied bytes") + " (" +
         bytes_text(bytes) + ")";
}

std::string hidden_copies_text(std::uint64_t copies) {
  return count_text(copies, "hidden copy", "hidden copies");
}

/// What operators materialise is seen on request only, on which a
/// limit must not depend.
bool is_copied(const SourceSite &site) {
  return site.kind != CopyClass::materialised;
}

bool is_hidden(const SourceSite &site) {
  return is_worth_a_look(site.kind, site.origin);
}

const Kind copied_bytes{RankBy::bytes, is_copied, exact_bytes_text};
const Kind hidden_copies{RankBy::count, is_hidden, hidden_copies_text};

std::string place_line(const SourceSite &site) {
  std::string text = "  " + place_text(site.place) + ": " +
                     operator_text(site) + " copied " +
                     count_text(site.cost.count, "time", "times") + ", " +
                     bytes_text(site.cost.bytes) + " (" +
                     kind_text(site.kind, site.origin) + ")";
  if (site.place.line == 0)
    text += ": " + site.place.why_no_line;
  return text + "\n";
}

std::string places_text(const std::vector<const SourceSite *> &sites,
                        RankBy rank) {
  std::vector<std::uint64_t> keys;
  for (const SourceSite *site : sites)
    keys.push_back(measure(site->cost, rank));
  std::string text;
  std::size_t named = 0;
  for (std::size_t i : order_of(keys))
    if (named < max_places && keys[i] != 0) {
      text += place_line(*sites[i]);
      ++named;
    }
  if (named == max_places && sites.size() > named)
    text +=
        "  " +
        count_text(sites.size() - named, "further place", "further places") +
        "\n";
  return text;
}

std::string text_of(const Profile &profile, const std::optional<Limit> &limit,
                    const Kind &kind) {
  if (!limit)
    return {};
  std::uint64_t sum = 0;
  std::vector<const SourceSite *> sites;
  for (const SourceSite &site : profile.sites)
    if (kind.counts(site)) {
      sum += measure(site.cost, kind.rank);
      sites.push_back(&site);
    }
  std::string head = "error: " + limit->stated + ": the limit is " +
                     kind.amount(limit->most) + ", ";
  if (sum > limit->most)
    return head + "the run came to " + kind.amount(sum) + ":\n" +
           places_text(sites, kind.rank);
  std::string missing = why_copies_missing(profile);
  return missing.empty()
             ? missing
             : head +
                   "and whether the run kept to it is not known: " + missing +
                   "\n";
}

} // namespace

std::string broken_budget_text(const Profile &profile, const Budget &budget) {
  return text_of(profile, budget.copied_bytes, copied_bytes) +
         text_of(profile, budget.hidden_copies, hidden_copies);
}

} // namespace tensor_probe
