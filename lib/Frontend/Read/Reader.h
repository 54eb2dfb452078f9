// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state while one region is read in execution order, and the functions that read its parts (one .cpp each). A
// function that fails has added a diagnostic and returns nullopt, null or false.
#pragma once

#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Surroundings.h"
#include "Ast/Unwrap.h"
#include "Read/Expansion.h"
#include "Read/ReaderValues.h"
#include "kasane/Layout/Draft.h"
#include "kasane/Layout/Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <array>
#include <map>

namespace kasane {

// The time loop. Inside of a step its variable is sign * @t + lead; after the loop, with exitLead.
struct TimeState {
  const clang::VarDecl *var = nullptr;
  int64_t sign = 1, lead = 0, exitLead = 0;
  const clang::Expr *step = nullptr; // the statement that steps it, in a while loop
  std::vector<Selector> selectors;
  // At each break: how far the time loop's variable and the selectors have got.
  std::set<int64_t> breakLeads;
  std::set<bool> breaksAfterMoves;
  std::vector<std::tuple<const clang::Stmt *, size_t, Poly>> selectedAtBreaks; // by the selector's place in the list
  bool inStep = false;                                                         // no time loop may begin any more
  std::vector<const clang::Expr *> tested = {}; // no first step is made unless they hold, but for the count
  bool untilStep = false;                       // in a condition of the time loop, which is looked at between two steps
};

// What the statements read so far have left, and what must be known of it later.
struct StepState {
  std::map<std::string, Place> pointers;           // by lvalue key: pointer variables assigned so far
  std::map<const clang::VarDecl *, Poly> integers; // assigned integers whose value is a polynomial
  // What t % 2 and the like need, to be what their polynomial says: of the expressions read last, and of what integers
  // were given. It is a guard of the region only once an array is selected.
  std::vector<Guard> phases;
  std::map<const clang::VarDecl *, std::vector<Guard>> integerPhases;
  std::map<const clang::VarDecl *, ScalarState> scalars;
  const clang::VarDecl *setting = nullptr; // the scalar that a statement of the step computes
  // Assigned variables that outlive the region, with a place: by cells, by steps, and pointers by lvalue key.
  std::map<const clang::VarDecl *, SourceRange> cellAssigned;
  std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>> assigned;
  std::map<std::string, const clang::Expr *> movedPointers;
  std::map<const clang::Expr *, size_t> breaksBefore; // of `assigned`: how many may have ended the step
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> values; // what scalars were computed from
  // Where the region is a call, what its own variables hold when the time loop begins.
  std::map<std::string, Place> pointersOnEntry;
  std::map<const clang::VarDecl *, Poly> integersOnEntry;
  std::vector<std::string> assumed; // conditions under which what is read now is there, see Assumed.h
  std::vector<std::pair<const clang::Expr *, bool>> asked; // all of them that hold, or don't, see AskedSteps.h
};

// The nest that is read at the moment; of no use outside of one.
struct NestState {
  bool isInside = false;
  std::vector<DraftLoop> loops; // outermost first
  Effects effects;
  std::map<const clang::VarDecl *, ScalarState> locals;
  std::set<const clang::VarDecl *> definite; // locals that have a value on every path to here
  std::set<std::string> unset;               // locals that are read where they may have none
  std::vector<StmtPtr> lateLocals;           // declarations for the head of the body
  int branchDepth = 0;
  // Arrays that rounds of the nest's loops have for themselves, by key: these loops, and the number of the draft's
  // array, which is -1 as long as there is none.
  struct RowArray {
    std::vector<size_t> rounds;
    int array;
    const clang::VarDecl *keptIn = nullptr; // others look at the last round's row, there
  };
  std::map<std::string, RowArray> rowArrays;
  bool inRow = false;                    // among the statements before an inner loop, which every cell makes itself
  std::set<const clang::VarDecl *> kept; // see CellScalars.cpp
  std::map<const clang::VarDecl *, SourceRange> cellOwn; // assigned in each cell for itself, where
  // Of single elements that are stored under a condition on the step: the condition, and the step's bound in it.
  ExprPtr pointCondition;
  std::optional<Poly> pointLimit;
  const clang::Stmt *loopBody = nullptr; // the block in which a `continue` is understood
  std::vector<Choice> choices;
  std::map<std::pair<ExprPtr, ExprPtr>, ChoicePair> choicePairs; // see Cases.h
  std::set<const clang::VarDecl *> manyCases; // integers of too many cases, which have no known value
  bool tooManyCases = false;                  // a value that was asked for has none for that reason
  std::vector<StmtPtr> *hoist = nullptr;      // where statements that an expression needs go
  const clang::Expr *whole = nullptr; // the full expression that is being read, once; null: it may be read again
  std::map<const clang::VarDecl *, int64_t> unrolled; // counters of small loops inside of a cell
  std::set<const clang::VarDecl *> sliding;    // of these the ones that move with the cell: see StepState::integers
  int64_t copies = 1;                          // of a statement in those
  std::vector<Poly> given;                     // over parameters: none is negative where the statement being read runs
  std::set<const clang::VarDecl *> collecting; // variables that the statement being read collects into
  std::set<const clang::VarDecl *> collected;  // all that were
  std::vector<StmtPtr> gathered;               // what the host makes of the cells' values, for each cell
  std::vector<StmtPtr> lastStores;             // of values that only some cells have, for the end of the body
};

struct HostMention {
  std::string name;
  const clang::Stmt *at;
  bool stored;
  bool isArray; // an object of its own, which no pointer need lead to
};

// The host's variables so far (see Variables.cpp), and what its code mentions.
struct HostState {
  // A variable that turns out to be another of the host's goes to `found`, and reading fails. Computed ones enter
  // subscripts, but no polynomial says by which value another step replaces them.
  std::set<const clang::VarDecl *> variables, computed;
  std::set<const clang::VarDecl *> found, foundComputed;
  std::map<const clang::VarDecl *, std::string> names;
  std::vector<HostMention> mentions;                                          // of arrays and pointers
  std::vector<std::pair<const clang::VarDecl *, const clang::Stmt *>> arrays; // that the region moves
  std::map<const clang::VarDecl *, const clang::Stmt *> assigned; // variables of the region that it uses for itself
  std::set<const clang::VarDecl *> lent; // of a step: it may change them, which nobody sees, and hand on where they are
};

struct Reader : Surroundings {
  Reader(const Surroundings &surroundings, const Expansion *way, Diagnostics &diagnostics);
  Reader(const clang::ASTContext &context, Diagnostics &diagnostics, const Effects &ofRegion,
         const Effects &ofFunction);
  ~Reader();

  Diagnostics &diags;
  const Expansion *expansion; // what is read; an empty one for a statement by itself
  Draft draft;
  Names names;
  TimeState time;
  StepState step;
  NestState nest;
  HostState host;

  std::map<std::string, size_t> paramByKey;
  std::set<int> there;            // arrays whose pointers aren't null, as a test of the step asks
  std::set<std::string> followed; // pointers that parameters are read through whatever holds, see Assumed.h
  // What parameters stand for, and where that is asked for: C text, "" for always.
  std::vector<std::pair<const clang::Expr *, std::string>> paramExprs;
  std::set<std::string> paramArrays;     // the same, arrays of which they are elements
  std::map<std::string, int64_t> mostOf; // the greatest value for which loops up to it are written out
  std::map<std::string, int> arrayByKey;
  std::map<int, const clang::VarDecl *> arrayVariables;
  std::map<std::string, const clang::VarDecl *> ofRows;    // NestState::rowArrays of all nests so far
  std::vector<std::pair<int, SourceRange>> invariantReads; // arrays that must not be written
  std::vector<std::string> carried; // variables whose value on entry counts and that the region changes

  SourceRange range(clang::SourceRange r) const { return rangeOf(ast, r); }
  SourceRange range(const clang::Stmt *stmt) const { return rangeOf(ast, stmt->getSourceRange()); }
  std::nullptr_t fail(DiagId id, const clang::Stmt *at, std::vector<std::string> args = {}) {
    diags.add(id, range(at), std::move(args));
    return nullptr;
  }
  std::nullptr_t failType(SourceRange at, clang::QualType type); // cells can't compute with it
  std::nullptr_t failType(const clang::Stmt *at, clang::QualType type) { return failType(range(at), type); }
};

// --- Scalars.cpp
std::string spelled(const Reader &reader, const clang::Expr *expr); // C text that means the same at the region
// A parameter whose call-site text is the expression's; one per text.
std::string paramFor(Reader &reader, const clang::Expr *expr, ScalarType type);
// Notes a folded constant when its value depends on a macro, an enumerator or a sizeof.
void noteFolded(Reader &reader, const clang::Expr *expr);

// --- Affine.cpp
// The value of an integer expression as a polynomial; silent nullopt when it has none.
std::optional<Poly> affineOf(Reader &reader, const clang::Expr *expr);
// What its phases need is behind the first `first` of Reader::step.phases: the variable has the value now, or the value
// decides which element is meant, and the call has to check.
void keepPhases(Reader &reader, const clang::VarDecl *var, size_t first);
void guardPhases(Reader &reader, size_t first);
// The call checks that the value is not negative; once, and never what is known.
void require(Reader &reader, const Poly &value, const std::string &reason, SourceRange range);
// affineOf for a bound: parameters only; diagnoses.
std::optional<Poly> boundOf(Reader &reader, const clang::Expr *expr);
// The same for loops over cells, which may begin or end at the time's place: j = k + 1.
std::optional<Poly> timedBoundOf(Reader &reader, const clang::Expr *expr);
// A polynomial over the time, the loops of the nest and parameters as an expression of the nest.
ExprPtr valueIn(const Reader &reader, const Poly &poly);

// --- Values.cpp
// The least and the greatest that an integer may be in the cells and steps of the region; silent nullopt. What a
// remainder needs for it is checked at the call. Over steps: may it be another in each?
struct Values {
  Poly lo, hi; // inclusive
};
std::optional<Values> valuesOf(Reader &reader, const clang::Expr *expr, bool overSteps = false);
// What the time loop's variable is in the last step, or a bound of it where the steps may not come out at the loop's.
Poly lastTime(const TimeLoop &time);
bool endsAtBound(const TimeLoop &time);

// --- Tables.cpp
bool isTableElement(Reader &reader, const clang::Expr *element);
ExprPtr readTable(Reader &reader, const clang::Expr *element, ScalarType type); // an element that is one
// c[m][j][i], where the step computes m.
bool isPicked(Reader &reader, const clang::Expr *element);
ExprPtr readPicked(Reader &reader, const clang::Expr *element, ScalarType type);
// One of an array with a value for each step and cell. Silent null: the access is none of that kind.
ExprPtr readOfSteps(Reader &reader, const DraftAccess &access, SourceRange range);
// Scalars that get an element which can't be read ahead become the host's.
void findUnsureTables(Reader &reader);
bool closeTables(Reader &reader);
// `x = value` of `float x = value`.
const clang::BinaryOperator *initOf(const Reader &reader, const clang::VarDecl *var, const clang::Expr *value);
// `x += value` of another `x += ..`.
const clang::BinaryOperator *withValue(const Reader &reader, const clang::CompoundAssignOperator *op,
                                       const clang::Expr *value);
// The value of what `var` is to be, in a statement of the step.
ExprPtr valueFor(Reader &reader, const clang::VarDecl *var, const std::function<ExprPtr()> &read);

// --- Places.cpp
// u[0] is a variable of its own, unless other indices choose from the table too, or the table itself may be another.
bool isInTable(const Reader &reader, const clang::Expr *lvalue);
std::optional<Place> pointerOf(Reader &reader, const clang::Expr *expr);  // a pointer rvalue
std::optional<Place> placeOf(Reader &reader, const clang::Expr *lvalue);  // an element or sub-array
std::nullptr_t refuseSubscript(Reader &reader, const clang::Expr *index); // with the reason that can be told
// An element of a scalar type: records the access, returns its index.
std::optional<int> accessOf(Reader &reader, const clang::Expr *lvalue, bool write);

// Is it a member of an array's element, and not of a struct that stands for itself?
bool isOfElement(const Reader &reader, const clang::MemberExpr *member);

// isElement with those, a[0].u too.
bool isElementOf(const Reader &reader, const clang::Expr *lvalue);

// --- Shape.cpp
// Takes the place as a pointer to `pointee`, as a conversion does.
bool reshape(Reader &reader, Place &place, clang::QualType pointee, const clang::Stmt *at);
// Pointers go from row to row, which structs have as dimensions: in rows of 14, c[i + 14] is element i of the next one.
void carryRows(const Reader &reader, Place &place);
Poly linearIndex(const Place &place, const DraftArray &array);
// Does the place leave its row, as p[j*nx + i] does with p = &A[0][0]?
bool leavesRow(const Reader &reader, const Place &place, const DraftArray &array);
// Arrays that are seen under several shapes lose their dimensions.
void lineariseArrays(Draft &draft);
// Elements by numbers go by a loop's variable in cells that have one value of it only.
void followLoops(Draft &draft);

// --- StatementExprs.cpp
// ({ ..; value; }), and ?:, && and || with such operands: their statements run before the statement around them.
ExprPtr groupExpr(Reader &reader, const clang::StmtExpr *group);
// cellExpr of a full expression: functions in it may store and assign what no other operand looks at.
ExprPtr wholeExpr(Reader &reader, const clang::Expr *expr);
ExprPtr repeatedExpr(Reader &reader, const clang::Expr *expr); // cellExpr of what is read a second time
bool changesMore(const clang::Expr *expr);                     // than variables of its own
// An expression that stands between the loops of a step, with those of the functions that it calls.
ExprPtr stepExpr(Reader &reader, const clang::Expr *expr);
bool checkOrder(Reader &reader, const clang::Expr *expr); // of these functions
ExprPtr selectExpr(Reader &reader, const clang::ConditionalOperator *select, ScalarType type);
ExprPtr logicalExpr(Reader &reader, const clang::BinaryOperator *op);

// --- CellExpr.cpp
ExprPtr cellExpr(Reader &reader, const clang::Expr *expr);
ExprPtr castTo(ScalarType type, ExprPtr expr); // the expression itself when it has that type
// What `lhs op= rhs` stores, given the current value of lhs.
ExprPtr compoundValue(Reader &reader, const clang::CompoundAssignOperator *op, ExprPtr current);
// x + 1 of x++, in the promoted type.
ExprPtr steppedValue(const Reader &reader, const clang::UnaryOperator *op, const ExprPtr &current);

// --- CellStmt.cpp
bool cellStmt(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out);
DiagId unsupported(const clang::Stmt *stmt); // what is said of a statement of a kind that nobody reads
// An `if` whose arms are read by these; integers that both arms of `merged` set keep what they may be.
using ReadArm = std::function<bool(std::vector<StmtPtr> &)>;
// Statements that run where the condition holds; null: always.
bool readUnder(Reader &reader, const ExprPtr &condition, SourceRange range, const ReadArm &read,
               std::vector<StmtPtr> &out);
bool readBranch(Reader &reader, const clang::IfStmt *stmt, const clang::Stmt *merged, const ReadArm &readThen,
                const ReadArm &readElse, std::vector<StmtPtr> &out);

// --- Skips.cpp
bool readLoopBody(Reader &reader, llvm::ArrayRef<const clang::Stmt *> stmts, std::vector<StmtPtr> &out);
bool skipsRest(const clang::Stmt *stmt); // if (..) continue;
// The first of the statements skips the others, which are read by this.
using ReadRest = std::function<bool(llvm::ArrayRef<const clang::Stmt *>, std::vector<StmtPtr> &)>;
bool readSkipping(Reader &reader, llvm::ArrayRef<const clang::Stmt *> stmts, std::vector<StmtPtr> &out,
                  const ReadRest &readRest);

// Forgets what `effects` assigns: at the head of a loop such a variable holds what another iteration left.
void forgetAssigned(Reader &reader, const Effects &effects);

// --- CellLoop.cpp
constexpr int64_t kMaxTrips = 64;    // of loops that are written out
constexpr int64_t kMaxCopies = 4096; // of a statement in several
struct Trips {
  const clang::VarDecl *var;
  int64_t first, count, step;
};
// Silent nullopt: the loop's bounds aren't numbers.
std::optional<Trips> tripsOf(const Reader &reader, const clang::ForStmt *loop);
// A loop with constant bounds, or over a cell's neighbours (see Windows.h), whose variable is in no stored subscript,
// and no axis of a nest that stores nothing: part of one cell's work.
bool isCellLoop(Reader &reader, const clang::ForStmt *loop);
bool unrollLoop(Reader &reader, const clang::ForStmt *loop, std::vector<StmtPtr> &out);
std::nullptr_t refuseCellLoop(Reader &reader, const clang::ForStmt *loop); // one that can't be written out
// A loop with constant bounds around nests: the same, nest after nest.
bool isShortLoop(Reader &reader, const clang::ForStmt *loop);
bool unrollNests(Reader &reader, const clang::ForStmt *loop);

// --- Cycles.cpp
void findCycles(const Reader &reader, const clang::Stmt *body, std::vector<Selector> &selectors);
// Does `write` set the variable before anything in a step looks at it?
bool isSetFirst(const clang::Stmt *body, const clang::VarDecl *var, const clang::Expr *write);
// The d with expr == (var + d) % m for all values of the variable below m.
std::optional<int64_t> valueShift(const Reader &reader, const clang::VarDecl *var, const clang::Expr *expr, int64_t m);

// --- Selectors.cpp
bool readSelected(Reader &reader, const clang::Stmt *body); // a step, whose selectors it finds first
bool closeSelectors(Reader &reader);
// A variable that selects arrays changes under a condition: diagnosed, or it becomes a computed one.
bool changesSelected(Reader &reader, const clang::VarDecl *var, const clang::Stmt *at);
bool isSelected(const Reader &reader, const Poly &poly); // other steps have another value for it
// One without a cycle that the value depends on, and its assignment; else null.
const Selector *selectorIn(const Reader &reader, const clang::Expr *expr);
// The value of an expression over one cyclic selector.
std::optional<Poly> selectedValue(Reader &reader, const clang::Expr *expr);
// After `write` the variable selects what `value` does: true when that is all there is to it.
bool keepsSelected(Reader &reader, const clang::VarDecl *var, const clang::Expr *value, const clang::Expr *write);

// --- TimeLoop.cpp
bool readTimeLoop(Reader &reader, const clang::ForStmt *loop);
bool readTimeLoop(Reader &reader, const clang::Expr *cond, const clang::Stmt *body, bool testedFirst); // while, do
Poly timeValue(const Reader &reader);
// A parameter for what a variable that the region changes holds before it.
Poly valueOnEntry(Reader &reader, const clang::VarDecl *var);

// --- LoopHead.cpp
// The call checks that what the loop compares are the numbers they seem to be: none is below zero where C takes that
// for a large one. `first` is where the variable begins, `limit` what shape.limit says.
void requireNumbers(Reader &reader, const LoopShape &shape, const Poly &first, const std::optional<Poly> &limit,
                    SourceRange range);
// What the variable itself is compared with. `read` is affineOf or boundOf.
std::optional<Poly> limitOf(Reader &reader, const LoopShape &shape,
                            std::optional<Poly> (*read)(Reader &, const clang::Expr *));
std::optional<LoopShape> loopShape(Reader &reader, const clang::ForStmt *loop);
SourceRange headRange(const Reader &reader, const clang::ForStmt *loop);

// --- Loops.cpp
// Diagnoses where the loop steps an index or a pointer beside its counter, as `c++` beside `b[c]` does; false: nowhere.
bool refuseIndexStep(Reader &reader, const clang::ForStmt *loop);
// An outermost loop around others is none where its variable only reads an array by itself: s[t] in a time loop.
bool isSpaceLoop(const Reader &reader, const clang::ForStmt *loop, bool isOutermost = false);
std::string lineOf(const Reader &reader, const clang::Stmt *stmt);
// A loop in a step that repeats nests, not a few times.
std::nullptr_t refuseRounds(Reader &reader, const clang::Stmt *loop);
bool holdsLoop(Reader &reader, const clang::Stmt *stmt); // one over cells, below another
// A loop over cells with another step than 1, none of whose bounds is in `loop` yet: the condition on its index under
// which a cell is visited. Silent nullopt.
std::optional<ExprPtr> readStride(Reader &reader, const LoopShape &shape, const Poly &limit, DraftLoop &loop,
                                  std::vector<StmtPtr> &out);
// A nest of loops, or a store to a single cell.
bool readNest(Reader &reader, const clang::Stmt *stmt,
              const clang::VarDecl *collects = nullptr); // a variable that it surely does

// --- Variables.cpp
// The name of the host's variable.
std::string hostVariable(Reader &reader, const clang::VarDecl *var);
// What was read so far took the variable for one of another kind: notes that it is the host's, so that the region is
// read again with it as such. Returns false in any case, as a reader does that can't go on.
bool becomesHost(Reader &reader, const clang::VarDecl *var);
// Whether the value depends on one of the host's variables.
bool readsHost(const Reader &reader, const ExprPtr &value);
bool setHost(Reader &reader, const clang::VarDecl *var, ExprPtr value, SourceRange range);
ExprPtr conditionOf(Reader &reader, const clang::Expr *expr); // its truth, for the host
void setForHost(Reader &reader, const std::string &variable, ExprPtr value);
bool addHostPoint(Reader &reader, DraftHostPoint point);
// if (condition) { x = ..; break; } between the nests.
bool readHostIf(Reader &reader, const clang::IfStmt *stmt);
// What stands beside the bound in a loop's condition ends the region when it is false.
bool readTimeConditions(Reader &reader, const std::vector<const clang::Expr *> &conditions);
bool stopUnless(Reader &reader, const std::vector<const clang::Expr *> &conditions);

// --- Collect.cpp
// The variables from outside of the nest that the statement changes by way of their own values:
// sum += .., if (d > m) m = d.
std::set<const clang::VarDecl *> collectedBy(const Reader &reader, const clang::Stmt *stmt);
bool collect(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out);

// --- CellScalars.cpp
// The variables that cells of the nest only set, and of which the last value counts: they collect it.
std::set<const clang::VarDecl *> keptOf(const Reader &reader, const clang::Stmt *nest);
// What each cell has for itself must not be read behind the nest.
bool checkCellOwn(Reader &reader, const clang::Stmt *nest);
bool checkCounter(Reader &reader, const clang::Stmt *loops, const clang::VarDecl *var, SourceRange range);

// --- Called.cpp
// A region that is a call: the statements of its function, with a time loop among them or without.
bool readCalled(Reader &reader, const clang::Stmt *block);
// Pointers of the function that the steps exchange move the arrays' names, but leave the caller's own pointers alone.
bool closeOwnMoves(Reader &reader);

// --- Step.cpp
bool readStep(Reader &reader, const clang::Stmt *stmt);

} // namespace kasane

// Tests: tests/frontend/swap.c, tests/frontend/expressions.c, tests/frontend/locals.c, tests/frontend/step_scalars.c
