// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Output.h"

#include <algorithm>

using namespace llvm;

namespace tensortidy {

namespace {

void writeLine(const std::string &Path, uint32_t Offset, const char *Severity,
               const std::string &Message, SourceText &Sources,
               raw_ostream &Out) {
  SourceText::Position P = Sources.position(Path, Offset);
  Out << displayPath(Path) << ':' << P.Line << ':' << P.Column << ": "
      << Severity << ": " << Message << '\n';
  StringRef Text = Sources.line(Path, P.Line);
  Out << Text << '\n';
  // Tabs are kept so that the caret stands under its character.
  unsigned Column = 1;
  for (char C : Text.take_front(P.Column - 1))
    if ((C & 0xc0) != 0x80 && ++Column)
      Out << (C == '\t' ? '\t' : ' ');
  Out << "^\n";
}

void writeError(const SourceError &E, raw_ostream &Out) {
  if (!E.Path.empty())
    Out << displayPath(E.Path) << ':';
  if (E.Line)
    Out << E.Line << ':' << E.Column << ':';
  Out << (E.Path.empty() ? "" : " ") << "error: " << E.Message << '\n';
}

} // namespace

void writeText(const std::vector<ReportedFinding> &Findings,
               const std::vector<FileResult> &Results, SourceText &Sources,
               raw_ostream &Out) {
  for (const FileResult &R : Results)
    for (const SourceError &E : R.Errors)
      writeError(E, Out);
  for (const ReportedFinding &R : Findings) {
    const Finding &F = *R.F;
    writeLine(R.path(F.Where), F.Point, "warning",
              F.Message + " [" + F.Check + "]", Sources, Out);
    for (const Note &N : F.Notes)
      writeLine(R.path(N.Where), N.Point, "note", N.Message, Sources, Out);
  }
}

} // namespace tensortidy
