// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Answer.h"

#include <initializer_list>

namespace tensortidy {

Answer conjunction(Answer A, Answer B) {
  for (Answer Strongest : {Answer::No, Answer::NoGeneric, Answer::Unknown})
    if (A == Strongest || B == Strongest)
      return Strongest;
  return Answer::Yes;
}

Answer disjunction(Answer A, Answer B) {
  for (Answer Strongest : {Answer::Yes, Answer::Unknown, Answer::NoGeneric})
    if (A == Strongest || B == Strongest)
      return Strongest;
  return Answer::No;
}

Answer negation(Answer A) {
  if (A == Answer::Yes)
    return Answer::No;
  return A == Answer::No ? Answer::Yes : Answer::Unknown;
}

const char *toString(Answer A) {
  switch (A) {
  case Answer::Yes:
    return "yes";
  case Answer::No:
    return "no";
  case Answer::NoGeneric:
    return "no (generic)";
  case Answer::Unknown:
    break;
  }
  return "cannot tell";
}

} // namespace tensortidy
