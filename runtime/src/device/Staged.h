// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that lie apart at home go to the device, and come from there, by way of memory in which they are neighbours.
// In: boxes of fields. Out: the boxes there; nothing of it is still under way.
//
//   home      u0 v0 w0 u1 v1 w1 u2 ..     u: 3 apart
//   staging   u0 u1 u2 ..                 and so on the device
#ifndef KASANE_RT_STAGED_H
#define KASANE_RT_STAGED_H

#include "box/Piece.h"

// Between a piece on the device and the elements at home from number `at` on.
int ksn_copy_staged(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, int64_t at, int up);
// All of several fields. They may have the same memory at home, so a part of each is moved, then the next of each.
int ksn_move_staged(const ksn_run *run, int lane, const ksn_field *const *fields, int count, int up);

#endif
// Tests: tests/unit/runtime/BuffersTest.cpp
