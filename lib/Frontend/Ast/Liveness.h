// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which variables are read behind a statement before they are set anew:
// on some path through the function's control flow.
#pragma once

#include "Ast/Surroundings.h"

namespace kasane {

// May the statement read what the variable held before it?
bool isReadFirst(const clang::Stmt *stmt, const clang::VarDecl *var, const clang::ASTContext &ast);
// Is the variable's value at the region's end ever read? Globals, static variables and those whose address is taken
// count as read.
// `asStatic`: if no other file could see it.
bool isReadAfter(const Surroundings &of, const clang::VarDecl *var, bool asStatic = false);
bool isReachable(const Surroundings &of, const clang::VarDecl *var); // otherwise than by its name in the function
// Where the region may read what `part` of it leaves in the variable; null: nowhere.
const clang::Stmt *readInRegionAfter(const Surroundings &of, const clang::Stmt *part, const clang::VarDecl *var);
// Behind `part`, in the region or after it.
bool isReadBehind(const Surroundings &of, const clang::Stmt *part, const clang::VarDecl *var);

} // namespace kasane

// Tests: tests/frontend/live.c, tests/kernels/last_values.c, tests/diagnostics/private_read_after.c
