// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program together with its place in the user's file: what Frontend hands to Rewrite beside the StencilProgram.
// Offsets are bytes of the original main file. All texts are C, valid where the region begins.
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// A value that the generated code takes for granted: _Static_assert((text) == value, ..) stands beside the call, so
// that a copy compiled with another -D cannot be silently wrong.
struct Folded {
  std::string text;
  std::string value;
};

// What the original leaves in a variable that outlives the region, as statements to run after the region function. It
// may use the variables of the region's call site; pointers have their final values by then. Where a test may end the
// region, $done is the number of steps begun, and $broke is 1 when the last one was left by a break.
struct LiveOut {
  std::string name;
  std::string text;
};

// A variable that verification compares.
struct Watched {
  enum Kind { Integer, Real, Pointer } kind;
  std::string name;
};

// The user's statements of a HostPoint.
struct HostValue {
  std::string declared; // "double s" where the variable lives in the loop only; "": it is the user's, `name`
  std::string name;
  std::string value;      // $@time: of the step; $x: of the program's variable x; "": none, the statements give it one
  int array = -1;         // until the step's end tells the value: the name of this array of the draft's
  bool mayChange = false; // nobody looks at it afterwards
};
// A value in the midst of the statements that the region makes, see NamedValues.h. They have its name there.
struct NamedValue {
  size_t beginOffset, endOffset;
  std::string declared; // "double v", where that is declared to have it; "": the text sets the variable `name` itself
  std::string name;
};
struct HostCode {
  int number;
  size_t beginOffset, endOffset; // with their semicolon
  unsigned line;
  bool ends;                     // some break ends the time loop
  bool repeats;                  // a copy of the loops has it, too, and it does the same there
  std::vector<HostValue> values; // what they use and the call block must provide
  std::vector<Watched> looked;   // what they mention of what the region sets
  std::vector<NamedValue> named = {};
  size_t textOffset = 0; // of `t0 = now();` in `double t0 = now();`, which Region::hostLocals declares; 0: beginOffset
};

// A table that the call block makes before the region function is called: `first`, and each next value of the one
// before, `rounds` times. See RunningSums.h.
struct RunningSum {
  std::string name;   // of the table; the value is called so, too, with _at
  std::string type;   // of the values
  std::string first;  // an expression
  std::string next;   // one that changes the value
  std::string rounds; // an expression; below 0: none
  bool fromEnd;       // the first one is the table's last
};

// An arm of a test in the steps that leaves the region for another place than behind it: if (err < tol) return t;
// The region is left by a break there, and the arm runs behind it.
struct LeavingArm {
  size_t beginOffset, endOffset; // with its semicolon
  unsigned line;
  std::string taken;         // the variable of the call block that is 1 then
  std::string copy = {};     // what the steps have in its place
  std::string declared = {}; // what it uses of the steps' variables, with their values
  std::string behind = {};   // what the loop's head does behind it
};

// The statement in the time loop's head, where it has to stand in front of the region function, too.
struct FirstValues {
  std::string text;                  // "": nothing has to
  std::vector<std::string> declared; // by it, so that the user's loops have variables of their own
};

// The body of the time loop, so that a copy can be made whose steps are bounded.
struct LoopBody {
  size_t beginOffset, endOffset;
  bool braced;
  bool isCondition = false; // the part of the condition, rather, with which steps begin
};

// A `#if` of the file with its `#elif`, `#else` and `#endif`, as the translation took its branches.
struct Conditional {
  struct Line {
    size_t beginOffset, endOffset; // from the '#' to the last word
    unsigned line;
    bool taken; // what follows it was compiled
  };
  std::vector<Line> lines; // the last one is the #endif
  bool hasElse = false;
  bool holdsCode = false; // some branch holds more than pragmas
};

// Bytes [beginOffset, endOffset) of the file.
struct Span {
  size_t beginOffset, endOffset;
};

// A static variable of a called function, which becomes one of the file, since the call block must reach it.
struct Lifted {
  std::string declared;                              // what stands at the head of the file
  std::vector<std::pair<Span, std::string>> instead; // in the function, for its declaration and where it is mentioned
};

struct Region {
  StencilProgram program;
  std::vector<size_t> pragmas;   // the word `stencil` or `tpace` of each directive that belongs to it, in order
  std::vector<size_t> aside;     // the same of `tpace init`, which stands anywhere in the file
  size_t beginOffset, endOffset; // the statement under the pragma, with its semicolon
  unsigned line;                 // of that statement's first character
  FirstValues first;
  std::optional<LoopBody> body;     // with program.time
  std::vector<std::string> carried; // integer variables whose value on entry counts and that the region changes
  std::vector<Folded> asserts;
  std::vector<LiveOut> finals;
  // What the loops set and what is read behind them, but for the program's pointers and variables.
  std::vector<Watched> left;
  std::vector<HostCode> hostCode;       // by number
  std::vector<LeavingArm> leaving = {}; // in the file's order
  std::vector<RunningSum> sums = {};
  std::vector<std::string> hostLocals;     // declarations of the steps' variables that only host code uses, or changes
  std::set<std::string> lent;              // those that it changes
  std::vector<std::string> writtenScalars; // those that it sets, and that a pointer could reach
  std::vector<std::string> sharedScalars;  // lvalues that must not lie within an array that the region writes
  std::vector<Lifted> lifted = {};
  std::vector<Span> functions;          // of the file's own, whose bodies were read in place of calls
  std::vector<size_t> threads = {};     // OpenMP's pragmas of a parallel block, which a copy for one thread leaves out
  std::vector<std::string> labels = {}; // in the statement, but for those that are a block's own
};

// `#pragma stencil keep(A, B)`: what the arrays hold stays on the device from one region in the statement to the next.
struct KeepScope {
  size_t pragmaOffset;
  size_t beginOffset, endOffset; // the statement
  struct Array {
    std::string text;
    bool isObject;          // declared, not reached through a pointer
    bool isScratch = false; // nobody looks at what it holds behind the statement
  };
  std::vector<Array> arrays;
};

// `#pragma stencil home(A[k:n])`: of what is kept, these elements are at home while the statement runs.
struct HomeStatement {
  size_t pragmaOffset;
  size_t beginOffset, endOffset; // the statement
  unsigned line;                 // of the directive
  struct Section {
    std::string array;
    std::string from, count; // "": all of it
    std::string length;      // of the array; "": only a pointer is known
    bool writes;             // what the statement leaves there counts
  };
  std::vector<Section> sections;
};

struct KeepScopes {
  std::vector<KeepScope> scopes;
  std::vector<HomeStatement> homes;
};

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp
