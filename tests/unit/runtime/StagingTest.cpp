// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members on the devices of several ranks: whatever lane is quicker than the others, and whenever the network reads and
// writes, the arrays end as if one member had had all of them.
#include "ForkedRanks.h"
#include "LaneKernels.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
extern "C" {
#include "base/Env.h"
#include "device/Device.h"
}

namespace {

void runCase(const ksn_network &network, const Case &c, const std::string &wire) {
  runOnRank(network, c, fakeLanesDevice, kLaneKernels, wire);
  EXPECT_EQ(fakeLanes.allocations, 0);
  EXPECT_EQ(fakeLanes.marks, 0);
}

void runAll(const ksn_network &network, bool isLate, bool isLinked, unsigned seed) {
  std::mt19937 same(seed); // what is asked of all ranks
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(same); };
  for (int n = 0; n < 60 && !testing::Test::HasFailure(); n++) {
    Case c = {static_cast<Way>(upTo(6)), static_cast<int>(1 + upTo(2)), {}, upTo(13), 0, 0, false, 0, "in core"};
    c.steps += isLinked ? 2 : 0; // regions without steps open no links
    Grid &g = c.shape;
    g.width = c.rank == 1 ? 1 : 1 + upTo(4);
    g.back = upTo(2);
    g.ahead = upTo(2);
    g.tile = 1 + upTo(6);
    g.planes = g.back + g.ahead + 2 + upTo(90);
    g.lo = g.back;
    g.hi = g.planes - g.ahead;
    c.ring = upTo(2) == 0;
    if (c.ring) {
      g.planes = g.hi = 2 + upTo(90);
      g.lo = 0;
    }
    ksn_env env = *ksn_environment();
    env.steps = upTo(5);
    env.wire_late = isLate;
    env.wire_nccl = isLinked;
    env.wire_latency = 1e-9;
    env.wire_rate = 1e15;
    ksn_set_environment(&env);
    fakeLanes.random.seed(seed + static_cast<unsigned>(100 * n + network.rank));
    SCOPED_TRACE("case " + std::to_string(n) + ": way " + std::to_string(static_cast<int>(c.way)) + ", rank " +
                 std::to_string(c.rank) + ", planes " + std::to_string(g.planes) + ", steps " +
                 std::to_string(c.steps) + ", exchange every " + std::to_string(env.steps) +
                 (c.ring ? ", a ring" : ""));
    const char *const wire = network.device_name ? network.device_name : network.name;
    runCase(network, c, isLate ? "late" : isLinked ? "links" : wire);
  }
}

void expectAll(int ranks, bool isDirect, bool isLate, bool isLinked = false) {
  haveAddresses(isDirect);
  asRanks(ranks, isDirect,
          [=](const ksn_network &network) { runAll(network, isLate, isLinked, static_cast<unsigned>(ranks)); });
  haveAddresses(false);
}

TEST(Staging, ByWayOfTheHost) {
  for (const int ranks : {2, 3, 5})
    expectAll(ranks, false, false);
}

TEST(Staging, DevicesAddresses) {
  for (const int ranks : {2, 4})
    expectAll(ranks, true, false);
}

TEST(Staging, AsOnASlowNetwork) {
  expectAll(3, false, true);
  expectAll(2, true, true);
}

// Devices that send to each other by themselves, while the hosts go on.
TEST(Staging, ByLinks) {
  for (const int ranks : {2, 3, 5})
    expectAll(ranks, true, false, true);
}

// All ranks try the same rounds, and stay with those of the first.
TEST(Staging, TriesLongerRounds) {
  for (const int ranks : {2, 3})
    asRanks(ranks, false, [](const ksn_network &network) {
      runCase(network, {Way::Swap, 2, {5, 60, 1, 59, 1, 1, 1}, 2100, 0, 0, false, 0, "in core"}, "sockets");
    });
}

// Where a device's blocks have no addresses, the network gets none.
TEST(Staging, OnlyWhatHasAddresses) {
  asRanks(2, true, [](const ksn_network &network) {
    runCase(network, {Way::Swap, 2, {5, 40, 1, 39, 1, 1, 1}, 5, 0, 0, false, 0, "in core"}, "sockets");
  });
}

// Messages of several pieces, and of different numbers of them: of one array two planes go one way, and one the other.
TEST(Staging, LargeMessages) {
  for (const bool ring : {false, true})
    asRanks(ring ? 3 : 2, false, [=](const ksn_network &network) {
      const int64_t lo = ring ? 0 : 2, hi = ring ? 10 : 9;
      runCase(network, {Way::Swap, 2, {300000, 10, lo, hi, 1, 2, 1}, 3, 0, 0, false, 0, "in core", ring}, "sockets");
    });
}

// A part goes a few MiB at a time.
TEST(Staging, LargeParts) {
  asRanks(2, false, [](const ksn_network &network) {
    const int64_t width = 1500;
    runCase(network, {Way::Renewed, 2, {width, 4000, 1, 3999, 64, 1, 1}, 2, 0, 0, false, 0, "in core"}, "sockets");
  });
}

} // namespace
