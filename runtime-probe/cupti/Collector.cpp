// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Collector.h"

#include <cstdlib>
#include <vector>

namespace tensor_probe {

namespace {
thread_local std::uint32_t row_of_thread = 0;
} // namespace

void Collector::request(std::uint8_t **buffer, std::size_t *size) {
  *size = kBufferBytes;
  *buffer = static_cast<std::uint8_t *>(std::malloc(kBufferBytes));
  if (*buffer != nullptr)
    return;
  const bool taken = reserve_taken_.exchange(true);
  *size = taken ? 0 : sizeof(reserve_);
  *buffer = taken ? nullptr : reserve_;
}

void Collector::publish_losses(std::uint64_t dropped) {
  FileHeader *head = core_.header();
  const std::uint64_t lost = dropped + ledger_.take_lost();
  if (head != nullptr && lost != 0)
    add_to(head->losses[static_cast<std::size_t>(Loss::gpu_records_lost)],
           lost);
}

void Collector::decode_all(std::uint8_t *buffer, std::size_t valid) {
  constexpr std::size_t kBatch = 256;
  std::vector<Activity> batch;
  batch.reserve(kBatch);
  CUpti_Activity *record = nullptr;
  bool more = true;
  while (more) {
    batch.clear();
    while (batch.size() < kBatch &&
           (more = cupti_.next_record(buffer, valid, &record) == CUPTI_SUCCESS))
      batch.push_back(decode(*record));
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const Activity &activity : batch)
      ledger_.take(activity);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  ledger_.settle(/*all=*/false);
}

void Collector::settle() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ledger_.settle(/*all=*/true);
}

void Collector::complete(CUcontext context, std::uint32_t stream,
                         std::uint8_t *buffer, std::size_t valid) {
  if (valid != 0) {
    if (recorder_.is_open()) {
      const std::lock_guard<std::mutex> lock(recording_);
      recorder_.buffer(cupti_, buffer, valid);
    }
    decode_all(buffer, valid);
  }
  std::size_t dropped = 0;
  cupti_.dropped_records(context, stream, &dropped);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    publish_losses(dropped);
  }
  if (buffer == reserve_)
    reserve_taken_ = false;
  else
    std::free(buffer);
}

void Collector::set_row(std::uint32_t row) { row_of_thread = row; }

void Collector::node_created(std::uint64_t node) {
  if (row_of_thread == 0)
    return;
  if (recorder_.is_open()) {
    const std::lock_guard<std::mutex> lock(recording_);
    recorder_.pair(ChunkKind::graph_node, node, row_of_thread - 1);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  ledger_.add_node(node, row_of_thread - 1);
}

void Collector::node_cloned(std::uint64_t node, std::uint64_t original) {
  if (recorder_.is_open()) {
    const std::lock_guard<std::mutex> lock(recording_);
    recorder_.pair(ChunkKind::cloned_node, node, original);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  ledger_.clone_node(node, original);
}

} // namespace tensor_probe
