// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement distributed: every array is cut along the slowest axis, and a member owns each part. Launches are noted as
// they come; a round makes those of several passes. Each member makes its own planes of a launch and as many beside
// them as later launches of the round look at, so that members need each other's planes only between rounds:
//
//   member 0 owns planes 0..8, member 1 owns 8..16; a round of two launches that look one plane back and ahead
//   member 0:  needs planes 0..10   launch 0 makes 1..9    launch 1 makes 1..8
//   member 1:  needs planes 6..16   launch 0 makes 7..15   launch 1 makes 8..15
//
// On a ring, planes count on beyond both ends; plane p and p + length are the same one, of the same owner.
#ifndef KASANE_RT_PARTS_STATE_H
#define KASANE_RT_PARTS_STATE_H

#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Lags.h"
#include "notes/Notes.h"
#include "parts/Crew.h"
#include "parts/Pace.h"
#include "parts/Span.h"
#include "parts/Tries.h"
#include "ranks/Ranks.h"

// What a member has of a field or spare.
typedef struct ksn_share {
  void *block;
  int64_t bytes;       // of the block, where the array has planes
  ksn_span planes;     // that there is memory for, less the ghosts on either side
  int64_t shift;       // the block's first element has this linear index
  ksn_span own;        // of the array's planes
  ksn_span valid;      // hold the array's newest values: its own, and some beside them
  ksn_span needed;     // of these, those that the launches gone through so far look at, from the last one
  ksn_span now, ahead; // needed when the round begins, and when the next one does
  ksn_span asked;      // planes that the round works on
} ksn_share;

typedef struct ksn_parted {
  const ksn_field *like;
  int is_whole;   // the field lacks the axis, and nobody writes it
  int is_defined; // somebody has written it
  // Whose shares these are: the field was left with the members by another region. NULL: it wasn't.
  struct ksn_parted *kept;
  int64_t first; // see ksn_first_in_plane
  int64_t plane_bytes, size;
  ksn_track track[2]; // from the first plane on, and from the last one back
  ksn_share *shares;  // by member
} ksn_parted;

typedef struct ksn_made {
  ksn_launched of;
  ksn_parted **stores; // by the window's reach
  int64_t pass;
  int64_t lag[2];   // behind the launches before it: from the first plane on, and from the last one back
  ksn_span *planes; // by member: that it makes
  struct ksn_made *next, *before;
} ksn_made;

// Planes on their way: `count` from a place that their owner has to one beside another member's own.
typedef struct ksn_message {
  ksn_parted *store;
  int to, from; // members
  int64_t plane, source, count;
} ksn_message;

typedef struct ksn_messages {
  ksn_message *list;
  int64_t count, room;
} ksn_messages;

// Planes that were sent ahead, by card. Marks that aren't there are NULL.
typedef struct ksn_flight {
  void **ready; // of the work that came before
  void **begun; // when the first plane goes; where that is timed
  void **left;  // of what was sent, which has arrived then
  char *goes;   // by card and card: from the first to the second
  int is_timed; // by the last two
} ksn_flight;

typedef struct ksn_parts {
  const ksn_device *device;   // that does the work
  const ksn_network *network; // a member is the rank of its number; NULL: all of them are in this process
  int cards;                  // of the run, one for each member; 1: all members work on it
  ksn_device face;            // what the run has for it
  int axis;                   // the slowest one
  ksn_parted *stores;         // of the fields, then of the spares
  ksn_field *likes;           // what the stores hold, since a run that is suspended has its fields elsewhere
  int count;                  // of stores
  int is_loaded;              // the members have what home had
  int members;
  ksn_span all;    // planes
  int is_ring;     // which close to a ring
  int64_t ghosts;  // planes on either side of what a launch works on, that may be loaded
  int64_t passes;  // of a round
  ksn_pace pace;   // by which they are chosen, on the host
  ksn_tries tries; // and on devices
  int64_t begun;   // passes
  int64_t rounds;  // passes that are made
  ksn_made *notes, *last;
  ksn_messages messages;
  struct ksn_staging *staging; // of messages between devices of several ranks; NULL: there are none such
  double ready;                // when the planes that are sent ahead were made, on the host, whose work is done at once
  ksn_flight flights[2];       // in turn, of the last two rounds that sent ahead
  int flight;                  // the last one
  ksn_flight *sent;            // for which nobody waits yet; NULL: there is none
  ksn_crew *crew;              // that starts the cards' work; NULL: the caller does
  // What was exchanged
  int64_t exchanges, bytes;
  double seconds, waited;
  int64_t ahead, timed; // exchanges beside other work between cards, and those of them that were timed
  double timed_seconds;
} ksn_parts;

// Is it here? What others have is known here just as well, but for the memory.
static inline int ksn_has_member(const ksn_parts *parts, int member) {
  return !parts->network || parts->network->rank == member;
}

static inline int ksn_card_for(const ksn_parts *parts, int member) { return parts->cards > 1 ? member : 0; }

// That the member's card has.
static inline int ksn_lane_for(const ksn_parts *parts, int member, int lane) {
  return ksn_lane_of(ksn_card_for(parts, member), lane);
}

#endif
// Tests: tests/unit/runtime/PartsTest.cpp, tests/unit/runtime/RoundTest.cpp
