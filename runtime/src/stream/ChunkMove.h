// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where planes lie on the device, and how they come there and go home.
#ifndef KASANE_RT_CHUNK_MOVE_H
#define KASANE_RT_CHUNK_MOVE_H

#include "stream/ChunkState.h"

// From the plane to there they lie side by side.
int64_t ksn_seam_behind(const ksn_chunk *chunk, const ksn_store *has, int64_t plane);
ksn_chunk ksn_next_visit(const ksn_chunk *chunk); // its planes follow the last ones of this visit around the rings
// Off the linear indices of planes from this one to the seam.
int64_t ksn_shift_at(const ksn_chunk *chunk, const ksn_store *has, int64_t plane);
// Planes from..end, of one round, are repeated where they are seen from the rounds beside it.
void ksn_repeat_planes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, int64_t from, int64_t end);
// In or out, by the lane; `home`: the field, where it is to be or is.
void ksn_move_planes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, const ksn_field *home,
                     int64_t from, int64_t end);

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
