// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Can the region be run in parts? In: its fields, what other regions have left of them, and how many members there may
// be. Out: which planes each member has, with room for those beside them, and how many passes a round has.
#ifndef KASANE_RT_CUT_H
#define KASANE_RT_CUT_H

#include "parts/Parts.h"
#include "parts/PartsState.h"

int ksn_cut_arrays(const ksn_run *run, ksn_parts *parts, int64_t members, ksn_cut cut, const ksn_room *rooms,
                   ksn_why *why); // as ksn_parts_open

#endif
// Tests: tests/unit/runtime/PartsTest.cpp, tests/unit/runtime/PartsKeptTest.cpp
