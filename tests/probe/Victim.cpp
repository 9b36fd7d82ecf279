// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that knows nothing of the probe, to be run with it preloaded.
//
//   probe_victim SCENARIO
//
// Copies are made by copy_some(n): n copies of [64, 32] Float, 8192 bytes.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/SequenceNumber.h>
#include <ATen/record_function.h>
#include <torch/csrc/autograd/custom_function.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <map>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static long clock_step_seconds = 0;

/// In front of the C library's, for the probe as for everybody.
extern "C" __attribute__((visibility("default"))) int
clock_gettime(clockid_t id, timespec *now) noexcept {
  const long result = syscall(SYS_clock_gettime, id, now);
  if (id == CLOCK_REALTIME)
    now->tv_sec += clock_step_seconds;
  return static_cast<int>(result);
}

namespace {

const char *self = nullptr;

__attribute__((noinline)) void copy_some(int times) {
  const at::Tensor wide = at::ones({64, 32});
  for (int i = 0; i < times; ++i)
    wide.t().contiguous();
}

int copies() {
  copy_some(100);
  return 0;
}

/// Views, and operators that find nothing to copy.
int nothing() {
  const at::Tensor a = at::ones({64, 32});
  a.t().view({32, 2, 32}).neg_();
  a.reshape({-1}).neg_();
  a.contiguous();
  a.to(at::kFloat);
  std::puts("done");
  return 0;
}

int end_by_abort() {
  copy_some(100);
  std::abort();
}

int end_by_exit_now() {
  copy_some(100);
  _exit(7);
}

int end_by_kill() {
  copy_some(100);
  kill(getpid(), SIGKILL);
  return 1;
}

int end_by_uncaught_exception() {
  copy_some(100);
  at::empty({3, 4}).copy_(at::ones({5}));
  return 0;
}

/// Parent 30 copies before the fork and 20 after it; child 7.
int forks() {
  copy_some(30);
  const pid_t child = fork();
  if (child == 0) {
    copy_some(7);
    return 0;
  }
  waitpid(child, nullptr, 0);
  copy_some(20);
  return 0;
}

/// 5 copies, then the same program in the same process: 100 copies.
int executes() {
  copy_some(5);
  execl(self, self, "copies", nullptr);
  return 1;
}

/// 8 threads, 5000 copies each, and 200 threads one after the other, one each.
int threads() {
  at::set_num_threads(1);
  std::vector<std::thread> running;
  for (int i = 0; i < 8; ++i)
    running.emplace_back(copy_some, 5000);
  for (std::thread &thread : running)
    thread.join();
  for (int i = 0; i < 200; ++i)
    std::thread(copy_some, 1).join();
  return 0;
}

/// 8 threads, a million copies of [8, 8] Float each.
int millions() {
  at::set_num_threads(1);
  std::vector<std::thread> running;
  for (int i = 0; i < 8; ++i)
    running.emplace_back([] {
      const at::Tensor square = at::ones({8, 8});
      for (int copy = 0; copy < 1000000; ++copy)
        square.t().contiguous();
    });
  for (std::thread &thread : running)
    thread.join();
  return 0;
}

/// 64 threads, 500 copies each.
int many_threads() {
  at::set_num_threads(1);
  std::vector<std::thread> running;
  for (int i = 0; i < 64; ++i)
    running.emplace_back(copy_some, 500);
  for (std::thread &thread : running)
    thread.join();
  return 0;
}

/// Copies after main(), when other static objects are going.
struct AfterMain {
  bool wanted = false;
  ~AfterMain() {
    if (wanted)
      copy_some(3);
  }
} after_main;

/// 4 copies, and 3 in a destructor after main().
int in_destructor() {
  after_main.wanted = true;
  copy_some(4);
  return 0;
}

/// 5 copies, a fork whose child runs another program, and 6 more.
int spawns() {
  copy_some(5);
  const pid_t child = fork();
  if (child == 0)
    execl("/bin/true", "true", nullptr);
  int status = 1;
  waitpid(child, &status, 0);
  copy_some(6);
  return status;
}

/// 10 copies that throw, 3 that do not.
int throws() {
  int caught = 0;
  for (int i = 0; i < 13; ++i) {
    const at::Tensor to = at::empty({3, 4});
    try {
      to.copy_(at::ones(i < 10 ? std::vector<int64_t>{5}
                               : std::vector<int64_t>{3, 4}));
    } catch (const c10::Error &error) {
      caught += std::strstr(error.what(), "must match") != nullptr ? 1 : 0;
    }
  }
  std::printf("caught %d\n", caught);
  return 0;
}

/// 5 + 3 reshapes of which 3 copy; 4 calls of to() of which 1 copies.
int reaches() {
  const at::Tensor a = at::ones({64, 32});
  for (int i = 0; i < 5; ++i)
    a.reshape({32, 64});
  for (int i = 0; i < 3; ++i)
    a.t().reshape({-1});
  for (int i = 0; i < 4; ++i)
    a.to(i == 0 ? at::kDouble : at::kFloat);
  return 0;
}

/// A library as AOTInductor makes them, found as libtorch finds it.
int compiled_models() {
  using Entry =
      int (*)(void *, void *, std::size_t, void *, std::size_t, void *, void *);
  void *model = dlopen(std::getenv("PROBE_COMPILED"), RTLD_NOW | RTLD_LOCAL);
  if (model == nullptr)
    return 2;
  const auto run =
      reinterpret_cast<Entry>(dlsym(model, "AOTInductorModelContainerRun"));
  const auto pointer = [](std::uintptr_t number) {
    return reinterpret_cast<void *>(number);
  };
  copy_some(1);
  for (int i = 0; i < 3; ++i)
    if (run(pointer(1), pointer(2), 3, pointer(4), 5, pointer(6), pointer(7)))
      return 3;
  return dlsym(model, "nothing of this name") == nullptr ? 0 : 4;
}

/// Operators that write [64, 64] Float, 16384 bytes, by themselves.
int materialises() {
  const at::Tensor a = at::ones({64, 32}), b = at::ones({64, 32});
  const at::Tensor wide = at::ones({64, 64});
  const at::Tensor rows = at::arange(64);
  for (int i = 0; i < 3; ++i)
    at::cat({a.t(), b.t()});
  wide.t().index_select(0, rows);
  wide.gather(1, rows.expand({64, 64}));
  wide.index({rows});
  at::stack({wide[0], wide[1]}); // 512 bytes
  try {
    wide.index_select(0, rows + 64);
  } catch (const c10::Error &) {
    std::puts("caught");
  }
  return 0;
}

/// Operators that make tensors, but write them by copy_.
int copies_inside() {
  const at::Tensor a = at::ones({64, 32});
  at::split_with_sizes_copy(a, {16, 48}, 0);
  at::cat({a.t(), a.t().to(at::kDouble)});
  return 0;
}

__attribute__((noinline)) void copy_into(at::ScalarType type,
                                         const at::Tensor &from) {
  at::empty({64}, type).copy_(from);
}

/// Copies of ten classes from one place, twice.
int many_classes() {
  const at::ScalarType types[] = {
      at::kByte, at::kChar,  at::kShort,  at::kInt,      at::kLong,
      at::kHalf, at::kFloat, at::kDouble, at::kBFloat16, at::kBool};
  const at::Tensor a = at::ones({64});
  const at::Tensor b = at::zeros({64}, at::kInt);
  // volatile: an unrolled loop would be several places.
  for (volatile int i = 0; i < 20; i = i + 1)
    copy_into(types[i % 10], types[i % 10] == at::kFloat ? b : a);
  return 0;
}

/// 1 MiB, then two copies of it that live, then one more that does not, and
/// one into memory that was there before; the peak is 4 MiB and some bytes.
int memory() {
  const at::Tensor wide = at::ones({512, 512});
  {
    const at::Tensor before = at::empty({512, 512});
    const at::Tensor one = wide.t().contiguous(), two = one.t().contiguous();
    before.copy_(wide.t());
  }
  copy_some(10);
  return 0;
}

/// 20 copies of 1 MiB of which each is given back before the next, and 5 that
/// are kept to the end.
int churns() {
  const at::Tensor wide = at::ones({512, 512});
  // volatile: an unrolled loop would be several places.
  for (volatile int i = 0; i < 20; i = i + 1)
    wide.t().contiguous();
  std::vector<at::Tensor> kept;
  for (volatile int i = 0; i < 5; i = i + 1)
    kept.push_back(wide.t().contiguous());
  return kept.size() == 5 ? 0 : 1;
}

/// Copies into windows that overlap, and into those that do not.
int overlaps() {
  const at::Tensor memory = at::zeros({64});
  const at::Tensor from = at::ones({5, 4});
  // volatile: an unrolled loop would be several places.
  for (volatile int i = 0; i < 3; i = i + 1)
    memory.as_strided({5, 4}, {2, 1}).copy_(from);
  memory.as_strided({5, 4}, {5, 1}).copy_(from);
  memory.as_strided({5, 4}, {1, 7}).copy_(from);
  memory.as_strided({3, 2}, {2, 3}).copy_(from.narrow(0, 0, 3).narrow(1, 0, 2));
  try {
    memory.as_strided({5, 4}, {0, 1}).copy_(from);
  } catch (const c10::Error &) {
    std::puts("refused");
  }
  return 0;
}

/// The sum of something whose backward pass copies once, in the node of
/// view().
__attribute__((noinline)) at::Tensor loss_of(const at::Tensor &leaf) {
  const at::Tensor wide = leaf.view({32, 64});
  return (wide.t() * at::full({64, 32}, 2)).sum();
}

__attribute__((noinline)) at::Tensor other_loss_of(const at::Tensor &leaf) {
  const at::Tensor wide = leaf.view({32, 64});
  return (wide.t() * at::full({64, 32}, 3)).sum();
}

at::Tensor new_leaf() { return at::ones({64, 32}).set_requires_grad(true); }

/// Backward passes of two forward lines: 10 and 5, and one of both together.
int backward() {
  const at::Tensor leaf = new_leaf();
  for (int i = 0; i < 10; ++i)
    loss_of(leaf).backward();
  for (int i = 0; i < 5; ++i)
    other_loss_of(leaf).backward();
  (loss_of(leaf) + other_loss_of(leaf)).backward();
  return 0;
}

/// 8 threads with 50 forward passes each; every other backward pass is run by
/// another thread.
int backward_threads() {
  std::vector<std::thread> running;
  for (int i = 0; i < 8; ++i)
    running.emplace_back([] {
      const at::Tensor leaf = new_leaf();
      for (int pass = 0; pass < 50; ++pass) {
        const at::Tensor loss = loss_of(leaf);
        if (pass % 2 == 0)
          loss.backward();
        else
          std::thread([&loss] { loss.backward(); }).join();
      }
    });
  for (std::thread &thread : running)
    thread.join();
  return 0;
}

/// More nodes than are remembered between the forward pass and its backward.
int backward_late() {
  const at::Tensor leaf = new_leaf();
  const at::Tensor loss = loss_of(leaf);
  for (int i = 0; i < 140000; ++i)
    leaf.t();
  loss.backward();
  loss_of(leaf).backward();
  return 0;
}

/// A forward call among more nodes than are remembered, all of which an
/// operator outside of them made as well.
int backward_outer() {
  const at::Tensor leaf = new_leaf();
  for (volatile int i = 0; i < 2; i = i + 1) {
    at::Tensor loss;
    {
      at::RecordFunction outer(at::RecordScope::FUNCTION);
      outer.before("outer", static_cast<int64_t>(at::sequence_number::peek()));
      for (int node = 0; i == 1 && node < 140000; ++node)
        leaf.t();
      loss = loss_of(leaf);
    }
    loss.backward();
  }
  return 0;
}

/// Below so many calls of itself, at one of two places each, as the bits say:
/// four forward calls, none of which copies before its backward pass.
__attribute__((noinline)) at::Tensor called_below(int bits, int depth,
                                                  const at::Tensor &leaf,
                                                  const at::Tensor &factor) {
  if (depth == 0)
    return (leaf.view({32, 64}).t() * factor).sum();
  at::Tensor loss;
  if ((bits & 1) != 0) {
    loss = called_below(bits / 2, depth - 1, leaf, factor);
    asm volatile("# one" : : : "memory");
  } else {
    loss = called_below(bits / 2, depth - 1, leaf, factor);
    asm volatile("# the other" : : : "memory");
  }
  return loss;
}

/// Forward calls with 16384 stacks, and 3 copies at a place that comes last.
int backward_full() {
  const at::Tensor leaf = new_leaf(), factor = at::ones({64, 32});
  for (volatile int i = 0; i < 4096; i = i + 1)
    called_below(i, 12, leaf, factor).backward();
  copy_some(3);
  return 0;
}

/// A node of a function in C++, of which no forward call is known. stack() in
/// its backward pass writes by itself, and two others write nothing.
struct Writes : torch::autograd::Function<Writes> {
  static at::Tensor forward(torch::autograd::AutogradContext *,
                            const at::Tensor &x) {
    return x * 2;
  }
  static torch::autograd::tensor_list
  backward(torch::autograd::AutogradContext *,
           torch::autograd::tensor_list gradients) {
    const at::Tensor ones = at::ones({64});
    at::stack({ones, ones});
    at::empty({0}).copy_(at::empty({0}));
    ones.index_select(0, at::zeros({0}, at::kLong));
    return gradients;
  }
};

int backward_writes() {
  const at::Tensor leaf = new_leaf();
  const at::Tensor loss = Writes::apply(leaf).sum();
  loss.backward();
  return 0;
}

/// The forward pass in the parent, the backward pass in both.
int backward_fork() {
  const at::Tensor leaf = new_leaf();
  const at::Tensor loss = loss_of(leaf);
  const pid_t child = fork();
  loss.backward();
  if (child == 0) {
    loss_of(leaf).backward();
    return 0;
  }
  waitpid(child, nullptr, 0);
  return 0;
}

int backward_kill() {
  const at::Tensor leaf = new_leaf();
  for (int i = 0; i < 100; ++i)
    loss_of(leaf).backward();
  kill(getpid(), SIGKILL);
  return 1;
}

/// Below so many calls of itself.
__attribute__((noinline)) int copy_below(int calls, const at::Tensor &wide) {
  if (calls == 0) {
    wide.t().contiguous();
    return 0;
  }
  const int below = copy_below(calls - 1, wide);
  // Something to do after the call, or it would be made a loop.
  asm volatile("" : : "r"(below) : "memory");
  return below + 1;
}

/// 10 copies at each of 48 places.
int many_places() {
  const at::Tensor wide = at::ones({64, 32});
  int calls = 0;
  for (int i = 0; i < 480; ++i)
    calls += copy_below(i % 48, wide);
  return calls == 10 * 47 * 48 / 2 ? 0 : 1;
}

/// Copies of a tensor that two steps made strided, of a result that is laid
/// out as its argument, and into a strided tensor; one of a tensor that is not.
int layouts() {
  const at::Tensor a = at::ones({4, 6, 8});
  const at::Tensor part = a.transpose(0, 1).narrow(1, 0, 3);
  part.contiguous();
  part.neg().flatten();
  at::zeros({6, 4}).t().copy_(at::ones({4, 6}));
  a.clone();
  return 0;
}

/// Says what libtorch says of a view() that cannot be, three times.
int view_errors() {
  const at::Tensor wide = at::ones({64, 32});
  for (int i = 0; i < 3; ++i) {
    try {
      wide.t().view({-1});
    } catch (const c10::Error &error) {
      std::puts(error.what_without_backtrace());
    }
  }
  try {
    wide.view({7});
  } catch (const std::exception &error) {
    std::puts(error.what()); // some are no c10::Error
  }
  return wide.view({-1}).numel() == 2048 ? 0 : 1;
}

/// 50 copies, and 50 after the time of day went back an hour.
int clock_step() {
  copy_some(50);
  clock_step_seconds = -3600;
  copy_some(50);
  return 0;
}

/// A library that copies is loaded, used and closed 20 times.
int unload() {
  for (int i = 0; i < 20; ++i) {
    void *module = dlopen(std::getenv("PROBE_MODULE"), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr)
      return 1;
    reinterpret_cast<void (*)()>(dlsym(module, "work"))();
    dlclose(module);
  }
  return 0;
}

/// Loads the probe itself, and closes it: 10 copies before, 20 after that.
int close_probe() {
  void *probe = dlopen(std::getenv("PROBE_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  if (probe == nullptr)
    return 1;
  copy_some(10);
  dlclose(probe);
  copy_some(20);
  return 0;
}

/// A program that closes every descriptor it does not know, then goes on.
int closes_descriptors() {
  copy_some(1);
  for (int descriptor = 3; descriptor < 256; ++descriptor)
    close(descriptor);
  copy_some(99);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  self = argv[0];
  const std::map<std::string, int (*)()> scenarios = {
      {"copies", copies},
      {"nothing", nothing},
      {"abort", end_by_abort},
      {"exit-now", end_by_exit_now},
      {"kill", end_by_kill},
      {"uncaught", end_by_uncaught_exception},
      {"fork", forks},
      {"exec", executes},
      {"threads", threads},
      {"throw", throws},
      {"reach", reaches},
      {"compiled-models", compiled_models},
      {"materialise", materialises},
      {"copies-inside", copies_inside},
      {"many-classes", many_classes},
      {"many-threads", many_threads},
      {"millions", millions},
      {"destructor", in_destructor},
      {"spawn", spawns},
      {"memory", memory},
      {"churn", churns},
      {"overlap", overlaps},
      {"backward", backward},
      {"backward-threads", backward_threads},
      {"backward-late", backward_late},
      {"backward-outer", backward_outer},
      {"backward-full", backward_full},
      {"backward-writes", backward_writes},
      {"backward-fork", backward_fork},
      {"backward-kill", backward_kill},
      {"many-places", many_places},
      {"clock-step", clock_step},
      {"unload", unload},
      {"close-probe", close_probe},
      {"layouts", layouts},
      {"view-errors", view_errors},
      {"close", closes_descriptors}};
  const auto found = scenarios.find(argc > 1 ? argv[1] : "");
  if (found == scenarios.end()) {
    std::fprintf(stderr, "usage: %s SCENARIO\n", argv[0]);
    return 64;
  }
  return found->second();
}
