// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes are a rules file: it is either loaded or one clear error. What is
// loaded is asked about operands of known and of unknown rank.

#include "DispatcherSchemas.h"

#include "layout/Facts.h"
#include "models/Evaluate.h"
#include "models/ModelSet.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace tensortidy;

namespace {

[[noreturn]] void fail(const std::string &What) {
  std::fprintf(stderr, "%s\n", What.c_str());
  std::abort();
}

void checkError(const ModelError &E, const std::string &Text) {
  const auto Lines = std::count(Text.begin(), Text.end(), '\n') + 1;
  if (E.File != "r.yaml" || E.Message.empty())
    fail("refused without a reason: " + E.str());
  if (E.Message.find('\n') != std::string::npos)
    fail("more than one line: " + E.str());
  if (E.Line < 1 || E.Line > Lines + 1 || E.Column < 1)
    fail("the error stands nowhere in the file: " + E.str());
}

ActualArgument argument(const SchemaArgument &A, bool IsRankKnown,
                        SymbolTable &Symbols) {
  ActualArgument Out;
  Out.TheKind = ActualArgument::Kind::Unknown;
  if (A.Type == SchemaType::Tensor || A.Type == SchemaType::TensorList) {
    Out.TheKind = A.Type == SchemaType::Tensor
                      ? ActualArgument::Kind::Tensor
                      : ActualArgument::Kind::TensorList;
    Out.Tensors = {IsRankKnown ? unknownLayoutOfRank(A.Name, 3, Symbols)
                               : unknownLayout(A.Name, Symbols)};
  } else if (A.Type == SchemaType::Int && IsRankKnown) {
    Out.TheKind = ActualArgument::Kind::Int;
    Out.Ints = {Monomial(1)};
  } else if (A.Type == SchemaType::IntList && IsRankKnown) {
    Out.TheKind = ActualArgument::Kind::IntList;
    Out.Ints = {Monomial(2), Monomial(-1)};
  }
  return Out;
}

void ask(const Operator &Op, bool IsRankKnown, TorchVersion Torch) {
  SymbolTable Symbols;
  Facts F(Symbols);
  std::vector<ActualArgument> Arguments;
  for (const SchemaArgument &A : Op.TheSchema.Arguments)
    Arguments.push_back(argument(A, IsRankKnown, Symbols));
  evaluate(Op, Arguments, "call", F, Torch);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string Text(reinterpret_cast<const char *>(Data), Size);
  useSchemasFor(Text);
  ModelError Error;
  const auto Models = ModelSet::loadText(Text, "r.yaml", Error);
  if (!Models) {
    checkError(Error, Text);
    return 0;
  }
  for (const Operator *Op : Models->ruled())
    for (bool IsRankKnown : {false, true})
      for (TorchVersion Torch : {OldestTorch, TorchVersion()})
        ask(*Op, IsRankKnown, Torch);
  return 0;
}
