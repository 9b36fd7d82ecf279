// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Subscripts, operators, functions and modules of torch::nn, with the headers
// of a real libtorch: one that is followed, and beside it a twin.

#include <torch/torch.h>

namespace F = torch::nn::functional;
namespace nn = torch::nn;
using namespace torch::indexing;
using torch::Tensor;

#define DENSE(x) TORCH_CHECK((x).dim() == 4 && (x).is_contiguous())

//===- Subscripts --------------------------------------------------------===//

Tensor stepped(Tensor x) {
  DENSE(x);
  return x.index({Slice(), Slice(None, None, 2)}).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:51: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor leading(Tensor x) {
  DENSE(x);
  return x.index({0, None, Ellipsis}).view({-1});
}
// Likely only: one column may be left.
Tensor trailing(Tensor x) {
  DENSE(x);
  return x.index({"...", Slice(1, None)}).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:43: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor gathered(Tensor x, Tensor rows) {
  DENSE(x);
  return x.index({rows}).view({-1});
}
// What is written stays the tensor it was.
Tensor written(Tensor x, Tensor y) {
  DENSE(x);
  x.index_put_({Slice(), 1}, y);
  x.index_put_({y}, 0.5);
  x[0] = y;
  return x.view({-1});
}
Tensor writtenSwapped(Tensor x, Tensor y) {
  DENSE(x);
  Tensor t = x.transpose(1, 2);
  t.index_put_({Slice(), 1}, y);
  return t.view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:12: warning: {{.*}} cannot be viewed as {{.*}}; this throws

//===- Operators ---------------------------------------------------------===//

Tensor arithmetic(Tensor x, Tensor y) {
  DENSE(x);
  return (-((x + 1) * 2 - 1) / 3).view({-1});
}
Tensor arithmeticSwapped(Tensor x) {
  DENSE(x);
  return (-((x.transpose(1, 2) + 1) * 2 - 1) / 3).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:51: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor compared(Tensor x) {
  DENSE(x);
  Tensor t = x.transpose(1, 2);
  t *= 2;
  return (t[0] >= 1).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:22: warning: {{.*}} cannot be viewed as {{.*}}; this throws

//===- Equations ---------------------------------------------------------===//

Tensor scores(Tensor q, Tensor k) {
  DENSE(q);
  DENSE(k);
  return torch::einsum("bhid,bhjd->bhij", {q.transpose(1, 2), k});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:10: warning: einsum copies {{.*}} [tensor-hidden-copy]
Tensor scoresDense(Tensor q, Tensor k) {
  DENSE(q);
  DENSE(k);
  return torch::einsum("bhid,bhjd->bhij", {q, k}).view({-1});
}
Tensor exchanged(Tensor x) {
  DENSE(x);
  return torch::einsum("bhij->bihj", {x}).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:43: warning: {{.*}} cannot be viewed as {{.*}}; this throws

//===- Types and devices -------------------------------------------------===//

Tensor stays(int64_t n) {
  auto options = torch::dtype(torch::kHalf).device(torch::kCPU);
  Tensor x = torch::empty({n, 6}, options).slice(1, 0, 3);
  return x.to(torch::TensorOptions().dtype(torch::kFloat16)).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:62: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor changes(int64_t n) {
  Tensor x = torch::empty({n, 6}, torch::kHalf).slice(1, 0, 3);
  return x.to(torch::kFloat32).view({-1});
}
Tensor arrives(int64_t n) {
  auto options = torch::TensorOptions(torch::Device(torch::kCUDA, 1));
  Tensor x = torch::empty({n, 6}, options).slice(1, 0, 3);
  return x.to(torch::kCPU).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:12: warning: to copies 'x' (about 3*n elements): its elements do not lie in one block

//===- torch::nn::functional ---------------------------------------------===//

Tensor functional(Tensor x, Tensor w) {
  DENSE(x);
  Tensor y = F::gelu(F::layer_norm(x.transpose(1, 2),
                                   F::LayerNormFuncOptions({x.size(3)})));
  return y.view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-4]]:22: warning: layer_norm copies {{.*}} [tensor-hidden-copy]
Tensor functionalDense(Tensor x) {
  DENSE(x);
  return F::layer_norm(x, F::LayerNormFuncOptions({x.size(3)})).view({-1});
}
Tensor normalized(Tensor x, Tensor mean, Tensor var) {
  DENSE(x);
  return F::batch_norm(x, mean, var).transpose(1, 2).view({-1});
}
// CHECK: torch-calls.cpp:[[@LINE-2]]:54: warning: {{.*}} cannot be viewed as {{.*}}

//===- Modules -----------------------------------------------------------===//

struct Net : nn::Module {
  nn::Linear fc{nullptr};
  nn::Conv2d conv{nullptr};
  nn::LayerNorm norm{nullptr};
  nn::Embedding embedding{nullptr};
  nn::ReLU relu;
  nn::GELU gelu;
  nn::GRU gru{nullptr};

  Tensor linear(Tensor x) {
    DENSE(x);
    return fc(x).transpose(1, 2).view({-1});
  }
  // CHECK: torch-calls.cpp:[[@LINE-2]]:34: warning: {{.*}} cannot be viewed as {{.*}}; this throws
  Tensor linearDense(Tensor x) {
    DENSE(x);
    return fc->forward(x).view({-1});
  }
  Tensor convolved(Tensor x) {
    DENSE(x);
    return conv(x.transpose(2, 3));
  }
  // CHECK: torch-calls.cpp:[[@LINE-2]]:12: warning: forward copies {{.*}} [tensor-hidden-copy]
  Tensor normed(Tensor x) {
    DENSE(x);
    return norm(x).view({-1});
  }
  Tensor embedded(Tensor x) {
    TORCH_CHECK(x.dim() == 2);
    return embedding(x).transpose(0, 1).view({-1});
  }
  // CHECK: torch-calls.cpp:[[@LINE-2]]:41: warning: {{.*}} cannot be viewed as {{.*}}
  Tensor activated(Tensor x) {
    DENSE(x);
    return gelu(x.transpose(1, 2)).view({-1});
  }
  // CHECK: torch-calls.cpp:[[@LINE-2]]:36: warning: {{.*}} cannot be viewed as {{.*}}; this throws
  // A module does not change what it gets.
  Tensor kept(Tensor x) {
    DENSE(x);
    std::get<0>(gru(x.flatten(0, 1)));
    fc(x);
    return x.transpose(1, 2).view({-1});
  }
  // CHECK: torch-calls.cpp:[[@LINE-2]]:30: warning: {{.*}} cannot be viewed as {{.*}}; this throws
  Tensor keptDense(Tensor x) {
    DENSE(x);
    relu(x);
    return x.view({-1});
  }
};
