// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// keep(A, B): between the regions of a scope an array stays in the memory that the kernels work on. A region's field
// takes that memory over when it is the same array, of the same shape or a part of it; whatever else touches its
// elements first brings them home. All of the process's scopes and memories are in one list,
// since any thread may come upon them.
#include "run/Keep.h"
#include "base/Bytes.h"
#include "base/Call.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Device.h"
#include "report/Report.h"
#include <stdlib.h>
#include <string.h>

typedef struct scope {
  const char *base;
  size_t bytes; // 0: a pointer's, what begins there
  struct scope *next;
} scope;

// A run of one field, of which only the device layer's part is left.
typedef struct memory {
  ksn_run run;
  struct ksn_state state;
  ksn_field field; // written: its home is out of date
  int lent;
  struct memory *next;
} memory;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static scope *scopes;
static memory *memories;

static int isKept(const void *home) {
  for (const scope *s = scopes; s; s = s->next)
    if ((const char *)home == s->base || ((const char *)home > s->base && (const char *)home < s->base + s->bytes))
      return 1;
  return 0;
}

// Numbers of a mesh stay with the arrays that are kept.
static int staysFor(const ksn_field *field) { return isKept(field->home) || (field->version && scopes); }

static int keeps(const ksn_run *run, const ksn_field *field) {
  return !run->device->on_host && !run->state->chunk && !run->state->parts && !field->hidden &&
         !ksn_verifying(run->call) && field->last >= field->first && staysFor(field);
}

static int isLent(const ksn_run *run, int field) { return run->state->lent && run->state->lent[field]; }

static int isAPart(const ksn_field *part, const ksn_field *of) {
  if (part->home != of->home || part->type != of->type || part->first < of->first || part->last > of->last)
    return 0;
  for (int axis = 0; axis < 3; axis++)
    if (part->lo[axis] < of->lo[axis] || part->hi[axis] > of->hi[axis] || part->stride[axis] != of->stride[axis])
      return 0;
  return 1;
}

// A pass that writes a spare in place of the field leaves no more than the field's own box.
static int mayFlip(const ksn_run *run, const ksn_field *field) {
  for (int s = 0; s < run->spare_count; s++)
    if (ksn_same_shape(&run->fields[run->spares[s].like], field))
      return 1;
  return 0;
}

static int isUsable(const ksn_run *run, const ksn_field *field, const memory *kept) {
  return keeps(run, field) && !field->host && kept->run.device == run->device && run->device->same(run, &kept->run) &&
         field->home == kept->field.home && field->version == kept->field.version &&
         (ksn_same_shape(field, &kept->field) || (!mayFlip(run, field) && isAPart(field, &kept->field)));
}

static int touches(const ksn_field *field, const ksn_field *other) {
  const int64_t size = (int64_t)ksn_size_of(field->type), otherSize = (int64_t)ksn_size_of(other->type);
  const char *const home = field->home, *const otherHome = other->home;
  return field->last >= field->first && home + field->first * size < otherHome + (other->last + 1) * otherSize &&
         otherHome + other->first * otherSize < home + (field->last + 1) * size;
}

static void bringHome(memory **at) {
  memory *const kept = *at;
  if (kept->lent)
    ksn_fail_region(kept->run.info,
                    "%s, which is kept on the device, is used by another region meanwhile; keep what one "
                    "thread uses only",
                    kept->field.name);
  *at = kept->next;
  kept->run.device->wait(&kept->run);
  kept->run.device->store(&kept->run, 1);
  kept->run.device->release(&kept->run);
  ksn_record_moved(kept->run.info, kept->state.moved);
  free(kept);
}

void ksn_keep_all_home(void) {
  ksn_lock(&mutex);
  for (memory **at = &memories; *at;)
    if ((*at)->lent) // a run that goes on has it, and brings it home itself
      at = &(*at)->next;
    else
      bringHome(at);
  ksn_unlock(&mutex);
}

// Those that no running region has.
int64_t ksn_kept_bytes(void) {
  int64_t bytes = 0;
  ksn_lock(&mutex);
  for (const memory *kept = memories; kept; kept = kept->next)
    bytes += kept->lent ? 0 : ksn_taken_bytes(ksn_buffer_bytes(&kept->field));
  ksn_unlock(&mutex);
  return bytes;
}

// The one field of the run that can have the memory; -1: it must go home first; -2: no field touches it.
static int fieldFor(const ksn_run *run, const memory *kept) {
  int found = -2;
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    if (field->hidden || !touches(field, &kept->field))
      continue;
    if (found != -2 || kept->lent || !isUsable(run, field, kept) || isLent(run, f))
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

void ksn_keep_lend(ksn_run *run) {
  ksn_lock(&mutex);
  for (memory **at = &memories; *at;) {
    memory *const kept = *at;
    const int f = isOutdated(run, kept) ? -1 : fieldFor(run, kept);
    if (f == -1) {
      bringHome(at);
      continue;
    }
    at = &kept->next;
    if (f < 0)
      continue;
    if (!run->state->lent)
      run->state->lent = ksn_allocate((size_t)run->field_count, sizeof *run->state->lent);
    run->state->lent[f] = kept;
    run->fields[f].mem = kept->field.mem;
    kept->lent = 1;
  }
  ksn_unlock(&mutex);
}

void ksn_keep_mark(ksn_run *run) {
  ksn_lock(&mutex);
  for (int f = 0; f < run->field_count; f++) {
    if (!keeps(run, &run->fields[f]) && !isLent(run, f))
      continue;
    if (!run->state->stays)
      run->state->stays = ksn_allocate((size_t)run->field_count, sizeof *run->state->stays);
    run->state->stays[f] = 1;
  }
  ksn_unlock(&mutex);
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
    kept->field = *field;
    kept->field.written = kept->field.unwanted = 0; // what another region leaves there is wanted
    kept->field.host = 1;
    run->device->adopt(&kept->run, run);
    kept->next = memories;
    memories = kept;
  }
  kept->field.mem = field->mem;
  kept->field.written |= field->written;
  kept->lent = 0;
  field->mem = NULL;
}

void ksn_keep_take(ksn_run *run, int all) {
  ksn_lock(&mutex);
  for (int f = 0; f < run->field_count; f++)
    if ((all && keeps(run, &run->fields[f])) || isLent(run, f))
      adopt(run, f);
  ksn_unlock(&mutex);
  free(run->state->lent);
  free(run->state->stays);
  run->state->lent = NULL;
  run->state->stays = NULL;
}

void ksn_keep(const void *array, unsigned long bytes) {
  if (ksn_environment()->verify) // which compares at home
    return;
  scope *const entry = ksn_allocate(1, sizeof *entry);
  entry->base = array;
  entry->bytes = bytes;
  ksn_lock(&mutex);
  entry->next = scopes;
  scopes = entry;
  ksn_unlock(&mutex);
}

void ksn_keep_end(const void *array) {
  ksn_lock(&mutex);
  for (scope **at = &scopes; *at; at = &(*at)->next)
    if ((*at)->base == array) {
      scope *const ended = *at;
      *at = ended->next;
      free(ended);
      break;
    }
  for (memory **at = &memories; *at;)
    if (staysFor(&(*at)->field))
      at = &(*at)->next;
    else
      bringHome(at);
  ksn_unlock(&mutex);
}
