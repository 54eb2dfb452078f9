// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of arrays that the region doesn't change, which cells look up by themselves:
//
//   u[j][i] += f[t][j][i];     ->     u[j][i] += f_table[(t*ny + j)*nx + i];
//   u[i] *= w[n - 1 - i];      ->     u[i] *= w_table[n - 1 - i];
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Which they are: from the first to the last, dimension after dimension.
struct Elements {
  Poly first, last;
  std::vector<TableRead> reads;

  void add(const Poly &unit, const AxisBounds &span) {
    first = first * unit + span.lo;
    last = last * unit + span.hi - Poly(1);
  }
};

// Of a subscript in these cells and all steps; what is taken for granted is a guard. Silent nullopt.
std::optional<AxisBounds> spanOf(Reader &reader, const Poly &index, const CellRegion &cells, SourceRange range);

ExprPtr loadOf(Reader &reader, int array, const Elements &elements, const ExprPtr &index, SourceRange range,
               std::optional<size_t> member = std::nullopt);

// What conditions say about the cells that make the access has been noted. Silent null: nobody knows how long the
// array is, or it is none of the kind.
ExprPtr lookedUp(Reader &reader, const DraftAccess &access, SourceRange range);

} // namespace kasane

// Tests: tests/kernels/mirrored.c, tests/kernels/source_table.c
