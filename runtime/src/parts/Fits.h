// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Do the members' parts, with the planes beside them, fit where the members work? In: the planes that each part is to
// have room for, and what memory each card has. Out: 0, or -1 and what doesn't fit.
#ifndef KASANE_RT_FITS_H
#define KASANE_RT_FITS_H

#include "parts/Parts.h"
#include "parts/PartsState.h"

int ksn_check_rooms(const ksn_run *run, const ksn_parts *parts, const ksn_room *rooms, ksn_why *why);

#endif
// Tests: tests/unit/runtime/PartsTest.cpp, tests/run/check_ranks.py
