// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/BeyondView.h"

#include <sys/mman.h>

namespace tensor_probe {

namespace {
constexpr int kMaxAxes = 17; ///< with the bytes of an element
constexpr std::uint64_t kMaxElements = 1ULL << 22;
constexpr std::uint64_t kMaxMarked = 1ULL << 28;

/// In bytes. The innermost axis is an element's bytes.
struct Axis {
  std::uint64_t stride, size;
};

/// Axes in ascending order of strides, each of which leaves room for what is
/// below it: what one index of an axis holds lies before what the next does.
struct Nested {
  Axis axes[kMaxAxes];
  int count = 0;

  /// From the first byte to one past the last, of the axes below k.
  std::uint64_t extent(int k) const {
    std::uint64_t last = 0;
    for (int i = 0; i < k; ++i)
      last += (axes[i].size - 1) * axes[i].stride;
    return last + 1;
  }
  std::uint64_t bytes(int k) const {
    std::uint64_t all = 1;
    for (int i = 0; i < k; ++i)
      all *= axes[i].size;
    return all;
  }
  bool nests() const {
    for (int k = 0; k < count; ++k)
      if (axes[k].stride < extent(k))
        return false;
    return true;
  }
  /// Bytes that lie before `end`: of an axis that is cut off, those of the
  /// indices before it, and what is before `end` of the one that is cut.
  std::uint64_t before(std::uint64_t end) const {
    std::uint64_t found = 0;
    int k = count;
    while (k > 0 && end != 0) {
      if (end >= extent(k))
        return found + bytes(k);
      const std::uint64_t whole = end / axes[--k].stride;
      found += whole * bytes(k);
      end -= whole * axes[k].stride;
    }
    return found + (end != 0 ? 1 : 0);
  }
};

bool add_axis(Nested &view, Axis axis) {
  if (axis.size == 1 || axis.stride == 0) // the same bytes again
    return true;
  if (view.count == kMaxAxes)
    return false;
  int at = view.count++;
  for (; at > 0 && view.axes[at - 1].stride > axis.stride; --at)
    view.axes[at] = view.axes[at - 1];
  view.axes[at] = axis;
  return true;
}

/// The bytes of any view that lie before `end`, by marking each.
class Marks {
public:
  explicit Marks(std::uint64_t end) : end_(end) {
    void *memory = mmap(nullptr, end / 8 + 1, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    marks_ = memory == MAP_FAILED ? nullptr : static_cast<char *>(memory);
  }
  ~Marks() {
    if (marks_ != nullptr)
      munmap(marks_, end_ / 8 + 1);
  }
  Marks(const Marks &) = delete;
  Marks &operator=(const Marks &) = delete;
  bool there() const { return marks_ != nullptr; }

  std::uint64_t count(const Nested &view, int k, std::uint64_t from) {
    if (from >= end_)
      return 0;
    if (k == 0)
      return mark(from);
    std::uint64_t found = 0;
    const Axis &axis = view.axes[k - 1];
    for (std::uint64_t i = 0; i < axis.size && from < end_; ++i) {
      found += count(view, k - 1, from);
      from += axis.stride;
    }
    return found;
  }

private:
  std::uint64_t mark(std::uint64_t byte) {
    char &eight = marks_[byte / 8];
    const char bit = static_cast<char>(1U << (byte % 8));
    const bool is_new = (eight & bit) == 0;
    eight = static_cast<char>(eight | bit);
    return is_new ? 1 : 0;
  }

  const std::uint64_t end_;
  char *marks_;
};
} // namespace

bool bytes_beyond(const TensorView &tensor, std::uint64_t bytes,
                  std::uint64_t &beyond) {
  beyond = bytes;
  Nested view;
  bool fits = tensor.itemsize != 0 && add_axis(view, {1, tensor.itemsize});
  std::uint64_t elements = 1;
  for (std::int64_t i = 0; i < tensor.dim && fits; ++i) {
    if (tensor.sizes[i] == 0)
      return true;
    if (tensor.strides[i] < 0 || tensor.sizes[i] < 0)
      return false;
    const auto size = static_cast<std::uint64_t>(tensor.sizes[i]);
    const auto stride = static_cast<std::uint64_t>(tensor.strides[i]);
    elements = elements > kMaxElements ? elements : elements * size;
    fits = add_axis(view, {stride * tensor.itemsize, size});
  }
  if (!fits)
    return false;
  if (view.nests()) {
    beyond -= view.before(bytes);
    return true;
  }
  Marks marks(bytes);
  if (elements > kMaxElements || bytes > kMaxMarked || !marks.there())
    return false;
  beyond -= marks.count(view, view.count, 0);
  return true;
}

} // namespace tensor_probe
