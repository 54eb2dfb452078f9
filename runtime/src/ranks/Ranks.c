// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ranks/Ranks.h"
#include "base/Error.h"

static const ksn_network *network; // set before main() begins

const ksn_network *ksn_network_of_ranks(void) { return network; }

void ksn_set_network(const ksn_network *joined) { network = joined; }

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
