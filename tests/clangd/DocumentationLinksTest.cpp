// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clangd/DocumentationLinks.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace tensortidy;

namespace {

std::string framed(const std::string &Body) {
  return "Content-Length: " + std::to_string(Body.size()) + "\r\n\r\n" + Body;
}

std::string diagnostic(const std::string &Link) {
  return R"({"params":{"diagnostics":[{"codeDescription":{"href":")" + Link +
         R"("},"message":"m"}]}})";
}

const std::string Upstream =
    "https://clang.llvm.org/extra/clang-tidy/checks/tensor/";

/// A folder with the page of tensor-known, and a space in its name.
class DocumentationLinksTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tensor tidy", Folder));
    SmallString<128> Page(Folder);
    sys::path::append(Page, "known.md");
    std::error_code Error;
    raw_fd_ostream(Page, Error) << "# known\n";
    ASSERT_FALSE(Error);
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  /// What comes out when \p Text is written in pieces of \p Piece bytes.
  std::string through(const std::string &Text, size_t Piece,
                      bool Pretty = false) {
    std::string Out;
    raw_string_ostream To(Out);
    DocumentationLinks Links(To, std::string(Folder), Pretty);
    for (size_t I = 0; I < Text.size(); I += Piece) {
      Links << StringRef(Text).substr(I, Piece);
      Links.flush();
    }
    return Out;
  }

  SmallString<128> Folder;
};

TEST_F(DocumentationLinksTest, OtherMessagesPassUnchanged) {
  // Not in the order in which LLVM would write the keys again.
  std::string Text = framed(R"({"z":1, "a":[]})") +
                     framed(diagnostic("https://clang.llvm.org/x.html"));
  for (size_t Piece : {1, 7, 4096})
    EXPECT_EQ(through(Text, Piece), Text);
}

TEST_F(DocumentationLinksTest, OurChecksLinkToTheirPage) {
  std::string Text = framed(diagnostic(Upstream + "known.html"));
  for (size_t Piece : {1, 7, 4096}) {
    std::string Out = through(Text + framed("{}"), Piece);
    EXPECT_NE(Out.find("known.md"), std::string::npos);
    EXPECT_NE(Out.find("file:///"), std::string::npos);
    EXPECT_NE(Out.find("tensor%20tidy"), std::string::npos);
    EXPECT_EQ(Out.find("clang.llvm.org"), std::string::npos);
    StringRef Body = StringRef(Out).split("\r\n\r\n").second;
    ASSERT_TRUE(Body.consume_back(framed("{}")));
    EXPECT_EQ(Out, framed(Body.str()) + framed("{}"));
    EXPECT_TRUE(bool(json::parse(Body)));
  }
}

TEST_F(DocumentationLinksTest, NoLinkWhereThereIsNoPage) {
  EXPECT_EQ(through(framed(diagnostic(Upstream + "unknown.html")), 4096),
            framed(R"({"params":{"diagnostics":[{"message":"m"}]}})"));
}

TEST_F(DocumentationLinksTest, IndentedWhereTheServerIndents) {
  std::string Out =
      through(framed(diagnostic(Upstream + "known.html")), 4096, true);
  EXPECT_NE(Out.find("{\n  \"params\""), std::string::npos);
}

TEST_F(DocumentationLinksTest, TextThatMentionsALinkIsNoLink) {
  std::string Text = framed(R"({"params":{"label":")" + Upstream + R"("}})");
  EXPECT_EQ(through(Text, 4096), Text);
}

TEST_F(DocumentationLinksTest, WhatIsNoMessageIsNotHeldBack) {
  EXPECT_EQ(through("Something: else\r\n\r\n{}", 4096),
            "Something: else\r\n\r\n{}");
}

} // namespace
