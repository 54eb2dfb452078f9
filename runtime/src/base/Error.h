// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages and the two ways to fail. Whatever may be refused before anything of the user's is touched returns 0, or -1
// with the reason in a ksn_why: ksn_begin decides whether that is a fallback or an error. Everything else ends in
// ksn_fail. Besides, what fails nowhere but here: memory of the host, locks, the clock.
#ifndef KASANE_RT_ERROR_H
#define KASANE_RT_ERROR_H

#include "base/Base.h"
#include <pthread.h>

#ifdef __GNUC__
#define KSN_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#define KSN_NORETURN __attribute__((noreturn))
#else
#define KSN_PRINTF(text, arguments)
#define KSN_NORETURN
#endif

typedef struct ksn_why {
  char text[1024];
} ksn_why;
/* Why kernels can't be run on a part of the planes, where they have no windows. */
#define KSN_WHOLE_ARRAYS                                                                                               \
  "elements at any distance along the slowest axis are read, cells come in the order of the loops, "                   \
  "or blocks are made each by itself"
int ksn_because(ksn_why *why, const char *format, ...) KSN_PRINTF(2, 3); // -1
void ksn_say(const char *format, ...) KSN_PRINTF(1, 2);                  // one line on stderr, after `ksn: `
KSN_NORETURN void ksn_fail(const char *format, ...) KSN_PRINTF(1, 2);    // the same, and exit status 1
KSN_NORETURN void ksn_fail_region(const ksn_info *info, const char *format, ...) KSN_PRINTF(2, 3);
const char *ksn_failure_of(const ksn_info *info); // what ksn_fail_region said of this region, or NULL; in exit() only
int ksn_is_failing(void);                         // does one of these end the program?
void *ksn_allocate(size_t count, size_t size);    // cleared; fails rather than return NULL
void ksn_lock(pthread_mutex_t *mutex);
void ksn_unlock(pthread_mutex_t *mutex);
double ksn_now(void); // seconds, monotonic

#endif
// Tests: tests/unit/runtime/RegionTest.cpp
