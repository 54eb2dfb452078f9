// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that refresh halos, in programs that are several processes themselves: `neighbours(exchange)`. The run works in
// the program's own arrays. Launches are noted as they come. Where such a call is next, they are made on the planes
// next to both ends first; then the call runs, and beside it another thread makes what is left:
//
//   planes    0 | 1 2 3 4 | 5 ..          .. 26 | 27 28 29 30 | 31
//            halo   ends          middle            ends       halo
//            the call looks at these, and leaves the middle and what the middle reads alone
//
// That it does is seen at the first call of each run (Guard.h). Where it doesn't, all is made before the call. Which of
// the ways takes less time is tried in the first steps.
#ifndef KASANE_RT_BESIDE_H
#define KASANE_RT_BESIDE_H

#include "base/Base.h"

int ksn_goes_beside(const ksn_run *run); // are there calls for which this can be done?
// The call that the plan has at this label is next. All that it looks at is at home.
void ksn_halo_call_begins(ksn_run *run, int label);
void ksn_halo_call_ends(ksn_run *run);

#endif
// Tests: tests/run/check_neighbours.py
