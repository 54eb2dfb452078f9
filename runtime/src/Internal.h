// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parts of the runtime know of each other. Generated code sees kasane_rt.h only.
// Whatever may be refused before anything of the user's is touched returns 0, or -1 with the reason in a ksn_why:
// ksn_begin decides whether that is a fallback or an error. Everything else ends in ksn_fail.
#ifndef KASANE_RT_INTERNAL_H
#define KASANE_RT_INTERNAL_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "../include/kasane_rt.h"
#include <pthread.h>
#include <stdio.h>

#ifdef __GNUC__
#define KSN_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#define KSN_NORETURN __attribute__((noreturn))
#else
#define KSN_PRINTF(text, arguments)
#define KSN_NORETURN
#endif

// ---- Error.c
typedef struct ksn_why {
  char text[1024];
} ksn_why;
int ksn_because(ksn_why *why, const char *format, ...) KSN_PRINTF(2, 3); // -1
void ksn_say(const char *format, ...) KSN_PRINTF(1, 2);                  // one line on stderr, after `ksn: `
KSN_NORETURN void ksn_fail(const char *format, ...) KSN_PRINTF(1, 2);    // the same, and exit status 1
KSN_NORETURN void ksn_fail_region(const ksn_info *info, const char *format, ...) KSN_PRINTF(2, 3);
void *ksn_allocate(size_t count, size_t size); // cleared; fails rather than return NULL
void ksn_lock(pthread_mutex_t *mutex);
void ksn_unlock(pthread_mutex_t *mutex);
double ksn_now(void); // seconds, monotonic

// ---- Env.c: the KASANE_ variables, read and checked once
typedef struct ksn_env {
  const char *target, *device, *report, *opencl_options; // NULL: unset
  int64_t device_memory;                                 // bytes, 0: unset
  int64_t slab, steps;                                   // of placement chunked, 0: unset
  int fallback, verify, profile, quiet;
  int progress;      // 0 never, 1 asked for, -1 as the terminal says
  int terminal;      // stderr is one
  double verify_tol; // 0: the default of the type
} ksn_env;
const ksn_env *ksn_environment(void);
// The entry of the NULL-terminated list that is nearest to `word`, NULL when none is near.
const char *ksn_nearest(const char *word, const char *const *list);

// ---- Whole.c
// What `put` writes becomes the file, or nothing does: 0, or an errno. A device or a pipe gets what it takes.
int ksn_write_whole(const char *path, void (*put)(FILE *));

// ---- Field.c: boxes
// The box as runs of elements that are neighbours in memory, in the order of memory, clipped to first..last.
typedef struct ksn_rows {
  const ksn_field *field;
  int64_t at[3];   // where the next run begins
  int64_t x, y, z; // of the run's first element
  int64_t offset;  // its linear index
  int64_t count;
} ksn_rows;
ksn_rows ksn_rows_of(const ksn_field *field);
int ksn_next_row(ksn_rows *rows); // 0: no more
size_t ksn_size_of(ksn_type type);
int ksn_is_empty(const ksn_field *field);
int ksn_same_shape(const ksn_field *a, const ksn_field *b); // one's memory can hold the other
int64_t ksn_elements(const ksn_field *field);               // of the box, after clipping
int64_t ksn_lowest(const ksn_field *field);                 // min(first, 0): the linear index that a buffer begins at
int64_t ksn_buffer_bytes(const ksn_field *field); // lowest..last, at least one element; INT64_MAX when it overflows
void ksn_copy_box(const ksn_field *field, void *to, const void *from); // both with the field's layout

// ---- Rows.c: tables of rows. `user` is where the user has an element, NULL: nowhere. Fields without a table are at
// home.
char *ksn_user_at(const ksn_field *field, const ksn_rows *rows);
void ksn_pack_user(const ksn_field *field, void *packed); // absent rows as zeros
void ksn_unpack_user(const ksn_field *field, const void *packed);
void ksn_gather_rows(const ksn_field *field);              // to field->home
void ksn_scatter_rows(const ksn_field *field);             // and back
int ksn_same_rows(const ksn_field *a, const ksn_field *b); // does the user have their elements at the same places?

// ---- Piece.c: boxes as the fewest rectangular copies. Sizes in elements; extent[0] are neighbours in memory.
typedef struct ksn_piece {
  int64_t offset;
  int64_t extent[3];
  int64_t pitch[2]; // from row to row, from plane to plane: a multiple of pitch[0], at least extent[1]*pitch[0]
} ksn_piece;
typedef void ksn_piece_visitor(void *context, const ksn_piece *piece);
void ksn_pieces_of(const ksn_field *field, ksn_piece_visitor *visit, void *context); // needs stride[0] == 1
// The same for copies whose target may get what lies between the rows, too: one piece where that is little.
void ksn_runs_of(const ksn_field *field, ksn_piece_visitor *visit, void *context);

// ---- Choice.c: which of several devices. KASANE_DEVICE (a number, or a part of a name), else `usual`; -1: none of
// them.
int ksn_choose_device(const char *kind, int count, char (*names)[256], int usual, ksn_why *why);

// ---- Exact.c: --fp=strict promises the host's bits. A device's try kernels work on KSN_TRIES triples a, b, c of kinds
// of arithmetic: r[n] = a*b + c, r[count + n] = a/b, r[2*count + n] = sqrt(a), r[3*count + n] = a*(b*TINY).
enum { KSN_TRIES = 1024, KSN_TRY_KINDS = 4 };
void ksn_try_arguments(void *arguments, int is_double);
// -1 and what differs from the host's results, by type and kind.
int ksn_judge_tries(const char *device, const void *results, int is_double, const char *remedy, ksn_why *why);

// ---- Bytes.c
typedef struct ksn_size {
  char text[32];
} ksn_size;
ksn_size ksn_show_bytes(int64_t bytes);  // "8.0 GiB"
ksn_size ksn_show_enough(int64_t bytes); // no less than that
int64_t ksn_add(int64_t a, int64_t b);   // both >= 0, stops at INT64_MAX
int64_t ksn_times(int64_t a, int64_t b);
int64_t ksn_taken_bytes(int64_t bytes); // that a device has less, when it has given so many
int64_t ksn_free_host_memory(void);     // -1: unknown
size_t ksn_scratch_stride(const ksn_run *run);

// ---- Room.c
// Is there room for the run? Sets state->memory to what it takes on the device, -1 and the reason otherwise.
int ksn_check_memory(ksn_run *run, ksn_why *why);
int ksn_check_host_memory(const ksn_run *run, ksn_why *why); // for verification
// What the device may be asked for; -1: it doesn't say. largest: for one buffer.
int ksn_device_memory(const ksn_run *run, int64_t *bytes, int64_t *largest, const char **name);

// ---- Run.c
struct ksn_state {
  double began, loaded; // times
  int64_t passes, steps;
  int64_t moved;  // bytes between host and device
  int64_t memory; // bytes that were allocated on the device
  void **lent;    // by field: the kept memory that it has, or NULL
  char *stays;    // by field, when the run ends: its memory stays on the device; NULL: none does
  void *scratch;
  void **homes;            // the blocks of the homes that are the runtime's own, by field
  void *device;            // the device layer's own, freed by its release
  struct ksn_chunk *chunk; // placement chunked, NULL: in core
  int is_pinned;           // see ksn_pin_buffers
  int has_buffers;         // see Buffers.c: what fields and spares have as mem is to be freed
  double shown;            // progress: when the last line was written
  int showing;             // progress: a line without its end stands on the terminal
};

void ksn_release(ksn_run *run);
int ksn_finish(ksn_run *run, int host); // ksn_end; `host` as in ksn_device.store

// ---- a target. The functions are called in this order; `memory` may leave a limit at INT64_MAX.
struct ksn_device {
  const char *target;
  int on_host;                             // fields stay where they are, only spares and scratch are allocated
  int (*open)(ksn_run *run, ksn_why *why); // device, limits, programs
  int (*limits)(const ksn_run *run, int64_t *free_bytes, int64_t *buffer_bytes, const char **name);
  int says_left;                           // limits gives what is left of its memory, not all that it has
  int (*load)(ksn_run *run, ksn_why *why); // allocates, copies the fields' boxes in
  void (*launch)(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int arg_count,
                 const ksn_arg *args);
  void (*pass)(ksn_run *run);             // keeps the queue short
  void (*fetch)(ksn_run *run, int field); // a hidden field's box home, when all before is done
  void (*wait)(ksn_run *run);             // until all is done
  // The boxes of written fields home. host 1: at least those that host code may read; 0: all but those, which are there
  // since host code has run; -1: all. Afterwards mem and home hold the same.
  void (*store)(ksn_run *run, int host);
  int (*same)(const ksn_run *a, const ksn_run *b); // do they work in the same memory?
  void (*adopt)(ksn_run *run, const ksn_run *of);  // the first, which has no device state yet, works where `of` does
  void (*reload)(ksn_run *run);                    // what host code may have written, from home
  void (*release)(ksn_run *run);                   // after any of the above, also when it failed
  const struct ksn_buffers *buffers;               // NULL: on the host
};

// ---- Buffers.c: fields and spares in memory of the device's own, all of it between load and release. Those of the
// table return 0 or an error of the device's; `copy` only enqueues.
// Work goes on side by side in lanes; what is enqueued in one is done in order. Kernels run in KSN_LANE_WORK, those of
// a visit in the first lanes in turn.
enum { KSN_WORKERS = 6, KSN_LANE_WORK = 0, KSN_LANE_IN = KSN_WORKERS, KSN_LANE_OUT, KSN_LANES };
typedef struct ksn_buffers {
  size_t state_bytes;          // of the device's own of a run, which begins as ksn_opened
  void (*close)(void *opened); // what else is in there; may be NULL
  int (*allocate)(const ksn_run *run, const ksn_field *like, void **mem);
  int (*copy)(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up);
  int (*finish)(const ksn_run *run); // waits for all that was enqueued
  // For placement chunked. A block: plain memory; a field of which a part lies in it has the block as mem.
  int workers; // lanes that kernels may run in
  int64_t (*resident)(const ksn_run *run, const char *kernel,
                      const size_t *group); // groups that run at a time; 0: not known
  int (*take)(const ksn_run *run, int64_t bytes, void **block);
  int (*within)(const ksn_run *run, int lane, void *block, int64_t to, int64_t from, int64_t bytes); // a copy
  int (*mark)(const ksn_run *run, int lane, void **mark);  // of all that is in the lane
  int (*follow)(const ksn_run *run, int lane, void *mark); // what comes next in the lane waits for that
  int (*await)(const ksn_run *run, void *mark);            // the caller does
  void (*forget)(void *mark);
  void (*give)(void *block);
  void (*pin)(const ksn_run *run, int on); // the fields' homes are page-locked, where that can be had; may be NULL
  void (*free)(const ksn_field *like, void *mem);
  const char *(*name)(const ksn_run *run); // of the device
  const char *(*error)(int code);
  // A block of so many bytes that is there twice in a row; `give` takes it back. NULL: the device has no such memory.
  int64_t (*granule)(const ksn_run *run); // the bytes are a multiple of; 0: it has none
  int (*take_ring)(const ksn_run *run, int64_t bytes, void **block);
} ksn_buffers;
// Those of the run's device do what follows.
void ksn_check_device(const ksn_run *run, int code, const char *what);  // a code of `error`s is the end of the program
int ksn_move_field(const ksn_run *run, const ksn_field *field, int up); // enqueues
int ksn_load_buffers(ksn_run *run, ksn_why *why);                       // as ksn_device has them
void ksn_fetch_buffer(ksn_run *run, int field);
void ksn_wait_buffers(ksn_run *run);
void ksn_store_buffers(ksn_run *run, int host);
void ksn_reload_buffers(ksn_run *run);
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
  .same = ksn_same_buffers, .adopt = ksn_adopt_buffers, .reload = ksn_reload_buffers, .release = ksn_release_buffers,  \
  .buffers = (table)
int64_t ksn_table_bytes(const ksn_run *run); // that the device has less while the fields' homes are page-locked
void ksn_pin_buffers(ksn_run *run);          // once all fields have their homes, until unpin
void ksn_unpin_buffers(ksn_run *run);

// ---- Pin.c: the run's homes are page-locked from on to off, as far as `lock` gives something to unlock them by.
typedef struct ksn_locker {
  void *(*lock)(void *start, size_t bytes);
  void (*unlock)(void *lock);
} ksn_locker;
void ksn_pin_homes(const ksn_run *run, const ksn_locker *locker, int on);

// ---- Chunk.c: placement chunked, in so many bytes of the device's. The run's device is then one in front of its own.
// -1 and the reason: the region can't be run so.
int ksn_chunk_open(ksn_run *run, int64_t bytes, int64_t largest, const char *name, ksn_why *why);
typedef struct ksn_visits {
  int64_t slab, steps, count;         // planes of a slab, steps of a visit at most, visits
  int64_t block;                      // rows of a block, 0: all
  int64_t most_steps;                 // of a visit, that the device has room for
  int64_t least_memory, whole_memory; // bytes of the smallest device that does, and of one that needs no visits
} ksn_visits;
ksn_visits ksn_visits_of(const ksn_run *run); // zeros in core
double ksn_steps_made(
    const ksn_run *run); // in core those that the device has been asked for; a visit's, as far as it has come

// ---- Interrupt.c: SIGINT is held back from watch to unwatch, until somebody takes it with the arrays at home
void ksn_watch_interrupts(void);
void ksn_unwatch_interrupts(void);
void ksn_take_interrupt(const ksn_run *run, const char *old); // which may not return; old: an array that is not at home

// ---- Keep.c: arrays that stay on the device between regions
void ksn_keep_lend(ksn_run *run);          // before load: fields get what is kept of them; others' is brought home
void ksn_keep_mark(ksn_run *run);          // before the last store: sets state->stays
void ksn_keep_take(ksn_run *run, int all); // before release: kept again; all: also what wasn't before
void ksn_keep_all_home(void);              // but for what a run has
int64_t ksn_kept_bytes(void);

// ---- Report.c, Profile.c
typedef struct ksn_entry {
  const ksn_info *info;
  int64_t calls, declined, verified;
  int64_t passes, steps, moved, memory;
  ksn_visits visits;                     // slab and steps of the last run
  double seconds, kernel_seconds, cells; // cells: summed over steps
  char reason[512];                      // of the last decline
  struct ksn_entry *next;
} ksn_entry;
void ksn_record_run(const ksn_run *run, ksn_visits visits, double computed); // computed: when the kernels had ended
void ksn_record_moved(const ksn_info *info, int64_t bytes);                  // outside of a run
int64_t ksn_record_decline(const ksn_info *info, const char *reason);        // declines so far
int64_t ksn_record_verified(const ksn_info *info);                           // calls verified so far
void ksn_print_profile(const ksn_entry *entry);

// ---- Progress.c
void ksn_show_progress(ksn_run *run, double steps, int last); // steps: made so far

// ---- Compare.c, Verify.c
typedef struct ksn_difference {
  int64_t count; // elements that differ, or by more than the tolerance
  int64_t x, y, z;
  char ours[64], theirs[64];        // the first one's values
  double worst_ulp, worst_relative; // over all elements
} ksn_difference;
// theirs: with the field's layout; ours: packed. tolerance < 0: bit by bit, where any NaN equals any NaN.
ksn_difference ksn_compare_box(const ksn_field *field, const void *ours, const void *theirs, double tolerance);
int64_t ksn_verify_bytes(const ksn_run *run); // host memory that verification of this run takes
void ksn_verify_begin(ksn_run *run);          // snapshot, and how many steps to make
void ksn_verify_cancel(ksn_run *run);
void ksn_verify_end(ksn_run *run);     // sets the results aside, puts the snapshot back
void ksn_verify_suspend(ksn_run *run); // notes what the fields hold
void ksn_verify_resume(ksn_run *run);  // finds out whether host code has changed it
void ksn_verify_unknown(void **call);  // nothing can be compared
int ksn_verify_possible(void **call);  // 0: says why there is nothing to compare, and gives up
// As ksn_verify_again. When it returns 0, both agree, which ksn_verify_agree then says, if `isFirst`.
int ksn_verify_round(void **call, const ksn_info **info);
void ksn_verify_agree(void **call, int isFirst);

// ---- Given.c
typedef struct ksn_given {
  int64_t step; // the number of steps begun
  int point;
  const char *name;
  long long whole;
  double real;
} ksn_given;
void ksn_givens_discard(void **call);
// What host code was given otherwise than the original's loops hold there, in the step that they make now; or NULL.
const ksn_given *ksn_givens_other(void **call, int point, const char *name, long long whole, double real);

// ---- Call.c: what all may ask about the call that the argument block's `call` belongs to.
// call[0], and how verification's own begins; NULL: it isn't verified.
typedef struct ksn_round {
  int is_first; // the round that makes all steps
  int64_t made; // by the original, in this round
} ksn_round;
// call[1], and how Suspend.c's own begins: the region is left for host code; NULL: it isn't.
typedef struct ksn_halt {
  int point, label;
  int behind;   // steps begun behind the one that the host code is of
  int64_t done; // steps begun
} ksn_halt;
int ksn_verifying(void **call);
int ksn_verify_first_round(void **call);        // 1 also when not verifying
int64_t ksn_verify_made(void **call);           // steps that the original has begun in this round
int64_t ksn_suspended_steps(void *const *call); // steps begun when host code was reached
int ksn_point_of(void *const *call);            // which; 0: none

#endif
