// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One region on several cards, over a fake of CUDA's runtime that knows whose memory, streams and events are whose. A
// process has its cards from its first region on, so each case is one of its own.
#include "CudaRegion.h"
#include "ForkedRanks.h"
#include "KernelArrays.h"
#include "Streamed.h"
#include <algorithm>
#include <cstdlib>
#include <string>
extern "C" {
#include "device/Device.h"
#include "parts/Parts.h"
}

namespace {

int64_t tilesOf(dim3 blocks) { return std::max({blocks.x, blocks.y, blocks.z}); }
void coverOnCard(dim3 blocks, dim3, void **values) { coverNext(tilesOf(blocks), values); }
void writeOnCard(dim3 blocks, dim3, void **values) { writeOther(tilesOf(blocks), values); }
void writeQuickOnCard(dim3 blocks, dim3, void **values) { writeQuick(tilesOf(blocks), values); }
void writeEndlessOnCard(dim3 blocks, dim3, void **values) { writeEndless(tilesOf(blocks), values); }

const ksn_kernel kernels[] = {{"cover", pointerTo(coverOnCard), 0},
                              {"other", pointerTo(writeOnCard), 0},
                              {"quick", pointerTo(writeQuickOnCard), 0},
                              {"endless", pointerTo(writeEndlessOnCard), 0}};

struct Asked {
  const char *devices, *wire, *said; // said: how planes go, as the report has it
  int members;
  bool peers = true;
};

void use(const Asked &asked) {
  fakeCuda = {};
  fakeCuda.peers = asked.peers;
  if (asked.devices)
    setenv("KASANE_DEVICES", asked.devices, 1);
  setenv("KASANE_STEPS", "2", 1);
  if (asked.wire)
    setenv("KASANE_WIRE", asked.wire, 1);
}

void expectOnCards(const Asked &asked, const Case &c) {
  Streamed streamed(c, ksn_cuda_device, kernels);
  ksn_keep(streamed.a.data(), 0);
  streamed.run.steps = 3;
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 0; step < 3; step++)
    streamed.step(step);
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  streamed.showSomeOfA();
  streamed.run.steps = c.steps - 3; // A is on the cards
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 3; step < c.steps; step++)
    streamed.step(step);
  streamed.run.device->wait(&streamed.run);
  const ksn_exchanged exchanged = ksn_exchanged_of(&streamed.run);
  EXPECT_EQ(exchanged.members, asked.members);
  EXPECT_STREQ(exchanged.wire, asked.said);
  EXPECT_GT(exchanged.count, 0);
  EXPECT_GT(exchanged.seconds, 0);
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  ksn_keep_end(streamed.a.data());
  streamed.expectAfter(c.steps);
  EXPECT_EQ(fakeCuda.allocations, 0);
  EXPECT_TRUE(fakeCuda.locked.empty());
}

// Ends the process: 0, all was as expected.
void runAll(const Asked &asked) {
  use(asked);
  for (const Way way : {Way::Spare, Way::Swap, Way::InPlace, Way::Renewed, Way::Reads, Way::Last})
    for (int rank = 1; rank <= 3; rank++)
      for (const bool ring : {false, true}) {
        SCOPED_TRACE("way " + std::to_string(static_cast<int>(way)) + ", rank " + std::to_string(rank));
        expectOnCards(asked, {way,
                              rank,
                              {rank == 1 ? 1 : 5, 60, ring ? 0 : 2, ring ? 60 : 59, 3, 2, 1},
                              11,
                              0,
                              0,
                              false,
                              0,
                              "in core",
                              ring});
      }
  const std::string said = asked.said;
  EXPECT_EQ(fakeCuda.peerCopies > 0, said == "peer" || said == "late");
  EXPECT_EQ(fakeCuda.launchesOn.size(), said == "local" || std::string(asked.devices) == "1,1" ? 1u : 2u);
  std::exit(testing::Test::HasFailure() ? 2 : 0);
}

void expectAll(const Asked &asked) { EXPECT_EXIT(runAll(asked), testing::ExitedWithCode(0), ""); }

TEST(CudaCardsDeathTest, Directly) {
  expectAll({"0,1", nullptr, "peer", 2});
  expectAll({"all", nullptr, "peer", 2});
  expectAll({"1,0,1,0", nullptr, "peer", 4});
}

TEST(CudaCardsDeathTest, ByWayOfTheHost) {
  expectAll({"0,1", nullptr, "host", 2, false});
  expectAll({"0,1", "host", "host", 2});
}

TEST(CudaCardsDeathTest, ADeviceTwice) {
  expectAll({"0,0,0", nullptr, "local", 3});
  expectAll({"1,1", "host", "host", 2});
}

TEST(CudaCardsDeathTest, AsOnANetwork) { expectAll({"0,1", "late:1,100", "late", 2}); }

// Each rank takes a card in turn: of those that KASANE_DEVICES names on it, else of all.
void runRanks(int ranks, const char *devices, bool isDirect, const char *wire) {
  asRanks(ranks, isDirect, [=](const ksn_network &network) {
    use({devices, wire, "", ranks});
    const std::string said = isDirect && !wire ? "sockets, device memory" : "sockets";
    for (const bool ring : {false, true})
      runOnRank(network,
                {Way::Swap, 2, {5, 60, ring ? 0 : 2, ring ? 60 : 59, 3, 2, 1}, 11, 0, 0, false, 0, "in core", ring},
                ksn_cuda_device, kernels, said);
    const int second = devices && std::string(devices) == "1,0" ? 0 : 1, card = network.rank % 2 ? second : 1 - second;
    EXPECT_EQ(fakeCuda.launchesOn.size(), 1u);
    EXPECT_GT(fakeCuda.launchesOn[card], 0) << "rank " << network.rank << " isn't on card " << card;
    EXPECT_EQ(fakeCuda.allocations, 0);
    EXPECT_EQ(fakeCuda.locked.empty(), said != "sockets" && network.rank == 0); // home comes to others by such memory
  });
}

TEST(CudaCardsTest, OfRanks) {
  runRanks(2, nullptr, false, nullptr);
  runRanks(3, nullptr, false, nullptr);
  runRanks(4, "1,0", false, nullptr);
  runRanks(2, "all", true, nullptr);
  runRanks(3, nullptr, true, "host");
}

// Ends the process unless that is refused.
void begin(const Asked &asked, size_t freeBytes) {
  use(asked);
  fakeCuda.freeBytes = freeBytes;
  Streamed streamed({Way::Swap, 2, {50, 400, 1, 399, 1, 1, 1}, 3, 0, 0, false, 0, "in core"}, ksn_cuda_device, kernels);
  std::exit(ksn_begin(&streamed.run) == KSN_GO ? 0 : 2);
}

void expectRefused(const char *devices, size_t freeBytes, const char *text) {
  EXPECT_EXIT(begin({devices, nullptr, "", 2}, freeBytes), testing::ExitedWithCode(1), text);
}

TEST(CudaCardsDeathTest, Refused) {
  const size_t enough = 1 << 30;
  EXPECT_EXIT(begin({"0,1", nullptr, "", 2}, enough), testing::ExitedWithCode(0), "");
  expectRefused("0,2", enough, "KASANE_DEVICES: 2 is none of the CUDA devices here; it can be 0 .Fake 0., 1 .Fake 1.");
  expectRefused("0,", enough, "KASANE_DEVICES=0,: expected all, or numbers such as 0,1");
  expectRefused("0;1", enough, "KASANE_DEVICES=0;1: expected all");
  expectRefused("0,1", 80000, "cannot be cut among KASANE_DEVICES: they take .* on device 0, Fake 0 with the planes");
  EXPECT_EXIT(begin({"0,1", nullptr, "", 2}, 110000), testing::ExitedWithCode(0), "");
  expectRefused("0,0", 110000, "they take .* on device 0, Fake 0 with the planes"); // one memory for both
  setenv("KASANE_SLAB", "4", 1);
  expectRefused("0,1", enough, "they are to be streamed through the device, too; leave one of the two out");
  unsetenv("KASANE_SLAB");
  setenv("KASANE_DEVICE", "0", 1);
  expectRefused("0,1", enough, "KASANE_DEVICE=0 is set, too; leave one of the two out");
  unsetenv("KASANE_DEVICE");
}

} // namespace
