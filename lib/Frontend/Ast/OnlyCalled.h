// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that only a statement calls, by itself or by way of each other: nothing else sees what they hold.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <set>
#include <vector>

namespace kasane {

using Functions = std::set<const clang::FunctionDecl *>; // as they are declared first

// Those of `called` that only this file knows, and that nothing of it names but the statement and others of these.
Functions onlyCalledIn(const clang::ASTContext &ast, const clang::Stmt *statement,
                       const std::vector<const clang::FunctionDecl *> &called);

} // namespace kasane

// Tests: tests/kernels/buffers.c
