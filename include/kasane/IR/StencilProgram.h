// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StencilProgram: WHAT one region computes. Made by Frontend, never changed afterwards.
//
// Meaning. Let the *buffers* be the arrays that the fields name on entry, one each. A step runs the stages in order; a
// stage runs its body once for every cell of its domain, the cells in any order (Analysis proves that this is the
// original's result, or splits the nest until it is, or says which cells wait for which). After each step the names
// move: name f is then bound to the buffer that rotation[f] was bound to. A buffer's cell that nobody stores keeps its
// value.
//
//   for (t..) { B[i] = A[i-1] + A[i+1]; swap(A, B); }     fields A, B; one stage; rotation A<-B, B<-A
//   for (t..) { A[(t+1)%2][i] = A[t%2][i-1] + ...; }      fields A0, A1, bound on entry by t's parity; same rotation
#pragma once

#include "kasane/IR/Expr.h"
#include "kasane/IR/Poly.h"

#include <optional>
#include <set>

namespace kasane {

// A loop-invariant scalar, read at the call. Its name is unique in the program and usable as a C identifier.
struct Param {
  std::string name;
  ScalarType type;
  std::string text; // what the call site writes to get the value: "nx", "p->dt", "(N / 2)"; "": a row table's pitch
};
ExprPtr toExpr(const Poly &poly, const std::vector<Param> &params); // over them

// Where the rows of an array of row pointers are: from `base` on, subscripts select pointers (or arrays of them),
// slowest first, and `inner` leads on within the row. Rows lie anywhere, so the field's strides are not theirs: they
// are those of the packed rows that kernels see, in parameters without a text, the pitches,
// whose values the runtime finds.
//
//   float **A,       A[j][i]       steps: axis 1, follow                    inner: x 1
//   float *A[4][NY], A[k][j][i]    steps: axis 2 unit NY; axis 1, follow    inner: x 1
struct RowStep {
  int axis;     // -1: the subscript is `at`
  int64_t at;   // of an axis 0
  int64_t unit; // how many pointers one more in the subscript passes over
  bool follow;  // now a pointer is loaded
};
struct RowTable {
  std::vector<RowStep> steps;
  int64_t shift = 0;                // elements from the row's pointer to its element (0, ..)
  std::array<Poly, kMaxAxes> inner; // in elements; 0 for an axis that selects a row
};

struct AxisBounds {
  Poly lo, hi; // half open
};

// What is computed may be many blocks of one shape, each by itself: leaves of a mesh. Then everything here is said of
// one block, whose number is this scalar, an I64 that is the same for all cells of a block. Stages run over all blocks
// of their `leaves` before the next one does.
//
//   for b for k for j for i  v[b][k][j][i] = u[b][k][j][i - 1] * h[b]
//       stage b in [0, n) z .. y .. x ..:  v[+0][+0][+0] := u[+0][+0][-1] * h     h has a leaf, and no axes
inline constexpr const char *kLeafName = "ksn_leaf";

// One array, or one component of one: element (x, y, z) is at base + x*stride[0] + y*stride[1] + z*stride[2].
struct Field {
  std::string name;
  ScalarType elem = ScalarType::F32;
  std::string base;                                 // call-site C text for the address of element (0,0,0)
  std::array<bool, kMaxAxes> has{};                 // which axes it is indexed by
  std::array<Poly, kMaxAxes> stride;                // in elements; 0 for an absent axis
  std::array<std::optional<Poly>, kMaxAxes> extent; // declared or inferred; the slowest is often unknown
  // The object behind it: fields with different known objects never overlap; "" is reached through a pointer.
  std::string object;
  std::string pointer; // the user's pointer variable that must follow the rotation on exit, or ""
  // The type promises every element below the extents (arrays, pointers to arrays); flat pointers do not.
  bool wholeObject = false;
  SourceRange range;          // a first mention, for messages
  bool besidePointer = false; // another component of what such a pointer leads to
  // No array of the user's: what the cells hand to a Gather. The runtime keeps it; base is "".
  bool hidden = false;
  // Hidden too: an array that each step has for itself, writes before it reads it, and leaves behind.
  bool ofStep = false;
  std::optional<RowTable> rows = {};
  // Not empty: read as Load{name, index}, which holds the time: by step scalars, and by cells, which have a value each
  // in each step. These of its elements, from the first to the last of all; it has no axes.
  std::vector<AxisBounds> table = {};
  // C text: elements from the base to where `pointer` points, which may be behind a halo; "": none.
  std::string before = {};
  std::string owner = {}; // the pointer to a struct that moves, and `pointer` is a member there; "": it moves itself
  // From a block's element to the same one of the next block; 0: all blocks have the same elements.
  Poly leaf = {};
  std::optional<Poly> leaves = {}; // so many blocks, where it is declared
  // Of an array that has one name in the region: that name, and how many elements behind the address that it is, or
  // behind the block's, the field's own begin. "": no such array, or the number isn't known.
  std::string array = {};
  int64_t within = 0;
  int64_t apart = 1; // in the user's memory element n of the strides is n * apart behind the base: see Packed.h
};

using Box = std::array<AxisBounds, kMaxAxes>; // absent axes: [0, 1)

struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;

// A local of the cell; names are unique within a stage.
struct LocalDecl {
  std::string name;
  ScalarType type;
  ExprPtr init; // may be null
};
struct LocalAssign {
  std::string name;
  ScalarType type;
  ExprPtr value;
};
struct FieldStore {
  FieldId field;
  Offset offset; // where the stage writes; normalised so that a stage with one written offset has all zeros
  ExprPtr value; // of the field's element type
};
struct IfStmt {
  ExprPtr condition;
  std::vector<StmtPtr> thenBody;
  std::vector<StmtPtr> elseBody;
};
struct Stmt {
  using Node = std::variant<LocalDecl, LocalAssign, FieldStore, IfStmt>;
  Node node;
  SourceRange range;
};

StmtPtr makeStmt(Stmt::Node node, SourceRange range = {});

// The source order of a nest, kept for the dependence analysis: axes from the outermost loop in, and +1 or -1 each.
struct LoopOrder {
  int axis;
  int direction;
  bool tiled = false; // the source has a loop over tiles of it, with others between the two
};

struct Stage {
  Box domain; // may be empty in some steps where its bounds go with the time
  std::vector<StmtPtr> body;
  std::vector<LoopOrder> order;
  SourceRange range;
  std::optional<AxisBounds> leaves = {}; // of all stages, or of none
  // Not empty: cells come in the order of the loops. So far behind a cell lie those that wait for it: they look at what
  // it stores, or store what it looks at. u[j][i] = u[j][i - 1] + u[j - 1][i]: (1, 0) and (0, 1).
  std::vector<Offset> waits = {};
};

// A scalar that the user computes once a step (`float a = f(t);` between the time loop and the nests). Evaluated on the
// host, in order, at the start of each step; may use parameters, TimeRef and earlier step scalars.
struct StepScalar {
  std::string name;
  ScalarType type;
  ExprPtr value;
};

// for (var = lo; var < hi; var += step). Absent: the stages run once.
struct TimeLoop {
  std::string var;
  ScalarType type;
  Poly lo, hi;
  int64_t step;
  SourceRange range;
  ExprPtr enter = nullptr; // over the variables' values on entry: no step is made where it is 0
};

// A scalar that steps change: what a nest collects over its cells, and what is computed from that. Its value on entry
// comes from the call site and its last value goes back there. Cells that read it see its value at that point.
struct Variable {
  std::string name;
  ScalarType type;
  std::string text; // the user's; "" for one that is known in the region only
};

// A call of the mesh library that sets ghosts of an array of blocks: ksm_fill(mesh, level, array, rule), or
// ksm_fill_between(mesh, level, array, finer, before, after, theta, rule).
struct MeshFill {
  enum class Rule { Linear, Constant, Other }; // how finer ghosts are made of coarser cells
  std::string array, mesh;                     // as the program has them
  Rule rule = Rule::Other;
  bool isWhole = false; // of all levels, which are at one time
  // Else of one level, which the call site writes so; "": it isn't known there.
  std::string level = {};
  // Where finer leaves, coarser ones at two times, and how far from the first to the second.
  struct Between {
    std::string finer, before, after, theta;
  };
  std::optional<Between> between = {};
};

// What the host does between the stages of a step. A Gather's cells come one after the other, in the order of the
// loops, so that sums are the source's:
//
//   for (i..) { d = ..; B[i] = ..; if (d > err) err = d; }
//       stage:   .. err_at[+0] := d          (err_at is a hidden field)
//       gather:  if err_at[+0] > err { err = err_at[+0] }
struct Gather {
  Box domain;
  std::vector<LoopOrder> order;
  std::vector<StmtPtr> body; // LocalAssign to variables, IfStmt; reads hidden fields at offset zero
};
struct SetVariable {
  std::string name;
  ExprPtr value; // of the variable's type
};
// Ends the region where the condition holds.
struct Stop {
  ExprPtr condition;
  bool moved;   // the names have moved already: it stands behind the pointer swap
  bool isBreak; // the time loop's variable stays as it is; else it has advanced
};
// The user's own statements run here, in steps for which the condition holds (null: in every step). Whatever they can
// see is where the original has it, and what they change counts from there on.
struct HostPoint {
  int number; // from 1
  ExprPtr condition;
  bool moved; // as in Stop
  // It looks at no array: steps need not stop for it, and have it one after the other when a pass has made them.
  bool apart = false;
  // Where some names have moved and others not: which name's buffer on entry to the step each has. A permutation of
  // these and the further fields, which mean themselves. Empty: all have moved, or none.
  std::vector<FieldId> between = {};
  std::optional<MeshFill> fill = {}; // it is a call that fills ghosts, and looks at nothing else; else other code
  bool neighbours = false;           // it only calls what the clause `neighbours` names
};
struct HostAction {
  size_t before; // this stage of the step; stages.size(): after the last
  std::variant<Gather, SetVariable, Stop, HostPoint> node;
  SourceRange range;
};

// A fact that Frontend relied upon and that must hold at the call: `value` >= 0. Reason: lower case, for the report.
struct Guard {
  Poly value;
  std::string reason;
  SourceRange range;
};

// What the pragma said. Locations stay with the clause, so that a wrong one is an error at its column.
struct Clauses {
  std::optional<std::string> family, target;
  std::optional<std::vector<int64_t>> tile; // x first
  std::optional<int64_t> depth;
  std::optional<int64_t> steps;     // as many are usual: a word to whoever chooses a schedule, the loop's bound governs
  std::vector<std::string> scratch; // field names
  std::vector<std::vector<std::string>> noalias; // each clause's names
  // host(read: u; write: v): what host code in the time loop may read, and write; all it wants without the clause.
  struct Host {
    std::vector<std::string> read, write;
  };
  std::optional<Host> host;
  // neighbours(exchange): functions that refresh halos, as programs of several processes call them in the time loop.
  // They look only at planes next to both ends of what the region makes.
  std::vector<std::string> neighbours;
  // outofcore(slab = 64, steps = 16): the arrays stay on the host, and so many planes of them visit the device at a
  // time for so many steps; 0: as is best.
  struct OutOfCore {
    int64_t slab = 0, steps = 0;
    friend bool operator==(const OutOfCore &, const OutOfCore &) = default;
  };
  std::optional<OutOfCore> outOfCore;
  std::map<std::string, SourceRange> where; // clause name -> its place
  std::map<std::string, SourceRange> words; // clause name, a space and a word of its argument -> that word's place
};

// What a mesh says of its ghosts (ksm_map), where a schedule asks: parameters, and fields that no cell looks at.
struct MeshMap {
  FieldId block = -1, shift = -1, mean = -1, beyond = -1, finer = -1, end = -1;
  FieldId family = -1, alone = -1; // -1: nobody asks for families
  std::string blocks, means, beyonds, finers, ends, families, alones;
  std::string number; // of the mesh: another one where any of this is
  struct OfArray {
    FieldId from, values; // of its ends
  };
  std::vector<OfArray> arrays; // those of Mapped; -1: no fill asks for its ends
  // For each of Mapped's levels, by parameters: [first, end) of leaves, of those that a fill reads, and of the lists.
  struct Part {
    std::array<std::string, 2> leaves, near, mean, beyond, finer, end;
    std::array<std::string, 2> family = {}, alone = {};
  };
  std::vector<Part> parts;
  // For each of Mapped's fills: which array's, as its number in `sources`, and theta; "": it is at one time.
  struct Between {
    std::string finer, before, after, theta;
  };
  std::vector<Between> between;
};

struct StencilProgram {
  std::string name;     // ksn_<stem>_<hash>_<function>_<ordinal>
  std::string function; // the user's
  std::string file;
  unsigned line = 0;
  int rank = 1;
  std::array<std::string, kMaxAxes> axisNames; // the user's loop variables, for messages and readable output
  std::vector<Param> params;
  std::vector<Field> fields;
  std::vector<StepScalar> stepScalars;
  std::vector<Stage> stages;
  std::vector<Variable> variables;
  std::vector<HostAction> actions; // in the order of the source
  std::optional<TimeLoop> time;
  std::vector<FieldId> rotation; // identity when nothing moves
  std::vector<Guard> guards;
  Clauses clauses;
  SourceRange range;
  SourceRange directive; // the word after `#pragma`
  // Along these axes cells go on without an end and every element is near, as on a ring so long that nobody gets around
  // it: see endlessOf.
  std::array<std::optional<AxisBounds>, kMaxAxes> endless = {};
  std::optional<MeshMap> map = {};
};

// What the cells leave there is for a Gather.
inline bool isGathered(const Field &field) { return field.hidden && !field.ofStep; }

// Does a bound of the box go with the time: j in [k + 1, n)?
bool holdsTime(const Box &box);
// Some cells look at a place that goes with the time, or there are others in each step.
bool followsTime(const Stage &stage);
bool followsTime(const StencilProgram &program);

// Has it a nest whose cells come in the order of the loops? The first such.
const Stage *stageInOrder(const StencilProgram &program);

bool hasLeaves(const StencilProgram &program); // it is said of one block of many
bool rotates(const StencilProgram &program);
// The names that one piece of memory has in turn: the field, and those that follow it round the rotation's cycle.
//
//   rotation A <- B, B <- C, C <- A:     of A: A, B, C; of a field that doesn't rotate: itself
std::vector<FieldId> cycleOf(const StencilProgram &program, FieldId field);
// The pointers to structs that the steps move are found behind the region by the addresses of these fields: for each
// a cycle of one member's, of one that is stored to where there is one. No two of those are one array.
struct MovedStructs {
  std::vector<FieldId> fields;
  bool stored;
};
std::vector<MovedStructs> movedStructs(const StencilProgram &program);
bool stops(const StencilProgram &program); // may it end before the time loop's bound?
bool hasHostPoints(const StencilProgram &program);
// In which steps those are that steps stop for is known ahead: their conditions are over parameters and the time.
bool hostPointsAreKnown(const StencilProgram &program);
StencilProgram betweenHostPoints(const StencilProgram &program); // without those that steps stop for
StencilProgram withoutHostPoints(const StencilProgram &program);
StencilProgram stoppingForAll(const StencilProgram &program); // steps stop for every host point
// All names that it has: of parameters, fields, scalars, variables and the cells' own values.
std::set<std::string> namesOf(const StencilProgram &program);
// The wished name, or name_1, name_2 .. where it is used already; it is used from now on.
std::string freshName(std::set<std::string> &used, const std::string &wish);
// Parameters on which shapes, bounds and the number of steps depend.
std::set<std::string> shapeParams(const StencilProgram &program);

// Calls `visit` on every statement, parents first.
void walk(const std::vector<StmtPtr> &body, const std::function<void(const Stmt &)> &visit);
// Calls `visit` on every expression node of the statements (conditions, values, initialisers).
void walkExprs(const std::vector<StmtPtr> &body, const std::function<void(const Expr &)> &visit);
// With `valueOf` each statement's expression; none of them is null. `placeOf`: a store to another place, in front of
// whose value it is called; null: the same place.
std::vector<StmtPtr> withValues(const std::vector<StmtPtr> &body,
                                const std::function<ExprPtr(const ExprPtr &)> &valueOf,
                                const std::function<FieldStore(const FieldStore &)> &placeOf = nullptr);
void walkExprs(const HostAction &action, const std::function<void(const Expr &)> &visit);

std::string print(const StencilProgram &program);
// The first broken invariant (ids in range, names unique, types agree, rotation a permutation), or "".
std::string verify(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/ir/ProgramTest.cpp
