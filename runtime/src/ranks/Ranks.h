// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processes that a launcher has started together. Rank 0 runs the program; the others are workers, which run
// regions with it. Without a launcher there is one rank, and no network.
#ifndef KASANE_RT_RANKS_H
#define KASANE_RT_RANKS_H

#include "base/Error.h"
#include "kasane_ranks.h"

const ksn_network *ksn_network_of_ranks(void); // NULL: no launcher, or one process
void ksn_set_network(const ksn_network *network);
int ksn_rank_count(void);
int ksn_is_worker(void);

int ksn_started_rank(void); // as the launcher says, in programs that are MPI themselves too; 0: there is no launcher
// Says so where a launcher has started several processes that know nothing of each other.
void ksn_warn_of_copies(const ksn_info *info);

// All ranks: 0 where all say 0, else -1 everywhere, and the reason of the last rank that has one.
int ksn_agree(int error, ksn_why *why);

#endif
// Tests: tests/unit/runtime/RanksTest.cpp, tests/run/check_ranks.py
