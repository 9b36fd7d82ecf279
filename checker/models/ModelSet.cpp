// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/BuiltInRules.h"
#include "models/ModelSetImpl.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

namespace tensortidy {

std::string Operator::displayName() const {
  size_t Colons = TheSchema.Name.rfind("::");
  return Colons == std::string::npos ? TheSchema.Name
                                     : TheSchema.Name.substr(Colons + 2);
}

const Rule *Operator::ruleFor(TorchVersion V) const {
  for (const Rule *R : Rules)
    if (R->Torch.contains(V))
      return R;
  return nullptr;
}

bool Operator::returnsWritten() const {
  const std::vector<SchemaReturn> &Returns = TheSchema.Returns;
  return std::any_of(Returns.begin(), Returns.end(),
                     [](const SchemaReturn &R) { return R.Writes; });
}

bool Operator::changesAxes() const {
  if (!returnsWritten())
    return false;
  if (Rules.empty())
    return true;
  return std::any_of(Rules.begin(), Rules.end(), [](const Rule *R) {
    return std::any_of(
        R->Results.begin(), R->Results.end(), [](const ResultRule &Result) {
          bool IsKept =
              Result.TheForm == ResultRule::Form::Schema ||
              (Result.TheForm == ResultRule::Form::Self && !Result.Axes);
          return !IsKept;
        });
  });
}

std::string ModelError::str() const {
  std::string Where = File;
  if (Line)
    Where += ":" + std::to_string(Line) + ":" + std::to_string(Column);
  return Where + ": error: " + Message;
}

ModelSet::ModelSet() : I(std::make_unique<Impl>()) {}
ModelSet::~ModelSet() = default;

static std::vector<RulesFile> embeddedFiles() {
  std::vector<RulesFile> Files;
  for (const BuiltInFile &F : builtInRules())
    Files.push_back({std::string("<built-in>/") + F.Name, F.Text});
  return Files;
}

static bool readFile(const std::string &Name, std::string &Text,
                     ModelError &Error) {
  std::ifstream Stream(Name, std::ios::binary);
  std::ostringstream Content;
  if (Stream)
    Content << Stream.rdbuf();
  if (!Stream || Content.fail()) {
    Error = ModelError();
    Error.File = Name;
    Error.Message = "the rules file cannot be read, or is empty";
    return false;
  }
  Text = Content.str();
  return true;
}

std::shared_ptr<const ModelSet>
ModelSet::load(const std::vector<std::string> &UserFiles, ModelError &Error) {
  std::vector<RulesFile> Files = embeddedFiles();
  for (const std::string &Name : UserFiles) {
    Files.push_back({Name, ""});
    if (!readFile(Name, Files.back().Text, Error))
      return nullptr;
  }
  auto Models = std::make_shared<ModelSet>();
  if (!loadModels(*Models->I, Files, Error))
    return nullptr;
  return Models;
}

std::shared_ptr<const ModelSet> ModelSet::builtIn() {
  static const std::shared_ptr<const ModelSet> Models = [] {
    ModelError Error;
    std::shared_ptr<const ModelSet> Loaded = load({}, Error);
    if (!Loaded) {
      std::fprintf(stderr, "%s\n", Error.str().c_str());
      std::abort();
    }
    return Loaded;
  }();
  return Models;
}

std::shared_ptr<const ModelSet> ModelSet::loadText(const std::string &Text,
                                                   const std::string &FileName,
                                                   ModelError &Error) {
  auto Models = std::make_shared<ModelSet>();
  if (!loadModels(*Models->I, {{FileName, Text}}, Error))
    return nullptr;
  return Models;
}

const Operator *ModelSet::find(const std::string &FullName) const {
  return I->find(FullName);
}

std::vector<const Operator *>
ModelSet::findAll(const std::string &FullName) const {
  auto Found = I->ByFullName.find(FullName);
  if (Found == I->ByFullName.end())
    return {};
  return {Found->second.begin(), Found->second.end()};
}

std::vector<const Operator *> ModelSet::ruled() const {
  std::vector<const Operator *> Ruled;
  for (const Operator &Op : I->Operators)
    if (Op.hasRule())
      Ruled.push_back(&Op);
  return Ruled;
}

const TypeRule *ModelSet::typeRule(const std::string &QualifiedName) const {
  auto Found = I->TypesByName.find(QualifiedName);
  return Found == I->TypesByName.end() ? nullptr : Found->second;
}

std::vector<const TypeRule *> ModelSet::typeRules() const {
  std::vector<const TypeRule *> Rules;
  for (const TypeRule &T : I->Types)
    if (typeRule(T.Name) == &T) // not overridden
      Rules.push_back(&T);
  return Rules;
}

std::optional<ClassKind>
ModelSet::classKind(const std::string &QualifiedName) const {
  auto Found = I->Classes.find(QualifiedName);
  if (Found == I->Classes.end())
    return std::nullopt;
  return Found->second;
}

/// "at::Tensor::size" as "at::Tensor" and "size".
static std::pair<std::string, std::string> splitName(const std::string &Name) {
  size_t Colons = Name.rfind("::");
  if (Colons == std::string::npos)
    return {"", Name};
  return {Name.substr(0, Colons), Name.substr(Colons + 2)};
}

std::optional<QueryKind> ModelSet::query(const std::string &Class,
                                         const std::string &Member) const {
  const TypeRule *T = typeRule(Class);
  if (!T)
    return std::nullopt;
  auto Found = T->Asks.find(Member);
  if (Found != T->Asks.end())
    return Found->second;
  return T->IsLikeAten ? commonQuery(Member) : std::nullopt;
}

std::optional<QueryKind>
ModelSet::commonQuery(const std::string &Member) const {
  auto Found = I->Queries.find(Member);
  if (Found == I->Queries.end())
    return std::nullopt;
  return Found->second;
}

std::optional<QueryKind> ModelSet::query(const CppCallee &Callee) const {
  auto [Class, Member] = splitName(Callee.QualifiedName);
  return Callee.IsMethod ? query(Class, Member) : std::nullopt;
}

/// Does \p Name fit \p Pattern, which may have a '*' first and last? A pattern
/// without a namespace is for functions of any.
static bool fitsPattern(std::string_view Pattern, std::string_view Name) {
  // It is asked for every call with every pattern.
  if (Pattern.find("::") == std::string_view::npos)
    if (const size_t Colons = Name.rfind("::"); Colons != Name.npos)
      Name.remove_prefix(Colons + 2);
  const bool IsOpenBefore = Pattern.front() == '*',
             IsOpenAfter = Pattern.back() == '*';
  Pattern.remove_prefix(IsOpenBefore);
  if (IsOpenAfter && !Pattern.empty())
    Pattern.remove_suffix(1);
  if (IsOpenAfter)
    return IsOpenBefore ? Name.find(Pattern) != Name.npos
                        : Name.substr(0, Pattern.size()) == Pattern;
  if (Name.size() < Pattern.size())
    return false;
  return IsOpenBefore ? Name.substr(Name.size() - Pattern.size()) == Pattern
                      : Name == Pattern;
}

static bool takes(const CalleeRule &R, std::optional<size_t> Parameters) {
  if (!R.Parameters)
    return true;
  const std::vector<SchemaArgument> &All = R.Parameters->Arguments;
  size_t Required = std::count_if(All.begin(), All.end(),
                                  [](const auto &A) { return !A.Default; });
  return Parameters && Required <= *Parameters && *Parameters <= All.size();
}

const CalleeRule *ModelSet::calleeRule(const std::string &QualifiedName,
                                       std::optional<size_t> Parameters) const {
  auto Found = I->CalleesByName.find(QualifiedName);
  if (Found != I->CalleesByName.end())
    for (const CalleeRule *R : Found->second)
      if (takes(*R, Parameters))
        return R;
  for (const CalleeRule *R : I->CalleePatterns)
    if (fitsPattern(R->Name, QualifiedName))
      return R;
  return nullptr;
}

std::vector<std::string> ModelSet::deviceFunctions() const {
  std::vector<std::string> Names;
  for (const CalleeRule &R : I->Callees)
    if (R.usesDevice())
      Names.push_back(R.Name);
  return Names;
}

static bool dropSuffix(std::string &Name, const std::string &Suffix) {
  if (Name.size() <= Suffix.size() ||
      Name.compare(Name.size() - Suffix.size(), Suffix.size(), Suffix) != 0)
    return false;
  Name.resize(Name.size() - Suffix.size());
  return true;
}

static std::optional<ResolvedCallee>
resolved(const std::optional<OverloadChoice> &Choice) {
  if (!Choice)
    return std::nullopt;
  const Operator *Op = Choice->Op->SameAs ? Choice->Op->SameAs : Choice->Op;
  return ResolvedCallee{Op, Choice->ArgumentOf, Choice->ObjectArgument};
}

std::optional<ResolvedCallee> ModelSet::resolve(const CppCallee &Callee) const {
  auto Cpp = I->CppFunctions.find(Callee.QualifiedName);
  if (Cpp != I->CppFunctions.end())
    if (auto R = resolved(chooseOverload(Cpp->second, Callee, false)))
      return R;
  auto [Scope, Member] = splitName(Callee.QualifiedName);
  const TypeRule *Class = Callee.IsMethod ? typeRule(Scope) : nullptr;
  bool Known = Callee.IsMethod ? Class && Class->IsLikeAten
                               : I->Namespaces.count(Scope) != 0;
  if (!Known)
    return std::nullopt;
  auto Look = [&](const std::string &Name, bool IsOut) {
    auto Found = I->ByName.find("aten::" + Name);
    if (Found == I->ByName.end())
      return std::optional<ResolvedCallee>();
    return resolved(chooseOverload(Found->second, Callee, IsOut));
  };
  if (auto R = Look(Member, false))
    return R;
  std::string Base = Member;
  bool IsOut = dropSuffix(Base, "_outf") || dropSuffix(Base, "_out");
  dropSuffix(Base, "_symint");
  return Base == Member ? std::nullopt : Look(Base, IsOut);
}

} // namespace tensortidy
