// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages that go over a network from a device's memory, and to it, by way of the host's. Where the network takes a
// device's addresses, it gets those. Where the devices have links of their own, they send by themselves.
//
//   on a device                         host                           network
//   lane out: planes to a stretch       waits for them                 sends
//   (the middle is made meanwhile)      waits for what comes           receives into the stretch
//   lane out: planes from the stretch
//
// Long messages go in pieces. While the network has the first piece of each, the device brings the second ones; while
// it has these, the device takes the first ones.
#ifndef KASANE_RT_STAGING_H
#define KASANE_RT_STAGING_H

#include "parts/PartsState.h"

// A piece of a message: it goes from here or comes here.
typedef struct ksn_crossing {
  const ksn_message *message; // of parts->messages
  int64_t number;             // of the message's pieces
  int64_t from, bytes;        // of the message
  char *memory;               // the host's, or the block's own
  void *brought;              // a mark: it is in the host's memory; NULL: there is nothing to wait for
} ksn_crossing;

typedef struct ksn_staging {
  int is_direct;          // the network takes the device's addresses
  const ksn_links *links; // by which the device brings them there itself; NULL: it doesn't
  char *memory;           // a stretch
  int64_t used;           // bytes of it
  ksn_crossing *list;
  int64_t count, room;
} ksn_staging;

void ksn_open_staging(ksn_parts *parts); // parts->staging; NULL where members have the host's memory
void ksn_close_staging(ksn_parts *parts);
void ksn_open_links(ksn_run *run, ksn_parts *parts); // all ranks; where KASANE_WIRE asks for it, and they can
// Before parts->messages are sent, and behind them. What the stretch before the last had is where it belongs.
void ksn_begin_staging(ksn_run *run, ksn_parts *parts, int lane);
void ksn_end_staging(ksn_run *run, ksn_parts *parts, int lane);
// Does it go from a device to another rank's, and this rank has one of them?
int ksn_crosses(const ksn_parts *parts, const ksn_message *message);
void ksn_stage(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message);
// Waits until all has left and come, and enqueues in the lane what brings it to the device. What was sent is ready, and
// what comes replaces nothing that is still read.
void ksn_finish_staging(ksn_run *run, ksn_parts *parts, int lane);

#endif
// Tests: tests/unit/runtime/StagingTest.cpp, tests/run/check_ranks.py
