// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes elements of tables of neighbours as sums and conditions over their indices:
//
//   east[i]   ->   (i + 1 >= n ? i + 1 - n : i + 1)      of a wrapped table, distance 1, numbers [0, n)
#pragma once

#include "Ast/TableForms.h"
#include "Simplify/Inline.h"

#include "kasane/IR/Poly.h"

#include <functional>
#include <map>

namespace kasane {

struct Neighbour {
  const clang::Expr *index;
  TableForm form;
  Poly first, end, factor; // over parameters
};

// By the node that loads the element.
using Neighbours = std::map<const clang::Expr *, Neighbour>;

// `exprOf`: what a parameter stands for.
void writeNeighbours(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Neighbours &neighbours,
                     const std::function<const clang::Expr *(const std::string &param)> &exprOf, Expansion &expansion);

} // namespace kasane
