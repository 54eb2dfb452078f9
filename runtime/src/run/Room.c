// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/Room.h"
#include "base/Bytes.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "run/Keep.h"
#include "verify/Verify.h"
#include <stdatomic.h>
#include <stdio.h>

typedef struct need {
  int64_t fields, spares, scratch, kept, tables, largest;
  int field_count, row_count; // that `fields` counts, and those of them that are rows
  const char *largest_name;
} need;

static void add(need *sum, int64_t *part, const ksn_field *field, int isOnHost) {
  const int64_t bytes = ksn_buffer_bytes(field);
  *part = ksn_add(*part, isOnHost ? bytes : ksn_taken_bytes(bytes));
  if (bytes > sum->largest) {
    sum->largest = bytes;
    sum->largest_name = field->name;
  }
}

static need needOf(const ksn_run *run) {
  need sum = {.largest_name = ""};
  for (int f = 0; f < run->field_count; f++)
    if (!run->device->on_host || run->fields[f].hidden || run->fields[f].row) {
      add(&sum, &sum.fields, &run->fields[f], run->device->on_host);
      sum.field_count++;
      sum.row_count += run->fields[f].row != NULL;
    }
  for (int s = 0; s < run->spare_count; s++)
    add(&sum, &sum.spares, &run->fields[run->spares[s].like], run->device->on_host);
  if (run->threads > 0)
    sum.scratch = ksn_times((int64_t)ksn_scratch_stride(run), run->threads);
  sum.kept = ksn_kept_bytes(0);
  sum.tables = ksn_table_bytes(run);
  return sum;
}

// "2 arrays of 8.0 GiB in all and 1 working copy of 4.0 GiB in all"
static void describe(const ksn_run *run, const need *sum, char *text, size_t size) {
  char arrays[96] = "", spares[96] = "", scratch[96] = "";
  int bad = 0;
  if (sum->fields)
    bad |= snprintf(arrays, sizeof arrays, "%d array%s (%s)", sum->field_count, sum->field_count == 1 ? "" : "s",
                    ksn_show_bytes(sum->fields).text) < 0;
  if (sum->spares)
    bad |= snprintf(spares, sizeof spares, "%s%d working cop%s (%s)", sum->fields ? " and " : "", run->spare_count,
                    run->spare_count == 1 ? "y" : "ies", ksn_show_bytes(sum->spares).text) < 0;
  if (sum->scratch)
    bad |= snprintf(scratch, sizeof scratch, "%sscratch of %d threads (%s)", sum->fields || sum->spares ? " and " : "",
                    run->threads, ksn_show_bytes(sum->scratch).text) < 0;
  if (bad || snprintf(text, size, "%s%s%s", arrays, spares, scratch) < 0)
    text[0] = 0;
}

// Asking the system costs more than a small region takes, and some regions are called a million times.
static int isWorthAsking(int64_t bytes) { return bytes > (INT64_C(16) << 20); }

// As the device has them. What is kept between regions isn't left, but can be had; what the run has of it is counted
// among what it takes.
static int limitsOf(const ksn_run *run, int card, int64_t *bytes, int64_t *largest, const char **name) {
  if (run->device->limits(run, card, bytes, largest, name))
    return -1;
  if (run->device->says_left)
    *bytes = ksn_add(*bytes, ksn_add(ksn_kept_bytes(card), ksn_lent_bytes(run, card)));
  return 0;
}

static const char *remedyFor(const ksn_run *run, const need *sum) {
  if (!run->device->on_host)
    return "choose another device with KASANE_DEVICE, or --target=openmp";
  return sum->row_count ? "allocate the rows of an array in one block, which needs no copy of them"
                        : "translate with --schedule=sweep, which needs no working copies";
}

// Once a process: the variable means nothing where a region takes no memory beside the program's own.
static void tellOfLimit(const ksn_run *run) {
  static atomic_int isTold;
  if (!ksn_environment()->quiet && !atomic_exchange(&isTold, 1))
    ksn_say(
        "%s (%s:%d): KASANE_DEVICE_MEMORY has no effect: on target %s the region works in the program's own arrays; "
        "it counts for devices, and with KASANE_PARTS",
        run->info->name, run->info->file, run->info->line, run->info->target);
}

static int checkDevice(ksn_run *run, const need *sum, ksn_why *why) {
  const char *const instead = remedyFor(run, sum);
  const int64_t asked =
      ksn_add(ksn_add(ksn_add(ksn_add(sum->fields, sum->spares), sum->scratch), sum->kept), sum->tables);
  const int64_t limit = ksn_environment()->device_memory;
  char what[320];
  describe(run, sum, what, sizeof what);
  if (limit && asked > limit)
    return ksn_because(why, "%s do not fit in %s (KASANE_DEVICE_MEMORY); raise it, or %s", what,
                       ksn_show_bytes(limit).text, instead);
  run->state->memory = asked;
  if (limit && run->device->on_host && !asked)
    tellOfLimit(run);
  if (run->device->on_host && !isWorthAsking(asked))
    return 0;
  int64_t freeBytes = INT64_MAX, bufferBytes = INT64_MAX;
  const char *name = "host";
  if (limitsOf(run, 0, &freeBytes, &bufferBytes, &name))
    return ksn_because(why, "the device does not say how much memory it has");
  if (asked > freeBytes)
    return ksn_because(why, "%s do not fit in the %s of %s; use a smaller grid, or %s", what,
                       ksn_show_bytes(freeBytes).text, name, instead);
  if (sum->largest > bufferBytes)
    return ksn_because(why, "%s takes %s, but %s allows %s for one buffer; use a smaller grid, or %s",
                       sum->largest_name, ksn_show_bytes(sum->largest).text, name, ksn_show_bytes(bufferBytes).text,
                       instead);
  return 0;
}

int ksn_check_memory(ksn_run *run, ksn_why *why) {
  const need sum = needOf(run);
  return checkDevice(run, &sum, why);
}

int ksn_check_host_memory(const ksn_run *run, ksn_why *why) {
  const int64_t verify = ksn_verify_bytes(run), onHost = run->device->on_host ? run->state->memory : 0;
  if (!isWorthAsking(verify))
    return 0;
  const int64_t available = ksn_free_host_memory();
  if (available >= 0 && ksn_add(onHost, verify) > available)
    return ksn_because(why,
                       "KASANE_VERIFY=1 needs %s on top for copies of what the region writes, %s are free; verify on a "
                       "smaller grid",
                       ksn_show_bytes(verify).text, ksn_show_bytes(available).text);
  return 0;
}

int ksn_device_memory(const ksn_run *run, int card, int64_t *bytes, int64_t *largest, const char **name) {
  const int64_t limit = ksn_environment()->device_memory;
  *bytes = *largest = INT64_MAX;
  if (limitsOf(run, card, bytes, largest, name))
    return -1;
  *bytes -= *bytes / 16; // drivers need some
  if (limit && limit <= *bytes) {
    *bytes = limit;
    *name = "KASANE_DEVICE_MEMORY";
  }
  return 0;
}
