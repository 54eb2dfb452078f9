// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields and spares in memory of the device's own, all of it between load and release. The device gives the operations,
// as a table: they return 0 or an error of the device's; `copy` only enqueues.
#ifndef KASANE_RT_BUFFERS_H
#define KASANE_RT_BUFFERS_H

#include "base/Error.h"
#include "box/Piece.h"
#include "device/Device.h"
#include "kasane_ranks.h"

// Work goes on side by side in lanes; what is enqueued in one is done in order. Kernels run in KSN_LANE_WORK, those of
// a visit in the first lanes in turn. Where a device can say so, groups of KSN_LANE_AHEAD come first.
enum { KSN_WORKERS = 6, KSN_LANE_WORK = 0, KSN_LANE_IN = KSN_WORKERS, KSN_LANE_OUT, KSN_LANE_AHEAD, KSN_LANES };

// Straight from the card of one rank to those of others. Between `begin` and `end` sends and receives are noted, which
// go side by side then, behind what the lane has. What comes next in the lane follows them.
typedef struct ksn_links {
  const char *name; // as the report says it
  // All ranks: 0, or for all of them -1 and the reason.
  int (*open)(const ksn_run *run, const ksn_network *network, ksn_why *why);
  int (*begin)(const ksn_run *run, int lane); // 0, or an error of the device's
  int (*end)(const ksn_run *run, int lane);
  void (*send)(const ksn_run *run, const void *data, int64_t bytes, int to);
  void (*receive)(const ksn_run *run, void *data, int64_t bytes, int from);
} ksn_links;

// Where a run may have several cards, each with memory and lanes of its own. Card 0 is the only one of a run that isn't
// distributed.
typedef struct ksn_cards {
  int (*count)(const ksn_run *run);
  const int *(*numbers)(const ksn_run *run); // of each, as the machine counts them; equal ones have one memory
  // Enqueues a copy from a block of one card to one of another, in the first one's lane out.
  int (*across)(const ksn_run *run, int from_card, void *block, int64_t from, int to_card, void *to_block, int64_t to,
                int64_t bytes);
  const char *(*wire)(const ksn_run *run);                 // how they go
  int (*stamp)(const ksn_run *run, int lane, void **mark); // a mark that knows when it was reached
  // Is what each card does started by a thread of its own? Launches, copies and marks come from several then.
  int (*by_threads)(const ksn_run *run);
  double (*between)(void *begun, void *ended); // seconds, of two of one card that were reached
  const ksn_links *links;                      // NULL: there are none
} ksn_cards;
static inline int ksn_lane_of(int card, int lane) { return card * KSN_LANES + lane; }
static inline int ksn_card_of(int lane) { return lane / KSN_LANES; }

typedef struct ksn_buffers {
  size_t state_bytes;          // of the device's own of a run, which begins as ksn_opened
  void (*close)(void *opened); // what else is in there; may be NULL
  int (*allocate)(const ksn_run *run, int card, const ksn_field *like, void **mem);
  int (*copy)(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up);
  int (*finish)(const ksn_run *run); // waits for all that was enqueued
  // For placement chunked. A block: plain memory; a field of which a part lies in it has the block as mem.
  int workers; // lanes that kernels may run in
  // Groups that run at a time; 0: not known.
  int64_t (*resident)(const ksn_run *run, const char *kernel, const size_t *group);
  int (*take)(const ksn_run *run, int card, int64_t bytes, void **block);
  // A copy within the device, from a place in a block to one in the same or another.
  int (*within)(const ksn_run *run, int lane, void *to_block, int64_t to, void *block, int64_t from, int64_t bytes);
  int (*mark)(const ksn_run *run, int lane, void **mark);  // of all that is in the lane
  int (*follow)(const ksn_run *run, int lane, void *mark); // what comes next in the lane waits for that
  int (*await)(const ksn_run *run, void *mark);            // the caller does
  void (*forget)(void *mark);
  void (*give)(void *block);
  const struct ksn_locker *(*locker)(const ksn_run *run); // how it locks pages; NULL, itself too: it can't
  int has_addresses;                                      // a block is one, which others than kernels may follow
  void (*free)(const ksn_field *like, void *mem);
  const char *(*name)(const ksn_run *run); // of the device
  const char *(*error)(int code);
  // A block of so many bytes that is there twice in a row; `give` takes it back. NULL: the device has no such memory.
  int64_t (*granule)(const ksn_run *run); // the bytes are a multiple of; 0: it has none
  int (*take_ring)(const ksn_run *run, int64_t bytes, void **block);
  const ksn_cards *cards; // NULL: a run has one device
} ksn_buffers;
// Those of the run's device do what follows.
void ksn_check_device(const ksn_run *run, int code, const char *what); // a code of `error`s is the end of the program
int ksn_move_field(const ksn_run *run, int lane, const ksn_field *field, int up); // enqueues
// Enqueues a copy between a piece on the device and the elements at home from number `at` on. Where these lie apart, it
// is done when this returns.
int ksn_copy_piece(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, int64_t at, int up);
int ksn_load_buffers(ksn_run *run, ksn_why *why); // as ksn_device has them
void ksn_fetch_buffer(ksn_run *run, int field);
void ksn_wait_buffers(ksn_run *run);
void ksn_store_buffers(ksn_run *run, int host);
void ksn_reload_buffers(ksn_run *run);
void ksn_move_box(ksn_run *run, const ksn_field *box, int up);
// What a run has as state->device begins with the device that it works on, which it shares with other runs.
typedef struct ksn_opened {
  void *device;
} ksn_opened;
void *ksn_open_buffers(ksn_run *run, void *device); // state->device, of state_bytes
int ksn_same_buffers(const ksn_run *a, const ksn_run *b);
void ksn_adopt_buffers(ksn_run *run, const ksn_run *of);
void ksn_release_buffers(ksn_run *run);
// The end of the table of a device that has its fields so.
#define KSN_WITH_BUFFERS(table)                                                                                        \
  .load = ksn_load_buffers, .fetch = ksn_fetch_buffer, .wait = ksn_wait_buffers, .store = ksn_store_buffers,           \
  .same = ksn_same_buffers, .adopt = ksn_adopt_buffers, .reload = ksn_reload_buffers, .move = ksn_move_box,            \
  .release = ksn_release_buffers, .buffers = (table)
int64_t ksn_table_bytes(const ksn_run *run); // that the device has less while the fields' homes are page-locked
int ksn_card_count(const ksn_run *run);
const struct ksn_locker *ksn_locker_of(const ksn_run *run); // NULL: pages stay as they are
void ksn_pin_buffers(ksn_run *run);                         // once all fields have their homes, until unpin
void ksn_pin_large(ksn_run *run);                           // the same, if they are worth it
void ksn_unpin_buffers(ksn_run *run);

#endif
// Tests: tests/unit/runtime/BuffersTest.cpp, tests/unit/runtime/CudaTest.cpp
