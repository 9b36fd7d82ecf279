// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the probe costs: the same loops in processes with and without it.
//
//   probe_overhead [rounds]
//
// The program is linked with TensorProbe::probe and starts itself over and
// over, in rounds of three: with TENSOR_PROBE=0, with the probe, and with
// torch's own profiler, stacks asked for, instead of it. Every process
// measures CPU time per iteration, the least of several rounds; a round of
// processes gives two ratios per loop; printed is the median over the rounds,
// their least and their greatest ratio. The profiler is begun and ended round
// by round, outside of what is timed, and its events are thrown away. The
// allocator's mmap and trim thresholds are pinned: where a freed block goes
// back to the kernel, the page faults of the next one outweigh everything that
// is measured here. Exit status 1: over budget.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/profiler_kineto.h>

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

namespace profiler = torch::profiler::impl;

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

/// torch's profiler as torch.profiler.profile(with_stack=True) sets it up.
class Profiler {
public:
  explicit Profiler(bool on) : on_(on) {
    if (!on_)
      return;
    const profiler::ProfilerConfig config(profiler::ProfilerState::KINETO,
                                          /*report_input_shapes=*/false,
                                          /*profile_memory=*/false,
                                          /*with_stack=*/true);
    const std::set<profiler::ActivityType> what{profiler::ActivityType::CPU};
    torch::autograd::profiler::prepareProfiler(config, what);
    torch::autograd::profiler::enableProfiler(config, what);
  }
  ~Profiler() {
    if (on_)
      torch::autograd::profiler::disableProfiler();
  }
  Profiler(const Profiler &) = delete;
  Profiler &operator=(const Profiler &) = delete;

private:
  bool on_;
};

bool profiled = false;

double least_ns(int iterations, const std::function<void()> &body) {
  double least = 0;
  for (int round = 0; round <= kRounds; ++round) {
    const Profiler running(profiled);
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

enum Mode { kPlain, kProbed, kProfiled, kModes };

/// One process: ns per iteration of each loop.
std::vector<double> run(const std::string &self, const std::string &out,
                        Mode mode) {
  const std::string command =
      "TENSOR_PROBE=" + std::string(mode == kProbed ? "1" : "0") +
      " TENSOR_PROBE_OUT='" + out + "'" +
      " MALLOC_MMAP_THRESHOLD_=1073741824 MALLOC_TRIM_THRESHOLD_=1073741824"
      " OMP_NUM_THREADS=1 KINETO_LOG_LEVEL=99 '" +
      self + "' " + (mode == kProfiled ? "--profile" : "--measure");
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

double least_of(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

/// Of one loop, by rounds.
struct Measured {
  std::vector<double> ns[kModes], ratio[kModes];
};

/// Whether the loop is within its budget.
bool print(const Loop &loop, const Measured &measured) {
  const double middle = median(measured.ratio[kProbed]);
  const auto [least, most] = std::minmax_element(
      measured.ratio[kProbed].begin(), measured.ratio[kProbed].end());
  std::printf("%-36s %12.1f %12.1f %8.3f %7.3f to %5.3f %8.2f%s", loop.name,
              least_of(measured.ns[kPlain]), least_of(measured.ns[kProbed]),
              middle, *least, *most, loop.budget,
              middle > loop.budget ? "  OVER" : "");
  const auto [first, last] = std::minmax_element(
      measured.ratio[kProfiled].begin(), measured.ratio[kProfiled].end());
  std::printf("   %8.3f %7.3f to %5.3f\n", median(measured.ratio[kProfiled]),
              *first, *last);
  return middle <= loop.budget;
}

int compare(const std::string &self, const std::string &out, int rounds) {
  Measured measured[kLoopCount];
  for (int round = 0; round < rounds; ++round) {
    // Each mode comes first, second and third in turn.
    for (int turn = 0; turn < kModes; ++turn) {
      const Mode mode = Mode((round + turn) % kModes);
      const std::vector<double> ns = run(self, out, mode);
      for (int i = 0; i < kLoopCount; ++i)
        measured[i].ns[mode].push_back(ns[i]);
    }
    for (Measured &loop : measured)
      for (const Mode mode : {kProbed, kProfiled})
        loop.ratio[mode].push_back(loop.ns[mode].back() /
                                   loop.ns[kPlain].back());
  }
  std::printf("%-36s %12s %12s %8s %16s %8s   %s\n", "loop", "without, ns",
              "with, ns", "median", "spread", "budget",
              "torch's profiler with stacks");
  bool good = true;
  for (int i = 0; i < kLoopCount; ++i)
    good = print(kLoops[i], measured[i]) && good;
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  profiled = argc > 1 && std::strcmp(argv[1], "--profile") == 0;
  if (profiled || (argc > 1 && std::strcmp(argv[1], "--measure") == 0))
    return measure();
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
  if (rounds < 1) {
    std::fprintf(stderr, "usage: %s [rounds]: at least one\n", argv[0]);
    return 2;
  }
  std::string out =
      (std::filesystem::temp_directory_path() / "probe-XXXXXX").string();
  if (mkdtemp(out.data()) == nullptr) {
    std::perror(out.c_str());
    return 2;
  }
  const int status = compare(argv[0], out, rounds);
  std::filesystem::remove_all(out);
  return status;
}
