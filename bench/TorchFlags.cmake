# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How the files are compiled that the commands here measure: bench_flags, empty
# where no libtorch is found, and bench_header. It is found as for the probe
# (Torch_ROOT); TENSOR_TIDY_BENCH_FLAGS names another one. With pybind11 beside
# it, as in PyTorch's own packages, the files include torch/extension.h.
find_package(Torch QUIET)
set(TENSOR_TIDY_BENCH_FLAGS "" CACHE STRING
  "Compiler flags for the files that bench-parsing and bench-analysis measure, \
instead of those of the libtorch found")
set(bench_flags ${TENSOR_TIDY_BENCH_FLAGS})
set(bench_header torch/torch.h)
set(bench_pybind11 ${Torch_INCLUDE_DIR}/pybind11/pybind11.h)
if(NOT bench_flags AND Torch_FOUND)
  foreach(folder IN LISTS TORCH_INCLUDE_DIRS)
    # Named again, a directory of the compiler's own would lose its place.
    if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      list(APPEND bench_flags -isystem ${folder})
    endif()
  endforeach()
  if(Torch_CXX_STANDARD)
    list(APPEND bench_flags -std=c++${Torch_CXX_STANDARD})
  endif()
endif()
if(TENSOR_TIDY_BENCH_FLAGS OR EXISTS ${bench_pybind11})
  set(bench_header torch/extension.h)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
