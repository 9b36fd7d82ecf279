// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Destinations.h"
#include "checks/ReboundOutputs.h"
#include "checks/Wording.h"
#include "checks/WrittenCopies.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

std::optional<unsigned> writtenArgument(const Schema &S) {
  for (unsigned I = 0; I < S.Arguments.size(); ++I)
    if (S.Arguments[I].Writes)
      return I;
  return std::nullopt;
}

/// Is what it gives taken for the tensor itself, or a view of it: by a schema
/// that says it may be, or like `x[mask]`, which looks as if it were?
bool passesForSelf(const Schema &S) {
  return !S.Returns.empty() &&
         ((!S.Returns[0].Alias.empty() && !S.Returns[0].Writes) ||
          S.Name == "aten::index");
}

/// Finds operators that write into a temporary which was, or may have been,
/// allocated by the very expression: `out.contiguous().add_(1);`, and copies
/// with a name that are written through raw pointers and not copied back.
class LostWriteCheck : public Check {
public:
  void begin(const Context &C) override {
    Of.emplace(C.In);
    Copies.emplace();
  }

  void onFact(const Visit &V) override { Copies->onFact(V); }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    Of->onApply(V, A);
    Copies->onApply(V, A, Cases);
    const Origin &At = V.At.From;
    if (!A.Op || At.InMacro || !A.IsDiscarded)
      return;
    const std::optional<unsigned> Target = writtenArgument(A.Op->TheSchema);
    if (!Target || *Target >= A.Arguments.size() ||
        A.Arguments[*Target].Places.size() != 1)
      return;
    if (const Apply *Maker = copyThatIsWritten(A.Arguments[*Target].Places[0]))
      judge(V, A, *Maker, *Target, Cases);
  }

  void end(const Context &C, std::vector<Finding> &Into) override {
    for (const WrittenCopies::Lost &Each : Copies->lost(C.In))
      report(Each, C);
    for (const ReboundOutput &Each : reboundOutputs(C.In))
      report(Each, C);
    Copies.reset();
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Of.reset();
  }

private:
  /// The call that made \p Written, through `.add_(1).mul_(2)`; null where it
  /// is no temporary of one that may copy.
  const Apply *copyThatIsWritten(PlaceId Written) const {
    const Destinations &Where = Of->destinations();
    const Apply *Maker = Written == NoId ? nullptr : Where.maker(Written);
    while (Maker && Maker->Op && Maker->Op->returnsWritten()) {
      const std::optional<unsigned> Self =
          writtenArgument(Maker->Op->TheSchema);
      if (!Self || *Self >= Maker->Arguments.size() ||
          Maker->Arguments[*Self].Places.size() != 1)
        return nullptr;
      Maker = Where.maker(Maker->Arguments[*Self].Places[0]);
    }
    const bool MayCopy =
        Maker && Maker->Op && passesForSelf(Maker->Op->TheSchema);
    return MayCopy ? Maker : nullptr;
  }

  void judge(const Visit &V, const Apply &A, const Apply &Maker,
             unsigned Target, const std::vector<ApplyCase> &Cases) {
    const Alternative *Copy = nullptr;
    const Fact *By = nullptr;
    bool Always = true;
    for (const ApplyCase &C : Cases) {
      if (Target >= C.Operands.size() || C.Operands[Target].empty())
        return;
      const Alternative &Operand = C.Operands[Target].front();
      const std::optional<Temporaries::Dying> Its = Of->dying(Operand);
      Always &= Its && Its->IsAll;
      if (Its && !Copy) {
        Copy = &Operand;
        By = Its->By;
      }
    }
    // Subscripts that are not known may give a view.
    if (Maker.Op->TheSchema.Name == "aten::index" && !Always)
      return;
    if (Copy)
      report(V, A, *Copy, *By, Always);
  }

  void report(const Visit &V, const Apply &A, const Alternative &Copy,
              const Fact &By, bool Always) {
    const auto &Maker = std::get<Apply>(By.What);
    const std::string Name =
        Maker.Op ? Maker.Op->displayName() : "the expression";
    const std::string Original = nameOfArgument(Maker, 0, Copy, V.In);
    Finding F = findingAt("tensor-lost-write", V.At, V.In);
    F.Sure =
        Copy.Tainted || Copy.Vague ? Confidence::Possible : Confidence::Likely;
    F.Message = "what " + A.Op->displayName() + " writes is lost" +
                (Always ? ": " : " for some layouts: ") + Name +
                " makes a copy" +
                (Original.empty() ? "" : " of '" + Original + "'") +
                ", which nobody reads";
    F.Notes.push_back(
        noteAt(By.From, "the copy is made here, by " + Maker.Call));
    F.Notes.push_back(
        noteAt(V.At.From, Name == "index"
                              ? "index_put_() writes into the tensor itself"
                              : "write into a variable and copy_() it back"));
    F.Operator = A.Op->displayName();
    F.Arguments = {Original};
    Pending.push_back(std::move(F));
  }

  /// Lost where callers pass what is not contiguous, which linking decides.
  void report(const WrittenCopies::Lost &Each, const Context &C) {
    const auto &Maker = std::get<Apply>(Each.Copy->What);
    const PlaceId Root = *Each.Roots.begin();
    const std::string Name = C.In.Places[Root].Name;
    Finding F = findingAt("tensor-lost-write", *Each.Copy, C);
    F.Message = std::string(Each.IsSeen ? "what is" : "what may be") +
                " written into the copy that " + Maker.Op->displayName() +
                " makes of '" + Name +
                "', where that is not contiguous, is lost: nobody reads it";
    addCallNote(*Each.Copy, C, F.Notes);
    F.Notes.push_back(noteAt(Each.Write->From, Each.IsSeen
                                                   ? "it is written here"
                                                   : "it may be written here"));
    F.Notes.push_back(
        noteAt(Each.Write->From, "copy_() it back into '" + Name + "'"));
    F.Operator = Maker.Op->displayName();
    F.Arguments = {Name};
    if (Each.IsSeen)
      F.OpenRoots = Each.Roots;
    else
      F.Sure = Confidence::Possible;
    Pending.push_back(std::move(F));
  }

  /// Callers in C++ that the file does not know may have wanted it so; what
  /// calls through a table of functions, or from Python, does not.
  void report(const ReboundOutput &Each, const Context &C) {
    const auto &Maker = std::get<Apply>(Each.At->What);
    const std::string Name = C.In.Places[Each.Parameter].Name;
    Finding F = findingAt("tensor-lost-write", *Each.At, C);
    F.Sure = C.In.TheReach == Reach::Entry || C.In.IsAddressTaken
                 ? Confidence::Likely
                 : Confidence::Possible;
    F.Message = "what " + Maker.Op->displayName() + " makes of '" + Name +
                "' is lost: it becomes another tensor, and the one that the "
                "caller passed stays as it is";
    F.Notes.push_back(noteAt(Each.Write->From, "that one is written here"));
    F.Notes.push_back(noteAt(Each.At->From, "copy_() it into '" + Name + "'"));
    F.Operator = Maker.Op->displayName();
    F.Arguments = {Name};
    Pending.push_back(std::move(F));
  }

  std::optional<WrittenCopies> Copies;
  std::optional<Temporaries> Of;
  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeLostWriteCheck() {
  return std::make_unique<LostWriteCheck>();
}

} // namespace tensortidy
