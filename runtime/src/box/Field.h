// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes of a field in linear memory: walking, counting, copying.
#ifndef KASANE_RT_FIELD_H
#define KASANE_RT_FIELD_H

#include "base/Base.h"

// The box as runs of elements that are neighbours in memory, in the order of memory, clipped to first..last.
typedef struct ksn_rows {
  const ksn_field *field;
  int64_t at[3];   // where the next run begins
  int64_t x, y, z; // of the run's first element
  int64_t offset;  // its linear index
  int64_t count;
} ksn_rows;
ksn_rows ksn_rows_of(const ksn_field *field);
int ksn_next_row(ksn_rows *rows); // 0: no more
size_t ksn_size_of(ksn_type type);
int ksn_is_empty(const ksn_field *field);
int ksn_same_shape(const ksn_field *a, const ksn_field *b);     // one's memory can hold the other
int ksn_is_part_of(const ksn_field *part, const ksn_field *of); // the same array, and no more of it
int64_t ksn_elements(const ksn_field *field);                   // of the box, after clipping
int64_t ksn_lowest(const ksn_field *field);       // min(first, 0): the linear index that a buffer begins at
int64_t ksn_buffer_bytes(const ksn_field *field); // lowest..last, at least one element; INT64_MAX when it overflows
// ---- At home, where elements may lie apart
int64_t ksn_step_at_home(const ksn_field *field); // bytes from an element to the next linear index
char *ksn_at_home(const ksn_field *field, int64_t index);
typedef struct ksn_bytes {
  const char *from, *end;
} ksn_bytes;
ksn_bytes ksn_bytes_at_home(const ksn_field *field);                                      // of elements first..last
void ksn_take_run(const ksn_field *field, int64_t index, int64_t count, void *to);        // from home
void ksn_put_run(const ksn_field *field, int64_t index, int64_t count, const void *from); // to home

void ksn_copy_homes(const ksn_field *to, const ksn_field *from); // the first one's box, between two homes of one shape

void ksn_copy_box(const ksn_field *field, void *to, const void *from); // both with the field's layout

#endif
// Tests: tests/unit/runtime/FieldTest.cpp
