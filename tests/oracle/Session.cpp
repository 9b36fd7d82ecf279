// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Session.h"

#include <algorithm>
#include <iostream>
#include <regex>
#include <set>

namespace oracle {

namespace {

/// The programs that the compiler does not take, or that a signal ended, by
/// their errors.
std::set<unsigned> leftOut(const std::string &Errors) {
  std::set<unsigned> Out;
  static const std::regex At(
      "(?:^|\n)p([0-9]+):[0-9]+:[0-9]+: (?:fatal )?error");
  for (std::sregex_iterator I(Errors.begin(), Errors.end(), At), E; I != E; ++I)
    Out.insert(static_cast<unsigned>(std::stoul((*I)[1])));
  return Out;
}

} // namespace

Session::Session(const Torch &With, std::string Work, unsigned Runs,
                 std::shared_ptr<const tensortidy::ModelSet> Models)
    : With(With), Models(std::move(Models)),
      Run({TENSOR_ORACLE_COMPILER, TENSOR_ORACLE_SOURCE, std::move(Work),
           With.Flags, With.Link},
          Runs) {}

std::optional<Outcomes> Session::execute(std::vector<ProgramTree> Programs,
                                         bool Quietly) {
  std::vector<std::string> Flags = {
      "-w",           "-DNDEBUG",
      "-O0",          std::string("-I") + TENSOR_ORACLE_SOURCE,
      "-include-pch", Run.plainHeader()};
  Flags.insert(Flags.end(), With.Flags.begin(), With.Flags.end());
  while (!Programs.empty()) {
    Run.start(Programs, "batch");
    PlainText Text;
    Text.Text = "#include \"program.h\"\n\n";
    for (const ProgramTree &T : Programs)
      printPlain(T, Text);
    std::string ParseError;
    std::optional<Claims> Said = claimsOf(Text, Flags, *Models, ParseError);
    std::optional<std::vector<Event>> Seen = Run.finish(Error);
    if (Said && Seen)
      return Outcomes{std::move(Programs), std::move(*Said), std::move(*Seen)};
    const std::set<unsigned> Bad = Seen ? std::set<unsigned>() : leftOut(Error);
    if (Bad.empty()) {
      Error = Seen ? ParseError : Error;
      return std::nullopt;
    }
    if (!Quietly)
      std::cerr << Bad.size() << " programs left out:\n"
                << Error.substr(0, 600) << "\n";
    Programs.erase(std::remove_if(Programs.begin(), Programs.end(),
                                  [&](const ProgramTree &T) {
                                    return Bad.count(T.Number) > 0;
                                  }),
                   Programs.end());
  }
  return Outcomes();
}

} // namespace oracle
