// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SarifUri.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace tensor_probe {
namespace {

/// Bases that build on one another; more is a cycle.
constexpr unsigned max_bases = 8;

bool has_scheme(llvm::StringRef uri) {
  std::size_t colon = uri.find(':');
  return colon != llvm::StringRef::npos && colon > 1 &&
         llvm::all_of(uri.take_front(colon), [](char c) {
           return llvm::isAlnum(c) || c == '+' || c == '-' || c == '.';
         });
}

} // namespace

std::string percent_decoded(llvm::StringRef text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool escape = text[i] == '%' && i + 2 < text.size() &&
                  llvm::isHexDigit(text[i + 1]) &&
                  llvm::isHexDigit(text[i + 2]);
    if (!escape) {
      decoded += text[i];
      continue;
    }
    decoded += char(llvm::hexFromNibbles(text[i + 1], text[i + 2]));
    i += 2;
  }
  return decoded;
}

std::string path_of_uri(llvm::StringRef uri) {
  if (uri.consume_front_insensitive("file:")) {
    if (uri.consume_front("//"))
      uri = uri.substr(std::min(uri.find('/'), uri.size()));
    return percent_decoded(uri);
  }
  return has_scheme(uri) ? std::string() : percent_decoded(uri);
}

std::string base_directory(const llvm::json::Object &run,
                           llvm::StringRef base_id) {
  const llvm::json::Object *bases = run.getObject("originalUriBaseIds");
  std::string directory;
  for (unsigned depth = 0; bases && depth < max_bases; ++depth) {
    const llvm::json::Object *base = bases->getObject(base_id);
    if (!base)
      break;
    llvm::SmallString<256> joined(
        path_of_uri(base->getString("uri").value_or("")));
    llvm::sys::path::append(joined, directory);
    directory = joined.str().str();
    auto next = base->getString("uriBaseId");
    if (!next)
      break;
    base_id = *next;
  }
  return llvm::sys::path::is_absolute(directory) ? directory : std::string();
}

} // namespace tensor_probe
