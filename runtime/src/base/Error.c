// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/Error.h"
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// One write per message, so that the lines of several threads or processes don't mix. A stderr that can't be written to
// leaves nobody to tell.
static void writeLine(const char *prefix, const char *format, va_list arguments) {
  char line[8192];
  int used = snprintf(line, sizeof line, "ksn: %s", prefix);
  if (used < 0 || (size_t)used >= sizeof line - 2)
    used = 0;
  const int more = vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
  size_t length = (size_t)used + (more < 0 ? 0 : (size_t)more);
  if (length > sizeof line - 2)
    length = sizeof line - 2;
  line[length] = '\n';
  line[length + 1] = 0;
  (void)fputs(line, stderr);
  (void)fflush(stderr);
}

// exit() must not be entered twice: a second failure, in another thread or in an exit handler, leaves at once.
static atomic_int leaving;

KSN_NORETURN static void leave(void) {
  if (atomic_exchange(&leaving, 1))
    _Exit(1);
  exit(1);
}

// Written by the thread that leaves first, before it calls exit(); read by the handlers of that call.
static struct {
  const ksn_info *info;
  char text[512];
} failure;

const char *ksn_failure_of(const ksn_info *info) { return failure.info == info ? failure.text : NULL; }

int ksn_is_failing(void) { return atomic_load(&leaving); }

int ksn_because(ksn_why *why, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(why->text, sizeof why->text, format, arguments) < 0)
    why->text[0] = 0;
  va_end(arguments);
  return -1;
}

void ksn_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  writeLine("", format, arguments);
  va_end(arguments);
}

void ksn_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  writeLine("", format, arguments);
  va_end(arguments);
  leave();
}

void ksn_fail_region(const ksn_info *info, const char *format, ...) {
  char prefix[512];
  if (snprintf(prefix, sizeof prefix, "%s: %s (%s:%d): ", info->target, info->name, info->file, info->line) < 0)
    prefix[0] = 0;
  va_list arguments;
  va_start(arguments, format);
  writeLine(prefix, format, arguments);
  va_end(arguments);
  if (atomic_exchange(&leaving, 1))
    _Exit(1);
  va_start(arguments, format);
  if (vsnprintf(failure.text, sizeof failure.text, format, arguments) >= 0)
    failure.info = info;
  va_end(arguments);
  exit(1);
}

void *ksn_allocate(size_t count, size_t size) {
  void *const memory = calloc(count ? count : 1, size ? size : 1);
  if (!memory)
    ksn_fail("no memory left for %zu x %zu bytes", count, size);
  return memory;
}

void ksn_lock(pthread_mutex_t *mutex) {
  const int error = pthread_mutex_lock(mutex);
  if (error)
    ksn_fail("pthread_mutex_lock failed with error %d", error);
}

void ksn_unlock(pthread_mutex_t *mutex) {
  const int error = pthread_mutex_unlock(mutex);
  if (error)
    ksn_fail("pthread_mutex_unlock failed with error %d", error);
}

double ksn_now(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now))
    ksn_fail("clock_gettime failed");
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
