// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that a cell has for itself, and short loops over components, written out,
// so that the readers see scalars and numbers:
//
//   double in[2];                                     double in_0, in_1;
//   for (int q = 0; q < 2; q++)                ->     in_0 = f[0][j][i - ex[0]];
//     in[q] = f[q][j][i - ex[q]];                     in_1 = f[1][j][i - ex[1]];
//
// A loop is one over components where its counter picks an element of such an array, or of a constant table by which
// cells are found, or of an array that an element has as its member, or does what the counter of such a loop does:
// index the same dimension of the same array, in a flat one with the same factor. Around loops over three axes it is
// one that picks a pointer to an array, g->data[c][k].
// So are those of a table whose pointers are exchanged, `tmp = f[q]; f[q] = g[q]; g[q] = tmp;`, also by a function.
//
// So is an index that such loops step, and a loop that begins or ends by another's counter is one of them:
//
//   int n = 0;
//   for (int d = -1; d <= 1; d++) in[n++] = u[i + d];     ->     in_0 = u[i - 1]; in_1 = u[i]; in_2 = u[i + 1];
//
// A loop beside other statements that runs through the components of a cell in a flat array, as their number says, is
// one of them:
//
//   { double sum = 0; for (int q = 0; q < 3; q++) sum += f[i * 3 + q]; .. }
//
// An index that cells compute picks one of few elements:
//
//   count[k]++; .. count[m] ..     ->     if (k == 0) count_0++; else count_1++; .. (m == 0 ? count_0 : count_1) ..
//
// Short loops over ghost cells that count from the other end are written out, too:
//
//   for (int g = 0; g < 2; g++) u[n - 1 - g] = u[n - 4 + g];
//     ->  u[n - 1 - 0] = u[n - 4 + 0]; u[n - 1 - 1] = u[n - 4 + 1];
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// What was folded in is appended to `folded` of the expansion.
// Arrays of more elements than `longest` along a dimension are left alone.
void writeOut(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
              int64_t longest = INT64_MAX);

// More than a cell's neighbours are mostly: an array of as many that a loop declares may rather be a row of its.
constexpr int64_t kLongArray = 16;
bool declaresLongArray(const clang::ASTContext &ast, const clang::Stmt *region);

} // namespace kasane

// Tests: tests/frontend/own_arrays.c, tests/kernels/lbm_d2q9.c, tests/kernels/masked_components.c
