// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/Orders.h"
#include "base/Call.h"
#include "base/Env.h"
#include "base/Error.h"
#include "box/Field.h"
#include "box/Rows.h"
#include "ranks/Ranks.h"
#include <stdlib.h>
#include <string.h>

static struct {
  pthread_t first;     // the thread that began the program
  int busy;            // rank 0: workers are in a region
  ksn_order now;       // workers: that is followed
  const char *tables;  // workers: that came with it, from the next one on
  char *options;       // workers: of OpenCL's compiler, NULL: none
  const int64_t *kept; // workers: what the fields are lent, by number
} ranks;

void ksn_note_first_thread(void) { ranks.first = pthread_self(); }

int ksn_is_first_thread(void) { return pthread_equal(pthread_self(), ranks.first); }

// ---- Rank 0

int ksn_goes_to_ranks(const ksn_run *run) { return run->info->offer && ksn_rank_count() > 1; }

static ksn_order orderOf(const ksn_run *run, int64_t kind) {
  const ksn_env *const env = ksn_environment();
  return (ksn_order){.version = KSN_ORDER_VERSION,
                     .kind = kind,
                     .call = (int64_t)(intptr_t)run->call,
                     .suspends = ksn_verify_first_round(run->call),
                     .steps = env->steps,
                     .device_memory = env->device_memory,
                     .host = env->wire_host,
                     .nccl = env->wire_nccl,
                     .late = env->wire_late,
                     .latency = env->wire_latency,
                     .rate = env->wire_rate};
}

static int64_t padded(int64_t bytes) { return (bytes + 15) / 16 * 16; }

// Of elements first..last.
static int64_t tableBytes(const ksn_field *field) {
  return ksn_is_empty(field) || !field->home ? 0 : (field->last - field->first + 1) * (int64_t)ksn_size_of(field->type);
}

static void put(char *payload, int64_t *at, const void *data, int64_t bytes) {
  memcpy(payload + *at, data, (size_t)bytes);
  *at += padded(bytes);
}

_Static_assert(sizeof(ksn_layout) % 16 == 0, "layouts come one behind the other");

// Of fields with tables of rows, which are evenly spaced.
static void putLayouts(const ksn_field *fields, int count, char *payload, int64_t *at) {
  for (int f = 0; f < count; f++) {
    ksn_layout layout = {(int64_t)(intptr_t)fields[f].home, {0, 0, 0}, fields[f].first, fields[f].last};
    memcpy(layout.stride, fields[f].stride, sizeof layout.stride);
    if (fields[f].table)
      put(payload, at, &layout, sizeof layout);
  }
}

// `kept`: by field; NULL: none goes along.
static void sendOrder(const ksn_run *run, const ksn_field *fields, const int64_t *kept, ksn_order *what) {
  const ksn_offer *const offer = run->info->offer;
  const char *const options = ksn_environment()->opencl_options;
  const char *const names[] = {offer->name, offer->hash, options ? options : ""};
  enum { kNames = sizeof names / sizeof *names };
  const ksn_network *const network = ksn_network_of_ranks();
  for (int k = 0; k < offer->table_count; k++)
    what->table_bytes += padded(tableBytes(&fields[offer->tables[k]]));
  for (int f = 0; f < run->field_count; f++)
    what->layout_bytes += fields[f].table ? padded(sizeof(ksn_layout)) : 0;
  what->block_bytes = padded((int64_t)offer->block_bytes);
  for (int n = 0; n < kNames; n++)
    what->name_bytes += (int64_t)strlen(names[n]) + 1;
  what->name_bytes = padded(what->name_bytes);
  const int64_t keptBytes = kept ? run->field_count * (int64_t)sizeof *kept : 0;
  what->kept_bytes = padded(keptBytes);
  const int64_t bytes = ksn_payload_bytes(what);
  char *const payload = ksn_allocate((size_t)bytes, 1);
  int64_t at = 0;
  put(payload, &at, run->call, (int64_t)offer->block_bytes);
  char *name = payload + at;
  for (int n = 0; n < kNames; name += strlen(name) + 1, n++)
    strcpy(name, names[n]);
  at += what->name_bytes;
  for (int k = 0; k < offer->table_count; k++) {
    const ksn_field *const field = &fields[offer->tables[k]];
    if (tableBytes(field))
      put(payload, &at, (char *)field->home + field->first * (int64_t)ksn_size_of(field->type), tableBytes(field));
  }
  putLayouts(fields, run->field_count, payload, &at);
  if (kept)
    put(payload, &at, kept, keptBytes);
  ranks.busy = 1;
  network->order(what, sizeof *what);
  network->share(payload, bytes, 0);
  free(payload);
}

int64_t ksn_payload_bytes(const ksn_order *what) {
  return what->block_bytes + what->name_bytes + what->table_bytes + what->layout_bytes + what->kept_bytes;
}

void ksn_order_begin(const ksn_run *run, int64_t members, const int64_t *kept) {
  ksn_order what = orderOf(run, KSN_ORDER_BEGIN);
  what.members = members;
  sendOrder(run, run->fields, kept, &what);
}

// Without anything behind it.
static void sendAlone(const ksn_order *what) {
  ranks.busy = 1;
  ksn_network_of_ranks()->order(what, sizeof *what);
}

void ksn_order_home(int64_t number, int isWanted) {
  const int64_t kind = isWanted ? KSN_ORDER_HOME : KSN_ORDER_DROP;
  sendAlone(&(ksn_order){.version = KSN_ORDER_VERSION, .kind = kind, .call = number});
}

void ksn_order_planes(int64_t number, int64_t from, int64_t end, int up) {
  sendAlone(&(ksn_order){
      .version = KSN_ORDER_VERSION, .kind = KSN_ORDER_PLANES, .call = number, .from = from, .end = end, .up = up});
}

void ksn_order_resume(const ksn_run *run, const ksn_field *fields) {
  ksn_order what = orderOf(run, KSN_ORDER_RESUME);
  sendOrder(run, fields, NULL, &what);
}

void ksn_order_break(const ksn_run *run) {
  const ksn_order what = orderOf(run, KSN_ORDER_BREAK);
  sendAlone(&what);
}

// Other threads' regions are none of the ranks'.
void ksn_ranks_wait(void) {
  if (ksn_is_first_thread())
    ranks.busy = 0;
}

int ksn_ranks_are_busy(void) { return ranks.busy; }

int ksn_cannot_run(ksn_why *why) {
  if (ksn_is_first_thread() && (ksn_is_worker() || ranks.busy))
    (void)ksn_agree(-1, why);
  ksn_ranks_wait();
  return -1;
}

// ---- Workers

// But for devices, variables are rank 0's: those here may be others.
void ksn_follow(const ksn_order *what) {
  ranks.now = *what;
  ranks.kept = NULL;
  ksn_env env = {.quiet = 1,
                 .opencl_options = ranks.options,
                 .steps = what->steps,
                 .device_memory = what->device_memory,
                 .wire_host = (int)what->host,
                 .wire_nccl = (int)what->nccl,
                 .wire_late = (int)what->late,
                 .wire_latency = what->latency,
                 .wire_rate = what->rate};
  ksn_read_devices(&env);
  ksn_set_environment(&env);
}

void ksn_follow_options(const char *options) {
  if (ranks.options ? !strcmp(ranks.options, options) : !*options)
    return;
  free(ranks.options);
  ranks.options = *options ? strcpy(ksn_allocate(strlen(options) + 1, 1), options) : NULL;
  ksn_follow(&ranks.now);
}

void ksn_have_kept(const int64_t *numbers) { ranks.kept = numbers; }

const int64_t *ksn_ordered_kept(void) { return ranks.kept; }

void ksn_have_tables(const void *tables) { ranks.tables = tables; }

const void *ksn_table(const ksn_field *field) {
  const int64_t bytes = ksn_is_worker() ? tableBytes(field) : 0;
  if (!bytes)
    return field->home;
  const char *const came = ranks.tables;
  ranks.tables = came + padded(bytes);
  return came - field->first * (int64_t)ksn_size_of(field->type);
}

int64_t ksn_ordered_members(void) { return ranks.now.members; }

int ksn_ordered_suspends(void) { return (int)ranks.now.suspends; }
