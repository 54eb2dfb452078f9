// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks that are processes of their own, forked here, and a network of sockets between them. It does what a network
// may: it reads what is sent at once or as late as it can, and spoils what is to be received until it is there.
#pragma once

#include "Streamed.h"
#include <functional>
#include <string>
extern "C" {
#include "kasane_ranks.h"
}

// Each rank runs `body`, and none of them may fail. `isDirect`: the network takes a device's addresses.
void asRanks(int count, bool isDirect, const std::function<void(const ksn_network &)> &body);
// What devices send by themselves has sockets of its own. Before the host waits for another rank's, `what` is made.
void putOnLink(int to, const void *data, int64_t bytes);
void takeFromLink(int from, void *data, int64_t bytes);
void goOnBeforeWaiting(const std::function<void()> &what);
// Two regions that all of them run, one after the other; between them they keep all arrays but one. `wire`: what goes
// between them, as the report has it.
void runOnRank(const ksn_network &network, const Case &c, const ksn_device &device, const ksn_kernel *kernels,
               const std::string &wire);
