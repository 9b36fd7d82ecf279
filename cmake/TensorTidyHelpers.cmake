# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The functions that the folders' CMakeLists.txt files are written with.

# tensor_tidy_add_folders(FOLDER...)
# add_subdirectory for each folder, in order.
function(tensor_tidy_add_folders)
  foreach(folder IN LISTS ARGN)
    add_subdirectory(${folder})
  endforeach()
endfunction()

# tensor_tidy_install(COMPONENT TARGETS target...)
# tensor_tidy_install(COMPONENT FILES file... DESTINATION folder)
# What `cmake --install` gives: programs and libraries in the usual folders,
# files where DESTINATION says. Components: checker, probe (and probe-aten, a
# part of it). Nothing without
# TENSOR_TIDY_INSTALL. An installed program finds libraries beside itself in
# its prefix first, and those of LLVM where they were linked.
function(tensor_tidy_install component)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DESTINATION" "TARGETS;FILES")
  if(NOT TENSOR_TIDY_INSTALL)
    return()
  endif()
  if(arg_FILES)
    install(FILES ${arg_FILES} DESTINATION ${arg_DESTINATION}
      COMPONENT ${component})
  endif()
  foreach(target IN LISTS arg_TARGETS)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      file(RELATIVE_PATH libraries
        ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
      set_target_properties(${target} PROPERTIES
        INSTALL_RPATH "$ORIGIN/${libraries}"
        INSTALL_RPATH_USE_LINK_PATH ON)
    else()
      set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
    endif()
    install(TARGETS ${target}
      RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
  endforeach()
endfunction()

# tensor_tidy_warnings(TARGET)
# The warnings every target of this project is free of. They become errors
# with CMAKE_COMPILE_WARNING_AS_ERROR (preset ci).
function(tensor_tidy_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
endfunction()

# tensor_tidy_add_library(NAME [SOURCES] source... [LIBS lib...])
# A static, position-independent library of the checker; its include root is
# checker/. LIBS are linked PUBLIC.
function(tensor_tidy_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
  add_library(${name} STATIC ${arg_SOURCES} ${arg_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/checker)
  target_link_libraries(${name} PUBLIC ${arg_LIBS})
  tensor_tidy_warnings(${name})
endfunction()

# tensor_tidy_clang_flags(TARGET)
# Include directories, definitions and language options of Clang's headers.
# Private: what a target includes says nothing about those that link it.
function(tensor_tidy_clang_flags target)
  target_include_directories(${target} SYSTEM PRIVATE
    ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_options(${target} PRIVATE
    ${TENSOR_TIDY_LLVM_DEFINITIONS} -fno-rtti)
endfunction()

# tensor_tidy_add_pch()
# The precompiled header that tensor_tidy_uses_clang() hands out: parsing
# these headers is most of the compile time of a source that includes them.
function(tensor_tidy_add_pch)
  if(NOT TENSOR_TIDY_USE_PCH)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/TensorTidyClangPch.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(TensorTidyClangPch OBJECT ${source})
  tensor_tidy_warnings(TensorTidyClangPch)
  tensor_tidy_clang_flags(TensorTidyClangPch)
  target_precompile_headers(TensorTidyClangPch PRIVATE
    [["clang/AST/RecursiveASTVisitor.h"]]
    [["clang/ASTMatchers/ASTMatchFinder.h"]]
    [["clang/Analysis/CFG.h"]]
    [["clang/Frontend/CompilerInstance.h"]])
endfunction()

# tensor_tidy_uses_clang(TARGET [NO_PCH])
# For a target whose sources include Clang or LLVM headers: include
# directories (system), LLVM's definitions, -fno-rtti, and the shared
# precompiled header unless NO_PCH is given. Links nothing: a plugin takes
# Clang from its host, an executable links clang-cpp and LLVM itself.
function(tensor_tidy_uses_clang target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_PCH" "" "")
  tensor_tidy_clang_flags(${target})
  if(arg_NO_PCH OR NOT TARGET TensorTidyClangPch)
    return()
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    # A precompiled header is only accepted under the code model it was made
    # with, and that is -fPIC where CMake gives executables -fPIE.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  target_precompile_headers(${target} REUSE_FROM TensorTidyClangPch)
endfunction()

# tensor_tidy_add_unit_test(NAME [SOURCES] source... [LIBS lib...]
#                           [LABELS label...] [ONE_ENTRY])
# A GoogleTest executable. Every case is a ctest entry "NAME.Suite.Case"; with
# ONE_ENTRY the executable is a single entry "NAME", for suites whose start-up
# costs more than their cases. Default label: fast; several labels only with
# ONE_ENTRY.
function(tensor_tidy_add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_ENTRY" "" "SOURCES;LIBS;LABELS")
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  add_executable(${name} ${arg_SOURCES} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE
    ${arg_LIBS} GTest::gmock GTest::gtest_main)
  tensor_tidy_warnings(${name})
  if(arg_ONE_ENTRY)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
    return()
  endif()
  list(LENGTH arg_LABELS count)
  if(count GREATER 1)
    # gtest_discover_tests loses all labels but the first, without a word.
    message(FATAL_ERROR "${name}: one label, or ONE_ENTRY with several")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS ${arg_LABELS})
endfunction()

# tensor_tidy_find_sanitizer_runtime()
# Sets TENSOR_TIDY_SANITIZER_RUNTIME to the shared AddressSanitizer run time
# in builds with -fsanitize=address, else to nothing. The stock clang-tidy,
# which has none, can load an instrumented plugin only with it preloaded.
function(tensor_tidy_find_sanitizer_runtime)
  set(TENSOR_TIDY_SANITIZER_RUNTIME "" PARENT_SCOPE)
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*address")
    return()
  endif()
  set(name libasan.so)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(name libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${name}
    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  if(NOT IS_ABSOLUTE ${runtime} OR NOT EXISTS ${runtime})
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} has no ${name}: with clang++, "
      "install the compiler-rt package of its version")
  endif()
  set(TENSOR_TIDY_SANITIZER_RUNTIME ${runtime} PARENT_SCOPE)
endfunction()

# tensor_tidy_add_lit_suite(NAME [FOLDER folder] [LABELS label...]
#                           [DEPENDS target...])
# A ctest entry "NAME" that runs the lit tests of a source folder (default:
# the current one) under tests/lit.cfg.py. Default label: fast. DEPENDS is
# what `cmake --build` must have made before; all of it is in the default
# build, so the list only serves to fail early.
function(tensor_tidy_add_lit_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "LABELS;DEPENDS")
  foreach(target IN LISTS arg_DEPENDS)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "lit suite ${name} needs the target ${target}")
    endif()
  endforeach()
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  find_program(TENSOR_TIDY_LIT NAMES lit-${LLVM_VERSION_MAJOR} lit
    HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED DOC "LLVM's lit")
  tensor_tidy_find_sanitizer_runtime()
  set(LIT_SUITE_NAME ${name})
  set(LIT_SUITE_SOURCE ${arg_FOLDER})
  set(LIT_SUITE_BINARY ${PROJECT_BINARY_DIR}/tests/lit/${name})
  configure_file(${PROJECT_SOURCE_DIR}/tests/lit.site.cfg.py.in
    ${LIT_SUITE_BINARY}/lit.site.cfg.py @ONLY)
  add_test(NAME ${name} COMMAND ${TENSOR_TIDY_LIT} -sv ${LIT_SUITE_BINARY})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
endfunction()
