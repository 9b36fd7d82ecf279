// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures what is said about contiguity and prints the table of
// docs/claims.md.
//
//   layout_claims [rounds]   measure, in interleaved rounds (default 25)
//   layout_claims --check    both sides compute the same; status 1: they do not
//
// One thread, of which the processor's time is taken. A side's time is the
// least over the rounds, "times as fast" the ratio of the two; "middle half"
// are the quartiles of the rounds' ratios.

#include "Claims.h"

#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using claims::Claim;
using claims::Program;

namespace {

/// A ratio between these says that there is no difference to speak of.
constexpr double kFaster = 1.05;

/// A round has so many calls that it lasts at least this long.
constexpr double kRoundNs = 2e6;

double now_ns(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

double ns_of(const Program &program, int calls, clockid_t clock) {
  const double start = now_ns(clock);
  for (int i = 0; i < calls; ++i)
    program();
  return (now_ns(clock) - start) / calls;
}

int calls_in_a_round(const Program &program, clockid_t clock) {
  ns_of(program, 2, clock); // warms up
  return std::max(1, static_cast<int>(kRoundNs / ns_of(program, 2, clock)));
}

struct Measured {
  double plain_ns, advised_ns; ///< least
  double low, high;            ///< of the rounds' ratios: quartiles
};

Measured measure(const Claim &claim, int rounds) {
  const clockid_t clock =
      claim.on_device ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
  const int plain_calls = calls_in_a_round(claim.plain, clock);
  const int advised_calls = calls_in_a_round(claim.advised, clock);
  std::vector<double> plain, advised, ratios;
  for (int round = 0; round < rounds; ++round) {
    plain.push_back(ns_of(claim.plain, plain_calls, clock));
    advised.push_back(ns_of(claim.advised, advised_calls, clock));
    ratios.push_back(plain.back() / advised.back());
  }
  std::sort(ratios.begin(), ratios.end());
  const auto quarter = ratios.size() / 4;
  return {*std::min_element(plain.begin(), plain.end()),
          *std::min_element(advised.begin(), advised.end()), ratios[quarter],
          ratios[ratios.size() - 1 - quarter]};
}

const char *verdict(double ratio) {
  if (ratio >= kFaster)
    return "holds here";
  return ratio <= 1 / kFaster ? "the reverse holds here" : "no difference here";
}

int measure_all(int rounds) {
  std::printf("| claim | tried on | without, us | as advised, us | times as "
              "fast | middle half | verdict |\n"
              "|---|---|---|---|---|---|---|\n");
  for (const Claim &claim : claims::all_claims()) {
    std::printf("| %s | %s | ", claim.name.c_str(), claim.case_.c_str());
    if (!claim.why_not.empty()) {
      std::printf("| | | | not measured: %s |\n", claim.why_not.c_str());
      continue;
    }
    const Measured measured = measure(claim, rounds);
    const double ratio = measured.plain_ns / measured.advised_ns;
    std::printf("%.1f | %.1f | %.2f | %.2f to %.2f | %s |\n",
                measured.plain_ns / 1e3, measured.advised_ns / 1e3, ratio,
                measured.low, measured.high, verdict(ratio));
    std::fflush(stdout);
  }
  return 0;
}

int check_all() {
  int status = 0;
  for (const Claim &claim : claims::all_claims()) {
    if (!claim.why_not.empty())
      continue;
    const at::Tensor plain = claim.plain(), advised = claim.advised();
    if (at::allclose(plain, advised, 1e-3, 1e-3))
      continue;
    std::printf("not the same: %s, %s\n", claim.name.c_str(),
                claim.case_.c_str());
    status = 1;
  }
  return status;
}

} // namespace

int main(int argc, char **argv) {
  at::set_num_threads(1);
  const c10::NoGradGuard no_grad;
  if (argc > 1 && std::strcmp(argv[1], "--check") == 0)
    return check_all();
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 25;
  if (rounds < 4) {
    std::fprintf(stderr, "usage: %s [rounds, at least 4] | --check\n", argv[0]);
    return 64;
  }
  return measure_all(rounds);
}
