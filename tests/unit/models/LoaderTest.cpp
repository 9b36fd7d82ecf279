// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/BuiltInRules.h"
#include "models/ModelSet.h"
#include "models/RuleReader.h"
#include "models/YamlNode.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

using namespace tensortidy;

namespace {

const std::string Header = "version: 1\ntorch: \">=1.13\"\nsource: here\n";

std::string errorOf(const std::string &Text) {
  ModelError Error;
  auto Models = ModelSet::loadText(Text, "r.yaml", Error);
  EXPECT_FALSE(Models) << "accepted:\n" << Text;
  return Error.str();
}

std::string ruleError(const std::string &Rules) {
  return errorOf(Header + "rules:\n" + Rules);
}

void expectLoads(const std::string &Text) {
  ModelError Error;
  EXPECT_TRUE(ModelSet::loadText(Text, "r.yaml", Error)) << Error.str();
}

TEST(LoaderTest, BuiltInRulesLoad) {
  ModelError Error;
  auto Models = ModelSet::load({}, Error);
  ASSERT_TRUE(Models) << Error.str();
  EXPECT_GT(Models->ruled().size(), 400u);
  EXPECT_TRUE(Models->find("aten::transpose.int")->hasRule());
  ASSERT_TRUE(Models->find("aten::acosh.out"));
  EXPECT_FALSE(Models->find("aten::acosh.out")->hasRule());
  EXPECT_EQ(Models->find("aten::acosh.out")->Functional,
            Models->find("aten::acosh"));
  EXPECT_EQ(Models->find("aten::add_.Tensor")->Functional,
            Models->find("aten::add.Tensor"));
  EXPECT_FALSE(Models->find("aten::no_such"));
}

TEST(LoaderTest, AMinimalFileLoads) {
  expectLoads(Header + "rules:\n  - op: aten::clone\n    new: keep(self)\n");
  expectLoads("version: 1\ntensors: [my::Tensor]\n");
}

TEST(LoaderTest, AnErrorIsOneLineWhateverItQuotes) {
  EXPECT_EQ(errorOf("version: 1\n\"a\\\n\": 1\n").find('\n'),
            std::string::npos);
  EXPECT_NE(errorOf("version: 1\n\"ru\\nles\": 1\n").find("ru\\x0ales"),
            std::string::npos);
}

TEST(LoaderTest, FileErrors) {
  EXPECT_EQ(errorOf(""), "r.yaml:1:1: error: the file is empty; it must start "
                         "with 'version: 1'");
  EXPECT_EQ(errorOf("# nothing\n"), "r.yaml:1:1: error: the file is empty; it "
                                    "must start with 'version: 1'");
  EXPECT_EQ(errorOf("version: 1\n"),
            "r.yaml:1:1: error: nothing in it: the key 'rules' is missing");
  EXPECT_EQ(errorOf("rules: []\n"), "r.yaml:1:1: error: the key 'version' is "
                                    "missing; write 'version: 1'");
  EXPECT_EQ(errorOf("version: 2\nrules: []\n"),
            "r.yaml:1:10: error: version '2' of the rule language is not "
            "known; this program reads version 1");
  EXPECT_EQ(errorOf("- a\n"),
            "r.yaml:1:1: error: expected a mapping (key: value) here");
  EXPECT_EQ(errorOf(Header + "rules: []\n"),
            "r.yaml:4:8: error: expected a list of rules");
  EXPECT_EQ(errorOf(Header + "rulez: []\n"),
            "r.yaml:4:1: error: unknown key 'rulez'; allowed here: version, "
            "torch, source, namespaces, tensors, queries, classes, rules");
}

TEST(LoaderTest, YamlErrors) {
  EXPECT_EQ(errorOf("version: 1\nversion: 1\n"),
            "r.yaml:2:1: error: the key 'version' stands twice here; keep one");
  EXPECT_EQ(errorOf("version: &a 1\nrules: *a\n"),
            "r.yaml:1:10: error: anchors are not allowed; write the value out");
  EXPECT_EQ(errorOf("version: !t 1\n"),
            "r.yaml:1:10: error: tags are not allowed");
  EXPECT_EQ(errorOf("version: 1\n---\nversion: 1\n"),
            "r.yaml:4:1: error: a second document is not allowed");
  EXPECT_EQ(errorOf("\"\n"), "r.yaml:1:1: error: the quoted text does not end");
  EXPECT_EQ(errorOf("version: 1\nrules: [\n")
                .rfind("r.yaml:3:1: error: not valid YAML: ", 0),
            0u);
  EXPECT_EQ(errorOf("version: 1"),
            "r.yaml:1:11: error: the last line does not end: the file is "
            "truncated, or a newline is missing at its end");
  EXPECT_EQ(errorOf("? [a]\n: 1\n"), "r.yaml:1:3: error: a key must be a word");
}

TEST(LoaderTest, RuleErrors) {
  EXPECT_EQ(
      ruleError("  - op: aten::nosuch\n    new: keep(self)\n")
          .rfind("r.yaml:5:9: error: unknown operator 'aten::nosuch'; ", 0),
      0u);
  EXPECT_EQ(ruleError("  - op: aten::transpose\n    new: keep(self)\n")
                .rfind("r.yaml:5:9: error: unknown operator", 0),
            0u);
  EXPECT_EQ(ruleError("  - op: aten::clone\n    news: keep(self)\n")
                .rfind("r.yaml:6:5: error: unknown key 'news'; allowed here: "
                       "op, ops, cpp",
                       0),
            0u);
  EXPECT_EQ(ruleError("  - op: aten::clone\n    ops: [aten::t]\n"),
            "r.yaml:6:10: error: a rule has one of op, ops and cpp");
  EXPECT_EQ(ruleError("  - new: keep(self)\n"),
            "r.yaml:5:5: error: a rule needs one of op, ops, cpp, type, guard, "
            "launch, copy, raw, same and tuple");
  EXPECT_EQ(ruleError("  - op: aten::clone\n")
                .rfind("r.yaml:5:5: error: the rule says nothing; ", 0),
            0u);
  EXPECT_EQ(ruleError("  - cpp: f(Tensor x -> Tensor\n    new: keep(x)\n"),
            "r.yaml:5:10: error: expected ')' at character 12 of the schema");
  EXPECT_EQ(ruleError("  - ops: []\n    new: keep(self)\n"),
            "r.yaml:5:10: error: the list is empty");
}

TEST(LoaderTest, RulesMustSayVersionsAndEvidence) {
  std::string Rule = "rules:\n  - op: aten::clone\n    new: keep(self)\n";
  EXPECT_EQ(errorOf("version: 1\nsource: here\n" + Rule)
                .rfind("r.yaml:4:5: error: say for which torch versions", 0),
            0u);
  EXPECT_EQ(errorOf("version: 1\ntorch: \">=1.13\"\n" + Rule)
                .rfind("r.yaml:4:5: error: say where this is known from", 0),
            0u);
  EXPECT_EQ(ruleError("  - op: aten::clone\n    new: keep(self)\n"
                      "    torch: new\n"),
            "r.yaml:7:12: error: 'new' is no range of versions; write e.g. "
            "\">=1.13\" or \">=1.13 <2.4\"");
  expectLoads(Header + "rules:\n  - op: aten::clone\n    new: keep(self)\n"
                       "    torch: \">=1.13 <2.4\"\n");
}

TEST(LoaderTest, DuplicatesAndOverrides) {
  std::string Twice = "  - op: aten::clone\n    new: keep(self)\n"
                      "  - op: aten::clone\n    new: row_major(self)\n";
  EXPECT_EQ(ruleError(Twice), "r.yaml:7:9: error: 'aten::clone' has a rule at "
                              "r.yaml:5; keep one");
  EXPECT_EQ(ruleError(Twice + "    override: true\n"),
            "r.yaml:7:9: error: 'aten::clone' has a rule at r.yaml:5; keep "
            "one");
  EXPECT_EQ(ruleError("  - op: aten::clone\n    override: true\n"
                      "    new: keep(self)\n"),
            "r.yaml:6:15: error: 'aten::clone' has no rule to override; "
            "remove the key");
  EXPECT_EQ(ruleError("  - op: aten::clone\n    override: maybe\n"
                      "    new: keep(self)\n"),
            "r.yaml:6:15: error: expected true or false");
}

TEST(LoaderTest, UserFilesAddAndOverride) {
  std::string Name = testing::TempDir() + "models-user.yaml";
  std::ofstream(Name) << Header
                      << "rules:\n  - op: aten::clone\n    new: "
                         "row_major(self)\n";
  ModelError Error;
  EXPECT_FALSE(ModelSet::load({Name}, Error));
  EXPECT_EQ(Error.Line, 5u);
  EXPECT_NE(Error.Message.find("<built-in>/copies.yaml"), std::string::npos)
      << Error.Message;
  EXPECT_NE(Error.Message.find("override: true"), std::string::npos);
  std::ofstream(Name) << Header
                      << "rules:\n  - op: aten::clone\n    override: true\n"
                         "    new: row_major(self)\n";
  EXPECT_TRUE(ModelSet::load({Name}, Error)) << Error.str();
  std::remove(Name.c_str());
  EXPECT_FALSE(ModelSet::load({Name}, Error));
  EXPECT_EQ(Error.str(),
            Name + ": error: the rules file cannot be read, or is empty");
}

TEST(LoaderTest, ExpressionErrorsPointIntoTheLine) {
  auto New = [](const std::string &Expression) {
    return ruleError("  - op: aten::transpose.int\n    new: " + Expression +
                     "\n");
  };
  EXPECT_EQ(New("keep(slef)"),
            "r.yaml:6:15: error: 'aten::transpose.int' has no argument called "
            "'slef'; it has 'self', 'dim0', 'dim1'");
  EXPECT_EQ(New("kep(self)"), "r.yaml:6:10: error: unknown function 'kep'; "
                              "docs/rules.md lists the functions");
  EXPECT_EQ(New("keep(dim0)"), "r.yaml:6:15: error: expected a tensor, but "
                               "this is an integer");
  EXPECT_EQ(New("keep()"),
            "r.yaml:6:10: error: 'keep' takes 1 arguments, not 0");
  EXPECT_EQ(New("keep(self"), "r.yaml:6:19: error: expected ',' or ')'");
  EXPECT_EQ(New("\"keep(self\""), "r.yaml:6:20: error: expected ',' or ')'");
  EXPECT_EQ(New("swap(dim0, dim1)"), "r.yaml:6:10: error: expected a tensor, "
                                     "but this is a map of axes");
  EXPECT_EQ(New("self self"), "r.yaml:6:15: error: unexpected 's'");
  EXPECT_EQ(New("aten::nosuch(self)"),
            "r.yaml:6:10: error: unknown operator 'aten::nosuch'");
  EXPECT_EQ(New("aten::t(self, self)"),
            "r.yaml:6:10: error: 'aten::t' takes at most 1 arguments");
  EXPECT_EQ(New("aten::view(self)"),
            "r.yaml:6:10: error: 'aten::view' also needs 'size'");
}

TEST(LoaderTest, ResultErrors) {
  auto Result = [](const std::string &Keys) {
    return ruleError("  - op: aten::transpose.int\n" + Keys);
  };
  EXPECT_EQ(Result("    view: dim0\n"),
            "r.yaml:6:11: error: 'dim0' is not a tensor");
  EXPECT_EQ(Result("    view: x\n"), "r.yaml:6:11: error: "
                                     "'aten::transpose.int' has no argument "
                                     "called 'x'");
  EXPECT_EQ(Result("    view: self\n    new: keep(self)\n"),
            "r.yaml:7:10: error: a result is one of self, view, new and does");
  EXPECT_EQ(Result("    axes: reverse\n"),
            "r.yaml:5:5: error: a result needs one of self, view, new and "
            "does");
  EXPECT_EQ(Result("    self: self\n    if: contiguous(self)\n"),
            "r.yaml:7:9: error: 'if' needs an 'else': throws, or the layout of "
            "the result");
  EXPECT_EQ(Result("    view: self\n    else: throws\n"),
            "r.yaml:7:11: error: 'else' needs an 'if' or 'sizes'");
  EXPECT_EQ(Result("    new: keep(self)\n    sizes: [1]\n"),
            "r.yaml:7:12: error: the key 'sizes' means nothing for this kind "
            "of result");
  EXPECT_EQ(Result("    results:\n      - view: self\n      - view: self\n"),
            "r.yaml:7:7: error: 'aten::transpose.int' gives 1 tensors, not 2");
  EXPECT_EQ(Result("    reads:\n      - {arg: self}\n"),
            "r.yaml:7:9: error: the key 'usable_if' is missing");
  EXPECT_EQ(
      Result("    requires:\n      - {arg: self, that: true, shape: 1}\n"),
      "r.yaml:7:40: error: expected true or false");
  EXPECT_EQ(Result("    writes: self\n"),
            "r.yaml:6:13: error: expected a list of arguments; [] for none");
  EXPECT_EQ(Result("    gradients: self\n"),
            "r.yaml:6:16: error: expected a list of arguments");
}

TEST(LoaderTest, QueryErrors) {
  EXPECT_EQ(
      errorOf("version: 1\nqueries:\n  sise: [size]\n")
          .rfind("r.yaml:3:3: error: unknown question 'sise'; known: size", 0),
      0u);
  EXPECT_EQ(errorOf("version: 1\nqueries:\n  size: [size]\n  rank: [size]\n"),
            "r.yaml:4:9: error: 'size' stands twice");
  EXPECT_EQ(errorOf("version: 1\ntensors: at::Tensor\n"),
            "r.yaml:2:10: error: expected a list of names");
}

/// A file cut off anywhere gives an error or, between two rules, fewer rules;
/// it never crashes.
TEST(LoaderTest, CutOffAnywhere) {
  const std::string Whole =
      Header + "rules:\n"
               "  - op: aten::contiguous\n"
               "    self: self\n"
               "    if: contiguous(self, memory_format)\n"
               "    else: in_format(self, memory_format)\n"
               "    reads:\n"
               "      - arg: self\n"
               "        usable_if: \"contiguous(self) or dense(self)\"\n"
               "    source: 'x'\n";
  expectLoads(Whole);
  unsigned Errors = 0;
  for (size_t I = 0; I < Whole.size(); ++I) {
    ModelError Error;
    if (ModelSet::loadText(Whole.substr(0, I), "r.yaml", Error))
      continue;
    ++Errors;
    EXPECT_GT(Error.Line, 0u) << I;
    EXPECT_GT(Error.Column, 0u) << I;
    EXPECT_FALSE(Error.Message.empty()) << I;
  }
  EXPECT_GT(Errors, Whole.size() - 8);
}

/// The built-in files, cut off at every byte, through the YAML reader: loading
/// each of them whole would take minutes.
TEST(LoaderTest, BuiltInFilesCutOffAnywhere) {
  for (const BuiltInFile &File : builtInRules()) {
    std::string Whole = File.Text;
    Whole.resize(std::min<size_t>(Whole.size(), 1200));
    for (size_t I = 0; I < Whole.size(); ++I) {
      ModelError Error;
      if (!readYaml(Whole.substr(0, I), File.Name, Error)) {
        EXPECT_FALSE(Error.Message.empty());
      }
    }
  }
}

TEST(LoaderTest, NestingIsBounded) {
  EXPECT_NE(errorOf("version: " + std::string(200, '[') + "\n")
                .find("nested too deeply"),
            std::string::npos);
  std::string Deep(200, '(');
  EXPECT_NE(ruleError("  - op: aten::clone\n    new: " + Deep + "\n")
                .find("nested too deeply"),
            std::string::npos);
}

/// rules.schema.json, read as the YAML it also is.
YamlNode jsonSchema() {
  std::ifstream Stream(TENSOR_TIDY_RULES_FOLDER "/rules.schema.json");
  std::ostringstream Text;
  Text << Stream.rdbuf();
  ModelError Error;
  auto Root = readYaml(Text.str(), "rules.schema.json", Error);
  EXPECT_TRUE(Root) << Error.str();
  return Root ? *Root : YamlNode();
}

std::set<std::string> keysOf(const YamlNode *Object) {
  std::set<std::string> Keys;
  EXPECT_TRUE(Object && Object->get("properties"));
  if (Object && Object->get("properties"))
    for (const auto &[Key, Value] : Object->get("properties")->Entries)
      Keys.insert(Key.Text);
  return Keys;
}

std::set<std::string> allowed(RuleMapping M) {
  return {allowedKeys(M).begin(), allowedKeys(M).end()};
}

TEST(LoaderTest, RulesThatAskThemselves) {
  const std::string Add = "aten::add.Tensor(self, other)";
  auto Rule = [](const std::string &Op, const std::string &New) {
    return "  - op: " + Op + "\n    new: " + New + "\n";
  };
  auto Endless = [](const std::string &Op, int Line) {
    return "r.yaml:" + std::to_string(Line) + ":9: error: evaluating '" + Op +
           "' comes to evaluating it again, or far too many other operators; "
           "let its rule call fewer";
  };
  EXPECT_EQ(ruleError(Rule("aten::add.Tensor", Add)),
            Endless("aten::add.Tensor", 5));
  // By another one, and by what an out= form computes.
  EXPECT_EQ(
      ruleError(Rule("aten::mul.Tensor", Add) +
                Rule("aten::add.Tensor", "aten::mul.Tensor(self, other)")),
      Endless("aten::add.Tensor", 7));
  EXPECT_EQ(ruleError(Rule("aten::add.Tensor",
                           "aten::add.out(self, other, alpha, self)")),
            Endless("aten::add.Tensor", 5));
  // Each calls the next one three times: 3^6.
  const std::vector<std::string> Names = {
      "aten::add.Tensor", "aten::mul.Tensor", "aten::div.Tensor",
      "aten::maximum",    "aten::minimum",    "aten::logical_and",
      "aten::logical_or"};
  std::string Chain;
  for (size_t I = 0; I < Names.size(); ++I) {
    std::string New = "self";
    for (int Times = 0; Times < 3 && I + 1 < Names.size(); ++Times)
      New = Names[I + 1] + "(" + New + ", other)";
    Chain += Rule(Names[I], I + 1 < Names.size() ? New : "keep(self)");
  }
  EXPECT_NE(ruleError(Chain).find("evaluating 'aten::add.Tensor'"),
            std::string::npos);
  expectLoads(Header + "rules:\n" + Rule("aten::mul.Tensor", Add) +
              Rule("aten::add.Tensor", "keep(self)"));
}

TEST(LoaderTest, TheJsonSchemaHasTheSameKeys) {
  YamlNode Root = jsonSchema();
  EXPECT_EQ(keysOf(&Root), allowed(RuleMapping::File));
  const YamlNode *Definitions = Root.get("$defs");
  ASSERT_TRUE(Definitions);
  EXPECT_EQ(keysOf(Definitions->get("rule")), allowed(RuleMapping::Rule));
  EXPECT_EQ(keysOf(Definitions->get("result")), allowed(RuleMapping::Result));
  EXPECT_EQ(keysOf(Definitions->get("read")), allowed(RuleMapping::Read));
  EXPECT_EQ(keysOf(Definitions->get("require")), allowed(RuleMapping::Require));
  EXPECT_EQ(keysOf(Definitions->get("guard")), allowed(RuleMapping::Guard));
  EXPECT_EQ(keysOf(Definitions->get("launch")), allowed(RuleMapping::Launch));
  EXPECT_EQ(keysOf(Definitions->get("copy")), allowed(RuleMapping::Copy));
  EXPECT_EQ(keysOf(Definitions->get("raw")), allowed(RuleMapping::Raw));
  EXPECT_EQ(keysOf(Definitions->get("same")), allowed(RuleMapping::Same));
  EXPECT_EQ(keysOf(Definitions->get("tuple")), allowed(RuleMapping::Tuple));
  EXPECT_EQ(keysOf(Definitions->get("runtime")), allowed(RuleMapping::Runtime));
  EXPECT_EQ(keysOf(Definitions->get("type")), allowed(RuleMapping::Type));
}

} // namespace
