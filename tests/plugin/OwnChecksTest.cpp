// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/OwnChecks.h"

#include <gtest/gtest.h>

using namespace tensortidy;

TEST(OwnChecks, OwnChecksAreToldByTheirPrefix) {
  EXPECT_TRUE(isOwnCheck("tensor-hidden-copy"));
  EXPECT_TRUE(isOwnCheck("tensor-*"));
  EXPECT_FALSE(isOwnCheck("-tensor-*"));
  EXPECT_FALSE(isOwnCheck("misc-tensor-x"));
}

TEST(OwnChecks, OnWhereNothingIsConfigured) {
  EXPECT_EQ(withOwnChecks(""), "tensor-*");
}

TEST(OwnChecks, OnWhereTheConfigurationDoesNotSpeakOfThem) {
  EXPECT_EQ(withOwnChecks("bugprone-*,-bugprone-x"),
            "tensor-*,bugprone-*,-bugprone-x");
  EXPECT_EQ(withOwnChecks("-*,bugprone-*"), "-*,tensor-*,bugprone-*");
  EXPECT_EQ(withOwnChecks("a-*,-*,b-*,-*,c-*"), "a-*,-*,b-*,-*,tensor-*,c-*");
}

TEST(OwnChecks, WhatIsTakenAwayStaysAway) {
  EXPECT_EQ(withOwnChecks("-tensor-hidden-copy"),
            "tensor-*,-tensor-hidden-copy");
  EXPECT_EQ(withOwnChecks("-*,misc-*,-tensor-*"),
            "-*,tensor-*,misc-*,-tensor-*");
}

TEST(OwnChecks, WhatSwitchesOneOnIsObeyed) {
  for (const char *Checks :
       {"tensor-*", "-*,tensor-hidden-copy", "-*, misc-*, tensor-hidden-copy"})
    EXPECT_EQ(withOwnChecks(Checks), Checks);
}

TEST(OwnChecks, AListThatEndsWithEverythingOffRunsNothing) {
  EXPECT_EQ(withOwnChecks("-*"), "-*");
  EXPECT_EQ(withOwnChecks("misc-*,\n -*\n"), "misc-*,\n -*\n");
}

TEST(OwnChecks, GlobsMayStandOnLines) {
  EXPECT_EQ(withOwnChecks("-*,\n  bugprone-*,\n"), "-*,tensor-*,bugprone-*");
}
