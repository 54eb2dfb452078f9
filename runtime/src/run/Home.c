// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #pragma stencil home(A[k:n]), as generated code has it around a statement; and how keep begins.
#include "base/Env.h"
#include "base/Error.h"
#include "run/Keep.h"
#include "run/Scopes.h"
#include "run/Shown.h"
#include <stdlib.h>

// In this file, since programs name the others weakly: where something is kept they are linked, too.
void ksn_keep(const void *array, unsigned long bytes) {
  if (!ksn_environment()->verify) // which compares at home
    ksn_scope_begins(array, bytes);
}

void *ksn_home(const char *what, const void *array, long long from, long long count, unsigned long bytes,
               long long length, int writes) {
  if (count < 0)
    ksn_fail("%s: there are no %lld planes; ask for 0 or more", what, count);
  if (length >= 0 && (from < 0 || from > length || count > length - from))
    ksn_fail("%s: %lld from %lld on, but the array has %lld", what, count, from, length);
  ksn_shown *const shown = ksn_allocate(1, sizeof *shown);
  *shown = (ksn_shown){.from = array, .writes = writes};
  if (bytes) {
    const long long kMost = (INT64_MAX >> 8) / (long long)bytes; // no machine has addresses beyond
    if (from > kMost || from < -kMost || count > kMost)
      ksn_fail("%s: %lld from %lld on are more than there is memory", what, count, from);
    shown->from += from * (long long)bytes;
    shown->end = shown->from + count * (long long)bytes;
  }
  ksn_keep_visit(shown, KSN_BRING);
  ksn_show(shown);
  return shown;
}

void ksn_home_end(void *handle) {
  ksn_shown *const ended = handle;
  if (ended->writes)
    ksn_keep_visit(ended, KSN_GIVE_BACK);
  ksn_show_no_more(ended);
  ksn_keep_visit(ended, KSN_LEAVE);
  free(ended);
}
