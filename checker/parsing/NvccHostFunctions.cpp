// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parsing/NvccHostFunctions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"

#include <string>

using namespace clang;

namespace tensortidy {

namespace {

struct Overload {
  const char *Result, *First, *Second;
};

/// min and max of nvcc (CUDA 13.0, crt/math_functions.h and .hpp). The set has
/// to be whole: which pairs of types are ambiguous follows from it.
constexpr Overload MinMax[] = {
    {"int", "int", "int"},
    {"unsigned", "unsigned", "unsigned"},
    {"unsigned", "int", "unsigned"},
    {"unsigned", "unsigned", "int"},
    {"long", "long", "long"},
    {"unsigned long", "unsigned long", "unsigned long"},
    {"unsigned long", "long", "unsigned long"},
    {"unsigned long", "unsigned long", "long"},
    {"long long", "long long", "long long"},
    {"unsigned long long", "unsigned long long", "unsigned long long"},
    {"unsigned long long", "long long", "unsigned long long"},
    {"unsigned long long", "unsigned long long", "long long"},
    {"float", "float", "float"},
    {"double", "double", "double"},
    {"double", "float", "double"},
    {"double", "double", "float"},
};

/// The rest of the same headers that is for the host, too.
constexpr char Others[] = R"(
unsigned umin(unsigned, unsigned);
unsigned umax(unsigned, unsigned);
long long llmin(long long, long long);
long long llmax(long long, long long);
unsigned long long ullmin(unsigned long long, unsigned long long);
unsigned long long ullmax(unsigned long long, unsigned long long);
void sincos(float, float *, float *);
)";

std::string declarations() {
  std::string Text;
  for (const char *Name : {"min", "max"})
    for (const Overload &O : MinMax)
      Text += std::string(O.Result) + " " + Name + "(" + O.First + ", " +
              O.Second + ");\n";
  return Text + Others;
}

bool lacksHostFunctions(const CompilerInstance &CI) {
  const LangOptions &Language = CI.getLangOpts();
  return Language.CUDA && !Language.CUDAIsDevice &&
         llvm::is_contained(CI.getPreprocessorOpts().Includes,
                            "__clang_cuda_runtime_wrapper.h");
}

/// Stands beside the action of each parse and adds to what is parsed before
/// the file: after the wrapper, which the predefines include. A parse that
/// begins with a precompiled header has its predefines, and so no second copy.
class NvccHostFunctions : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    if (lacksHostFunctions(CI))
      PP.setPredefines(PP.getPredefines() + declarations());
    return std::make_unique<ASTConsumer>();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

void declareNvccHostFunctions() {
  static FrontendPluginRegistry::Add<NvccHostFunctions> Registered(
      "tensor-tidy-nvcc-host-functions",
      "Declares what nvcc's headers declare for the host");
}

} // namespace tensortidy
