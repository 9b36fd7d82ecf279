// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Resolver.h"

#include "report/Operators.h"
#include "report/SkipRules.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace tensor_probe {
namespace {

const ModuleRecord generated_code{"", ""};

const ModuleRecord &module_of(const ProbeRecord &file, const Frame &frame) {
  return frame.module == kNoId ? generated_code : file.modules[frame.module];
}

/// The first of one address's frames that is not the library's; the number of
/// frames when all are.
std::size_t first_user_frame(const std::vector<SourceFrame> &frames) {
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (!is_library_frame(frames[i]))
      return i;
  return frames.size();
}

/// The interpreter's own lines, where it was built with -g, say nothing about
/// the program that it runs.
SourceFrame as_python(const SourceFrame &frame) {
  SourceFrame python;
  python.module = frame.module;
  python.offset = frame.offset;
  python.build_id = frame.build_id;
  python.why_no_line = "called from Python, whose lines are recorded where "
                       "the program imports tensor_probe";
  return python;
}

std::string string_of(const ProbeRecord &file, std::uint32_t id) {
  return id == kNoId ? std::string() : file.strings[id].text;
}

SourceFrame python_frame(const ProbeRecord &file, const PythonFrame &frame) {
  SourceFrame source;
  source.file = string_of(file, frame.file);
  source.function = string_of(file, frame.function);
  source.line = frame.line;
  if (source.line == 0)
    source.why_no_line = "this Python code has no line";
  return source;
}

/// The user's Python frames; all of them where all are of libraries.
std::vector<SourceFrame> python_frames(const ProbeRecord &file,
                                       const StackRecord &stack) {
  std::vector<SourceFrame> user, all;
  for (const PythonFrame &frame : stack.python) {
    all.push_back(python_frame(file, frame));
    if ((frame.flags & kPythonLibrary) == 0)
      user.push_back(all.back());
  }
  return user.empty() ? all : user;
}

/// Puts the frames of Python code in the place of the interpreter's. Which of
/// them called which C++ frame is not recorded, so they stand together, where
/// the innermost frame of the interpreter is.
void insert_python(const std::vector<SourceFrame> &python,
                   std::vector<SourceFrame> &user) {
  auto is_interpreter = [](const SourceFrame &frame) {
    return is_python_module(frame.module);
  };
  auto first = std::find_if(user.begin(), user.end(), is_interpreter);
  std::size_t at = std::size_t(first - user.begin());
  user.erase(std::remove_if(first, user.end(), is_interpreter), user.end());
  user.insert(user.begin() + std::ptrdiff_t(at), python.begin(), python.end());
}

/// Of consecutive frames of the interpreter the first one stands for all.
void append_user_frames(const std::vector<SourceFrame> &frames,
                        std::size_t from, std::vector<SourceFrame> &user) {
  for (std::size_t i = from; i < frames.size(); ++i) {
    if (is_library_frame(frames[i]) || frames[i].function == "_start")
      continue;
    if (!is_python_module(frames[i].module))
      user.push_back(frames[i]);
    else if (user.empty() || !is_python_module(user.back().module))
      user.push_back(as_python(frames[i]));
  }
}

/// Of what runs the nodes of a backward pass (torch/csrc/autograd/engine.h).
bool is_engine(const SourceFrame &frame) {
  return frame.function.find("torch::autograd::Engine::") != std::string::npos;
}

std::string why_no_place(const StackRecord &stack) {
  if (stack.flags & kStackFailed)
    return "the stack could not be walked";
  if (stack.flags & kStackTruncated)
    return "the user's frame lies beyond the " + std::to_string(kMaxFrames) +
           " innermost, which are all that is kept";
  return "no frame of the stack is the user's: the copy was made on a thread "
         "of the library's, as in a backward pass";
}

} // namespace

void Resolver::mend_tail_call(const ProbeRecord &file, const Frame &site,
                              const Frame *callee, ResolvedStack &resolved) {
  const ModuleRecord &module = module_of(file, site);
  if (!callee || resolved.place.line == 0)
    return;
  std::string below =
      symbolizer.frames(module_of(file, *callee), callee->offset)
          .back()
          .function;
  auto lost = tail_calls.find(module, site.offset, below);
  if (!lost)
    return;
  std::vector<SourceFrame> found;
  for (std::uint64_t after : llvm::reverse(lost->restored)) {
    const auto &frames = symbolizer.frames(module, after);
    append_user_frames(frames, first_user_frame(frames), found);
  }
  if (found.empty() || found.front().line == 0) {
    resolved.tail_call = "a tail call removed the frame of " + lost->callee +
                         ", or of what it calls";
    return;
  }
  resolved.place = found.front();
  resolved.user.insert(resolved.user.begin(), found.begin(), found.end());
}

ResolvedStack Resolver::resolve(const ProbeRecord &file, std::uint32_t id) {
  ResolvedStack resolved;
  if (id == kNoId) {
    resolved.place.why_no_line = "its stack could not be recorded";
    return resolved;
  }
  const StackRecord &stack = file.stacks[id];
  const Frame *site = nullptr;
  const Frame *callee = nullptr;
  for (const Frame &frame : stack.frames) {
    const auto &frames =
        symbolizer.frames(module_of(file, frame), frame.offset);
    std::size_t first = site ? 0 : first_user_frame(frames);
    if (!site) {
      for (std::size_t i = 0; i < first; ++i) {
        std::string op = operator_of_symbol(frames[i].function);
        if (!op.empty())
          resolved.op = op;
        resolved.below_engine |= is_engine(frames[i]);
      }
      if (first == frames.size()) {
        callee = &frame;
        continue;
      }
      site = &frame;
      resolved.place = frames[first];
    }
    append_user_frames(frames, first, resolved.user);
  }
  if (!site)
    resolved.place.why_no_line = why_no_place(stack);
  else if (is_python_module(resolved.place.module))
    resolved.place = as_python(resolved.place);
  else
    mend_tail_call(file, *site, callee, resolved);
  const std::vector<SourceFrame> python = python_frames(file, stack);
  if (python.empty())
    return resolved;
  if (site && is_python_module(resolved.place.module))
    resolved.place = python.front();
  insert_python(python, resolved.user);
  resolved.python = python.front();
  return resolved;
}

} // namespace tensor_probe
