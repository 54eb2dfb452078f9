// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "box/Field.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include <string.h>

size_t ksn_size_of(ksn_type type) {
  switch (type) {
  case KSN_BOOL:
  case KSN_I8:
  case KSN_U8:
    return 1;
  case KSN_I16:
  case KSN_U16:
    return 2;
  case KSN_I32:
  case KSN_U32:
  case KSN_F32:
    return 4;
  case KSN_I64:
  case KSN_U64:
  case KSN_F64:
    return 8;
  }
  ksn_fail("internal: an element type %d that this runtime doesn't know", (int)type);
}

static int isAsFarApart(const ksn_field *a, const ksn_field *b) { return ksn_step_at_home(a) == ksn_step_at_home(b); }

int ksn_same_shape(const ksn_field *a, const ksn_field *b) {
  for (int axis = 0; axis < 3; axis++)
    if (a->lo[axis] != b->lo[axis] || a->hi[axis] != b->hi[axis] || a->stride[axis] != b->stride[axis])
      return 0;
  return a->type == b->type && a->first == b->first && a->last == b->last && isAsFarApart(a, b);
}

int ksn_is_empty(const ksn_field *field) {
  return field->hi[0] <= field->lo[0] || field->hi[1] <= field->lo[1] || field->hi[2] <= field->lo[2] ||
         field->last < field->first;
}

ksn_rows ksn_rows_of(const ksn_field *field) {
  ksn_rows rows = {.field = field, .at = {field->lo[0], field->lo[1], field->lo[2]}};
  if (ksn_is_empty(field))
    rows.at[2] = field->hi[2];
  return rows;
}

// Steps to where the run after next begins: the next element, or the next row when the run covers one.
static void advance(ksn_rows *rows, int wholeRow) {
  const ksn_field *const field = rows->field;
  if (!wholeRow && ++rows->at[0] < field->hi[0])
    return;
  rows->at[0] = field->lo[0];
  if (++rows->at[1] < field->hi[1])
    return;
  rows->at[1] = field->lo[1];
  rows->at[2]++;
}

int ksn_next_row(ksn_rows *rows) {
  const ksn_field *const field = rows->field;
  const int wholeRow = field->stride[0] == 1 && (!field->row || field->inner[0] == 1);
  while (rows->at[2] < field->hi[2]) {
    rows->x = rows->at[0];
    rows->y = rows->at[1];
    rows->z = rows->at[2];
    rows->offset = rows->x * field->stride[0] + rows->y * field->stride[1] + rows->z * field->stride[2];
    rows->count = wholeRow ? field->hi[0] - field->lo[0] : 1;
    advance(rows, wholeRow);
    if (rows->offset < field->first && wholeRow) {
      const int64_t skipped = field->first - rows->offset;
      rows->x += skipped;
      rows->offset += skipped;
      rows->count -= skipped;
    }
    if (rows->offset + rows->count - 1 > field->last)
      rows->count = field->last - rows->offset + 1;
    if (rows->count > 0 && rows->offset >= field->first)
      return 1;
  }
  return 0;
}

int ksn_is_part_of(const ksn_field *part, const ksn_field *of) {
  if (part->home != of->home || part->type != of->type || !isAsFarApart(part, of) || part->first < of->first ||
      part->last > of->last)
    return 0;
  for (int axis = 0; axis < 3; axis++)
    if (part->lo[axis] < of->lo[axis] || part->hi[axis] > of->hi[axis] || part->stride[axis] != of->stride[axis])
      return 0;
  return 1;
}

int64_t ksn_elements(const ksn_field *field) {
  int64_t count = 0;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);)
    count += rows.count;
  return count;
}

int64_t ksn_lowest(const ksn_field *field) { return field->first < 0 ? field->first : 0; }

int64_t ksn_buffer_bytes(const ksn_field *field) {
  const int64_t last = ksn_is_empty(field) ? 0 : field->last;
  return ksn_times(ksn_add(last < 0 ? 0 : last, 1 - ksn_lowest(field)), (int64_t)ksn_size_of(field->type));
}

// ---- At home

int64_t ksn_step_at_home(const ksn_field *field) {
  return (int64_t)ksn_size_of(field->type) * (field->apart > 1 ? field->apart : 1);
}

char *ksn_at_home(const ksn_field *field, int64_t index) {
  return (char *)field->home + index * ksn_step_at_home(field);
}

ksn_bytes ksn_bytes_at_home(const ksn_field *field) {
  return (ksn_bytes){ksn_at_home(field, field->first), ksn_at_home(field, field->last) + ksn_size_of(field->type)};
}

// A loop for each size, so that compilers know it.
#define COPY_APART(type)                                                                                               \
  for (int64_t n = 0; n < count; n++)                                                                                  \
  memcpy(to + n * toStep, from + n * fromStep, sizeof(type))

static void copyApart(char *to, int64_t toStep, const char *from, int64_t fromStep, int64_t count, size_t size) {
  if (toStep == (int64_t)size && fromStep == toStep)
    memcpy(to, from, (size_t)count * size);
  else if (size == 8)
    COPY_APART(int64_t);
  else if (size == 4)
    COPY_APART(int32_t);
  else if (size == 2)
    COPY_APART(int16_t);
  else
    COPY_APART(int8_t);
}

void ksn_take_run(const ksn_field *field, int64_t index, int64_t count, void *to) {
  const size_t size = ksn_size_of(field->type);
  copyApart(to, (int64_t)size, ksn_at_home(field, index), ksn_step_at_home(field), count, size);
}

void ksn_put_run(const ksn_field *field, int64_t index, int64_t count, const void *from) {
  const size_t size = ksn_size_of(field->type);
  copyApart(ksn_at_home(field, index), ksn_step_at_home(field), from, (int64_t)size, count, size);
}

void ksn_copy_homes(const ksn_field *to, const ksn_field *from) {
  const size_t size = ksn_size_of(to->type);
  for (ksn_rows rows = ksn_rows_of(to); ksn_next_row(&rows);)
    copyApart(ksn_at_home(to, rows.offset), ksn_step_at_home(to), ksn_at_home(from, rows.offset),
              ksn_step_at_home(from), rows.count, size);
}

void ksn_copy_box(const ksn_field *field, void *to, const void *from) {
  const int64_t size = (int64_t)ksn_size_of(field->type);
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);)
    memcpy((char *)to + rows.offset * size, (const char *)from + rows.offset * size, (size_t)(rows.count * size));
}
