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
// Enqueues a copy in this lane of the sender's, or begins what this rank sends and receives of it.
// Between cards it is in the lane out.
void ksn_send(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message);
int64_t ksn_message_bytes(const ksn_message *message);
char *ksn_plane_at(const ksn_parted *store, int member, int64_t plane); // where blocks have addresses
// Some bytes of the planes that the message is about, of the member that is here: to the device, or to this memory of
// the host's. Enqueues. 0, or an error of the device's.
int ksn_copy_planes(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message, int64_t from,
                    int64_t bytes, char *host, int up);
// The members' own planes from home, or to it: enqueues. 0, or an error of the device's. Home is that of rank 0.
int ksn_move_shares(ksn_run *run, const ksn_parts *parts, const ksn_field *field, int up);
// Some of a field's elements from home to their owners, and nothing that lies between them.
int ksn_fill_box(ksn_run *run, const ksn_parts *parts, const ksn_field *box);
int ksn_bring_box(ksn_run *run, const ksn_parts *parts, const ksn_field *box); // the other way
// A field that has no parts, from home to all members.
int ksn_give_whole(ksn_run *run, const ksn_parts *parts, const ksn_field *field);
// A hidden field's planes to the homes of all ranks.
int ksn_bring_to_all(ksn_run *run, const ksn_parts *parts, const ksn_field *field);

#endif
// Tests: tests/unit/runtime/PartsTest.cpp
