// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Reason.h"

#include <cstdlib>
#include <cstring>

namespace tensor_probe {

namespace {
/// Every sentence that was ever set, once: they are few, and the same ones
/// come again each time a start is tried in vain.
struct Sentence {
  Sentence *next;
  const char *text;
};
Sentence first{nullptr, "the probe was not started"};
Sentence *sentences = &first;
const char *current = first.text;

const char *find(const char *text) {
  for (Sentence *known = __atomic_load_n(&sentences, __ATOMIC_ACQUIRE);
       known != nullptr; known = known->next)
    if (std::strcmp(known->text, text) == 0)
      return known->text;
  return nullptr;
}

/// Two threads may add the same one at once: then there are two.
const char *add(const char *text) {
  const std::size_t bytes = std::strlen(text) + 1;
  auto *added = static_cast<Sentence *>(std::malloc(sizeof(Sentence) + bytes));
  if (added == nullptr)
    return "out of memory";
  added->text = static_cast<const char *>(std::memcpy(added + 1, text, bytes));
  added->next = __atomic_load_n(&sentences, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&sentences, &added->next, added, true,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
  return added->text;
}
} // namespace

void set_reason(const char *sentence) {
  const char *known = find(sentence);
  __atomic_store_n(&current, known == nullptr ? add(sentence) : known,
                   __ATOMIC_RELEASE);
}

const char *reason() { return __atomic_load_n(&current, __ATOMIC_ACQUIRE); }

} // namespace tensor_probe
