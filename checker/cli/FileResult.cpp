// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/FileResult.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tensortidy {

namespace {

json::Value toJson(const SourceRange &R) {
  return json::Array{int64_t(R.File), R.Begin, R.End, R.Line, R.Column};
}

bool fromJson(const json::Value *V, SourceRange &R) {
  const json::Array *A = V ? V->getAsArray() : nullptr;
  if (!A || A->size() != 5)
    return false;
  uint32_t *Fields[] = {&R.File, &R.Begin, &R.End, &R.Line, &R.Column};
  for (unsigned I = 0; I != 5; ++I) {
    std::optional<int64_t> Number = (*A)[I].getAsInteger();
    if (!Number)
      return false;
    *Fields[I] = uint32_t(*Number);
  }
  return true;
}

json::Array toJson(const std::vector<std::string> &Strings) {
  json::Array A;
  for (const std::string &S : Strings)
    A.push_back(json::fixUTF8(S));
  return A;
}

std::vector<std::string> strings(const json::Array *A) {
  std::vector<std::string> Result;
  if (A)
    for (const json::Value &V : *A)
      if (std::optional<StringRef> S = V.getAsString())
        Result.push_back(S->str());
  return Result;
}

json::Value toJson(const Note &N) {
  return json::Object{{"where", toJson(N.Where)},
                      {"point", N.Point},
                      {"message", json::fixUTF8(N.Message)}};
}

json::Value toJson(const Edit &E) {
  return json::Object{{"range", toJson(E.Range)},
                      {"text", json::fixUTF8(E.Text)}};
}

json::Value toJson(const Finding &F);
json::Value toJson(const SourceError &E);

template <typename T> json::Array toJson(const std::vector<T> &Items) {
  json::Array A;
  for (const T &Item : Items)
    A.push_back(toJson(Item));
  return A;
}

json::Value toJson(const Finding &F) {
  return json::Object{{"check", F.Check},
                      {"sure", int(F.Sure)},
                      {"where", toJson(F.Where)},
                      {"point", F.Point},
                      {"statement", toJson(F.Statement)},
                      {"message", json::fixUTF8(F.Message)},
                      {"notes", toJson(F.Notes)},
                      {"edits", toJson(F.Edits)},
                      {"function", F.Function},
                      {"operator", F.Operator},
                      {"arguments", toJson(F.Arguments)},
                      {"copies", F.PredictsCopy}};
}

json::Value toJson(const SourceError &E) {
  return json::Object{{"path", E.Path},
                      {"line", E.Line},
                      {"column", E.Column},
                      {"message", json::fixUTF8(E.Message)}};
}

std::string string(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

uint32_t number(const json::Object &O, StringRef Key) {
  return uint32_t(O.getInteger(Key).value_or(0));
}

bool fromJson(const json::Object &O, Note &N) {
  N.Point = number(O, "point");
  N.Message = string(O, "message");
  return fromJson(O.get("where"), N.Where);
}

bool fromJson(const json::Object &O, Edit &E) {
  E.Text = string(O, "text");
  return fromJson(O.get("range"), E.Range);
}

bool fromJson(const json::Object &O, SourceError &E) {
  E = {string(O, "path"), number(O, "line"), number(O, "column"),
       string(O, "message")};
  return true;
}

bool fromJson(const json::Object &O, Finding &F);

template <typename T>
bool fromJson(const json::Array *A, std::vector<T> &Items) {
  if (!A)
    return false;
  for (const json::Value &V : *A) {
    const json::Object *O = V.getAsObject();
    if (!O || !fromJson(*O, Items.emplace_back()))
      return false;
  }
  return true;
}

bool fromJson(const json::Object &O, Finding &F) {
  F.Check = string(O, "check");
  F.Sure = Confidence(number(O, "sure"));
  F.Point = number(O, "point");
  F.Message = string(O, "message");
  F.Function = string(O, "function");
  F.Operator = string(O, "operator");
  F.Arguments = strings(O.getArray("arguments"));
  F.PredictsCopy = O.getBoolean("copies").value_or(false);
  return fromJson(O.get("where"), F.Where) &&
         fromJson(O.get("statement"), F.Statement) &&
         fromJson(O.getArray("notes"), F.Notes) &&
         fromJson(O.getArray("edits"), F.Edits);
}

} // namespace

std::string serialize(const FileResult &R) {
  std::vector<std::string> Paths;
  for (uint32_t I = 0; I != R.Files.size(); ++I)
    Paths.push_back(R.Files.path(I));
  std::string Text;
  raw_string_ostream(Text) << json::Value(
      json::Object{{"file", R.File},
                   {"files", toJson(Paths)},
                   {"findings", toJson(R.Findings)},
                   {"errors", toJson(R.Errors)},
                   {"commandChanges", toJson(R.CommandChanges)},
                   {"tensorFunctions", R.TensorFunctions},
                   {"analysed", R.Analysed},
                   {"givenUp", toJson(R.GivenUp)}});
  return Text;
}

std::optional<FileResult> deserialize(StringRef Text) {
  Expected<json::Value> V = json::parse(Text);
  if (!V) {
    consumeError(V.takeError());
    return std::nullopt;
  }
  const json::Object *O = V->getAsObject();
  if (!O)
    return std::nullopt;
  FileResult R;
  R.File = string(*O, "file");
  for (const std::string &Path : strings(O->getArray("files")))
    R.Files.add(Path);
  R.CommandChanges = strings(O->getArray("commandChanges"));
  R.TensorFunctions = number(*O, "tensorFunctions");
  R.Analysed = number(*O, "analysed");
  R.GivenUp = strings(O->getArray("givenUp"));
  if (!fromJson(O->getArray("findings"), R.Findings) ||
      !fromJson(O->getArray("errors"), R.Errors))
    return std::nullopt;
  return R;
}

} // namespace tensortidy
