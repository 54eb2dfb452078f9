// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the array is that a pointer leads to, where the file shows all values that it ever has: a parameter of a
// function of the file that all its calls give arrays of one length, a variable that gets one array or memory of a
// constant size, and never another value.
//
//   static void step(double *rate) { .. }    double rate[3];  step(rate);      3
//   static double *table;                    table = malloc(256 * sizeof *table);    256
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace kasane {

// Counted from where it points to. nullopt: the file doesn't show it.
std::optional<int64_t> elementsBehind(const clang::ASTContext &ast, const clang::VarDecl *pointer);

// The function that a call by a pointer runs, where that is the only value that a variable of the file's own ever gets,
// a parameter by all calls of its function, or a member of a struct that only this file knows: before it has it, no
// call of it has a meaning. Null: another call, or the file doesn't show it.
//
//   static void (*method)(float *) = jacobi;    method(u);      jacobi
const clang::FunctionDecl *functionBehind(const clang::CallExpr *call);

} // namespace kasane

// Tests: tests/frontend/pointed_tables.c, tests/frontend/call_by_pointer.c
