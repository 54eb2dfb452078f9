// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that bring an index back into a range, which may be an `if` as well:
//
//   while (v < 0) v += n;   ->  if (v < 0) v = (v % n + n) % n;
//   while (v >= n) v -= n;  ->  if (v >= n) v = v % n;
//
// They end for positive n only.
#pragma once

#include "Ast/Effects.h"

namespace kasane {

struct Wrap {
  const clang::VarDecl *var;
  const clang::Expr *length;
  bool up;
};

// `effects` are the region's. nullopt: the statement is something else.
std::optional<Wrap> wrapIn(const clang::ASTContext &ast, const clang::Stmt *stmt, const Effects &effects);

} // namespace kasane

// Tests: tests/kernels/spellings.c
