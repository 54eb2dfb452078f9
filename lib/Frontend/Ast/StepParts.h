// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a step's statements are, for those that move them.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/Stmt.h"

#include <vector>

namespace kasane {

using StepParts = std::vector<const clang::Stmt *>;

// The statements of blocks in blocks, and of `a, b`. Null has none.
StepParts partsOf(const clang::Stmt *stmt);

const clang::VarDecl *counterOf(const clang::ForStmt *loop); // null: none that is understood

bool storesElement(const clang::Stmt *stmt);
bool storesOnly(const StepParts &parts); // several, and nothing else

// An `if` with nests, stores or exchanges of pointers in its arms.
bool isTest(const clang::Stmt *stmt);

// ({ nests; value; }) of `x = ({ nests; value; })`; else null.
const clang::StmtExpr *nestsOfValue(const clang::Expr *value);

// What every step may compute, whether it needs it or not.
bool isHarmless(const clang::Expr *value);

} // namespace kasane
