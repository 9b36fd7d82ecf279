# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cpp_text(FILE VAR): the file as raw string literals. One literal for each
# piece, since compilers limit the length of a single one.
function(cpp_text file variable)
  file(READ ${file} text)
  string(LENGTH "${text}" length)
  set(literals "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 12000 piece)
    string(APPEND literals "R\"TIDY(${piece})TIDY\"\n")
    math(EXPR at "${at} + 12000")
  endwhile()
  set(${variable} "${literals}" PARENT_SCOPE)
endfunction()
