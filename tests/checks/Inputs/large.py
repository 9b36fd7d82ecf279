# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a source file with a function that is far too large.

long: 10,000 lines of branches; deep: 700 blocks in one another.
"""

import sys

print("#include <torch/extension.h>")
print("void launch(const float *data, int64_t count);")
print("void beside(at::Tensor beside) {")
print("  launch(beside.data_ptr<float>(), beside.numel());")
print("}")
print("void large(at::Tensor x, int64_t n) {")
if sys.argv[1] == "long":
    for line in range(5000):
        print("  if (n == %d)" % line)
        print("    x = x.transpose(0, 1);")
else:
    print("  " + "for (int64_t i = 0; i < n; ++i) {\n" * 700)
    print("  x = x.transpose(0, 1);")
    print("  " + "}\n" * 700)
print("  launch(x.data_ptr<float>(), x.numel());")
print("}")
print("PYBIND11_MODULE(ext, m) {")
print('  m.def("beside", &beside);')
print('  m.def("large", &large);')
print("}")
