// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every region did, summed over its calls; written when the process exits.
// A region is known by the address of its info.
#include "report/Report.h"
#include "base/Bytes.h"
#include "base/Call.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "report/Profile.h"
#include "report/Whole.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The one table of the runtime that changes: all access under the mutex.
static struct {
  pthread_mutex_t mutex;
  ksn_entry *first;
} table = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void putString(FILE *file, const char *text) {
  (void)fputc('"', file);
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      (void)fprintf(file, "\\%c", c);
    else if (c < 0x20)
      (void)fprintf(file, "\\u%04x", c);
    else
      (void)fputc(c, file);
  }
  (void)fputc('"', file);
}

static void putText(FILE *file, const char *key, const char *value) {
  (void)fprintf(file, "\"%s\": ", key);
  putString(file, value);
  (void)fputs(", ", file);
}

static void putCount(FILE *file, const char *key, int64_t value) {
  (void)fprintf(file, "\"%s\": %lld, ", key, (long long)value);
}

static void putSeconds(FILE *file, const char *name, const double *seconds, int64_t count) {
  if (!count)
    return;
  (void)fprintf(file, "\"%s\": [", name);
  for (int64_t k = 0; k < count; k++)
    (void)fprintf(file, "%s%.9f", k ? ", " : "", seconds[k]);
  (void)fputs("], ", file);
}

static void putExchanged(FILE *file, const ksn_exchanged *exchanged) {
  const int64_t members = exchanged->members, planes = exchanged->planes;
  if (exchanged->ranks)
    putCount(file, "ranks", exchanged->ranks);
  putCount(file, "members", members);
  (void)fputs("\"parts\": [", file);
  for (int64_t m = 0; m < members; m++)
    (void)fprintf(file, "%s%lld", m ? ", " : "",
                  (long long)(ksn_planes_before(planes, members, m + 1) - ksn_planes_before(planes, members, m)));
  (void)fputs("], ", file);
  if (exchanged->cards)
    (void)fputs("\"devices\": [", file);
  for (int64_t m = 0; exchanged->cards && m < members; m++)
    (void)fprintf(file, "%s%d", m ? ", " : "", exchanged->cards[m]);
  if (exchanged->cards)
    (void)fputs("], ", file);
  putText(file, "wire", exchanged->wire);
  putCount(file, "steps_per_exchange", exchanged->steps);
  putCount(file, "exchanges", exchanged->count);
  putCount(file, "exchanged_bytes", exchanged->bytes);
  putSeconds(file, "predicted", exchanged->predicted, exchanged->predicted_count);
  putSeconds(file, "tried", exchanged->tried, exchanged->tried_count);
  (void)fprintf(file, "\"exchange_seconds\": %.6f, \"waited_seconds\": %.6f, ", exchanged->seconds, exchanged->waited);
}

static const char *placementOf(const ksn_entry *entry) {
  if (entry->exchanged.members)
    return "distributed";
  return entry->visits.count ? "chunked" : entry->info->placement;
}

static void putEntry(FILE *file, const ksn_entry *entry) {
  const ksn_info *const info = entry->info;
  (void)fputs("\n  {", file);
  putText(file, "name", info->name);
  putText(file, "function", info->function);
  putText(file, "file", info->file);
  putCount(file, "line", info->line);
  putText(file, "target", info->target);
  putText(file, "family", info->family);
  (void)fprintf(file, "\"tile\": [%d, %d, %d], ", info->tile[0], info->tile[1], info->tile[2]);
  putCount(file, "depth", info->depth);
  putText(file, "placement", placementOf(entry));
  putText(file, "fp", info->fp);
  putCount(file, "calls", entry->calls);
  putCount(file, "declined", entry->declined);
  putCount(file, "verified", entry->verified);
  putCount(file, "passes", entry->passes);
  putCount(file, "steps", entry->steps);
  if (entry->small)
    putCount(file, "small_calls", entry->small + entry->idle);
  if (entry->visits.count) {
    putCount(file, "visits", entry->visits.count);
    putCount(file, "visit_steps", entry->visits.steps);
    putCount(file, "slab", entry->visits.slab);
    putCount(file, "block", entry->visits.block);
    putCount(file, "most_visit_steps", entry->visits.most_steps);
    putCount(file, "least_memory", entry->visits.least_memory);
    putCount(file, "whole_memory", entry->visits.whole_memory);
  }
  if (entry->exchanged.members)
    putExchanged(file, &entry->exchanged);
  if (entry->kept)
    putCount(file, "kept", entry->kept);
  if (entry->halo_calls) {
    putCount(file, "halo_calls", entry->halo_calls);
    putCount(file, "calls_beside", entry->calls_beside);
  }
  putCount(file, "bytes", entry->moved);
  putCount(file, "memory", entry->memory);
  putCount(file, "huge_pages", entry->huge);
  (void)fprintf(file, "\"seconds\": %.6f, \"kernel_seconds\": %.6f, ", entry->seconds, entry->kernel_seconds);
  putCount(file, "cells", (int64_t)entry->cells);
  (void)fprintf(file, "\"predicted_seconds\": %.9f, ", info->predicted_ns * 1e-9 * entry->cells);
  putText(file, "machine", info->machine ? info->machine : "");
  putText(file, "chosen", info->chosen ? info->chosen : "");
  const char *const failure = ksn_failure_of(info);
  (void)fprintf(file, "\"ran\": %s, ", entry->declined || failure ? "false" : "true");
  (void)fputs("\"reason\": ", file);
  putString(file, failure ? failure : entry->reason);
  (void)fputc('}', file);
}

static void putEntries(FILE *file) {
  (void)fputs("{\"version\": 1, \"regions\": [", file);
  for (const ksn_entry *entry = table.first; entry; entry = entry->next) {
    putEntry(file, entry);
    if (entry->next)
      (void)fputc(',', file);
  }
  (void)fputs("\n]}\n", file);
}

// Runs in exit(), which must not be called again from here.
static void writeReport(const char *path) {
  const int error = ksn_write_whole(path, putEntries);
  if (!error)
    return;
  ksn_say("KASANE_REPORT=%s: cannot be written: %s", path, strerror(error));
  _Exit(1);
}

static void atExit(void) {
  const ksn_env *const env = ksn_environment();
  ksn_lock(&table.mutex);
  for (const ksn_entry *entry = table.first; entry; entry = entry->next) {
    if (env->profile)
      ksn_print_profile(entry);
    if (entry->verified > 1)
      ksn_say("verify: %s (%s:%d, %s): %lld calls agree", entry->info->name, entry->info->file, entry->info->line,
              entry->info->target, (long long)entry->verified);
  }
  if (env->report)
    writeReport(env->report);
  ksn_unlock(&table.mutex);
}

// Returns with the mutex held: nothing that may fail, and so exit, until it is released.
static ksn_entry *lockEntry(const ksn_info *info) {
  ksn_entry *const fresh = ksn_allocate(1, sizeof *fresh);
  ksn_lock(&table.mutex);
  ksn_entry **place = &table.first;
  while (*place && (*place)->info != info)
    place = &(*place)->next;
  if (*place) {
    free(fresh);
    return *place;
  }
  const int isFirst = place == &table.first;
  fresh->info = info;
  *place = fresh;
  if (isFirst && atexit(atExit)) {
    ksn_unlock(&table.mutex);
    ksn_fail("atexit failed: no report can be written");
  }
  return fresh;
}

static ksn_exchanged summed(const ksn_exchanged *before, ksn_exchanged exchanged) {
  exchanged.count += before->count;
  exchanged.bytes = ksn_add(exchanged.bytes, before->bytes);
  exchanged.seconds += before->seconds;
  exchanged.waited += before->waited;
  return exchanged;
}

void ksn_record_run(const ksn_run *run, ksn_visits visits, ksn_exchanged exchanged, double computed) {
  const struct ksn_state *const state = run->state;
  if (!ksn_verify_first_round(run->call))
    return;
  const double now = ksn_now();
  ksn_entry *const entry = lockEntry(run->info);
  entry->calls++;
  entry->passes += state->passes;
  entry->steps += state->steps;
  entry->small += run->small;
  for (int f = 0; state->lent && f < run->field_count; f++)
    entry->kept += state->lent[f] != NULL;
  entry->moved = ksn_add(entry->moved, state->moved);
  if (entry->memory < state->memory)
    entry->memory = state->memory;
  if (entry->huge < state->huge)
    entry->huge = state->huge;
  const int64_t before = entry->visits.count;
  entry->visits = visits;
  entry->visits.count += before;
  entry->exchanged = summed(&entry->exchanged, exchanged);
  entry->seconds += now - state->began;
  entry->kernel_seconds += computed - state->loaded;
  entry->cells += run->cells * (double)state->steps;
  ksn_unlock(&table.mutex);
}

int64_t ksn_record_no_steps(const ksn_info *info) {
  ksn_entry *const entry = lockEntry(info);
  entry->calls++;
  const int64_t idle = ++entry->idle;
  ksn_unlock(&table.mutex);
  return idle;
}

void ksn_record_moved(const ksn_info *info, int64_t bytes) {
  ksn_entry *const entry = lockEntry(info);
  entry->moved = ksn_add(entry->moved, bytes);
  ksn_unlock(&table.mutex);
}

void ksn_record_halo_calls(const ksn_info *info, int64_t calls, int64_t beside) {
  ksn_entry *const entry = lockEntry(info);
  entry->halo_calls += calls;
  entry->calls_beside += beside;
  ksn_unlock(&table.mutex);
}

int64_t ksn_record_decline(const ksn_info *info, const char *reason) {
  ksn_entry *const entry = lockEntry(info);
  entry->calls++;
  const int64_t declined = ++entry->declined;
  const size_t length = strlen(reason);
  const size_t kept = length < sizeof entry->reason ? length : sizeof entry->reason - 1;
  memcpy(entry->reason, reason, kept);
  entry->reason[kept] = 0;
  ksn_unlock(&table.mutex);
  return declined;
}

int64_t ksn_record_verified(const ksn_info *info) {
  ksn_entry *const entry = lockEntry(info);
  const int64_t verified = ++entry->verified;
  ksn_unlock(&table.mutex);
  return verified;
}
