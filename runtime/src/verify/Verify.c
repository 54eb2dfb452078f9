// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KASANE_VERIFY=1: the region's results against those of the original loops, on the user's own data. Host memory: a
// snapshot and the results of every written field. The steps to make are halved until the first differing one is known:
// after `good` steps both agree, after `bad` they don't.
#include "verify/Verify.h"
#include "base/Bytes.h"
#include "base/Call.h"
#include "base/Env.h"
#include "base/Error.h"
#include "box/Field.h"
#include "box/Rows.h"
#include "verify/Compare.h"
#include "verify/Given.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kept {
  ksn_field field;
  int number;          // of the field
  void *before, *ours; // packed
} kept;

typedef struct ksn_check {
  ksn_round round; // first: Call.c looks at it
  const ksn_info *info;
  kept *fields;
  int field_count;
  int unknown;     // host code has changed what the original's loops alone don't, or ended them
  uint64_t *holds; // while host code runs: what the fields hold, as a hash
  int repeats;     // the host code that runs now stands in the copy of the loops, too
  int isWhole;     // the original's steps can't be bounded
  int64_t steps;   // asked for
  int64_t limit;   // to be made in this round
  int64_t good, bad;
  char other[256];    // "" or which pointer or variable differs, in this round
  char left[256];     // the same of variables that are read behind the region, in the first round
  char mismatch[512]; // what differs after `bad` steps
  double worst_ulp, worst_relative;
} ksn_check;

// The state lives in the argument block of the call, so regions nest and run in several threads.
static ksn_check *checkOf(void **call) { return call[0]; }

int64_t ksn_verify_bytes(const ksn_run *run) {
  int64_t bytes = 0;
  if (!ksn_environment()->verify || ksn_verifying(run->call))
    return 0;
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].written) {
      const int64_t size = (int64_t)ksn_size_of(run->fields[f].type);
      bytes = ksn_add(bytes, ksn_times(ksn_times(ksn_elements(&run->fields[f]), size),
                                       run->fields[f].row || run->fields[f].apart > 1 ? 3 : 2));
    }
  return bytes;
}

static void discard(void **call) {
  ksn_check *const check = checkOf(call);
  for (int f = 0; f < check->field_count; f++) {
    free(check->fields[f].before);
    free(check->fields[f].ours);
  }
  free(check->holds);
  free(check->fields);
  free(check);
  ksn_givens_discard(call);
  call[0] = NULL;
}

static ksn_check *snapshot(const ksn_run *run) {
  ksn_check *const check = ksn_allocate(1, sizeof *check);
  check->fields = ksn_allocate((size_t)run->field_count, sizeof *check->fields);
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    if (!field->written || (!field->home && !field->row)) // an array that the program has not
      continue;
    kept *const copy = &check->fields[check->field_count++];
    copy->field = *field;
    copy->number = f;
    copy->before = ksn_allocate((size_t)ksn_elements(field), ksn_size_of(field->type));
    copy->ours = ksn_allocate((size_t)ksn_elements(field), ksn_size_of(field->type));
    ksn_pack_user(field, copy->before);
  }
  return check;
}

void ksn_verify_begin(ksn_run *run) {
  if (!ksn_environment()->verify)
    return;
  ksn_check *check = checkOf(run->call);
  if (!check) {
    check = snapshot(run);
    check->info = run->info;
    check->round.is_first = 1;
    check->steps = check->limit = check->bad = run->steps;
    run->call[0] = check;
  }
  check->round.made = 0;
  check->other[0] = 0;
  run->steps = check->limit;
}

void ksn_verify_cancel(ksn_run *run) {
  if (ksn_verifying(run->call))
    discard(run->call);
}

// FNV-1a over the bytes of the box at home.
static uint64_t hashOf(const ksn_field *field) {
  const size_t size = ksn_size_of(field->type);
  uint64_t hash = 14695981039346656037u;
  for (ksn_rows rows = ksn_rows_of(field); ksn_next_row(&rows);) {
    for (int64_t n = 0; n < rows.count; n++) {
      const unsigned char *const from = (const unsigned char *)ksn_at_home(field, rows.offset + n);
      for (size_t k = 0; k < size; k++)
        hash = (hash ^ from[k]) * 1099511628211u;
    }
  }
  return hash;
}

void ksn_verify_suspend(ksn_run *run) {
  if (!ksn_verifying(run->call))
    return;
  ksn_check *const check = checkOf(run->call);
  check->holds = ksn_allocate((size_t)run->field_count, sizeof *check->holds);
  for (int f = 0; f < run->field_count; f++)
    check->holds[f] = run->fields[f].hidden ? 0 : hashOf(&run->fields[f]);
}

void ksn_verify_resume(ksn_run *run) {
  if (!ksn_verifying(run->call))
    return;
  ksn_check *const check = checkOf(run->call);
  for (int f = 0; f < run->field_count && !check->repeats; f++) {
    const ksn_field *const field = &run->fields[f];
    if (field->hidden || check->holds[f] == hashOf(field))
      continue;
    check->unknown = 1;
    if (!(field->host & 2))
      ksn_fail_region(run->info,
                      "host code in the time loop changes %s, which clause host doesn't say; name it there: "
                      "host(write: %s)",
                      field->name, field->name);
  }
  check->repeats = 0;
  free(check->holds);
  check->holds = NULL;
}

void ksn_verify_repeats(void **call) {
  if (ksn_verifying(call))
    checkOf(call)->repeats = 1;
}

void ksn_verify_unknown(void **call) {
  if (ksn_verifying(call))
    checkOf(call)->unknown = 1;
}

int ksn_verify_possible(void **call) {
  const ksn_check *const check = checkOf(call);
  const ksn_info *const info = check->info;
  if (!check->unknown)
    return 1;
  ksn_say("verify: %s (%s:%d, %s): nothing to compare: host code in the time loop ends it, or changes what it works on",
          info->name, info->file, info->line, info->target);
  discard(call);
  return 0;
}

void ksn_verify_end(ksn_run *run) {
  ksn_check *const check = checkOf(run->call);
  if (check->round.is_first) // a test may have ended it before the loop's bound
    check->steps = check->limit = check->bad = run->steps;
  for (int f = 0; f < check->field_count; f++) {
    kept *const copy = &check->fields[f];
    copy->field.unwanted = run->fields[copy->number].unwanted;
    ksn_pack_user(&copy->field, copy->ours);
    ksn_unpack_user(&copy->field, copy->before);
  }
}

// In the first round the original's own bounds decide, so that a wrong number of steps is seen.
int ksn_verify_step(void **call) {
  ksn_check *const check = checkOf(call);
  if (!check->round.is_first && check->round.made >= check->limit)
    return 0;
  check->round.made++;
  return 1;
}

void ksn_verify_whole(void **call) {
  ksn_check *const check = checkOf(call);
  check->round.made = check->steps;
  check->isWhole = 1;
}

static int isStrict(const ksn_info *info) { return strcmp(info->fp, "strict") == 0; }

// The first one is told. `text`: of 256 characters.
__attribute__((format(printf, 2, 3))) static void differs(char *text, const char *format, ...) {
  if (text[0])
    return;
  va_list values;
  va_start(values, format);
  if (vsnprintf(text, 256, format, values) < 0)
    text[0] = 0;
  va_end(values);
}

static void pointersDiffer(char *text, const char *name, const void *ours, const void *theirs) {
  if (ours != theirs)
    differs(text, "%s points elsewhere: translated %p, original %p", name, ours, theirs);
}

// tolerance < 0: bits.
static void realsDiffer(char *text, const char *name, double ours, double theirs, double tolerance) {
  const double largest = fmax(fabs(ours), fabs(theirs));
  const int same = memcmp(&ours, &theirs, sizeof ours) == 0 || (isnan(ours) && isnan(theirs));
  if (!same && !(tolerance >= 0 && isfinite(largest) && fabs(ours - theirs) <= tolerance * largest))
    differs(text, "%s: translated %.17g, original %.17g", name, ours, theirs);
}

static void integersDiffer(char *text, const char *name, long long ours, long long theirs) {
  if (ours != theirs)
    differs(text, "%s: translated %lld, original %lld", name, ours, theirs);
}

void ksn_verify_pointer(void **call, const char *name, const void *ours, const void *theirs) {
  pointersDiffer(checkOf(call)->other, name, ours, theirs);
}

void ksn_verify_real(void **call, const char *name, double ours, double theirs) {
  if (isStrict(checkOf(call)->info))
    realsDiffer(checkOf(call)->other, name, ours, theirs, -1);
}

void ksn_verify_integer(void **call, const char *name, long long ours, long long theirs) {
  if (isStrict(checkOf(call)->info))
    integersDiffer(checkOf(call)->other, name, ours, theirs);
}

static double toleranceFor(const ksn_info *info, ksn_type type) {
  const double kFloat = 1e-4, kDouble = 1e-10; // relative; documented beside KASANE_VERIFY_TOL
  const double asked = ksn_environment()->verify_tol;
  if (isStrict(info))
    return -1;
  if (asked > 0)
    return asked;
  return type == KSN_F32 ? kFloat : kDouble;
}

void ksn_verify_left_pointer(void **call, const char *name, const void *ours, const void *theirs) {
  if (checkOf(call)->round.is_first)
    pointersDiffer(checkOf(call)->left, name, ours, theirs);
}

void ksn_verify_left_real(void **call, const char *name, double ours, double theirs, unsigned long bytes) {
  const ksn_check *const check = checkOf(call);
  if (check->round.is_first)
    realsDiffer(checkOf(call)->left, name, ours, theirs,
                toleranceFor(check->info, bytes == sizeof(float) ? KSN_F32 : KSN_F64));
}

void ksn_verify_left_integer(void **call, const char *name, long long ours, long long theirs) {
  if (checkOf(call)->round.is_first)
    integersDiffer(checkOf(call)->left, name, ours, theirs);
}

void ksn_verify_given(void **call, int point, const char *name, long long whole, double real) {
  const ksn_given *const ours = ksn_givens_other(call, point, name, whole, real);
  if (!ours || !isStrict(checkOf(call)->info))
    return;
  ksn_check *const check = checkOf(call);
  if (ours->whole == whole)
    differs(check->left, "host code of step %lld was given %s = %.17g, the original has %.17g",
            (long long)check->round.made, name, ours->real, real);
  else
    differs(check->left, "host code of step %lld was given %s = %lld, the original has %lld",
            (long long)check->round.made, name, ours->whole, whole);
}

static void describe(ksn_check *check, const ksn_field *field, const ksn_difference *d) {
  char error[96] = "";
  int bad = 0;
  if (!isStrict(check->info) && (field->type == KSN_F32 || field->type == KSN_F64))
    bad = snprintf(error, sizeof error, "; worst relative error %.3g, allowed %.3g; worst %.0f ULP", d->worst_relative,
                   toleranceFor(check->info, field->type), d->worst_ulp) < 0;
  if (bad ||
      snprintf(check->mismatch, sizeof check->mismatch,
               "%s at (x, y, z) = (%lld, %lld, %lld): translated %s, original %s; %lld of %lld elements differ%s",
               field->name, (long long)d->x, (long long)d->y, (long long)d->z, d->ours, d->theirs, (long long)d->count,
               (long long)ksn_elements(field), error) < 0)
    check->mismatch[0] = 0;
}

static ksn_difference differenceOf(const kept *copy, double tolerance) {
  ksn_field field = copy->field;
  if (!field.row && field.apart <= 1)
    return ksn_compare_box(&field, copy->ours, field.home, tolerance);
  const size_t size = ksn_size_of(field.type);
  char *const block = ksn_allocate((size_t)ksn_buffer_bytes(&field) / size, size);
  const ksn_field user = field;
  field.home = block - ksn_lowest(&field) * (int64_t)size;
  if (field.row)
    ksn_gather_rows(&field);
  field.apart = 1;
  if (!field.row)
    ksn_copy_homes(&field, &user);
  field.row = NULL;
  const ksn_difference d = ksn_compare_box(&field, copy->ours, field.home, tolerance);
  free(block);
  return d;
}

// 1: this round's results differ, and check->mismatch says how.
static int compare(ksn_check *check) {
  for (int f = 0; f < check->field_count; f++) {
    const kept *const copy = &check->fields[f];
    if (copy->field.unwanted)
      continue;
    const ksn_difference d = differenceOf(copy, toleranceFor(check->info, copy->field.type));
    if (d.count) {
      describe(check, &copy->field, &d);
      return 1;
    }
    if (d.worst_ulp > check->worst_ulp)
      check->worst_ulp = d.worst_ulp;
    if (d.worst_relative > check->worst_relative)
      check->worst_relative = d.worst_relative;
  }
  if (check->other[0])
    memcpy(check->mismatch, check->other, sizeof check->other);
  return check->other[0] != 0;
}

void ksn_verify_agree(void **call, int isFirst) {
  const ksn_check *const check = checkOf(call);
  const ksn_info *const info = check->info;
  char names[256] = "";
  size_t used = 0;
  for (int f = 0; f < check->field_count && used < sizeof names - 1; f++) {
    if (check->fields[f].field.unwanted)
      continue;
    const int more = snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", check->fields[f].field.name);
    used += more < 0 ? 0 : (size_t)more;
  }
  if (isFirst) {
    if (isStrict(info))
      ksn_say("verify: %s (%s:%d, %s): %lld steps, %s: every bit as the original's", info->name, info->file, info->line,
              info->target, (long long)check->steps, names);
    else
      ksn_say("verify: %s (%s:%d, %s): %lld steps, %s: worst relative error %.3g, worst %.0f ULP", info->name,
              info->file, info->line, info->target, (long long)check->steps, names, check->worst_relative,
              check->worst_ulp);
  }
  discard(call);
}

int ksn_verify_round(void **call, const ksn_info **info) {
  ksn_check *const check = checkOf(call);
  // A region without a time loop has one step and counts none.
  const int counts = check->round.made || check->steps != 1;
  if (check->round.is_first && counts && check->round.made != check->steps)
    ksn_fail_region(check->info, "verify: differs: the original made %lld steps, the translated loops %lld",
                    (long long)check->round.made, (long long)check->steps);
  const int bad = compare(check);
  if (check->round.is_first && !bad) {
    if (check->left[0])
      ksn_fail_region(check->info, "verify: differs: after %lld steps: %s", (long long)check->steps, check->left);
    *info = check->info;
    return 0;
  }
  if (check->isWhole)
    ksn_fail_region(check->info, "verify: differs: after %lld steps: %s", (long long)check->steps, check->mismatch);
  if (bad)
    check->bad = check->limit;
  else
    check->good = check->limit;
  if (check->bad - check->good <= 1)
    ksn_fail_region(check->info, "verify: differs: first at step %lld of %lld: %s", (long long)check->bad,
                    (long long)check->steps, check->mismatch);
  check->round.is_first = 0;
  check->limit = check->good + (check->bad - check->good) / 2;
  for (int f = 0; f < check->field_count; f++)
    ksn_unpack_user(&check->fields[f].field, check->fields[f].before);
  return 1;
}
