// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code in the time loop: the run is kept in the argument block's second slot while the user's statements run.
#include "base/Call.h"
#include "base/Error.h"
#include "base/State.h"
#include "beside/Beside.h"
#include "box/Rows.h"
#include "device/Device.h"
#include "parts/Parts.h"
#include "ranks/Ranks.h"
#include "report/Report.h"
#include "run/Keep.h"
#include "run/Orders.h"
#include "run/Run.h"
#include "verify/Verify.h"
#include <stdlib.h>
#include <string.h>

typedef struct suspended {
  ksn_halt halt; // first: Call.c looks at it
  ksn_run run;   // its fields and spares are the copies below
  int apart;     // the arrays stayed where they were
  int beside;    // planes between those that the statements look at may be in the making
  double since;
  int *at;
  int at_count;
} suspended;

static suspended *keptOf(void *const *call) { return call[1]; }

static void *copyOf(const void *from, size_t bytes) {
  void *const to = ksn_allocate(bytes ? bytes : 1, 1);
  if (bytes)
    memcpy(to, from, bytes);
  return to;
}

static void discard(void **call) {
  suspended *const kept = keptOf(call);
  free(kept->run.fields);
  free(kept->run.spares);
  free(kept->at);
  free(kept);
  call[1] = NULL;
}

int ksn_label_of(void *const *call) { return keptOf(call) ? keptOf(call)->halt.label : 0; }

int ksn_suspends(const ksn_run *run) {
  return ksn_is_worker() ? ksn_ordered_suspends() : ksn_verify_first_round(run->call);
}

// Other ranks have left the region as well, and go back as the argument block says then.
static void leaveRanks(const ksn_run *run) {
  if (ksn_over_ranks(run))
    ksn_ranks_wait();
}

// Copies of rows follow what host code may write.
static void gatherWritten(const ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].row && run->fields[f].host & 2)
      ksn_gather_rows(&run->fields[f]);
}

// `now`: where the user's names lead, in whatever order.
static void expectSameRows(const ksn_run *run, const ksn_field *now) {
  for (int f = 0; f < run->field_count; f++) {
    int same = !now[f].table;
    for (int k = 0; k < run->field_count && !same; k++)
      same = now[f].table == run->fields[k].table && ksn_same_rows(&now[f], &run->fields[k]);
    if (!same)
      ksn_fail_region(run->info,
                      "host code in the time loop has given %s other rows, which the region depends on; do that "
                      "outside of the region only",
                      now[f].name);
  }
}

static suspended *keep(ksn_run *run, int point, int label, const int *at, int count, int64_t done) {
  suspended *const kept = ksn_allocate(1, sizeof *kept);
  kept->run = *run;
  kept->run.fields = copyOf(run->fields, (size_t)run->field_count * sizeof *run->fields);
  kept->run.spares = copyOf(run->spares, (size_t)run->spare_count * sizeof *run->spares);
  kept->at = copyOf(at, (size_t)count * sizeof *at);
  kept->at_count = count;
  kept->halt = (ksn_halt){.point = point, .label = label, .done = done};
  kept->since = ksn_now();
  run->call[1] = kept;
  leaveRanks(run);
  return kept;
}

int ksn_suspend(ksn_run *run, int point, int label, const int *at, int count, int64_t done) {
  run->device->wait(run);
  run->device->store(run, 1);
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].row && run->fields[f].written && run->fields[f].host & 1)
      ksn_scatter_rows(&run->fields[f]);
  ksn_keep_all_home(); // the user's statements may look at any array
  suspended *const kept = keep(run, point, label, at, count, done);
  ksn_verify_suspend(&kept->run);
  ksn_record_moved(run->info, 0); // the process may end in the host code: the region is in the report then
  return KSN_HOST;
}

// Verification looks at all arrays there.
int ksn_suspend_neighbours(ksn_run *run, int point, int label, const int *at, int count, int64_t done) {
  if (ksn_verifying(run->call) || !ksn_goes_beside(run))
    return ksn_suspend(run, point, label, at, count, done);
  ksn_halo_call_begins(run, label);
  ksn_keep_all_home();
  keep(run, point, label, at, count, done)->beside = 1;
  ksn_record_moved(run->info, 0);
  return KSN_HOST;
}

// Planes that visit the device are between two launches then, which know the fields by where they are.
int ksn_suspend_apart(ksn_run *run, int point, int label, const int *at, int count, int64_t done, int behind) {
  if (run->state->chunk)
    ksn_suspend(run, point, label, at, count, done);
  else
    keep(run, point, label, at, count, done)->apart = 1;
  keptOf(run->call)->halt.behind = behind;
  ksn_record_moved(run->info, 0);
  return KSN_HOST;
}

// The time that host code takes is none of the region's.
static void goOn(const suspended *kept) {
  const double away = ksn_now() - kept->since;
  kept->run.state->began += away;
  kept->run.state->loaded += away;
}

void ksn_resume(ksn_run *run, int *at, int count, int64_t *done) {
  suspended *const kept = keptOf(run->call);
  if (count != kept->at_count || run->field_count != kept->run.field_count || run->spare_count != kept->run.spare_count)
    ksn_fail_region(run->info, "internal: another region was suspended here");
  const int apart = kept->apart, stays = apart || kept->beside;
  if (kept->beside)
    ksn_halo_call_ends(&kept->run);
  if (ksn_over_ranks(&kept->run) && !ksn_is_worker())
    ksn_order_resume(&kept->run, run->fields);
  if (!apart) {
    expectSameRows(&kept->run, run->fields);
    gatherWritten(&kept->run);
    ksn_verify_resume(&kept->run);
  }
  goOn(kept);
  ksn_field *const fields = run->fields;
  ksn_spare *const spares = run->spares;
  memcpy(fields, kept->run.fields, (size_t)run->field_count * sizeof *fields);
  if (run->spare_count)
    memcpy(spares, kept->run.spares, (size_t)run->spare_count * sizeof *spares);
  memcpy(at, kept->at, (size_t)count * sizeof *at);
  *done = kept->halt.done;
  *run = kept->run;
  run->fields = fields;
  run->spares = spares;
  if (!stays)
    run->device->wait(run);
  discard(run->call);
  if (!stays)
    run->device->reload(run);
}

int ksn_host_shape(void **call, const char *name, int same) {
  if (!same)
    ksn_fail_region(
        keptOf(call)->run.info,
        "host code in the time loop has changed %s, which the region depends on; change it outside of the region "
        "only",
        name);
  return same;
}

int ksn_host_value(void **call, int same) {
  if (!same)
    ksn_verify_unknown(call);
  return same;
}

int ksn_host_break(void **call) {
  suspended *const kept = keptOf(call);
  if (ksn_over_ranks(&kept->run) && !ksn_is_worker())
    ksn_order_break(&kept->run);
  if (kept->beside)
    ksn_halo_call_ends(&kept->run);
  gatherWritten(&kept->run);
  ksn_verify_resume(&kept->run);
  goOn(kept);
  kept->run.steps = kept->run.state->steps;
  ksn_verify_unknown(call); // the original's loops alone wouldn't end here
  const int how = ksn_finish(&kept->run, 0);
  discard(call);
  return how;
}
