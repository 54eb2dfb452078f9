// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the mesh library, which are known by its header's declarations.
#pragma once

#include "kasane/IR/StencilProgram.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace kasane {

// ksm_fill, ksm_fill_part, ksm_fill_between: sets ghosts of the array that is its third argument, and changes nothing
// else. It reads cells of that array, or of other arrays among its arguments.
bool isMeshFill(const clang::ASTContext &ast, const clang::CallExpr *call);
const clang::Expr *filledArray(const clang::CallExpr *fill);

// Its rule is one of the library's: KSM_LINEAR, KSM_CONSTANT, NULL. A rule of the program's has functions, which may
// look anywhere.
MeshFill::Rule ruleOf(const clang::ASTContext &ast, const clang::CallExpr *fill);
bool hasPlainRule(const clang::ASTContext &ast, const clang::CallExpr *fill);

// ksm_fill(m, KSM_ALL, ..)
bool isOfAllLevels(const clang::ASTContext &ast, const clang::CallExpr *fill);

// ksm_fill_part: of some leaves of the levels.
bool isPartOfFill(const clang::ASTContext &ast, const clang::CallExpr *fill);

// Of ksm_fill_between: where finer leaves are, coarser ones before and after, and how far between these two.
struct TimesOfFill {
  const clang::Expr *finer, *before, *after, *theta;
};
std::optional<TimesOfFill> timesOf(const clang::ASTContext &ast, const clang::CallExpr *fill);

// m->deepest and the like, which stay as they are as long as the mesh does.
bool isMeshMember(const clang::ASTContext &ast, const clang::Stmt *stmt);

// The statement is such a call, and nothing else.
const clang::CallExpr *meshFillOf(const clang::ASTContext &ast, const clang::Stmt *stmt);

// ksm_refine and others after which arrays, or the mesh, lie elsewhere.
bool isMeshChange(const clang::ASTContext &ast, const clang::CallExpr *call);

// The same, and ksm_write_vtu and ksm_save: a call that looks at all arrays of the mesh, which it doesn't name.
bool usesArraysOfMesh(const clang::ASTContext &ast, const clang::CallExpr *call);

} // namespace kasane

// Tests: tests/frontend/fills.c, tests/diagnostics/mesh_changes.c, tests/diagnostics/kept_used_in_call.c
