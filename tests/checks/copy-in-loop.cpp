// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-copy-in-loop' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp
// RUN: %clang_tidy -checks='-*,tensor-copy-in-loop' -fix %t.cpp -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.cpp

#include <ATen/ATen.h>
#include <algorithm>
#include <vector>

at::Tensor layoutCopy(at::Tensor y, const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y = y.matmul(w.transpose(0, 1).contiguous());
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:36: warning: contiguous copies 'w.transpose(0, 1)', which does not change in the loop, in every iteration if what it views is row-major, as tensors are by default [tensor-copy-in-loop]
  // CHECK: copy-in-loop.cpp:[[@LINE-2]]:20: note: {{.*}} here, by transpose(0, 1)
  // CHECK: copy-in-loop.cpp:[[@LINE-4]]:3: note: the loop is here
  // CHECK: copy-in-loop.cpp:[[@LINE-4]]:36: note: do it once, before the loop
  return y;
}

at::Tensor declared(at::Tensor y, const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    auto wt = w.transpose(0, 1).contiguous();
    auto wd = w.to(at::kDouble).mul(i);
    y = y.matmul(wt).matmul(wd);
  }
  return y;
}
// CHECK: copy-in-loop.cpp:[[@LINE-6]]:33: warning: contiguous copies 'w.transpose(0, 1)'
// CHECK: copy-in-loop.cpp:[[@LINE-6]]:17: warning: to converts or moves 'w'
// FIXED: at::Tensor declared(
// FIXED-NEXT: {{^}}  auto wt = w.transpose(0, 1).contiguous();
// FIXED-NEXT: {{^}}  for (int64_t i = 0; i < n; ++i) {
// FIXED-NEXT: auto wd = w.to(at::kDouble).mul(i);

// The name is taken, or what is declared depends on the loop.
at::Tensor notMoved(at::Tensor y, const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t k = 2;
    auto a = w.narrow(0, 1, k).clone();
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:32: warning: clone copies
    auto twice = w.clone();
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:20: warning: clone copies
    y = y.matmul(a).matmul(twice);
  }
  auto twice = y.add(y);
  return twice;
}
// FIXED: at::Tensor notMoved(
// FIXED-NEXT: for (int64_t i = 0; i < n; ++i) {
// FIXED-NEXT: const int64_t k = 2;
// FIXED-NEXT: auto a = w.narrow(0, 1, k).clone();

at::Tensor reshaped(at::Tensor y, at::Tensor a) {
  const int64_t B = a.size(0), N = a.size(1), C = a.size(2);
  auto t = a.contiguous().transpose(0, 1);
  while (y.dim() < 4)
    y = y.add(t.reshape({N, B * C}));
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:17: warning: reshape copies 't', which does not change in the loop, in every iteration [tensor-copy-in-loop]
  return y;
}

// Each call of forward() is one of many, and copies what its object has.
struct Projection {
  at::Tensor weight;
  at::Tensor forward(const at::Tensor &x) {
    auto w = weight.transpose(0, 1).contiguous();
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:37: warning: contiguous copies 'weight.transpose(0, 1)'{{.*}}, of a member that forward() does not change, in every call if what it views is row-major, as tensors are by default
    // CHECK: copy-in-loop.cpp:[[@LINE-2]]:37: note: keep the member in the layout that is read, from where it is set
    return x.t().contiguous().matmul(w); // silent: it is another one each time
  }
  // Silent: not called for each batch.
  at::Tensor prepared() { return weight.transpose(0, 1).contiguous(); }
};
struct Adapting {
  at::Tensor table;
  at::Tensor forward(const at::Tensor &x) {
    table.add_(x);
    return table.transpose(0, 1).contiguous(); // silent: it changes
  }
};

// Silent: what an operator copies to compute something is tensor-hidden-copy's.
at::Tensor weight(const std::vector<at::Tensor> &xs, const at::Tensor &w,
                  const std::vector<at::Tensor> &ws) {
  at::Tensor y = at::zeros({4});
  for (const at::Tensor &x : xs)
    y = at::conv2d(x.contiguous(at::MemoryFormat::ChannelsLast), w);
  for (const at::Tensor &each : ws) // it is another weight
    y = at::conv2d(y.contiguous(at::MemoryFormat::ChannelsLast), each);
  return y;
}

at::Tensor cloned(at::Tensor y, const at::Tensor &w, int64_t n) {
  do {
    y = y.add(w.clone());
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:17: warning: clone copies 'w'
  } while (--n > 0);
  return y;
}

at::Tensor converted(const std::vector<at::Tensor> &xs, const at::Tensor &w) {
  at::Tensor y = at::zeros({4});
  for (const auto &x : xs) {
    y = y.add(x.matmul(w.to(at::kDouble)));
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:26: warning: to converts or moves 'w' (w.numel() elements), which does not change in the loop, in every iteration
  }
  return y;
}

at::Tensor moved(at::Tensor y, const at::Tensor &w, at::Device device,
                 int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    y = y.add(w.to(at::kCUDA));
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:17: warning: to converts or moves 'w'
    y = y.add(w.to(at::TensorOptions().device(device)));
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:17: warning: to converts or moves 'w'
    y = y.add(w.cpu());
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:17: warning: cpu converts or moves 'w'
  }
  return y;
}

double number(const at::Tensor &x, int64_t n) {
  double s = 0;
  for (int64_t i = 0; i < n; ++i)
    s += x.item<double>();
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:12: warning: item reads 'x', which does not change in the loop, in every iteration
  return s;
}

at::Tensor made(at::Tensor y, int64_t n, int64_t k) {
  for (int64_t i = 0; i < n; ++i)
    y = y.matmul(at::ones({k, k}, at::TensorOptions().dtype(at::kFloat)));
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:18: warning: ones makes the same tensor (4*k*k bytes) in every iteration
  return y;
}

// Said once of what is made and converted.
at::Tensor madeAndConverted(at::Tensor y, int64_t n, int64_t k) {
  for (int64_t i = 0; i < n; ++i)
    y = y.matmul(at::ones({k, k}).to(at::kDouble));
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:18: warning: ones makes the same tensor (k*k elements) in every iteration
  return y;
}

at::Tensor grows(const at::Tensor &x, int64_t n) {
  at::Tensor all = at::zeros({0, 4});
  for (int64_t i = 0; i < n; ++i)
    all = at::cat({all, x[i]});
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:11: warning: cat copies all of 'all' in every iteration to make it longer: the time grows with the square of the iterations
  // CHECK: copy-in-loop.cpp:[[@LINE-3]]:3: note: the loop is here
  // CHECK: copy-in-loop.cpp:[[@LINE-3]]:11: note: collect the parts in a std::vector and join them once, after the loop
  return all;
}

at::Tensor growsFromTheFirst(const at::Tensor &x, int64_t n) {
  at::Tensor all;
  for (int64_t i = 0; i < n; ++i) {
    if (!all.defined())
      all = x[i];
    else
      all = at::cat({all, x[i]});
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:13: warning: cat copies all of 'all'
  }
  return all;
}

at::Tensor growsByAChoice(const std::vector<at::Tensor> &parts) {
  at::Tensor all;
  for (const at::Tensor &part : parts)
    all = all.defined() ? at::cat({all, part}) : part;
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:27: warning: cat copies all of 'all'
  return all;
}

at::Tensor growsThroughAList(const std::vector<at::Tensor> &parts) {
  at::Tensor all = at::zeros({1, 4});
  for (const at::Tensor &part : parts) {
    std::vector<at::Tensor> both = {all, part};
    all = at::cat(both);
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:11: warning: cat copies all of 'all'
  }
  return all;
}

// Silent: of two that do not grow.
at::Tensor joins(const std::vector<at::Tensor> &parts, const at::Tensor &x) {
  at::Tensor both;
  for (const at::Tensor &part : parts)
    both = both.defined() ? at::cat({x, part}) : part;
  return both;
}

at::Tensor transposedWeight(at::Tensor y, const at::Tensor &w) {
  for (int i = 0; i < 8; ++i)
    y = y.matmul(w.t().contiguous());
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:24: warning: contiguous copies 'w.t()' (w.size(0)*w.size(1) elements), which does not change in the loop, in every iteration if what it views is row-major
  return y;
}

at::Tensor algorithm(std::vector<at::Tensor> &xs, const at::Tensor &w) {
  at::Tensor y = at::zeros({4});
  std::for_each(xs.begin(), xs.end(), [&](const at::Tensor &x) {
    y = y.add(x.add(w.transpose(0, 1).contiguous()));
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:39: warning: contiguous copies 'w.transpose(0, 1)'
    // CHECK: copy-in-loop.cpp:[[@LINE-3]]:3: note: the loop is here
  });
  return y;
}

at::Tensor lambda(at::Tensor y, const at::Tensor &w, int64_t n) {
  auto step = [&](const at::Tensor &x) {
    return x.add(w.transpose(0, 1).contiguous());
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:36: warning: contiguous copies 'w.transpose(0, 1)'
  };
  for (int64_t i = 0; i < n; ++i)
    y = step(y);
  return y;
}

static at::Tensor helper(const at::Tensor &x, const at::Tensor &w) {
  return x.add(w.clone());
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:18: warning: clone copies 'w'
  // CHECK: copy-in-loop.cpp:[[@LINE+5]]:3: note: the loop is here
  // CHECK: copy-in-loop.cpp:[[@LINE+5]]:9: note: in the call of 'helper' from 'callsHelper' here
}
at::Tensor callsHelper(at::Tensor y, const at::Tensor &w, int64_t n) {
  const int64_t twice = 2 * n;
  for (int64_t i = 0; i < twice; ++i)
    y = helper(y, w);
  return y;
}

struct Layer {
  at::Tensor weight;
  Layer *next;
  at::Tensor forward(const at::Tensor &x);
};
struct Net {
  std::vector<Layer> layers;
  at::Tensor bias;
  at::Tensor forward(at::Tensor x) {
    for (auto &layer : layers)
      x = layer.forward(x.add(bias.to(at::kDouble)));
    // CHECK: copy-in-loop.cpp:[[@LINE-1]]:36: warning: to converts or moves 'bias'
    return x;
  }
};

at::Tensor nested(at::Tensor y, const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      y = y.add(w.clone());
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:19: warning: clone copies 'w'
  // CHECK: copy-in-loop.cpp:[[@LINE-4]]:3: note: the loop is here
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      y = y.add(w[i].clone());
  // CHECK: copy-in-loop.cpp:[[@LINE-1]]:22: warning: clone copies 'w[i]'
  // CHECK: copy-in-loop.cpp:[[@LINE-3]]:5: note: the loop is here
  return y;
}

// Silent: it is something else in each iteration.
at::Tensor changes(at::Tensor y, at::Tensor w, const at::Tensor &x,
                   std::vector<at::Tensor> &xs,
                   const std::vector<at::Device> &devices, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    y = y.add(w[i].transpose(0, 1).contiguous());
    y = y.add(w.narrow(0, i, 2).clone());
    y = y.add(xs[i].clone());
    y = y.add(x.to(devices[i]));
    y = y.add(at::rand({4, 4}));
    y = y.add(at::zeros({i}));
    auto s = y.item<double>();
    (void)s;
  }
  for (auto &each : xs)
    y = y.add(each.clone());
  for (int64_t i = 0; i < n; ++i) {
    y = y.add(w.clone());
    w = y;
  }
  for (int64_t i = 0; i < n; ++i) {
    y = y.add(w.transpose(0, 1).contiguous());
    w.add_(y);
  }
  for (at::Tensor z = w; n > 0; z = y, --n)
    y = y.add(z.clone());
  return y;
}

// Silent: a member of another object in each iteration.
at::Tensor members(std::vector<Layer> &layers, Layer *first, at::Tensor y) {
  for (auto &layer : layers)
    y = y.add(layer.weight.clone());
  for (const Layer &layer : layers)
    y = y.add(layer.weight.clone());
  for (Layer layer : layers)
    y = y.add(layer.weight.clone());
  for (auto it = layers.begin(); it != layers.end(); ++it)
    y = y.add(it->weight.clone());
  for (size_t i = 0; i < layers.size(); ++i)
    y = y.add(layers[i].weight.clone());
  for (Layer *layer = first; layer; layer = layer->next)
    y = y.add(layer->weight.clone());
  return y;
}

// Silent: a function may change it, through a pointer that it has.
void step(int *);
void step(const at::Tensor &);
int polled(const at::Tensor &flag, const at::Tensor &x, int64_t n) {
  int rounds = 0;
  int *p = flag.data_ptr<int>();
  for (int64_t i = 0; i < n; ++i) {
    step(p);
    if (flag.item<int>() == 0)
      break;
    ++rounds;
  }
  for (int64_t i = 0; i < n; ++i) {
    step(x);
    rounds += x.sum(0).item<int>();
  }
  return rounds;
}

// Silent: what an accessor writes.
int written(const at::Tensor &x, at::Tensor w, int64_t n) {
  auto a = w.accessor<int, 1>();
  int sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    auto marks = at::zeros({4});
    auto m = marks.accessor<float, 1>();
    m[0] = 1;
    a[i] = static_cast<int>(m[1]);
    sum += w.sum(0).item<int>();
  }
  return sum;
}

// Silent: each iteration needs its own.
void fill(at::Tensor &);
std::vector<at::Tensor> own(const at::Tensor &w, const at::Tensor &y,
                            int64_t n) {
  std::vector<at::Tensor> all;
  at::Tensor kept;
  for (int64_t i = 0; i < n; ++i) {
    auto a = w.clone();
    a.add_(y);
    auto b = w.clone();
    fill(b);
    all.push_back(w.clone());
    auto c = at::zeros({4});
    c[0] = 1.0;
    auto d = w.transpose(0, 1).contiguous();
    d.zero_();
    if (!kept.defined())
      kept = w.clone();
  }
  all.push_back(kept);
  return all;
}

// Silent: it is done once.
at::Tensor once(const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (i == 7)
      return w.clone();
  auto wt = w.transpose(0, 1).contiguous();
  return wt;
}

// Silent: what is joined does not grow.
at::Tensor joins(at::Tensor h, const at::Tensor &x, const at::Tensor &w,
                 int64_t n) {
  at::Tensor both;
  for (int64_t i = 0; i < n; ++i) {
    h = at::cat({h, x[i]});
    h = h.matmul(w);
    both = at::cat({x[i], x[i]});
  }
  return h.add(both);
}

// Only possible: it may be free, or a scratch buffer.
void possible(at::Tensor y, const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    y.add_(w.contiguous());
    auto scratch = at::empty({4, 4});
    scratch.copy_(w);
    y.add_(scratch);
  }
}
