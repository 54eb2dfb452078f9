// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of random launches, by an executor that notes which launch has made each plane of each member's memory. It
// checks that a launch reads what the launches before it, in the program's order, have left; that a message has that,
// too, as late as it may leave; and that every plane is made by its owner. Planted faults of each kind are found.
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>
extern "C" {
#include "parts/Round.h"
}

namespace {

enum class Fault { None, ShortHalo, NoLag, LeavesTooLate, NoOwner };

using Planes = std::map<int64_t, int>; // by plane: 1 + the launch that has made it last, 0 for the beginning

struct Launch {
  ksn_window window = {};
  std::vector<ksn_reach> reach;
  std::vector<ksn_parted *> stores;
  std::vector<ksn_span> planes;
  std::vector<Planes> before; // by buffer: what the program's order has left
  ksn_made made = {};
};

class Program {
public:
  Program(unsigned seed, Fault fault) : random_(seed), fault_(fault) {
    makeStores();
    makeLaunches();
  }
  ~Program() { free(parts_.messages.list); }
  Program(const Program &) = delete;

  // What went wrong first; "": nothing.
  std::string run() {
    const auto perRound = static_cast<size_t>(1 + upTo(3)) * perPass_;
    for (size_t first = 0; first < launches_.size(); first += perRound)
      makeRound(first, std::min(first + perRound, launches_.size()), std::min(first + 2 * perRound, launches_.size()));
    return wrong_;
  }

  int splits = 0, messages = 0;

private:
  int64_t upTo(int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random_); }

  void note(const std::string &text) {
    if (wrong_.empty())
      wrong_ = text;
  }

  int64_t onRing(int64_t plane) const {
    const int64_t length = parts_.all.end - parts_.all.from;
    return parts_.is_ring ? parts_.all.from + ((plane - parts_.all.from) % length + length) % length : plane;
  }

  bool exists(const ksn_parted *store, int64_t plane) const {
    return parts_.is_ring || (store->like->lo[2] <= plane && plane < store->like->hi[2]);
  }

  void makeStores() {
    const size_t count = static_cast<size_t>(1 + upTo(3));
    const int64_t planes = 1 + upTo(upTo(1) ? 30 : 160);
    parts_.axis = 2;
    parts_.is_ring = upTo(2) == 0;
    parts_.all = {3, 3 + planes};
    parts_.members = static_cast<int>(1 + upTo(std::min<int64_t>(planes, 6) - 1));
    parts_.count = static_cast<int>(count);
    likes_.resize(count);
    stores_.resize(count);
    memory_.resize(count);
    for (size_t s = 0; s < count; s++) {
      const int64_t less = s && !parts_.is_ring ? upTo(std::min<int64_t>(planes / 3, 4)) : 0;
      likes_[s].lo[2] = parts_.all.from + less;
      likes_[s].hi[2] = parts_.all.end - (less ? upTo(less) : 0);
      shares_.emplace_back(static_cast<size_t>(parts_.members));
      stores_[s].like = &likes_[s];
      stores_[s].is_defined = 1;
      stores_[s].plane_bytes = stores_[s].size = 1;
      memory_[s].resize(static_cast<size_t>(parts_.members));
      for (int m = 0; m < parts_.members; m++) {
        ksn_share &share = shares_[s][static_cast<size_t>(m)];
        const ksn_span array = {likes_[s].lo[2], likes_[s].hi[2]}, own = ksn_part_of(&parts_, m);
        share.own = ksn_common(own, array);
        if (ksn_is_none(share.own))
          share.own.from = share.own.end = std::min(std::max(own.from, array.from), array.end);
        share.valid = share.own;
        for (int64_t plane = share.own.from; plane < share.own.end; plane++)
          memory_[s][static_cast<size_t>(m)][plane] = 0;
      }
    }
    for (size_t s = 0; s < count; s++)
      stores_[s].shares = shares_[s].data();
    parts_.stores = stores_.data();
  }

  // Of buffers, the first ones are written. The same launches come in each pass, by arrays that may take turns.
  void makeLaunches() {
    perPass_ = static_cast<size_t>(1 + upTo(2));
    const bool turns = upTo(1) == 1;
    std::vector<Launch> pass(perPass_);
    std::vector<std::vector<size_t>> numbers(perPass_);
    for (size_t n = 0; n < perPass_; n++) {
      for (size_t s = 0; s < stores_.size(); s++)
        if (upTo(2) || s == 0)
          numbers[n].push_back(s);
      std::shuffle(numbers[n].begin(), numbers[n].end(), random_);
      const size_t written = numbers[n].size() > 1 ? 1 + static_cast<size_t>(upTo(1)) : 1;
      for (size_t b = 0; b < numbers[n].size(); b++) {
        ksn_reach reach = {static_cast<int>(upTo(2)), static_cast<int>(upTo(2)), 0, 0, 0};
        if (b < written)
          reach = {0, 0, upTo(1) ? KSN_COVERS : KSN_WRITES, 0, 0};
        pass[n].reach.push_back(reach);
      }
      const bool isAll = parts_.is_ring || upTo(1);
      pass[n].made.of.lo = parts_.all.from + (isAll ? 0 : upTo(4));
      pass[n].made.of.hi = parts_.all.end - (isAll ? 0 : upTo(4));
    }
    const auto passes = static_cast<size_t>(upTo(9));
    for (size_t n = 0; n < passes * perPass_; n++)
      launches_.push_back(pass[n % perPass_]);
    std::vector<Planes> now(stores_.size());
    for (size_t s = 0; s < stores_.size(); s++)
      for (int64_t plane = likes_[s].lo[2]; plane < likes_[s].hi[2]; plane++)
        now[s][plane] = 0;
    for (size_t n = 0; n < launches_.size(); n++)
      link(n, numbers[n % perPass_], turns ? n / perPass_ : 0, now);
    last_ = now;
  }

  void link(size_t n, const std::vector<size_t> &numbers, size_t turn, std::vector<Planes> &now) {
    Launch &launch = launches_[n];
    launch.window.count = static_cast<int>(launch.reach.size());
    launch.window.reach = launch.reach.data();
    launch.planes.resize(static_cast<size_t>(parts_.members));
    launch.made.of.window = &launch.window;
    launch.made.planes = launch.planes.data();
    for (size_t b = 0; b < launch.reach.size(); b++) {
      const size_t s = (numbers[b] + turn) % stores_.size();
      launch.stores.push_back(&stores_[s]);
      launch.before.push_back(now[s]);
    }
    launch.made.stores = launch.stores.data();
    launch.made.before = n ? &launches_[n - 1].made : nullptr;
    launch.made.next = n + 1 < launches_.size() ? &launches_[n + 1].made : nullptr;
    for (size_t b = 0; b < launch.reach.size(); b++)
      for (auto &[plane, stamp] : now[static_cast<size_t>(launch.stores[b] - stores_.data())])
        if (launch.reach[b].writes && launch.made.of.lo <= plane && plane < launch.made.of.hi)
          stamp = static_cast<int>(n) + 1;
  }

  Planes &memoryOf(const ksn_parted *store, int member) {
    return memory_[static_cast<size_t>(store - stores_.data())][static_cast<size_t>(member)];
  }

  // What the program has left in a store before launch n.
  std::vector<Planes> leftBefore(size_t n) const {
    std::vector<Planes> now(stores_.size());
    for (size_t s = 0; s < stores_.size(); s++)
      for (int64_t plane = likes_[s].lo[2]; plane < likes_[s].hi[2]; plane++)
        now[s][plane] = 0;
    for (size_t k = 0; k < n; k++)
      for (size_t b = 0; b < launches_[k].reach.size(); b++)
        for (auto &[plane, stamp] : now[static_cast<size_t>(launches_[k].stores[b] - stores_.data())])
          if (launches_[k].reach[b].writes && launches_[k].made.of.lo <= plane && plane < launches_[k].made.of.hi)
            stamp = static_cast<int>(k) + 1;
    return now;
  }

  void expectPlane(size_t n, size_t b, int member, int64_t plane) {
    const Launch &launch = launches_[n];
    if (!exists(launch.stores[b], plane))
      return;
    const Planes &there = memoryOf(launch.stores[b], member);
    const auto found = there.find(plane);
    if (found == there.end() || found->second != launch.before[b].at(onRing(plane)))
      note("launch " + std::to_string(n) + " of member " + std::to_string(member) + " reads plane " +
           std::to_string(plane) + " as it isn't");
  }

  void make(size_t n, int member, ksn_span planes) {
    Launch &launch = launches_[n];
    for (int64_t plane = planes.from; plane < planes.end; plane++)
      for (size_t b = 0; b < launch.reach.size(); b++) {
        const ksn_reach &reach = launch.reach[b];
        for (int64_t q = plane - reach.back; reach.writes != KSN_COVERS && q <= plane + reach.ahead; q++)
          expectPlane(n, b, member, q);
      }
    for (int64_t plane = planes.from; plane < planes.end; plane++)
      for (size_t b = 0; b < launch.reach.size(); b++)
        if (launch.reach[b].writes && exists(launch.stores[b], plane))
          memoryOf(launch.stores[b], member)[plane] = static_cast<int>(n) + 1;
  }

  void sendAll(size_t n) {
    const std::vector<Planes> left = leftBefore(n);
    for (int64_t k = 0; k < parts_.messages.count; k++) {
      const ksn_message &message = parts_.messages.list[k];
      const auto s = static_cast<size_t>(message.store - stores_.data());
      for (int64_t p = 0; p < message.count; p++) {
        const Planes &source = memoryOf(message.store, message.from);
        const auto found = source.find(message.source + p);
        if (found == source.end() || found->second != left[s].at(message.source + p))
          note("plane " + std::to_string(message.source + p) + " is sent as it isn't before launch " +
               std::to_string(n));
        else
          memoryOf(message.store, message.to)[message.plane + p] = found->second;
        if (onRing(message.plane + p) != message.source + p)
          note("plane " + std::to_string(message.plane + p) + " comes from " + std::to_string(message.source + p));
      }
      messages++;
    }
    parts_.messages.count = 0;
  }

  void askForAll(bool isAhead) {
    for (int m = 0; m < parts_.members; m++)
      for (ksn_parted &store : stores_) {
        ksn_span wanted = isAhead ? store.shares[m].ahead : store.shares[m].now;
        if (fault_ == Fault::ShortHalo && wanted.end > store.shares[m].own.end) {
          const ksn_span all = wanted;
          wanted.end--;
          ksn_ask_for(&parts_, &store, m, wanted);
          store.shares[m].valid = ksn_hull(store.shares[m].valid, all);
        }
        ksn_ask_for(&parts_, &store, m, wanted);
      }
  }

  void expectOwners(size_t n) {
    const Launch &launch = launches_[n];
    for (int64_t plane = launch.made.of.lo; plane < launch.made.of.hi; plane++) {
      int owners = 0;
      for (int m = 0; m < parts_.members; m++) {
        const ksn_span own = ksn_part_of(&parts_, m), made = launch.planes[static_cast<size_t>(m)];
        owners += own.from <= plane && plane < own.end && made.from <= plane && plane < made.end;
      }
      if (owners != 1)
        note("plane " + std::to_string(plane) + " of launch " + std::to_string(n) + " is made by " +
             std::to_string(owners) + " owners");
    }
  }

  void findNeeds(size_t first, size_t end, ksn_span ksn_share::*into) {
    for (int m = 0; m < parts_.members; m++) {
      if (first < end)
        ksn_find_needs(&parts_, &launches_[first].made, &launches_[end - 1].made, m);
      for (ksn_parted &store : stores_)
        store.shares[m].*into = first < end ? store.shares[m].needed : store.shares[m].own;
    }
  }

  // As Make.c: what has been sent ahead leaves only when it has to, and comes then.
  void makeRound(size_t first, size_t end, size_t ahead) {
    if (first == end)
      return;
    findNeeds(end, ahead, &ksn_share::ahead);
    findNeeds(first, end, &ksn_share::now);
    if (fault_ == Fault::NoOwner && parts_.members > 1)
      launches_[first].planes[0].end = std::min(launches_[first].planes[0].end, ksn_part_of(&parts_, 0).end - 1);
    for (size_t n = first; n < end; n++)
      expectOwners(n);
    std::vector<ksn_message> late;
    if (fault_ == Fault::LeavesTooLate) {
      late.assign(parts_.messages.list, parts_.messages.list + parts_.messages.count);
      parts_.messages.count = 0;
    } else {
      sendAll(first);
    }
    askForAll(false);
    sendAll(first);
    ksn_find_lags(&parts_, &launches_[first].made, &launches_[end - 1].made);
    std::vector<ksn_ends> ends;
    for (int m = 0; m < parts_.members; m++) {
      ends.push_back(ksn_ends_of(&parts_, &launches_[first].made, &launches_[end - 1].made, m));
      splits += ends.back().is_split;
    }
    const auto makeAll = [&](bool isMiddle) {
      for (int m = 0; m < parts_.members; m++)
        for (size_t n = first; n < end; n++) {
          ksn_span cut[3] = {launches_[n].planes[static_cast<size_t>(m)], {0, 0}, {0, 0}};
          ksn_made made = launches_[n].made;
          if (fault_ == Fault::NoLag)
            made.lag[0] = made.lag[1] = 0;
          if (ends[static_cast<size_t>(m)].is_split)
            ksn_cut_launch(&made, &ends[static_cast<size_t>(m)], m, cut);
          make(n, m, isMiddle ? cut[1] : cut[0]);
          make(n, m, isMiddle ? ksn_span{0, 0} : cut[2]);
        }
    };
    makeAll(false);
    if (!late.empty()) {
      parts_.messages.list[0] = late[0]; // at least one was there
      parts_.messages.count = 1;
      sendAll(first);
    }
    for (size_t n = first; n < end; n++)
      ksn_have_made(&parts_, &launches_[n].made);
    askForAll(true);
    makeAll(true);
  }

  std::mt19937 random_;
  Fault fault_;
  ksn_parts parts_ = {};
  std::vector<ksn_field> likes_;
  std::vector<ksn_parted> stores_;
  std::vector<std::vector<ksn_share>> shares_;
  std::vector<std::vector<Planes>> memory_; // by store and member
  std::vector<Planes> last_;
  std::vector<Launch> launches_;
  size_t perPass_ = 1;
  std::string wrong_;
};

TEST(Round, RandomLaunches) {
  int splits = 0, messages = 0;
  for (unsigned seed = 0; seed < 1500; seed++) {
    Program program(seed, Fault::None);
    ASSERT_EQ(program.run(), "") << "seed " << seed;
    splits += program.splits;
    messages += program.messages;
  }
  EXPECT_GT(splits, 1000);
  EXPECT_GT(messages, 10000);
}

TEST(Round, PlantedFaultsAreFound) {
  for (const Fault fault : {Fault::ShortHalo, Fault::NoLag, Fault::LeavesTooLate, Fault::NoOwner}) {
    int found = 0;
    for (unsigned seed = 0; seed < 500; seed++)
      found += !Program(seed, fault).run().empty();
    EXPECT_GT(found, 20) << "fault " << static_cast<int>(fault);
  }
}

} // namespace
