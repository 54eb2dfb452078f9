// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a round: what members lack comes first; then the ends of all parts are made, and while the planes that the next
// round needs go to the neighbours, all that is left.
#ifndef KASANE_RT_MAKE_H
#define KASANE_RT_MAKE_H

#include "parts/PartsState.h"

void ksn_make_round(ksn_run *run, ksn_parts *parts);   // of the first passes noted, which are forgotten
void ksn_forget_notes(ksn_parts *parts, ksn_made *to); // those before this one; NULL: all

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
