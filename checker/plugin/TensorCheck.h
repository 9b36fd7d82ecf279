// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PLUGIN_TENSORCHECK_H
#define TENSORTIDY_PLUGIN_TENSORCHECK_H

#include "plugin/UnitAnalysis.h"

#include "clang-tidy/ClangTidyCheck.h"

#include <memory>
#include <string>

namespace tensortidy {

/// Any of allChecks() as a clang-tidy check: asks for the analysis of the
/// translation unit, which all checks share, and replays its own findings.
/// Options, with the same meaning for every check (write them without a
/// prefix): MinConfidence, "possible", "likely" (default) or "proven";
/// RulesFiles, paths of further rules separated by ';'; MinBytes, below which
/// a copy of a known number of bytes is not reported (0); MinLoopDepth, how
/// many loops there must be around what is reported because a loop repeats it
/// (1).
class TensorCheck : public clang::tidy::ClangTidyCheck {
public:
  TensorCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;
  bool
  isLanguageVersionSupported(const clang::LangOptions &Lang) const override {
    return Lang.CPlusPlus;
  }

private:
  /// An error of the configuration, once for all checks.
  void complain(const std::string &Problem, const clang::SourceManager &SM);
  /// That nothing is said of \p F, once for all checks.
  void remark(const GivenUpFunction &F, clang::SourceManager &SM);
  /// Do the options ask for it?
  bool isAskedFor(const Finding &F) const;
  void replay(const Finding &F, clang::SourceManager &SM);
  void showCandidates(clang::SourceManager &SM);

  std::string CheckName;
  std::string MinConfidence;
  std::string RulesFiles;
  int64_t MinBytes = 0;
  unsigned MinLoopDepth = 1;
  Confidence Least = Confidence::Likely;
  std::shared_ptr<const UnitAnalysis> Unit;
};

} // namespace tensortidy

#endif
