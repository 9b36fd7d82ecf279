// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the probe costs: the same loops in processes with and without it.
//
//   probe_overhead [pairs]
//
// The program is linked with TensorProbe::probe and starts itself over and
// over, in pairs, once with TENSOR_PROBE=0 and once without. Every process
// measures CPU time per iteration, the least of several rounds; a pair gives a
// ratio per loop; printed is the median over the pairs, their least and their
// greatest ratio. The allocator's mmap and trim thresholds are pinned: where a
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
#include <filesystem>
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
                           {"copy of 256 KiB: t().contiguous()", 1.02, 200},
                           {"transformer block, both ways", 1.02, 20}};
constexpr int kLoopCount = 4;
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

/// A block of a transformer, forward and backward: attention of 4 heads and two
/// linear layers on [2, 32, 64].
class Block {
public:
  void step() {
    const at::Tensor out = feed_forward(attention(input_));
    out.sum().backward();
    for (at::Tensor *weight : {&qkv_, &wide_, &narrow_})
      weight->mutable_grad().reset();
  }

private:
  static constexpr int kHeads = 4, kWidth = 64;
  static at::Tensor weight(int rows, int columns) {
    return at::rand({rows, columns}).div_(columns).set_requires_grad(true);
  }
  /// [B, N, C] to [B, heads, N, C / heads]
  static at::Tensor split(const at::Tensor &rows) {
    return rows.reshape({rows.size(0), rows.size(1), kHeads, -1})
        .transpose(1, 2);
  }
  at::Tensor attention(const at::Tensor &x) const {
    const std::vector<at::Tensor> parts = at::linear(x, qkv_).chunk(3, 2);
    const at::Tensor scores =
        at::matmul(split(parts[0]), split(parts[1]).transpose(2, 3));
    return at::matmul(at::softmax(scores, 3), split(parts[2]))
               .transpose(1, 2)
               .reshape(x.sizes()) +
           x;
  }
  at::Tensor feed_forward(const at::Tensor &x) const {
    return at::linear(at::gelu(at::linear(x, wide_)), narrow_) + x;
  }

  at::Tensor input_ = at::rand({2, 32, kWidth});
  at::Tensor qkv_ = weight(3 * kWidth, kWidth);
  at::Tensor wide_ = weight(4 * kWidth, kWidth);
  at::Tensor narrow_ = weight(kWidth, 4 * kWidth);
};

int measure() {
  at::set_num_threads(1);
  Block block;
  const double block_ns =
      least_ns(kLoops[kLoopCount - 1].iterations, [&block] { block.step(); });
  c10::NoGradGuard no_grad;
  // Not add_(1): that converts the number 1 to Float, which is a copy.
  at::Tensor small = at::ones({16});
  const at::Tensor other = at::ones({16});
  const at::Tensor square = at::rand({8, 8}), large = at::rand({256, 256});
  const std::function<void()> bodies[kLoopCount - 1] = {
      [&] { small.add_(other); }, [&] { square.t().contiguous(); },
      [&] { large.t().contiguous(); }};
  for (int i = 0; i < kLoopCount - 1; ++i)
    std::printf("%f\n", least_ns(kLoops[i].iterations, bodies[i]));
  std::printf("%f\n", block_ns);
  return 0;
}

/// One process: ns per iteration of each loop.
std::vector<double> run(const std::string &self, const std::string &out,
                        bool probed) {
  const std::string command =
      "TENSOR_PROBE=" + std::string(probed ? "1" : "0") +
      " TENSOR_PROBE_OUT='" + out + "'" +
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

int compare(const std::string &self, const std::string &out, int pairs) {
  std::vector<double> without[kLoopCount], with[kLoopCount], ratio[kLoopCount];
  for (int pair = 0; pair < pairs; ++pair) {
    const bool probed_first = pair % 2 == 1;
    const std::vector<double> first = run(self, out, probed_first);
    const std::vector<double> second = run(self, out, !probed_first);
    for (int i = 0; i < kLoopCount; ++i) {
      without[i].push_back(probed_first ? second[i] : first[i]);
      with[i].push_back(probed_first ? first[i] : second[i]);
      ratio[i].push_back(with[i].back() / without[i].back());
    }
  }
  int status = 0;
  std::printf("%-36s %12s %12s %8s %16s %8s\n", "loop", "without, ns",
              "with, ns", "median", "spread", "budget");
  for (int i = 0; i < kLoopCount; ++i) {
    const double least_without =
        *std::min_element(without[i].begin(), without[i].end());
    const double least_with = *std::min_element(with[i].begin(), with[i].end());
    const double middle = median(ratio[i]);
    const auto [least, most] =
        std::minmax_element(ratio[i].begin(), ratio[i].end());
    std::printf("%-36s %12.1f %12.1f %8.3f %7.3f to %5.3f %8.2f%s\n",
                kLoops[i].name, least_without, least_with, middle, *least,
                *most, kLoops[i].budget,
                middle > kLoops[i].budget ? "  OVER" : "");
    status |= middle > kLoops[i].budget ? 1 : 0;
  }
  return status;
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "--measure") == 0)
    return measure();
  const int pairs = argc > 1 ? std::atoi(argv[1]) : 11;
  if (pairs < 1) {
    std::fprintf(stderr, "usage: %s [pairs]: at least one\n", argv[0]);
    return 2;
  }
  std::string out =
      (std::filesystem::temp_directory_path() / "probe-XXXXXX").string();
  if (mkdtemp(out.data()) == nullptr) {
    std::perror(out.c_str());
    return 2;
  }
  const int status = compare(argv[0], out, pairs);
  std::filesystem::remove_all(out);
  return status;
}
