# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Loaded by the lit.site.cfg.py that CMake writes for each suite.

import os
import sys
import tempfile

import lit.formats

config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".cu", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]

# FileCheck, not and clang-tidy of the LLVM that was built against come first.
config.environment["PATH"] = os.pathsep.join(
    [config.tensor_tidy_bin, config.llvm_tools, os.environ["PATH"]]
)

# Nothing of what a test leaves is left to the next run.
os.makedirs(config.test_exec_root, exist_ok=True)
config.environment["XDG_CACHE_HOME"] = tempfile.mkdtemp(
    prefix="cache", dir=config.test_exec_root
)

plugin = os.path.join(
    config.tensor_tidy_lib, "TensorTidyPlugin-%s.so" % config.llvm_major
)
clang_tidy = os.path.join(config.llvm_tools, "clang-tidy")
# In a sanitizer build the stock clang-tidy needs the plugin's run time first.
# What leaks there is the host's.
load_plugin = "%s -load %s" % (clang_tidy, plugin)
if config.sanitizer_runtime:
    load_plugin = "env LD_PRELOAD=%s ASAN_OPTIONS=detect_leaks=0 %s" % (
        config.sanitizer_runtime,
        load_plugin,
    )
config.substitutions.extend(
    [
        ("%plugin", plugin),
        ("%clang_tidy_binary", clang_tidy),
        ("%clang_tidy", load_plugin),
        ("%tensor_tidy", os.path.join(config.tensor_tidy_bin, "tensor-tidy")),
        ("%rules", os.path.join(config.tensor_tidy_source, "rules")),
        ("%python", sys.executable),
        ("%path", config.environment["PATH"]),
        (
            "%status",
            "%s %s"
            % (
                sys.executable,
                os.path.join(config.tensor_tidy_source, "tests", "expect_status.py"),
            ),
        ),
        (
            "%mock",
            os.path.join(
                config.tensor_tidy_source, "tests", "checks", "Inputs", "torch-mock"
            ),
        ),
        (
            "%cuda_mock",
            os.path.join(
                config.tensor_tidy_source, "tests", "checks", "Inputs", "cuda-mock"
            ),
        ),
        ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ]
)

# Tests that parse the toolkit's own headers say REQUIRES: cuda-toolkit.
if config.cuda_home:
    config.available_features.add("cuda-toolkit")
    config.environment["CUDA_HOME"] = config.cuda_home
    config.substitutions.append(("%cuda_home", config.cuda_home))
