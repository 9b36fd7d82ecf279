// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SarifReader.h"

#include "report/SarifUri.h"
#include "report/ShallowJson.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <limits>

namespace tensor_probe {
namespace {

using llvm::json::Array;
using llvm::json::Object;

/// An empty object stands for every object that is missing.
const Object &object_at(const Object &parent, llvm::StringRef key) {
  static const Object none;
  const Object *child = parent.getObject(key);
  return child ? *child : none;
}

std::string string_at(const Object &parent, llvm::StringRef key) {
  return parent.getString(key).value_or("").str();
}

unsigned line_at(const Object &parent, llvm::StringRef key,
                 unsigned otherwise) {
  auto number = parent.getInteger(key);
  bool usable =
      number && *number > 0 && *number <= std::numeric_limits<int>::max();
  return usable ? unsigned(*number) : otherwise;
}

const Object &first_location(const Object &result) {
  static const Object none;
  const Array *locations = result.getArray("locations");
  if (!locations || locations->empty() || !locations->front().getAsObject())
    return none;
  return object_at(*locations->front().getAsObject(), "physicalLocation");
}

/// A result names its rule by id, by a rule object or by an index into the
/// tool's rules (SARIF 2.1.0 s. 3.27.5 to 3.27.7).
std::string rule_of(const Object &run, const Object &result) {
  std::string id = string_at(result, "ruleId");
  if (id.empty())
    id = string_at(object_at(result, "rule"), "id");
  if (!id.empty())
    return id;
  auto index = result.getInteger("ruleIndex");
  if (!index)
    index = object_at(result, "rule").getInteger("index");
  const Object &driver = object_at(object_at(run, "tool"), "driver");
  const Array *rules = driver.getArray("rules");
  if (!index || !rules || *index < 0 || std::size_t(*index) >= rules->size())
    return {};
  const Object *rule = (*rules)[std::size_t(*index)].getAsObject();
  return rule ? string_at(*rule, "id") : std::string();
}

void add_file(const Object &run, const Object &location, Prediction &p) {
  const Object &artifact = object_at(location, "artifactLocation");
  std::string path = path_of_uri(string_at(artifact, "uri"));
  if (path.empty() || llvm::sys::path::is_absolute(path)) {
    p.path = path;
    return;
  }
  p.relative = path;
  std::string base = base_directory(run, string_at(artifact, "uriBaseId"));
  if (!base.empty()) {
    llvm::SmallString<256> joined(base);
    llvm::sys::path::append(joined, path);
    p.path = joined.str().str();
  }
}

/// Missing ends and columns as SARIF 2.1.0 s. 3.30 defaults them.
void add_region(const Object &location, const Object &properties,
                Prediction &p) {
  const Object &region = object_at(location, "region");
  p.line = line_at(region, "startLine", 0);
  if (p.line == 0)
    return;
  p.column = line_at(region, "startColumn", 0);
  p.end_line = line_at(region, "endLine", p.line);
  p.end_column = line_at(region, "endColumn", 0);
  const Object &statement = object_at(properties, "statement");
  p.first_line = line_at(statement, "startLine", p.line);
  p.last_line = line_at(statement, "endLine", p.end_line);
}

Prediction prediction_of(const Object &run, const Object &result,
                         const std::string &rule) {
  Prediction p;
  const Object &properties = object_at(result, "properties");
  p.rule = rule;
  p.message = string_at(object_at(result, "message"), "text");
  p.confidence = string_at(properties, "confidence");
  p.op = string_at(properties, "operator");
  p.function = string_at(properties, "function");
  add_file(run, first_location(result), p);
  add_region(first_location(result), properties, p);
  return p;
}

bool predicts_copy(const Object &result, const std::string &rule) {
  auto copies = object_at(result, "properties").getBoolean("copies");
  return copies ? *copies : rule == "tensor-hidden-copy";
}

/// 1-based line and column of a byte offset.
std::string position_text(llvm::StringRef text, std::size_t offset) {
  llvm::StringRef before = text.take_front(offset);
  std::size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
  return std::to_string(before.count('\n') + 1) + ":" +
         std::to_string(before.size() - line_start + 1);
}

llvm::Error bad_json(llvm::StringRef text, llvm::StringRef path,
                     llvm::Error error) {
  std::string what = llvm::toString(std::move(error));
  // LLVM writes "[LINE:COLUMN, byte=OFFSET]: MESSAGE"; the offset is that
  // after the character it stumbled over.
  llvm::StringRef rest = what;
  std::size_t offset = 0;
  rest = rest.split("byte=").second;
  if (rest.consumeInteger(10, offset) || !rest.consume_front("]: "))
    return llvm::createStringError(path + ": is not JSON: " + what);
  std::string position = position_text(text, offset == 0 ? 0 : offset - 1);
  return llvm::createStringError(path + ":" + position +
                                 ": is not JSON: " + rest +
                                 ": give the output of tensor-tidy check "
                                 "--format=sarif");
}

void add_run(const Object &run, std::size_t index, SarifInput &input) {
  const Array *results = run.getArray("results");
  if (!results)
    return;
  for (std::size_t i = 0; i < results->size(); ++i) {
    const Object *result = (*results)[i].getAsObject();
    if (!result)
      continue;
    std::string rule = rule_of(run, *result);
    if (!llvm::StringRef(rule).starts_with("tensor-")) {
      ++input.foreign;
      continue;
    }
    std::vector<Prediction> &findings =
        predicts_copy(*result, rule) ? input.predictions : input.other_findings;
    findings.push_back(prediction_of(run, *result, rule));
    findings.back().run = index;
    findings.back().result = i;
  }
}

} // namespace

llvm::Expected<SarifInput> parse_sarif(llvm::StringRef text,
                                       llvm::StringRef path) {
  text.consume_front("\xef\xbb\xbf"); // some tools write a byte order mark
  auto document = parse_shallow_json(text);
  if (!document)
    return bad_json(text, path, document.takeError());
  const Object *top = document->getAsObject();
  const Array *runs = top ? top->getArray("runs") : nullptr;
  if (!top || (!runs && !top->get("version")))
    return llvm::createStringError(
        path + ":1:1: is not SARIF: no \"version\" and no \"runs\": give the "
               "output of tensor-tidy check --format=sarif");
  std::string version = string_at(*top, "version");
  if (version != "2.1.0")
    return llvm::createStringError(path + ": SARIF version '" + version +
                                   "', only 2.1.0 can be read");
  if (!runs)
    return llvm::createStringError(path + ": is not SARIF: \"runs\" is not "
                                          "an array");
  if (runs->empty())
    return llvm::createStringError(
        path + ": has no runs: let tensor-tidy check write it again");
  SarifInput input;
  for (std::size_t i = 0; i < runs->size(); ++i)
    if (const Object *run = (*runs)[i].getAsObject())
      add_run(*run, i, input);
  input.document = std::move(*document);
  return input;
}

llvm::Expected<SarifInput> read_sarif(llvm::StringRef path) {
  // A device or a pipe may have no end.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) && llvm::sys::fs::is_other(status))
    return llvm::createStringError(path +
                                   ": not a regular file: give the output of "
                                   "tensor-tidy check --format=sarif");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(
        path + ": cannot be read: " + buffer.getError().message());
  return parse_sarif((*buffer)->getBuffer(), path);
}

} // namespace tensor_probe
