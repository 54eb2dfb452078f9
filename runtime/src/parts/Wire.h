// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What goes between members. `local`: copies in the device's memory. Between ranks: messages of their network. `late`:
// either of them, but nothing leaves or arrives until a stated time has passed since it was ready, as on a network of
// such a latency and rate.
#ifndef KASANE_RT_WIRE_H
#define KASANE_RT_WIRE_H

#include "parts/PartsState.h"

const char *ksn_wire_name(const ksn_parts *parts);
// Sends parts->messages, while nothing else goes on: all that comes next in KSN_LANE_WORK finds them there.
void ksn_exchange_now(ksn_run *run, ksn_parts *parts);
// The same beside the work that is enqueued next: what was in KSN_LANE_WORK until now comes before. Begin it, enqueue
// the work, end it; parts->arrival is then what the next round waits for.
void ksn_begin_exchange(ksn_run *run, ksn_parts *parts, void **ready);
void ksn_end_exchange(ksn_run *run, ksn_parts *parts, void *ready);
void ksn_await_arrival(ksn_run *run, ksn_parts *parts); // in KSN_LANE_WORK

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
