// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Start.h"

#include "core/Bandwidth.h"
#include "core/BeyondView.h"
#include "core/Clock.h"
#include "core/CompiledCalls.h"
#include "core/CompiledCode.h"
#include "core/DescribeLayout.h"
#include "core/GpuTier.h"
#include "core/Lock.h"
#include "core/Parts.h"
#include "core/Reason.h"
#include "core/Say.h"
#include "core/Settings.h"
#include "core/SiteTable.h"
#include "core/TorchInProcess.h"

#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tensor_probe {

namespace {
// Held by whoever starts the probe, which asks the dynamic linker for its lock.
// Others may come with that lock in their hands (a library's initialisation),
// so that nobody waits for this one while a start may be going on.
pthread_mutex_t start_mutex = PTHREAD_MUTEX_INITIALIZER;
constexpr char kBeingStarted[] =
    "the probe is being started by another thread; ask again";
bool active = false;
// Until this library has been initialised: at program start others call
// dlopen() while libtorch is mapped and not initialised.
bool settled = true;
// Whether a start failed half way, hooks set perhaps: it is not tried again.
bool broken = false;
bool calibrated = false;
// Copies come, and calibrate, as soon as the first hook is set.
pthread_mutex_t identity_mutex = PTHREAD_MUTEX_INITIALIZER;
RunIdentity identity;
thread_local ThreadCounts thread_counts_of_this;

template <typename Change> void change_identity(Change change) {
  Lock lock(identity_mutex);
  change(identity);
  site_table().set_identity(identity);
}

void note_compiled_code() {
  const unsigned left_out = find_compiled_code([](const char *path) {
    site_table().add_string(StringKind::compiled_module, path);
  });
  for (unsigned i = 0; i < left_out; ++i)
    site_table().count_loss(Loss::strings_full);
}

StackSites *intern_stack(const std::uintptr_t *pcs, std::uint32_t count,
                         std::uint32_t flags, StackUse use) {
  note_compiled_code();
  return site_table().intern_stack(pcs, count, flags, use);
}

PythonReader *python_reader = nullptr;

StackSites *intern_python(StackSites *native, const PythonPlace *places,
                          std::uint32_t count, StackUse use) {
  const PythonReader *reader =
      __atomic_load_n(&python_reader, __ATOMIC_ACQUIRE);
  return reader == nullptr
             ? native
             : site_table().intern_python(*native, *reader, places, count, use);
}

SiteBlock *add_row(StackSites *sites, std::uint64_t key, const RowSeed &seed) {
  return site_table().add_row(sites, key, seed);
}

StackSites *charge_forward(const StackSites &copy, const StackSites &forward) {
  return site_table().charge_forward(copy, forward);
}

void count(std::uint64_t FileHeader::*counter) { site_table().count(counter); }

void count_misuse(const StackSites &sites, const MisuseSeed &seed) {
  site_table().count_misuse(sites, seed);
}

std::uint32_t operator_id(const char *name) {
  return site_table().add_string(StringKind::operator_name, name);
}

std::uint32_t add_layout(const StackSites &sites, const char *op,
                         std::uint32_t before, std::uint32_t flags) {
  return site_table().add_layout(sites, op, before, flags);
}

std::uint32_t (*layout_of_part)(const void *) = nullptr;

FileHeader *header() { return site_table().header(); }

void count_loss(Loss loss) { site_table().count_loss(loss); }

void count_walk(std::uint64_t ns) {
  if (FileHeader *head = site_table().header()) {
    add_to(head->stack_misses, 1);
    add_to(head->stack_walk_ns, ns);
  }
}

void count_check(std::uint64_t ns, bool mismatch) {
  if (FileHeader *head = site_table().header()) {
    add_to(head->check_walks, 1);
    add_to(head->check_mismatches, mismatch ? 1 : 0);
    add_to(head->stack_walk_ns, ns);
  }
}

void count_nested() {
  if (FileHeader *head = site_table().header())
    add_to(head->nested_copies, 1);
}

bool claim_calibration() {
  if (__atomic_exchange_n(&calibrated, true, __ATOMIC_ACQ_REL))
    return false;
  if (settings().bandwidth) {
    const double rate = measure_memcpy();
    change_identity([rate](RunIdentity &own) { own.memcpy_gb_per_s = rate; });
  }
  return true;
}

void set_event_cost(double ns) {
  change_identity([ns](RunIdentity &own) { own.event_cost_ns = ns; });
}

void give_reason(const char *sentence) {
  set_reason(sentence);
  say("%s", sentence);
  site_table().add_string(StringKind::reason, sentence);
}

extern CoreApi core_api;

const GpuTracer *gpu_tracer() {
  return gpu_tracer_of(core_api, [](std::uint32_t on, std::uint32_t refused) {
    change_identity([on, refused](RunIdentity &own) {
      own.tiers |= on;
      own.tiers_refused |= refused;
    });
  });
}

void trace(const SiteBlock &row, std::uint64_t when_ns, std::uint64_t ns,
           std::uint64_t bytes) {
  thread_local std::uint32_t thread = 0, generation = 0;
  // A forked child's thread has another number.
  const std::uint32_t now = *site_table().generation();
  if (generation != now) {
    generation = now;
    thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
  }
  site_table().trace({when_ns, ns, bytes, row.header.id, thread});
}

GpuBlock *gpu_row(std::uint32_t row) { return site_table().gpu_row(row); }

GpuBlock *gpu_kernel(const char *name) { return site_table().gpu_kernel(name); }

CoreApi core_api = {kBridgeVersion,  0,
                    nullptr,         &identity.start_monotonic_ns,
                    intern_stack,    intern_python,
                    &python_reader,  add_row,
                    charge_forward,  count,
                    count_misuse,    bytes_beyond,
                    operator_id,     add_layout,
                    describe_layout, thread_counts,
                    header,          count_loss,
                    count_walk,      count_check,
                    count_nested,    claim_calibration,
                    set_event_cost,  give_reason,
                    gpu_tracer,      gpu_row,
                    gpu_kernel,      trace};

void start_clock(RunIdentity &own) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  own.start_unix_ns = static_cast<std::uint64_t>(now.tv_sec) * 1000000000ULL +
                      static_cast<std::uint64_t>(now.tv_nsec);
  own.start_monotonic_ns = clock_ns();
}

// Registered at the end of a start that succeeded: no other one, which would
// make a fork wait for the dynamic linker, follows.
void before_fork() {
  pthread_mutex_lock(&start_mutex);
  pthread_mutex_lock(&identity_mutex);
  site_table().before_fork();
}

void after_fork_in_parent() {
  site_table().after_fork_in_parent();
  pthread_mutex_unlock(&identity_mutex);
  pthread_mutex_unlock(&start_mutex);
}

void after_fork_in_child() {
  start_clock(identity);
  // CUDA and CUPTI do not survive a fork.
  if ((identity.tiers & kTierGpu) != 0) {
    identity.tiers &= ~(kTierGpu | kTierGpuEmulated);
    identity.tiers_refused |= kTierGpu;
  }
  forget_compiled_code();
  site_table().after_fork_in_child(identity);
  pthread_mutex_unlock(&identity_mutex);
  pthread_mutex_unlock(&start_mutex);
}

/// Has the library that stands in front of memcpy show what is copied.
void watch_memcpy(PartStatus &status) {
  if (status.touched == nullptr)
    return;
  using Watch = void (*)(void (*)(const void *, std::size_t));
  const auto watch =
      reinterpret_cast<Watch>(dlsym(RTLD_DEFAULT, "tensor_probe_watch_memcpy"));
  if (watch != nullptr) {
    watch(status.touched);
    return;
  }
  status.tiers &= ~kTierTouches;
  status.tiers_refused |= kTierTouches;
  give_reason("TENSOR_PROBE_MEMCPY=1: memcpy is not watched: preload "
              "libtensor_probe_memcpy.so as well");
}

Attached attach() {
  set_reason(kBeingStarted);
  change_identity(start_clock);
  core_api.generation = site_table().generation();
  core_api.wanted_tiers = kTierCopiesCpu | kTierCopiesCuda |
                          (settings().reach ? kTierReach : 0U) |
                          (settings().own_writes ? kTierOwnWrites : 0U) |
                          (settings().memory ? kTierMemory : 0U) |
                          (settings().layouts ? kTierLayouts : 0U) |
                          (settings().misses ? kTierMisses : 0U) |
                          (settings().touches ? kTierTouches : 0U) |
                          (settings().gpu ? kTierGpu : 0U) |
                          (settings().trace_events ? kTierTrace : 0U) |
                          (settings().emulated ? kTierGpuEmulated : 0U);
  PartStatus status{};
  char failure[2048];
  const Attached attached =
      attach_aten(core_api, status, failure, sizeof(failure));
  if (attached != Attached::yes) {
    set_reason(failure);
    if (attached != Attached::not_yet)
      say("%s", failure);
    return attached;
  }
  __atomic_store_n(&layout_of_part, status.layout_of, __ATOMIC_RELEASE);
  observe_compiled_calls(status.count_compiled_call);
  watch_memcpy(status);
  change_identity([&status](RunIdentity &own) {
    own.tiers = status.tiers | (core_api.wanted_tiers & kTierTrace);
    own.tiers_refused = status.tiers_refused;
    std::memcpy(own.torch_version, status.torch_version,
                sizeof(own.torch_version));
  });
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  // What the part says it cannot see stays.
  if (std::strcmp(reason(), kBeingStarted) == 0)
    set_reason("");
  return attached;
}

void set(bool &flag, bool value) {
  __atomic_store_n(&flag, value, __ATOMIC_RELEASE);
}

/// start() under start_mutex.
bool start_locked() {
  if (active || broken)
    return active;
  if (!probe_wanted()) {
    set_reason("TENSOR_PROBE=0 is set");
    set(settled, true);
    return false;
  }
  if (!torch_is_loaded()) {
    set_reason("libtorch_cpu is not loaded in this process; call "
               "tensor_probe_start() after it is");
    return false;
  }
  const Attached attached = attach();
  set(active, attached == Attached::yes);
  set(settled, attached != Attached::not_yet);
  broken = attached == Attached::broken;
  return active;
}

/// At load: nothing but this look around unless libtorch is there.
__attribute__((constructor)) void start_at_load() {
  set(settled, false);
  start();
}

__attribute__((destructor)) void end_of_run() {
  if (!is_active())
    return;
  note_compiled_code();
  site_table().update(RunState::ended);
}
} // namespace

bool start() {
  if (pthread_mutex_trylock(&start_mutex) != 0)
    return is_active();
  const bool started = start_locked();
  pthread_mutex_unlock(&start_mutex);
  return started;
}

bool is_settled() { return __atomic_load_n(&settled, __ATOMIC_ACQUIRE); }

bool is_active() { return __atomic_load_n(&active, __ATOMIC_ACQUIRE); }

ThreadCounts *thread_counts() { return &thread_counts_of_this; }

void set_python_reader(PythonReader *reader) {
  __atomic_store_n(&python_reader, reader, __ATOMIC_RELEASE);
}

std::uint32_t layout_of(const void *tensor_impl) {
  const auto of_part = __atomic_load_n(&layout_of_part, __ATOMIC_ACQUIRE);
  return of_part == nullptr || tensor_impl == nullptr ? 0
                                                      : of_part(tensor_impl);
}

const char *file_path() { return site_table().path(); }

} // namespace tensor_probe
