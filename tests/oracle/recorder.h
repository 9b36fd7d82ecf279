// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls the generated functions with many inputs and records, for each line
// and operator, what libtorch did there.

#ifndef TENSOR_ORACLE_RECORDER_H
#define TENSOR_ORACLE_RECORDER_H

#include "functions.h"

#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <c10/core/GradMode.h>
#include <c10/util/Logging.h>

#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <string>

bool global_flag = false;
static std::minstd_rand coins;
void toggle_global() { global_flag = !global_flag; }
void toggle(bool &flag) { flag = !flag; }
bool coin() { return coins() & 64; }

namespace oracle {

/// How often an operator on a line did what, in executions in which all sizes
/// are in general position, that is 2 or more unless the code says so, and in
/// the others.
struct Counts {
  unsigned threw = 0, copied = 0, did_not_copy = 0;
};
struct Site {
  Counts general, other;
  std::string example; ///< the first execution that neither threw nor copied
};
inline std::map<std::pair<int, std::string>, Site> sites;
inline bool is_general = true;
inline std::string inputs;
inline int depth = 0;
inline unsigned copies = 0;

struct Call : at::ObserverContext {
  int at = 0;
  unsigned copies_before = 0;
  bool may_cut = false; ///< results have the sizes of 1 that it makes
};

inline bool has_small(const c10::IValue &v) {
  if (v.isTensor() && v.toTensor().defined()) {
    for (int64_t size : v.toTensor().sizes())
      if (size < 2)
        return true;
  } else if (v.isTensorList()) {
    for (const at::Tensor &t : v.toTensorVector())
      if (has_small(t))
        return true;
  }
  return false;
}

/// Operators that make sizes of 1 which the source does not show. narrow() is
/// only called with literals.
inline bool cuts(const std::string &name) {
  static const std::set<std::string> cutting = {
      "aten::slice",   "aten::chunk",   "aten::split",   "aten::view",
      "aten::reshape", "aten::view_as", "aten::flatten", "aten::unfold"};
  return cutting.count(name) != 0;
}

inline std::unique_ptr<at::ObserverContext> start(const at::RecordFunction &f) {
  auto call = std::make_unique<Call>();
  if (std::string(f.name()) == "aten::copy_")
    ++copies;
  if (depth++ == 0) {
    call->at = line;
    call->copies_before = copies;
    call->may_cut = cuts(f.name()) && !has_small(f.inputs().at(0));
  }
  return call;
}

inline void end(const at::RecordFunction &f, at::ObserverContext *context) {
  if (--depth > 0)
    return;
  const auto *call = static_cast<Call *>(context);
  const std::string name = f.name();
  const bool threw = f.outputs().empty();
  Site &site = sites[{call->at, name}];
  Counts &counts = is_general ? site.general : site.other;
  if (threw)
    ++counts.threw;
  else if (copies > call->copies_before)
    ++counts.copied;
  else if (counts.did_not_copy++ == 0 && is_general)
    site.example = inputs;
  if (call->may_cut)
    for (const c10::IValue &out : f.outputs())
      is_general &= !has_small(out);
}

/// The arguments of one call; all functions choose from them.
struct Inputs {
  at::Tensor x, y;
  c10::optional<at::Tensor> maybe;
  std::vector<at::Tensor> list;
  bool a = false, b = false, c = false;
  int mode = 0;
  Options options;
};

struct Function {
  const char *name;
  int rank;
  void (*call)(Inputs &);
};

inline at::Tensor tensor(const std::vector<int64_t> &sizes, unsigned layout,
                         std::string &text) {
  const int64_t rank = sizes.size();
  switch (layout) {
  case 1: {
    text += " transposed";
    std::vector<int64_t> turned = sizes;
    std::swap(turned[0], turned[rank - 1]);
    return at::rand(turned).transpose(0, rank - 1);
  }
  case 2: {
    text += " sliced";
    std::vector<int64_t> wider = sizes;
    wider[rank - 1] += 3;
    return at::rand(wider).narrow(rank - 1, 1, sizes[rank - 1]);
  }
  case 3: {
    text += " expanded";
    std::vector<int64_t> one = sizes;
    one[0] = 1;
    return at::rand(one).expand(sizes);
  }
  case 4:
    if (rank == 4) {
      text += " channels-last";
      return at::rand(sizes).contiguous(at::MemoryFormat::ChannelsLast);
    }
    [[fallthrough]];
  case 5: {
    text += " stepped";
    std::vector<int64_t> wider = sizes;
    wider[0] *= 2;
    return at::rand(wider).slice(0, 0, wider[0], 2);
  }
  case 6: {
    text += " inner-swapped";
    if (rank < 3)
      return at::rand(sizes);
    std::vector<int64_t> turned = sizes;
    std::swap(turned[0], turned[1]);
    return at::rand(turned).transpose(0, 1);
  }
  default:
    text += " contiguous";
    return at::rand(sizes);
  }
}

inline Inputs make(int rank, unsigned seed) {
  static const int64_t patterns[][4] = {
      {4, 4, 4, 4}, {8, 6, 4, 10}, {2, 2, 2, 2}, {6, 8, 12, 4}, {8, 8, 6, 6},
      {2, 6, 4, 8}, {4, 1, 6, 2},  {1, 4, 4, 6}, {0, 4, 2, 6},  {12, 12, 12, 6},
  };
  std::minstd_rand random(seed * 7919 + 13);
  auto draw = [&](unsigned n) { return unsigned(random() >> 8) % n; };
  Inputs in;
  const int64_t *pattern = patterns[draw(10)];
  const std::vector<int64_t> sizes(pattern, pattern + rank);
  is_general = *std::min_element(sizes.begin(), sizes.end()) >= 2;
  inputs = "sizes";
  for (int64_t size : sizes)
    inputs += " " + std::to_string(size);
  inputs += "; x";
  in.x = tensor(sizes, draw(7), inputs);
  inputs += "; y";
  in.y = draw(8) == 0 ? in.x : tensor(sizes, draw(7), inputs);
  inputs += "; maybe";
  if (draw(2))
    in.maybe = tensor(sizes, draw(7), inputs);
  inputs += "; list";
  for (unsigned i = 0; i < 2; ++i)
    in.list.push_back(tensor(sizes, draw(7), inputs));
  in.a = seed & 1, in.b = seed & 2, in.c = seed & 4;
  in.mode = seed / 8 % 3;
  in.options = {draw(2) == 1, draw(2) == 1, int(draw(3))};
  global_flag = draw(2);
  coins.seed(seed + 1);
  auto flag = [](const char *name, int value) {
    inputs += std::string("; ") + name + "=" + std::to_string(value);
  };
  flag("a", in.a), flag("b", in.b), flag("c", in.c), flag("mode", in.mode);
  flag("options.copy", in.options.copy), flag("options.swap", in.options.swap);
  flag("options.mode", in.options.mode), flag("global_flag", global_flag);
  return in;
}

inline void run(const Function &f, unsigned executions) {
  for (unsigned seed = 0; seed < executions; ++seed) {
    Inputs in = make(f.rank, seed);
    depth = 0;
    try {
      f.call(in);
    } catch (const std::exception &) {
      // What threw is recorded; the rest of the function is not reached.
    }
  }
}

/// One line each: line, operator, 3 counts, 3 counts, example; by tabs.
inline void print() {
  for (const auto &[key, site] : sites) {
    const Counts &g = site.general, &o = site.other;
    std::printf("%d\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t%s\n", key.first,
                key.second.c_str(), g.threw, g.copied, g.did_not_copy, o.threw,
                o.copied, o.did_not_copy, site.example.c_str());
  }
}

template <size_t N>
int run_all(const Function (&functions)[N], unsigned executions) {
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
  c10::NoGradGuard no_grad;
  at::addThreadLocalCallback(at::RecordFunctionCallback(start, end)
                                 .needsInputs(true)
                                 .needsOutputs(true)
                                 .scopes({at::RecordScope::FUNCTION}));
  for (const Function &f : functions)
    run(f, executions);
  print();
  return 0;
}

} // namespace oracle

#endif
