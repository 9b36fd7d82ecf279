// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/FileResult.h"

#include "cli/Fields.h"
#include "contracts/JsonArchive.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tensortidy {

std::string serialize(FileResult R) {
  std::string Text;
  raw_string_ostream(Text) << JsonWriter::write(R);
  return Text;
}

std::optional<FileResult> deserialize(StringRef Text) {
  Expected<json::Value> V = json::parse(Text);
  if (!V) {
    consumeError(V.takeError());
    return std::nullopt;
  }
  FileResult R;
  if (!JsonReader::read(&*V, R))
    return std::nullopt;
  return R;
}

} // namespace tensortidy
