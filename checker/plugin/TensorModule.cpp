// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/TensorModule.h"

#include "checks/Checks.h"
#include "plugin/TensorCheck.h"

#include "clang-tidy/ClangTidyModule.h"

using namespace clang::tidy;

namespace tensortidy {

namespace {

class TensorModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    for (const CheckInfo &Check : allChecks())
      Factories.registerCheckFactory(
          Check.Name, [](llvm::StringRef Name, ClangTidyContext *Context) {
            return std::make_unique<TensorCheck>(Name, Context);
          });
  }
};

ClangTidyModuleRegistry::Add<TensorModule>
    Registered("tensor-module", "Checks of tensors' memory layouts.");

} // namespace

volatile int TensorTidyModuleAnchor = 0;

static bool RemarksAreShown = true;

void hideRemarks() { RemarksAreShown = false; }
bool showsRemarks() { return RemarksAreShown; }

} // namespace tensortidy
