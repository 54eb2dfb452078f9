// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `kasane probe --network` builds with mpicc and runs on each rank: how long the first and the last rank take to
// send each other a message at the same time, as neighbours do with their halos. Rank 0 prints the part `network` of a
// machine file, and behind `#` what each size took.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 8 << 20, kTrials = 5 }; // bytes

static double secondsOf(char *out, char *in, int bytes, int other, int rounds) {
  const double begin = MPI_Wtime();
  for (int r = 0; r < rounds; r++) {
    MPI_Request both[2];
    MPI_Irecv(in, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(out, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  }
  return (MPI_Wtime() - begin) / rounds;
}

// Best of several trials, since other programs only make it look slower. Both ranks make as many rounds.
static double bestOf(char *out, char *in, int bytes, int other) {
  const int rounds = bytes < 1 << 16 ? 200 : 20;
  double best = 0;
  for (int t = 0; t < kTrials; t++) {
    const double seconds = secondsOf(out, in, bytes, other, rounds);
    best = t == 0 || seconds < best ? seconds : best;
  }
  return best;
}

// The rate at which the large messages go, when the first byte is on its way.
static void measure(int rank, int other) {
  char *const out = calloc(kMost, 1), *const in = calloc(kMost, 1);
  if (!out || !in)
    MPI_Abort(MPI_COMM_WORLD, 1);
  double latency = 0, rate = 0;
  for (int bytes = 8; bytes <= kMost; bytes *= 8) {
    const double seconds = bestOf(out, in, bytes, other);
    if (bytes == 8)
      latency = seconds;
    const double each = seconds > latency ? bytes / (seconds - latency) : 0;
    if (bytes >= 1 << 18 && each > rate)
      rate = each;
    if (rank == 0)
      printf("# %d bytes: %.3g us\n", bytes, seconds * 1e6);
  }
  if (rank == 0)
    printf("network:\n  bandwidth: %.3g\n  latency: %.3g\n", rate, latency);
  free(out);
  free(in);
}

int main(int argc, char **argv) {
  int rank = 0, ranks = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks < 2) {
    printf("there is one process; start it with 'mpirun -n 2 kasane probe --network', or the launcher that you have\n");
    MPI_Finalize();
    return 1;
  }
  if (rank == 0 || rank == ranks - 1)
    measure(rank, rank ? 0 : ranks - 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return fflush(stdout) ? 1 : 0;
}
