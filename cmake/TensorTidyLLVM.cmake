# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and Clang of the one supported major version.
#
# LLVM's own version file accepts only an equal major.minor, so the major
# version cannot be asked of find_package: llvm-config names the directory and
# the major version is compared here. -DLLVM_DIR=DIR overrides the search.

set(TENSOR_TIDY_LLVM_MAJOR 22)
set(_tensor_tidy_llvm_hint
  "Install the packages llvm-22-dev, libclang-22-dev and libclang-cpp22-dev \
(./scripts/test does it on Debian), give the directory with -DLLVM_DIR=DIR, \
or leave the checker out with -DTENSOR_TIDY_BUILD_CHECKER=OFF.")

if(NOT LLVM_DIR)
  find_program(LLVM_CONFIG NAMES llvm-config-${TENSOR_TIDY_LLVM_MAJOR}
    DOC "llvm-config of LLVM ${TENSOR_TIDY_LLVM_MAJOR}")
  if(NOT LLVM_CONFIG)
    message(FATAL_ERROR "llvm-config-${TENSOR_TIDY_LLVM_MAJOR} not found. "
      "${_tensor_tidy_llvm_hint}")
  endif()
  execute_process(COMMAND ${LLVM_CONFIG} --cmakedir
    OUTPUT_VARIABLE LLVM_DIR OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
endif()

find_package(LLVM CONFIG QUIET PATHS ${LLVM_DIR} NO_DEFAULT_PATH)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "No usable LLVM in ${LLVM_DIR}. "
    "${_tensor_tidy_llvm_hint}")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL TENSOR_TIDY_LLVM_MAJOR)
  message(FATAL_ERROR "LLVM ${TENSOR_TIDY_LLVM_MAJOR} needed, found "
    "${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}. ${_tensor_tidy_llvm_hint}")
endif()

find_package(Clang CONFIG QUIET
  PATHS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang NO_DEFAULT_PATH)
if(NOT Clang_FOUND)
  message(FATAL_ERROR "No Clang libraries beside the LLVM in ${LLVM_DIR}. "
    "${_tensor_tidy_llvm_hint}")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

separate_arguments(TENSOR_TIDY_LLVM_DEFINITIONS NATIVE_COMMAND
  "${LLVM_DEFINITIONS}")
