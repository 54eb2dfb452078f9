// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two results of one field, element by element. The relative error is taken against the largest magnitude that the
// original has in the field: next to a zero crossing an error relative to the cell itself would say nothing.
#include "verify/Compare.h"
#include "box/Field.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct value {
  uint64_t bits;   // zero-extended
  double floating; // of the floating types
} value;

static int isFloating(ksn_type type) { return type == KSN_F32 || type == KSN_F64; }

static value valueAt(ksn_type type, const char *at) {
  value v = {0, 0};
  const size_t size = ksn_size_of(type);
  if (type == KSN_F32) {
    float f;
    memcpy(&f, at, sizeof f);
    v.floating = (double)f;
  } else if (type == KSN_F64) {
    memcpy(&v.floating, at, sizeof v.floating);
  }
  unsigned char bytes[8];
  memcpy(bytes, at, size);
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  switch (size) {
  case 1:
    memcpy(&u8, bytes, size);
    v.bits = u8;
    break;
  case 2:
    memcpy(&u16, bytes, size);
    v.bits = u16;
    break;
  case 4:
    memcpy(&u32, bytes, size);
    v.bits = u32;
    break;
  default:
    memcpy(&v.bits, bytes, size);
  }
  return v;
}

static void show(ksn_type type, value v, char *text, size_t size) {
  const unsigned unused = 64 - 8 * (unsigned)ksn_size_of(type);
  int written;
  if (type == KSN_F32)
    written = snprintf(text, size, "%.9g (%a)", v.floating, v.floating);
  else if (type == KSN_F64)
    written = snprintf(text, size, "%.17g (%a)", v.floating, v.floating);
  else if (type == KSN_I8 || type == KSN_I16 || type == KSN_I32 || type == KSN_I64) {
    const uint64_t top = v.bits << unused; // sign-extended without shifting a negative number
    const uint64_t sign = unused && top >> 63 ? ~UINT64_C(0) << (64 - unused) : 0;
    const uint64_t whole = v.bits | sign;
    int64_t number;
    memcpy(&number, &whole, sizeof number);
    written = snprintf(text, size, "%" PRId64, number);
  } else
    written = snprintf(text, size, "%" PRIu64, v.bits);
  if (written < 0)
    text[0] = 0;
}

// How many numbers further, among those of the type, which are in order as integers. (Integers of 64 bits have more
// digits than a double: they are subtracted first.)
static double ulpsBetween(ksn_type type, uint64_t a, uint64_t b) {
  const uint64_t sign = type == KSN_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
  const uint64_t first = a & ~sign, second = b & ~sign;
  if ((a & sign) != (b & sign))
    return (double)first + (double)second;
  return (double)(first > second ? first - second : second - first);
}

static double largestOf(const ksn_field *field, const char *theirs) {
  const int64_t size = (int64_t)ksn_size_of(field->type);
  double largest = 0;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);)
    for (int64_t n = 0; n < rows.count; n++) {
      const double magnitude = fabs(valueAt(field->type, theirs + (rows.offset + n) * size).floating);
      if (isfinite(magnitude) && magnitude > largest)
        largest = magnitude;
    }
  return largest;
}

// tolerance < 0: bits. Otherwise also notes how far the two are apart.
static int differs(const ksn_field *field, value a, value b, double tolerance, double largest, ksn_difference *d) {
  if (a.bits == b.bits)
    return 0;
  if (!isFloating(field->type))
    return 1;
  if (isnan(a.floating) && isnan(b.floating))
    return 0;
  if (tolerance < 0)
    return 1;
  if (!isfinite(a.floating) || !isfinite(b.floating)) {
    d->worst_relative = INFINITY;
    return 1;
  }
  const double ulp = ulpsBetween(field->type, a.bits, b.bits);
  const double error = fabs(a.floating - b.floating), relative = error == 0 ? 0 : error / largest;
  d->worst_ulp = ulp > d->worst_ulp ? ulp : d->worst_ulp;
  d->worst_relative = relative > d->worst_relative ? relative : d->worst_relative;
  return !(relative <= tolerance);
}

static void compareRow(const ksn_rows *row, const char *ours, const char *theirs, double tolerance, double largest,
                       ksn_difference *d) {
  const ksn_field *const field = row->field;
  const int64_t size = (int64_t)ksn_size_of(field->type);
  for (int64_t n = 0; n < row->count; n++) {
    const value a = valueAt(field->type, ours + n * size), b = valueAt(field->type, theirs + n * size);
    if (!differs(field, a, b, tolerance, largest, d) || d->count++)
      continue;
    d->x = row->x + n;
    d->y = row->y;
    d->z = row->z;
    show(field->type, a, d->ours, sizeof d->ours);
    show(field->type, b, d->theirs, sizeof d->theirs);
  }
}

ksn_difference ksn_compare_box(const ksn_field *field, const void *ours, const void *theirs, double tolerance) {
  ksn_difference d = {0};
  const int64_t size = (int64_t)ksn_size_of(field->type);
  const double largest = tolerance >= 0 && isFloating(field->type) ? largestOf(field, theirs) : 0;
  const char *packed = ours;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows); packed += rows.count * size) {
    const char *const row = (const char *)theirs + rows.offset * size;
    if (memcmp(packed, row, (size_t)(rows.count * size)) != 0)
      compareRow(&rows, packed, row, tolerance, largest, &d);
  }
  return d;
}
