// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked: the arrays stay at home, and slabs of planes across the slowest axis visit the device. Launches
// are noted as they come; a visit then makes those of several passes slab by slab, each launch some planes behind the
// ones whose results it reads, so that nothing is sent or computed twice:
//
//   slab:      0         1         2
//   planes in  0..8      8..16     16..24      while the slab before is computed and the one before that goes out
//   launch 0   0..7      7..15     15..23      reads one plane ahead
//   launch 1   0..6      6..14     14..22      reads what launch 0 left one plane ahead
//   planes out 0..6      6..14     14..22      home, in place: nobody reads them there any more
#ifndef KASANE_RT_CHUNK_STATE_H
#define KASANE_RT_CHUNK_STATE_H

#include "device/Device.h"
#include "notes/Lags.h"
#include "notes/Notes.h"

// The device's memory for a field or spare: a ring of `planes` planes, and `ghosts` more on both sides that repeat
// those beyond its seam, so that whoever works across the seam finds its neighbours side by side. Or memory that the
// device has twice in a row, so that there is no seam at all: planes lie side by side from any one on.
typedef struct ksn_store {
  const ksn_field *like;
  int is_whole; // the field lacks the axis: all of it is there during the whole run
  int is_usual; // used while many steps are left
  void *block;
  char *home;    // element (0, 0, 0) in the host's memory that holds what it means between visits; NULL: nothing
  int64_t apart; // as in a field, there
  void *shadow;  // memory of the runtime's own for that, where the field's own can't be overwritten yet
  int64_t first; // linear index of a plane's first element, from that of (0, 0, 0) moved to the plane
  // Of the launches noted
  int is_used;   // by any of them
  int is_loaded; // its planes come in
  int goes;      // they go home
  int is_fresh;  // written by the pass noted last, and no field has had it since: a spare that is one's in a moment
  int64_t from_lag, until_lag; // least and largest lag of the launches that use it
  ksn_track track;             // how they have used it
  // Its ring
  int64_t planes;
  int64_t around; // elements from a place to where the same memory is again; 0: the ring has ghosts instead
  // When a visit begins, its planes before this one are on the device: they came in while the visit before it ended.
  int64_t arrived;
  // With blocks
  int bank;               // number of the store in whose memory it lies
  int is_guest;           // which is another one
  int64_t place, room;    // bytes from the memory's beginning to the first segment, and from one segment to the next
  int64_t bank_used;      // bytes that are taken of each plane of its memory
  ksn_rows_needed needed; // while the launches are gone through from the last one: by those so far
  char *kept[2];          // rows as they were before they were overwritten: for this block, and for the next one
  // On a ring
  int64_t before, behind; // so many planes beyond its ends are looked at
  char *again;            // as `home`, for what follows behind the end: the first planes as they were before the visit
  int64_t again_apart;    // as `apart`
} ksn_store;

typedef struct ksn_noted {
  ksn_launched of;
  ksn_store **stores;   // by the window's reach
  int64_t lag;          // it stays so many planes behind what has come in
  int64_t done;         // those before this plane are made
  void *mark;           // behind the work on them; NULL: there is one lane for all work
  ksn_rows_needed rows; // of its rows, those for the block that is worked at
  struct ksn_noted *next, *before;
} ksn_noted;

typedef struct ksn_chunk {
  const ksn_device *device; // that does the work
  ksn_device face;          // what the run has for it
  int axis;                 // the slowest one, across which the planes lie
  ksn_store *stores;        // of the fields, then of the spares
  ksn_field *likes;         // what the stores hold, since a run that is suspended has its fields elsewhere
  const char *name;         // of the device, or of what limits its memory
  // Bytes
  int64_t all_bytes;      // that may be taken
  int64_t whole_bytes;    // of what is on the device as a whole
  int64_t bytes, largest; // that all rings may have together, and one of them
  int64_t in_core, least; // of all arrays, and those with which one pass a visit is possible
  int64_t granule;        // rings are multiples of it, and lie twice in a row; 0: they have ghosts
  // What a pass needs. A lag is a number of planes that launches stay behind what comes in
  int64_t pass_lag;  // that each pass adds: at first the most it may be, then as the passes noted show
  int64_t more_lag;  // that the first pass of a visit adds besides
  int64_t first_lag; // of the first pass noted
  int64_t reach;     // planes that any launch looks at, on either side
  int64_t ghosts;    // planes that a ring repeats on either side of its seam
  int64_t tile;      // planes of the largest work-group
  // What a pass costs
  double launches; // that it makes
  double link;     // bytes a second into the device, as measured; 0: not known
  double cost[2];  // of a launch, in one lane and in several: see ksn_launch_cost
  double waves;    // work-groups of a launch for each plane, over those that run at a time; 0: not known
  double in, out;  // bytes of a plane that come and go in a visit
  // What is chosen
  int64_t room[2]; // planes that there is room for in the rings: of KSN_USUAL, of KSN_ALL
  int64_t planned; // planes of a slab at most; 0: nothing is possible
  int64_t passes;  // of a visit, at most
  int workers;     // lanes in which slabs are worked at, in turn
  int64_t slab;    // planes of a slab in this visit: fewer than planned where it uses more arrays than usual
  int64_t planes;  // that rings of what comes in have at least
  // Where the planes are
  int64_t first, end; // all of them
  // Where the axis closes to a ring: the ring's planes. first..end then also has planes beyond its ends, which are
  // those of the other end. Both are 0 where the axis is no ring.
  int64_t ring_first, ring_end;
  // The plane that lies at the beginning of each store's ring, were there so few: the planes of a visit follow those of
  // the visit before in the rings.
  int64_t origin;
  int64_t unit; // first - origin is a multiple of it: see ksn_store_unit
  // Blocks of rows along the axis before
  int64_t width;                // rows of a block that go home; 0: there are no blocks, but whole planes
  int64_t rows;                 // of a block that are on the device, at most
  int segments;                 // that a ring is cut into
  int64_t segment_planes;       // that each has, as planned
  int64_t rows_first, rows_end; // all rows
  int64_t side_lag, side_slack; // rows that a pass adds on either side, at most; and see ksn_window
  int64_t pad;                  // bytes at both ends of a bank
  ksn_rows_needed own, there;   // of the block that is worked at: those that go home, and those that have come
  // What is noted
  ksn_noted *notes, **behind, *last;
  int64_t noted; // passes
  int64_t lag;   // the largest
  int goes_on;   // another pass follows the visit
  // What was made
  int64_t visits;
  double made; // steps, with a part of those of the visit that goes on
  int watches; // interrupts are held back
} ksn_chunk;

// What it holds between visits.
static inline ksn_field ksn_at_store(const ksn_store *store) {
  ksn_field out = *store->like;
  out.home = store->home;
  out.apart = store->apart;
  return out;
}

static inline int ksn_is_ring(const ksn_chunk *chunk) { return chunk->ring_end > chunk->ring_first; }

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp, tests/unit/runtime/ChunkBlockTest.cpp
