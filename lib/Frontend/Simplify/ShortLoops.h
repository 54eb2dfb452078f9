// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which short loops of a region are written out, and which arrays of its cells become scalars (see Unroll.h).
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/Stmt.h"

#include <map>

namespace kasane {

struct ShortLoops {
  Variables counters; // of loops that are written out
  Variables stepped;  // integers of a cell whose values are known where the loops around their steps are written out
  Variables arrays;
  Variables leading;                                              // p of p = &f[q], through which a pointer is set
  std::map<const clang::VarDecl *, const clang::VarDecl *> names; // what a function got as an array -> that array
  std::map<const clang::VarDecl *, std::set<const clang::ForStmt *>> loops; // of all counters of short loops

  bool isArray(const clang::VarDecl *var) const { return arrays.count(var) > 0; }
  // The array itself, or that which a function got under this name.
  const clang::VarDecl *arrayOf(const clang::VarDecl *var) const {
    auto it = names.find(var);
    return it == names.end() ? var : it->second;
  }
};

constexpr int64_t kMostPicked = 16; // elements of an array of which a computed index picks one

// Arrays of more elements than `longest` along a dimension are left alone. `withRounds`: short loops
// that hold several loops are written out, too. `withComponents`: so are those around three loops.
ShortLoops shortLoops(const clang::ASTContext &ast, const clang::Stmt *region, int64_t longest, bool withRounds,
                      bool withComponents);

} // namespace kasane

// Tests: tests/frontend/own_arrays.c, tests/kernels/lbm_d2q9.c, tests/kernels/edges_by_number.c
