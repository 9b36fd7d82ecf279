// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every option that nvcc and Clang spell differently, in each of its forms.

#include "CommandTest.h"

#include "llvm/ADT/StringExtras.h"

using namespace tensortidy;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

class NvccOptions : public CommandTest {
protected:
  /// What is left of \p Options between "clang++" and the source.
  std::vector<std::string> left(llvm::StringRef Options) {
    std::vector<std::string> Words =
        arguments(("nvcc " + Options + " k.cu").str());
    auto Source = std::find(Words.begin(), Words.end(), "k.cu");
    if (Words.empty() || Source == Words.end()) {
      ADD_FAILURE() << Options.str() << ": the source is lost";
      return {};
    }
    EXPECT_EQ(Words.front(), "clang++");
    return {Words.begin() + 1, Source};
  }
};

TEST_F(NvccOptions, ThatClangNeedsNot) {
  for (const char *Options :
       {"-gencode arch=compute_80,code=sm_80",
        "-gencode=arch=compute_80,code=sm_80",
        "--generate-code=arch=compute_80,code=[compute_80,sm_80]",
        "--generate-code arch=compute_80,code=[compute_80,sm_80]",
        "-arch=sm_80",
        "-arch sm_80",
        "-arch=native",
        "--gpu-architecture=sm_80",
        "--gpu-architecture sm_80",
        "-code=sm_80",
        "-code sm_80",
        "--gpu-code=sm_80",
        "--expt-relaxed-constexpr",
        "-expt-relaxed-constexpr",
        "--expt-extended-lambda",
        "-expt-extended-lambda",
        "--extended-lambda",
        "-extended-lambda",
        "-forward-unknown-to-host-compiler",
        "--forward-unknown-to-host-compiler",
        "-forward-unknown-opts",
        "--forward-unknown-opts",
        "-Xptxas -v",
        "-Xptxas=-v,-O3",
        "--ptxas-options=-v",
        "--ptxas-options -v",
        "-Xcudafe --diag_suppress=177",
        "-Xcudafe=--display_error_number",
        "-Xfatbin -compress-all",
        "-Xfatbin=-compress-all",
        "-Xnvlink -v",
        "--diag-suppress=177",
        "--diag-suppress 177",
        "-diag-suppress 177",
        "--diag_suppress=177",
        "-ccbin /usr/bin/g++",
        "-ccbin=/usr/bin/g++",
        "--compiler-bindir=/usr/bin/g++",
        "--compiler-bindir /usr/bin/g++",
        "-rdc=false",
        "--relocatable-device-code=false",
        "-dlink",
        "--use_fast_math",
        "-use_fast_math",
        "--threads 4",
        "--threads=4",
        "-t 4",
        "-t=4",
        "-lineinfo",
        "--generate-line-info",
        "-G",
        "--device-debug",
        "--maxrregcount=64",
        "--maxrregcount 64",
        "-maxrregcount=64",
        "--default-stream legacy",
        "--default-stream=legacy",
        "--keep",
        "--keep-dir /tmp/x",
        "--keep-dir=/tmp/x",
        "--source-in-ptx",
        "-src-in-ptx",
        "--resource-usage",
        "-res-usage",
        "-allow-unsupported-compiler",
        "--machine 64",
        "--machine=64",
        "-ptx",
        "-cubin",
        "--fatbin",
        "-cudart shared",
        "-cudart=shared",
        "--cudart static",
        "--objdir-as-tempdir",
        "--split-compile=4",
        "--compress-mode=size",
        "--fdevice-time-trace=t.json",
        "-time t.csv",
        "-static-global-template-stub=false",
        "-Werror all-warnings",
        "-Werror=cross-execution-space-call",
        "--Werror reorder",
        "-Wno-deprecated-gpu-targets",
        "--Wno-deprecated-gpu-targets",
        "-Wext-lambda-captures-this",
        "-ftz=true",
        "--ftz=true",
        "-fmad=false",
        "--fmad=false",
        "-prec-div=true",
        "--prec-div=true",
        "-prec-sqrt=true",
        "--prec-sqrt true",
        "--output-file k.o",
        "--dependency-output k.d"}) {
    EXPECT_THAT(left(Options), IsEmpty()) << Options;
    EXPECT_THAT(line(("nvcc " + llvm::Twine(Options) + " k.cu").str()).Dropped,
                ElementsAre(Options));
  }
}

TEST_F(NvccOptions, ThatClangSpellsOtherwise) {
  const std::pair<const char *, const char *> Rows[] = {
      {"-x cu", "-x cuda"},
      {"-x=cu", "-x cuda"},
      {"--x cu", "-x cuda"},
      {"-rdc=true", "-fgpu-rdc"},
      {"--relocatable-device-code=true", "-fgpu-rdc"},
      {"--relocatable-device-code true", "-fgpu-rdc"},
      {"-dc", "-fgpu-rdc"},
      {"--device-c", "-fgpu-rdc"},
      {"--default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      {"--default-stream per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      {"-isystem=/opt/x", "-isystem /opt/x"},
      {"--system-include /opt/x", "-isystem /opt/x"},
      {"--include-path=/a,/b", "-I /a -I /b"},
      {"-I=/a", "-I /a"},
      {"--define-macro A=1", "-D A=1"},
      {"-D=A", "-D A"},
      {"--undefine-macro=A", "-U A"},
      {"--pre-include a.h", "-include a.h"},
      {"--optimize 3", "-O3"},
      {"--debug", "-g"},
      {"-noeh", "-fno-exceptions"},
      {"-ftemplate-depth 99", "-ftemplate-depth=99"},
      {"--disable-warnings", "-w"},
  };
  for (auto [Nvcc, Clang] : Rows)
    EXPECT_EQ(llvm::join(left(Nvcc), " "), Clang) << Nvcc;
}

TEST_F(NvccOptions, OfTheHostCompiler) {
  EXPECT_THAT(left("-Xcompiler -fPIC"), ElementsAre("-fPIC"));
  EXPECT_THAT(left("-Xcompiler=-fPIC"), ElementsAre("-fPIC"));
  EXPECT_THAT(left("-Xcompiler=-fPIC,-Wall"), ElementsAre("-fPIC", "-Wall"));
  EXPECT_THAT(left("-Xcompiler '-fPIC -Wall'"), ElementsAre("-fPIC", "-Wall"));
  EXPECT_THAT(left("-Xcompiler ,-Wall"), ElementsAre("-Wall"));
  EXPECT_THAT(left("--compiler-options -fPIC"), ElementsAre("-fPIC"));
  EXPECT_THAT(left("--compiler-options=-fPIC"), ElementsAre("-fPIC"));
  // torch.utils.cpp_extension quotes the value once more.
  EXPECT_THAT(left("--compiler-options \"'-fPIC'\""), ElementsAre("-fPIC"));
  EXPECT_THAT(left("-Xcompiler '\"-DA=1,2\",-g'"),
              ElementsAre("-DA=1,2", "-g"));
  EXPECT_THAT(left("-Xcompiler '-DA=1\\\\,2,-g'"),
              ElementsAre("-DA=1,2", "-g"));
  // What Clang does not know stays away here too.
  EXPECT_THAT(left("-Xcompiler=-fPIC,-fno-gnu-unique"), ElementsAre("-fPIC"));
}

TEST_F(NvccOptions, ThatBothKnow) {
  for (const char *Options :
       {"-m64", "--std=c++17", "--std c++17", "-std=c++17", "-MD -MT k.o",
        "-MF k.d", "-D__CUDA_NO_HALF_OPERATORS__", "-I/x -isystem /y", "-c",
        "-o k.o", "-O3 -DNDEBUG", "-include a.h", "-Wall"})
    EXPECT_EQ(llvm::join(left(Options), " "), Options);
  EXPECT_THAT(left("-DA=\"B C\""), ElementsAre("-DA=B C"));
}

TEST_F(NvccOptions, OfALaterNvcc) {
  EXPECT_THAT(left("--not-yet-invented -O2"), ElementsAre("-O2"));
}

TEST_F(NvccOptions, CommandOfCMake) {
  file("/build/includes.rsp", "-I/p/include -isystem=/opt/torch/include\n");
  EXPECT_THAT(
      left("-forward-unknown-to-host-compiler -ccbin=/usr/bin/g++ -DX "
           "--options-file includes.rsp -O3 -DNDEBUG -std=c++17 "
           "\"--generate-code=arch=compute_80,code=[compute_80,sm_80]\" "
           "-Xcompiler=-fPIC -MD -MT k.o -MF k.o.d -x cu -rdc=true -c"),
      ElementsAre("-DX", "-I/p/include", "-isystem", "/opt/torch/include",
                  "-O3", "-DNDEBUG", "-std=c++17", "-fPIC", "-MD", "-MT", "k.o",
                  "-MF", "k.o.d", "-x", "cuda", "-fgpu-rdc", "-c"));
}

TEST_F(NvccOptions, CommandOfTorchsExtensionBuilder) {
  EXPECT_THAT(
      left("-DTORCH_EXTENSION_NAME=e -I/t/include -D__CUDA_NO_HALF_OPERATORS__ "
           "--expt-relaxed-constexpr -gencode=arch=compute_90,code=sm_90 "
           "--compiler-options \"'-fPIC'\" -std=c++17 -c"),
      ElementsAre("-DTORCH_EXTENSION_NAME=e", "-I/t/include",
                  "-D__CUDA_NO_HALF_OPERATORS__", "-fPIC", "-std=c++17", "-c"));
}

TEST_F(NvccOptions, WithoutTheirValue) {
  EXPECT_THAT(error("nvcc k.cu -gencode"),
              HasSubstr("option '-gencode' of the nvcc command lacks its "
                        "value"));
}

} // namespace
