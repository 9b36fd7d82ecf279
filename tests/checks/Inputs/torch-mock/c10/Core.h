// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_C10_CORE_H
#define TORCH_MOCK_C10_CORE_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace c10 {

struct nullopt_t {
  explicit constexpr nullopt_t(int) {}
};
constexpr nullopt_t nullopt{0};

template <class T> class optional {
public:
  optional();
  optional(nullopt_t);
  optional(const optional &);
  optional(const T &value);
  template <class U, class = typename std::enable_if<
                         std::is_constructible<T, U>::value>::type>
  optional(U &&value);
  optional &operator=(const optional &);
  bool has_value() const;
  explicit operator bool() const;
  const T &value() const &;
  T &value() &;
  template <class U> T value_or(U &&other) const;
  const T &operator*() const &;
  T &operator*() &;
  const T *operator->() const;
  T *operator->();
  void reset();
};

template <class T> class ArrayRef final {
public:
  constexpr ArrayRef();
  ArrayRef(const T &OneElt);
  ArrayRef(const T *data, size_t length);
  ArrayRef(const std::vector<T> &Vec);
  ArrayRef(const std::initializer_list<T> &Vec);
  const T *begin() const;
  const T *end() const;
  const T *data() const;
  size_t size() const;
  bool empty() const;
  const T &front() const;
  const T &back() const;
  bool equals(ArrayRef RHS) const;
  const T &operator[](size_t Index) const;
  std::vector<T> vec() const;
};
template <class T> bool operator==(ArrayRef<T> a1, ArrayRef<T> a2);
template <class T> bool operator!=(ArrayRef<T> a1, ArrayRef<T> a2);
using IntArrayRef = ArrayRef<int64_t>;

template <class T> class OptionalArrayRef final {
public:
  OptionalArrayRef(nullopt_t);
  OptionalArrayRef(ArrayRef<T> value);
  OptionalArrayRef(const std::initializer_list<T> &il);
  OptionalArrayRef(const T &single);
};
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;

enum class MemoryFormat : int8_t {
  Contiguous,
  Preserve,
  ChannelsLast,
  ChannelsLast3d
};
enum class ScalarType : int8_t {
  Byte,
  Char,
  Short,
  Int,
  Long,
  Half,
  Float,
  Double,
  Bool = 11
};
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kBool = ScalarType::Bool;

enum class DeviceType : int8_t { CPU, CUDA };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
struct Device {
  Device(const char *device_string);
  Device(DeviceType type, int8_t index = -1);
  bool operator==(const Device &other) const;
  bool operator!=(const Device &other) const;
  DeviceType type() const;
  bool is_cpu() const;
  bool is_cuda() const;
};

class Scalar {
public:
  Scalar(double v);
  Scalar(int v);
  Scalar(int64_t v);
};

struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType dtype);
  TensorOptions(Device device);
  TensorOptions(DeviceType device);
  TensorOptions dtype(ScalarType dtype) const;
  TensorOptions device(Device device) const;
  TensorOptions pinned_memory(bool pinned_memory) const;
  TensorOptions requires_grad(c10::optional<bool> requires_grad) const;
  TensorOptions memory_format(MemoryFormat memory_format) const;
};

template <class T> class MaybeOwned {
public:
  const T &operator*() const &;
  const T *operator->() const;
};

namespace detail {
[[noreturn]] void torchCheckFail(const char *func, const char *file,
                                 uint32_t line, const std::string &msg);
template <class... Args> std::string message(const Args &...args);
} // namespace detail

} // namespace c10

#define TORCH_CHECK(cond, ...)                                                 \
  if (__builtin_expect(static_cast<bool>(!(cond)), 0)) {                       \
    ::c10::detail::torchCheckFail(__func__, __FILE__, __LINE__,                \
                                  ::c10::detail::message(__VA_ARGS__));        \
  }

#endif
