# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The CMake package TensorProbe: find_package(TensorProbe) in a user's project
# gives the target TensorProbe::probe.

if(NOT TENSOR_TIDY_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/TensorProbe)
set(package_version ${CMAKE_CURRENT_BINARY_DIR}/TensorProbeConfigVersion.cmake)
write_basic_package_version_file(${package_version}
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
set_target_properties(tensor_probe PROPERTIES
  EXPORT_NAME core INSTALL_RPATH $ORIGIN)
set_target_properties(tensor_probe_link PROPERTIES EXPORT_NAME probe)

install(TARGETS tensor_probe tensor_probe_link EXPORT TensorProbe
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT probe)
install(EXPORT TensorProbe FILE TensorProbeConfig.cmake
  NAMESPACE TensorProbe:: DESTINATION ${package_folder} COMPONENT probe)
tensor_tidy_install(probe FILES ${package_version}
  DESTINATION ${package_folder})
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/../include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT probe
  FILES_MATCHING PATTERN *.h)
