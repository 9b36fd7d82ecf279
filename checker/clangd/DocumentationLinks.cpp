// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clangd/DocumentationLinks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace llvm;

namespace tensortidy {

namespace {

/// clangd's link of a check "tensor-NAME" is this, NAME and ".html".
constexpr StringLiteral UpstreamPages =
    "https://clang.llvm.org/extra/clang-tidy/checks/tensor/";

/// The file URI of a check's page; empty when the page is not installed.
std::string pageUri(StringRef Folder, StringRef Check) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Check + ".md");
  if (!sys::fs::is_regular_file(Path))
    return "";
  std::string Uri = "file://";
  for (unsigned char C : Path) {
    if (isAlnum(char(C)) || StringRef("-._~/").contains(char(C)))
      Uri += char(C);
    else
      Uri += "%" + toHex(ArrayRef<uint8_t>(C));
  }
  return Uri;
}

void mendIn(json::Value &V, StringRef Folder);

void mendIn(json::Object &O, StringRef Folder) {
  for (auto &[Key, Value] : O)
    mendIn(Value, Folder);
  json::Object *Description = O.getObject("codeDescription");
  std::optional<StringRef> Link =
      Description ? Description->getString("href") : std::nullopt;
  if (!Link || !Link->consume_front(UpstreamPages))
    return;
  Link->consume_back(".html");
  std::string Uri = pageUri(Folder, *Link);
  if (Uri.empty())
    O.erase("codeDescription");
  else
    (*Description)["href"] = std::move(Uri);
}

void mendIn(json::Value &V, StringRef Folder) {
  if (json::Array *A = V.getAsArray())
    for (json::Value &Element : *A)
      mendIn(Element, Folder);
  else if (json::Object *O = V.getAsObject())
    mendIn(*O, Folder);
}

/// The length that a message's header announces. clangd writes one header
/// field, "Content-Length: N".
std::optional<size_t> bodyLength(StringRef Header) {
  size_t Length;
  if (!Header.consume_front("Content-Length: ") ||
      Header.getAsInteger(10, Length))
    return std::nullopt;
  return Length;
}

} // namespace

DocumentationLinks::DocumentationLinks(raw_ostream &Out,
                                       std::string PagesFolder, bool Pretty)
    : Out(Out), PagesFolder(std::move(PagesFolder)), Pretty(Pretty) {}

DocumentationLinks::~DocumentationLinks() {
  flush();
  Out << Pending;
  Out.flush();
}

std::string DocumentationLinks::mended(StringRef Body) const {
  if (!Body.contains(UpstreamPages))
    return Body.str();
  Expected<json::Value> Message = json::parse(Body);
  if (!Message) {
    consumeError(Message.takeError());
    return Body.str();
  }
  mendIn(*Message, PagesFolder);
  return Pretty ? formatv("{0:2}", *Message).str()
                : formatv("{0}", *Message).str();
}

void DocumentationLinks::sendWhole() {
  constexpr StringLiteral HeaderEnd = "\r\n\r\n";
  for (;;) {
    auto [Header, Rest] = StringRef(Pending).split(HeaderEnd);
    if (Header.size() == Pending.size())
      return;
    std::optional<size_t> Length = bodyLength(Header);
    if (!Length) {
      // Not what clangd 22 writes: pass it on rather than wait for ever.
      Out << Pending;
      Pending.clear();
      return;
    }
    if (Rest.size() < *Length)
      return;
    std::string Body = mended(Rest.take_front(*Length));
    Out << "Content-Length: " << Body.size() << HeaderEnd << Body;
    Pending.erase(0, Header.size() + HeaderEnd.size() + *Length);
  }
}

void DocumentationLinks::write_impl(const char *Data, size_t Size) {
  Written += Size;
  Pending.append(Data, Size);
  sendWhole();
  Out.flush();
}

} // namespace tensortidy
