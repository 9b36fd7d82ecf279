// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry that the core calls, see core/Bridge.h.

#include "aten/CopyHook.h"
#include "aten/Layouts.h"
#include "aten/MemoryTier.h"
#include "aten/MissTier.h"
#include "aten/ReachObserver.h"
#include "aten/Touches.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/version.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <string>

#ifndef NDEBUG
// RecordFunction has a member that exists only without NDEBUG, and release
// builds of libtorch have none (1.13 and 2.x, ATen/record_function.h).
#error "build this part with -DNDEBUG"
#endif

namespace caffe2 {
// Of libtorch_cpu (1.13 to 2.15); Debian installs no header that has it.
__attribute__((visibility("default")))
const std::map<std::string, std::string> &
GetBuildOptions();
} // namespace caffe2

namespace tensor_probe {

/// The version that the libtorch in this process was built as, or "" if it
/// does not say. Not from at::show_config(), which asks the CUDA run time: it
/// may be in the middle of its own initialisation, from where we are called
/// when that loads the driver.
static std::string running_version() {
  const std::map<std::string, std::string> &options = caffe2::GetBuildOptions();
  const auto version = options.find("TORCH_VERSION");
  return version == options.end() ? "" : version->second;
}

static bool fits(const std::string &version) {
  const std::string minor = std::to_string(TORCH_VERSION_MAJOR) + "." +
                            std::to_string(TORCH_VERSION_MINOR) + ".";
  return version.empty() || version.compare(0, minor.size(), minor) == 0;
}

/// Whether libtorch's own operators are registered: its static initialisers
/// have run, or are about to end.
static bool is_initialised() {
  return c10::Dispatcher::singleton()
      .findSchema({"aten::copy_", ""})
      .has_value();
}

static int attach(const CoreApi *core, PartStatus *status) {
  if (core->version != kBridgeVersion)
    return 1;
  if (!is_initialised())
    return kAttachNotYet;
  std::string version = running_version();
  std::snprintf(status->torch_version, sizeof(status->torch_version), "%s",
                version.empty() ? TORCH_VERSION : version.c_str());
  if (!fits(version))
    return 1;
  hook_copies(*core, *status);
  observe_compiled_models(*core, *status);
  if ((core->wanted_tiers & kTierReach) != 0)
    observe_reach(*core, *status);
  if ((core->wanted_tiers & kTierMemory) != 0)
    observe_memory(*core, *status);
  if ((core->wanted_tiers & kTierMisses) != 0)
    observe_misses(*core, *status);
  if ((core->wanted_tiers & kTierLayouts) != 0)
    observe_layouts(*core, *status);
  if ((core->wanted_tiers & kTierTouches) != 0)
    observe_touches(*core, *status);
  return 0;
}

/// The first line: libtorch's own errors go on with a backtrace.
static int fail(PartStatus *status, const char *what) {
  std::snprintf(status->failure, sizeof(status->failure), "%.*s",
                static_cast<int>(std::strcspn(what, "\n")), what);
  return kAttachFailed;
}

} // namespace tensor_probe

extern "C" __attribute__((visibility("default"))) int
tensor_probe_part_attach(const tensor_probe::CoreApi *core,
                         tensor_probe::PartStatus *status) {
  try {
    return tensor_probe::attach(core, status);
  } catch (const std::exception &error) {
    return tensor_probe::fail(status, error.what());
  } catch (...) {
    return tensor_probe::fail(status, "an unknown exception");
  }
}
