// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where the CUDA toolkit is found, and what is taken from it.

#include "CommandTest.h"

#include "commands/CudaToolkit.h"

#include "llvm/Support/FileSystem.h"

#include <fstream>

using namespace tensortidy;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

class Toolkit : public CommandTest {
protected:
  /// The value of --cuda-path; empty without.
  std::string pathIn(llvm::StringRef Line) {
    for (llvm::StringRef Word : arguments(Line))
      if (Word.consume_front("--cuda-path="))
        return Word.str();
    return "";
  }
};

TEST_F(Toolkit, OfTheCommandComesFirst) {
  toolkit("/opt/cuda-13");
  toolkit("/opt/cuda-12");
  toolkit("/usr/local/cuda");
  setenv("CUDA_HOME", "/opt/cuda-12", 1);
  EXPECT_EQ(pathIn("/opt/cuda-13/bin/nvcc k.cu"), "/opt/cuda-13");
  EXPECT_EQ(pathIn("ccache ../opt/cuda-13/bin/nvcc k.cu"), "/opt/cuda-13");
  EXPECT_EQ(pathIn("clang++ --cuda-path=/mine k.cu"), "/mine");
}

TEST_F(Toolkit, OfAProgramInPath) {
  toolkit("/opt/cuda-13");
  setenv("PATH", "/usr/bin:/opt/cuda-13/bin", 1);
  EXPECT_EQ(pathIn("nvcc k.cu"), "/opt/cuda-13");
  EXPECT_EQ(pathIn("clang++ k.cu"), "/opt/cuda-13");
}

TEST_F(Toolkit, OfAnNvccInPathComesBeforeTheUsualDirectories) {
  toolkit("/opt/cuda-13");
  toolkit("/opt/b");
  toolkit("/usr/local/cuda");
  setenv("PATH", "/usr/bin:/opt/cuda-13/bin", 1);
  EXPECT_EQ(pathIn("clang++ k.cu"), "/opt/cuda-13");
  EXPECT_EQ(pathIn("/no/such/nvcc k.cu"), "/opt/cuda-13");
  setenv("CUDA_HOME", "/opt/b", 1);
  EXPECT_EQ(pathIn("clang++ k.cu"), "/opt/b");
}

/// In a real folder: what is behind a link is the file system's own affair.
TEST_F(Toolkit, BehindALink) {
  llvm::SmallString<128> Root;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("toolkit", Root));
  std::string Base(Root);
  for (const char *Folder : {"/real/bin", "/real/include", "/bin"})
    ASSERT_FALSE(llvm::sys::fs::create_directories(Base + Folder));
  for (const char *File : {"/real/bin/nvcc", "/real/include/cuda_runtime.h"})
    std::ofstream(Base + File) << "";
  ASSERT_FALSE(
      llvm::sys::fs::create_link(Base + "/real/bin/nvcc", Base + "/bin/nvcc"));
  EXPECT_EQ(
      findCudaToolkit(Base + "/bin/nvcc", "/", *llvm::vfs::getRealFileSystem()),
      Base + "/real");
  llvm::sys::fs::remove_directories(Root);
}

TEST_F(Toolkit, OfTheEnvironmentThenOfTheSystem) {
  toolkit("/opt/a");
  toolkit("/opt/b");
  toolkit("/usr/local/cuda");
  EXPECT_EQ(pathIn("nvcc k.cu"), "/usr/local/cuda");
  setenv("CUDA_PATH", "/opt/b", 1);
  EXPECT_EQ(pathIn("nvcc k.cu"), "/opt/b");
  setenv("CUDA_HOME", "/opt/a", 1);
  EXPECT_EQ(pathIn("nvcc k.cu"), "/opt/a");
  setenv("CUDA_HOME", "/no/such", 1);
  EXPECT_EQ(pathIn("nvcc k.cu"), "/opt/b");
}

TEST_F(Toolkit, ThatIsNotThere) {
  EXPECT_EQ(pathIn("nvcc k.cu"), "");
  toolkit("/usr/local/cuda");
  EXPECT_EQ(pathIn("clang++ -nocudainc -nocudalib k.cu"), "");
}

TEST_F(Toolkit, GivesItsCccl) {
  toolkit("/usr/local/cuda");
  EXPECT_THAT(arguments("nvcc k.cu"), Not(Contains(HasSubstr("cccl"))));
  file("/usr/local/cuda/include/cccl/thrust/complex.h");
  EXPECT_THAT(arguments("nvcc k.cu"), Contains("/usr/local/cuda/include/cccl"));
  EXPECT_THAT(line("nvcc -I/usr/local/cuda/include/cccl k.cu").Added,
              Not(Contains(HasSubstr("cccl"))));
  // nvcc searches its directories for C++, too.
  std::vector<std::string> Cpp = arguments("nvcc a.cpp");
  EXPECT_THAT(Cpp, Contains("/usr/local/cuda/include"));
  EXPECT_THAT(Cpp, Contains("/usr/local/cuda/include/cccl"));
  EXPECT_THAT(Cpp, Not(Contains("--cuda-host-only")));
}

TEST_F(Toolkit, WithoutDeviceLibraries) {
  file("/usr/local/cuda/bin/nvcc");
  file("/usr/local/cuda/include/cuda_runtime.h");
  EXPECT_THAT(arguments("nvcc k.cu"), Contains("-nogpulib"));
}

} // namespace
