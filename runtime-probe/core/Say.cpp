// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Say.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace tensor_probe {

void say(const char *format, ...) {
  char line[2048] = "tensor_probe: ";
  const std::size_t start = std::strlen(line);
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line + start, sizeof(line) - start - 1, format, arguments);
  va_end(arguments);
  std::size_t length = std::strlen(line);
  line[length++] = '\n';
  // Nobody to tell if standard error cannot be written to.
  [[maybe_unused]] const ssize_t written = write(2, line, length);
}

} // namespace tensor_probe
