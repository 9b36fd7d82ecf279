# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds a libtorch to compile against: Debian's packages, a C++ archive, or
# the folder of a Python torch package.
#
#   -DTorch_ROOT=DIR   the folder with its include/ and lib/, and no other:
#                      python3 -c 'import torch; print(torch.__path__[0])'
#
# Without it: beside the TorchConfig.cmake of an enclosing project (Torch_DIR),
# then where CMake looks. The TorchConfig.cmake that libtorch ships is not
# read: that of a CUDA build stops where there is no CUDA toolkit, and nothing
# here needs one.
#
# Results: Torch_FOUND; Torch_VERSION, that of the headers; Torch_CXX_STANDARD,
# the least that they ask for (20); TORCH_INCLUDE_DIRS; TORCH_LIBRARIES, a
# target that carries libraries, include folders, the standard, and the
# std::string that libtorch was built with. Of the libraries only libc10 and
# libtorch_cpu: what else libtorch.so stands for (libtorch_cuda) serves
# programs that run on a GPU.

set(_torch_where "")
if(Torch_ROOT)
  set(_torch_where PATHS ${Torch_ROOT} NO_DEFAULT_PATH)
elseif(Torch_DIR)
  set(_torch_where HINTS ${Torch_DIR}/../../..)
endif()
# A build folder that is configured again for another torch.
if(NOT "${Torch_ROOT}" STREQUAL "${_torch_found_for}")
  unset(Torch_INCLUDE_DIR CACHE)
  unset(Torch_CPU_LIBRARY CACHE)
  unset(Torch_C10_LIBRARY CACHE)
  set(_torch_found_for "${Torch_ROOT}" CACHE INTERNAL
    "Torch_ROOT of the search")
endif()
find_path(Torch_INCLUDE_DIR ATen/ATen.h ${_torch_where} PATH_SUFFIXES include
  DOC "Folder of libtorch's ATen/ATen.h")
find_library(Torch_CPU_LIBRARY torch_cpu ${_torch_where} PATH_SUFFIXES lib
  DOC "libtorch_cpu.so")
find_library(Torch_C10_LIBRARY c10 ${_torch_where} PATH_SUFFIXES lib
  DOC "libc10.so")

# TORCH_VERSION_MAJOR, _MINOR and _PATCH stand in one of these two files,
# depending on the release.
set(_torch_api ${Torch_INCLUDE_DIR}/torch/csrc/api/include)
set(Torch_VERSION "")
foreach(_file ${_torch_api}/torch/version.h
    ${Torch_INCLUDE_DIR}/torch/headeronly/version.h)
  if(NOT Torch_VERSION AND EXISTS ${_file})
    set(_numbers "")
    foreach(_part MAJOR MINOR PATCH)
      file(STRINGS ${_file} _line REGEX "define TORCH_VERSION_${_part} +[0-9]")
      if(_line MATCHES "_${_part} +([0-9]+)")
        list(APPEND _numbers ${CMAKE_MATCH_1})
      endif()
    endforeach()
    list(JOIN _numbers "." Torch_VERSION)
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Torch
  REQUIRED_VARS Torch_CPU_LIBRARY Torch_C10_LIBRARY Torch_INCLUDE_DIR
    Torch_VERSION
  VERSION_VAR Torch_VERSION
  REASON_FAILURE_MESSAGE "\
Install libtorch-dev or give a torch's folder with -DTorch_ROOT=DIR")
mark_as_advanced(Torch_INCLUDE_DIR Torch_CPU_LIBRARY Torch_C10_LIBRARY)
if(NOT Torch_FOUND)
  return()
endif()

# ATen/ATen.h stops a compiler below the standard that it names.
file(STRINGS ${Torch_INCLUDE_DIR}/ATen/ATen.h _line
  REGEX "__cplusplus < 20[0-9][0-9]")
if(_line MATCHES "__cplusplus < 20([0-9][0-9])")
  set(Torch_CXX_STANDARD ${CMAKE_MATCH_1})
endif()

set(TORCH_INCLUDE_DIRS ${Torch_INCLUDE_DIR} ${_torch_api})
set(TORCH_LIBRARIES TensorTidy::torch)
if(TARGET TensorTidy::torch)
  return()
endif()
add_library(TensorTidy::torch INTERFACE IMPORTED GLOBAL)
target_include_directories(TensorTidy::torch INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(TensorTidy::torch INTERFACE
  ${Torch_CPU_LIBRARY} ${Torch_C10_LIBRARY})

if(Torch_CXX_STANDARD)
  target_compile_features(TensorTidy::torch INTERFACE
    cxx_std_${Torch_CXX_STANDARD})
endif()

# Packages for Python up to 2.5 or so were built with the std::string of before
# GCC 5, which nothing in them says as plainly as the symbol of
# c10::Error(SourceLocation, std::string) does.
file(STRINGS ${Torch_C10_LIBRARY} _line LIMIT_COUNT 1
  REGEX "_ZN3c105ErrorC[12]ENS_14SourceLocationESs")
if(_line)
  target_compile_definitions(TensorTidy::torch INTERFACE
    _GLIBCXX_USE_CXX11_ABI=0)
endif()
