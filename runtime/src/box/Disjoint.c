// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Do the boxes of two fields share an element? By strides where both have such, else row by row.
#include "base/Error.h"
#include "box/Field.h"
#include "box/Rows.h"
#include <stdlib.h>

// ---- Tables of rows

typedef struct span {
  uintptr_t begin, end;
  int owner; // 0 or 1
} span;

// One for each run of neighbours that there is. Returns how many; NULL: only counts.
static int64_t spansOf(const ksn_field *field, int owner, span *spans) {
  const int64_t size = (int64_t)ksn_size_of(field->type), step = field->row ? size : ksn_step_at_home(field);
  int64_t count = 0;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);) {
    const uintptr_t at = (uintptr_t)ksn_user_at(field, &rows);
    if (at && spans)
      spans[count] = (span){at, at + (uintptr_t)((rows.count - 1) * step + size), owner};
    count += at != 0;
  }
  return count;
}

static int compareSpans(const void *a, const void *b) {
  const span *const left = a, *const right = b;
  return left->begin < right->begin ? -1 : left->begin > right->begin;
}

static int rowsAreDisjoint(const ksn_field *fields, int i, int j) {
  if (i == j && !fields[i].row)
    return 1;
  const int64_t left = spansOf(&fields[i], 0, NULL), right = i == j ? 0 : spansOf(&fields[j], 1, NULL);
  span *const spans = ksn_allocate((size_t)(left + right + 1), sizeof *spans);
  spansOf(&fields[i], 0, spans);
  if (i != j)
    spansOf(&fields[j], 1, spans + left);
  qsort(spans, (size_t)(left + right), sizeof *spans, compareSpans);
  uintptr_t end[2] = {0, 0};
  int disjoint = 1;
  for (int64_t k = 0; k < left + right && disjoint; k++) {
    const span *const s = &spans[k];
    disjoint = end[i == j ? 0 : 1 - s->owner] <= s->begin;
    end[s->owner] = s->end > end[s->owner] ? s->end : end[s->owner];
  }
  free(spans);
  return disjoint;
}

// ---- Boxes with strides

static int64_t divideDown(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// Do bytes from..to lie on some sum of d[k]*stride[k], where lowest[k] <= d[k] <= highest[k]? The strides are > 0, and
// axes go from the slowest down, each only as far as the faster ones can make up for.
static int reaches(int64_t from, int64_t to, int axis, const int64_t *stride, const int64_t *lowest,
                   const int64_t *highest) {
  if (axis < 0)
    return from <= 0 && to >= 0;
  int64_t low = 0, high = 0; // what the faster axes can add
  for (int k = 0; k < axis; k++) {
    low += lowest[k] * stride[k];
    high += highest[k] * stride[k];
  }
  if (stride[axis] == 0)
    return reaches(from, to, axis - 1, stride, lowest, highest);
  int64_t first = -divideDown(-(from - high), stride[axis]), last = divideDown(to - low, stride[axis]);
  first = first > lowest[axis] ? first : lowest[axis];
  last = last < highest[axis] ? last : highest[axis];
  for (int64_t d = first; d <= last; d++)
    if (reaches(from - d * stride[axis], to - d * stride[axis], axis - 1, stride, lowest, highest))
      return 1;
  return 0;
}

int ksn_disjoint(const ksn_field *fields, int i, int j) {
  const ksn_field *const a = &fields[i], *const b = &fields[j];
  if (ksn_is_empty(a) || ksn_is_empty(b))
    return 1;
  if (a->row || b->row || i == j)
    return rowsAreDisjoint(fields, i, j);
  const intptr_t sizeA = (intptr_t)ksn_size_of(a->type), sizeB = (intptr_t)ksn_size_of(b->type);
  const intptr_t homeA = (intptr_t)a->home, homeB = (intptr_t)b->home;
  const ksn_bytes bytesA = ksn_bytes_at_home(a), bytesB = ksn_bytes_at_home(b);
  if (bytesA.end <= bytesB.from || bytesB.end <= bytesA.from)
    return 1;
  if (a->table || b->table) // evenly spaced rows may have others between them
    return rowsAreDisjoint(fields, i, j);
  // Components that interleave, or two parts of one array: only comparable when the layouts are alike, in bytes.
  int64_t stride[3], lowest[3], highest[3];
  for (int k = 0; k < 3; k++) {
    stride[k] = a->stride[k] * ksn_step_at_home(a);
    if (stride[k] != b->stride[k] * ksn_step_at_home(b) || stride[k] < 0)
      return 0;
    lowest[k] = a->lo[k] - (b->hi[k] - 1);
    highest[k] = a->hi[k] - 1 - b->lo[k];
  }
  const intptr_t distance = homeB - homeA; // two elements meet where one is less than its size behind the other
  return !reaches(distance - sizeA + 1, distance + sizeB - 1, 2, stride, lowest, highest);
}
