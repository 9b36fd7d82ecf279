// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Symbolizer.h"

#include "report/Reader.h"
#include "report/SkipRules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"

namespace tensor_probe {
namespace {

constexpr const char *no_debug_info =
    "its module has no line information for it: build the module with -g";

std::string or_empty(const std::string &text) {
  return text == llvm::DILineInfo::BadString ? std::string() : text;
}

std::string module_key(const ModuleRecord &module) {
  return module.path + '\n' + module.build_id;
}

/// A frame of which only the place in the module is known.
SourceFrame bare_frame(const ModuleRecord &module, std::uint64_t offset,
                       const std::string &why) {
  SourceFrame frame;
  frame.module = module.path;
  frame.offset = offset;
  frame.build_id = module.build_id;
  frame.why_no_line = why;
  return frame;
}

SourceFrame frame_of(const llvm::DILineInfo &info, SourceFrame frame) {
  frame.function = or_empty(info.FunctionName);
  frame.file = or_empty(info.FileName);
  frame.line = frame.file.empty() ? 0 : info.Line;
  frame.column = frame.line == 0 ? 0 : info.Column;
  if (frame.line != 0)
    frame.why_no_line.clear();
  return frame;
}

} // namespace

std::string why_module_unusable(const ModuleRecord &module) {
  if (module.path.empty() || module.path[0] != '/' ||
      !llvm::sys::fs::is_regular_file(module.path))
    return "the module is not on this machine";
  auto object = llvm::object::ObjectFile::createObjectFile(module.path);
  if (!object) {
    std::string why = llvm::toString(object.takeError());
    return "the module cannot be read: " + why;
  }
  std::string found = llvm::toHex(llvm::object::getBuildID(object->getBinary()),
                                  /*LowerCase=*/true);
  if (found == module.build_id)
    return {};
  auto named = [](const std::string &id) { return id.empty() ? "none" : id; };
  return "the module was rebuilt since: its build id was " +
         named(module.build_id) + " and is " + named(found);
}

Symbolizer::Symbolizer() = default;

const std::string &Symbolizer::why_unusable(const ModuleRecord &module) {
  auto [entry, is_new] = unusable.try_emplace(module_key(module));
  if (!is_new)
    return entry->second;
  entry->second = why_module_unusable(module);
  if (!entry->second.empty() && module.path[0] == '/')
    reported[module.path] = module.path + ": " + entry->second;
  else if (!module.path.empty() && module.build_id.empty() &&
           !is_library_module(module.path))
    reported[module.path] =
        module.path + ": has no build id, so its lines are right only if the "
                      "file is still the one that ran (link it with "
                      "-Wl,--build-id)";
  return entry->second;
}

std::vector<SourceFrame> Symbolizer::look_up(const ModuleRecord &module,
                                             std::uint64_t return_offset) {
  std::uint64_t call = return_offset == 0 ? 0 : return_offset - 1;
  const std::string &why = why_unusable(module);
  if (!why.empty())
    return {bare_frame(module, call, why)};
  auto inlined = llvm_symbolizer.symbolizeInlinedCode(
      module.path, {call, llvm::object::SectionedAddress::UndefSection});
  SourceFrame bare = bare_frame(module, call, no_debug_info);
  if (!inlined) {
    bare.why_no_line = llvm::toString(inlined.takeError());
    reported[module.path] = module.path + ": " + bare.why_no_line;
    return {bare};
  }
  std::vector<SourceFrame> frames;
  std::uint32_t count = inlined->getNumberOfFrames();
  for (std::uint32_t i = 0; i < count; ++i) {
    frames.push_back(frame_of(inlined->getFrame(i), bare));
    frames.back().inlined = i + 1 < count;
  }
  if (frames.empty())
    frames.push_back(bare);
  return frames;
}

const std::vector<SourceFrame> &
Symbolizer::frames(const ModuleRecord &module, std::uint64_t return_offset) {
  Key key{module_key(module), return_offset};
  auto known = cache.find(key);
  if (known == cache.end())
    known = cache.emplace(key, look_up(module, return_offset)).first;
  return known->second;
}

std::vector<std::string> Symbolizer::warnings() const {
  std::vector<std::string> list;
  for (const auto &entry : reported)
    list.push_back(entry.second);
  return list;
}

} // namespace tensor_probe
