// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a program on ranks may end, and what it does beside regions: `how` says which.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef CALLS_INIT
#include <mpi.h>
#endif

enum { N = 64 };
static double a[N][N], b[N][N], c[N][N], d[N][N];

static void fill(double (*array)[N]) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      array[j][i] = (7 * i + 3 * j) % 11;
}

static double heat(double (*a)[N], double (*b)[N], int n, int steps) {
  double sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = 0.25 * (a[j - 1][i] + a[j + 1][i] + a[j][i - 1] + a[j][i + 1]) + 0.01 * FACTOR;
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        a[j][i] = b[j][i];
  }
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      sum += a[j][i];
  return sum;
}

static void *inThread(void *result) {
  fill(c);
  for (int k = 0; k < 50; k++)
    *(double *)result = heat(c, d, N, 9);
  return NULL;
}

static int twoThreads(void) {
  double sum = 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, inThread, &sum))
    return 9;
  for (int k = 0; k < 50; k++)
    heat(a, b, N, 9);
  if (pthread_join(thread, NULL))
    return 9;
  printf("sums %.17g %.17g\n", sum, heat(a, b, N, 0));
  return 0;
}

static void leaveInside(void) {
#pragma stencil
  for (int t = 0; t < 9; t++) {
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        b[j][i] = 0.5 * (a[j][i - 1] + a[j][i + 1]);
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        a[j][i] = b[j][i];
    if (t == 3)
      exit(5);
  }
}

__attribute__((constructor)) static void early(void) {
  if (getenv("LOUD"))
    fprintf(stderr, "a constructor runs\n");
}

int main(int argc, char **argv) {
  const char *const how = argc > 1 ? argv[1] : "return", *const file = argc > 2 ? argv[2] : NULL;
#ifdef CALLS_INIT
  MPI_Init(&argc, &argv);
#endif
  fill(a);
  if (!strcmp(how, "threads"))
    return twoThreads();
  if (!strcmp(how, "forks")) {
    const pid_t child = fork();
    if (child == 0)
      exit(0);
  }
  if (!strcmp(how, "starts")) // another program, which runs alone
    return system(argv[0]);
  printf("sum %.17g\n", heat(a, b, N, 9));
  if (!strcmp(how, "waits")) // until somebody is killed
    for (int k = 0; k < 1000; k++) {
      fprintf(stderr, "round %d\n", k);
      heat(a, b, N, 20000);
    }
  if (!strcmp(how, "sleeps"))
    sleep(3);
  if (file) {
    FILE *const out = fopen(file, "a");
    if (!out || fprintf(out, "once\n") < 0 || fclose(out))
      return 8;
  }
  fflush(stdout);
  if (!strcmp(how, "exit"))
    exit(3);
  if (!strcmp(how, "leaves"))
    _exit(4);
  if (!strcmp(how, "aborts"))
    abort();
  if (!strcmp(how, "host"))
    leaveInside();
#ifdef CALLS_INIT
  MPI_Finalize();
#endif
  return !strcmp(how, "returns") ? 6 : 0;
}
