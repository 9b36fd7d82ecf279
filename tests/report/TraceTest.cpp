// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The timeline for Perfetto and Chrome.
#include "ProbeBytes.h"

#include "report/ProfileBuilder.h"
#include "report/Scopes.h"
#include "report/TextReport.h"
#include "report/TraceReport.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::HasSubstr;
using testing::SizeIs;

namespace {

ProbeBytes traced_file() {
  ProbeBytes file;
  file.module("/nowhere/prog");
  file.stack({{0x1020, 0x20, 0, 0}});
  file.row(ProbeBytes::copy_row(0, 3));
  file.row(ProbeBytes::copy_row(0, 1));
  // The last one was not written to the end when the process was killed.
  file.trace({{1000, 250, 24, 0, 77}, {3000, 90, 24, 1, 78}, {0, 0, 0, 0, 0}});
  file.header.start_unix_ns = 5000000;
  return file;
}

ProbeRecord record_of(const ProbeBytes &file) {
  auto record = parse_probe_file(file.bytes(), "p.probe");
  if (record)
    return *record;
  ADD_FAILURE() << llvm::toString(record.takeError());
  return {};
}

/// The events of a trace, without what names processes.
std::vector<llvm::json::Object> events_of(const std::string &trace) {
  std::vector<llvm::json::Object> events;
  auto json = llvm::json::parse(trace);
  if (!json) {
    ADD_FAILURE() << llvm::toString(json.takeError());
    return events;
  }
  for (const llvm::json::Value &value :
       *json->getAsObject()->getArray("traceEvents"))
    if (value.getAsObject()->getString("ph") == "X")
      events.push_back(*value.getAsObject());
  return events;
}

std::string trace_of(const std::vector<ProbeRecord> &files) {
  auto trace = trace_report(build_profile(files));
  if (trace)
    return *trace;
  ADD_FAILURE() << llvm::toString(trace.takeError());
  return {};
}

TEST(TraceReport, ACopyIsAnEventOfItsThread) {
  const std::string trace = trace_of({record_of(traced_file())});
  const std::vector<llvm::json::Object> events = events_of(trace);
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_EQ(events[0].getNumber("ts"), 1.0);
  EXPECT_EQ(events[0].getNumber("dur"), 0.25);
  EXPECT_EQ(events[0].getInteger("tid"), 77);
  EXPECT_EQ(events[0].getString("cat"), "layout copy");
  const llvm::json::Object &about = *events[0].getObject("args");
  EXPECT_EQ(about.getInteger("bytes"), 24);
  EXPECT_THAT(about.getString("where")->str(), HasSubstr("prog+0x"));
  EXPECT_EQ(events[1].getInteger("tid"), 78);
  EXPECT_THAT(trace, HasSubstr("prog on host, process 4711"));
}

TEST(TraceReport, ProcessesAreOnOneClock) {
  ProbeBytes early = traced_file(), late = traced_file();
  late.header.start_unix_ns += 2000000;
  const auto events = events_of(trace_of({record_of(late), record_of(early)}));
  ASSERT_THAT(events, SizeIs(4));
  EXPECT_EQ(events[0].getNumber("ts"), 2001.0);
  EXPECT_EQ(events[0].getInteger("pid"), 1);
  EXPECT_EQ(events[2].getNumber("ts"), 1.0);
  EXPECT_EQ(events[2].getInteger("pid"), 2);
}

TEST(TraceReport, CopiesWithoutAnEventAreSaid) {
  ProbeBytes file = traced_file();
  file.header.untraced = 9;
  const ProbeRecord record = record_of(file);
  EXPECT_THAT(trace_of({record}), HasSubstr("\"copies without an event\":9"));
  EXPECT_THAT(text_report(build_profile({record}), {}),
              HasSubstr("copies without an event in the trace: 9"));
}

TEST(TraceReport, OfAScopeWhatBeganInIt) {
  ProbeBytes file = traced_file();
  const std::uint32_t name = file.string(StringKind::scope_name, "step");
  file.scope(name, {{0, 0, 1, 24, 12}, {1, 0, 1, 24, 12}});
  std::vector<ProbeRecord> files = {record_of(file)};
  files[0].scopes[0].end_ns = 2000;
  ASSERT_FALSE(bool(keep_scope(files, "step")));
  EXPECT_THAT(events_of(trace_of(files)), SizeIs(1));
}

TEST(TraceReport, WithoutATraceItSaysWhatToDo) {
  auto trace = trace_report(build_profile({record_of(ProbeBytes())}));
  ASSERT_FALSE(trace);
  EXPECT_THAT(llvm::toString(trace.takeError()),
              HasSubstr("run it with TENSOR_PROBE_TRACE=1"));
}

TEST(TraceReport, ARowThatIsNotThereIsAnError) {
  ProbeBytes file;
  file.trace({{1000, 250, 24, 4, 77}});
  auto record = parse_probe_file(file.bytes(), "p.probe");
  ASSERT_FALSE(record);
  EXPECT_THAT(llvm::toString(record.takeError()),
              HasSubstr("damaged: row 4 of 0 in a trace"));
}

} // namespace
