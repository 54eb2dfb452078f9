// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields as the user has them: at home, or in rows that a table of pointers leads to and that lie anywhere.
#include "box/Rows.h"
#include "base/Bytes.h"
#include "box/Field.h"
#include <stdlib.h>
#include <string.h>

static char *rowAt(const ksn_field *field, int64_t x, int64_t y, int64_t z) {
  const int64_t cell[3] = {x, y, z};
  char *const row = field->row(field->table, cell);
  return row ? row +
                   (x * field->inner[0] + y * field->inner[1] + z * field->inner[2]) * (int64_t)ksn_size_of(field->type)
             : NULL;
}

char *ksn_user_at(const ksn_field *field, const ksn_rows *rows) {
  return field->row ? rowAt(field, rows->x, rows->y, rows->z) : ksn_at_home(field, rows->offset);
}

void ksn_pack_user(const ksn_field *field, void *packed) {
  const int64_t size = (int64_t)ksn_size_of(field->type);
  char *to = packed;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows); to += rows.count * size) {
    if (!field->row) {
      ksn_take_run(field, rows.offset, rows.count, to);
      continue;
    }
    const char *const from = ksn_user_at(field, &rows);
    if (from)
      memcpy(to, from, (size_t)(rows.count * size));
    else
      memset(to, 0, (size_t)(rows.count * size));
  }
}

void ksn_unpack_user(const ksn_field *field, const void *packed) {
  const int64_t size = (int64_t)ksn_size_of(field->type);
  const char *from = packed;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows); from += rows.count * size) {
    if (!field->row) {
      ksn_put_run(field, rows.offset, rows.count, from);
      continue;
    }
    char *const to = ksn_user_at(field, &rows);
    if (to)
      memcpy(to, from, (size_t)(rows.count * size));
  }
}

static void moveRows(const ksn_field *field, int gather) {
  const int64_t size = (int64_t)ksn_size_of(field->type);
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);) {
    char *const home = (char *)field->home + rows.offset * size, *const user = ksn_user_at(field, &rows);
    const size_t bytes = (size_t)(rows.count * size);
    if (user)
      memcpy(gather ? home : user, gather ? user : home, bytes);
    else if (gather)
      memset(home, 0, bytes);
  }
}

void ksn_gather_rows(const ksn_field *field) { moveRows(field, 1); }
void ksn_scatter_rows(const ksn_field *field) { moveRows(field, 0); }

int ksn_same_rows(const ksn_field *a, const ksn_field *b) {
  ksn_rows left = ksn_rows_of(a), right = ksn_rows_of(b);
  while (ksn_next_row(&left))
    if (!ksn_next_row(&right) || ksn_user_at(a, &left) != ksn_user_at(b, &right))
      return 0;
  return !ksn_next_row(&right);
}

// ---- How rows lie

static void setSpan(ksn_field *field) {
  field->first = field->last = 0;
  for (int k = 0; k < 3; k++) {
    field->first += field->lo[k] * field->stride[k];
    field->last += (field->hi[k] - 1) * field->stride[k];
  }
}

// Side by side, x fastest, without gaps.
static void setPacked(ksn_field *field) {
  int64_t stride = 1;
  for (int k = 0; k < 3; k++) {
    const int64_t width = field->hi[k] > field->lo[k] ? field->hi[k] - field->lo[k] : 1;
    if (field->stride[k]) {
      field->stride[k] = stride;
      stride = ksn_times(stride, width);
    }
  }
  setSpan(field);
}

// The distance of neighbours along an axis in elements, as the box's first two have it; 0: none that strides can say.
static int64_t distanceAlong(const ksn_field *field, int axis) {
  int64_t cell[3] = {field->lo[0], field->lo[1], field->lo[2]};
  const char *const a = rowAt(field, cell[0], cell[1], cell[2]);
  cell[axis]++;
  const char *const b = rowAt(field, cell[0], cell[1], cell[2]);
  const int64_t size = (int64_t)ksn_size_of(field->type);
  const int64_t bytes = a && b ? (int64_t)((intptr_t)b - (intptr_t)a) : 0;
  return bytes > 0 && bytes % size == 0 ? bytes / size : 0;
}

// Strides that say where every row is, each at least as long as what it passes over. 0: there are none.
static int findStrides(const ksn_field *field, int64_t *stride) {
  int64_t length = 1;
  for (int k = 0; k < 3; k++) {
    stride[k] = 0;
    if (!field->stride[k])
      continue;
    const int64_t width = field->hi[k] - field->lo[k];
    stride[k] = width > 1 ? distanceAlong(field, k) : length;
    if (stride[k] < length || (length == 1 && stride[k] != 1))
      return 0;
    length = ksn_add(ksn_times(width - 1, stride[k]), length);
  }
  return 1;
}

static int isEvenlySpaced(const ksn_field *field, const int64_t *stride) {
  const int64_t size = (int64_t)ksn_size_of(field->type);
  const char *const first = rowAt(field, field->lo[0], field->lo[1], field->lo[2]);
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);) {
    const int64_t away =
        (rows.x - field->lo[0]) * stride[0] + (rows.y - field->lo[1]) * stride[1] + (rows.z - field->lo[2]) * stride[2];
    if (!first || ksn_user_at(field, &rows) != first + away * size)
      return 0;
  }
  return 1;
}

static void workInPlace(ksn_field *field, const int64_t *stride) {
  char *const first = rowAt(field, field->lo[0], field->lo[1], field->lo[2]);
  memcpy(field->stride, stride, sizeof field->stride);
  setSpan(field);
  field->home = first - field->first * (int64_t)ksn_size_of(field->type);
  field->row = NULL;
}

// The fields whose memories are exchanged with fields[leader] need the same strides.
static void layTogether(ksn_field *fields, int count, int leader) {
  int64_t stride[3] = {0, 0, 0}, other[3];
  int inPlace = 1;
  for (int f = leader; f < count; f++)
    if (fields[f].row && fields[f].like == leader)
      setPacked(&fields[f]);
  for (int f = leader; f < count && inPlace; f++) {
    if (!fields[f].row || fields[f].like != leader)
      continue;
    inPlace = !ksn_is_empty(&fields[f]) && findStrides(&fields[f], f == leader ? stride : other) &&
              (f == leader || !memcmp(stride, other, sizeof stride)) && isEvenlySpaced(&fields[f], stride);
  }
  for (int f = leader; f < count && inPlace; f++)
    if (fields[f].row && fields[f].like == leader)
      workInPlace(&fields[f], stride);
}

static const ksn_layout *known;

void ksn_know_layouts(const ksn_layout *layouts) { known = layouts; }

static void layAsKnown(ksn_field *field) {
  field->home = (void *)(intptr_t)known->home;
  memcpy(field->stride, known->stride, sizeof field->stride);
  field->first = known->first;
  field->last = known->last;
  field->row = NULL;
  known++;
}

void ksn_lay_rows(ksn_field *fields, int count) {
  for (int f = 0; f < count && known; f++)
    if (fields[f].row)
      layAsKnown(&fields[f]);
  for (int f = 0; f < count; f++)
    if (fields[f].row && fields[f].like == f)
      layTogether(fields, count, f);
}
