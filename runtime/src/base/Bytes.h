// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of memory: sums that stop at the largest number rather than overflow, what is taken of them in the end, how
// they are written, and what the host has left.
#ifndef KASANE_RT_BYTES_H
#define KASANE_RT_BYTES_H

#include "base/Base.h"

typedef struct ksn_size {
  char text[32];
} ksn_size;
ksn_size ksn_show_bytes(int64_t bytes);  // "8.0 GiB"
ksn_size ksn_show_enough(int64_t bytes); // no less than that
int64_t ksn_add(int64_t a, int64_t b);   // both >= 0, stops at INT64_MAX
int64_t ksn_times(int64_t a, int64_t b);
int64_t ksn_taken_bytes(int64_t bytes); // that a device has less, when it has given so many
int64_t ksn_free_host_memory(void);     // -1: unknown
size_t ksn_scratch_stride(const ksn_run *run);

#endif
// Tests: tests/unit/runtime/FieldTest.cpp, tests/unit/runtime/RegionTest.cpp
