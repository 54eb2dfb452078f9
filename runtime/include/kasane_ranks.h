// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between the runtime, generated code and the processes that a launcher has started together. What the runtime needs of
// these is a table of functions, which kasane_mpi.c fills in by MPI. That file is compiled with each program, since MPI
// libraries differ in their binary interface, and the runtime's library itself needs none.
#ifndef KASANE_RANKS_H
#define KASANE_RANKS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ksn_field; // kasane_rt.h

// A region that ranks may be told to run, by its name: generated code has one for each.
struct ksn_offer {
  const char *name; // of the region function
  const char *hash; // of its text
  int (*run)(void *block);
  size_t block_bytes; // of its argument block
  const int *tables;  // the fields that the host's plan looks at, at home
  int table_count;
  const char *linked; // nothing else than that the program was linked for ranks
  // Workers call it before their first region: it makes kernels known where a constructor of the compiler's does so,
  // which runs on rank 0 only. NULL: there is none.
  void (*load)(void);
  struct ksn_offer *next;
};
typedef struct ksn_offer ksn_offer;
void ksn_offer_region(ksn_offer *offer);              // before main() begins
const void *ksn_table(const struct ksn_field *field); // a table's element (0, 0, 0), for the host's plan
extern const char ksn_linked_with_distribute_mpi;     // not in the library, but in kasane_mpi.c

// All functions are called by one thread at a time. Where it says so, all ranks call the same one, in the same order.
typedef struct ksn_network {
  const char *name; // as the report says it
  int rank, count;
  int place;               // the rank's number among those of its machine
  const char *device_name; // as the report says it where data lies in a card's memory; NULL: it can't
  // Begun here; the memory is in use until `finish`. What goes from one rank to another arrives in the order sent.
  void (*send)(const void *data, int64_t bytes, int to);
  void (*receive)(void *data, int64_t bytes, int from);
  void (*poke)(void);   // what is begun goes on
  void (*finish)(void); // waits for all of it
  // All ranks: the data of one goes to all; each one's piece, `at` so many bytes behind `data`, goes to all.
  void (*share)(void *data, int64_t bytes, int from);
  void (*gather)(void *data, const int64_t *at, const int64_t *bytes);
  int64_t (*most)(int64_t value); // all ranks: the largest of all values, to all
  int64_t (*sum)(int64_t value);
  void (*order)(const void *data, int64_t bytes); // rank 0 to all others
  void (*await)(void *data, int64_t bytes);       // these sleep until it comes
  void (*leave)(void);                            // all ranks: the last call
  void (*stop)(int status);                       // ends all processes at once
} ksn_network;

// How many processes a launcher has started together; 0: there was none.
int ksn_started_processes(void);
#define KSN_JOINED "KSN_JOINED" // set for the programs that this one starts, which run alone

// Called before main() begins. Returns on rank 0, which runs the program. All others serve it and never return.
void ksn_join(const ksn_network *network);
// Ends the program with one line on stderr.
void ksn_refuse_ranks(const char *reason);

#ifdef __cplusplus
}
#endif

#endif
