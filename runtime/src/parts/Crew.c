// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Crew.h"
#include "base/Error.h"
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct mate {
  ksn_crew *crew;
  int card;
  pthread_t thread;
} mate;

struct ksn_crew {
  int count; // of mates
  mate *mates;
  ksn_duty *duty; // NULL: they are to go
  void *context;
  atomic_uint called; // how often
  atomic_int busy;    // who haven't done what they were last called for
  int sleepers;       // of the mutex
  pthread_mutex_t mutex;
  pthread_cond_t wake;
};

// A round comes soon after the one before, and to wake who sleeps takes as long as to start a card's work: it is waited
// for busily at first.
static void waitForCall(ksn_crew *crew, unsigned seen) {
  const double kPatience = 200e-6; // seconds
  const double until = ksn_now() + kPatience;
  while (atomic_load(&crew->called) == seen && ksn_now() < until)
    (void)sched_yield();
  if (atomic_load(&crew->called) != seen)
    return;
  ksn_lock(&crew->mutex);
  crew->sleepers++;
  while (atomic_load(&crew->called) == seen)
    (void)pthread_cond_wait(&crew->wake, &crew->mutex);
  crew->sleepers--;
  ksn_unlock(&crew->mutex);
}

static void *serve(void *argument) {
  const mate *const self = argument;
  ksn_crew *const crew = self->crew;
  for (unsigned seen = 0;; seen++) {
    waitForCall(crew, seen);
    if (!crew->duty)
      return NULL;
    crew->duty(crew->context, self->card);
    (void)atomic_fetch_sub(&crew->busy, 1);
  }
}

static void call(ksn_crew *crew, ksn_duty *duty, void *context) {
  crew->duty = duty;
  crew->context = context;
  atomic_store(&crew->busy, crew->count);
  ksn_lock(&crew->mutex);
  (void)atomic_fetch_add(&crew->called, 1);
  if (crew->sleepers)
    (void)pthread_cond_broadcast(&crew->wake);
  ksn_unlock(&crew->mutex);
}

// The program's signals are its own threads'.
ksn_crew *ksn_crew_open(int cards) {
  ksn_crew *const crew = ksn_allocate(1, sizeof *crew);
  sigset_t all, before;
  crew->mates = ksn_allocate((size_t)cards, sizeof *crew->mates);
  if (pthread_mutex_init(&crew->mutex, NULL) || pthread_cond_init(&crew->wake, NULL))
    ksn_fail("no mutex can be made");
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0;
  for (int card = 1; card < cards && !error; card++) {
    mate *const next = &crew->mates[crew->count];
    *next = (mate){.crew = crew, .card = card};
    error = pthread_create(&next->thread, NULL, serve, next);
    crew->count += !error;
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!error)
    return crew;
  ksn_crew_close(crew);
  return NULL;
}

void ksn_crew_begin(ksn_crew *crew, ksn_duty *duty, void *context) { call(crew, duty, context); }

void ksn_crew_wait(const ksn_crew *crew) {
  while (atomic_load(&crew->busy) > 0)
    (void)sched_yield();
}

void ksn_crew_do(ksn_crew *crew, ksn_duty *duty, void *context) {
  ksn_crew_begin(crew, duty, context);
  duty(context, 0);
  ksn_crew_wait(crew);
}

void ksn_crew_close(ksn_crew *crew) {
  if (!crew)
    return;
  call(crew, NULL, NULL);
  for (int n = 0; n < crew->count; n++)
    (void)pthread_join(crew->mates[n].thread, NULL);
  (void)pthread_cond_destroy(&crew->wake);
  (void)pthread_mutex_destroy(&crew->mutex);
  free(crew->mates);
  free(crew);
}
