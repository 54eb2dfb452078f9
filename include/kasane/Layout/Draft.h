// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reading one step yields, before axes are known. Layout.h finds the axes; Assemble.h makes the program of it.
//
// Symbols in a Draft's polynomials: a parameter's name; "@0", "@1".. the loops of the nest from the outermost in;
// kTimeSymbol the time loop's variable; "@p:1,0" an integer that t mod 2 decides (t even: 1, t odd: 0), where t counts
// from phaseOrigin. While a nest is read also "@c3": 1 in the cells in which condition 3 holds, else 0 (see Choices.h).
// Statements hold FieldRead/FieldStore whose `field` is an index into Draft::accesses,
// and IndexRef whose axis is a loop.
#pragma once

#include "kasane/IR/Narrow.h"
#include "kasane/IR/Region.h"

#include <algorithm>
#include <map>

// Marks of the reader's, which it finds its own nodes by. Nothing here looks into them.
namespace clang {
class ForStmt;
class Stmt;
class VarDecl;
} // namespace clang

namespace kasane {

inline std::string loopSymbol(size_t depth) { return "@" + std::to_string(depth); }
inline const char *const kPhasePrefix = "@p:";
// Rounds that are told apart, where an index falls while the loop's variable rises.
inline constexpr int64_t kMostMirrored = 8;

// A number of a struct that is an array's element.
struct DraftMember {
  std::string path; // ".u", ".v[1]"
  ScalarType type;
  int64_t offset; // bytes from the struct's beginning
  friend bool operator==(const DraftMember &, const DraftMember &) = default;
};

// All of them have this type, and there are no gaps between them.
inline bool areAlike(const std::vector<DraftMember> &members, int64_t structBytes, ScalarType type) {
  return structBytes == static_cast<int64_t>(members.size()) * sizeOf(type) &&
         std::ranges::all_of(members, [&](const DraftMember &member) { return member.type == type; });
}

// An array as one name on entry reaches it: a declared array, or what a pointer points at.
struct DraftArray {
  std::string key;  // of the lvalue, unique in the function
  std::string name; // an identifier made from it
  std::string text; // call site
  ScalarType elem;
  std::vector<std::optional<Poly>> extents; // outermost dimension first
  size_t tables;                            // how many of the leading dimensions select a pointer (`float *u[2]`)
  bool isObject;                            // a declared array
  bool pointed;                             // its pointer is a variable, which the region could move
  uint64_t sizeBytes;                       // of a fixed-size object, else 0
  SourceRange range;
  bool hidden = false;                   // not the user's: what cells hand to a Gather
  bool ofStep = false;                   // hidden too: see Field
  bool keepsPointer = false;             // moved by a variable of the region's own, so the user's pointer stays
  std::vector<bool> followed = {};       // by dimension: its subscript goes from a pointer that was loaded from a table
  std::vector<DraftMember> members = {}; // of a struct, which the last dimension numbers
  int64_t structBytes = 0;
  bool walked = false;            // a pointer goes on from one of its elements, which may lead over a row's end
  std::string seenAs = {};        // the type that the region converts a `void *` to
  std::string origin = {};        // "[0]" for each dimension that is left out of a linear array's index
  std::optional<Poly> plane = {}; // a flat array's: so many elements to each value of the first index
  // Of one that takeLeaves has taken apart: as in Field.
  Poly leaf = {};
  std::optional<Poly> leaves = {};
  // What can be subscripted.
  std::string pointer() const { return seenAs.empty() ? text : "((" + seenAs + ")" + text + ")"; }
  bool isMember(size_t dimension) const { return !members.empty() && dimension + 1 == extents.size(); }
  // The one that the last of an access's components numbers; null: the elements are numbers.
  const DraftMember *memberIn(const std::vector<Poly> &components) const {
    return members.empty() || extents.size() < 2 ? nullptr
                                                 : &members[static_cast<size_t>(*components.back().constant())];
  }
  // What one more in the dimension passes over: pointers, or numbers of the type.
  Poly unitOf(size_t dimension, ScalarType type) const {
    Poly unit = 1;
    for (size_t d = dimension + 1; d < extents.size() && !(d < followed.size() && followed[d]); ++d)
      unit = unit * (isMember(d) ? Poly(structBytes / sizeOf(type)) : extents[d].value_or(0));
    return unit;
  }
  bool isMixed() const { return !members.empty() && !areAlike(members, structBytes, elem); }
};

struct DraftAccess {
  int array;
  std::vector<Poly> index; // one per dimension
  bool write;
  SourceRange range;
  CellRegion cells = {};   // by loop: the cells that make the access, as far as conditions tell
  bool linear = false;     // `index` counts elements from the array's first, whatever its dimensions
  bool isSure = true;      // all of `cells` make it
  size_t loops = SIZE_MAX; // so many of the nest's stand around it in the source, if fewer than all
};

struct DraftLoop {
  const clang::VarDecl *var;
  std::string name;
  ScalarType type;
  Poly lo, hi; // half open, ascending
  int direction;
  bool outside; // the variable outlives the loop
  SourceRange range;
  int64_t stride = 1;  // between the values that the source's variable takes
  bool moving = false; // its first value, or whether it runs at all, is not the same everywhere
  std::optional<SourceRange> timed = std::nullopt; // a bound that goes with the time
  bool tiled = false;                              // as in LoopOrder
  bool mirrored = false; // the rounds are the source's, the last one first; its variable ends as the source's does
  int order() const { return mirrored ? -direction : direction; } // in which the rounds are made
};

struct DraftNest {
  std::vector<DraftLoop> loops; // outermost first
  std::vector<StmtPtr> body;
  size_t firstAccess, endAccess; // its part of Draft::accesses
  SourceRange range;
  // Where it is a part of a nest of the source's: that one's number, and the loops there, outermost first.
  size_t apart = 0;
  std::vector<const clang::ForStmt *> around = {};
  std::optional<DraftLoop> leaf = {}; // the loop over blocks, which is none of `loops`
  // Not 0: it is a piece of one, as all with this number are, and no element that one of them stores to is another's.
  size_t pieceOf = 0;
};

// What the host does before nest number `nest` of the step (all nests: after the last).
struct DraftGather {
  size_t nest;               // whose cells it goes over
  std::vector<StmtPtr> body; // FieldReads name accesses, as in nests
};
struct DraftStop {
  ExprPtr condition;
  bool isBreak;
  std::map<std::string, int> places; // lvalue key of a moved pointer -> array that it stands for here
  bool moved = false;                // all moves of the step have been made; filled in at the step's end
};
struct DraftHostPoint {
  const clang::Stmt *stmt;
  ExprPtr condition;                     // null: none that can be looked at beforehand
  const clang::Stmt *breaks, *continues; // null: it doesn't
  std::vector<HostValue> values;
  std::vector<Watched> looked;
  std::map<std::string, int> places = {}; // as in DraftStop
  bool moved = false;
  // Where some of the step's moves have been made and others not: array -> array whose memory it names here.
  std::map<int, int> between = {};
  bool apart = false; // as in HostPoint
  std::optional<MeshFill> fill = {};
  bool neighbours = false;
};
struct DraftAction {
  size_t nest;
  std::variant<DraftGather, SetVariable, DraftStop, DraftHostPoint> node;
  SourceRange range;
};

// An array with a value for each step, as the host reads it.
struct TableRead {
  AxisBounds elements;
  std::optional<Poly> extent;
  bool always;                // made in every step
  const clang::VarDecl *into; // the scalar of the step that gets it; null: another place
  bool ahead;                 // before it is known that the step is made
  std::string text;
  SourceRange range;
};
struct DraftTable {
  int array;
  std::string name;
  std::vector<AxisBounds> elements; // as in Field
  std::vector<TableRead> reads;
  std::optional<size_t> member = {}; // of a mixed struct, counted from that one of the first element
};

struct Draft {
  std::vector<Param> params;
  std::vector<DraftArray> arrays;
  std::vector<DraftAccess> accesses;
  std::vector<DraftNest> nests;
  std::vector<Variable> variables;
  std::vector<DraftAction> actions;
  std::vector<StepScalar> stepScalars;
  std::vector<DraftTable> tables;
  std::optional<TimeLoop> time;
  bool timeDescends = false;                 // the user's variable is the negative of time's
  std::optional<Poly> phaseOrigin;           // phases are those of @t less this; not there: none was looked at yet
  std::map<std::string, std::string> owners; // by an array's key: what moves in its pointer's place, a of "a->v"
  std::vector<Guard> guards;
  std::vector<Folded> asserts;
  // After one step the name of array `first` stands for what `second` stood for on entry. Only what moved.
  std::vector<std::pair<int, int>> moves;
  std::map<int, SourceRange> movedAt; // where the step assigns to it
  // Parameters that select arrays -> what selects in the next step what they selected in this one.
  std::map<std::string, Poly> selected;
};

} // namespace kasane

// Tests: tests/frontend/swap.c, tests/frontend/step_scalars.c, tests/frontend/planes.c
