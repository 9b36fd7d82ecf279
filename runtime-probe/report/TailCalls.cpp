// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TailCalls.h"

#include "report/Reader.h"
#include "report/SkipRules.h"

#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ObjectFile.h"

#include <set>

namespace tensor_probe {
namespace {

/// Longest chain of tail calls that is followed.
constexpr unsigned max_chain = 8;
/// Two are enough to know that a chain is not the only one.
constexpr std::size_t max_chains = 2;

using llvm::DWARFDie;

/// The name as the symboliser spells it, without "[clone .part.0]".
std::string function_name(llvm::StringRef linkage_name) {
  std::string name = llvm::demangle(linkage_name);
  return name.substr(0, name.find(" [clone "));
}

std::string name_of_die(const DWARFDie &die) {
  const char *name =
      die ? die.getSubroutineName(llvm::DINameKind::LinkageName) : nullptr;
  return name ? function_name(name) : std::string();
}

std::string origin_of(const DWARFDie &call) {
  DWARFDie origin =
      call.getAttributeValueAsReferencedDie(llvm::dwarf::DW_AT_call_origin);
  if (!origin)
    origin = call.getAttributeValueAsReferencedDie(
        llvm::dwarf::DW_AT_abstract_origin);
  return name_of_die(origin);
}

bool is_call_site(const DWARFDie &die) {
  return die.getTag() == llvm::dwarf::DW_TAG_call_site ||
         die.getTag() == llvm::dwarf::DW_TAG_GNU_call_site;
}

/// The address after a call: DWARF 5, its GNU forerunner; 0 when not said.
std::uint64_t return_address(const DWARFDie &call) {
  auto address = llvm::dwarf::toAddress(call.find(
      {llvm::dwarf::DW_AT_call_return_pc, llvm::dwarf::DW_AT_low_pc}));
  if (address)
    return *address;
  auto at = llvm::dwarf::toAddress(call.find(llvm::dwarf::DW_AT_call_pc));
  return at ? *at + 1 : 0;
}

bool is_tail_call(const DWARFDie &call) {
  return llvm::dwarf::toUnsigned(call.find({llvm::dwarf::DW_AT_call_tail_call,
                                            llvm::dwarf::DW_AT_GNU_tail_call}),
                                 0) != 0;
}

struct TailCall {
  std::uint64_t after; ///< the address after the jump
  std::string callee;
};

} // namespace

/// The calls of one module, read as they are asked for.
class TailCalls::ModuleCalls {
public:
  explicit ModuleCalls(const std::string &path) {
    auto binary = llvm::object::ObjectFile::createObjectFile(path);
    if (!binary) {
      // The symboliser reports modules that cannot be read.
      llvm::consumeError(binary.takeError());
      return;
    }
    object = std::move(*binary);
    context = llvm::DWARFContext::create(
        *object.getBinary(),
        llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr, "",
        // Damaged debug information only means that nothing is found here.
        [](llvm::Error error) { llvm::consumeError(std::move(error)); },
        [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  }

  /// What the call that returns to `offset` calls; empty when not said.
  std::string callee(std::uint64_t offset) {
    if (!context || offset == 0)
      return {};
    llvm::DWARFUnit *unit = context->getCompileUnitForCodeAddress(offset - 1);
    if (!unit)
      return {};
    if (read_units.insert(unit).second)
      read_calls(*unit);
    auto call = callees.find(offset);
    return call == callees.end() ? std::string() : call->second;
  }

  /// The only chain of tail calls from one function to another, or nothing.
  std::vector<std::uint64_t> only_chain(const std::string &from,
                                        llvm::StringRef to) {
    if (!have_tail_calls)
      read_tail_calls();
    Chains chains;
    std::vector<std::uint64_t> chain;
    follow(from, to, chain, chains);
    return chains.size() == 1 ? chains.front() : std::vector<std::uint64_t>();
  }

private:
  using Chains = std::vector<std::vector<std::uint64_t>>;

  llvm::object::OwningBinary<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> context;
  std::set<llvm::DWARFUnit *> read_units;
  std::map<std::uint64_t, std::string> callees;
  std::map<std::string, std::vector<TailCall>> tail_calls; ///< by caller
  bool have_tail_calls = false;

  void read_calls(llvm::DWARFUnit &unit) {
    for (const llvm::DWARFDebugInfoEntry &entry : unit.dies()) {
      DWARFDie die(&unit, &entry);
      if (is_call_site(die))
        callees.emplace(return_address(die), origin_of(die));
    }
  }

  void read_tail_calls() {
    have_tail_calls = true;
    for (const auto &unit : context->compile_units()) {
      std::string function;
      for (const llvm::DWARFDebugInfoEntry &entry : unit->dies()) {
        DWARFDie die(unit.get(), &entry);
        if (die.getTag() == llvm::dwarf::DW_TAG_subprogram)
          function = name_of_die(die);
        else if (is_call_site(die) && is_tail_call(die))
          tail_calls[function].push_back({return_address(die), origin_of(die)});
      }
    }
  }

  void follow(const std::string &from, llvm::StringRef to,
              std::vector<std::uint64_t> &chain, Chains &chains) const {
    auto calls = tail_calls.find(from);
    if (calls == tail_calls.end() || chain.size() == max_chain)
      return;
    for (const TailCall &call : calls->second) {
      if (chains.size() == max_chains)
        return;
      chain.push_back(call.after);
      if (call.callee == to)
        chains.push_back(chain);
      else if (!call.callee.empty())
        follow(call.callee, to, chain, chains);
      chain.pop_back();
    }
  }
};

TailCalls::TailCalls() = default;
TailCalls::~TailCalls() = default;

std::optional<LostFrames> TailCalls::find(const ModuleRecord &module,
                                          std::uint64_t return_offset,
                                          llvm::StringRef below) {
  std::unique_ptr<ModuleCalls> &calls = modules[module.path];
  if (!calls)
    calls = std::make_unique<ModuleCalls>(module.path);
  std::string callee = calls->callee(return_offset);
  std::string below_name = below.substr(0, below.find(" [clone ")).str();
  // A lost frame of the library's own is of no interest: the place stays.
  if (callee.empty() || below_name.empty() || callee == below_name ||
      is_library_function(callee))
    return std::nullopt;
  return LostFrames{callee, calls->only_chain(callee, below_name)};
}

} // namespace tensor_probe
