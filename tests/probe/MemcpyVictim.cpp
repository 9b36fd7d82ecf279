// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that knows nothing of the probe, and copies memory of tensors by
// itself:
//
//   probe_memcpy_victim SCENARIO
//
// of a [64, 32] Float, 8192 bytes.

#include <ATen/ATen.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" void *__mempcpy(void *, const void *, std::size_t) noexcept;
extern "C" void *__memcpy_chk(void *, const void *, std::size_t, std::size_t);
extern "C" void *__memmove_chk(void *, const void *, std::size_t, std::size_t);
extern "C" void *__mempcpy_chk(void *, const void *, std::size_t, std::size_t);
extern "C" int cudaMemcpy(void *, const void *, std::size_t, int);
extern "C" int cudaMemcpyAsync(void *, const void *, std::size_t, int, void *);

namespace {

char target[8192];

/// Not a constant: a compiler makes moves of those.
__attribute__((noinline)) std::size_t bytes_of(const at::Tensor &tensor) {
  return tensor.numel() * tensor.element_size();
}

at::Tensor wide() { return at::arange(2048, at::kFloat).view({64, 32}); }

bool is_what_lies_there(const at::Tensor &x, std::size_t bytes) {
  const float first = *x.data_ptr<float>();
  for (std::size_t i = 0; i < bytes / 4; ++i)
    if (reinterpret_cast<const float *>(target)[i] != first + float(i))
      return false;
  return true;
}

/// Three times 2048 bytes from a view that has 32 of each 128.
int beyond() {
  const at::Tensor all = wide(), part = all.narrow(1, 8, 8);
  for (volatile int i = 0; i < 3; i = i + 1)
    std::memcpy(target, part.data_ptr(), bytes_of(part));
  return is_what_lies_there(part, bytes_of(part)) ? 0 : 1;
}

/// After a copy that the probe records without being asked for more.
int copied() {
  wide().t().contiguous();
  return beyond();
}

/// The same to the view.
int beyond_destination() {
  const at::Tensor part = wide().narrow(1, 8, 8);
  std::memmove(part.data_ptr(), target, bytes_of(part));
  return 0;
}

/// Each row by itself, a dense part, a whole, and a part that begins where the
/// whole does.
int within() {
  const at::Tensor all = wide(), part = all.narrow(1, 8, 8);
  for (int64_t row = 0; row < part.size(0); ++row)
    std::memcpy(target, part[row].data_ptr(), bytes_of(part[row]));
  const at::Tensor rows = all.narrow(0, 8, 8);
  std::memcpy(target, rows.data_ptr(), bytes_of(rows));
  if (!is_what_lies_there(rows, bytes_of(rows)))
    return 1;
  std::memcpy(target, all.data_ptr(), bytes_of(all));
  const at::Tensor first = all.narrow(1, 0, 8);
  std::memcpy(target, first.data_ptr(), bytes_of(first));
  return is_what_lies_there(all, bytes_of(first)) ? 0 : 1;
}

/// Of two views that begin at one address the range is of the larger one.
int of_two() {
  const at::Tensor all = wide(), rows = all.narrow(0, 8, 8);
  const at::Tensor part = rows.narrow(1, 0, 8);
  std::memcpy(target, rows.data_ptr(), bytes_of(rows));
  return part.data_ptr() == rows.data_ptr() ? 0 : 1;
}

/// What is left of a view that is gone is memory like any other.
int gone() {
  const at::Tensor all = wide();
  const void *where = all.narrow(1, 8, 8).data_ptr();
  std::memcpy(target, where, bytes_of(all) / 4);
  return 0;
}

/// The range is of the first of nine views at one address, of which one had to
/// be forgotten; then that one is gone, and it is of none.
int forgotten() {
  const at::Tensor all = wide();
  at::Tensor rows = all.narrow(0, 8, 8);
  const std::size_t bytes = bytes_of(rows);
  std::vector<at::Tensor> parts;
  for (int i = 1; i <= 8; ++i)
    parts.push_back(all.as_strided({8, i}, {32, 1}, 256));
  for (volatile int i = 0; i < 2; i = i + 1) {
    std::memcpy(target, parts[0].data_ptr(), bytes);
    rows = at::Tensor();
  }
  return is_what_lies_there(parts[0], bytes) ? 0 : 1;
}

/// A view of axes that interleave, with 2^24 elements.
int involved() {
  const at::Tensor memory = at::arange(4096 * 5 + 8, at::kFloat);
  const at::Tensor view = memory.as_strided({4096, 4096}, {2, 3}, 8);
  const volatile std::size_t bytes = 128;
  std::memcpy(target, view.data_ptr(), bytes);
  return is_what_lies_there(view, bytes) ? 0 : 1;
}

#if __has_include(<ATen/ops/_lazy_clone.h>)
/// A clone that shares its memory until it is written to is not written to by
/// who looks at views of it.
int lazy() {
  const at::Tensor all = wide(), clone = at::_lazy_clone(all);
  const at::Tensor part = clone.narrow(1, 8, 8);
  const void *memory = part.const_data_ptr();
  const volatile std::size_t bytes = bytes_of(part);
  std::memcpy(target, memory, bytes);
  return memory == all.narrow(1, 8, 8).const_data_ptr() &&
                 part.const_data_ptr() == memory
             ? 0
             : 1;
}
#else
int lazy() { return 77; }
#endif

using Copy = void *(*)(void *, const void *, std::size_t);
using CheckedCopy = void *(*)(void *, const void *, std::size_t, std::size_t);

/// Beyond a view by each function that copies memory, once; volatile: called
/// by these names.
int functions() {
  const at::Tensor part = wide().narrow(1, 8, 8);
  const std::size_t bytes = bytes_of(part);
  const volatile Copy copies[] = {std::memcpy, std::memmove, mempcpy,
                                  __mempcpy};
  const volatile CheckedCopy checked[] = {__memcpy_chk, __memmove_chk,
                                          __mempcpy_chk};
  for (volatile int i = 0; i < 4; i = i + 1) {
    char *const end = target + (i < 2 ? 0 : bytes);
    if (copies[i](target, part.data_ptr(), bytes) != end ||
        !is_what_lies_there(part, bytes))
      return 1;
  }
  for (volatile int i = 0; i < 3; i = i + 1) {
    char *const end = target + (i < 2 ? 0 : bytes);
    if (checked[i](target, part.data_ptr(), bytes, sizeof(target)) != end ||
        !is_what_lies_there(part, bytes))
      return 2;
  }
  return 0;
}

/// A library with a CUDA run time of its own, whose cudaMemcpy() returns 8.
int two_run_times() {
  const auto call = [](const char *library) {
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    using Entry = int (*)(void *, const void *, std::size_t);
    const auto entry = loaded == nullptr
                           ? nullptr
                           : reinterpret_cast<Entry>(dlsym(loaded, "upload"));
    char from[8] = "abcdefg", to[8] = "";
    const int status = entry == nullptr ? -1 : entry(to, from, sizeof(to));
    return std::strcmp(from, to) == 0 ? status : -2;
  };
  for (int i = 0; i < 2; ++i) {
    char from[8] = "abcdefg", to[8] = "";
    if (cudaMemcpy(to, from, sizeof(to), 0) != 0)
      return 1;
    if (call(std::getenv("PROBE_UPLOADER")) != 8)
      return 2;
  }
  return 0;
}

int cuda() {
  const at::Tensor part = wide().narrow(1, 8, 8);
  if (cudaMemcpy(target, part.data_ptr(), bytes_of(part), 1) != 0 ||
      !is_what_lies_there(part, bytes_of(part)))
    return 1;
  return cudaMemcpyAsync(target, part.data_ptr(), bytes_of(part), 1, nullptr);
}

/// So many threads, so many views each of which a row is copied; every tenth
/// copies too much. Views are of one tensor if it is defined.
int in_threads(int count, int views, const at::Tensor &shared) {
  std::vector<std::thread> running;
  for (int i = 0; i < count; ++i)
    running.emplace_back([views, &shared] {
      std::vector<char> to(8192);
      const at::Tensor all = shared.defined() ? shared : wide();
      for (int k = 0; k < views; ++k) {
        const at::Tensor part = all.narrow(1, 8, 8);
        const volatile std::size_t bytes = k % 10 == 0 ? 128 : 32;
        std::memcpy(to.data(), part.data_ptr(), bytes);
        asm volatile("" : : "r"(to.data()) : "memory"); // it is read
      }
    });
  for (std::thread &thread : running)
    thread.join();
  return 0;
}

int threads() { return in_threads(8, 1000, {}); }

/// At one address.
int two_threads() { return in_threads(2, 20000, wide()); }

int forks() {
  const at::Tensor part = wide().narrow(1, 8, 8);
  const pid_t child = fork();
  std::memcpy(target, part.data_ptr(), bytes_of(part));
  if (child == 0)
    return 0;
  waitpid(child, nullptr, 0);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const std::map<std::string, int (*)()> scenarios = {
      {"beyond", beyond},
      {"destination", beyond_destination},
      {"within", within},
      {"of-two", of_two},
      {"gone", gone},
      {"cuda", cuda},
      {"threads", threads},
      {"two-threads", two_threads},
      {"fork", forks},
      {"functions", functions},
      {"two-run-times", two_run_times},
      {"forgotten", forgotten},
      {"involved", involved},
      {"lazy", lazy},
      {"copied", copied}};
  const auto found = scenarios.find(argc > 1 ? argv[1] : "");
  if (found == scenarios.end()) {
    std::fprintf(stderr, "usage: %s SCENARIO\n", argv[0]);
    return 64;
  }
  return found->second();
}
