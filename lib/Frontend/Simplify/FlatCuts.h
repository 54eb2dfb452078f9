// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop over all cells takes from its counter: where that is cut into a column, a row and a plane.
//
//   for (k = 0; k < nx * ny * nz; k++) {
//     int z = k / (nx * ny), rest = k % (nx * ny), y = rest / nx, x = rest % nx;      cuts: nx, nx * ny
//
// Where it takes none, and goes through an array that is declared with dimensions, these are its cuts.
#pragma once

#include "Ast/Lengths.h"
#include "Ast/Surroundings.h"

#include <map>
#include <optional>

namespace kasane {

// A product of lengths, sorted by no rule; the empty one is 1.
using Product = std::vector<Length>;

// What is left of the product behind the factors; nullopt: these aren't all in it.
std::optional<Product> without(Product product, const Product &factors);
bool isSame(const Product &a, const Product &b);

// The counter's digits between two of its cuts: counter / low % (high / low). No `high`: all from there on.
struct Digits {
  Product low;
  std::optional<Product> high;
};

// The cuts of one loop's counter, from the first on: nx, nx * ny.
struct Flat {
  const clang::VarDecl *var;
  const clang::Expr *limit;
  std::vector<Product> cuts;
  std::map<const clang::VarDecl *, Digits> parts; // variables of the cell, and the counter itself
};

// nullopt: it isn't seen that the loop goes over cells by rows, or it is left, or its counter is read behind it.
std::optional<Flat> flatIn(const Surroundings &around, const clang::ForStmt *loop);

// Of the counter, a variable that stands for some, a quotient or a remainder of such, or k - k / nx * nx.
std::optional<Digits> digitsOf(const clang::ASTContext &ast, const clang::Expr *expr, const Flat &flat);

} // namespace kasane

// Tests: tests/frontend/flat_loops.c, tests/kernels/flat_loops3d.c
