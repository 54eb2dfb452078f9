// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes as the fewest rectangular copies. Sizes in elements; extent[0] are neighbours in memory.
#ifndef KASANE_RT_PIECE_H
#define KASANE_RT_PIECE_H

#include "base/Base.h"

typedef struct ksn_piece {
  int64_t offset;
  int64_t extent[3];
  int64_t pitch[2]; // from row to row, from plane to plane: a multiple of pitch[0], at least extent[1]*pitch[0]
} ksn_piece;
typedef void ksn_piece_visitor(void *context, const ksn_piece *piece);
void ksn_pieces_of(const ksn_field *field, ksn_piece_visitor *visit, void *context); // needs stride[0] == 1
// The same for copies whose target may get what lies between the rows, too: one piece where that is little.
void ksn_runs_of(const ksn_field *field, ksn_piece_visitor *visit, void *context);

#endif
// Tests: tests/unit/runtime/FieldTest.cpp
