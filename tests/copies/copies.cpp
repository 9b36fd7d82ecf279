// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What checks say of copies, beside what libtorch does. A line that copies or
// is found has a mark: how often it copies in this run, and what finds it.
//   COPIES 8 copy-in-loop
//   COPIES 8 copy-in-loop hidden-copy
//   COPIES 1              a silent twin
//   COPIES 0 NAME         not to be copied, and found
#include <ATen/ATen.h>

#include <algorithm>
#include <iostream>
#include <vector>

#define NOINLINE __attribute__((noinline))

// copy-in-loop: four iterations.
NOINLINE static at::Tensor again(at::Tensor y, const at::Tensor &w, int n) {
  for (int i = 0; i < n; ++i) {
    auto t = w.transpose(0, 1).contiguous(); // COPIES 4 copy-in-loop
    y = y.matmul(t);
  }
  return y;
}
NOINLINE static at::Tensor before(at::Tensor y, const at::Tensor &w, int n) {
  auto t = w.transpose(0, 1).contiguous(); // COPIES 1
  for (int i = 0; i < n; ++i)
    y = y.matmul(t);
  return y;
}
NOINLINE static at::Tensor cloned(at::Tensor y, const at::Tensor &w, int n) {
  while (n-- > 0) {
    auto c = w.clone(); // COPIES 4 copy-in-loop
    y = y + c;
  }
  return y;
}
NOINLINE static at::Tensor own(at::Tensor y, const at::Tensor &w, int n) {
  while (n-- > 0) {
    auto c = w.clone(); // COPIES 4
    c.add_(w);
    y = y + c;
  }
  return y;
}
NOINLINE static at::Tensor converted(const std::vector<at::Tensor> &xs,
                                     const at::Tensor &w) {
  at::Tensor y = at::zeros({4, 4}, at::kDouble);
  for (const at::Tensor &x : xs) {
    auto d = w.to(at::kDouble); // COPIES 4 copy-in-loop
    auto e = x.to(at::kDouble); // COPIES 4
    y = y + d + e;
  }
  return y;
}
NOINLINE static at::Tensor reshaped(at::Tensor y, const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  for (int i = 0; i < 4; ++i) {
    auto r = t.reshape({-1}); // COPIES 4 copy-in-loop hidden-copy
    y = y + r;
  }
  auto r = t.reshape({-1}); // COPIES 1 hidden-copy
  return y + r;
}
NOINLINE static at::Tensor viewed(at::Tensor y, const at::Tensor &x) {
  auto t = x.contiguous();
  for (int i = 0; i < 4; ++i) {
    auto r = t.reshape({-1});
    y = y + r;
  }
  return y;
}
NOINLINE static at::Tensor each(std::vector<at::Tensor> &xs,
                                const at::Tensor &w) {
  at::Tensor y = at::zeros({4, 4});
  std::for_each(xs.begin(), xs.end(), [&](const at::Tensor &x) {
    auto t = w.transpose(0, 1).contiguous(); // COPIES 4 copy-in-loop
    y = y + x.matmul(t);
  });
  return y;
}

NOINLINE static at::Tensor filtered(const std::vector<at::Tensor> &images,
                                    const at::Tensor &w) {
  at::Tensor y = at::zeros({1, 2, 6, 6});
  for (const at::Tensor &image : images) {
    auto last = image.contiguous(at::MemoryFormat::ChannelsLast); // COPIES 4
    y = at::conv2d(last, w); // COPIES 4 hidden-copy
  }
  return y;
}
NOINLINE static at::Tensor prepared(const std::vector<at::Tensor> &images,
                                    const at::Tensor &w) {
  at::Tensor y = at::zeros({1, 2, 6, 6});
  auto weight = w.contiguous(at::MemoryFormat::ChannelsLast); // COPIES 1
  for (const at::Tensor &image : images) {
    auto last = image.contiguous(at::MemoryFormat::ChannelsLast); // COPIES 4
    y = at::conv2d(last, weight);
  }
  return y;
}

// copy-in-loop: forward() is called four times.
struct Transposing {
  at::Tensor weight;
  NOINLINE at::Tensor forward(const at::Tensor &x) const {
    auto t = weight.transpose(0, 1).contiguous(); // COPIES 4 copy-in-loop
    return x.matmul(t);
  }
};
struct Transposed {
  at::Tensor weight;
  NOINLINE at::Tensor forward(const at::Tensor &x) const {
    auto t = weight.contiguous();
    return x.matmul(t);
  }
};
template <typename Layer>
static at::Tensor called(const at::Tensor &weight, at::Tensor y) {
  const Layer layer{weight};
  for (int i = 0; i < 4; ++i)
    y = layer.forward(y);
  return y;
}

// redundant-copy
NOINLINE static at::Tensor twice(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto c = t.clone();      // COPIES 1
  auto d = c.contiguous(); // COPIES 1 redundant-copy
  return d;
}
NOINLINE static at::Tensor once(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto c = t.clone(at::MemoryFormat::Contiguous); // COPIES 1
  auto d = c.contiguous();
  return d;
}
NOINLINE static at::Tensor typed(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto c = t.to(at::kDouble); // COPIES 1
  auto d = c.contiguous();    // COPIES 1 redundant-copy
  return d;
}
NOINLINE static at::Tensor typedOnce(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto c = t.to(at::kDouble, false, true, // COPIES 1
                at::MemoryFormat::Contiguous);
  auto d = c.contiguous();
  return d;
}
NOINLINE static at::Tensor fresh(const at::Tensor &x) {
  auto s = x.add(x);
  auto c = s.clone(); // COPIES 1 redundant-copy
  return c;
}
NOINLINE static at::Tensor part(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto c = t.contiguous();    // COPIES 1
  auto p = c.narrow(0, 0, 1); // COPIES 0 redundant-copy
  return p + p;
}
NOINLINE static at::Tensor both(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto a = t.contiguous();  // COPIES 1
  auto b = t.reshape({-1}); // COPIES 1 redundant-copy hidden-copy
  return a.view({-1}) + b;
}
NOINLINE static at::Tensor shared(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto a = t.contiguous(); // COPIES 1
  auto b = a.reshape({-1});
  return a.view({-1}) + b;
}

// What runs once, below main(), would be possible only.
NOINLINE double run() {
  const at::Tensor x = at::rand({4, 4}), y = at::rand({4, 4});
  std::vector<at::Tensor> xs = {x, x, x, x};
  const at::Tensor image = at::rand({1, 3, 8, 8}), w = at::rand({2, 3, 3, 3});
  std::vector<at::Tensor> images = {image, image, image, image};
  double sum = 0;
  for (const at::Tensor &result : {again(y, x, 4),
                                   before(y, x, 4),
                                   cloned(y, x, 4),
                                   own(y, x, 4),
                                   converted(xs, x),
                                   reshaped(y.flatten(), x),
                                   viewed(y.flatten(), x),
                                   each(xs, x),
                                   twice(x),
                                   once(x),
                                   typed(x),
                                   typedOnce(x),
                                   fresh(x),
                                   part(x),
                                   both(x),
                                   shared(x),
                                   called<Transposing>(x, y),
                                   called<Transposed>(x.contiguous(), y),
                                   filtered(images, w),
                                   prepared(images, w)})
    sum += result.sum().item<double>();
  return sum;
}

int main() { std::cout << "sum " << run() << "\n"; }
