// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region as it is read: the calls of the file's own functions replaced by their bodies, and whatever else was written
// in other words. Simplify makes it.
#pragma once

#include "kasane/IR/Region.h"

#include "Ast/Surroundings.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace kasane {

// A static variable of a called function, and the one of the file that takes its place.
struct LiftedLocal {
  clang::VarDecl *var;
  Lifted lifted;
};

// A call whose function's body stands in its place.
struct Called {
  const clang::FunctionDecl *function;
  const clang::CallExpr *call;
};

// Texts of two numbers of the program's structs that must be the same.
struct SameNumber {
  std::string one, other;
  bool isFloat;
};

// An arm was left out that has a call which can't be read, or nothing. It is taken where the condition, which the
// region doesn't change, is true, or is false. `under`: where this is asked for, conditions before it that are true,
// or false.
struct LeftOut {
  const clang::Expr *condition;
  bool isTrue;
  const clang::CallExpr *call; // null: it does nothing, and the other one exchanges pointers
  std::vector<std::pair<const clang::Expr *, bool>> under = {};
};

struct Expansion {
  const clang::Stmt *stmt;
  std::set<const clang::Stmt *> made; // nodes with no text of their own in the file
  HostCodeAt hostCode;                // see HostCode.h
  std::vector<Called> calls;
  std::vector<const clang::Expr *> folded = {};       // numbers that the copy has in place of names
  std::map<std::string, std::string> owners = {};     // see Draft
  std::vector<SameNumber> equal = {};                 // the readers take the first for both
  std::set<const clang::VarDecl *> hostLocals = {};   // see HostStatements
  std::vector<LeftOut> leftOut = {};                  // see OtherArms.h
  std::vector<const clang::Expr *> asked = {};        // of the call, see FlatLoops.h, HandTiles.h
  std::set<clang::SourceLocation> tiled = {};         // loops of which tiles went another way than their cells would
  std::set<const clang::VarDecl *> tables = {};       // that have no declaration, see DeclaredTables.h
  std::vector<RunningSum> sums = {};                  // see RunningSums.h
  std::vector<const clang::Expr *> knownAtStart = {}; // what the call block looks at beside parameters
  std::set<const clang::VarDecl *> shared = {};       // arrays that cells would have for themselves if static
  std::map<const clang::VarDecl *, LiftedLocal> lifted = {}; // see StaticLocals.h
  // The part of the time loop's condition with which its steps begin; null: they begin with its body.
  const clang::Expr *stepsFrom = nullptr;
  // Arrays of few numbers are a cell's or a row's own, and rows that others read are copied to where these look.
  bool hasBuffers = false;
  bool hasRounds = false;     // short loops that hold several loops repeat these, and go over no cells
  bool hasCarried = false;    // see CarriedScalars.h
  bool hasSums = false;       // see RunningSums.h
  bool hasComponents = false; // short loops around three others count components, not blocks
};

} // namespace kasane

// Tests: tests/frontend/functions.c, tests/frontend/options.c
