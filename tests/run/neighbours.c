// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that are MPI already: in the time loops stand calls that refresh halos, at different places. The first
// argument says which of the loops, the second one how many steps.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = 96, NX = 1200 };

static int rank, ranks, first, n; // n: rows of this rank, with `halo` at both ends
static int seen;                  // by a call
static float weight = 0.2f;

static void exchange(float (*u)[NX], int halo) {
  const int before = rank ? rank - 1 : MPI_PROC_NULL, behind = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(u[n - 2 * halo], halo * NX, MPI_FLOAT, behind, 1, u[0], halo * NX, MPI_FLOAT, before, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(u[halo], halo * NX, MPI_FLOAT, before, 2, u[n - halo], halo * NX, MPI_FLOAT, behind, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

// What its name doesn't say.
static void exchangeAndLook(float (*u)[NX]) {
  exchange(u, 1);
  seen += u[n / 2][7] > 0.5f;
}
static void exchangeAndSet(float (*u)[NX]) {
  exchange(u, 1);
  u[n / 2][7] = 0.5f;
}
static void exchangeAndWeigh(float (*u)[NX], float *rows) {
  exchange(u, 1);
  rows[3] *= 0.99f;
}

static void last(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchange)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = u[j][i] + weight * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1] - 4 * u[j][i]);
    exchange(v, 1);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
}

static void begins(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchange)
  for (int t = 0; t < steps; t++) {
    if (ranks > 1)
      exchange(u, 1);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = u[j][i] + weight * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1] - 4 * u[j][i]);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
}

static void wide(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchange)
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < n - 2; j++)
      for (int i = 2; i < NX - 2; i++)
        v[j][i] = u[j][i] + weight * (u[j - 2][i] + u[j + 1][i] + u[j][i - 2] + u[j][i + 1] - 4 * u[j][i]);
    for (int j = 2; j < n - 2; j++)
      for (int i = 2; i < NX - 2; i++)
        u[j][i] = v[j][i];
    exchange(u, 2);
  }
}

// Two fields in place, a call behind each.
static void staggered(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchange)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] += weight * (u[j + 1][i] - u[j][i] + u[j][i + 1] - u[j][i]);
    exchange(v, 1);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        u[j][i] += weight * (v[j][i] - v[j - 1][i] + v[j][i] - v[j][i - 1]);
    exchange(u, 1);
  }
}

// Each step needs a sum: nothing is left to be made beside the call.
static void summed(int steps, float (*u)[NX], float (*v)[NX]) {
  float most = 0;
#pragma stencil neighbours(exchange)
  for (int t = 0; t < steps; t++) {
    most = 0;
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        v[j][i] = u[j][i] + weight * (u[j - 1][i] + u[j + 1][i] - 2 * u[j][i]);
        most = v[j][i] > most ? v[j][i] : most;
      }
    exchange(v, 1);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
  float all = 0;
  MPI_Allreduce(&most, &all, 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%.9g\n", all);
}

static void looks(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchangeAndLook)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = u[j][i] + weight * (u[j - 1][i] + u[j + 1][i] - 2 * u[j][i]);
    exchangeAndLook(v);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
}

static void sets(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchangeAndSet)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = u[j][i] + weight * (u[j - 1][i] + u[j + 1][i] - 2 * u[j][i]);
    exchangeAndSet(v);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
}

// The second call of two is watched, too.
static void pair(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchange, exchangeAndSet)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = u[j][i] + weight * (u[j - 1][i] + u[j + 1][i] - 2 * u[j][i]);
    exchange(u, 1);
    exchangeAndSet(v);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
}

// Both halos, one behind the other.
static void both(int steps, float (*u)[NX], float (*v)[NX]) {
#pragma stencil neighbours(exchange)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] += weight * (u[j + 1][i] - u[j][i] + u[j][i + 1] - u[j][i]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        u[j][i] += weight * (v[j][i] - v[j][i - 1]);
    exchange(u, 1);
    exchange(v, 1);
  }
}

// It changes an array that has no planes.
static void weighs(int steps, float (*u)[NX], float (*v)[NX], float *rows) {
#pragma stencil neighbours(exchangeAndWeigh)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = u[j][i] + rows[i] * (u[j - 1][i] + u[j + 1][i] - 2 * u[j][i]);
    exchangeAndWeigh(v, rows);
    float(*w)[NX] = u;
    u = v;
    v = w;
  }
}

static float (*rowsOf(int what))[NX] {
  float(*const u)[NX] = malloc((size_t)n * sizeof *u);
  if (!u)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < NX; i++)
      u[j][i] = (float)(((first + j) * 131 + i * 17 + what * 7) % 101) * 0.01f;
  return u;
}

static uint64_t hashOf(float (*u)[NX], int halo, uint64_t hash) {
  if (rank)
    MPI_Recv(&hash, 1, MPI_UINT64_T, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const int from = rank ? halo : 0, end = rank < ranks - 1 ? n - halo : n;
  const unsigned char *const bytes = (const unsigned char *)u[from];
  for (size_t b = 0; b < (size_t)(end - from) * sizeof *u; b++)
    hash = (hash ^ bytes[b]) * 1099511628211u;
  if (rank < ranks - 1)
    MPI_Send(&hash, 1, MPI_UINT64_T, rank + 1, 3, MPI_COMM_WORLD);
  MPI_Bcast(&hash, 1, MPI_UINT64_T, ranks - 1, MPI_COMM_WORLD);
  return hash;
}

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char *const which = argc > 1 ? argv[1] : "last";
  const int steps = argc > 2 ? atoi(argv[2]) : 30, halo = strcmp(which, "wide") ? 1 : 2;
  first = (ALL - 2 * halo) * rank / ranks;
  n = (ALL - 2 * halo) * (rank + 1) / ranks - first + 2 * halo;
  float(*const u)[NX] = rowsOf(0), (*const v)[NX] = rowsOf(1), rows[NX];
  for (int i = 0; i < NX; i++)
    rows[i] = 0.1f + (float)(i % 5) * 0.01f;
  if (!strcmp(which, "last"))
    last(steps, u, v);
  else if (!strcmp(which, "begins"))
    begins(steps, u, v);
  else if (!strcmp(which, "wide"))
    wide(steps, u, v);
  else if (!strcmp(which, "staggered"))
    staggered(steps, u, v);
  else if (!strcmp(which, "summed"))
    summed(steps, u, v);
  else if (!strcmp(which, "looks"))
    looks(steps, u, v);
  else if (!strcmp(which, "sets"))
    sets(steps, u, v);
  else if (!strcmp(which, "pair"))
    pair(steps, u, v);
  else if (!strcmp(which, "both"))
    both(steps, u, v);
  else if (!strcmp(which, "weighs"))
    weighs(steps, u, v, rows);
  else if (!strcmp(which, "often"))
    for (int call = 0; call < steps / 3; call++)
      last(4, u, v);
  else
    MPI_Abort(MPI_COMM_WORLD, 2);
  const uint64_t hash = hashOf(v, halo, hashOf(u, halo, 14695981039346656037u));
  if (rank == 0)
    printf("%s %d: %016llx, %d\n", which, steps, (unsigned long long)hash, seen);
  free(u);
  free(v);
  MPI_Finalize();
}
