// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions can be read in place of their calls, and what a region with them may change.
#pragma once

#include "kasane/Support/Diagnostic.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace kasane {

// memcpy, memmove or memset of the C library.
bool isLibraryCopy(const clang::CallExpr *call);
bool isLibraryMove(const clang::CallExpr *call);  // memmove
bool isLibraryClear(const clang::CallExpr *call); // memset

// What a compiler may take as advice: its value is its first argument's (__builtin_expect, __builtin_assume_aligned),
// or it has none and does nothing (__builtin_prefetch).
bool isAdvice(const clang::CallExpr *call);

// Calls that keep no function from being known though there is no body: of library copies; and of anything in an arm of
// an `if` without loops, which may never be taken.
enum class Allowed { None, Copies, CopiesAndArms };

class Callees {
public:
  explicit Callees(Allowed allowed = Allowed::None) : allowed_(allowed) {}

  // The definition that can take the call's place, or null: unknown, variadic, or with calls of unknown functions.
  const clang::FunctionDecl *definitionOf(const clang::CallExpr *call);

  // Why the function's body is not known: the call of another in it, or null.
  const clang::CallExpr *unknownIn(const clang::FunctionDecl *function);

private:
  bool isKnown(const clang::FunctionDecl *function);
  bool isKnown(const clang::CallExpr *call);
  Allowed allowed_;
  std::map<const clang::FunctionDecl *, bool> known_;
};

// An arm of an `if` that may never be taken, and that may be left out as a whole: it has no loops.
bool mayBeLeftOut(const clang::Stmt *arm);

// Is `what` true of the statement, of one within it or of one in the functions that it calls? `seen`: their bodies.
bool holdsAnywhere(Callees &callees, const clang::Stmt *stmt, const std::function<bool(const clang::Stmt *)> &what,
                   std::set<const clang::Stmt *> seen = {});

// Is it a function of the program's own, not of a library's, whose body is in another file?
bool isElsewhere(const clang::ASTContext &ast, const clang::CallExpr *call);

// All that a region and the functions called in it assign, wherever that is.
class Changes {
public:
  Changes(Callees &callees, const clang::Stmt *region);
  // True when nothing that `expr` reads is among it; elements of arrays never count as fixed.
  bool isFixed(const clang::Expr *expr) const;
  // True when neither the struct's variable nor a member of its type is among it.
  bool keepsMembers(const clang::Expr *object) const;
  void add(const clang::VarDecl *var) { vars_.insert(var); }
  // Statements that stand as they are, with all functions whose bodies the file has, known or not.
  void addHostCode(const clang::Stmt *code);

private:
  void addWrites(const clang::Stmt *body);
  void addBody(Callees &callees, const clang::Stmt *body);
  std::set<const clang::VarDecl *> vars_;
  std::set<const clang::ValueDecl *> members_;
  std::set<const clang::RecordDecl *> records_; // types of structs that are assigned whole
  std::set<const clang::Stmt *> seen_;
};

// Is the variable never assigned, stepped or taken the address of in the statement?
bool keepsValue(const clang::VarDecl *var, const clang::Stmt *stmt);

// The names of all variables declared in the function.
std::set<std::string> localNames(const clang::FunctionDecl *function);

} // namespace kasane

// Tests: tests/frontend/functions.c, tests/kernels/functions_steps.c, tests/diagnostics/call_unknown.c
