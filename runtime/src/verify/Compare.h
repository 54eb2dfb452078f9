// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two results of one field, element by element.
#ifndef KASANE_RT_COMPARE_H
#define KASANE_RT_COMPARE_H

#include "base/Base.h"

typedef struct ksn_difference {
  int64_t count; // elements that differ, or by more than the tolerance
  int64_t x, y, z;
  char ours[64], theirs[64];        // the first one's values
  double worst_ulp, worst_relative; // over all elements
} ksn_difference;
// theirs: with the field's layout; ours: packed. tolerance < 0: bit by bit, where any NaN equals any NaN.
ksn_difference ksn_compare_box(const ksn_field *field, const void *ours, const void *theirs, double tolerance);

#endif
// Tests: tests/unit/runtime/CompareTest.cpp
