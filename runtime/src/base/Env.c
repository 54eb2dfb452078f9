// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The KASANE_ variables. All of them are checked when the first region is called, so that a misspelt one isn't found
// hours later or never. An empty value is as good as none.
#include "base/Env.h"
#include "base/Error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static const char *const kNames[] = {
#define KSN_VARIABLE(name, reader, values, meaning) #name,
#include "Variables.def"
    NULL};

static ksn_env environment;
static int isSet;
static pthread_once_t environmentOnce = PTHREAD_ONCE_INIT;

// Edits (insert, delete, replace) between two short words.
static size_t distance(const char *a, const char *b) {
  enum { kLongest = 63 };
  size_t row[kLongest + 1];
  const size_t n = strlen(b);
  if (n > kLongest || strlen(a) > kLongest)
    return kLongest;
  for (size_t j = 0; j <= n; j++)
    row[j] = j;
  for (size_t i = 0; a[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < n; j++) {
      const size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = replaced;
      if (diagonal + 1 < row[j + 1])
        row[j + 1] = diagonal + 1;
      if (row[j] + 1 < row[j + 1])
        row[j + 1] = row[j] + 1;
    }
  }
  return row[n];
}

const char *ksn_nearest(const char *word, const char *const *list) {
  const char *best = NULL;
  size_t bestDistance = 4;
  for (; *list; list++) {
    const size_t edits = distance(word, *list);
    if (edits < bestDistance) {
      best = *list;
      bestDistance = edits;
    }
  }
  return best;
}

static void refuseUnknownNames(void) {
  static const char prefix[] = "KASANE_";
  for (char **variable = environ; variable && *variable; variable++) {
    if (strncmp(*variable, prefix, sizeof prefix - 1) != 0)
      continue;
    char name[64] = "";
    const size_t length = strcspn(*variable, "=");
    memcpy(name, *variable, length < sizeof name ? length : sizeof name - 1);
    int known = 0;
    for (const char *const *entry = kNames; *entry; entry++)
      known |= strcmp(name, *entry) == 0;
    if (known)
      continue;
    const char *const near = ksn_nearest(name, kNames);
    if (near)
      ksn_fail("the environment variable %s is not known; did you mean %s?", name, near);
    ksn_fail("the environment variable %s is not known; see \"Environment variables\" in the language reference", name);
  }
}

static const char *valueOf(const char *name) {
  const char *const value = getenv(name);
  return value && *value ? value : NULL;
}

static int switchOf(const char *name, int unset) {
  const char *const value = valueOf(name);
  if (!value)
    return unset;
  if (!strcmp(value, "0") || !strcmp(value, "1"))
    return value[0] == '1';
  ksn_fail("%s=%s: expected 0 or 1", name, value);
}

static int64_t bytesOf(const char *name) {
  static const struct {
    const char *suffix;
    double factor;
  } kUnits[] = {{"", 1},
                {"B", 1},
                {"KiB", 1024.},
                {"MiB", 1048576.},
                {"GiB", 1073741824.},
                {"TiB", 1099511627776.},
                {"kB", 1e3},
                {"KB", 1e3},
                {"MB", 1e6},
                {"GB", 1e9},
                {"TB", 1e12},
                {"K", 1024.},
                {"M", 1048576.},
                {"G", 1073741824.}};
  const char *const value = valueOf(name);
  if (!value)
    return 0;
  char *end;
  errno = 0;
  const double number = strtod(value, &end);
  if (end != value && !errno && number > 0)
    for (size_t unit = 0; unit < sizeof kUnits / sizeof *kUnits; unit++)
      if (!strcmp(end, kUnits[unit].suffix) && number * kUnits[unit].factor >= 1 && number * kUnits[unit].factor < 9e18)
        return (int64_t)(number * kUnits[unit].factor);
  ksn_fail("%s=%s: expected a size such as 8GiB, 500MB or 1048576", name, value);
}

static double toleranceOf(const char *name) {
  const char *const value = valueOf(name);
  if (!value)
    return 0;
  char *end;
  errno = 0;
  const double number = strtod(value, &end);
  if (end == value || *end || errno || !(number > 0) || number > 1)
    ksn_fail("%s=%s: expected a relative error such as 1e-5", name, value);
  return number;
}

static int64_t countOf(const char *name) {
  const char *const value = valueOf(name);
  if (!value)
    return 0;
  char *end;
  errno = 0;
  const long long number = strtoll(value, &end, 10);
  if (end == value || *end || errno || number < 1)
    ksn_fail("%s=%s: expected a number from 1 up", name, value);
  return number;
}

static int64_t partsOf(const char *name) {
  const int64_t kMost = 4096, number = valueOf(name) ? countOf(name) : 0;
  if (number > kMost)
    ksn_fail("%s=%s: expected a number from 1 to %lld", name, valueOf(name), (long long)kMost);
  return number;
}

// `all`, or numbers.
static const char *devicesOf(const char *name) {
  const char *const value = valueOf(name), *at = value;
  if (value && valueOf("KASANE_DEVICE"))
    ksn_fail("%s=%s: KASANE_DEVICE=%s is set, too; leave one of the two out", name, value, valueOf("KASANE_DEVICE"));
  for (int isLast = !value || !strcmp(value, "all"); !isLast; at++) {
    const size_t digits = strspn(at, "0123456789");
    at += digits;
    isLast = !*at;
    if (!digits || digits > 4 || (!isLast && *at != ','))
      ksn_fail("%s=%s: expected all, or numbers such as 0,1", name, value);
  }
  return value;
}

void ksn_read_devices(ksn_env *env) {
  env->device = valueOf("KASANE_DEVICE");
  env->devices = devicesOf("KASANE_DEVICES");
}

// late:LATENCY,RATE in microseconds and GB/s.
static void readWire(const char *name, ksn_env *env) {
  static const char late[] = "late:";
  const char *const value = valueOf(name);
  env->wire_host = value && !strcmp(value, "host");
  env->wire_nccl = value && !strcmp(value, "nccl");
  if (!value || !strcmp(value, "local") || env->wire_host || env->wire_nccl)
    return;
  char *end = NULL;
  double microseconds = -1, rate = -1;
  if (!strncmp(value, late, sizeof late - 1)) {
    microseconds = strtod(value + sizeof late - 1, &end);
    if (end != value + sizeof late - 1 && *end == ',')
      rate = strtod(end + 1, &end);
  }
  if (!(microseconds >= 0 && microseconds <= 1e6) || !(rate > 0 && rate < 1e6) || *end)
    ksn_fail("%s=%s: expected local, host, nccl, or late:LATENCY,RATE in microseconds and GB/s, such as late:50,2.5",
             name, value);
  env->wire_late = 1;
  env->wire_latency = microseconds * 1e-6;
  env->wire_rate = rate * 1e9;
}

// A report that can't be written must be known before the run, not after it.
static const char *reportFile(void) {
  const char *const path = valueOf("KASANE_REPORT");
  if (!path)
    return NULL;
  const int exists = !access(path, F_OK);
  FILE *const file = fopen(path, "a");
  if (!file)
    ksn_fail("KASANE_REPORT=%s: cannot be written: %s", path, strerror(errno));
  if (fclose(file))
    ksn_fail("KASANE_REPORT=%s: cannot be written: %s", path, strerror(errno));
  if (!exists)
    (void)remove(path); // it comes with what it says
  return path;
}

static const char *keep(const char *value) {
  if (!value)
    return NULL;
  char *const copy = ksn_allocate(strlen(value) + 1, 1);
  return strcpy(copy, value);
}

static void readAll(void) {
  refuseUnknownNames();
  environment = (ksn_env){.target = keep(valueOf("KASANE_TARGET")),
                          .report = keep(reportFile()),
                          .opencl_options = keep(valueOf("KASANE_OPENCL_OPTIONS")),
                          .device_memory = bytesOf("KASANE_DEVICE_MEMORY"),
                          .slab = countOf("KASANE_SLAB"),
                          .steps = countOf("KASANE_STEPS"),
                          .parts = partsOf("KASANE_PARTS"),
                          .fallback = switchOf("KASANE_FALLBACK", 0),
                          .verify = switchOf("KASANE_VERIFY", 0),
                          .quiet = switchOf("KASANE_QUIET", 0),
                          .profile = switchOf("KASANE_PROFILE", 0),
                          .progress = switchOf("KASANE_PROGRESS", -1),
                          .terminal = isatty(STDERR_FILENO) == 1,
                          .verify_tol = toleranceOf("KASANE_VERIFY_TOL")};
  ksn_read_devices(&environment);
  environment.device = keep(environment.device);
  environment.devices = keep(environment.devices);
  readWire("KASANE_WIRE", &environment);
}

static int place = -1;
int ksn_place(void) { return place; }
void ksn_take_place(int taken) { place = taken; }

void ksn_set_environment(const ksn_env *env) {
  environment = *env;
  isSet = 1;
}

const ksn_env *ksn_environment(void) {
  if (isSet)
    return &environment;
  const int error = pthread_once(&environmentOnce, readAll);
  if (error)
    ksn_fail("pthread_once failed with error %d", error);
  return &environment;
}

int ksn_select(const char *targets) {
  const char *const wanted = ksn_environment()->target;
  if (!wanted)
    return 0;
  int index = 0;
  for (const char *target = targets; *target; index++) {
    const size_t length = strcspn(target, ",");
    if (strlen(wanted) == length && !strncmp(wanted, target, length))
      return index;
    target += length + (target[length] == ',');
  }
  ksn_fail("KASANE_TARGET=%s: this region was translated for %s", wanted, targets);
}
