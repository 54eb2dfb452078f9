// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many planes rings have, and how many bytes that takes.
#ifndef KASANE_RT_CHUNK_PLANES_H
#define KASANE_RT_CHUNK_PLANES_H

#include "stream/ChunkState.h"

// Which stores: those that are used while many steps are left, all, those that the launches noted use.
typedef enum ksn_which { KSN_USUAL, KSN_ALL, KSN_USED } ksn_which;
int64_t ksn_plane_bytes(const ksn_chunk *chunk, const ksn_field *field);
int64_t ksn_ring_bytes(const ksn_chunk *chunk, const ksn_store *store, int64_t planes);
// The first multiple of `unit` behind so many planes.
int64_t ksn_whole_units(int64_t planes, int64_t unit);
// Rings of these stores, each of so many planes in whole units of its own; INT64_MAX: one of them is too large.
int64_t ksn_rings_bytes(const ksn_run *run, const ksn_chunk *chunk, ksn_which of, int64_t planes);
// Planes that there is room for in the rings of these stores, without ghosts and what makes units whole.
int64_t ksn_ring_room(const ksn_run *run, const ksn_chunk *chunk, ksn_which of);
// Of a ring, besides its slabs, where what uses it first and last are so far apart.
int64_t ksn_planes_behind(const ksn_chunk *chunk, int64_t lag);
// The same of a ring of any array, in whole units.
int64_t ksn_held_planes(const ksn_run *run, const ksn_chunk *chunk, int64_t passes);
// All of a ring: with one slab for each lane that works, and one that comes in.
int64_t ksn_ring_planes(const ksn_chunk *chunk, int workers, int64_t slab, int64_t lag);
int64_t ksn_lag_of(const ksn_chunk *chunk, int64_t passes); // of so many passes
int64_t ksn_visit_lag(const ksn_chunk *chunk);              // of the visit whose passes are noted
// A multiple of so many planes begins at the same place within a row of KSN_ROW elements in every round of the ring.
int64_t ksn_store_unit(const ksn_chunk *chunk, const ksn_store *store);
int64_t ksn_ring_unit(const ksn_run *run, const ksn_chunk *chunk, ksn_which of); // of all of these
int64_t ksn_most_passes(const ksn_run *run, const ksn_chunk *chunk);             // of a visit that there is room for
int64_t ksn_most_lag(const ksn_chunk *chunk);                                    // that a ring has room for

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
