// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Claims.h"

#include <ATen/Context.h>

#include <cstdint>

namespace claims {

namespace {

constexpr int kUses = 16;

/// A kernel of one's own that goes by the strides: sums of rows.
at::Tensor row_sums(const at::Tensor &matrix) {
  const std::int64_t rows = matrix.size(0), columns = matrix.size(1);
  const std::int64_t down = matrix.stride(0), right = matrix.stride(1);
  at::Tensor sums = at::empty({rows});
  const float *from = matrix.data_ptr<float>();
  float *to = sums.data_ptr<float>();
  for (std::int64_t row = 0; row < rows; ++row) {
    float sum = 0;
    for (std::int64_t column = 0; column < columns; ++column)
      sum += from[row * down + column * right];
    to[row] = sum;
  }
  return sums;
}

void add_matmul(std::vector<Claim> &claims) {
  const std::string name = "make operands contiguous before matmul";
  const at::Tensor a = at::rand({256, 256}), b = at::rand({256, 256});
  claims.push_back({name,
                    "`a.t()` [256, 256], used once",
                    [=] { return a.t().matmul(b); },
                    [=] { return a.t().contiguous().matmul(b); },
                    {}});
  claims.push_back({name,
                    "the same, copied once and used 16 times",
                    [=] {
                      at::Tensor sum = at::zeros({256, 256});
                      for (int i = 0; i < kUses; ++i)
                        sum.add_(a.t().matmul(b));
                      return sum;
                    },
                    [=] {
                      const at::Tensor copy = a.t().contiguous();
                      at::Tensor sum = at::zeros({256, 256});
                      for (int i = 0; i < kUses; ++i)
                        sum.add_(copy.matmul(b));
                      return sum;
                    },
                    {}});
  const at::Tensor every_other = at::rand({256, 512}).slice(1, 0, 512, 2);
  claims.push_back(
      {name,
       "every other column of [256, 512], copied once, used 16 times",
       [=] {
         at::Tensor sum = at::zeros({256, 256});
         for (int i = 0; i < kUses; ++i)
           sum.add_(every_other.matmul(b));
         return sum;
       },
       [=] {
         const at::Tensor copy = every_other.contiguous();
         at::Tensor sum = at::zeros({256, 256});
         for (int i = 0; i < kUses; ++i)
           sum.add_(copy.matmul(b));
         return sum;
       },
       {}});
}

void add_narrow(std::vector<Claim> &claims) {
  const at::Tensor x = at::rand({2048, 1024});
  claims.push_back(
      {"take the part first, then copy: `narrow` after `transpose`, before "
       "`contiguous`",
       "64 of 1024 columns of [2048, 1024]",
       [=] { return x.t().contiguous().narrow(0, 0, 64).clone(); },
       [=] { return x.t().narrow(0, 0, 64).contiguous(); },
       {}});
}

void add_pinned(std::vector<Claim> &claims) {
  const std::string name = "copies to the GPU are faster from pinned memory";
  if (!at::hasCUDA()) {
    claims.push_back({name, "64 MiB", {}, {}, "no CUDA device here"});
    return;
  }
  const at::Tensor pageable = at::rand({16, 1024, 1024});
  const at::Tensor pinned = pageable.pin_memory();
  // The number read back waits for the copy.
  const auto send = [](const at::Tensor &from) {
    return from.to(at::kCUDA, /*non_blocking=*/true).flatten()[7].cpu();
  };
  claims.push_back({name,
                    "64 MiB",
                    [=] { return send(pageable); },
                    [=] { return send(pinned); },
                    {},
                    /*on_device=*/true});
}

void add_channels_last(std::vector<Claim> &claims) {
  const std::string name = "convolutions are faster channels-last (NHWC)";
  const at::Tensor image = at::rand({8, 64, 56, 56});
  const at::Tensor weight = at::rand({64, 64, 3, 3}) / 100;
  const auto last = at::MemoryFormat::ChannelsLast;
  const at::Tensor image_last = image.contiguous(last);
  const at::Tensor weight_last = weight.contiguous(last);
  const auto conv = [](const at::Tensor &x, const at::Tensor &w) {
    return at::conv2d(x, w, {}, 1, 1);
  };
  claims.push_back({name,
                    "conv2d 3x3 of [8, 64, 56, 56], both given so",
                    [=] { return conv(image, weight); },
                    [=] { return conv(image_last, weight_last); },
                    {}});
  claims.push_back({name,
                    "the same, converted to it and back in each call",
                    [=] { return conv(image, weight); },
                    [=] {
                      return conv(image.contiguous(last),
                                  weight.contiguous(last))
                          .contiguous();
                    },
                    {}});
}

void add_sum(std::vector<Claim> &claims) {
  const std::string name = "sums of contiguous tensors are faster";
  const at::Tensor x = at::rand({1024, 1024});
  const at::Tensor same = x.t().contiguous().t();
  claims.push_back({name,
                    "all of [1024, 1024]; the strided one transposed",
                    [=] { return same.sum(); },
                    [=] { return x.sum(); },
                    {}});
  const at::Tensor spread = at::empty({1024, 8 * 1024});
  const at::Tensor strided = spread.slice(1, 0, 8 * 1024, 8);
  strided.copy_(x);
  claims.push_back({name,
                    "all of [1024, 1024]; the strided one every eighth element",
                    [=] { return strided.sum(); },
                    [=] { return x.sum(); },
                    {}});
}

void add_kernels(std::vector<Claim> &claims) {
  const std::string name =
      "a kernel that goes by the strides beats a copy and a kernel";
  const at::Tensor x = at::rand({2048, 2048});
  claims.push_back({name,
                    "libtorch's own `x.t().add(1)` of [2048, 2048]",
                    [=] { return x.t().contiguous().add(1); },
                    [=] { return x.t().add(1); },
                    {}});
  claims.push_back({name,
                    "a plain loop that sums the rows of `x.t()`, [2048, 2048]",
                    [=] { return row_sums(x.t().contiguous()); },
                    [=] { return row_sums(x.t()); },
                    {}});
}

void add_clone(std::vector<Claim> &claims) {
  const std::string name = "`clone()` is faster than `empty_like` and `copy_`";
  for (const std::int64_t size : {16, 1024}) {
    const at::Tensor x = at::rand({size, size});
    const std::string shape =
        "[" + std::to_string(size) + ", " + std::to_string(size) + "]";
    const auto by_hand = [](const at::Tensor &from) {
      return at::empty_like(from).copy_(from);
    };
    claims.push_back({name,
                      shape + ", contiguous",
                      [=] { return by_hand(x); },
                      [=] { return x.clone(); },
                      {}});
  }
}

} // namespace

std::vector<Claim> all_claims() {
  std::vector<Claim> claims;
  add_matmul(claims);
  add_narrow(claims);
  add_pinned(claims);
  add_channels_last(claims);
  add_sum(claims);
  add_kernels(claims);
  add_clone(claims);
  return claims;
}

} // namespace claims
