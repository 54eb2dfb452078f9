// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FakeLanes.h"
#include "ForkedRanks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>
extern "C" {
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "device/Pin.h"
}

FakeLanes fakeLanes;

namespace {

// Of a lane: so many operations from the beginning.
struct Mark {
  int lane;
  int64_t count;
};

struct Operation {
  std::function<void()> make;
  Mark behind; // begins when this is reached
};

struct Lane {
  std::deque<Operation> waiting;
  int64_t asked = 0, done = 0;
};
constexpr int kMostCards = 8, kLanes = kMostCards * KSN_LANES;
Lane lanes[kLanes];

int put(int lane, std::function<void()> make, Mark behind = {0, 0}) {
  lanes[lane].waiting.push_back({std::move(make), behind});
  lanes[lane].asked++;
  return 0;
}

bool isReached(const Mark &mark) { return lanes[mark.lane].done >= mark.count; }

bool canGoOn(const Lane &lane) { return !lane.waiting.empty() && isReached(lane.waiting.front().behind); }

void makeOne(Lane &lane) {
  const Operation operation = std::move(lane.waiting.front());
  lane.waiting.pop_front();
  operation.make();
  lane.done++;
}

// For a while one lane may be far quicker than another.
std::vector<double> speeds() {
  std::vector<double> out;
  for (int lane = 0; lane < kLanes; lane++)
    out.push_back(std::vector<double>{1, 10, 1000}[fakeLanes.random() % 3]);
  return out;
}

void goOnUntil(const std::function<bool()> &isEnough) {
  for (std::vector<double> speed = speeds(); !isEnough() && std::any_of(lanes, lanes + kLanes, canGoOn);) {
    std::vector<double> chances;
    for (int lane = 0; lane < kLanes; lane++)
      chances.push_back(canGoOn(lanes[lane]) ? speed[static_cast<size_t>(lane)] : 0);
    makeOne(lanes[std::discrete_distribution<size_t>(chances.begin(), chances.end())(fakeLanes.random)]);
    if (fakeLanes.random() % 64 == 0)
      speed = speeds();
  }
}

int finish(const ksn_run *) {
  fakeLanes.arrived.push_back(fakeLanes.moved[1]);
  goOnUntil([] { return false; });
  for (const Lane &lane : lanes)
    EXPECT_TRUE(lane.waiting.empty()) << "an operation waits for ever";
  return 0;
}

// ---- Memory

std::map<void *, size_t> sizes; // of what is allocated
std::map<void *, int> cardOf;   // that has it
std::map<void *, size_t> rings; // of these, those that lie twice in a row

// As CUDA's driver has it.
size_t inBlocks(size_t bytes) {
  constexpr size_t kBlock = 2 << 20;
  return bytes > kBlock / 2 ? (bytes + kBlock - 1) / kBlock * kBlock : bytes;
}

int keep(char *memory, int64_t bytes, void **block) {
  std::generate_n(memory, bytes, [] { return static_cast<char>(fakeLanes.random()); });
  *block = memory;
  sizes[memory] = static_cast<size_t>(bytes);
  fakeLanes.allocations++;
  fakeLanes.bytes += inBlocks(static_cast<size_t>(bytes));
  fakeLanes.peak = std::max(fakeLanes.peak, fakeLanes.bytes);
  return 0;
}

int take(const ksn_run *, int card, int64_t bytes, void **block) {
  EXPECT_LT(card, fakeLanes.cards);
  const int error = keep(static_cast<char *>(std::malloc(static_cast<size_t>(bytes))), bytes, block);
  cardOf[*block] = card;
  return error;
}

int64_t granule(const ksn_run *) { return fakeLanes.granule; }

int takeRing(const ksn_run *, int64_t bytes, void **block) {
  EXPECT_EQ(bytes % fakeLanes.granule, 0);
  const auto size = static_cast<size_t>(bytes);
  const int file = memfd_create("ring", 0);
  EXPECT_EQ(ftruncate(file, bytes), 0);
  char *const memory = static_cast<char *>(mmap(nullptr, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  for (char *at : {memory, memory + size})
    EXPECT_EQ(mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0), at);
  close(file);
  rings[memory] = size;
  return keep(memory, bytes, block);
}

void give(void *block) {
  for (const Lane &lane : lanes)
    EXPECT_TRUE(lane.waiting.empty()) << "memory goes while it is in use";
  fakeLanes.bytes -= inBlocks(sizes.at(block));
  fakeLanes.allocations--;
  sizes.erase(block);
  const auto ring = rings.find(block);
  if (ring == rings.end()) {
    std::free(block);
    return;
  }
  munmap(block, 2 * ring->second);
  rings.erase(ring);
}

int64_t offsetOf(const ksn_field *like) { return ksn_lowest(like) * static_cast<int64_t>(ksn_size_of(like->type)); }

int allocate(const ksn_run *run, int card, const ksn_field *like, void **mem) {
  void *block = nullptr;
  take(run, card, ksn_buffer_bytes(like), &block);
  *mem = static_cast<char *>(block) - offsetOf(like);
  return 0;
}

void freeMemory(const ksn_field *like, void *mem) { give(static_cast<char *>(mem) + offsetOf(like)); }

// ---- What lanes do

void copyRows(char *to, const char *from, const ksn_piece &piece, int64_t size) {
  for (int64_t plane = 0; plane < piece.extent[2]; plane++)
    for (int64_t row = 0; row < piece.extent[1]; row++) {
      const int64_t at = (plane * piece.pitch[1] + row * piece.pitch[0]) * size;
      std::memcpy(to + at, from + at, static_cast<size_t>(piece.extent[0] * size));
    }
}

int copy(const ksn_run *, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up) {
  const auto size = static_cast<int64_t>(ksn_size_of(field->type));
  char *const there = static_cast<char *>(field->mem) + piece->offset * size;
  fakeLanes.moved[up] += piece->extent[0] * piece->extent[1] * piece->extent[2] * size;
  return put(lane, [=, rows = *piece] { copyRows(up ? there : host, up ? host : there, rows, size); });
}

int copyBlocks(int lane, void *toBlock, int64_t to, void *block, int64_t from, int64_t bytes) {
  char *const target = static_cast<char *>(toBlock) + to;
  const char *const source = static_cast<const char *>(block) + from;
  return put(lane, [=] { std::memcpy(target, source, static_cast<size_t>(bytes)); });
}

int within(const ksn_run *, int lane, void *toBlock, int64_t to, void *block, int64_t from, int64_t bytes) {
  EXPECT_EQ(cardOf.at(block), ksn_card_of(lane));
  EXPECT_EQ(cardOf.at(toBlock), ksn_card_of(lane));
  return copyBlocks(lane, toBlock, to, block, from, bytes);
}

int mark(const ksn_run *, int lane, void **out) {
  *out = new Mark{lane, lanes[lane].asked};
  fakeLanes.marks++;
  return 0;
}

int follow(const ksn_run *, int lane, void *of) {
  return put(lane, [] {}, *static_cast<Mark *>(of));
}

int await(const ksn_run *, void *of) {
  const Mark mark = *static_cast<Mark *>(of);
  goOnUntil([&] { return isReached(mark); });
  EXPECT_TRUE(isReached(mark));
  return 0;
}

void forget(void *of) {
  delete static_cast<Mark *>(of);
  fakeLanes.marks--;
}

// ---- Page-locked homes

void *lockPages(void *start, size_t bytes) { return fakeLanes.locked.emplace(start, bytes).second ? start : nullptr; }

void unlockPages(void *start) { EXPECT_EQ(fakeLanes.locked.erase(start), 1u); }

const ksn_locker *lockerOf(const ksn_run *) {
  static const ksn_locker kLocker = {lockPages, unlockPages};
  return &kLocker;
}

const char *nameOf(const ksn_run *) { return "the fake"; }
const char *errorOf(int) { return "a fake error"; }

int64_t resident(const ksn_run *, const char *, const size_t *) { return fakeLanes.resident; }

// ---- Several cards

int countCards(const ksn_run *) { return fakeLanes.cards; }

const int *numbersOf(const ksn_run *) {
  static const int kNumbers[kMostCards] = {0, 1, 2, 3, 4, 5, 6, 6};
  return kNumbers;
}

int across(const ksn_run *, int fromCard, void *block, int64_t from, int toCard, void *toBlock, int64_t to,
           int64_t bytes) {
  EXPECT_EQ(cardOf.at(block), fromCard);
  EXPECT_EQ(cardOf.at(toBlock), toCard);
  fakeLanes.across += bytes;
  return copyBlocks(ksn_lane_of(fromCard, KSN_LANE_OUT), toBlock, to, block, from, bytes);
}

const char *wireOf(const ksn_run *) { return "peer"; }

double between(void *begun, void *ended) {
  EXPECT_TRUE(isReached(*static_cast<Mark *>(begun)));
  EXPECT_TRUE(isReached(*static_cast<Mark *>(ended)));
  EXPECT_EQ(ksn_card_of(static_cast<Mark *>(begun)->lane), ksn_card_of(static_cast<Mark *>(ended)->lane));
  return 1;
}

int byThreads(const ksn_run *) { return fakeLanes.crew; }

// ---- Links to the devices of other ranks

struct Linked {
  char *data;
  int64_t bytes;
  int other;
};
std::vector<Linked> linkedOut, linkedIn; // of the group that is noted

int openLinks(const ksn_run *, const ksn_network *, ksn_why *) {
  goOnBeforeWaiting([] { goOnUntil([] { return false; }); });
  return 0;
}

int beginLinks(const ksn_run *, int) {
  EXPECT_TRUE(linkedOut.empty() && linkedIn.empty());
  return 0;
}

// All that is sent leaves before this rank waits for what comes.
int endLinks(const ksn_run *, int lane) {
  return put(lane, [out = std::move(linkedOut), in = std::move(linkedIn)] {
    for (const Linked &one : out)
      putOnLink(one.other, one.data, one.bytes);
    for (const Linked &one : in)
      takeFromLink(one.other, one.data, one.bytes);
  });
}

void sendByLink(const ksn_run *, const void *data, int64_t bytes, int to) {
  linkedOut.push_back({const_cast<char *>(static_cast<const char *>(data)), bytes, to});
}

void receiveByLink(const ksn_run *, void *data, int64_t bytes, int from) {
  linkedIn.push_back({static_cast<char *>(data), bytes, from});
}

const ksn_links linksOfRanks = {"links", openLinks, beginLinks, endLinks, sendByLink, receiveByLink};

const ksn_cards cards = {countCards, numbersOf, across, wireOf, mark, byThreads, between, &linksOfRanks};

ksn_buffers buffers = {.state_bytes = sizeof(ksn_opened),
                       .close = nullptr,
                       .allocate = allocate,
                       .copy = copy,
                       .finish = finish,
                       .workers = KSN_WORKERS,
                       .resident = resident,
                       .take = take,
                       .within = within,
                       .mark = mark,
                       .follow = follow,
                       .await = await,
                       .forget = forget,
                       .give = give,
                       .locker = lockerOf,
                       .has_addresses = 0,
                       .free = freeMemory,
                       .name = nameOf,
                       .error = errorOf,
                       .granule = granule,
                       .take_ring = takeRing,
                       .cards = &cards};

// ---- The device

int openRun(ksn_run *run, ksn_why *) {
  (void)ksn_open_buffers(run, &fakeLanes);
  return 0;
}

int limits(const ksn_run *, int, int64_t *freeBytes, int64_t *, const char **name) {
  *freeBytes = static_cast<int64_t>(fakeLanes.freeBytes);
  *name = "the fake";
  return 0;
}

void launch(ksn_run *run, int lane, const char *name, const size_t *groups, const size_t *, int count,
            const ksn_arg *args) {
  const ksn_kernel *const end = run->info->kernels + run->info->kernel_count;
  const ksn_kernel *const found =
      std::find_if(run->info->kernels, end, [&](const ksn_kernel &k) { return !std::strcmp(k.name, name); });
  ASSERT_NE(found, end);
  const auto kernel = reinterpret_cast<LaneKernel>(reinterpret_cast<uintptr_t>(found->function));
  const auto tiles = static_cast<int64_t>(*std::max_element(groups, groups + 3));
  std::vector<std::vector<char>> values;
  EXPECT_LT(ksn_card_of(lane), fakeLanes.cards);
  for (const ksn_arg *arg = args; arg != args + count; arg++)
    values.emplace_back(static_cast<const char *>(arg->value), static_cast<const char *>(arg->value) + arg->size);
  put(lane, [=]() mutable {
    std::vector<void *> at;
    for (std::vector<char> &value : values)
      at.push_back(value.data());
    kernel(tiles, at.data());
  });
}

void pass(ksn_run *) {}

} // namespace

const ksn_device fakeLanesDevice = {.target = "fake",
                                    .on_host = 0,
                                    .open = openRun,
                                    .limits = limits,
                                    .says_left = 0,
                                    .load = ksn_load_buffers,
                                    .launch = launch,
                                    .pass = pass,
                                    .fetch = ksn_fetch_buffer,
                                    .wait = ksn_wait_buffers,
                                    .store = ksn_store_buffers,
                                    .same = ksn_same_buffers,
                                    .adopt = ksn_adopt_buffers,
                                    .reload = ksn_reload_buffers,
                                    .move = ksn_move_box,
                                    .release = ksn_release_buffers,
                                    .buffers = &buffers,
                                    .find_scratch = nullptr};

void haveAddresses(bool isSo) { buffers.has_addresses = isSo; }
