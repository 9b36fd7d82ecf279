// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_FUNCTIONLOWERING_H
#define TENSORTIDY_FRONTEND_FUNCTIONLOWERING_H

#include "frontend/FunctionBuilder.h"
#include "frontend/HostMemory.h"
#include "frontend/OpenMP.h"
#include "frontend/UnitContext.h"
#include "frontend/Value.h"
#include "program/Modes.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallVector.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// A call as written, whatever its syntax.
struct CallSite {
  const clang::Expr *Whole = nullptr;
  /// The callee; for a call that waits for template arguments, the overload
  /// that fits its number of arguments. Null when there is none.
  const clang::FunctionDecl *Callee = nullptr;
  const clang::Expr *Object = nullptr; ///< of a method call
  llvm::SmallVector<const clang::Expr *, 8> Arguments;
  Value ObjectValue;
  std::vector<Value> Values;  ///< of the arguments
  clang::SourceLocation Name; ///< of the callee's name
  clang::QualType ResultType;
};

/// Lowers one function: statement by statement into blocks as Clang's CFG has
/// them, except that a condition stays whole and that a lambda called in place
/// is a part of the function. Walks the syntax, so that templates that nobody
/// instantiates and broken code are lowered too.
class FunctionLowering {
public:
  /// \p AxesChange: operations in place change sizes or strides, so that what
  /// is asked of a tensor has to be asked at once though no variable changes.
  FunctionLowering(UnitContext &Unit, Function &F, bool AxesChange);

  /// False when the function exceeds the limits of the options; whyNot() says
  /// which.
  bool run(const clang::FunctionDecl *Definition);
  const std::string &whyNot() const { return Reason; }
  /// The same for what a variable or a member begins with, or a parameter has
  /// by default.
  bool run(const clang::ValueDecl *Of, const clang::Expr *Init);
  /// Lambdas that were neither called nor handed on: Functions of their own.
  std::vector<const clang::LambdaExpr *> remainingLambdas() const;

private:
  void storeGiven();
  bool finish();

  /// \name Statements (Statements.cpp, Loops.cpp, Switch.cpp)
  /// @{
  void lowerStmt(const clang::Stmt *S);
  /// Is \p Count above \p Limit? Then the function is given up.
  bool exceeds(unsigned Count, unsigned Limit, const char *What);
  void lowerControl(const clang::Stmt *S);
  void lowerIf(const clang::IfStmt *S);
  void lowerWhile(const clang::WhileStmt *S);
  void documentParameters(unsigned First);
  void lowerDo(const clang::DoStmt *S);
  void lowerFor(const clang::ForStmt *S);
  void lowerRangeFor(const clang::CXXForRangeStmt *S);
  void declareLoopVariable(const clang::VarDecl *D, const Value &Element,
                           const clang::Expr *RangeExpr);
  /// The body once for each item of a list whose items are known, as in
  /// `for (const Tensor &t : {x, y})`.
  template <typename Function>
  void lowerListLoop(const clang::Stmt *Body, size_t Items, Function Begin);
  bool isKnownList(const Value &V) const;
  bool lowerIndexedListLoop(const clang::ForStmt *S);
  /// After a loop that gives elements of lists new values: of which elements
  /// is not followed.
  void forgetOverwritten(const clang::Stmt *At);
  /// The loop \p S, whose iterations begin at \p Head; before its body is
  /// lowered. \returns its index.
  unsigned recordLoop(const clang::Stmt *S, unsigned Head);
  /// Which declarations in its body may stand before it; after its body was
  /// lowered.
  void recordDeclarations(unsigned Loop, const clang::Stmt *S,
                          const clang::Stmt *Body);
  bool isMovable(const clang::VarDecl *D, const clang::Stmt *Loop) const;
  void lowerSwitch(const clang::SwitchStmt *S);
  void lowerCase(const clang::SwitchCase *S);
  void endSwitch(unsigned After);
  void lowerTry(const clang::CXXTryStmt *S);
  void lowerReturn(const clang::ReturnStmt *S);
  void returnTruth(const Condition &C, const clang::Expr *At);
  void lowerLoopBody(const clang::Stmt *Body, unsigned Continue,
                     unsigned Break);
  void forgetChanges(unsigned FirstBlock, unsigned EndBlock,
                     const clang::Stmt *At);
  unsigned labelBlock(const clang::LabelDecl *L);
  void lowerAsm(const clang::GCCAsmStmt *S);
  /// `goto *p` may lead to every label whose address is taken.
  void connectIndirectJumps();
  /// The full expression \p E for its effects.
  void lowerEffects(const clang::Expr *E);
  /// Ends the block if a temporary's destructor never returns.
  void endFullExpression();
  /// @}

  /// \name Directives of OpenMP (OpenMP.cpp)
  /// @{
  void lowerDirective(const clang::OMPExecutableDirective *D);
  /// \p Body one time or more, from \p Head on.
  void lowerRepeated(const clang::Stmt *Body, unsigned Head);
  Value originalOf(const clang::ValueDecl *D);
  Value makePrivate(const clang::ValueDecl *D, const PrivateCopy &Copy,
                    const Value &Original);
  /// @}

  /// \name Variables (Variables.cpp, Assignment.cpp)
  /// @{
  void declare(const clang::VarDecl *D);
  void declareStatic(const clang::VarDecl *D);
  void declareBindings(const clang::DecompositionDecl *D);
  void bindFields(const clang::DecompositionDecl *D, const Value &V);
  void declareParameter(const clang::ParmVarDecl *D);
  /// Storage for a variable, field or result of type \p T.
  Value makeSlot(clang::QualType T, const std::string &Name, PlaceKind Kind,
                 clang::SourceLocation Where);
  Value makeTensorSlot(const std::string &Name, PlaceKind Kind, bool IsList,
                       clang::SourceLocation Where);
  /// The slot of a variable, made at its first use if need be.
  Value variable(const clang::ValueDecl *D);
  Value field(const Value &Object, const clang::ValueDecl *Field);
  /// Visits what the fields below an object's path hold, records in it opened.
  template <typename Visitor>
  void forEachField(const std::string &Path, Visitor Visit) const {
    forEachNamedField(Path,
                      [&](const std::string &, const Value &V) { Visit(V); });
  }
  /// With its name within the object, as "strides.row".
  template <typename Visitor>
  void forEachNamedField(const std::string &Path, Visitor Visit) const {
    const std::string Prefix = Path + ".";
    for (auto It = Fields.lower_bound(Prefix);
         It != Fields.end() && It->first.compare(0, Prefix.size(), Prefix) == 0;
         ++It)
      if (!It->second.is(Value::Kind::Object))
        Visit(It->first.substr(Prefix.size()), It->second);
  }
  /// The value itself, without a name, or what an object's fields hold.
  template <typename Visitor>
  void forEachPart(const Value &V, Visitor Visit) const {
    if (V.is(Value::Kind::Object))
      forEachNamedField(V.Path, Visit);
    else
      Visit(std::string(), V);
  }
  void assign(const Value &Target, const Value &Source, const clang::Expr *At);
  void assignTensor(const Value &Target, const Value &Source,
                    const clang::Expr *At);
  void assignPointer(const Value &Target, const Value &Source,
                     const clang::Expr *At);
  void assignRecord(const Value &Target, const Value &Source,
                    const clang::Expr *At);
  /// A field that can hold \p V, about which nothing is known yet.
  Value slotLike(const Value &V, const std::string &Path,
                 const std::string &Name);
  void exchange(const Value &A, const Value &B, const clang::Expr *At);
  /// \p V of the argument \p A; what is moved from is left undefined.
  Value movedFrom(const Value &V, const clang::Expr *A,
                  const clang::FunctionDecl *To);
  /// A value that later assignments to what it was made from do not change.
  Value snapshot(const Value &V, const clang::Expr *At);
  /// Storage of its own with the value of \p V; for a record too.
  Value copyOf(const Value &V, const clang::Expr *At);
  /// Can the pointer \p D to the object \p Object be followed as another name
  /// of it?
  bool followsPointer(const clang::ValueDecl *D, const Value &Object) const;
  /// \p D is given the address of \p Object.
  bool declareObjectPointer(const clang::VarDecl *D, const Value &Object);
  /// What a variable without storage begins with: \p V unless it changes.
  Value keepOrForget(const clang::ValueDecl *D, const Value &V,
                     const clang::Expr *At);
  /// The bool \p Name, which nothing changes after this: where it is asked
  /// twice the answer is the same. \p V is what it begins with.
  Value makeFlag(const std::string &Name, const Value &V,
                 const clang::Stmt *At);
  /// \p Flag of a variable that changes is set where \p C holds.
  void setFlag(const Value &Flag, const Condition &C, const clang::Stmt *At);
  /// A temporary that the reference \p D is bound to lives on under its name.
  void nameTemporary(const Value &V, const clang::ValueDecl *D);
  /// \p V is what the variable \p D holds.
  void noteScope(const Value &V, const clang::ValueDecl *D);
  void addMutations(const Mutations &M);
  PlaceId snapshotPlace(PlaceId P, const clang::Expr *At);
  /// The same for what a condition asks about: later operations in place on
  /// the tensor do not change its answer either.
  PlaceId frozenPlace(PlaceId P, const clang::Expr *At);
  bool isStable(const IntExpr &E) const;
  void markStable(const clang::ValueDecl *D, const Value &Slot);
  IntExpr snapshotInt(const IntExpr &E, const clang::Expr *At);
  Condition snapshotFlag(Condition C, const clang::Expr *At);
  Condition snapshotCondition(Condition C, const clang::Expr *At);
  /// Forgets what a call may change through a reference to \p V.
  void forget(const Value &V, const std::string &Why, const clang::Expr *At);
  void forgetFields(const std::string &Path, const std::string &Why,
                    const clang::Expr *At);
  PlaceId newTemporary(bool IsList = false);
  /// The place that holds \p V; of a value that is not a tensor, a new one
  /// about which nothing is known.
  PlaceId placeOf(const Value &V, const std::string &Why,
                  const clang::Expr *At);
  /// @}

  /// \name Expressions (Expressions.cpp, Operators.cpp, Constructs.cpp)
  /// @{
  Value lower(const clang::Expr *E);
  Value lowerPlain(const clang::Expr *E);
  static bool changesByItself(const clang::Expr *E);
  Value reread(const Value &V, const clang::Expr *At);
  Value lowerThis(const clang::Expr *E);
  Value lowerOperation(const clang::Expr *E);
  Value lowerTemporary(const clang::CXXBindTemporaryExpr *E);
  Value lowerReference(const clang::DeclRefExpr *E);
  bool hasEscaped(const clang::ValueDecl *D, const Value &V);
  Value lowerString(const clang::StringLiteral *E);
  Value namedConstant(const clang::VarDecl *D) const;
  std::optional<MemoryFormat> formatOf(const clang::Expr *E) const;
  Value lowerCast(const clang::CastExpr *E);
  Value lowerUnary(const clang::UnaryOperator *E);
  Value lowerStep(const clang::UnaryOperator *E);
  Value offsetPointer(Value Pointer, const Value &Offset);
  Value lowerBinary(const clang::BinaryOperator *E);
  Value lowerAssigned(const clang::Expr *E);
  Value lowerCompound(const clang::CompoundAssignOperator *E);
  Value lowerConditional(const clang::AbstractConditionalOperator *E);
  Value commonSlot(const Value &A, const Value &B, clang::QualType T);
  Value lowerMember(const clang::MemberExpr *E);
  /// Was the object of that path made in the outermost loop around?
  bool isMadeInLoop(const std::string &Path) const;
  Value lowerField(const clang::MemberExpr *E, const Value &Base, QueryKind Q);
  void forgetOwner(const clang::Expr *Field, const clang::Expr *At);
  Value lowerSubscript(const clang::ArraySubscriptExpr *E);
  Value lowerConstruct(const clang::CXXConstructExpr *E);
  Value lowerArgument(const clang::Expr *A, const clang::FunctionDecl *Callee);
  std::optional<Value> expandConstructor(const clang::CXXConstructExpr *E,
                                         llvm::ArrayRef<Value> Arguments,
                                         const Value &Object);
  void lowerInitializers(const clang::CXXConstructorDecl *C);
  std::optional<Value> lowerIndexItem(const clang::CXXConstructExpr *E,
                                      llvm::ArrayRef<Value> Arguments);
  /// What \p Callee, a function or constructor of the library that gives
  /// TensorOptions, makes of \p Start and what it gets.
  Value optionsFrom(const clang::FunctionDecl *Callee, Value Start,
                    llvm::ArrayRef<Value> Arguments) const;
  static Value constructTensor(TypeClass C, llvm::ArrayRef<Value> Arguments);
  static Value constructIntList(std::optional<ClassKind> K,
                                llvm::ArrayRef<Value> Arguments);
  Value constructRecord(const clang::CXXConstructExpr *E,
                        const std::string &Name,
                        llvm::ArrayRef<Value> Arguments);
  Value lowerInitList(const clang::InitListExpr *E);
  Value lowerList(llvm::ArrayRef<const clang::Expr *> Items);
  /// An array of integers or pointers whose elements change: remembers which
  /// strides and pointers it holds, not where.
  Value makeArray(const std::string &Name);
  Value arrayElement(const Value &Array, TypeClass Element);
  /// One pointer for each of the elements of an array of few of them.
  std::optional<Value> makePointerArray(clang::QualType T,
                                        const std::string &Name);
  Value anyPointerOf(const Value &List);
  bool beginsUnset(const clang::Expr *Init) const;
  Value listElement(const Value &List, const Value &Position);
  Value lowerChildren(const clang::Expr *E);
  Value lowerBroken(const clang::RecoveryExpr *E);
  std::optional<int64_t> constantOf(const clang::Expr *E) const;
  bool isUsersEnum(clang::QualType T) const;
  /// @}

  /// \name Types, devices and options that calls ask for (Options.cpp)
  /// @{
  /// Does \p E mean the same each time it is evaluated?
  bool isConstant(const clang::Expr *E) const;
  /// Adds what \p E, a device or TensorOptions, asks for.
  void takeOptions(const clang::Expr *E, Apply &Into) const;
  DeviceKind deviceOf(const clang::Expr *E) const;
  /// Of the arguments of \p S, of which \p Into shows those that it knows.
  void takeUnshown(const CallSite &S, const ResolvedCallee &R,
                   Apply &Into) const;
  /// @}

  /// \name Conditions and integers (Conditions.cpp, Integers.cpp)
  /// @{
  Condition lowerCondition(const clang::Expr *E);
  /// The condition of an `if`: one that is asked again later has the same
  /// answer then, if nothing in it changes.
  Condition lowerDecision(const clang::Expr *E);
  bool isSettled(const clang::Expr *E) const;
  bool asksTheHandle(const clang::CXXMethodDecl *M) const;
  bool isSettledTruth(const Value &V) const;
  void markSettled(const clang::ValueDecl *D);
  Condition truthOf(const Value &V);
  Condition lowerLogical(const clang::BinaryOperator *E);
  /// \p C, or unknown if it is too large to be of use.
  static Condition boundedCondition(Condition C);
  static Condition chosen(const Condition &C, const Condition &Then,
                          const Condition &Else);
  Condition compare(clang::BinaryOperatorKind Op, const Value &L,
                    const Value &R);
  /// The flag of a question that compares a variable with a constant.
  Condition modeTest(const Condition &Compare);
  IntExpr intOf(const Value &V);
  IntExpr opaque();
  IntExpr arithmetic(clang::BinaryOperatorKind Op, IntExpr L, IntExpr R);
  void collectStrided(const IntExpr &E, std::vector<PlaceId> &Into) const;
  std::vector<PlaceId> lookedAt(const CallSite &S) const;
  void define(const Value &Target, IntExpr V, const clang::Expr *At);
  /// Strides that an integer is computed from.
  void collectStrides(const IntExpr &E, std::vector<StrideGiven> &Into) const;
  void collectStrides(const Value &V, std::vector<StrideGiven> &Into) const;
  /// @}

  /// \name Calls (CallSites.cpp, Calls.cpp, UserCalls.cpp)
  /// @{
  CallSite siteOf(const clang::CallExpr *E) const;
  /// The first overload of the class, or else of its bases, that takes that
  /// many arguments.
  static const clang::FunctionDecl *methodOf(const clang::CXXRecordDecl *Class,
                                             const clang::DeclarationName &Name,
                                             unsigned Arguments);
  Value lowerCall(const clang::CallExpr *E);
  /// A module's forward() in place of the call operator of what holds it.
  void forwardModule(CallSite &S) const;
  void forwardAutograd(CallSite &S) const;
  Value lowerFree(const CallSite &S, const CalleeInfo &Info);
  Value lowerMethod(const CallSite &S, const CalleeInfo &Info);
  Value lowerTensorMethod(const CallSite &S, const CalleeInfo &Info);
  std::optional<Value> lowerStandard(const CallSite &S, const CalleeInfo &Info);
  std::optional<Value> lowerOverloaded(const CallSite &S);
  Value lowerAssignment(const CallSite &S);
  /// Is it, or a part of what it is in, there before and after the function?
  static bool outlivesFunction(const clang::Expr *Object);
  Value lowerUserCall(const CallSite &S, const std::string &Name);
  Value computedFrom(llvm::ArrayRef<Value> Values, const clang::Expr *At);
  void callRegistered(const CallSite &S, const Call &As);
  /// The callee's definition if its body is to stand in place of the call.
  const clang::FunctionDecl *expandable(const CallSite &S);
  bool isWorthExpanding(unsigned Lines) const;
  bool isExpandableBody(const clang::FunctionDecl *D, size_t Arguments);
  /// Does it put pointers that it gets into an object?
  bool storesPointers(const clang::FunctionDecl *D,
                      llvm::ArrayRef<Value> Arguments) const;
  bool followsParameters(const clang::FunctionDecl *D,
                         llvm::ArrayRef<Value> Arguments) const;
  Value expandCall(const CallSite &S, const clang::FunctionDecl *Definition);
  void forgetArguments(const CallSite &S, const std::string &Name);
  void forgetOutside(const clang::Expr *At);
  /// The value of a result of type \p T; tensors in it are added to \p Places.
  Value resultOf(clang::QualType T, std::vector<PlaceId> &Places);
  std::vector<PlaceId> tensorArguments(const CallSite &S);
  void collectTensors(const Value &V, std::vector<PlaceId> &Into) const;
  /// @}

  /// \name Tensors (Queries.cpp, Operations.cpp, Arguments.cpp)
  /// @{
  Value lowerQuery(const CallSite &S, QueryKind Q);
  void takeAccessor(const CallSite &S);
  Value takePointer(const CallSite &S, PointerAccess Access);
  void assumeAccessorRank(const CallSite &S);
  Condition contiguity(const CallSite &S) const;
  Value lowerApply(const CallSite &S, const ResolvedCallee &R);
  /// What TensorOptions that the call gives say of the schema's arguments.
  void takeOptions(const CallSite &S, const ResolvedCallee &R,
                   std::vector<Argument> &Arguments) const;
  /// \p R says where the arguments come from, if it is a call as written.
  Value emitApply(const CallSite &S, const Operator &Op,
                  std::vector<Argument> Arguments,
                  const ResolvedCallee *R = nullptr);
  Argument toArgument(const Value &V, const SchemaArgument &Schema,
                      const clang::Expr *E);
  Argument toTensor(const Value &V) const;
  /// Of a raw pointer \p E; leaves \p A as it is where it is none.
  void toMemory(const Value &V, const clang::Expr *E, Argument &A);
  std::optional<IntExpr> elementsAt(const clang::Expr *Pointer);
  std::optional<IntExpr> elementsOf(const clang::VarDecl *Container);
  Argument toTensorList(const Value &V) const;
  static Argument toIntList(const Value &V);
  static Argument toIndices(const Value &V);
  static IndexOperand toIndexOperand(const Value &V);
  /// @}

  /// \name Containers (Containers.cpp)
  /// @{
  Value lowerOptionalMethod(const CallSite &S);
  Value lowerListMethod(const CallSite &S);
  std::optional<Value> lowerArrayMethod(const CallSite &S);
  std::optional<Value> elementAtPosition(const CallSite &S);
  Value lowerPointerListMethod(const CallSite &S);
  std::optional<Value> lowerStorageMethod(const CallSite &S);
  std::optional<Value> lowerSizesMethod(const CallSite &S);
  /// @}

  /// \name Pointers (Pointers.cpp)
  /// @{
  /// What goes into \p Object, which is not looked into: numbers and strides in
  /// \p What leave with it.
  void addContents(const Value &Object, llvm::ArrayRef<Value> What,
                   const clang::Expr *At);
  /// The pointer whose address the integer \p V is; NoId where it is none.
  PointerId addressIn(const Value &V) const;
  void noteAddress(IntId Target, const Value &Source, const clang::Expr *At);
  /// Is \p T a vector or the like of pointers?
  bool isPointerList(clang::QualType T);
  void usePointer(const Value &P, Sink Where, const std::string &Callee,
                  llvm::ArrayRef<StrideGiven> StridesOf, bool IsSized,
                  const clang::Expr *At);
  void emitUse(UsePointer U, const clang::Expr *At);
  void noteCheckMacro(const CallSite &S);
  void nameTemporary(const CallSite &S, TakePointer &T) const;
  std::optional<Value> lowerDeviceQuery(const CallSite &S) const;
  /// Has a tensor the type, or the device, \p Is?
  static Condition sameProperty(const Value &Of, const Value &Is);
  /// \p V, if it is a pointer or its address, is put into memory.
  void storePointer(const Value &V, const clang::Expr *At);
  bool isAddedToList(const clang::FunctionDecl *To) const;
  std::string keyElsewhere(const clang::FunctionDecl *F) const;
  /// \p To: what is called, if it is known.
  void usePointers(llvm::ArrayRef<Value> Values, Sink Where,
                   const std::string &Callee, const clang::Expr *At,
                   const clang::FunctionDecl *To = nullptr,
                   const CallSite *By = nullptr, bool AreLeft = false);
  /// What a function is given that goes through elements one by one.
  struct ElementwiseUse {
    std::vector<PointerId> Pointers;
    IntExpr Count;
  };
  std::optional<ElementwiseUse> elementwiseUse(llvm::ArrayRef<Value> Values,
                                               const clang::FunctionDecl *To);
  PointerEffect effectOn(const Value &V, unsigned Index,
                         const clang::FunctionDecl *To,
                         const CallSite *By) const;
  bool isWritten(const Value &V, unsigned Index, const clang::FunctionDecl *To,
                 const CallSite *By) const;
  bool mayBeWritten(unsigned Index, const clang::FunctionDecl *To,
                    const CallSite *By) const;
  void collectPointers(const Value &V, std::vector<Value> &Into) const;
  std::vector<StrideArgument>
  strideArguments(llvm::ArrayRef<Value> Values) const;
  bool holdsNumbers(const Value &V) const;
  /// What a rule says of the callee; a call of an unknown function if nothing.
  Sink sinkOf(const CallSite &S) const;
  /// A pointer argument that a rule says is copied from or to: of one element?
  bool copiesOneElement(const CallSite &S, const CalleeRule &R,
                        unsigned Index) const;
  Value lowerLaunch(const clang::CUDAKernelCallExpr *E);
  /// @}

  /// \name What autograd functions save (SavedTensors.cpp)
  /// @{
  const clang::CXXRecordDecl *autogradClass() const;
  std::optional<Value> lowerSaved(const CallSite &S, const CalleeInfo &Info);
  Value saveTensors(const CallSite &S, const std::string &Name,
                    const clang::CXXMethodDecl *Backward);
  Value savedTensors(const clang::CXXMethodDecl *Forward);
  /// @}

  /// \name Streams (Streams.cpp)
  /// @{
  void noteStream(const CallSite &S, const CalleeRule &Rule);
  bool isSideStream(const clang::Expr *E) const;
  bool usesSideStream(llvm::ArrayRef<const clang::Expr *> Arguments) const;
  /// @}

  /// \name Copies between host and device (RuntimeCalls.cpp)
  /// @{
  /// That of a variable or a member, if it is copied between host and device.
  MemoryId memoryOf(const clang::ValueDecl *Owner);
  RuntimeMemory memoryAt(const CallSite &S, std::optional<unsigned> Index);
  /// The mention \p E of one may read or write its memory.
  void touchMemory(const clang::Expr *E);
  /// A fact for what copies nothing.
  void emitRuntimeCall(const CalleeRule *Rule, const std::string &Name,
                       const clang::Expr *At, bool IsLaunch = false);
  void noteRuntimeCall(const CallSite &S, const std::string &Name,
                       bool IsExpanded);
  /// @}

  /// \name Guards (Guards.cpp)
  /// @{
  /// A function that a rule says proves something, such as
  /// at::checkContiguous.
  Value lowerGuard(const CallSite &S, const CalleeInfo &Info);
  Condition guardCondition(const RuleExpr &E, const CallSite &S);
  Condition guardQuestion(const RuleExpr &E, const CallSite &S);
  IntExpr guardInteger(const RuleExpr &E, const CallSite &S);
  const Value *guardArgument(const RuleExpr &E, const CallSite &S) const;
  /// @}

  /// \name Lambdas (Lambdas.cpp)
  /// @{
  Value lowerLambda(const clang::LambdaExpr *L);
  Value inlineCall(const clang::LambdaExpr *L, const clang::FunctionDecl *Body,
                   llvm::ArrayRef<Value> Arguments, const clang::Expr *At);
  /// \p Body's statements in place, its parameters bound to \p Arguments.
  Value inlineBody(const clang::FunctionDecl *Body,
                   llvm::ArrayRef<Value> Arguments, const clang::Expr *At);
  void bindParameter(const clang::ParmVarDecl *P, const Value *Argument,
                     const clang::Expr *At);
  /// Handed to a function that calls it any number of times.
  void inlineMaybe(const clang::LambdaExpr *L, const clang::Expr *At);
  /// The lambda \p V, if it is one, outlives the function, and with it the
  /// tensors that it has by copy.
  void keepCaptures(const Value &V, const clang::Expr *At);
  /// Forgets what a lambda that is not lowered in place may change.
  void forgetChangesOf(const clang::FunctionDecl *Body, const clang::Expr *At);
  void lowerBody(const clang::Stmt *Body);
  bool mayInline(const clang::FunctionDecl *Body) const;
  /// @}

  struct Decision : llvm::FoldingSetNode {
    llvm::FoldingSetNodeID Key;
    IntId Flag = NoId;
    void Profile(llvm::FoldingSetNodeID &Id) const { Id = Key; }
  };
  struct InlineFrame {
    const clang::FunctionDecl *Callee;
    unsigned Exit;
    Value Result;
  };
  struct SwitchFrame {
    unsigned Head;
    Value On;
    /// What the cases ask; a default is where none of it holds.
    std::vector<Condition> Cases;
    bool AreKnown = true;
    std::optional<size_t> DefaultEdge; ///< of Head
    /// Bodies of AT_DISPATCH are copies of one text: where they begin.
    std::set<std::pair<unsigned, unsigned>> Bodies;
  };

  UnitContext &Unit;
  Function &F;
  const bool AxesChange;
  const clang::FunctionDecl *Own = nullptr; ///< null: an initialiser
  FunctionBuilder Builder;
  llvm::DenseMap<const clang::ValueDecl *, Value> Variables;
  std::map<std::string, Value> Fields; ///< by path
  llvm::DenseMap<IntId, std::vector<StrideGiven>> IntStrides;
  /// Elements of lists by their positions.
  std::map<std::pair<PlaceId, int64_t>, PlaceId> Positions;
  /// Integers that hold the addresses of pointers.
  llvm::DenseMap<IntId, PointerId> IntPointers;
  /// Pointers that stand for any element of an array of pointers.
  llvm::DenseMap<PointerId, std::vector<PointerId>> AnyOf;
  /// Elements of arrays of pointers that nothing was assigned to yet.
  llvm::DenseSet<PointerId> Unset;
  llvm::DenseSet<const clang::ValueDecl *> Modified, Escaped, Copied, Reached;
  /// What an escaped variable stands for is changed under its other names, too.
  llvm::DenseSet<PlaceId> EscapedPlaces;
  std::set<std::string> EscapedPaths;
  bool ThisEscapes = false;
  Value This = Value::object("this", "this");
  /// Objects of the caller that the function may change.
  std::vector<Value> Given;
  /// Integers and pointers that stand outside: any function may change them.
  std::vector<Value> Outside;
  /// Streams that were made here, and what was launched on one of them.
  llvm::DenseSet<const clang::VarDecl *> SideStreams;
  bool IsOnSideStream = false, SetsStream = false;
  /// In a lambda that lists what it captures.
  bool CapturesAreListed = false;
  /// The macro that this function checks contiguity with, "CHECK_CONTIGUOUS";
  /// empty where there is none.
  std::string CheckMacro;
  HostMemory Blocks;
  llvm::DenseMap<const clang::ValueDecl *, MemoryId> Memories;
  /// What lambdas captured by copy.
  llvm::DenseMap<const clang::LambdaExpr *,
                 std::vector<std::pair<const clang::ValueDecl *, Value>>>
      Captured;
  /// Variables that have one value in the whole function: parameters, and
  /// locals outside of loops, that nothing changes.
  llvm::DenseSet<const clang::ValueDecl *> Settled;
  /// Conditions that were met, by their profile.
  llvm::FoldingSet<Decision> Decisions;
  std::deque<Decision> DecisionNodes;
  /// Questions about integers, as far as they compare with constants.
  std::vector<ModeTest> Modes;
  /// Variables that are initialised, and changed by nothing but assignments.
  llvm::DenseSet<IntId> LocalInts;
  /// Variables of enumerations: no sizes.
  llvm::DenseSet<IntId> EnumInts;
  const clang::CompoundStmt *Braces = nullptr; ///< that are being lowered
  unsigned LoopDepth = 0;
  /// NextOpaque where the outermost loop begins.
  int64_t OutsideLoops = 0;
  void noteLoop() {
    if (LoopDepth == 0)
      OutsideLoops = NextOpaque;
  }
  /// The statement of a compound statement that is lowered.
  const clang::Stmt *BlockItem = nullptr;
  /// Lists of which an element was assigned to in the loop around.
  std::set<PlaceId> Overwritten;
  const clang::Expr *LastExpression = nullptr;
  /// The left side of the assignment that is lowered.
  const clang::Expr *Assigned = nullptr;
  /// Of variables that nothing changes after their declaration.
  llvm::DenseSet<PlaceId> StablePlaces;
  llvm::DenseSet<IntId> StableInts;
  llvm::DenseMap<const clang::LabelDecl *, unsigned> Labels;
  std::vector<const clang::LabelDecl *> AddressedLabels;
  std::vector<unsigned> IndirectJumps; ///< blocks that end in `goto *p`
  std::vector<unsigned> Breaks, Continues;
  std::vector<SwitchFrame> Switches;
  std::vector<InlineFrame> Frames;
  std::vector<const clang::LambdaExpr *> Lambdas; ///< in order of appearance
  llvm::DenseSet<const clang::LambdaExpr *> Inlined;
  bool EndsAfterFullExpression = false;
  std::string Reason; ///< why it was given up; empty as long as it was not
  unsigned Expressions = 0;
  unsigned Depth = 0; ///< of expressions and statements in one another
  unsigned LambdaCalls = 0;
  int64_t NextOpaque = 0;
};

} // namespace tensortidy

#endif
