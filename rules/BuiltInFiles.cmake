# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# What the programs have inside and what is installed: one list for both.
file(GLOB TENSOR_TIDY_RULES_FILES CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/*.yaml)
# The oldest libtorch's first, then what is new in later ones.
set(TENSOR_TIDY_SCHEMAS_FILES
  ${CMAKE_CURRENT_LIST_DIR}/aten-schemas.txt
  ${CMAKE_CURRENT_LIST_DIR}/aten-schemas-2.15.txt)
