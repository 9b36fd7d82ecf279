// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs generated programs and writes what libtorch did, one line an operator:
//
//   program run helper-call call threw copied operands results message
//
// with tabs between them; threw is 1 for its operands' layout, 2 for another
// reason; copied is a bit per operand, a tensor
// sizes/strides/storage/contiguous.

#ifndef TENSOR_ORACLE_RECORDER_H
#define TENSOR_ORACLE_RECORDER_H

#include "program.h"

#include <string>

namespace oracle {

using Operands = std::vector<at::Tensor>;

/// The tensors that a call returned.
struct Results {
  std::vector<at::Tensor> All;

  Results() = default;
  Results(at::Tensor T) : All{std::move(T)} {}
  Results(std::vector<at::Tensor> L) : All(std::move(L)) {}
  template <typename... T> Results(const std::tuple<T...> &Several) {
    std::apply([&](const auto &...Each) { (add(Each), ...); }, Several);
  }
  at::Tensor one() const { return All.at(0); }
  std::vector<at::Tensor> list() const { return All; }

private:
  void add(const at::Tensor &T) { All.push_back(T); }
  template <typename T> void add(const T &) {}
};

/// A lambda, as a pointer to it and to a function that calls it.
struct Body {
  void *Object;
  Results (*Run)(void *, Operands &);
};

Results recorded(unsigned Call, Operands Given, Body Of);

template <typename F> Results call(unsigned Call, Operands Given, F Of) {
  return recorded(Call, std::move(Given),
                  {&Of, [](void *Object, Operands &O) {
                     return (*static_cast<F *>(Object))(O);
                   }});
}

/// While it lives, calls are recorded as those of this call of a helper.
struct InHelper {
  explicit InHelper(unsigned Call);
  ~InHelper();
  const unsigned Outer;
};

/// How a parameter is laid out.
enum class Given { Any, Contiguous, NotExpanded, Dense };

/// The arguments of one run.
class Inputs {
public:
  Inputs(unsigned Seed, unsigned Run);
  at::Tensor tensor(std::vector<int64_t> Sizes, Given How);
  bool flag();

private:
  unsigned draw(unsigned Below);
  const unsigned Run;
  unsigned Count = 0, Flags = 0;
  uint64_t State;
};

struct Entry {
  unsigned Program, Seed;
  void (*Run)(Inputs &);
};

int runAll(const Entry *First, const Entry *Last, unsigned Runs);

} // namespace oracle

#endif
