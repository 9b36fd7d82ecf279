// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reports say of copies on a GPU. All records here are made up.
#include "ProbeBytes.h"
#include "Synthetic.h"

#include "report/GpuText.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

GpuBlock five_kernels() {
  GpuBlock gpu{};
  gpu.copies = gpu.kernels = 5;
  gpu.kernel_ns = 10000;
  return gpu;
}

/// Five copies on a GPU at one place, and what devices did for them.
ProbeBytes gpu_file(const GpuBlock &gpu, std::uint32_t tiers = kTierGpu) {
  ProbeBytes file;
  file.module("/nowhere/prog");
  file.stack({{0x1020, 0x20, 0, 0}});
  SiteBlock row = ProbeBytes::copy_row(0, 5);
  row.src_device = row.dst_device = 1;
  row.bytes = 1000000;
  row.ns_sum = 40000;
  GpuBlock block = gpu;
  block.row = file.row(row);
  file.gpu(block);
  file.header.tiers |= kTierCopiesCuda | tiers;
  return file;
}

Profile profile_of(const ProbeBytes &file) {
  auto record = parse_probe_file(file.bytes(), "p.probe");
  if (!record) {
    ADD_FAILURE() << llvm::toString(record.takeError());
    return {};
  }
  return build_profile({*record});
}

std::string text_of(const ProbeBytes &file) {
  return text_report(profile_of(file), {});
}

llvm::json::Object first_site(const Profile &profile) {
  llvm::json::Value report = json_report(profile, {});
  return *report.getAsObject()->getArray("sites")->front().getAsObject();
}

TEST(GpuReport, TimeAndSpeedOnTheDevice) {
  const Profile profile = profile_of(gpu_file(five_kernels()));
  // 1 MB read and written in 10 us.
  EXPECT_EQ(why_no_speed(profile.sites[0]), "");
  EXPECT_DOUBLE_EQ(speed_of(profile.sites[0]), 200);
  const std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("on the GPU: 5 kernels 10.0 us\n"));
  EXPECT_THAT(text, HasSubstr(" 200  layout copy"));
  const llvm::json::Object site = first_site(profile);
  EXPECT_EQ(site.getObject("gpu")->getInteger("kernel_ns"), 10000);
  EXPECT_EQ(site.getNumber("gb_per_s"), 200.0);
  EXPECT_EQ(site.getString("ns_are"), "enqueue");
}

TEST(GpuReport, WhatOtherStreamsDidMeanwhile) {
  GpuBlock gpu = five_kernels();
  gpu.watched_ns = 10000;
  gpu.overlap_ns = 2500;
  const Profile profile = profile_of(gpu_file(gpu));
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("other streams were at work during 25.0 % of that "
                        "time\n"));
  const llvm::json::Object site = first_site(profile);
  EXPECT_EQ(site.getObject("gpu")->getInteger("beside_other_streams_ns"), 2500);
  gpu.watched_ns = 8000;
  EXPECT_THAT(text_of(gpu_file(gpu)),
              HasSubstr("during 31.2 % of 8.00 us of it\n"));
  gpu.watched_ns = gpu.overlap_ns = 0; // nobody looked
  EXPECT_THAT(text_of(gpu_file(gpu)), Not(HasSubstr("other streams")));
}

TEST(GpuReport, CopyKernelsOfCompiledCode) {
  ProbeBytes file = gpu_file(five_kernels());
  GpuBlock kernel{};
  kernel.row = kNoId;
  kernel.kernel =
      file.string(StringKind::compiled_kernel, "triton_poi_fused_clone_0");
  kernel.kernels = 12;
  kernel.kernel_ns = 3000;
  file.gpu(kernel);
  const Profile profile = profile_of(file);
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("its copy kernel triton_poi_fused_clone_0: 12 kernels "
                        "3.00 us\n"));
  const llvm::json::Value report = json_report(profile, {});
  const llvm::json::Array &kernels =
      *report.getAsObject()->getArray("compiled_copy_kernels");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].getAsObject()->getInteger("count"), 12);
}

TEST(GpuReport, AKernelWithoutAName) {
  ProbeBytes file = gpu_file(five_kernels());
  GpuBlock kernel{};
  kernel.row = kNoId;
  kernel.kernel = 99;
  file.gpu(kernel);
  auto record = parse_probe_file(file.bytes(), "p.probe");
  ASSERT_FALSE(bool(record));
  EXPECT_THAT(llvm::toString(record.takeError()), HasSubstr("string 99 of 0"));
}

TEST(GpuReport, WithoutTheTierTheTimeIsThatOfTheEnqueue) {
  ProbeBytes file = gpu_file({}, 0);
  const Profile profile = profile_of(file);
  EXPECT_THAT(gpu_lines(profile.sites[0]), IsEmpty());
  const char *why = "the time is the enqueue time: run with "
                    "TENSOR_PROBE_GPU=1 for that on the GPU";
  EXPECT_EQ(why_no_speed(profile.sites[0]), why);
  EXPECT_EQ(first_site(profile).getString("why_no_gb_per_s"), why);
  EXPECT_THAT(html_report(profile, {}), HasSubstr(why));
}

TEST(GpuReport, WhyTheTierWasRefused) {
  ProbeBytes file = gpu_file({}, 0);
  file.header.tiers_refused = kTierGpu;
  file.string(StringKind::reason, "another tool has CUPTI");
  EXPECT_THAT(text_of(file), HasSubstr("no GB/s: the time is the enqueue "
                                       "time: another tool has CUPTI\n"));
}

TEST(GpuReport, TransfersWaitsGraphsAndRecordsWithoutAnEnd) {
  GpuBlock gpu{};
  gpu.copies = 5;
  gpu.transfers = 9;
  gpu.transfer_ns = 9000;
  gpu.pageable = 2;
  gpu.pinned = 3;
  gpu.peer = 1;
  gpu.replayed = 4;
  gpu.replayed_ns = 4000;
  gpu.incomplete = 1;
  gpu.waits = 2;
  gpu.wait_ns = 7000;
  const Profile profile = profile_of(gpu_file(gpu));
  EXPECT_THAT(
      gpu_lines(profile.sites[0]),
      ElementsAre("on the GPU: 9 transfers 9.00 us (2 with pageable memory, 3 "
                  "with pinned memory, 1 between devices)",
                  "of these 4 replayed by CUDA graphs that were captured "
                  "here, 4.00 us",
                  "of these 1 without an end, in no time",
                  "the host waited for the GPU 2 times, 7.00 us"));
  EXPECT_THAT(why_no_speed(profile.sites[0]), HasSubstr("CUDA graphs"));
}

TEST(GpuReport, SpeedsOfPartsAreNotGiven) {
  GpuBlock late = five_kernels();
  late.copies = 4;
  EXPECT_THAT(text_of(gpu_file(late)),
              HasSubstr("enqueue time: 1 copy was made before"));
  GpuBlock missing = five_kernels();
  missing.kernels = 3;
  EXPECT_THAT(text_of(gpu_file(missing)),
              HasSubstr("enqueue time: records of the device are missing"));
}

/// A time that is in the file all the same is not believed.
TEST(GpuReport, EmulatedRecordsAreLabelledAndShowNoTime) {
  GpuBlock gpu = five_kernels();
  gpu.waits = 5;
  gpu.wait_ns = 123456;
  const Profile profile =
      profile_of(gpu_file(gpu, kTierGpu | kTierGpuEmulated));
  EXPECT_THAT(gpu_lines(profile.sites[0]),
              ElementsAre("emulated GPU, no times: 5 kernels",
                          "the host waited for the GPU 5 times"));
  EXPECT_EQ(speed_of(profile.sites[0]), 0);
  const std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("its GPU records are emulated"));
  EXPECT_THAT(text, Not(HasSubstr("123 us")));
  EXPECT_THAT(text, Not(HasSubstr("10.0 us")));
  const llvm::json::Object site = first_site(profile);
  EXPECT_EQ(site.getObject("gpu")->getBoolean("emulated"), true);
  EXPECT_TRUE(site.getObject("gpu")->get("kernel_ns")->getAsNull());
  EXPECT_TRUE(site.get("gb_per_s")->getAsNull());
  EXPECT_THAT(html_report(profile, {}), HasSubstr("emulated GPU, no times"));
}

TEST(GpuReport, LostRecordsAreSaid) {
  ProbeBytes file = gpu_file(five_kernels());
  file.header.losses[std::size_t(Loss::gpu_records_lost)] = 3;
  EXPECT_THAT(text_of(file), HasSubstr("GPU records lost: 3"));
  // They take no copy away.
  EXPECT_EQ(profile_of(file).losses(), 0U);
}

TEST(GpuReport, ARowThatIsNotThereIsAnError) {
  ProbeBytes file;
  GpuBlock gpu = five_kernels();
  gpu.row = 0;
  file.gpu(gpu);
  auto record = parse_probe_file(file.bytes(), "p.probe");
  ASSERT_FALSE(record);
  EXPECT_THAT(llvm::toString(record.takeError()),
              HasSubstr("p.probe: byte 4096: damaged: row 0 of 0 on a GPU"));
}

} // namespace
