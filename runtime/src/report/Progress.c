// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One line that is rewritten on a terminal, or, when KASANE_PROGRESS=1 asks for it, plain lines in a log. Unasked, a
// run of less than a second shows nothing.
#include "report/Progress.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include <stdio.h>

static void compose(const ksn_run *run, double steps, double elapsed, char *text, size_t size) {
  const double all = (double)run->steps;
  const double rate = elapsed > 0 ? steps * run->cells / elapsed / 1e9 : 0;
  const double left = steps > 0 ? elapsed / steps * (all - steps) : 0;
  if (snprintf(text, size, "%s: step %.0f of %.0f, %.3g Gcells/s, %.0f s left", run->info->name, (double)(int64_t)steps,
               all, rate, left) < 0)
    text[0] = 0;
}

// In core steps counts what has been handed to the device; its queue is short (see the device's pass), so that is near
// the truth. Before a part of the first step is made, nothing is known.
void ksn_show_progress(ksn_run *run, double steps, int last) {
  enum { kUnaskedAfter = 1 }; // seconds
  const double kOnTerminal = 0.2, kInLog = 5;
  const ksn_env *const env = ksn_environment();
  struct ksn_state *const state = run->state;
  const int asked = env->progress == 1;
  if (!last && steps <= 0)
    return;
  if (env->progress == 0 || (!asked && !env->terminal))
    return;
  const double now = ksn_now(), elapsed = now - state->loaded;
  const int due = (asked || elapsed >= kUnaskedAfter) && now - state->shown >= (env->terminal ? kOnTerminal : kInLog);
  if (last ? !(asked || state->showing) : !due)
    return;
  state->shown = now;
  char text[256];
  compose(run, steps, elapsed, text, sizeof text);
  if (!env->terminal) {
    ksn_say("%s", text);
    return;
  }
  state->showing = 1;
  (void)fprintf(stderr, "\rksn: %s\033[K%s", text, last ? "\n" : ""); // to the line's end cleared
  (void)fflush(stderr);
}
