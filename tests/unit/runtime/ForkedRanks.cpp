// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ForkedRanks.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
extern "C" {
#include "base/Env.h"
#include "parts/Parts.h"
#include "parts/Tries.h"
#include "ranks/Ranks.h"
#include "run/Keep.h"
#include "run/Orders.h"
}

namespace {

struct Data {
  char *memory;
  int64_t bytes;
  int other;
};

// Sockets from rank to rank, and what has come and was not asked for yet: who sends much doesn't wait for it.
struct Wires {
  std::vector<std::vector<int>> sockets; // of a rank, to another
  std::vector<std::vector<char>> inbox;  // by rank
};
Wires wires, links; // the host's, the devices'
int rank, count;
std::vector<Data> sent, expected; // that are begun
std::mt19937 noise;

// Another rank may have ended; nobody listens to it then.
void takeIn(Wires &of, int from) {
  char some[1 << 16];
  const ssize_t done = recv(of.sockets[rank][from], some, sizeof some, MSG_DONTWAIT);
  if (done == 0 || (done < 0 && errno != EAGAIN))
    of.sockets[rank][from] = -1;
  if (done > 0)
    of.inbox[from].insert(of.inbox[from].end(), some, some + done);
}

// Until there is something to read, or room to write to a rank, if that is wanted.
void waitFor(Wires &of, int other, bool writes) {
  if (of.sockets[rank][other] < 0) // it has failed: the test doesn't hang
    _exit(3);
  std::vector<pollfd> all;
  for (Wires *each : {&wires, &links})
    for (int r = 0; r < count; r++)
      if (r != rank)
        all.push_back({each->sockets[rank][r],
                       static_cast<short>(each == &of && r == other && writes ? POLLIN | POLLOUT : POLLIN), 0});
  if (poll(all.data(), all.size(), -1) < 0)
    _exit(3);
  size_t n = 0;
  for (Wires *each : {&wires, &links})
    for (int r = 0; r < count; r++)
      if (r != rank && all[n++].revents & (POLLIN | POLLHUP))
        takeIn(*each, r);
}

void writeAll(Wires &of, int to, const void *data, int64_t bytes) {
  const char *at = static_cast<const char *>(data);
  while (bytes > 0) {
    const ssize_t done = ::send(of.sockets[rank][to], at, static_cast<size_t>(bytes), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (done < 0 && errno != EAGAIN)
      _exit(3);
    if (done < 0)
      waitFor(of, to, true);
    at += std::max<ssize_t>(done, 0);
    bytes -= std::max<ssize_t>(done, 0);
  }
}

void readAll(Wires &of, int from, void *data, int64_t bytes) {
  std::vector<char> &has = of.inbox[from];
  while (static_cast<int64_t>(has.size()) < bytes)
    waitFor(of, from, false);
  std::copy_n(has.begin(), bytes, static_cast<char *>(data));
  has.erase(has.begin(), has.begin() + bytes);
}

std::function<void()> beforeWaiting; // what goes on while the host does

void readFromHost(int from, void *data, int64_t bytes) {
  if (beforeWaiting)
    beforeWaiting();
  readAll(wires, from, data, bytes);
}

void sendNow() {
  for (const Data &data : sent)
    writeAll(wires, data.other, data.memory, data.bytes);
  sent.clear();
}

void send(const void *data, int64_t bytes, int to) {
  sent.push_back({const_cast<char *>(static_cast<const char *>(data)), bytes, to});
  if (noise() % 2)
    sendNow();
}

void receive(void *data, int64_t bytes, int from) {
  std::generate_n(static_cast<char *>(data), bytes, [] { return static_cast<char>(noise()); });
  expected.push_back({static_cast<char *>(data), bytes, from});
}

void poke() { sendNow(); }

void finish() {
  sendNow();
  for (const Data &data : expected)
    readFromHost(data.other, data.memory, data.bytes);
  expected.clear();
}

void share(void *data, int64_t bytes, int from) {
  finish();
  for (int r = 0; r < count && rank == from; r++)
    if (r != rank)
      writeAll(wires, r, data, bytes);
  if (rank != from)
    readFromHost(from, data, bytes);
}

void gather(void *data, const int64_t *at, const int64_t *bytes) {
  for (int r = 0; r < count; r++)
    share(static_cast<char *>(data) + at[r], bytes[r], r);
}

std::vector<int64_t> valuesOfAll(int64_t value) {
  std::vector<int64_t> values(static_cast<size_t>(count)), at(values.size()), bytes(values.size(), sizeof value);
  for (size_t r = 0; r < values.size(); r++)
    at[r] = static_cast<int64_t>(r * sizeof value);
  values[static_cast<size_t>(rank)] = value;
  gather(values.data(), at.data(), bytes.data());
  return values;
}

int64_t most(int64_t value) {
  const std::vector<int64_t> values = valuesOfAll(value);
  return *std::max_element(values.begin(), values.end());
}

int64_t sum(int64_t value) {
  const std::vector<int64_t> values = valuesOfAll(value);
  return std::accumulate(values.begin(), values.end(), int64_t{0});
}

void order(const void *data, int64_t bytes) { share(const_cast<void *>(data), bytes, 0); }
void await(void *data, int64_t bytes) { share(data, bytes, 0); }

[[noreturn]] void runAs(int number, bool isDirect, const std::function<void(const ksn_network &)> &body) {
  rank = number;
  for (Wires *each : {&wires, &links})
    each->inbox.assign(static_cast<size_t>(count), {});
  noise.seed(static_cast<unsigned>(number));
  for (int r = 0; r < count; r++)
    for (int to = 0; to < count; to++)
      if (r != rank && r != to)
        for (const Wires *each : {&wires, &links})
          close(each->sockets[r][to]);
  ksn_network network = {};
  network.name = "sockets";
  network.device_name = isDirect ? "sockets, device memory" : nullptr;
  network.rank = network.place = rank;
  network.count = count;
  network.send = send;
  network.receive = receive;
  network.poke = poke;
  network.finish = finish;
  network.share = share;
  network.gather = gather;
  network.most = most;
  network.sum = sum;
  network.order = order;
  network.await = await;
  ksn_note_first_thread();
  ksn_set_network(&network);
  ksn_take_place(rank);
  body(network);
  EXPECT_TRUE(sent.empty());
  EXPECT_TRUE(expected.empty());
  (void)fflush(nullptr);
  _exit(testing::Test::HasFailure() ? 1 : 0);
}

} // namespace

void asRanks(int ranks, bool isDirect, const std::function<void(const ksn_network &)> &body) {
  count = ranks;
  for (Wires *each : {&wires, &links})
    each->sockets.assign(static_cast<size_t>(count), std::vector<int>(static_cast<size_t>(count), -1));
  for (int a = 0; a < count; a++)
    for (int b = 0; b < a; b++)
      for (Wires *each : {&wires, &links}) {
        int ends[2];
        ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        each->sockets[a][b] = ends[0];
        each->sockets[b][a] = ends[1];
      }
  (void)fflush(nullptr);
  std::vector<pid_t> children;
  for (int r = 0; r < count; r++) {
    children.push_back(fork());
    if (!children.back())
      runAs(r, isDirect, body);
  }
  for (const Wires *each : {&wires, &links})
    for (const auto &ofRank : each->sockets)
      for (const int socket : ofRank)
        close(socket);
  for (int r = 0; r < count; r++) {
    int status = 0;
    EXPECT_EQ(waitpid(children[static_cast<size_t>(r)], &status, 0), children[static_cast<size_t>(r)]);
    EXPECT_EQ(status, 0) << "rank " << r;
  }
}

void putOnLink(int to, const void *data, int64_t bytes) { writeAll(links, to, data, bytes); }
void takeFromLink(int from, void *data, int64_t bytes) { readAll(links, from, data, bytes); }
void goOnBeforeWaiting(const std::function<void()> &what) { beforeWaiting = what; }

static int serve(void *) { return 0; }

// Workers: what rank 0 orders, until it begins a region or leaves.
static void followOrders(const ksn_network &network) {
  static std::vector<char> payload; // looked at while the region begins
  ksn_order what;
  const auto isOfKept = [&] { return what.kind >= KSN_ORDER_HOME && what.kind <= KSN_ORDER_PLANES; };
  for (network.await(&what, sizeof what); isOfKept(); network.await(&what, sizeof what))
    if (what.kind == KSN_ORDER_PLANES)
      ksn_keep_move(what.call, what.from, what.end, static_cast<int>(what.up));
    else
      ksn_keep_bring_home(what.call, what.kind == KSN_ORDER_HOME);
  if (what.kind == KSN_ORDER_LEAVE)
    return;
  payload.resize(static_cast<size_t>(ksn_payload_bytes(&what)));
  network.share(payload.data(), static_cast<int64_t>(payload.size()), 0);
  ksn_follow(&what);
  const char *const kept = payload.data() + payload.size() - what.kept_bytes;
  ksn_have_kept(static_cast<const int64_t *>(static_cast<const void *>(kept)));
}

static void leave(const ksn_network &network) {
  ksn_order what = {};
  what.kind = KSN_ORDER_LEAVE;
  network.order(&what, sizeof what);
}

static void runRegion(const ksn_network &network, Streamed &streamed, int64_t from, int64_t end,
                      const std::string &wire) {
  if (network.rank)
    followOrders(network);
  streamed.run.steps = end - from;
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = from; step < end; step++)
    streamed.step(step);
  const ksn_exchanged exchanged = ksn_exchanged_of(&streamed.run);
  EXPECT_EQ(exchanged.wire, wire);
  EXPECT_EQ(exchanged.ranks, network.count);
  EXPECT_EQ(exchanged.tried_count > 1, end - from >= ksn_tries_least());
  ASSERT_NE(exchanged.cards, nullptr);
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
}

void runOnRank(const ksn_network &network, const Case &c, const ksn_device &device, const ksn_kernel *kernels,
               const std::string &wire) {
  Streamed streamed(c, device, kernels);
  ksn_offer offer = {"streamed", "", serve, 8 * sizeof(void *), nullptr, 0, nullptr, nullptr, nullptr};
  ksn_info info = *streamed.run.info;
  info.offer = &offer;
  streamed.run.info = &info;
  std::vector<uint32_t> *const arrays[] = {&streamed.a, &streamed.b, &streamed.c, &streamed.d, &streamed.factors};
  for (std::vector<uint32_t> *array : arrays)
    if (network.rank) // what a worker's names lead to is nothing
      std::generate(array->begin(), array->end(), std::ref(noise));
    else if (array != &streamed.b) // which comes home between the regions
      ksn_keep(array->data(), 0);
  runRegion(network, streamed, 0, c.steps / 2, wire);
  if (!network.rank)
    streamed.showSomeOfA();
  runRegion(network, streamed, c.steps / 2, c.steps, wire);
  if (network.rank) {
    followOrders(network);
    return;
  }
  for (const std::vector<uint32_t> *array : arrays)
    if (array != &streamed.b)
      ksn_keep_end(array->data());
  leave(network);
  streamed.expectAfter(c.steps);
}
