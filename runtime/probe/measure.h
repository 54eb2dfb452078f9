// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between the program that times a region under one schedule (measure.c) and what the translator writes for the region.
#ifndef KASANE_MEASURE_H
#define KASANE_MEASURE_H

#include "kasane_rt.h"

// Elements first..last are the ones that the region touches; `place` gets the address of element 0.
typedef struct {
  const char *name;
  ksn_type type;
  void **place;
  int64_t first, last;
} measured_array;

int measured_arrays(measured_array *arrays); // how many; NULL: only that
int measured_call(int64_t steps);            // what the region function returns

#endif
