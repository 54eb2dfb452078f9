// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a tile begins and ends, in the ways that programs write it, and sums taken to pieces for that.
//
//   MIN(jj + size, n - 1)                                   the lower one of jj + size and n - 1
//   int je = jj + size; if (je > n - 1) je = n - 1;         the same
#pragma once

#include "Ast/Alike.h"

#include "clang/AST/Expr.h"

#include <optional>
#include <vector>

namespace kasane {

// The loop over tiles: its variable's places are `var`, or var * size where tiles are numbered.
struct TileLoop {
  const clang::VarDecl *var;
  const clang::Expr *size;
  bool isNumbered;
};

// A sum of terms and a number. `tiles`: how often the place of the tile is in it.
struct Sum {
  std::vector<std::pair<const clang::Expr *, bool>> terms; // and whether it is taken away
  int64_t number = 0;
  int tiles = 0;
};

enum class Extreme { Least, Most };

class TileBounds {
public:
  TileBounds(const clang::ASTContext &ast, Comparison &comparison, TileLoop tile)
      : ast_(ast), comparison_(comparison), tile_(tile) {}

  // nullopt: the tiles' variable is in it otherwise.
  std::optional<Sum> sumOf(const clang::Expr *expr);
  std::optional<Sum> difference(const Sum &a, const Sum &b);
  std::optional<int64_t> distance(const Sum &a, const Sum &b); // a - b; nullopt: no number
  bool areAlike(const clang::Expr *a, const clang::Expr *b);

  // A statement between the loops that sets a variable to where a tile begins or ends; false: it is none.
  bool note(const clang::Stmt *stmt);
  void enterLoop() { ++level_; } // what is noted from now on stands in a loop within the one before
  const std::vector<const clang::VarDecl *> &noted() const { return noted_; }
  const std::vector<const clang::Stmt *> &statements() const { return statements_; } // that were noted
  // The values of which the expression is the least or the greatest; nullopt: it isn't understood.
  std::optional<std::vector<const clang::Expr *>> valuesOf(const clang::Expr *expr, Extreme which);

private:
  const clang::Expr *valueIn(const clang::Expr *in, const clang::VarDecl *var) const; // null: it isn't known
  bool add(Sum &sum, const clang::Expr *expr, bool negative);
  bool addProduct(Sum &sum, const clang::BinaryOperator *product, bool negative);
  std::optional<std::vector<const clang::Expr *>> ofVariable(const clang::VarDecl *var, Extreme which);
  std::optional<std::vector<const clang::Expr *>> ofBranch(const clang::IfStmt *branch, const clang::VarDecl *var,
                                                           Extreme which,
                                                           std::optional<std::vector<const clang::Expr *>> before);
  // Does `taken` have to be the one of the two that the condition takes?
  bool picks(const clang::Expr *condition, const clang::Expr *taken, const clang::Expr *other, Extreme which);

  const clang::ASTContext &ast_;
  Comparison &comparison_;
  TileLoop tile_;
  std::vector<const clang::Stmt *> statements_;
  std::vector<int> levels_; // of them
  int level_ = 0;
  std::vector<const clang::VarDecl *> noted_;
};

} // namespace kasane

// Tests: tests/frontend/hand_tiles.c
