// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that torch.compile generated, by their names.

#ifndef TENSOR_PROBE_CUPTI_INDUCTORNAMES_H
#define TENSOR_PROBE_CUPTI_INDUCTORNAMES_H

#include <string_view>

namespace tensor_probe {

/// Whether a kernel only copies: its name lists the operators that were fused
/// in it, sorted, at most ten (torch/_inductor/utils.py, get_fused_kernel_name,
/// and scheduler, 2.15), and each of them copies or makes a view.
///
///   triton_poi_fused_clone_0               yes
///   triton_poi_fused__to_copy_permute_3    yes
///   triton_poi_fused_add_clone_1           no
///   triton_poi_fused_0, triton_            no: not said
bool is_copy_kernel_of_inductor(std::string_view name);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_INDUCTORNAMES_H
