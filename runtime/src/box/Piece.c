// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A box as the fewest copies that a device's rectangular copy takes: one run when it has no gaps, else rows of planes,
// else plane by plane, and row by row only where the box is clipped or its rows overlap.
#include "box/Piece.h"

typedef struct box {
  int64_t lo[3], extent[3];
} box;

static int64_t offsetOf(const ksn_field *field, const box *b) {
  return b->lo[0] + b->lo[1] * field->stride[1] + b->lo[2] * field->stride[2];
}

static void visitRow(const ksn_field *field, const box *b, ksn_piece_visitor *visit, void *context) {
  int64_t from = offsetOf(field, b), to = from + b->extent[0];
  from = from > field->first ? from : field->first;
  to = to < field->last + 1 ? to : field->last + 1;
  if (from < to)
    visit(context, &(ksn_piece){.offset = from, .extent = {to - from, 1, 1}, .pitch = {to - from, to - from}});
}

// Drops axes of one element and joins rows without gaps. 0 when it isn't one rectangle that ksn_piece can say.
static int asPiece(const ksn_field *field, const box *b, ksn_piece *piece) {
  *piece = (ksn_piece){.offset = offsetOf(field, b), .extent = {b->extent[0], 1, 1}};
  int used = 0; // of piece->pitch
  int64_t end = piece->offset + b->extent[0] - 1;
  for (int axis = 1; axis < 3; axis++) {
    const int64_t extent = b->extent[axis], stride = field->stride[axis];
    if (extent == 1)
      continue;
    end += (extent - 1) * stride;
    if (used == 0 && stride == piece->extent[0]) {
      piece->extent[0] *= extent;
      continue;
    }
    if (used == 0 ? stride < piece->extent[0] : stride % piece->pitch[0] || stride < piece->extent[1] * piece->pitch[0])
      return 0;
    piece->extent[used + 1] = extent;
    piece->pitch[used++] = stride;
  }
  if (used < 1)
    piece->pitch[0] = piece->extent[0];
  if (used < 2)
    piece->pitch[1] = piece->extent[1] * piece->pitch[0];
  return piece->offset >= field->first && end <= field->last;
}

static void visitBox(const ksn_field *field, const box *b, ksn_piece_visitor *visit, void *context) {
  ksn_piece piece;
  if (asPiece(field, b, &piece)) {
    visit(context, &piece);
    return;
  }
  const int axis = b->extent[2] > 1 ? 2 : 1;
  if (b->extent[axis] == 1) {
    visitRow(field, b, visit, context);
    return;
  }
  for (int64_t k = 0; k < b->extent[axis]; k++) {
    box slice = *b;
    slice.lo[axis] += k;
    slice.extent[axis] = 1;
    visitBox(field, &slice, visit, context);
  }
}

// 0: it is empty.
static int boxOf(const ksn_field *field, box *b) {
  for (int axis = 0; axis < 3; axis++) {
    b->lo[axis] = field->lo[axis];
    b->extent[axis] = field->hi[axis] - field->lo[axis];
    if (b->extent[axis] <= 0)
      return 0;
  }
  return field->last >= field->first;
}

void ksn_pieces_of(const ksn_field *field, ksn_piece_visitor *visit, void *context) {
  box b;
  if (boxOf(field, &b))
    visitBox(field, &b, visit, context);
}

void ksn_runs_of(const ksn_field *field, ksn_piece_visitor *visit, void *context) {
  enum { kBetween = 8 }; // elements to one that nobody asked for
  box b;
  if (!boxOf(field, &b))
    return;
  int64_t first = offsetOf(field, &b), end = first + b.extent[0];
  for (int axis = 1; axis < 3; axis++) {
    const int64_t span = (b.extent[axis] - 1) * field->stride[axis];
    *(span < 0 ? &first : &end) += span;
  }
  first = first > field->first ? first : field->first;
  end = end < field->last + 1 ? end : field->last + 1;
  const int64_t wanted = b.extent[0] * b.extent[1] * b.extent[2], count = end - first;
  if (count > 0 && count - wanted <= wanted / kBetween)
    visit(context, &(ksn_piece){.offset = first, .extent = {count, 1, 1}, .pitch = {count, count}});
  else
    visitBox(field, &b, visit, context);
}
