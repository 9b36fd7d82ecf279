// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Provenance.h"

#include "report/Operators.h"
#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {

Provenance provenance_of(const ProbeRecord &file, std::uint32_t layout,
                         Resolver &resolver) {
  Provenance provenance;
  while (layout != 0) {
    const LayoutBlock &step = file.layouts[layout - 1];
    provenance.steps.push_back(
        {file.strings[step.op].text, resolver.resolve(file, step.stack).place});
    provenance.unknown_before = (step.flags & kLayoutUnknownBefore) != 0;
    layout = step.before == kNoId ? 0 : step.before + 1;
  }
  std::reverse(provenance.steps.begin(), provenance.steps.end());
  return provenance;
}

std::string provenance_text(const Provenance &provenance) {
  std::string text;
  for (const LayoutStep &step : provenance.steps) {
    if (!text.empty() || provenance.unknown_before)
      text += text.empty() ? "what was not seen, then " : ", then ";
    text +=
        std::string(shown_operator(step.op)) + " at " + place_text(step.place);
    if (!step.place.function.empty())
      text += " in " + step.place.function;
  }
  return text;
}

std::string provenance_text(const SourceSite &site) {
  const std::string source = provenance_text(site.source_layout);
  const std::string destination = provenance_text(site.destination_layout);
  std::string text;
  if (!source.empty())
    text = "the source was made strided by " + source;
  if (!destination.empty() && destination != source)
    text += (text.empty() ? "the destination was made strided by "
                          : "; the destination by ") +
            destination;
  return text;
}

llvm::Expected<std::string> layout_in_words(const ProbeRecord &file,
                                            std::uint64_t id) {
  if (id >= file.layouts.size())
    return llvm::createStringError(file.path + ": has " +
                                   std::to_string(file.layouts.size()) +
                                   " layouts: no number " + std::to_string(id));
  Resolver resolver;
  return provenance_text(
      provenance_of(file, static_cast<std::uint32_t>(id) + 1, resolver));
}

} // namespace tensor_probe
