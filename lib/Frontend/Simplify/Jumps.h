// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements without the jumps to their end: what stands behind an `if` that may jump goes into its arms.
//
//   A; if (c) { B; break; } C;            ->   A; if (c) { B; } else { C; }
//   if (c) { if (d) continue; A; } B;     ->   if (c) { if (!d) { A; B; } } else { B; }
//   A; if (c) goto next; B; next: C;      ->   A; if (!c) { B; } C;
//   do { A; if (c) break; B; } while (0); ->   A; if (!c) { B; }
#pragma once

#include "Simplify/Clone.h"

#include <optional>
#include <vector>

namespace kasane {

enum class Jump { Break, Continue };

// Is there a jump that ends these statements, not a loop (or a switch) among them?
bool holdsJump(const clang::Stmt *stmt, Jump jump);

// Does no path lead behind the statement?
bool leaves(const clang::Stmt *stmt);

// nullopt: a jump stands in another statement than blocks and `if`, or too much would be written twice.
std::optional<std::vector<clang::Stmt *>> withoutJumps(Cloner &cloner, clang::ASTContext &ast,
                                                       const std::vector<clang::Stmt *> &list, Jump jump);

// The region without jumps ahead to a label in the same block and out of loops that run once, as far as they can be.
clang::Stmt *withoutGotos(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                          std::set<const clang::Stmt *> &made);

// A function's body without jumps to what it does last, `goto out; .. out: return r;`, as far as they can be.
clang::Stmt *withoutGotosToEnd(const clang::ASTContext &ast, const clang::FunctionDecl *function, clang::Stmt *body,
                               std::set<const clang::Stmt *> &made);

const clang::Stmt *gotoIn(const clang::Stmt *body); // the first that is left; null: none

// The region's loops like that, as far as they can be.
clang::Stmt *withoutContinues(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                              const clang::Stmt *region, std::set<const clang::Stmt *> &made);

} // namespace kasane

// Tests: tests/kernels/leaves.c, tests/kernels/options.c, tests/kernels/jumps_ahead.c
