// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What goes between members. `local`: copies in the device's memory. Between cards: `peer`, directly, or `host`, by way
// of page-locked memory. Between ranks: messages of their network, from devices by `Staging`. `late`:
// any of them, but nothing leaves or arrives until a stated time has passed since it was ready, as on a network of
// such a latency and rate.
#ifndef KASANE_RT_WIRE_H
#define KASANE_RT_WIRE_H

#include "parts/PartsState.h"

const char *ksn_wire_name(const ksn_run *run);
void ksn_share_numbers(const ksn_run *run, const ksn_parts *parts); // all ranks: those of their cards
// Of the members' cards, as their machines count them, for as long as the process lasts; NULL: all share one device.
const int *ksn_numbers_of(const ksn_run *run);
int64_t ksn_link_bytes(const ksn_parts *parts); // of parts->messages, that the busiest link moves one way
void ksn_open_wire(ksn_parts *parts);
void ksn_close_wire(ksn_parts *parts);
// Sends parts->messages, while nothing else goes on: all that comes next in KSN_LANE_WORK finds them there.
void ksn_exchange_now(ksn_run *run, ksn_parts *parts);

// The same beside a round's work. First 0: there is nothing to send. Then by card, side by side: what comes next in
// KSN_LANE_WORK follows what was sent before; what has been enqueued there is ready to be sent; it is sent. At last,
// when all work is enqueued, end it. The next round waits for what arrives, and for what leaves.
int ksn_prepare_exchange(ksn_run *run, ksn_parts *parts);
void ksn_follow_arrival(ksn_run *run, const ksn_parts *parts, int card);
void ksn_mark_ready(ksn_run *run, ksn_parts *parts, int card);
void ksn_send_ahead(ksn_run *run, ksn_parts *parts, int card);
void ksn_end_exchange(ksn_run *run, ksn_parts *parts);

void ksn_await_arrival(ksn_run *run, ksn_parts *parts); // all cards follow it
// Once all is finished: notes how long planes were on their way.
void ksn_settle_exchanges(const ksn_run *run, ksn_parts *parts);
double ksn_exchange_seconds(const ksn_parts *parts); // in which planes were on their way

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
