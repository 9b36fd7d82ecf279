// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ProjectConfig.h"

#include "models/YamlNode.h"
#include "report/Units.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using tensor_probe::Budget;
using tensor_probe::Limit;

namespace tensortidy {

namespace {

/// One key below `budgets:`.
struct BudgetKey {
  StringRef Name;
  std::optional<Limit> Budget::*Member;
  std::optional<Limit> (*Read)(const std::string &, const std::string &);
  StringRef Expected;
};

const BudgetKey BudgetKeys[] = {
    {"max-copied-bytes", &Budget::copied_bytes, limitOnBytes,
     "a number of bytes, such as 4096, 64KiB or 1.5GB"},
    {"max-hidden-copies", &Budget::hidden_copies, limitOnCopies,
     "a number of copies"}};

class Reader {
public:
  Reader(const std::string &File, std::string &Error)
      : File(File), Error(Error) {}

  bool readRoot(const YamlNode &Root, ProjectConfig &Config) {
    if (Root.TheKind != YamlNode::Kind::Map)
      return fail(Root, "expected keys and values; known is 'budgets'");
    for (const auto &[Key, Value] : Root.Entries)
      if (Key.Text != "budgets")
        return fail(Key, "unknown key '" + Key.Text + "'; known is 'budgets'");
      else if (!readBudgets(Value, Config.Budget))
        return false;
    return true;
  }

private:
  const std::string &File;
  std::string &Error;

  std::string place(const YamlNode &Node) const {
    return (File + ":" + Twine(Node.Line) + ":" + Twine(Node.Column)).str();
  }

  bool fail(const YamlNode &Node, const Twine &Message) {
    Error = (place(Node) + ": " + Message).str();
    return false;
  }

  bool readBudgets(const YamlNode &Map, Budget &TheBudget) {
    if (Map.TheKind != YamlNode::Kind::Map)
      return fail(Map, "expected limits below 'budgets'");
    for (const auto &[Key, Value] : Map.Entries)
      if (!readLimit(Key, Value, TheBudget))
        return false;
    return true;
  }

  bool readLimit(const YamlNode &Key, const YamlNode &Value,
                 Budget &TheBudget) {
    std::vector<StringRef> Known;
    for (const BudgetKey &K : BudgetKeys) {
      Known.push_back(K.Name);
      if (K.Name != Key.Text)
        continue;
      TheBudget.*K.Member = K.Read(Value.Text, place(Value));
      return TheBudget.*K.Member ||
             fail(Value, "'" + Key.Text + "' takes " + K.Expected);
    }
    return fail(Key, "unknown key '" + Key.Text + "'; known are " +
                         join(Known, ", "));
  }
};

} // namespace

std::optional<Limit> limitOnBytes(const std::string &Value,
                                  const std::string &Stated) {
  if (std::optional<uint64_t> Bytes = tensor_probe::parsed_bytes(Value))
    return Limit{*Bytes, Stated};
  return std::nullopt;
}

std::optional<Limit> limitOnCopies(const std::string &Value,
                                   const std::string &Stated) {
  uint64_t Copies = 0;
  if (!StringRef(Value).getAsInteger(10, Copies))
    return Limit{Copies, Stated};
  return std::nullopt;
}

std::string findProjectConfig(StringRef Folder) {
  for (; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    SmallString<256> File(Folder);
    sys::path::append(File, ".tensor-tidy.yaml");
    if (sys::fs::exists(File))
      return File.str().str();
  }
  return {};
}

std::optional<ProjectConfig> parseProjectConfig(const std::string &Text,
                                                const std::string &File,
                                                std::string &Error) {
  ModelError Syntax;
  std::optional<YamlNode> Root = readYaml(Text, File, Syntax);
  ProjectConfig Config;
  if (!Root)
    Error = Syntax.str();
  else if (Reader(File, Error).readRoot(*Root, Config))
    return Config;
  return std::nullopt;
}

std::optional<ProjectConfig> readProjectConfig(const std::string &File,
                                               std::string &Error) {
  // A device or a pipe may have no end.
  if (sys::fs::exists(File) && !sys::fs::is_regular_file(File)) {
    Error = File + ": not a regular file";
    return std::nullopt;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(File, /*IsText=*/true);
  if (Buffer)
    return parseProjectConfig((*Buffer)->getBuffer().str(), File, Error);
  Error = File + ": cannot be read: " + Buffer.getError().message();
  return std::nullopt;
}

} // namespace tensortidy
