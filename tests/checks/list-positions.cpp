// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:
// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,POSSIBLE \
// RUN:       --implicit-check-not=warning:

// What is checked of one element of a list holds for that one.

#include <algorithm>
#include <torch/extension.h>
#include <vector>

void launch(const float *data, int64_t count);

// Silent: checked, the same one.
void first(const std::vector<at::Tensor> &tensors) {
  TORCH_CHECK(tensors[0].is_contiguous());
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}
void front(std::vector<at::Tensor> tensors) {
  TORCH_CHECK(tensors.front().is_contiguous());
  launch(tensors[0].data_ptr<float>(), tensors.at(0).numel());
}
void both(const std::vector<at::Tensor> &tensors) {
  TORCH_CHECK(tensors[0].is_contiguous() && tensors[1].is_contiguous());
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
  launch(tensors[1].data_ptr<float>(), tensors[1].numel());
}
void all(const std::vector<at::Tensor> &tensors) {
  for (size_t i = 0; i < tensors.size(); ++i)
    TORCH_CHECK(tensors[i].is_contiguous());
  launch(tensors[1].data_ptr<float>(), tensors[1].numel());
}

// Another one.
void second(const std::vector<at::Tensor> &tensors) {
  TORCH_CHECK(tensors[0].is_contiguous());
  launch(tensors[1].data_ptr<float>(), tensors[1].numel());
}
// CHECK: list-positions.cpp:[[@LINE-2]]:21: warning: 'tensors' is accessed through a raw pointer as if contiguous, but nothing in 'second' establishes it

// Laid out like one of them, which nobody checked.
void likeFirst(const std::vector<at::Tensor> &tensors) {
  auto y = at::empty_like(tensors[0]);
  launch(y.data_ptr<float>(), tensors[0].numel());
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}
// CHECK: list-positions.cpp:[[@LINE-3]]:12: warning: 'tensors' is accessed through a raw pointer as if contiguous, but nothing in 'likeFirst' establishes it
void likeChecked(const std::vector<at::Tensor> &tensors) {
  TORCH_CHECK(tensors[0].is_contiguous());
  auto y = at::empty_like(tensors[0]);
  launch(y.data_ptr<float>(), tensors[0].numel());
}

// Possible, and silent by default: the first one may be the only one.
void each(const std::vector<at::Tensor> &tensors) {
  TORCH_CHECK(tensors[0].is_contiguous());
  for (const at::Tensor &t : tensors)
    launch(t.data_ptr<float>(), t.numel());
}
// POSSIBLE: list-positions.cpp:[[@LINE-2]]:14: warning: 'tensors' is accessed through a raw pointer as if contiguous, but nothing in 'each' establishes it
void eachOfOwn(std::vector<at::Tensor> tensors) {
  TORCH_CHECK(tensors[0].is_contiguous());
  for (auto &t : tensors)
    launch(t.data_ptr<float>(), t.numel());
}
// POSSIBLE: list-positions.cpp:[[@LINE-2]]:14: warning: 'tensors' is accessed through a raw pointer as if contiguous, but nothing in 'eachOfOwn' establishes it

// Silent: all of them are replaced.
void eachReplaced(std::vector<at::Tensor> tensors) {
  TORCH_CHECK(tensors[0].dim() == 2);
  for (auto &t : tensors)
    t = t.contiguous();
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}

// Silent: replaced by a copy.
void replaced(std::vector<at::Tensor> tensors) {
  tensors[0] = tensors[0].contiguous();
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}

// Silent: all of them are replaced, through iterators.
void transformed(std::vector<at::Tensor> tensors) {
  std::transform(tensors.begin(), tensors.end(), tensors.begin(),
                 [](const at::Tensor &t) { return t.contiguous(); });
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}
void forEach(std::vector<at::Tensor> tensors) {
  std::for_each(tensors.begin(), tensors.end(),
                [](at::Tensor &t) { t = t.contiguous(); });
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}
void iterated(std::vector<at::Tensor> tensors) {
  for (auto it = tensors.begin(); it != tensors.end(); ++it)
    *it = it->contiguous();
  launch(tensors.front().data_ptr<float>(), tensors.front().numel());
}
void ofFunctions(std::vector<at::Tensor> tensors) {
  std::for_each(std::begin(tensors), std::end(tensors),
                [](at::Tensor &t) { t = t.contiguous(); });
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}
void reversed(std::vector<at::Tensor> tensors) {
  std::for_each(tensors.rbegin(), tensors.rend(),
                [](at::Tensor &t) { t = t.contiguous(); });
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}

// Iterators of a constant list write nothing.
void counted(const std::vector<at::Tensor> &tensors, int64_t &count) {
  std::for_each(tensors.begin(), tensors.end(),
                [&](const at::Tensor &t) { count += t.numel(); });
  TORCH_CHECK(tensors[0].is_contiguous());
  launch(tensors[1].data_ptr<float>(), tensors[1].numel());
}
// CHECK: list-positions.cpp:[[@LINE-2]]:21: warning: 'tensors' is accessed through a raw pointer as if contiguous, but nothing in 'counted' establishes it
void countedFromFunctions(const std::vector<at::Tensor> &tensors) {
  TORCH_CHECK(std::begin(tensors) != std::end(tensors));
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}
// CHECK: list-positions.cpp:[[@LINE-2]]:21: warning: 'tensors' is accessed through a raw pointer as if contiguous, but nothing in 'countedFromFunctions' establishes it
void countedChecked(const std::vector<at::Tensor> &tensors, int64_t &count) {
  std::for_each(tensors.begin(), tensors.end(),
                [&](const at::Tensor &t) { count += t.numel(); });
  TORCH_CHECK(tensors[0].is_contiguous());
  launch(tensors[0].data_ptr<float>(), tensors[0].numel());
}

PYBIND11_MODULE(ext, m) {
  m.def("first", &first);
  m.def("front", &front);
  m.def("both", &both);
  m.def("all", &all);
  m.def("second", &second);
  m.def("likeFirst", &likeFirst);
  m.def("likeChecked", &likeChecked);
  m.def("each", &each);
  m.def("eachOfOwn", &eachOfOwn);
  m.def("eachReplaced", &eachReplaced);
  m.def("replaced", &replaced);
  m.def("transformed", &transformed);
  m.def("forEach", &forEach);
  m.def("iterated", &iterated);
  m.def("ofFunctions", &ofFunctions);
  m.def("reversed", &reversed);
  m.def("counted", &counted);
  m.def("countedFromFunctions", &countedFromFunctions);
  m.def("countedChecked", &countedChecked);
}
