// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes choose what is known of a tensor, a chain of operators, views,
// guards and joins, and the questions: every answer that the layout algebra
// decides has to be that of concrete tensors, as in tests/unit/layout.

#include "RandomRun.h"

#include <cstdio>
#include <cstdlib>

using namespace tensortidy;

namespace {

/// One byte a choice; zeros when there are no more.
class Bytes {
public:
  Bytes(const uint8_t *Data, size_t Size) : Next(Data), End(Data + Size) {}
  uint32_t operator()() { return Next == End ? 0 : *Next++; }

private:
  const uint8_t *Next, *End;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Bytes Choices(Data, Size);
  const Knowledge Mode = static_cast<Knowledge>(Choices() % 4);
  Tally Results;
  RandomRun(Choices, Mode, Results).run();
  for (const std::string &Text : Results.Contradictions)
    std::fprintf(stderr, "contradicted: %s\n", Text.c_str());
  if (!Results.Contradictions.empty())
    std::abort();
  return 0;
}
