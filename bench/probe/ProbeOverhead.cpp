// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the probe costs: the same three loops in processes with and without it.
//
//   probe_overhead [pairs]
//
// The program is linked with TensorProbe::probe and starts itself over and
// over, in pairs, once with TENSOR_PROBE=0 and once without. Every process
// measures CPU time per iteration, the least of several rounds; a pair gives a
// ratio per loop; printed is the median over the pairs (and the ratio of the
// least times). The allocator's mmap and trim thresholds are pinned: where a
// freed block goes back to the kernel, the page faults of the next one outweigh
// everything that is measured here. Exit status 1: over budget.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

struct Loop {
  const char *name;
  double budget; ///< with / without
  int iterations;
};
constexpr Loop kLoops[] = {{"no copy: add_ of 16 elements", 1.02, 20000},
                           {"copy of 8x8: t().contiguous()", 1.10, 5000},
                           {"copy of 256 KiB: t().contiguous()", 1.02, 200}};
constexpr int kLoopCount = 3;
constexpr int kRounds = 25;

double cpu_ns() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

double least_ns(int iterations, const std::function<void()> &body) {
  double least = 0;
  for (int round = 0; round <= kRounds; ++round) {
    const double start = cpu_ns();
    for (int i = 0; i < iterations; ++i)
      body();
    const double ns = (cpu_ns() - start) / iterations;
    if (round == 1 || (round > 1 && ns < least)) // round 0 warms up
      least = ns;
  }
  return least;
}

int measure() {
  at::set_num_threads(1);
  c10::NoGradGuard no_grad;
  // Not add_(1): that converts the number 1 to Float, which is a copy.
  at::Tensor small = at::ones({16});
  const at::Tensor other = at::ones({16});
  const at::Tensor square = at::rand({8, 8}), large = at::rand({256, 256});
  const std::function<void()> bodies[kLoopCount] = {
      [&] { small.add_(other); }, [&] { square.t().contiguous(); },
      [&] { large.t().contiguous(); }};
  for (int i = 0; i < kLoopCount; ++i)
    std::printf("%f\n", least_ns(kLoops[i].iterations, bodies[i]));
  return 0;
}

/// One process: ns per iteration of each loop.
std::vector<double> run(const char *self, bool probed) {
  const std::string command =
      "TENSOR_PROBE=" + std::string(probed ? "1" : "0") +
      " MALLOC_MMAP_THRESHOLD_=1073741824 MALLOC_TRIM_THRESHOLD_=1073741824"
      " OMP_NUM_THREADS=1 '" +
      self + "' --measure";
  std::FILE *output = popen(command.c_str(), "r");
  std::vector<double> result(kLoopCount);
  bool complete = output != nullptr;
  for (double &ns : result)
    complete = complete && std::fscanf(output, "%lf", &ns) == 1;
  if (!complete || pclose(output) != 0) {
    std::fprintf(stderr, "cannot measure with: %s\n", command.c_str());
    std::exit(2);
  }
  return result;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int compare(const char *self, int pairs) {
  std::vector<double> without[kLoopCount], with[kLoopCount], ratio[kLoopCount];
  for (int pair = 0; pair < pairs; ++pair) {
    const bool probed_first = pair % 2 == 1;
    const std::vector<double> first = run(self, probed_first);
    const std::vector<double> second = run(self, !probed_first);
    for (int i = 0; i < kLoopCount; ++i) {
      without[i].push_back(probed_first ? second[i] : first[i]);
      with[i].push_back(probed_first ? first[i] : second[i]);
      ratio[i].push_back(with[i].back() / without[i].back());
    }
  }
  int status = 0;
  std::printf("%-36s %12s %12s %8s %8s %8s\n", "loop", "without, ns",
              "with, ns", "median", "least", "budget");
  for (int i = 0; i < kLoopCount; ++i) {
    const double least_without =
        *std::min_element(without[i].begin(), without[i].end());
    const double least_with = *std::min_element(with[i].begin(), with[i].end());
    const double middle = median(ratio[i]);
    std::printf("%-36s %12.1f %12.1f %8.3f %8.3f %8.2f%s\n", kLoops[i].name,
                least_without, least_with, middle, least_with / least_without,
                kLoops[i].budget, middle > kLoops[i].budget ? "  OVER" : "");
    status |= middle > kLoops[i].budget ? 1 : 0;
  }
  return status;
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "--measure") == 0)
    return measure();
  return compare(argv[0], argc > 1 ? std::atoi(argv[1]) : 11);
}
