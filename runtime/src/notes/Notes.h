// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that are noted as they come, and made later on some of their planes, in memory that holds a part of each
// array. In: a launch as generated code asks for it. Out: a copy of it, whose buffers are what the run's fields and
// spares had as mem.
#ifndef KASANE_RT_NOTES_H
#define KASANE_RT_NOTES_H

#include "device/Device.h"

typedef struct ksn_rows_needed {
  int64_t from, end;
} ksn_rows_needed;

typedef struct ksn_launched {
  const ksn_window *window;
  size_t groups[3], group[3];
  ksn_arg *args; // and the values behind them
  int arg_count;
  void **mems;              // by the window's reach
  int64_t lo, hi;           // planes that it makes
  int64_t side_lo, side_hi; // rows that it makes, where windows have sides
} ksn_launched;

// Memory that holds a part of an array: its first element has the linear index `shift`.
typedef struct ksn_view {
  void *block;
  int64_t shift, size; // size: bytes of an element
} ksn_view;

enum { KSN_ROW = 16 }; // elements: what lies at a multiple of so many in the array does so in a part of it

static inline int64_t ksn_floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

void ksn_note_launch(const ksn_run *run, ksn_launched *note, const char *kernel, const size_t *groups,
                     const size_t *group, int arg_count, const ksn_arg *args);
void ksn_forget_launch(ksn_launched *note);
// On the planes from .. until, and where `rows` isn't NULL on these rows.
void ksn_start_planes(ksn_run *run, const ksn_device *device, int lane, const ksn_launched *note, int64_t from,
                      int64_t until, const ksn_view *views, const ksn_rows_needed *rows);
const char *ksn_kernel_for(const ksn_window *window, int64_t planes); // that a launch on so many planes is of

// From now on the run's device is `face`: these functions, on the device that there was.
void ksn_stand_before(ksn_run *run, ksn_device *face, const ksn_device *functions);

// Can parts of the field be had, planes along the axis? -1 and the reason.
int ksn_has_planes(const ksn_field *field, int axis, ksn_why *why);
// Linear index of a plane's first element, from that of (0, 0, 0) moved to the plane.
int64_t ksn_first_in_plane(const ksn_field *field, int axis);
int ksn_closes_to_ring(const ksn_run *run); // do the kernels see the slowest axis as a ring?

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp, tests/unit/runtime/ChunkPlanesTest.cpp
