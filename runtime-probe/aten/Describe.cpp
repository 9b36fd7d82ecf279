// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/Describe.h"

namespace tensor_probe {

static bool is_channels_last(const at::Tensor &tensor) {
  return (tensor.dim() == 4 &&
          tensor.is_contiguous(at::MemoryFormat::ChannelsLast)) ||
         (tensor.dim() == 5 &&
          tensor.is_contiguous(at::MemoryFormat::ChannelsLast3d));
}

std::uint32_t flags_of(const at::Tensor &dst, const at::Tensor &src) {
  if (!dst.defined() || !src.defined())
    return kFlagUndefined;
  const TensorView to = view_of(dst), from = view_of(src);
  std::uint32_t flags = 0;
  const auto set = [&flags](SiteFlag flag, bool on) {
    if (on)
      flags |= flag;
  };
  set(kFlagSrcNonContiguous, !src.is_contiguous());
  set(kFlagDstNonContiguous, !dst.is_contiguous());
  set(kFlagDtypeChange, to.dtype != from.dtype);
  set(kFlagDeviceChange, dst.device() != src.device());
  set(kFlagBroadcast, from.numel < to.numel || repeats_elements(from));
  set(kFlagSameStrides, same_sizes_and_strides(to, from));
  set(kFlagSrcChannelsLast, is_channels_last(src));
  set(kFlagDstChannelsLast, is_channels_last(dst));
  return flags;
}

} // namespace tensor_probe
