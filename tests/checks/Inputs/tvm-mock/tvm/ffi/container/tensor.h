// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TVM_MOCK_TENSOR_H
#define TVM_MOCK_TENSOR_H

#include <dlpack/dlpack.h>

#include <stddef.h>

namespace tvm {
namespace ffi {
class ShapeView {
public:
  int64_t operator[](size_t index) const;
  size_t size() const;
};
class TensorObj : public DLTensor {};
class Tensor {
public:
  void *data_ptr() const;
  int32_t ndim() const;
  ShapeView shape() const;
  ShapeView strides() const;
  int64_t numel() const;
  bool IsContiguous() const;
  const TensorObj *operator->() const;
  const DLTensor *GetDLTensorPtr() const;
};
class TensorView {
public:
  TensorView(const Tensor &tensor);
  TensorView(const DLTensor *tensor);
  void *data_ptr() const;
  int32_t ndim() const;
  ShapeView shape() const;
  ShapeView strides() const;
  int64_t size(int64_t index) const;
  int64_t stride(int64_t index) const;
  int64_t numel() const;
  bool IsContiguous() const;
};
bool IsContiguous(const DLTensor &arr);
namespace details {
struct Fail {
  [[noreturn]] ~Fail();
  template <typename T> Fail &operator<<(const T &text);
};
} // namespace details
namespace reflection {
class GlobalDef {
public:
  template <typename Function> GlobalDef &def(const char *name, Function f);
};
} // namespace reflection
} // namespace ffi
} // namespace tvm

#define TVM_FFI_ICHECK(condition)                                              \
  if (!(condition))                                                            \
  ::tvm::ffi::details::Fail()

#endif
