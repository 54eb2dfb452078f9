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
#ifndef KASANE_RT_CHUNK_H
#define KASANE_RT_CHUNK_H

#include "Internal.h"

typedef struct ksn_rows_needed {
  int64_t from, end;
} ksn_rows_needed;

// The device's memory for a field or spare: a ring of `planes` planes, and `ghosts` more on both sides that repeat
// those beyond its seam, so that whoever works across the seam finds its neighbours side by side. Or memory that the
// device has twice in a row, so that there is no seam at all: planes lie side by side from any one on.
typedef struct ksn_store {
  const ksn_field *like;
  int is_whole; // the field lacks the axis: all of it is there during the whole run
  int is_usual; // used while many steps are left
  void *block;
  char *home;    // element (0, 0, 0) in the host's memory that holds what it means between visits; NULL: nothing
  void *shadow;  // memory of the runtime's own for that, where the field's own can't be overwritten yet
  int64_t first; // linear index of a plane's first element, from that of (0, 0, 0) moved to the plane
  // Of the launches noted
  int is_used, is_loaded, is_written;
  int is_fresh; // written by the pass noted last, and no field has had it since: a spare that is one's in a moment
  int64_t from_lag, until_lag; // least and largest of the launches that use it
  int64_t planes;              // of its ring
  int64_t around;              // elements from where it is to where it is again; 0: it has ghosts
  int64_t came;          // before this plane all are there when a visit begins: they came while the one before ended
  int64_t written, read; // planes that a launch must stay behind to read what is left here, and also to overwrite it
  // With blocks
  int bank, is_guest;     // the store that has the memory, and that is another one
  int64_t place, room;    // bytes to the first segment, and from one to the next
  int64_t bank_used;      // bytes between two planes
  int goes;               // home, at the end of the visit
  ksn_rows_needed needed; // by the launches from some on
  char *kept[2];          // rows that the next block looks at as they were before this one, and this one's
  // On a ring
  int64_t before, behind; // so many planes beyond its ends are looked at
  char *again;            // as `home`, for what follows behind the end: the first planes as they were before the visit
} ksn_store;

typedef struct ksn_noted {
  const ksn_window *window;
  size_t groups[3], group[3];
  ksn_arg *args;      // and the values behind them
  ksn_store **stores; // by the window's reach
  int arg_count;
  int64_t lo, hi;           // its planes
  int64_t lag;              // it stays so many of them behind what has come in
  int64_t done;             // before this one they are made
  void *mark;               // behind those; NULL: all that works is in one lane
  int64_t side_lo, side_hi; // its rows, where windows have sides
  ksn_rows_needed rows;     // those of the block
  struct ksn_noted *next, *before;
} ksn_noted;

typedef struct ksn_chunk {
  const ksn_device *device; // that does the work
  ksn_device face;          // what the run has for it
  int axis;
  ksn_store *stores;      // fields, then spares
  ksn_field *likes;       // theirs, since a run that is suspended has its fields elsewhere
  const char *name;       // of the device or its limit
  int64_t all_bytes;      // that may be taken
  int64_t bytes, largest; // for the rings together, and for one of them
  int64_t pass_lag;       // that a pass adds: at most, then as it shows
  int64_t more_lag;       // that the first pass of a visit adds besides
  int64_t first_lag;      // of the first pass noted
  double launches;        // of a pass
  double link;            // bytes a second into the device, as measured; 0: not known
  double cost[2];         // see ksn_launch_cost: in one lane, in several
  double waves;           // that a launch has for each plane, of the groups that run at a time; 0: not known
  double in, out;         // bytes of a plane that come and go in a visit
  int64_t tile;           // planes of the largest
  int64_t whole_bytes;    // of what is there as a whole
  int64_t in_core, least; // bytes of all arrays, and those with which one pass a visit is possible
  int64_t reach;          // of any launch, on either side
  int64_t ghosts;
  int64_t room[2];              // planes that there is room for in the rings of what most passes use; in those of all
  int64_t granule;              // bytes: rings are multiples of it, and there twice in a row; 0: they have ghosts
  int64_t planes;               // at least, of a ring of what comes in
  int64_t planned;              // planes that come in at a time; 0: nothing is possible
  int workers;                  // lanes that its launches are in, by the slab's number
  int64_t slab;                 // in this visit: less where it uses more arrays than usual
  int64_t passes;               // of a visit, at most
  int64_t first, end;           // all planes
  int64_t ring_first, ring_end; // where they close to a ring: its own, of which first..end has some more than once;
                                // else the same number
  int64_t origin; // a plane, if there are so few, at the beginning of the rings: each visit goes on in them behind the
                  // one before
  int64_t unit;   // the distance from origin to first is a multiple of it: see unitFor
  // Blocks of rows along the axis before
  int64_t width;                // of a block: rows that go home; 0: whole planes
  int64_t rows;                 // that are there at most
  int segments;                 // that a ring is cut into
  int64_t segment_planes;       // planned
  int64_t rows_first, rows_end; // all rows
  int64_t side_lag, side_slack; // rows that a pass adds on either side, at most; and see ksn_window
  int64_t pad;                  // bytes at both ends of a bank
  ksn_rows_needed own, there;   // of the block that is worked at: those that go home, and those that have come
  ksn_noted *notes, **behind, *last;
  int64_t noted; // passes
  int64_t lag;   // largest
  int64_t visits;
  double made; // steps, with a part of those of the visit that goes on
  int watches; // interrupts
  int goes_on; // another pass follows the visit
} ksn_chunk;

// ChunkCost.c: seconds of a pass in a visit of so many, with slabs in so many lanes.
double ksn_pass_time(const ksn_run *run, const ksn_chunk *chunk, int workers, int64_t slab, int64_t passes);
// Seconds of a launch that has next to nothing to do, in so many lanes in turn.
double ksn_launch_cost(ksn_run *run, int workers);
double ksn_link_rate(ksn_run *run, const ksn_chunk *chunk); // bytes per second; 0: nothing to tell by

// ChunkPlanes.c: the kernel that a launch on so many planes is of.
const char *ksn_kernel_for(const ksn_window *window, int64_t planes);
// Which stores: those that are used while many steps are left, all, those that the launches noted use.
typedef enum ksn_which { KSN_USUAL, KSN_ALL, KSN_USED } ksn_which;
int64_t ksn_plane_bytes(const ksn_chunk *chunk, const ksn_field *field);
int64_t ksn_ring_bytes(const ksn_chunk *chunk, const ksn_store *store, int64_t planes);
// Rings of these stores, each of so many planes; INT64_MAX: one of them is too large.
int64_t ksn_rings_bytes(const ksn_run *run, const ksn_chunk *chunk, ksn_which of, int64_t planes);
// Planes that there is room for in the rings of these stores, without ghosts.
int64_t ksn_ring_room(const ksn_run *run, const ksn_chunk *chunk, ksn_which of);
// Of a ring, besides its slabs, where what uses it first and last are so far apart; it has a multiple of `unit` planes.
int64_t ksn_planes_behind(const ksn_chunk *chunk, int64_t lag, int64_t unit);
// Of a ring of any array, besides its slabs.
int64_t ksn_held_planes(const ksn_run *run, const ksn_chunk *chunk, int64_t passes);
// All of a ring: with one slab for each lane that works, and one that comes in.
int64_t ksn_ring_planes(const ksn_chunk *chunk, int workers, int64_t slab, int64_t lag, int64_t unit);
int64_t ksn_lag_of(const ksn_chunk *chunk, int64_t passes); // of so many passes
int64_t ksn_visit_lag(const ksn_chunk *chunk);              // of the visit whose passes are noted
// A multiple of so many planes begins at the same place within a row of KSN_ROW elements in every round of the ring.
int64_t ksn_store_unit(const ksn_chunk *chunk, const ksn_store *store);
int64_t ksn_ring_unit(const ksn_run *run, const ksn_chunk *chunk, ksn_which of); // of all of these
int64_t ksn_most_passes(const ksn_run *run, const ksn_chunk *chunk);             // of a visit that there is room for
int64_t ksn_most_lag(const ksn_chunk *chunk);                                    // that a ring has room for

// ChunkSize.c: slab and steps for so much memory. -1 and the reason: not even the least is possible.
int ksn_size_chunk(const ksn_run *run, ksn_chunk *chunk, ksn_why *why);
// Again, with what the passes noted show.
void ksn_learn_chunk(ksn_run *run, ksn_chunk *chunk);
// Sets the visit's slab, and finds rings for the arrays that its launches use, which may be the ones before. An error
// of the device's, or 0.
int ksn_make_rings(ksn_run *run, ksn_chunk *chunk);

// ChunkBlock.c: may a visit's launches be on some of the rows?
int ksn_has_blocks(const ksn_run *run, const ksn_chunk *chunk);
// The best blocks for so many planes a slab (0: any) and from `least` to `most` passes a visit. 0: there are none.
int ksn_plan_blocks(const ksn_run *run, ksn_chunk *chunk, int64_t slab, int64_t least, int64_t most);
int64_t ksn_block_bytes(const ksn_run *run, ksn_chunk *chunk, int64_t slab, int64_t passes); // least memory for that
int ksn_make_banks(ksn_run *run, ksn_chunk *chunk);                                          // as ksn_make_rings
// Which rows each of the launches noted makes, for the block that begins there.
void ksn_find_rows(const ksn_run *run, ksn_chunk *chunk, int64_t from);

// ChunkKeep.c: before the block that is worked at goes home, what the next one looks at of it is kept, from row `from`
// on. Once a block, whose own launches find what the one before has kept.
void ksn_keep_rows(const ksn_run *run, const ksn_chunk *chunk, int64_t from);
// Where a plane's first row of those that the block before has kept would be, if all of the array lay around it.
char *ksn_kept_plane(const ksn_chunk *chunk, const ksn_store *store, int64_t plane);
void ksn_forget_rows(ksn_store *store);

// ChunkRing.c: if the axis closes to a ring, makes a note of that. -1 and the reason: it can't be streamed.
int ksn_closes(const ksn_run *run, ksn_chunk *chunk, ksn_why *why);
// Which planes the launches noted make beyond the ring's ends, and what comes in for that; and when they are made.
void ksn_go_round(const ksn_run *run, ksn_chunk *chunk);
void ksn_forget_first(const ksn_run *run, ksn_chunk *chunk);
static inline int ksn_is_ring(const ksn_chunk *chunk) { return chunk->ring_end > chunk->ring_first; }

// ChunkMove.c: where planes are.
int64_t ksn_seam_behind(const ksn_chunk *chunk, const ksn_store *has,
                        int64_t plane);           // from the plane to there they lie side by side
ksn_chunk ksn_next_visit(const ksn_chunk *chunk); // its planes follow the last ones of this visit around the rings
// Off the linear indices of planes from this one to the seam.
int64_t ksn_shift_at(const ksn_chunk *chunk, const ksn_store *has, int64_t plane);
// Planes from..end, of one round, are repeated where they are seen from the rounds beside it.
void ksn_repeat_planes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, int64_t from, int64_t end);
void ksn_move_planes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, char *home, int64_t from,
                     int64_t end); // in or out, by the lane

// ChunkVisit.c. Makes the launches noted, and forgets them.
void ksn_visit(ksn_run *run, ksn_chunk *chunk);

enum { KSN_ROW = 16 }; // elements: what lies at a multiple of so many in the array does so in the ring

static inline int64_t ksn_floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

#endif
