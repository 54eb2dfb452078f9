// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of an MPI job. `kasane cc --distribute=mpi` compiles this file with mpicc, and links it with the program;
// the runtime's library has nothing of MPI. A program that no launcher has started never calls MPI.
#define _POSIX_C_SOURCE 200809L // nanosleep, setenv
#include "kasane_ranks.h"
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kTagData = 1, kTagOrder = 2 };
static const int64_t kMost = INT64_C(1) << 30; // bytes of a message: MPI counts in int

// ---- What is on its way

static MPI_Request *requests;
static int begun, room;

static MPI_Request *next(void) {
  if (begun == room) {
    room = room ? 2 * room : 64;
    requests = realloc(requests, (size_t)room * sizeof *requests);
    if (!requests)
      ksn_refuse_ranks("no memory left for messages");
  }
  return &requests[begun++];
}

static void sendData(const void *data, int64_t bytes, int to) {
  for (int64_t at = 0; at < bytes; at += kMost) {
    const int count = (int)(bytes - at < kMost ? bytes - at : kMost);
    MPI_Isend((const char *)data + at, count, MPI_BYTE, to, kTagData, MPI_COMM_WORLD, next());
  }
}

static void receiveData(void *data, int64_t bytes, int from) {
  for (int64_t at = 0; at < bytes; at += kMost) {
    const int count = (int)(bytes - at < kMost ? bytes - at : kMost);
    MPI_Irecv((char *)data + at, count, MPI_BYTE, from, kTagData, MPI_COMM_WORLD, next());
  }
}

static void poke(void) {
  int all = 0;
  if (begun)
    MPI_Testall(begun, requests, &all, MPI_STATUSES_IGNORE);
  if (all)
    begun = 0;
}

static void finish(void) {
  if (begun)
    MPI_Waitall(begun, requests, MPI_STATUSES_IGNORE);
  begun = 0;
}

// ---- All ranks together

static void share(void *data, int64_t bytes, int from) {
  for (int64_t at = 0; at < bytes; at += kMost) {
    const int count = (int)(bytes - at < kMost ? bytes - at : kMost);
    MPI_Bcast((char *)data + at, count, MPI_BYTE, from, MPI_COMM_WORLD);
  }
}

static int ranks(void) {
  int count = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

// By one call where MPI can count the bytes.
static void gather(void *data, const int64_t *at, const int64_t *bytes) {
  const int count = ranks();
  int *const counts = calloc(2 * (size_t)count, sizeof *counts), *const places = counts ? counts + count : NULL;
  int64_t first = INT64_MAX, end = INT64_MIN;
  for (int r = 0; r < count; r++)
    if (bytes[r]) {
      first = at[r] < first ? at[r] : first;
      end = at[r] + bytes[r] > end ? at[r] + bytes[r] : end;
    }
  if (!counts || first > end || end - first > INT_MAX) {
    for (int r = 0; r < count; r++)
      share((char *)data + at[r], bytes[r], r);
  } else {
    for (int r = 0; r < count; r++) {
      counts[r] = (int)bytes[r];
      places[r] = bytes[r] ? (int)(at[r] - first) : 0;
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, (char *)data + first, counts, places, MPI_BYTE, MPI_COMM_WORLD);
  }
  free(counts);
}

static int64_t reduced(int64_t value, MPI_Op by) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, by, MPI_COMM_WORLD);
  return value;
}

static int64_t most(int64_t value) { return reduced(value, MPI_MAX); }
static int64_t sum(int64_t value) { return reduced(value, MPI_SUM); }

// ---- Orders, by single messages: a rank that sleeps keeps no other waiting

static void order(const void *data, int64_t bytes) {
  const int count = ranks();
  for (int r = 1; r < count; r++)
    MPI_Isend(data, (int)bytes, MPI_BYTE, r, kTagOrder, MPI_COMM_WORLD, next());
  finish();
}

// Regions often follow each other at once; while the program does something else, its cores are left alone.
static void awaitOrder(void *data, int64_t bytes) {
  const double kBusy = 1e-3, kShort = 0.1; // seconds: then it sleeps, then longer
  MPI_Request request;
  MPI_Irecv(data, (int)bytes, MPI_BYTE, 0, kTagOrder, MPI_COMM_WORLD, &request);
  const double begin = MPI_Wtime();
  for (int isThere = 0;;) {
    MPI_Test(&request, &isThere, MPI_STATUS_IGNORE);
    if (isThere)
      return;
    const double waited = MPI_Wtime() - begin;
    const struct timespec rest = {0, waited < kShort ? 1000000 : 10000000};
    if (waited >= kBusy)
      (void)nanosleep(&rest, NULL);
  }
}

static void leave(void) { MPI_Finalize(); }
static void stop(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

// ---- Cards

// Libraries that were built for cards have it, and some others, which say no. (The header that declares it has another
// name in each library.)
extern int MPIX_Query_cuda_support(void) __attribute__((weak));

static int takesDevice(void) { return MPIX_Query_cuda_support && MPIX_Query_cuda_support() == 1; }

// Launchers tell it by variables of many names, and some of these are inherited from a job's script.
static int placeOnMachine(int rank) {
  MPI_Comm machine;
  int place = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
  MPI_Comm_rank(machine, &place);
  MPI_Comm_free(&machine);
  return place;
}

// ---- Before main

// Regions are known from 101 on. At 150 CUDA's static library makes itself ready.
__attribute__((constructor(200))) static void join(void) {
  const int count = ksn_started_processes();
  if (!count)
    return;
  int level = 0, rank = 0;
  PMPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static ksn_network network = {.name = "mpi",
                                .send = sendData,
                                .receive = receiveData,
                                .poke = poke,
                                .finish = finish,
                                .share = share,
                                .gather = gather,
                                .most = most,
                                .sum = sum,
                                .order = order,
                                .await = awaitOrder,
                                .leave = leave,
                                .stop = stop};
  network.rank = rank;
  network.count = ranks();
  network.place = placeOnMachine(rank);
  network.device_name = takesDevice() ? "mpi, device memory" : NULL;
  if (network.count == 1 && count > 1)
    ksn_refuse_ranks("the launcher has started several processes, but MPI knows of one: start the program with the "
                     "launcher of the MPI library that 'mpicc' belonged to");
  (void)setenv(KSN_JOINED, "1", 1);
  ksn_join(&network);
}

// ---- Programs that are MPI already

static int isJoined(void) {
  int is = 0;
  PMPI_Initialized(&is);
  return is;
}

static void refuseInit(void) {
  if (isJoined())
    ksn_refuse_ranks("the program calls MPI_Init itself, and would run on rank 0 only; build it without "
                     "--distribute=mpi");
}

__attribute__((weak)) int MPI_Init(int *count, char ***words) {
  refuseInit();
  return PMPI_Init(count, words);
}

__attribute__((weak)) int MPI_Init_thread(int *count, char ***words, int wanted, int *level) {
  refuseInit();
  return PMPI_Init_thread(count, words, wanted, level);
}

// Generated code refers to it, so that no program is linked without this file.
const char ksn_linked_with_distribute_mpi = 1;
