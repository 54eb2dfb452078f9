// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a statement declares, assigns and stores, found without understanding it: invariance is decided from this.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <functional>
#include <set>
#include <string>

namespace kasane {

using Variables = std::set<const clang::VarDecl *>;

struct Effects {
  std::set<const clang::VarDecl *> declared; // inside of the statement
  std::set<const clang::VarDecl *> assigned; // as whole variables; loop variables too
  std::set<std::string> assignedKeys;        // keys of assigned lvalues, "p->u" too (see lvalueKey)
  std::set<std::string> storedKeys;          // keys of what is stored through: A of A[i] = ..
  std::set<std::string> records;             // keys of arrays of structs that something else than a number subscripts
  std::set<std::string> tables;              // keys of pointer tables that something else than a number subscripts
  // Variables whose value enters an array subscript as a term (not below % or &), directly or through other integers.
  std::set<const clang::VarDecl *> subscripts;
  std::set<const clang::VarDecl *> storeSubscripts;                  // the same for what is stored
  std::set<const clang::VarDecl *> wrappedSubscripts, wrappedStores; // the same two, with those below % and &
  std::set<const clang::VarDecl *> sharedSubscripts; // loop variables that index an element together with another one
  bool storesByArray = false;                        // is an element of an array a term in a subscript of a store?
  size_t storeRank = 0;                              // how many loop variables at most index a stored element
};

// `ownArrays`: what goes to arrays that the statement declares is stored, too;
// else they are taken for a cell's own numbers.
Effects effectsOf(const clang::Stmt *stmt, bool ownArrays = false);

// A name for an lvalue that needs no evaluation (x, s.x, p->u, u[0]); "" for all others. Two different variables of one
// name get different keys.
std::string lvalueKey(const clang::Expr *expr);

std::string variableKey(const clang::VarDecl *var); // lvalueKey of a mention of it

// A[i], *p: no variable, but what an address leads to.
bool isElement(const clang::Expr *lvalue);

const clang::Expr *assignedIn(const clang::Stmt *stmt); // what the statement by itself assigns or steps; null: nothing

// Is `what` true of the statement or of one within it?
bool holds(const clang::Stmt *stmt, const std::function<bool(const clang::Stmt *)> &what);
bool mentions(const clang::Stmt *stmt, const clang::VarDecl *var);
size_t mentionsOf(const clang::Stmt *stmt, const clang::VarDecl *var); // how often
Variables variablesIn(const clang::Stmt *stmt);                        // that it mentions
bool takesAddress(const clang::Stmt *stmt, const clang::VarDecl *var);

// The variables that it assigns, or whose arrays it stores to, calls that get them as `void *` or `int *` included.
Variables maybeChangedBy(const clang::Stmt *stmt);

std::string storageKey(const clang::Expr *expr); // of A, of what is reached through it: A[i][j], *(A + i), A[i].u
// The variable x of x[i], x->u, *(x + 1).v; nullptr: the expression leads to no variable.
const clang::VarDecl *storageVariable(const clang::Expr *expr);
const clang::VarDecl *variableOf(const clang::Expr *expr); // x, (x); nullptr for anything else

// True when nothing that `expr` reads is declared or changed by what `effects` describes, and evaluating it has no
// effect. `withMath`: calls of the functions of math.h are as good as operators.
bool isInvariant(const clang::Expr *expr, const Effects &effects, bool withMath = false);

} // namespace kasane

// Tests: tests/frontend/scalars.c, tests/kernels/live_scalars.c, tests/diagnostics/bound_assigned.c
