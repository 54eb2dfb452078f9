// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static variables of functions that the region calls, as variables of the file: the call block must reach them.
//
//   static void step(void) {                       static int ksn_step_calls_9 = 0;    // at the file's head
//     static int calls = 0;               ->       static void step(void) {
//     calls++; ..                                    ; ksn_step_calls_9++; ..
//
// That is done to numbers that the function's body declares with a plain first value, and which it mentions by name
// alone, outside of macros. A function with a region of its own keeps them.
#pragma once

#include "Read/Expansion.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace kasane {

// nullopt: it can't be done.
std::optional<LiftedLocal> liftedFrom(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                      const clang::VarDecl *var);

// One of them that the region's host code could change by a call of the function that has it; null: none.
const clang::VarDecl *liftedBeside(const std::map<const clang::VarDecl *, LiftedLocal> &lifted,
                                   const std::map<const clang::Stmt *, const clang::Stmt *> &hostCode);

} // namespace kasane

// Tests: tests/kernels/static_locals.c, tests/diagnostics/static_local.c
