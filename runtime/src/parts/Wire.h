// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What goes between members. `local`: copies in the device's memory. Between cards: `peer`, directly, or `host`, by way
// of page-locked memory. Between ranks: messages of their network. `late`:
// either of them, but nothing leaves or arrives until a stated time has passed since it was ready, as on a network of
// such a latency and rate.
#ifndef KASANE_RT_WIRE_H
#define KASANE_RT_WIRE_H

#include "parts/PartsState.h"

const char *ksn_wire_name(const ksn_run *run);
// Sends parts->messages, while nothing else goes on: all that comes next in KSN_LANE_WORK finds them there.
void ksn_exchange_now(ksn_run *run, ksn_parts *parts);
// The same beside the work that is enqueued next: what was in KSN_LANE_WORK until now comes before. Begin it, enqueue
// the work, and end it where it has begun: the next round waits for what arrives, and for what leaves.
int ksn_begin_exchange(ksn_run *run, ksn_parts *parts); // 0: there is nothing to send
void ksn_end_exchange(ksn_run *run, ksn_parts *parts);
void ksn_await_arrival(ksn_run *run, ksn_parts *parts); // in KSN_LANE_WORK
// Once all is finished: notes how long planes were on their way.
void ksn_settle_exchanges(const ksn_run *run, ksn_parts *parts);
void ksn_open_wire(ksn_parts *parts);
void ksn_close_wire(ksn_parts *parts);

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
