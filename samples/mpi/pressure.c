// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that is MPI already: Jacobi's iteration for a pressure equation in curvilinear coordinates, 19 points and
// 14 arrays, as in Himeno's benchmark. Each rank has a run of planes, and a plane of its neighbours' at either end.
//
//   mpicc -O3 pressure.c -o pressure && mpirun -n 4 ./pressure 128 128 256 100
//   KASANE_CC=mpicc kasane cc -O3 $(mpicc --showme:compile) pressure.c -o pressure && mpirun -n 4 ./pressure
//
// It prints the same for any number of ranks. DELAY=2000 makes each exchange as slow as on a network of 2 ms.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int rank, ranks;
static int imax, jmax, kmax; // imax: this rank's planes, with those at both ends
static int first;            // which of all planes is this rank's plane 0
static const float omega = 0.8f;
static long delay; // of an exchange, us

static void *must(void *memory) {
  if (!memory)
    MPI_Abort(MPI_COMM_WORLD, 1);
  return memory;
}

static float number(int i, int j, int k, int what) {
  const uint32_t h = (uint32_t)(first + i) * 73856093u ^ (uint32_t)j * 19349663u ^ (uint32_t)k * 83492791u ^
                     (uint32_t)what * 2654435761u;
  return (float)(h >> 8 & 1023u) / 4096.0f;
}

// What this rank's first and last planes are, the ranks before and behind it have at their ends.
static void exchange(float (*p)[jmax][kmax]) {
  const int before = rank ? rank - 1 : MPI_PROC_NULL, behind = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  const int plane = jmax * kmax;
  MPI_Request sent[4];
  MPI_Irecv(p[0], plane, MPI_FLOAT, before, 1, MPI_COMM_WORLD, &sent[0]);
  MPI_Irecv(p[imax - 1], plane, MPI_FLOAT, behind, 2, MPI_COMM_WORLD, &sent[1]);
  MPI_Isend(p[1], plane, MPI_FLOAT, before, 2, MPI_COMM_WORLD, &sent[2]);
  MPI_Isend(p[imax - 2], plane, MPI_FLOAT, behind, 1, MPI_COMM_WORLD, &sent[3]);
  if (delay)
    nanosleep(&(struct timespec){delay / 1000000, delay % 1000000 * 1000}, NULL);
  MPI_Waitall(4, sent, MPI_STATUSES_IGNORE);
}

static void jacobi(int nn, float (*a)[imax][jmax][kmax], float (*b)[imax][jmax][kmax], float (*c)[imax][jmax][kmax],
                   float (*p)[jmax][kmax], float (*bnd)[jmax][kmax], float (*wrk1)[jmax][kmax],
                   float (*wrk2)[jmax][kmax]) {
#pragma stencil neighbours(exchange)
  for (int n = 0; n < nn; n++) {
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++) {
          float s0 =
              a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] + a[2][i][j][k] * p[i][j][k + 1] +
              b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
              b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
              b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
              c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] +
              wrk1[i][j][k];
          float ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++)
          p[i][j][k] = wrk2[i][j][k];
    exchange(p);
  }
}

// A number over all cells of all ranks, in their order.
static uint64_t hashOf(float (*p)[jmax][kmax]) {
  uint64_t hash = 14695981039346656037u;
  if (rank)
    MPI_Recv(&hash, 1, MPI_UINT64_T, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const unsigned char *const bytes = (const unsigned char *)p[rank ? 1 : 0];
  const size_t planes = (size_t)(imax - (rank > 0) - (rank < ranks - 1));
  for (size_t n = 0; n < planes * (size_t)jmax * (size_t)kmax * sizeof(float); n++)
    hash = (hash ^ bytes[n]) * 1099511628211u;
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
  const int all = argc > 1 ? atoi(argv[1]) : 64;
  jmax = argc > 2 ? atoi(argv[2]) : 64;
  kmax = argc > 3 ? atoi(argv[3]) : 128;
  const int steps = argc > 4 ? atoi(argv[4]) : 50;
  delay = getenv("DELAY") ? atol(getenv("DELAY")) : 0;
  first = (all - 2) * rank / ranks;
  imax = (all - 2) * (rank + 1) / ranks - first + 2;
  if (all - 2 < ranks || jmax < 3 || kmax < 3)
    MPI_Abort(MPI_COMM_WORLD, 2);
  const size_t cells = (size_t)imax * (size_t)jmax * (size_t)kmax;
  float (*const a)[imax][jmax][kmax] = must(malloc(4 * cells * sizeof(float)));
  float (*const b)[imax][jmax][kmax] = must(malloc(3 * cells * sizeof(float)));
  float (*const c)[imax][jmax][kmax] = must(malloc(3 * cells * sizeof(float)));
  float (*const p)[jmax][kmax] = must(malloc(cells * sizeof(float)));
  float (*const bnd)[jmax][kmax] = must(malloc(cells * sizeof(float)));
  float (*const wrk1)[jmax][kmax] = must(malloc(cells * sizeof(float)));
  float (*const wrk2)[jmax][kmax] = must(malloc(cells * sizeof(float)));
  for (int i = 0; i < imax; i++)
    for (int j = 0; j < jmax; j++)
      for (int k = 0; k < kmax; k++) {
        for (int m = 0; m < 3; m++) {
          a[m][i][j][k] = 0.75f + number(i, j, k, m);
          b[m][i][j][k] = 0.1f * number(i, j, k, 4 + m);
          c[m][i][j][k] = 0.75f + number(i, j, k, 8 + m);
        }
        a[3][i][j][k] = 1.0f / 6.0f;
        p[i][j][k] = number(i, j, k, 12);
        bnd[i][j][k] = number(i, j, k, 13) < 0.2f ? 1.0f : 0.5f;
        wrk1[i][j][k] = 0.01f * number(i, j, k, 14);
        wrk2[i][j][k] = 0;
      }
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  jacobi(steps, a, b, c, p, bnd, wrk1, wrk2);
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - begin;
  const uint64_t hash = hashOf(p);
  if (rank == 0) {
    printf("%d steps of %d x %d x %d cells: %016llx\n", steps, all, jmax, kmax, (unsigned long long)hash);
    fprintf(stderr, "%.3f s, %.3f ms a step, %d ranks\n", seconds, steps ? 1e3 * seconds / steps : 0, ranks);
  }
  free(a);
  free(b);
  free(c);
  free(p);
  free(bnd);
  free(wrk1);
  free(wrk2);
  MPI_Finalize();
}
