// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks that are processes of their own, forked here, and a network of sockets between them. It does what a network
// may: it reads what is sent at once or as late as it can, and spoils what is to be received until it is there.
#pragma once

#include <functional>
extern "C" {
#include "kasane_ranks.h"
#include "run/Orders.h"
}

// Each rank runs `body`, and none of them may fail. `isDirect`: the network takes a device's addresses.
void asRanks(int count, bool isDirect, const std::function<void(const ksn_network &)> &body);
// Workers: follow rank 0's next order, whose region they begin then.
void followOrder(const ksn_network &network);
