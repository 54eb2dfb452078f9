// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/Run.h"
#include "base/Block.h"
#include "base/Bytes.h"
#include "base/Call.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Rows.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "parts/Parts.h"
#include "ranks/Ranks.h"
#include "report/Progress.h"
#include "report/Report.h"
#include "run/Keep.h"
#include "run/Orders.h"
#include "run/Room.h"
#include "stream/Chunk.h"
#include "stream/ChunkVisit.h"
#include "verify/Verify.h"
#include <stdlib.h>
#include <string.h>

int ksn_decline(const ksn_info *info, void **call, const char *reason) {
  const ksn_env *const env = ksn_environment();
  if (ksn_is_worker()) { // which rank 0 wouldn't have called
    ksn_why why;
    ksn_because(&why, "%s", reason);
    ksn_cannot_run(&why);
    return KSN_ORIGINAL;
  }
  ksn_keep_all_home(); // the original loops look there
  if (ksn_verifying(call))
    ksn_fail_region(info, "the original loops would run (%s) although the first round ran here", reason);
  if (ksn_record_decline(info, reason) == 1 && (env->verify || !env->quiet)) // once for each region
    ksn_say("%s%s (%s:%d, %s): %sthe original loops run: %s", env->verify ? "verify: " : "", info->name, info->file,
            info->line, info->target, env->verify ? "nothing to compare, " : "", reason);
  return KSN_ORIGINAL;
}

// The condition of the original loops may look at arrays.
int ksn_no_steps(const ksn_info *info) {
  ksn_keep_all_home();
  if (ksn_record_no_steps(info) == 1 && ksn_environment()->verify)
    ksn_say("verify: %s (%s:%d, %s): nothing to compare, no steps", info->name, info->file, info->line, info->target);
  return KSN_ORIGINAL;
}

static void checkRequest(const ksn_run *run) {
  const ksn_info *const info = run->info;
  const char *const target = ksn_environment()->target;
  if (info->abi != KSN_ABI)
    ksn_fail_region(info, "generated for version %d of the runtime, linked with version %d; translate it again",
                    info->abi, KSN_ABI);
  if (target && strcmp(target, info->target) != 0)
    ksn_fail_region(info, "KASANE_TARGET=%s, but this region was translated for %s only", target, info->target);
  if (strcmp(run->device->target, info->target) != 0 || run->field_count < 1 || run->spare_count < 0 || info->depth < 1)
    ksn_fail_region(info, "internal: the run does not fit the region");
  for (int s = 0; s < run->spare_count; s++)
    if (run->spares[s].like < 0 || run->spares[s].like >= run->field_count)
      ksn_fail_region(info, "internal: spare %d is like no field", s);
}

// Of hidden fields, and of the copies of rows that lie anywhere.
static int allocateHomes(ksn_run *run, ksn_why *why) {
  for (int f = 0; f < run->field_count; f++) {
    ksn_field *const field = &run->fields[f];
    if (!field->hidden && !field->row)
      continue;
    if (!run->state->homes)
      run->state->homes = ksn_allocate((size_t)run->field_count, sizeof *run->state->homes);
    const int64_t bytes = ksn_buffer_bytes(field);
    if (ksn_take_block((size_t)bytes, &run->state->homes[f]))
      return ksn_because(why, "%s (%s), which %s, cannot be allocated; use a smaller grid", field->name,
                         ksn_show_bytes(bytes).text,
                         field->row ? "holds the rows side by side" : "the region needs for itself");
    if (field->row && run->touch)
      run->touch(run->state->homes[f].memory, bytes);
    field->home = (char *)run->state->homes[f].memory - ksn_lowest(field) * (int64_t)ksn_size_of(field->type);
    if (field->row)
      ksn_gather_rows(field);
  }
  return 0;
}

// What ranks can't have, as rank 0 sees it.
static int checkRanks(const ksn_run *run, ksn_why *why) {
  if (!ksn_is_first_thread())
    return ksn_because(why, "another thread than the first begins the region; call it from the one that runs main()");
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].row)
      return ksn_because(why, "the rows of %s lie anywhere in memory; allocate them in one block, evenly spaced",
                         run->fields[f].name);
    else if (run->fields[f].apart > 1)
      return ksn_because(why, "the elements of %s lie apart in memory; make them an array of their own",
                         run->fields[f].name);
  return 0;
}

static int openParts(ksn_run *run, const ksn_members *on, ksn_cut cut, ksn_why *why) {
  if (ksn_environment()->slab || !strcmp(run->info->placement, "chunked"))
    return ksn_because(why, "they are to be streamed through the device, too; leave one of the two out");
  if (on->network && !ksn_is_worker() && checkRanks(run, why))
    return -1;
  const int cards = ksn_card_count(run);
  ksn_room *const rooms = ksn_allocate((size_t)cards, sizeof *rooms);
  int how = 0;
  for (int c = 0; c < cards && !how; c++)
    if (ksn_device_memory(run, c, &rooms[c].bytes, &rooms[c].largest, &rooms[c].name))
      how = ksn_because(why, "the device does not say how much memory it has");
  for (int c = 0; c < cards && !how; c++)
    rooms[c].bytes -= ksn_kept_bytes(c);
  if (!how)
    how = ksn_parts_open(run, on->count, on->network, cut, rooms, why);
  free(rooms);
  return how;
}

static int placeOnMembers(ksn_run *run, const ksn_members *on, ksn_cut cut, ksn_why *why) {
  ksn_why parts;
  int how = openParts(run, on, cut, &parts);
  if (how && !ksn_is_worker()) { // in core, or what is kept may be in the way
    ksn_keep_take(run);
    ksn_keep_all_home();
    how = openParts(run, on, (ksn_cut){{0, 0}, 0}, &parts);
  }
  if (how > 0)
    return ksn_check_memory(run, why);
  const char *const among = ksn_card_count(run) > 1 ? "among KASANE_DEVICES" : "into KASANE_PARTS";
  if (how)
    return ksn_because(why, "the arrays cannot be cut %s: %s", on->network ? "among ranks" : among, parts.text);
  if (on->network && !ksn_is_worker()) {
    int64_t *const kept = ksn_keep_numbers(run);
    ksn_order_begin(run, on->count, kept);
    free(kept);
  }
  return 0;
}

// KASANE_PARTS says how many of the ranks, or of the cards, work; one rank has the arrays as ever.
static ksn_members membersFor(const ksn_run *run) {
  const int64_t asked = ksn_environment()->parts, ranks = ksn_rank_count();
  const int cards = ksn_card_count(run);
  const int overRanks = ksn_goes_to_ranks(run);
  if (!overRanks && cards == 1)
    return (ksn_members){asked, NULL};
  const int64_t most = overRanks ? ranks : cards;
  const int64_t members = overRanks && ksn_is_worker() ? ksn_ordered_members() : asked ? ksn_min(asked, most) : most;
  return (ksn_members){members > 1 ? members : 0, overRanks ? ksn_network_of_ranks() : NULL};
}

// As members' parts, or in slabs: when that is asked for; the latter also when there isn't room for all.
static int placeInParts(ksn_run *run, ksn_why *why) {
  const ksn_env *const env = ksn_environment();
  const ksn_members on = membersFor(run);
  const ksn_cut cut = ksn_keep_lend(run, &on);
  if (on.count && on.network)
    return placeOnMembers(run, &on, cut, why);
  if (on.network)
    return ksn_check_memory(run, why);
  if (env->devices && !run->device->on_host && !run->device->buffers->cards)
    return ksn_because(why,
                       "KASANE_DEVICES=%s: regions of target %s run on one device; choose it with KASANE_DEVICE, or "
                       "translate for cuda",
                       env->devices, run->info->target);
  if (on.count)
    return placeOnMembers(run, &on, cut, why);
  const int asked = env->slab || env->steps || !strcmp(run->info->placement, "chunked");
  ksn_why whole, parts;
  if ((!asked || run->device->on_host) && !ksn_check_memory(run, &whole))
    return 0;
  if (run->device->on_host)
    return ksn_because(why, "%s", whole.text);
  int64_t bytes, largest;
  const char *name;
  ksn_keep_take(run);
  ksn_keep_all_home();
  if (ksn_device_memory(run, 0, &bytes, &largest, &name))
    return ksn_because(why, "the device does not say how much memory it has");
  if (!ksn_chunk_open(run, bytes, largest, name, &parts))
    return 0;
  return asked ? ksn_because(why, "the arrays cannot be streamed through the device: %s", parts.text)
               : ksn_because(why, "%s. Nor can the arrays be streamed through it: %s", whole.text, parts.text);
}

// `load` is where ranks agree; they hear of what went wrong before.
static int prepare(ksn_run *run, ksn_why *why) {
  if (run->device->open(run, why))
    return ksn_cannot_run(why);
  if (placeInParts(run, why) || ksn_check_host_memory(run, why) || allocateHomes(run, why)) {
    ksn_keep_take(run);
    return ksn_cannot_run(why);
  }
  ksn_verify_begin(run);
  if (run->device->load(run, why)) {
    ksn_ranks_wait();
    ksn_keep_take(run);
    ksn_verify_cancel(run);
    return -1;
  }
  return 0;
}

void ksn_release(ksn_run *run) {
  run->device->release(run);
  for (int f = 0; run->state->homes && f < run->field_count; f++)
    ksn_give_block(&run->state->homes[f]);
  free(run->state->homes);
  free(run->state);
  run->state = NULL;
}

static int meet(const void *first, const void *behind, const void *otherFirst, const void *otherBehind) {
  return (const char *)first < (const char *)otherBehind && (const char *)otherFirst < (const char *)behind;
}

// One of the scalars, pairs of addresses, lies in a field; `written`: in one that is written. Rows that lie anywhere
// have no memory of their own yet.
static int liesInField(const ksn_run *run, const void *const *scalars, int written) {
  for (int s = 0; scalars && scalars[s]; s += 2)
    for (int f = 0; f < run->field_count; f++) {
      const ksn_field *const field = &run->fields[f];
      if (field->hidden || field->row || (written && !field->written) || field->last < field->first)
        continue;
      const ksn_bytes bytes = ksn_bytes_at_home(field);
      if (meet(bytes.from, bytes.end, scalars[s], scalars[s + 1]))
        return 1;
    }
  return 0;
}

static int meetsAny(const void *first, const void *behind, const void *const *others) {
  for (int s = 0; others && others[s]; s += 2)
    if (meet(first, behind, others[s], others[s + 1]))
      return 1;
  return 0;
}

// Scalars that the call site took, and those that it sets, must be apart from each other and from the arrays.
static int sharesScalar(const ksn_run *run) {
  const void *const *const taken = run->call[2], *const *const set = run->call[3];
  for (int t = 0; taken && taken[t]; t += 2)
    if (meetsAny(taken[t], taken[t + 1], set))
      return 1;
  for (int s = 0; set && set[s]; s += 2)
    if (meetsAny(set[s], set[s + 1], set + s + 2))
      return 1;
  return liesInField(run, taken, 1) || liesInField(run, set, 0);
}

// An array that the program has not, or NULL. On the host that is right as long as no cell looks at it; to a device
// there is nothing to copy.
static const char *missingArray(const ksn_run *run) {
  for (int f = 0; !run->device->on_host && f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    if (!field->home && !field->hidden && !field->row && field->first <= field->last)
      return field->name;
  }
  return NULL;
}

int ksn_begin(ksn_run *run) {
  checkRequest(run);
  if (!ksn_environment()->quiet)
    ksn_warn_of_copies(run->info);
  const char *const missing = missingArray(run);
  if (missing) {
    ksn_why why;
    ksn_because(&why, "%s is NULL, so that it can't be copied to the device", missing);
    return ksn_decline(run->info, run->call, why.text);
  }
  if (sharesScalar(run))
    return ksn_decline(run->info, run->call,
                       "a scalar of the region is part of an array, or of another scalar, that it sets");
  run->state = ksn_allocate(1, sizeof *run->state);
  run->state->began = ksn_now();
  if (run->steps < 0)
    run->steps = 0;
  ksn_why why;
  if (prepare(run, &why)) {
    if (ksn_is_worker()) {
      ksn_release(run);
      return KSN_ORIGINAL;
    }
    if (!ksn_environment()->fallback)
      ksn_fail_region(run->info, "%s; KASANE_FALLBACK=1 runs the original loops instead", why.text);
    ksn_release(run);
    return ksn_decline(run->info, run->call, why.text);
  }
  run->state->loaded = ksn_now();
  return KSN_GO;
}

void ksn_pass(ksn_run *run, int depth) {
  if (depth < 1 || depth > run->info->depth || depth > run->steps - run->state->steps)
    ksn_fail_region(run->info, "internal: a pass of %d steps after %lld of %lld", depth, (long long)run->state->steps,
                    (long long)run->steps);
  ksn_show_progress(run, ksn_steps_made(run), 0);
  run->device->pass(run);
  run->state->passes++;
  run->state->steps += depth;
}

void ksn_fetch(ksn_run *run, int field) {
  if (field < 0 || field >= run->field_count || !run->fields[field].hidden)
    ksn_fail_region(run->info, "internal: field %d is fetched", field);
  run->device->fetch(run, field);
}

void ksn_stop(ksn_run *run, int64_t steps) {
  if (steps < 1 || steps > run->state->steps)
    ksn_fail_region(run->info, "internal: stopped after %lld of %lld steps", (long long)steps,
                    (long long)run->state->steps);
  run->state->steps = run->steps = steps;
}

void ksn_launch(ksn_run *run, const char *kernel, const size_t groups[3], const size_t group[3], int arg_count,
                const ksn_arg *args) {
  if (groups[0] && groups[1] && groups[2])
    run->device->launch(run, KSN_LANE_WORK, kernel, groups, group, arg_count, args);
}

// Devices without buffers have one lane.
static int aheadOf(const ksn_run *run) { return run->device->buffers ? KSN_LANE_AHEAD : KSN_LANE_WORK; }

void ksn_launch_ahead(ksn_run *run, const char *kernel, const size_t groups[3], const size_t group[3], int arg_count,
                      const ksn_arg *args) {
  if (groups[0] && groups[1] && groups[2])
    run->device->launch(run, aheadOf(run), kernel, groups, group, arg_count, args);
}

void ksn_meet(ksn_run *run) {
  const ksn_buffers *const buffers = run->device->buffers;
  static const int lanes[] = {KSN_LANE_WORK, KSN_LANE_AHEAD};
  void *marks[2] = {NULL, NULL};
  if (!buffers)
    return;
  for (int n = 0; n < 2; n++)
    ksn_check_device(run, buffers->mark(run, lanes[n], &marks[n]), "marking a lane");
  for (int n = 0; n < 2; n++)
    ksn_check_device(run, buffers->follow(run, lanes[1 - n], marks[n]), "following a mark");
  for (int n = 0; n < 2; n++)
    buffers->forget(marks[n]);
}

void *ksn_scratch(const ksn_run *run, int thread) {
  if (thread < 0 || thread >= run->threads)
    ksn_fail_region(run->info, "thread %d asks for scratch, but there is some for %d threads only", thread,
                    run->threads);
  return (char *)run->state->scratch.memory + ksn_scratch_stride(run) * (size_t)thread;
}

int ksn_end(ksn_run *run) { return ksn_finish(run, -1); }

int ksn_finish(ksn_run *run, int host) {
  if (run->state->steps != run->steps)
    ksn_fail_region(run->info, "internal: ended after %lld of %lld steps", (long long)run->state->steps,
                    (long long)run->steps);
  run->device->wait(run);
  ksn_show_progress(run, ksn_steps_made(run), 1);
  const double computed = ksn_now();
  if (host < 0)
    ksn_keep_mark(run);
  run->device->store(run, host);
  ksn_ranks_wait();
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].row && run->fields[f].written)
      ksn_scatter_rows(&run->fields[f]);
  int how = KSN_RAN;
  if (ksn_verifying(run->call) && ksn_verify_possible(run->call))
    how = KSN_VERIFY;
  ksn_record_run(run, ksn_visits_of(run), ksn_exchanged_of(run), computed);
  ksn_keep_take(run);
  if (how == KSN_VERIFY)
    ksn_verify_end(run);
  ksn_release(run);
  return how;
}
