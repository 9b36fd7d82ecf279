// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops over modules: what a layer's forward() copies of an argument that is
// the same for all layers. With a real libtorch, whose holders and lists of
// modules no mock has.

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t c)
      : q(register_module("q", torch::nn::Linear(c, c))) {}
  torch::Tensor forward(const torch::Tensor &x, const torch::Tensor &mask) {
    auto wide = mask.to(torch::kDouble);
    // CHECK: torch-layers.cpp:[[@LINE-1]]:22: warning: to converts or moves 'mask' (mask.numel() elements), which does not change in the loop, in every iteration
    // CHECK: torch-layers.cpp:{{[0-9]+}}:5: note: the loop is here
    auto turned = mask.transpose(0, 1).contiguous();
    // CHECK: torch-layers.cpp:[[@LINE-1]]:40: warning: contiguous copies 'mask.transpose(0, 1)', which does not change in the loop, in every iteration
    return q->forward(x).mul(wide).add(turned);
  }
  torch::nn::Linear q;
};
TORCH_MODULE(Block);

// Silent: each layer changes what it keeps, or is another function.
struct CountingImpl : torch::nn::Module {
  torch::Tensor forward(const torch::Tensor &x, const torch::Tensor &mask) {
    seen = mask;
    return x.add(seen.transpose(0, 1).contiguous());
  }
  torch::Tensor seen;
};
TORCH_MODULE(Counting);
struct AnyBlock : torch::nn::Module {
  virtual torch::Tensor forward(const torch::Tensor &x, const torch::Tensor &m) {
    return x.add(m.to(torch::kDouble));
  }
};

struct ModelImpl : torch::nn::Module {
  torch::Tensor listed(torch::Tensor x, torch::Tensor mask) {
    for (const auto &layer : *layers)
      x = layer->as<Block>()->forward(x, mask);
    return x;
  }
  torch::Tensor held(torch::Tensor x, torch::Tensor table) {
    for (auto &block : blocks)
      x = block->forward(x, table.to(torch::kDouble));
      // CHECK: torch-layers.cpp:[[@LINE-1]]:35: warning: to converts or moves 'table'
    return x;
  }
  torch::Tensor counted(torch::Tensor x, torch::Tensor mask) {
    for (auto &layer : countings)
      x = layer->forward(x, mask);
    return x;
  }
  torch::Tensor any(torch::Tensor x, torch::Tensor mask) {
    for (auto &layer : others)
      x = layer->forward(x, mask);
    return x;
  }
  torch::Tensor renewed(torch::Tensor x, torch::Tensor mask) {
    for (auto &layer : countings)
      mask = layer->forward(x, mask).to(torch::kDouble);
    return mask;
  }
  torch::nn::ModuleList layers;
  std::vector<Block> blocks;
  std::vector<Counting> countings;
  std::vector<std::shared_ptr<AnyBlock>> others;
};
