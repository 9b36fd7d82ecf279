// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/TorchHeaders.h"

#include "LowerSource.h"

#include "clang/Basic/FileManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

using namespace tensortidy;

namespace {

const char *const Old = "torch/csrc/api/include/torch/version.h";
const char *const New = "torch/headeronly/version.h";

/// The version in the folder /inc/, in which these files lie.
std::string versionIn(const std::map<std::string, std::string> &Files) {
  auto System = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[Name, Text] : Files)
    System->addFile("/inc/" + Name, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(Text));
  clang::FileManager Manager({}, System);
  TorchVersion V = torchVersionIn("/inc/", Manager);
  return V.isKnown() ? V.str() : "not known";
}

TEST(TorchHeaders, DefinitionsAreRead) {
  const char *Text = "#pragma once\n"
                     "/// TORCH_VERSION_MAJOR 9\n"
                     "#define TORCH_VERSION_MAJOR 2\n\n"
                     "#define TORCH_VERSION_MINOR 15\n"
                     "#define TORCH_VERSION_PATCH 3\n"
                     "#define TORCH_VERSION \\\n  \"2.15.3\"\n"
                     "#define TORCH_ABI_VERSION ( \\\n"
                     "  ((0ULL + TORCH_VERSION_MAJOR) << 56) | \\\n"
                     "  ((0ULL + TORCH_VERSION_MINOR) << 48))\n";
  EXPECT_EQ(versionIn({{New, Text}}), "2.15");
  EXPECT_EQ(versionIn({{Old, Text}}), "2.15");
  EXPECT_EQ(versionIn({{Old, "#include <torch/headeronly/version.h>\n"},
                       {New, Text}}),
            "2.15");
}

TEST(TorchHeaders, AnythingElseIsNotKnown) {
  EXPECT_EQ(versionIn({}), "not known");
  EXPECT_EQ(versionIn({{Old, ""}}), "not known");
  EXPECT_EQ(versionIn({{Old, "#define TORCH_VERSION_MAJOR 2\n"}}), "not known");
  EXPECT_EQ(versionIn({{Old, "#define TORCH_VERSION_MAJOR\n"
                             "#define TORCH_VERSION_MINOR\n"}}),
            "not known");
  EXPECT_EQ(versionIn({{Old, "#define TORCH_VERSION_MAJOR \"2\"\n"
                             "#define TORCH_VERSION_MINOR 1"}}),
            "not known");
}

TEST(TorchHeaders, EveryFunctionKnowsItsVersion) {
  Lowered L = lowerSource("at::Tensor f(at::Tensor x) { return x.t(); }\n");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Torch.str(), "1.13");
}

} // namespace
