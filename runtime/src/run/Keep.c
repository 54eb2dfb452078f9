// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// keep(A, B): between the regions of a scope an array stays in the memory that the kernels work on. A region's field
// takes that memory over when it is the same array, of the same shape or a part of it; whatever else touches its
// elements first brings them home. All of the process's scopes and memories are in one list,
// since any thread may come upon them.
//
// What members have of an array stays with them in the same way (parts/Kept.h). On ranks, rank 0 decides: workers
// number what is kept as it does, and its orders say which number a field gets, and which one is brought home.
#include "run/Keep.h"
#include "base/Bytes.h"
#include "base/Call.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "parts/Kept.h"
#include "parts/Parts.h"
#include "ranks/Ranks.h"
#include "report/Report.h"
#include "run/Orders.h"
#include "run/Scopes.h"
#include "run/Shown.h"
#include <stdlib.h>
#include <string.h>

// A run of one field, of which only the device layer's part is left.
typedef struct memory {
  ksn_run run;
  struct ksn_state state;
  ksn_field field; // written: its home is out of date
  int lent;
  int64_t number; // all ranks have a share of it, and know it by that; 0: this process has it
  struct memory *next;
} memory;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static memory *memories;
static int64_t lastNumber;

// Numbers of a mesh stay with the arrays that are kept.
static int staysFor(const ksn_field *field) {
  return ksn_is_in_scope(field->home) || (field->version && ksn_has_scopes());
}

static int isAskedFor(const ksn_run *run, const ksn_field *field) {
  return !field->hidden && !ksn_verifying(run->call) && field->last >= field->first && staysFor(field) &&
         !ksn_is_at_home(field);
}

static int keeps(const ksn_run *run, const ksn_field *field) {
  return !run->device->on_host && !run->state->chunk && isAskedFor(run, field);
}

static int isLent(const ksn_run *run, int field) { return run->state->lent && run->state->lent[field]; }

// A pass that writes a spare in place of the field leaves no more than the field's own box.
static int mayFlip(const ksn_run *run, const ksn_field *field) {
  for (int s = 0; s < run->spare_count; s++)
    if (ksn_same_shape(&run->fields[run->spares[s].like], field))
      return 1;
  return 0;
}

static int touches(const ksn_field *field, const ksn_field *other) {
  const ksn_bytes bytes = ksn_bytes_at_home(field), others = ksn_bytes_at_home(other);
  return field->last >= field->first && bytes.from < others.end && others.from < bytes.end;
}

// What is kept grows until it has the field, so it must meet nothing else that is kept or that the run has.
static int mayGrow(const ksn_run *run, const ksn_field *field, const memory *kept) {
  const ksn_field both = ksn_field_with(field, &kept->field);
  if (ksn_same_shape(&both, &kept->field))
    return 1;
  for (const memory *other = memories; other; other = other->next)
    if (other != kept && touches(&both, &other->field))
      return 0;
  for (int f = 0; f < run->field_count; f++)
    if (&run->fields[f] != field && !run->fields[f].hidden && touches(&run->fields[f], &both))
      return 0;
  return 1;
}

static int isUsableOnMembers(const ksn_run *run, const ksn_field *field, const memory *kept, const ksn_members *on) {
  const ksn_field both = ksn_field_with(field, &kept->field);
  return kept->run.state->parts && isAskedFor(run, field) && (!kept->number || ksn_is_first_thread()) &&
         ksn_may_have_kept(run, field, &kept->run, on->count, on->network) && mayGrow(run, field, kept) &&
         (ksn_same_shape(field, &both) || !mayFlip(run, field));
}

static int isUsable(const ksn_run *run, const ksn_field *field, const memory *kept, const ksn_members *on) {
  if (field->host || field->home != kept->field.home || field->version != kept->field.version)
    return 0;
  if (on->count)
    return isUsableOnMembers(run, field, kept, on);
  return keeps(run, field) && kept->run.device == run->device && run->device->same(run, &kept->run) &&
         (ksn_same_shape(field, &kept->field) || (!mayFlip(run, field) && ksn_is_part_of(field, &kept->field)));
}

static void expectUnused(const memory *kept) {
  if (kept->lent || (kept->number && !ksn_is_first_thread()))
    ksn_fail_region(kept->run.info,
                    "%s, which is kept on the device, is used by another region meanwhile; keep what one "
                    "thread uses only",
                    kept->field.name);
}

static void movePlanes(memory *kept, int64_t from, int64_t end, int up) {
  if (kept->number && !ksn_is_worker())
    ksn_order_planes(kept->number, from, end, up);
  const ksn_field box = ksn_planes_of(&kept->field, from, end);
  kept->run.device->wait(&kept->run);
  kept->run.device->move(&kept->run, &box, up);
  ksn_record_moved(kept->run.info, kept->state.moved);
  kept->state.moved = 0;
  if (kept->number)
    ksn_ranks_wait();
}

static void giveBack(void *context, ksn_span planes) {
  if (!ksn_is_none(planes))
    movePlanes(context, planes.from, planes.end, 1);
}

// Or, where nobody wants what it holds, nowhere.
static void letGo(memory **at, int isWanted) {
  memory *const kept = *at;
  expectUnused(kept);
  if (isWanted)
    ksn_each_written(&kept->field, giveBack, kept);
  *at = kept->next;
  if (kept->number && !ksn_is_worker())
    ksn_order_home(kept->number, isWanted);
  kept->run.device->wait(&kept->run);
  if (isWanted)
    kept->run.device->store(&kept->run, 1);
  kept->run.device->release(&kept->run);
  ksn_record_moved(kept->run.info, kept->state.moved);
  if (kept->number)
    ksn_ranks_wait();
  free(kept);
}

static void bringHome(memory **at) { letGo(at, 1); }

// A run that goes on has it, and brings it home itself; or it is the ranks', which the first thread has.
static int staysAway(const memory *kept) { return kept->lent || (kept->number && !ksn_is_first_thread()); }

// Workers wait for orders.
void ksn_keep_all_home(void) {
  ksn_lock(&mutex);
  for (memory **at = &memories; !ksn_is_worker() && *at;)
    if (staysAway(*at))
      at = &(*at)->next;
    else
      bringHome(at);
  ksn_unlock(&mutex);
}

static memory **placeOf(int64_t number) {
  memory **at = &memories;
  while (*at && (*at)->number != number)
    at = &(*at)->next;
  if (!*at)
    ksn_fail("internal: what is kept as number %lld isn't here", (long long)number);
  return at;
}

void ksn_keep_bring_home(int64_t number, int isWanted) {
  ksn_lock(&mutex);
  letGo(placeOf(number), isWanted);
  ksn_unlock(&mutex);
}

// ---- Some planes for a statement

void ksn_keep_move(int64_t number, int64_t from, int64_t end, int up) {
  ksn_lock(&mutex);
  movePlanes(*placeOf(number), from, end, up);
  ksn_unlock(&mutex);
}

void ksn_keep_visit(const ksn_shown *shown, int how) {
  ksn_lock(&mutex);
  for (memory *kept = memories; kept; kept = kept->next) {
    const ksn_span planes = ksn_planes_in(shown, &kept->field);
    if (ksn_is_none(planes))
      continue;
    expectUnused(kept);
    if (how == KSN_LEAVE && kept->number && kept->field.written && !ksn_is_at_home(&kept->field))
      ksn_leave_home(&kept->field, planes);
    if (how == KSN_GIVE_BACK)
      giveBack(kept, planes);
    if (how != KSN_BRING)
      continue;
    ksn_each_written(&kept->field, giveBack, kept); // by statements around this one
    if (kept->field.written)
      movePlanes(kept, planes.from, planes.end, 0);
  }
  ksn_unlock(&mutex);
}

// ---- From region to region

static int64_t bytesOn(const memory *kept, int card) {
  const ksn_parts *const parts = kept->run.state->parts;
  return parts ? ksn_blocks_of(parts, 0, card) : ksn_taken_bytes(ksn_buffer_bytes(&kept->field));
}

// Those that no running region has.
int64_t ksn_kept_bytes(int card) {
  int64_t bytes = 0;
  ksn_lock(&mutex);
  for (const memory *kept = memories; kept; kept = kept->next)
    bytes += kept->lent ? 0 : bytesOn(kept, card);
  ksn_unlock(&mutex);
  return bytes;
}

int64_t ksn_lent_bytes(const ksn_run *run, int card) {
  int64_t bytes = 0;
  for (int f = 0; run->state->lent && f < run->field_count; f++)
    if (run->state->lent[f])
      bytes += ((const memory *)run->state->lent[f])->run.state->parts ? bytesOn(run->state->lent[f], card)
                                                                       : ksn_buffer_bytes(&run->fields[f]);
  return bytes;
}

// The one field of the run that can have the memory; -1: it must go home first; -2: no field touches it.
static int fieldFor(const ksn_run *run, const memory *kept, const ksn_members *on) {
  int found = -2;
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    if (field->hidden || !touches(field, &kept->field))
      continue;
    if (found != -2 || kept->lent || !isUsable(run, field, kept, on) || isLent(run, f))
      return -1;
    found = f;
  }
  return found;
}

// The region has other numbers in its place.
static int isOutdated(const ksn_run *run, const memory *kept) {
  for (int f = 0; f < run->field_count; f++)
    if (kept->field.version && run->fields[f].version && run->fields[f].version != kept->field.version &&
        strcmp(run->fields[f].name, kept->field.name) == 0)
      return !kept->lent && kept->run.info == run->info;
  return 0;
}

static void lend(ksn_run *run, int field, memory *kept) {
  if (!run->state->lent)
    run->state->lent = ksn_allocate((size_t)run->field_count, sizeof *run->state->lent);
  run->state->lent[field] = kept;
  run->fields[field].mem = kept->field.mem;
  kept->lent = 1;
}

// By which cut a run on members goes: that of the most planes, so that regions of fewer follow.
static ksn_cut widestFor(const ksn_run *run, const ksn_members *on) {
  ksn_cut widest = {{0, 0}, 0};
  for (const memory *kept = memories; on->count && kept; kept = kept->next) {
    if (fieldFor(run, kept, on) < 0)
      continue;
    const ksn_cut cut = ksn_cut_of(&kept->run);
    if (cut.planes.end - cut.planes.from > widest.planes.end - widest.planes.from)
      widest = cut;
  }
  return widest;
}

static ksn_cut lendAll(ksn_run *run, const ksn_members *on) {
  const ksn_cut widest = widestFor(run, on);
  for (memory **at = &memories; *at;) {
    memory *const kept = *at;
    int f = isOutdated(run, kept) ? -1 : fieldFor(run, kept, on);
    if (f >= 0 && widest.members && !ksn_is_same_cut(ksn_cut_of(&kept->run), widest))
      f = -1;
    if (f == -1) {
      bringHome(at);
      continue;
    }
    at = &kept->next;
    if (f >= 0)
      lend(run, f, kept);
  }
  return widest;
}

// Workers.
static ksn_cut lendAsOrdered(ksn_run *run) {
  const int64_t *const numbers = ksn_ordered_kept();
  ksn_cut cut = {{0, 0}, 0};
  for (int f = 0; numbers && f < run->field_count; f++)
    if (numbers[f]) {
      memory *const kept = *placeOf(numbers[f]);
      lend(run, f, kept);
      cut = ksn_cut_of(&kept->run);
    }
  return cut;
}

ksn_cut ksn_keep_lend(ksn_run *run, const ksn_members *on) {
  ksn_lock(&mutex);
  const ksn_cut cut = ksn_is_worker() ? lendAsOrdered(run) : lendAll(run, on);
  ksn_unlock(&mutex);
  return cut;
}

int64_t *ksn_keep_numbers(const ksn_run *run) {
  int64_t *const numbers = ksn_allocate((size_t)run->field_count, sizeof *numbers);
  for (int f = 0; f < run->field_count; f++)
    numbers[f] = isLent(run, f) ? ((const memory *)run->state->lent[f])->number : 0;
  return numbers;
}

// Workers have no scopes: rank 0 tells.
void ksn_keep_mark(ksn_run *run) {
  char *const stays = ksn_allocate((size_t)run->field_count, sizeof *stays);
  ksn_lock(&mutex);
  for (int f = 0; f < run->field_count; f++)
    stays[f] = (char)(keeps(run, &run->fields[f]) || isLent(run, f));
  ksn_unlock(&mutex);
  if (ksn_over_ranks(run))
    ksn_network_of_ranks()->share(stays, run->field_count, 0);
  run->state->stays = stays;
}

// The memory is the scope's from now on.
static void adopt(ksn_run *run, int f) {
  memory *kept = run->state->lent ? run->state->lent[f] : NULL;
  ksn_field *const field = &run->fields[f];
  if (!kept) {
    kept = ksn_allocate(1, sizeof *kept);
    kept->run = (ksn_run){.device = run->device, .info = run->info, .call = run->call, .field_count = 1};
    kept->run.fields = &kept->field;
    kept->run.state = &kept->state;
    kept->number = ksn_over_ranks(run) ? ++lastNumber : 0;
    kept->field = *field;
    kept->field.written = kept->field.unwanted = 0; // what another region leaves there is wanted
    kept->field.host = 1;
    run->device->adopt(&kept->run, run);
    kept->next = memories;
    memories = kept;
  }
  if (kept->run.state->parts)
    ksn_give_kept(&kept->run, run, field);
  else
    kept->field.mem = field->mem;
  kept->field.written |= field->written && run->state->stays; // what didn't run has written nothing
  kept->lent = 0;
  field->mem = NULL;
}

void ksn_keep_take(ksn_run *run) {
  ksn_lock(&mutex);
  for (int f = 0; f < run->field_count; f++)
    if ((run->state->stays && run->state->stays[f]) || isLent(run, f))
      adopt(run, f);
  ksn_unlock(&mutex);
  free(run->state->lent);
  free(run->state->stays);
  run->state->lent = NULL;
  run->state->stays = NULL;
}

void ksn_keep_drop(const void *array, unsigned long bytes) {
  ksn_lock(&mutex);
  for (memory **at = &memories; *at;)
    if (ksn_is_in_array((*at)->field.home, array, bytes))
      letGo(at, 0);
    else
      at = &(*at)->next;
  ksn_unlock(&mutex);
}

void ksn_keep_end(const void *array) {
  ksn_scope_ends(array);
  ksn_lock(&mutex);
  for (memory **at = &memories; *at;)
    if (staysFor(&(*at)->field))
      at = &(*at)->next;
    else
      bringHome(at);
  ksn_unlock(&mutex);
}
