// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/DescribeLayout.h"

#include "core/SiteTable.h"

#include <tensor_probe/tensor_probe.h>

#include <cstdio>
#include <cstring>

namespace tensor_probe {

namespace {
/// What the tool says of it in one line; false if it says nothing.
bool ask_tool(std::uint32_t layout, char *text, std::size_t size) {
  const char *file = site_table().path();
  const char *tool = tensor_probe_tool();
  if (*file == '\0' || std::strchr(file, '\'') != nullptr ||
      std::strchr(tool, '\'') != nullptr)
    return false;
  char command[8192];
  const int length =
      std::snprintf(command, sizeof(command),
                    "TENSOR_PROBE=0 '%s' report '%s' --layout=%u 2>/dev/null",
                    tool, file, layout - 1);
  if (length >= static_cast<int>(sizeof(command)))
    return false;
  std::FILE *pipe = popen(command, "re");
  if (pipe == nullptr)
    return false;
  const bool read = std::fgets(text, static_cast<int>(size), pipe) != nullptr;
  while (std::fgetc(pipe) != EOF) {
  }
  const bool ended_well = pclose(pipe) == 0;
  text[read ? std::strcspn(text, "\n") : 0] = '\0';
  return read && ended_well && *text != '\0';
}
} // namespace

void describe_layout(std::uint32_t layout, char *text, std::size_t size) {
  text[0] = '\0';
  if (layout == 0 || ask_tool(layout, text, size))
    return;
  site_table().layout_operators(layout, text, size);
}

} // namespace tensor_probe
