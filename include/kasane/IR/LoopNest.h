// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LoopNest: HOW a region runs: kernels and the host plan. Made by Lower, printed by the dialects of Emit, which add
// nothing of their own: a dialect knows how its target spells a node, not what a stencil is.
//
// Long: the nodes of kernels and of the host plan are one IR.
#pragma once

#include "kasane/IR/Expr.h"
#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {

// ---- Kernels --------------------------------------------------------------------------------------------------------

struct KStmt;
using KStmtPtr = std::shared_ptr<const KStmt>;
using KBody = std::vector<KStmtPtr>;

// The cells lo <= var < hi, shared out among the group: nested loops on a CPU, strided by local id on a GPU. Iterations
// are independent. The loop over axis 0 is innermost and is the one to vectorise; only Lets stand between nested loops.
struct CellLoop {
  int axis;
  std::string var;
  ExprPtr lo, hi;
  KBody body;
  int64_t step = 1; // var takes the values lo, lo + step, ..
  bool few = false; // too few cells to be worth vectors
  // Cells before it are made along, so that rows begin with lines of memory, and nobody looks at them; null: lo.
  ExprPtr wanted = nullptr;
};
// lo, lo + step, .. below hi, one after the other, the same for all of a group.
struct KFor {
  std::string var;
  ExprPtr lo, hi;
  int64_t step;
  KBody body;
  bool isUnrolled = false;           // it goes over numbers, few enough for a compiler to write them all out
  ScalarType type = ScalarType::I64; // of var; I32 where that has room for all that is made of it and of numbers
  bool staysLoop = false;            // written out, it would hold too much at once: a compiler is told not to unroll it
};
struct KBlock { // names defined in it end with it
  KBody body;
};
// All of the group's stores to group arrays are visible afterwards; in a kernel with fronts those to buffers, too.
struct Barrier {};
struct KLet { // a constant
  std::string name;
  ScalarType type;
  ExprPtr value;
  // An index that many buffers share: a compiler isn't to see what it is made of, where a target can say so.
  bool isPlace = false;
};
struct KVar { // a variable; init may be null
  std::string name;
  ScalarType type;
  ExprPtr init;
};
// A name for one of several buffers, distinct memory: the one whose number `which` is.
struct KPick {
  std::string name;
  ScalarType type;
  std::vector<std::string> of;
  ExprPtr which;
  bool written;
};
// A small array of a work-item's own, which compilers hold in registers where all of its indices are numbers once loops
// are unrolled. It holds nothing at first, or zeros.
struct KItemArray {
  std::string name;
  ScalarType type;
  int64_t elements;
  std::vector<int64_t> extents = {}; // of an array of several axes, whose indices are elementAt's; {}: it has one axis
  bool isZero = false;
};
// As an index: the element at these places along the axes of an item's array.
inline constexpr const char *kElementAt = "ksn_element_at";
ExprPtr elementAt(std::vector<ExprPtr> places);              // of one place: it is the index
const Call *asElementAt(const ExprPtr &index);               // null: it is a plain index
ExprPtr nextElement(const ExprPtr &index, int64_t elements); // so many further along the last axis
struct KAssign {
  std::string name;
  ExprPtr value;
};
struct KStore {
  std::string buffer;
  ExprPtr index;
  ExprPtr value;
};
// Elements side by side that one access moves: 8 or 16 bytes of them, `index` a multiple of their number, in a buffer
// whose element 0 lies at a multiple of 16 bytes.
struct KLoadRow {
  std::vector<std::string> names; // variables that are assigned; "": nobody wants that element
  ScalarType type;
  std::string buffer;
  ExprPtr index;
};
struct KStoreRow {
  std::string buffer;
  ExprPtr index;
  std::vector<ExprPtr> values;
};
// The same into an array of the work-item's own, from `at` on.
struct KLoadItems {
  std::string array;
  ExprPtr at;
  int64_t elements;
  ScalarType type;
  std::string buffer;
  ExprPtr index;
};
// An element that will be read soon: it may be brought near.
struct KPrefetch {
  std::string buffer;
  ExprPtr index;
};
// An element, or 16 bytes of them side by side, that comes into an on-chip array while the work-item goes on: it is
// there behind the work-item's next KArrive.
struct KBring {
  std::string array;
  ExprPtr at;
  ScalarType type;
  std::string buffer;
  ExprPtr index;
  int64_t elements = 1;
};
struct KBatch {}; // what is on its way and in no batch yet is one
struct KArrive {
  int64_t underWay = 0; // all but so many batches, the last ones, are there; 0: everything is
};
struct KIf {
  ExprPtr condition; // the same for all of a group, where there is a barrier in a branch
  KBody thenBody;
  KBody elseBody;
};
struct KComment {
  std::string text;
};
struct KStmt {
  std::variant<CellLoop, KFor, KBlock, Barrier, KLet, KVar, KPick, KItemArray, KAssign, KStore, KLoadRow, KStoreRow,
               KLoadItems, KPrefetch, KBring, KBatch, KArrive, KIf, KComment>
      node;
};
KStmtPtr makeKStmt(decltype(KStmt::node) node);
// Visits every statement, before those inside it.
void walk(const KBody &body, const std::function<void(const KStmt &)> &visit);
// Calls `visit` on every expression node of the statements.
void walkExprs(const KBody &body, const std::function<void(const Expr &)> &visit);
// With `valueOf` what stands in each place for an expression; none of them is null.
KBody withValues(const KBody &body, const std::function<ExprPtr(const ExprPtr &)> &valueOf);
// With another index where a buffer is read or written; null: as it is.
KBody withIndices(const KBody &body,
                  const std::function<ExprPtr(const std::string &buffer, const ExprPtr &index)> &indexOf);

// An on-chip array of the group: local memory on a GPU, a private tile buffer on a CPU.
struct GroupArray {
  std::string name;
  ScalarType type;
  int64_t elements;
};

struct BufferParam {
  std::string name;
  ScalarType type;
  bool written;
};
struct ScalarParam {
  std::string name;
  ScalarType type;
};

// One axis of the grid of tiles: origins lo, lo + step, ... below hi - atEnds, and at least lo.
struct GridAxis {
  std::string var;
  ExprPtr lo, hi;
  int64_t step;       // 0: the axis is one tile as long as it happens to be
  int64_t atEnds = 0; // cells that the first and the last tile take along
};

// Along one axis of its grid a kernel may be run on some of its planes, while no more of the buffers than they look at
// is in memory. The launch then says where they begin, which the body learns from the grid's variable, and where they
// end, which is kWindowEnd in the body; how far the grid goes along the axis is the host's business,
// over the plan's scalars.
inline constexpr const char *kWindowEnd = "ksn_until";
// A window may have sides: then the launch says the same along the axis before,
// where the body has kSideFrom and kSideEnd.
inline constexpr const char *kSideFrom = "ksn_side_from", *kSideEnd = "ksn_side_until";
struct KReach {
  int64_t back = 0, ahead = 0; // planes that are looked at before the first and behind the last
  bool covers = false;         // every cell of the planes gets a value, which doesn't depend on what is there
  // Rows that are looked at before the first and behind the last, where the window has sides.
  int64_t left = 0, right = 0;
};
struct KWindow {
  int axis;
  std::vector<KReach> reach; // by Kernel::buffers
  int64_t slack = 0;         // planes further away that may be loaded and are not looked at
  bool hasSides = false;
  int64_t sideSlack = 0;  // rows further away that may be loaded and are not looked at
  std::string brief = ""; // the kernel that takes less time for windows of at most so many planes; "": none does
  int64_t briefPlanes = 0;
  // The kernel for a window of planes that lie beyond the ends of a ring, too; "": the axis is none.
  std::string endless = "";

  bool isAlong(int a) const { return a == axis || (hasSides && a == axis - 1); }
  int64_t reaches() const; // planes that are looked at, on either side
};

// The kernel's grid is gone through once for each value of `var`, in order: all tiles of one front before any of the
// next. On a processor the grid's bounds may name it, and what `lets` (which are constants) make of it; on a device
// each front is a launch, whose grid is the same for all.
struct KFronts {
  std::string var;
  ExprPtr lo, hi;
  KBody lets;
};

struct Kernel {
  std::string name;
  std::string comment;
  std::vector<BufferParam> buffers; // distinct memory: a buffer that is read and written is one parameter
  std::vector<ScalarParam> scalars;
  std::vector<GroupArray> groupArrays;
  std::array<GridAxis, kMaxAxes> grid;
  // A launch takes tiles along the first axis one after the other, then along the next; loops over tiles need not.
  std::array<int, kMaxAxes> order = {0, 1, 2};
  std::array<int64_t, kMaxAxes> group; // work-items of a group; {1,1,1} on a CPU
  int resident = 1;                    // groups that a unit is to hold at once, as far as the target can say so
  std::array<std::string, kMaxAxes> items = {}; // the work-item's number along an axis; "": nobody asks
  ScalarType itemType = ScalarType::I64;        // of these, as a loop's
  std::optional<KWindow> window = {};           // none: it must see the whole grid
  std::optional<KFronts> fronts = {};
  bool isShort = false; // it goes along one axis, and often has a single tile: then other threads aren't called
  KBody body; // runs once for each tile (of a front), in any order; by every work-item, whose variables are its own
};

// ---- The host plan --------------------------------------------------------------------------------------------------
// Buffers are the region's arrays on entry, in the order of `buffers`; `at` maps a name to the buffer it is bound to
// now. A spare is a second memory for a buffer whose old values other tiles still read while new ones are written.

struct ExprBounds {
  ExprPtr lo, hi; // half open
};

struct HostBuffer {
  std::string name;
  std::string base; // member of the argument block
  ScalarType type = ScalarType::F32;
  std::array<ExprBounds, kMaxAxes> box; // the hull of what the original touches
  std::array<Poly, kMaxAxes> stride;
  int64_t apart = 1;   // as in Field
  ExprPtr first, last; // lowest and highest linear index that the original touches; null: the whole box may be touched
  bool written = false;
  int host = 0;                      // host code may: 1 read it, 2 write it; 3 both
  bool followsRotation = false;      // what the user has it by moves with the names
  bool hidden = false;               // the runtime's own: no member of the argument block
  std::optional<RowTable> rows = {}; // `base` is the table; then `stride`, `first` and `last` are the runtime's
  int like = -1;                     // with rows: the first buffer that this one's memory is exchanged with, or itself
  bool table = false;                // the host reads it, at home, by this name
  bool renewed = false;              // passes need nothing of what it held before; the last one stores all of the box
  // No region writes it, and it holds the same as long as this scalar does, which is above 0; "": nobody knows.
  std::string version = {};
  bool unwanted = false; // clause scratch: nobody reads what this name means in the end
};

struct HostSpare {
  int like; // a buffer of the same shape
};

// Decline the region (original loops) unless the condition holds; nothing has been touched yet.
struct HGuard {
  ExprPtr condition;
  std::string reason;
};
struct HDisjoint {
  int left, right;
  std::string reason;
};
// A buffer argument: the memory of the buffer bound to `name` now, or of a spare.
struct BufferArg {
  int name = -1;
  int spare = -1;
};
struct HLaunch {
  int kernel;
  std::vector<BufferArg> buffers; // as Kernel::buffers
  std::vector<ExprPtr> scalars;   // as Kernel::scalars; over the region's scalars, t, and kPassSteps where it is known
  std::vector<ExprPtr> groups = {}; // along the grid's axes; none: as many as the grid has tiles
  ExprPtr when = nullptr;           // null: always
  bool isAhead = false;             // beside the launches that aren't, from one HMeet to the next
};
// All launches before, of both kinds, end before any that follows begins.
struct HMeet {};
// The buffer bound to `name` and the spare exchange their memories.
struct HFlip {
  int name;
  int spare;
};
// Names move: name f is bound to what name from[f] was bound to.
struct HRotate {
  std::vector<int> from; // of the first buffers; those behind never move
  int64_t period = 0;    // not 0: they move once for each step of a pass of kPassSteps, and so often they are back
};
struct HStepScalar { // of one step of the pass: <user's>_<step> unless that is taken
  std::string name;
  ScalarType type;
  ExprPtr value;
};
// For every cell, one after the other in the order of the loops (outermost first): what the cells left in the buffers
// goes into the plan's variables. Afterwards they hold what the source's loops leave in them.
struct GatherLoop {
  std::string var;
  ExprPtr lo, hi;
  bool down;
};
struct HGather {
  std::vector<std::pair<std::string, BufferArg>> buffers; // by the name that the body has for them
  std::vector<ScalarType> types;                          // theirs
  std::vector<GatherLoop> loops;
  KBody body;
  ExprPtr unsure = nullptr; // where it holds anywhere, `exact` is gathered instead
  std::shared_ptr<const HGather> exact = nullptr;
};
struct HAssign { // to a variable of the plan
  std::string name;
  ExprPtr value;
};
struct HStmt;
// The last `made` steps have not been, since what they wrote are spares that nobody flipped. The first `wanted` of them
// are made again, by one of the plan's endings.
struct HAgain {
  int made, wanted, ending;
};
// The region ends here where the condition holds, after `body`.
struct HStop {
  ExprPtr condition;
  bool isBreak;
  std::vector<HStmt> body;
  std::optional<HAgain> again = std::nullopt;
};
// The user's statements run here where the condition holds: the plan is left, with all arrays at home, and entered
// again behind this node. It stands in no pass.
struct HSuspend {
  int point;
  ExprPtr condition;          // null: always
  std::vector<HStmt> scalars; // what the condition needs
  std::vector<int> names;     // the user's name f is what name names[f] is bound to
  bool apart = false;         // they look at no array: none needs to be at home
  int steps = 1, step = 0;    // behind a pass of so many steps: which of them it is of
  int label = 0;              // where it is entered again: 1, 2, .. in the order of the plan; 0: not numbered yet
  bool neighbours = false;    // they refresh halos: planes in between may be made meanwhile
};
// Steps that are made at once. The runtime counts and reports passes, so it is told of each, before its body: a pass
// that is made in several HPass nodes is told of by the first of them.
//
//   5 steps in parts of 4 and 1:     HPass{4, .., counted 5}, HPass{1, .., counted 0}
struct HPass {
  int steps; // that the body makes; 0: more of the step that was begun last
  std::vector<HStmt> body;
  int counted = -1; // steps of the pass that the runtime is told of; 0: it has been told; -1: the body's `steps`
  int begun = 1;    // with steps 0: so many steps were begun together with the last one, whose time is the first one's
  int keep = -1;    // not -1: all steps that are left but so many, and at most `steps`; kPassSteps says how many
};
inline constexpr const char *kPassSteps = "ksn_steps";
inline constexpr const char *kStepsDone = "ksn_done"; // in a pass: of all steps, with those of the pass
// All steps that are left, if any, count as one pass. What follows makes it in parts.
struct HRest {};
// while (steps left > keep) one pass of `pass`   (ordinary passes; the last is chosen by what is left)
struct HRepeat {
  int whileMoreThan; // run the body while more than this many steps are left
  std::vector<HStmt> body;
  bool isRest = false; // few times, at the region's end
};
// One alternative by the number of steps left, which is 1..n: cases[k] runs when k + 1 steps are left.
struct HByRemaining {
  std::vector<std::vector<HStmt>> cases;
};
// The region's arrays are small, or it makes few steps, where the condition doesn't hold: then `small` makes all steps.
// The condition is over the region's scalars and kAllSteps.
struct HWhenLarge {
  ExprPtr condition;
  std::vector<HStmt> large, small;
};
inline constexpr const char *kAllSteps = "ksn_r.steps";
// Until no steps are left: those before the next one for which the condition holds, by `others`, to which they are all
// that is left; then one step by `step`. The condition is over the region's scalars and the time.
struct HToPoint {
  ExprPtr condition;
  std::vector<HStmt> others;
  std::vector<HStmt> step;
};
struct HStmt {
  std::variant<HLaunch, HMeet, HFlip, HRotate, HStepScalar, HGather, HAssign, HStop, HSuspend, HPass, HRest, HRepeat,
               HByRemaining, HWhenLarge, HToPoint>
      node;
};

struct HostScalar { // read from the argument block
  std::string name;
  ScalarType type;
};

// The stride of a buffer of rows along an axis, which is known once the rows have been looked at.
struct HostPitch {
  std::string name;
  int buffer;
  int axis;
};

struct HostVariable {
  std::string name;
  ScalarType type;
  bool shared; // starts with the argument block's value and goes back there; else it begins as 0
};

struct HostPlan {
  std::vector<HostScalar> scalars;
  std::vector<HostPitch> pitches;
  std::vector<HostVariable> variables;
  bool stops = false;       // may end before `steps`
  int points = 0;           // how many HSuspend there are
  bool hasHostCode = false; // the call site has some, which another target may stop for
  std::vector<std::variant<HGuard, HDisjoint>> guards;
  std::vector<HostBuffer> buffers;
  std::vector<HostSpare> spares;
  ExprPtr steps;                      // the trip count (1 without a time loop)
  std::optional<std::string> timeVar; // name of t in launch arguments: the value at the pass's first step
  ExprPtr timeLo;
  int64_t timeStep = 1;
  std::vector<HStmt> body;
  std::vector<std::vector<HStmt>> endings; // of HAgain, each until no steps are left
  ExprPtr cellsPerStep;
  double flopsPerCell = 0, bytesPerCell = 0;
};

struct LoopNest {
  std::string name;
  std::string label; // <stem>_<function>_<ordinal>: what the report calls the region
  std::string function, file;
  unsigned line;
  int rank;
  // What the report says.
  std::string target, family, placement, fp;
  std::array<int64_t, kMaxAxes> tile;
  int depth;
  std::string machine;                         // that the schedule was chosen for
  std::string chosen;                          // by what
  int64_t slab = 0, visitSteps = 0;            // of placement chunked, as in Schedule
  double linkBytes = 0;                        // per second between host and device, the slower way; 0: not known
  double networkLatency = 0, networkBytes = 0; // seconds, and bytes per second to another node; 0: not known
  double predictedSeconds = 0; // of a step, for each cell that HostPlan::cellsPerStep counts; 0: nobody predicted any
  std::vector<Kernel> kernels;
  HostPlan host;
};

std::string print(const LoopNest &nest);
std::string print(const KBody &body);
// The first broken invariant, or "": every name refers to something in scope and none hides another, only buffers that
// are declared written are stored to, launches fit their kernels, numbers are in range.
std::string verify(const LoopNest &nest);

} // namespace kasane

// Tests: tests/unit/ir/LoopNestTest.cpp
