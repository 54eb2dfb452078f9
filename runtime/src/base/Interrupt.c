// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ctrl-C while arrays are streamed through a device: what is at home then is between two steps, here one and there
// another. So the visit is finished first; then the signal goes to whoever had it before. Other threads of the program
// may be in a system call, which must not fail because of us.
#include "base/Interrupt.h"
#include "base/Error.h"
#include "base/State.h"
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int watchers; // runs that want to know
static struct sigaction former;
static volatile sig_atomic_t interrupted;

static void note(int number) {
  (void)number;
  interrupted = 1;
}

void ksn_watch_interrupts(void) {
  const struct sigaction ours = {.sa_handler = note, .sa_flags = SA_RESTART};
  ksn_lock(&mutex);
  if (watchers++ == 0 && sigaction(SIGINT, &ours, &former))
    watchers = 0; // it does what it did before
  ksn_unlock(&mutex);
}

void ksn_unwatch_interrupts(void) {
  ksn_lock(&mutex);
  if (watchers > 0 && --watchers == 0)
    (void)sigaction(SIGINT, &former, NULL);
  const int late = watchers == 0 && interrupted;
  if (late)
    interrupted = 0;
  ksn_unlock(&mutex);
  if (late)
    (void)raise(SIGINT);
}

void ksn_take_interrupt(const ksn_run *run, const char *old) {
  if (!interrupted)
    return;
  struct sigaction ours;
  ksn_lock(&mutex);
  interrupted = 0;
  (void)sigaction(SIGINT, &former, &ours);
  ksn_unlock(&mutex);
  ksn_say("%s (%s:%d): interrupted; the arrays hold step %lld of %lld%s%s%s", run->info->name, run->info->file,
          run->info->line, (long long)run->state->steps, (long long)run->steps, old ? ", but not " : "", old ? old : "",
          old ? ", which every step makes anew" : "");
  (void)raise(SIGINT); // the program may go on
  ksn_lock(&mutex);
  (void)sigaction(SIGINT, &ours, NULL);
  ksn_unlock(&mutex);
}
