# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds what tensor-clangd is linked from: clangd's own libraries, which LLVM
# ships as archives, and what their remote index needs.
#
# Defines the target TensorTidyClangdLibraries when everything is there;
# otherwise says what is not.

set(_missing "")
foreach(_target clangdMain clangDaemon clangDaemonTweaks clangdRemoteIndex)
  if(NOT TARGET ${_target})
    list(APPEND _missing lib${_target}.a)
    continue()
  endif()
  get_target_property(_archive ${_target} LOCATION)
  if(NOT EXISTS ${_archive})
    list(APPEND _missing ${_archive})
  endif()
endforeach()
# Not find_package(gRPC): its CMake package asks for the code generator too.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(TENSOR_TIDY_CLANGD_REMOTE QUIET IMPORTED_TARGET
    grpc++ protobuf)
endif()
if(NOT TENSOR_TIDY_CLANGD_REMOTE_FOUND)
  list(APPEND _missing "grpc++ and protobuf (by pkg-config)")
endif()
if(_missing)
  list(JOIN _missing ", " _missing)
  message(STATUS "tensor-clangd is not built; not found: ${_missing}. "
    "Install the packages libclang-22-dev, libgrpc++-dev, libprotobuf-dev "
    "and pkg-config to have it.")
  return()
endif()

# The archives by file and not by target: some targets name Clang's static
# libraries, which would be a second Clang in one process beside the shared
# one.
get_property(_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
set(_archives "")
foreach(_target IN LISTS _imported)
  if(NOT _target MATCHES "^clang(d|Daemon|Tidy|IncludeCleaner|Query)"
     OR _target MATCHES "^clangTidy(Plugin|Main)$")
    continue()
  endif()
  get_target_property(_type ${_target} TYPE)
  if(_type STREQUAL "STATIC_LIBRARY")
    list(APPEND _archives $<TARGET_FILE:${_target}>)
  endif()
endforeach()
add_library(TensorTidyClangdLibraries INTERFACE)
target_link_libraries(TensorTidyClangdLibraries INTERFACE
  -Wl,--start-group ${_archives} -Wl,--end-group
  clang-cpp LLVM PkgConfig::TENSOR_TIDY_CLANGD_REMOTE)
