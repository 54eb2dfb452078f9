// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamEnds.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr double kMostInEnds =
    1.5 * kMostOperations;      // of the bodies that stand one after the other, which each group runs once
constexpr int64_t kOfFill = 12; // times the fill

} // namespace

StreamEnds::StreamEnds(const Stream &stream, const Cone &cone, const StreamBlock &block) : stream_(stream) {
  findWanted();
  for (size_t b = 0; b < stream.last.size(); ++b)
    if (stream.last[b] != kInMemory && cone.buffers[b].stored)
      behind_ = std::max(behind_, stream.versions[stream.last[b]].lag);
  int64_t full = std::max(stream.first(), behind_), done = behind_;
  for (const StreamLevel &level : stream.levels) {
    full = std::max(full, begin(level));
    done = std::min(done, end(level));
  }
  fill_ = full - stream.first();
  drain_ = behind_ - done;
  double work = 0;
  for (int64_t k = 0; k < fill_; ++k)
    work += workAt({false, stream.first() + k});
  for (int64_t k = 0; k < drain_; ++k)
    work += workAt({true, done + k});
  if (copiesOf(stream, block) == 1 || work * static_cast<double>(operationsOf(stream, block)) > kMostInEnds)
    fill_ = drain_ = 0;
}

// Whoever keeps a value of the version before wants that, too.
void StreamEnds::findWanted() {
  auto widen = [](Planes &wanted, const Planes &also) {
    wanted = {std::min(wanted.lo, also.lo), std::max(wanted.hi, also.hi)};
  };
  auto of = [&](const Reach &reach) { return Planes{reach.lo[stream_.axis], reach.hi[stream_.axis]}; };
  for (const StreamVersion &version : stream_.versions)
    versions_.push_back(of(version.reach));
  levels_.resize(stream_.levels.size());
  for (size_t l = stream_.levels.size(); l-- > 0;) {
    const StreamLevel &level = stream_.levels[l];
    levels_[l] = of(level.reach);
    for (const auto &[name, store] : level.stores)
      if (store.version != -1) {
        widen(levels_[l], versions_[store.version]);
        if (store.before != kInMemory)
          widen(versions_[store.before], versions_[store.version]);
      }
  }
}

int64_t StreamEnds::longest() const { return kOfFill * fill_; }

int64_t StreamEnds::begin(const StreamLevel &level) const {
  return levels_[&level - stream_.levels.data()].lo + level.lag;
}
int64_t StreamEnds::end(const StreamLevel &level) const {
  return levels_[&level - stream_.levels.data()].hi + level.lag;
}

bool StreamEnds::isWanted(const StreamVersion &version, const StreamMoment &moment, int64_t planes) const {
  const Planes &wanted = versions_[&version - stream_.versions.data()];
  const int64_t plane = moment.plane + planes;
  return moment.isAtEnd ? plane < wanted.hi : plane >= wanted.lo;
}

StreamAhead StreamEnds::wantedOf(const StreamLevel &level, const StreamMoment &moment) const {
  if (moment.isAtEnd)
    return {0, std::max<int64_t>(end(level) - moment.plane, 0)};
  return {std::max<int64_t>(begin(level) - moment.plane, 0), INT64_MAX};
}

double StreamEnds::workAt(const StreamMoment &moment) const {
  double work = 0;
  for (const StreamLevel &level : stream_.levels) {
    const StreamAhead wanted = wantedOf(level, moment);
    const bool makesParts =
        std::ranges::any_of(level.cell->parts, [&](const EarlyPart &part) { return part.ahead >= wanted.from; });
    if (wanted.until > 0 && (wanted.from == 0 || makesParts))
      work += wanted.from == 0 ? 1 : 0.5;
  }
  return work / static_cast<double>(stream_.levels.size());
}

} // namespace kasane
