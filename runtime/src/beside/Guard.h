// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What does a call of the program's touch? In: planes of a run's arrays that it is said to leave alone. While the guard
// is set, the pages of written arrays in there can't be looked at, and those of others can't be written; the first
// access lifts the guard and is noted, and the call goes on with the same results. Out: planes that were guarded as a
// whole, and whether anything in there was touched.
//
//   planes 2 .. 62 of an array, planes of 3000 bytes, pages of 4096: guarded as a whole are planes 4 .. 60
#ifndef KASANE_RT_GUARD_H
#define KASANE_RT_GUARD_H

#include "parts/Span.h"

typedef struct ksn_guard ksn_guard;

// Planes along the axis. NULL: none can be guarded now.
ksn_guard *ksn_guard_set(const ksn_run *run, int axis, ksn_span planes);
ksn_span ksn_guarded(const ksn_guard *guard); // of every array; none where planes are too few
// Lifts it. The name of the field that was touched, and the plane, -1 where it has no planes; NULL: none was.
const char *ksn_guard_lift(ksn_guard *guard, int64_t *plane);

#endif
// Tests: tests/unit/runtime/GuardTest.cpp
