// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What generated code calls of gcc's OpenMP runtime, over threads of POSIX. It hands out the turns of a loop in the
// order that is asked for, and thread sanitizer sees all of its locks.
//
//   ORDER: forward, reverse, or a number, by which turns are shuffled
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kThreads = 3 };

typedef struct {
  void (*work)(void *);
  void *data;
  int number;
} member;

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long loop, next, turns, first, stride; // of the loop that is handed out
static _Thread_local int me;
static _Thread_local long loops;
static _Thread_local bool inside;

static void *begin(void *at) {
  member *m = at;
  me = m->number;
  loops = 0;
  inside = true;
  m->work(m->data);
  inside = false;
  return NULL;
}

void GOMP_parallel(void (*work)(void *), void *data, unsigned threads, unsigned flags) {
  (void)threads, (void)flags;
  pthread_t started[kThreads];
  member members[kThreads];
  loop = 0;
  pthread_barrier_init(&barrier, NULL, kThreads);
  for (int n = 0; n < kThreads; n++) {
    members[n] = (member){work, data, n};
    if (n > 0 && pthread_create(&started[n], NULL, begin, &members[n]) != 0)
      abort();
  }
  begin(&members[0]);
  for (int n = 1; n < kThreads; n++)
    pthread_join(started[n], NULL);
  pthread_barrier_destroy(&barrier);
}

static long common(long a, long b) { return b ? common(b, a % b) : a; }

// Which turn comes as number k.
static long turnOf(long k) {
  const char *order = getenv("ORDER");
  if (!order || strcmp(order, "forward") == 0)
    return k;
  if (strcmp(order, "reverse") == 0)
    return turns - 1 - k;
  long factor = atol(order) % turns + 1;
  while (common(factor, turns) != 1)
    factor++;
  return (k * factor + atol(order)) % turns;
}

bool GOMP_loop_nonmonotonic_dynamic_next(long *from, long *until) {
  pthread_mutex_lock(&lock);
  const bool more = next < turns;
  if (more) {
    *from = first + turnOf(next++) * stride;
    *until = *from + stride;
  }
  pthread_mutex_unlock(&lock);
  return more;
}

bool GOMP_loop_nonmonotonic_dynamic_start(long from, long until, long step, long chunk, long *mine, long *end) {
  if (step != 1 || chunk != 1)
    abort();
  pthread_mutex_lock(&lock);
  if (++loops > loop) { // the first one that comes to it
    loop = loops;
    next = 0;
    turns = until > from ? until - from : 0;
    first = from;
    stride = step;
  }
  pthread_mutex_unlock(&lock);
  return GOMP_loop_nonmonotonic_dynamic_next(mine, end);
}

void GOMP_barrier(void) { pthread_barrier_wait(&barrier); }
void GOMP_loop_end(void) { GOMP_barrier(); }
void GOMP_loop_end_nowait(void) {}
int omp_get_thread_num(void) { return me; }
int omp_get_num_threads(void) { return inside ? kThreads : 1; }
int omp_get_max_threads(void) { return kThreads; }
int omp_in_parallel(void) { return inside; }
