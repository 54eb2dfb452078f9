// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with the bodies of the file's own functions in place of their calls: parameters are variables of their own,
// or the arguments themselves where nothing in the region changes those. Each call has its own copies of its locals.
//
//   swap(&u, &v);         ->   { float *t = u; u = v; v = t; }
//   x = lap(u, i) + 1;    ->   x = ({ float *a = u; int k = i; a[k - 1] + a[k + 1]; }) + 1;
//
// Calls of functions that the file doesn't define, or that call such ones, stay as they are. Recursion and returns from
// inside of loops are diagnosed.
#pragma once

#include "kasane/Support/Diagnostic.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <optional>
#include <set>

namespace kasane {

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

struct Expansion {
  const clang::Stmt *stmt;
  std::set<const clang::Stmt *> made;                          // nodes with no text of their own in the file
  std::map<const clang::Stmt *, const clang::Stmt *> hostCode; // empty statements -> what stood there, see HostCode.h
  std::vector<Called> calls;
  std::vector<const clang::Expr *> folded = {};     // numbers that the copy has in place of names
  std::map<std::string, std::string> owners = {};   // see Draft
  std::vector<SameNumber> equal = {};               // the readers take the first for both
  std::set<const clang::VarDecl *> hostLocals = {}; // see HostStatements
  const clang::Expr *stepsFrom =
      nullptr; // the part of the time loop's condition with which its steps begin; null: its body
};

// Where in `stmt` the place lies that is in it, or in a function that is called from there; the calls on the way are
// appended, the innermost first.
clang::SourceLocation siteOf(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange stmt,
                             const std::vector<Called> &calls, std::vector<Called> *way = nullptr);

// Is the place in `stmt`, or in a function that is called from there?
bool isReached(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange stmt,
               const std::vector<Called> &calls);

// Says for the last diagnostic by which calls its place belongs to the region.
void noteCalls(const clang::ASTContext &ast, const clang::Stmt *region, const std::vector<Called> &calls,
               Diagnostics &diagnostics);

// `records`: see hostStatements. `made`: of the region's nodes already.
std::optional<Expansion> expandCalls(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                     const clang::Stmt *region, bool records, Diagnostics &diagnostics,
                                     std::set<const clang::Stmt *> made = {});

} // namespace kasane
