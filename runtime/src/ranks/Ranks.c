// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ranks/Ranks.h"
#include "base/Error.h"
#include <stdatomic.h>
#include <stdlib.h>

static const ksn_network *network; // set before main() begins

const ksn_network *ksn_network_of_ranks(void) { return network; }

void ksn_set_network(const ksn_network *joined) { network = joined; }

// A number that one of these variables of launchers has; -1: none of them is set.
static int numberIn(const char *const *names) {
  for (; *names; names++) {
    const char *const value = getenv(*names);
    if (value && *value >= '0' && *value <= '9')
      return atoi(value);
  }
  return -1;
}

// A batch script of Slurm isn't started by srun.
int ksn_started_processes(void) {
  static const char *const kCounts[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS", NULL};
  if (getenv(KSN_JOINED))
    return 0;
  const int count = numberIn(kCounts);
  if (count > 0)
    return count;
  return getenv("PMI_RANK") || getenv("PMIX_RANK") ? 1 : 0;
}

int ksn_started_rank(void) {
  static const char *const kRanks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID", NULL};
  return ksn_started_processes() ? numberIn(kRanks) : 0;
}

// There where the program calls MPI itself.
extern int MPI_Initialized(int *) __attribute__((weak));

void ksn_warn_of_copies(const ksn_info *info) {
  static atomic_int isKnown; // small regions are called very often
  if (atomic_load(&isKnown) || atomic_exchange(&isKnown, 1))
    return;
  const int count = ksn_started_processes();
  if (count > 1 && !network && !MPI_Initialized && ksn_started_rank() == 0)
    ksn_say("%s (%s:%d): %d processes were started together, and each runs the whole program; built with "
            "--distribute=mpi, all of them make its regions together",
            info->name, info->file, info->line, count);
}

int ksn_rank_count(void) { return network ? network->count : 1; }

int ksn_is_worker(void) { return network && network->rank > 0; }

int ksn_agree(int error, ksn_why *why) {
  if (!network)
    return error ? -1 : 0;
  const int64_t last = network->most(error ? network->rank + 1 : 0);
  if (!last)
    return 0;
  ksn_why said = *why;
  network->share(said.text, sizeof said.text, (int)last - 1);
  if (last - 1 == network->rank)
    return -1;
  said.text[sizeof said.text - 1] = 0;
  return ksn_because(why, "rank %d: %.900s", (int)last - 1, said.text);
}
