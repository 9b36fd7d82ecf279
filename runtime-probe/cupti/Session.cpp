// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Session.h"

#include "cupti/Collector.h"
#include "cupti/Device.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tensor_probe {

namespace {
/// CUDA 12.0: the oldest whose records decode() reads.
constexpr std::uint32_t kLeastVersion = 18;
/// CUPTI hands over what is complete so often (ms), so that a process that is
/// killed loses little.
constexpr std::uint32_t kFlushPeriod = 100;
constexpr CUpti_ActivityKind kKinds[] = {
    CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
    CUPTI_ACTIVITY_KIND_RUNTIME,
    CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,
    CUPTI_ACTIVITY_KIND_MEMSET,
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
};
constexpr CUpti_CallbackIdResource kCallbacks[] = {
    CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED,
    CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED,
};

const CoreApi *core = nullptr;
CuptiTable cupti;
Collector *collector = nullptr; // never destroyed: CUPTI may call to the end
CUpti_SubscriberHandle subscriber = nullptr;
std::uint32_t generation = 0; ///< of the process that has the session

/// False in a forked child, where CUPTI does not work.
bool is_ours() {
  return __atomic_load_n(core->generation, __ATOMIC_ACQUIRE) == generation;
}

bool open(const SiteBlock &row) {
  const std::uint32_t id = row.header.id;
  GpuBlock *block = is_ours() ? core->gpu_row(id) : nullptr;
  if (block == nullptr ||
      cupti.push(kOwnerKind, std::uint64_t{id} + 1) != CUPTI_SUCCESS)
    return false;
  add_to(block->copies, 1);
  Collector::set_row(id + 1);
  return true;
}

void close() {
  Collector::set_row(0);
  std::uint64_t id = 0;
  cupti.pop(kOwnerKind, &id);
}

/// What is complete: what is forced out of CUPTI while the device works on it
/// has no end, and does not come again.
void flush() {
  if (is_ours())
    cupti.flush_all(0);
}

void flush_at_exit() {
  flush();
  if (is_ours())
    cupti.flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  if (is_ours())
    collector->settle();
}

constexpr GpuTracer kTracer{open, close, flush};

void CUPTIAPI request_buffer(std::uint8_t **buffer, std::size_t *size,
                             std::size_t *most_records) {
  *most_records = 0; // as many as fit
  collector->request(buffer, size);
}

void CUPTIAPI buffer_complete(CUcontext context, std::uint32_t stream,
                              std::uint8_t *buffer, std::size_t,
                              std::size_t valid) {
  collector->complete(context, stream, buffer, valid);
}

void CUPTIAPI on_resource(void *, CUpti_CallbackDomain domain,
                          CUpti_CallbackId what, const void *data) {
  if (domain != CUPTI_CB_DOMAIN_RESOURCE)
    return;
  const auto *resource = static_cast<const CUpti_ResourceData *>(data);
  const auto *graph =
      static_cast<const CUpti_GraphData *>(resource->resourceDescriptor);
  std::uint64_t node = 0, original = 0;
  if (graph == nullptr ||
      cupti.graph_node_id(graph->node, &node) != CUPTI_SUCCESS)
    return;
  if (what == CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED)
    collector->node_created(node);
  else if (cupti.graph_node_id(graph->originalNode, &original) == CUPTI_SUCCESS)
    collector->node_cloned(node, original);
}

/// What stopped the session, and the holder of the seat where CUPTI says it.
struct Refusal {
  const char *step;
  CUptiResult result;
  char holder[256];
};

CUptiResult subscribe(char *holder, std::size_t size) {
#if CUPTI_API_VERSION >= 130000
  if (cupti.subscribe_naming_holder != nullptr) {
    CUpti_SubscriberParams params{};
    params.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
    params.subscriberName = "Tensor Tidy";
    params.oldSubscriberName = holder;
    params.oldSubscriberSize = size;
    return cupti.subscribe_naming_holder(&subscriber, on_resource, nullptr,
                                         &params);
  }
#endif
  *holder = '\0';
  static_cast<void>(size);
  return cupti.subscribe(&subscriber, on_resource, nullptr);
}

bool fails(Refusal &refusal, const char *step, CUptiResult result) {
  refusal.step = step;
  refusal.result = result;
  return result != CUPTI_SUCCESS;
}

/// The records and callbacks, after the seat was taken.
bool turn_on(Refusal &refusal) {
  for (const CUpti_CallbackIdResource callback : kCallbacks)
    if (fails(refusal, "callbacks of graphs",
              cupti.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                    callback)))
      return false;
  if (fails(refusal, "buffers",
            cupti.register_buffers(request_buffer, buffer_complete)))
    return false;
  for (const CUpti_ActivityKind kind : kKinds)
    if (fails(refusal, "records", cupti.enable(kind)))
      return false;
  if (cupti.flush_period != nullptr)
    cupti.flush_period(kFlushPeriod);
  return true;
}

void turn_off() {
  for (const CUpti_ActivityKind kind : kKinds)
    cupti.disable(kind);
  cupti.unsubscribe(subscriber);
}

void explain(const Refusal &refusal, char *reason, std::size_t size) {
  if (refusal.result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
    std::snprintf(reason, size,
                  "another tool has CUPTI, which serves one at a time: %s",
                  refusal.holder[0] == '\0' ? "it does not say its name"
                                            : refusal.holder);
    return;
  }
  const char *text = nullptr;
  if (cupti.result_string(refusal.result, &text) != CUPTI_SUCCESS ||
      text == nullptr)
    text = "no name";
  const char *hint = refusal.result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
                         ? ": the driver lets only administrators profile"
                         : "";
  std::snprintf(reason, size, "CUPTI refuses its %s with error %d, %s%s",
                refusal.step, static_cast<int>(refusal.result), text, hint);
}

/// TENSOR_PROBE_GPU_RECORD=DIR: buffers are kept there.
bool begin_recording(std::uint32_t version, char *reason, std::size_t size) {
  const char *folder = std::getenv("TENSOR_PROBE_GPU_RECORD");
  if (folder == nullptr || *folder == '\0')
    return true;
  RecordingHeader header{};
  header.magic = kRecordingMagic;
  header.emulated = cupti.emulated ? 1 : 0;
  header.cupti_version = version;
  if (!cupti.emulated)
    describe_device(header);
  if (collector->recorder().open(folder, header))
    return true;
  std::snprintf(reason, size, "TENSOR_PROBE_GPU_RECORD: '%s': %s", folder,
                std::strerror(errno));
  return false;
}
} // namespace

const GpuTracer *begin_session(const CoreApi &api, const CuptiTable &table,
                               char *reason, std::size_t size) {
  core = &api;
  cupti = table;
  generation = __atomic_load_n(api.generation, __ATOMIC_ACQUIRE);
  std::uint32_t version = 0;
  if (cupti.get_version(&version) != CUPTI_SUCCESS || version < kLeastVersion) {
    std::snprintf(reason, size,
                  "CUPTI says that it is version %u: of CUDA 12 (version %u) "
                  "or later is needed",
                  version, kLeastVersion);
    return nullptr;
  }
  collector = new Collector(*core, cupti);
  if (!begin_recording(version, reason, size))
    return nullptr;
  Refusal refusal{};
  if (fails(refusal, "subscription",
            subscribe(refusal.holder, sizeof(refusal.holder)))) {
    explain(refusal, reason, size);
    return nullptr;
  }
  if (!turn_on(refusal)) {
    turn_off();
    explain(refusal, reason, size);
    return nullptr;
  }
  // Before the driver's own end: that was registered earlier.
  std::atexit(flush_at_exit);
  return &kTracer;
}

} // namespace tensor_probe
