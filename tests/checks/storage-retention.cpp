// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-storage-retention' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-storage-retention' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <ATen/ATen.h>
#include <functional>
#include <vector>

void use(const at::Tensor &);

struct Cache {
  at::Tensor last;
  std::vector<at::Tensor> all;
  void select(int64_t T, int64_t C) {
    auto z = at::ones({T, C});
    last = z[0];
    // CHECK: storage-retention.cpp:[[@LINE-1]]:12: warning: 'z[0]' keeps all that ones made alive: T*C elements, of which it shows C [tensor-storage-retention]
    // CHECK: storage-retention.cpp:[[@LINE-3]]:14: note: it is made here
    // CHECK: storage-retention.cpp:[[@LINE-3]]:{{[0-9]+}}: note: clone() of the part lets the rest be freed
  }
  void append(int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      auto h = at::zeros({n, 8});
      all.push_back(h[0]);
      // CHECK: storage-retention.cpp:[[@LINE-1]]:7: warning: 'h[0]' keeps all that zeros made alive: 8*n elements, of which it shows 8
    }
  }
};

at::Tensor numbers() {
  auto h = at::zeros({512, 64});
  return h.narrow(0, 0, 1);
  // CHECK: storage-retention.cpp:[[@LINE-1]]:3: warning: '{{.*}}' keeps all that zeros made alive: 32768 elements, of which it shows 64
}

void out(at::Tensor &result) {
  auto h = at::zeros({512, 64});
  result = h[3];
  // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: '{{.*}}' keeps all that zeros made alive: 32768 elements, of which it shows 64
}

// The part takes the place of the whole.
struct Replaced {
  at::Tensor m;
  void set(int64_t n) {
    m = at::zeros({n, 4096});
    m = m.narrow(0, 0, 1);
    // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: '{{.*}}' keeps all that zeros made alive: 4096*n elements, of which it shows 4096
  }
  // Silent: something else takes its place.
  void pass(int64_t n) {
    auto h = at::zeros({n, 4096});
    m = h[0];
    use(m);
    m = h;
  }
};

void remember() {
  static at::Tensor cache;
  auto h = at::zeros({512, 64});
  cache = h[0];
  // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: '{{.*}}' keeps all that zeros made alive: 32768 elements, of which it shows 64
}

struct Result {
  at::Tensor t;
  int64_t n = 0;
};
Result inRecord() {
  auto h = at::zeros({512, 64});
  Result r;
  r.t = h[0];
  // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: '{{.*}}' keeps all that zeros made alive: 32768 elements, of which it shows 64
  return r;
}

// A lambda that is stored or returned has the view.
struct Hooks {
  std::function<void()> done;
  std::vector<std::function<void()>> all;
  void set() {
    auto h = at::zeros({512, 64});
    auto first = h[0];
    done = [first] { use(first); };
    // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'first' keeps all that zeros made alive: 32768 elements, of which it shows 64
  }
  void add() {
    auto h = at::zeros({512, 64});
    all.push_back([last = h[511]] { last.numel(); });
    // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: '{{.*}}' keeps all that zeros made alive: 32768 elements, of which it shows 64
  }
};
std::function<int64_t()> later() {
  auto h = at::zeros({512, 64});
  auto first = h[0];
  return [first] { return first.numel(); };
  // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'first' keeps all that zeros made alive: 32768 elements, of which it shows 64
}
// contiguous() of what is contiguous copies nothing.
struct Row {
  at::Tensor row;
  void set() {
    auto h = at::zeros({512, 64});
    auto part = h[0];
    part = part.contiguous();
    row = part;
    // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'part' keeps all that zeros made alive: 32768 elements, of which it shows 64
  }
};
// A copy under the old name does not free what another view keeps.
struct Renewed {
  at::Tensor all, first;
  void set() {
    auto h = at::zeros({512, 64});
    first = h.select(1, 0);
    // CHECK: storage-retention.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: '{{.*}}' keeps all that zeros made alive: 32768 elements, of which it shows 512
    h = h.t().contiguous();
    all = h;
  }
};
// Silent: the lambda is gone with the function, or has all or a copy.
int64_t now(Hooks &hooks) {
  auto h = at::zeros({512, 64});
  auto first = h[0];
  auto f = [first] { return first.numel(); };
  auto copied = first.clone();
  hooks.done = [copied] { use(copied); };
  auto g = at::zeros({512, 64});
  hooks.all.push_back([g] { use(g); });
  return f();
}
struct Column {
  at::Tensor column;
  void set() {
    auto h = at::zeros({512, 64});
    auto part = h.select(1, 0);
    part = part.contiguous();
    column = part;
  }
};

// Silent: the memory is used, or lives anyway.
at::Tensor fine(const at::Tensor &x, int64_t which) {
  auto h = at::zeros({512, 64});
  if (which == 0)
    return h.narrow(0, 0, 1).clone();
  if (which == 1)
    return h.transpose(0, 1);
  if (which == 2)
    return x[0];
  auto pair = at::zeros({2, 64});
  return pair[0];
}
std::vector<at::Tensor> parts(int64_t n) {
  std::vector<at::Tensor> all;
  auto h = at::zeros({512, 64});
  for (int64_t i = 0; i < n; ++i)
    all.push_back(h[i]);
  return all;
}
at::Tensor counted(int64_t most, int64_t count) {
  auto keep = at::zeros({most});
  return keep.narrow(0, 0, count);
}
struct Both {
  at::Tensor whole, part;
  void set(int64_t n) {
    whole = at::zeros({n, 64});
    part = whole[0];
  }
};

// Only possible: it is little; the old memory stays beside its copy.
at::Tensor little() {
  return at::zeros({4, 2})[0];
  // POSSIBLE: :[[@LINE-1]]:3: warning: '{{.*}}' keeps all that zeros made alive: 8 elements, of which it shows 2
}
struct Twice {
  at::Tensor old, now;
  void set(int64_t n) {
    auto x = at::zeros({n, 64}).t();
    old = x;
    // POSSIBLE: :[[@LINE-1]]:{{[0-9]+}}: warning: 'x' keeps the memory alive that contiguous copies
    x = x.contiguous();
    now = x;
  }
};

// Only possible: how much more it is is not known, and the caller decides how
// long.
at::Tensor possible(int64_t n) {
  auto h = at::zeros({n, 64});
  return h[0];
  // POSSIBLE: :[[@LINE-1]]:3: warning: '{{.*}}' keeps all that zeros made alive: 64*n elements, of which it shows 64
}
