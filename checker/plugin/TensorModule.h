// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PLUGIN_TENSORMODULE_H
#define TENSORTIDY_PLUGIN_TENSORMODULE_H

namespace tensortidy {

/// An executable that links the module's static library reads this, so that
/// the linker keeps the module's registration.
extern volatile int TensorTidyModuleAnchor;

/// For clangd, which makes a remark the note of whatever diagnostic came before
/// it. Call it before the first translation unit is checked.
void hideRemarks();
/// Are functions that were given up remarks? Yes unless hideRemarks() was
/// called.
bool showsRemarks();

} // namespace tensortidy

#endif
