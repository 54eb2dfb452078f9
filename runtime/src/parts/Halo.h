// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members' memory: a block for each part of an array, with room for the planes beside it that a round works on, and
// for ghosts that kernels may load and don't look at.
#ifndef KASANE_RT_HALO_H
#define KASANE_RT_HALO_H

#include "parts/PartsState.h"

int64_t ksn_share_bytes(const ksn_parts *parts, const ksn_parted *store, ksn_span planes); // that a block takes
// The member has room for these planes of the array; what was valid stays. 0, or an error of the device's.
int ksn_make_room(ksn_run *run, const ksn_parts *parts, ksn_parted *store, int member, ksn_span planes);
ksn_view ksn_view_of(const ksn_parted *store, int member);
void ksn_send(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message); // enqueues a copy
int64_t ksn_message_bytes(const ksn_message *message);
// The member's own planes from home, or to it: enqueues. 0, or an error of the device's.
int ksn_move_share(ksn_run *run, const ksn_parts *parts, const ksn_field *field, int member, int up);

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
