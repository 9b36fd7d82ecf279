// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sources.h"

namespace tensortidy {

namespace {

const char *const Include = "#include <torch/extension.h>\n";
const char *const Begin = "void read(const float *p, int64_t n);\n"
                          "at::Tensor f(at::Tensor x, int64_t n) {\n"
                          "  TORCH_CHECK(x.dim() == 3);\n"
                          "  at::Tensor y = x;\n";
/// A finding, which shows that the end was reached.
const char *const End = "  read(x.transpose(0, 1).data_ptr<float>(), n);\n"
                        "  return y;\n}\n";

std::string number(unsigned N) { return std::to_string(N); }

/// The N-th of five operations on \p From, different in kind.
std::string operation(unsigned N, const std::string &From) {
  switch (N % 5) {
  case 0:
    return From + ".transpose(1, 2)";
  case 1:
    return From + ".contiguous()";
  case 2:
    return From + ".add(" + From + ")";
  case 3:
    return From + ".flatten(1, 2)";
  default:
    return From + ".view({" + From + ".size(0), -1, 8})";
  }
}

/// Each result is read once, by the next operation.
std::string straight(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  for (unsigned I = 0; I < Count; ++I)
    Out += "  y = " + operation(I, "y") + ";\n";
  return Out + End;
}

/// Nobody reads any result but the last.
std::string dead(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  for (unsigned I = 0; I < Count; ++I)
    Out += "  at::Tensor y" + number(I) + " = x.transpose(" + number(I % 3) +
           ", 2).contiguous();\n";
  return Out + End;
}

/// All results are read again at the end.
std::string live(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  std::string Before = "x";
  for (unsigned I = 0; I < Count / 2; ++I) {
    const std::string Name = "y" + number(I);
    Out += "  at::Tensor " + Name + " = " + operation(I, Before) + ";\n";
    Before = Name;
  }
  for (unsigned I = 0; I < Count / 2; ++I)
    Out += "  y = y.add(y" + number(I) + ");\n";
  return Out + End;
}

/// Sizes are read into variables, and checked.
std::string sizes(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  for (unsigned I = 0; I < Count / 5; ++I) {
    const std::string N = number(I);
    Out += "  int64_t a" + N + " = y.size(0), b" + N + " = y.size(1);\n" +
           "  at::Tensor w" + N + " = at::empty({a" + N + ", b" + N + ", n + " +
           N + "});\n" + "  TORCH_CHECK(w" + N + ".size(1) == y" +
           ".size(1));\n" + "  y = w" + N + ".reshape({a" + N + " * b" + N +
           ", -1}).t().contiguous();\n" + "  y = y.view({a" + N + ", b" + N +
           ", -1});\n";
  }
  return Out + End;
}

/// New tensors of unknown rank, of which much is learnt.
std::string guards(unsigned Count) {
  std::string Out = std::string(Include) +
                    "at::Tensor load(int64_t i);\nusing at::Tensor;\n" + Begin;
  for (unsigned I = 0; I < Count / 4; ++I) {
    const std::string Z = "z" + number(I);
    Out += "  Tensor " + Z + " = load(" + number(I) + ");\n" +
           "  TORCH_CHECK(" + Z + ".dim() == 3 && " + Z + ".size(0) == n);\n" +
           "  TORCH_CHECK(" + Z + ".is_contiguous());\n" + "  y = " + Z +
           ".transpose(1, 2).reshape({n, " + Z + ".size(2), -1});\n" +
           "  y = y.view({" + Z + ".size(0) * " + Z + ".size(2), -1});\n";
  }
  return Out + End;
}

std::string branches(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  for (unsigned I = 0; I < Count / 4; ++I)
    Out += "  if (n > " + number(I) + ")\n    y = y.transpose(1, 2);\n" +
           "  if (!y.is_contiguous())\n    y = y.contiguous();\n" +
           "  y = y.add(y).transpose(0, 2);\n";
  return Out + End;
}

std::string loops(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  for (unsigned I = 0; I < Count / 4; ++I)
    Out += "  for (int64_t i = 0; i < n; ++i) {\n"
           "    y = y.transpose(1, 2).contiguous();\n"
           "    y = y.add(x.select(0, i));\n  }\n";
  return Out + End;
}

/// Chains of 50 calls in one expression.
std::string temporaries(unsigned Count) {
  std::string Out = std::string(Include) + Begin;
  for (unsigned I = 0; I < Count / 50; ++I) {
    Out += "  y = y";
    for (unsigned J = 0; J < 25; ++J)
      Out += ".transpose(1, 2).contiguous()";
    Out += ";\n";
  }
  return Out + End;
}

std::string vectorOfTensors(unsigned Count) {
  std::string Out =
      std::string(Include) + Begin + "  std::vector<at::Tensor> v;\n";
  for (unsigned I = 0; I < Count; ++I)
    Out += "  v.push_back(" + operation(I, "x") + ");\n";
  return Out + "  y = at::cat(v);\n" + End;
}

std::string dispatch(unsigned N) {
  return "  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), \"k" + number(N) +
         "\", [&] {\n    launch(x.data_ptr<scalar_t>(), x.size(1));\n  });\n";
}
const char *const Launch =
    "template <typename T> void launch(T *p, int64_t n);\n";

std::string dispatchInOneFunction(unsigned Count) {
  std::string Out = std::string(Include) + Launch +
                    "void f(at::Tensor x) {\n  TORCH_CHECK(x.dim() == 2);\n";
  for (unsigned I = 0; I < Count; ++I)
    Out += dispatch(I);
  return Out + "}\n";
}

std::string dispatchInManyFunctions(unsigned Count) {
  std::string Out = std::string(Include) + Launch;
  for (unsigned I = 0; I < Count; ++I)
    Out += "void f" + number(I) + "(at::Tensor x) {\n" + dispatch(I) + "}\n";
  return Out;
}

std::string function(unsigned Index) {
  const std::string N = number(Index);
  return "at::Tensor attention" + N +
         "(const at::Tensor &q, const at::Tensor &k,\n"
         "                      const at::Tensor &v, int64_t heads) {\n"
         "  TORCH_CHECK(q.dim() == 3 && k.dim() == 3, \"three dimensions\");\n"
         "  TORCH_CHECK(v.is_contiguous(), \"v must be contiguous\");\n"
         "  const int64_t batch = q.size(0), length = q.size(1);\n"
         "  const int64_t width = q.size(2) / heads;\n"
         "  auto split = [&](const at::Tensor &t) {\n"
         "    return t.view({batch, -1, heads, width}).transpose(1, 2);\n"
         "  };\n"
         "  at::Tensor a = split(q), b = split(k), c = split(v);\n"
         "  at::Tensor scores = at::matmul(a, b.transpose(2, 3));\n"
         "  if (!scores.is_contiguous())\n"
         "    scores = scores.contiguous();\n"
         "  at::Tensor mixed = at::matmul(scores, c);\n"
         "  at::Tensor out = at::empty_like(q);\n"
         "  for (int64_t i = 0; i < batch; ++i)\n"
         "    out.select(0, i).copy_(\n"
         "        mixed.select(0, i).transpose(0, 1).flatten(1));\n"
         "  fill" +
         N +
         "(out.data_ptr<float>(), mixed.data_ptr<float>(), length);\n"
         "  return out.view({batch * length, -1});\n}\n";
}

} // namespace

std::string thirtyFunctions(const std::string &Header) {
  std::string Out = "#include <" + Header + ">\n";
  for (unsigned I = 0; I < 30; ++I)
    Out += "void fill" + number(I) +
           "(float *to, const float *from, int64_t n);\n" + function(I);
  return Out;
}

const std::vector<Shape> &shapes() {
  static const std::vector<Shape> All = {
      {"1,000 operations in a row", 1000, straight},
      {"1,000 results that nobody reads", 1000, dead},
      {"1,000 operations, all results live", 1000, live},
      {"1,000 operations, sizes read and checked", 1000, sizes},
      {"1,000 operations, new tensors checked", 1000, guards},
      {"1,000 operations in branches", 1000, branches},
      {"1,000 operations in loops", 1000, loops},
      {"1,000 operations, chains of temporaries", 1000, temporaries},
      {"1,000 operations, into a vector", 1000, vectorOfTensors},
      {"100 dispatch lambdas in one function", 100, dispatchInOneFunction},
      {"200 dispatch lambdas in one function", 200, dispatchInOneFunction},
      {"200 functions with a dispatch lambda", 200, dispatchInManyFunctions}};
  return All;
}

std::string linkedFile(unsigned N, unsigned Count) {
  constexpr unsigned Callees = 8;
  std::string Out = std::string(Include) + "void use(float);\n";
  Out += "void launch" + number(N) +
         "(const at::Tensor &x, const at::Tensor &y) {\n"
         "  const float *p = x.data_ptr<float>(), *q = y.data_ptr<float>();\n"
         "  for (int64_t i = 0; i < x.numel(); ++i)\n"
         "    use(p[i] + q[i]);\n}\n";
  for (unsigned I = 1; I <= Callees; ++I) {
    const std::string Launch = "launch" + number((N + I) % Count);
    Out += "void " + Launch + "(const at::Tensor &x, const at::Tensor &y);\n" +
           "void pass" + number(N) + "_" + number(I) +
           "(const at::Tensor &x, const at::Tensor &y) {\n" +
           "  TORCH_CHECK(x.dim() == y.dim() && x.size(0) == y.size(0));\n  " +
           Launch + "(x, y.contiguous());\n}\n";
  }
  return Out +
         "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n  m.def(\"pass\", &pass" +
         number(N) + "_1);\n}\n";
}

} // namespace tensortidy
