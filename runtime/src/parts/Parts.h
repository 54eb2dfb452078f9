// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement distributed as a device in front of the one that does the work: it notes launches, and makes them in
// rounds. What a round is: see PartsState.h.
#ifndef KASANE_RT_PARTS_H
#define KASANE_RT_PARTS_H

#include "base/Error.h"
#include "parts/Span.h"
#include "ranks/Ranks.h"
#include "report/Report.h"

// What there is on a card, or on the only device.
typedef struct ksn_room {
  int64_t bytes, largest; // largest: of one buffer
  const char *name;
} ksn_room;

// Which planes are shared out among how many members.
typedef struct ksn_cut {
  ksn_span planes;
  int members; // 0: it isn't said
} ksn_cut;

// In so many parts, or as many as there are planes. `rooms`: of each card that the run has. The run's device is then
// one in front of its own. -1 and the reason: the region can't be run so. 1: there are no planes, and nothing to cut.
// `network`: the members are its ranks, of which each calls this; NULL: all of them are in this process.
// `cut`: by which it goes, since fields of it are lent what members keep.
int ksn_parts_open(ksn_run *run, int64_t members, const ksn_network *network, ksn_cut cut, const ksn_room *rooms,
                   ksn_why *why);
int ksn_over_ranks(const ksn_run *run);
ksn_exchanged ksn_exchanged_of(const ksn_run *run); // zeros where there are no parts

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
