// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamBlock.h"

#include "Axes/GhostPlanes.h"
#include "kasane/Analysis/Ghosts.h"

#include <algorithm>
#include <numeric>

namespace kasane {
namespace {

using Access = StreamStage::Access;

bool isInPlane(const Offset &offset, int axis) {
  bool in = false;
  for (int a = 0; a < kMaxAxes; ++a)
    in |= a != axis && offset[a] != 0;
  return in;
}

bool hasAllAxes(const StencilProgram &program, const Field &field) {
  return std::all_of(field.has.begin(), field.has.begin() + program.rank, [](bool has) { return has; });
}

// Are its reads all of what the cell has just stored?
bool readsItsStore(const FieldAccess &access) {
  return access.written && !access.conditional && !access.readBefore && !access.far &&
         access.reads == std::set<Offset>{Offset{}};
}

int64_t ageOf(const Stream &stream, const StreamLevel &level, int version, const Offset &offset) {
  return level.lag - offset[stream.axis] - stream.versions[version].lag;
}

int64_t waits(const Stream &stream, const Offset &offset) {
  return isInPlane(offset, stream.axis) ? 1 : 0;
} // for neighbours

template <class Visit> void forBefore(const StreamLevel &level, const Visit &visit) {
  for (const auto &[name, store] : level.stores)
    if (store.version != -1 && store.before != kInMemory && (store.keeps || store.keepsOutside))
      visit(store.before);
}

// The levels, how far each is behind, and which versions they read and make.
class StreamBuilder {
public:
  StreamBuilder(const StencilProgram &program, const SharedStages &stages, const Cone &cone)
      : program_(program), stages_(*stages), cone_(cone), current_(program.fields.size(), kInMemory),
        storedBy_(program.fields.size()) {
    out_.axis = stages->axis();
    out_.isLine = program.rank == 1;
    out_.mayTrap =
        std::any_of(program.stages.begin(), program.stages.end(), [](const Stage &stage) { return mayTrap(stage); });
    out_.rings = stages->rings();
    out_.stages = stages;
    findUnheld();
  }

  Stream build() {
    findLoaded();
    for (size_t l = 0; l < cone_.stages.size(); ++l)
      addLevel(static_cast<int>(l));
    out_.last = current_;
    widenVersions();
    return std::move(out_);
  }

private:
  FieldId bufferOf(const ConeStage &at, FieldId name) const { return cone_.boundTo[at.step][name]; }
  int64_t wordsOf(FieldId b) const { return (sizeOf(program_.fields[b].elem) + 3) / 4; }

  // What is read far away lies in memory only; and so it is beyond the ends of a ring, where what the region doesn't
  // write may be something else than images.
  void findUnheld() {
    auto isBeyond = [&](const Offset &offset) {
      bool beyond = false;
      for (int a = 0; a < kMaxAxes; ++a)
        beyond |= out_.rings.axis[a] && offset[a] != 0;
      return beyond;
    };
    for (const StreamStage &stage : stages_.all())
      for (const Access &access : stage.accesses)
        if (access.far || (out_.rings.any() && !isWritten(program_, access.field) &&
                           std::any_of(access.reads.begin(), access.reads.end(), isBeyond)))
          for (const FieldId f : cycleOf(program_, access.field))
            unheld_.insert(f);
  }

  // Buffers whose old values neighbours read too: their planes are loaded once, and handed on. Of a line, all that is
  // read: it is there from the beginning, and the same for every step.
  void findLoaded() {
    std::set<FieldId> written;
    for (const ConeStage &at : cone_.stages) {
      const StreamStage &stage = stages_.of(at.stage);
      for (const Access &access : stage.accesses) {
        FieldId b = bufferOf(at, access.field);
        if (!written.count(b) && isLoaded(stage, access) && !unheld_.count(access.field) &&
            hasAllAxes(program_, program_.fields[access.field]) && current_[b] == kInMemory) {
          current_[b] = static_cast<int>(out_.versions.size());
          out_.versions.push_back({b, -1, 0, {}, {}, wordsOf(b)});
        }
      }
      for (const Access &access : stage.accesses)
        if (access.written)
          written.insert(bufferOf(at, access.field));
    }
  }

  bool isLoaded(const StreamStage &stage, const FieldAccess &access) const {
    const bool around =
        std::any_of(access.reads.begin(), access.reads.end(), [](const Offset &o) { return o != Offset{}; });
    return around || (out_.isLine && !access.reads.empty() && !readsItsStore(access) && !stage.isAnyThin());
  }

  void addLevel(int index) {
    const ConeStage &at = cone_.stages[index];
    const StreamStage &stage = stages_.of(at.stage);
    StreamLevel level{at.step, at.stage, at.reach, 0, {}, {}, {}};
    for (const Access &access : stage.accesses) {
      FieldId b = bufferOf(at, access.field);
      if (!access.reads.empty() && !readsItsStore(access))
        level.reads[access.field] = current_[b];
      if (access.written)
        level.stores[access.field] = storeOf(at, access, index);
    }
    findLag(level);
    for (auto &[name, store] : level.stores)
      if (store.version != -1) {
        out_.versions[store.version].lag = level.lag;
        current_[bufferOf(at, name)] = store.version;
      }
    out_.operations += stage.operations + 2;
    out_.levels.push_back(std::move(level));
  }

  StreamStore storeOf(const ConeStage &at, const FieldAccess &access, int index) {
    FieldId b = bufferOf(at, access.field);
    StreamStore store{-1, current_[b], access.conditional, false, false};
    if (at.dead.count(access.field))
      return store;
    const ConeBuffer &buffer = cone_.buffers[b];
    const StreamStage &stage = stages_.of(at.stage);
    store.keepsOutside =
        std::ranges::any_of(storedBy_[b], [&](int earlier) { return !stage.holds[static_cast<size_t>(earlier)]; });
    storedBy_[b].insert(at.stage);
    // A hidden array has nothing in memory: there is what other nests have stored.
    store.hasOutside = program_.fields[b].hidden
                           ? store.keepsOutside
                           : buffer.hasOutside || !stage.holds[static_cast<size_t>(buffer.coverStage)];
    store.version = static_cast<int>(out_.versions.size());
    out_.versions.push_back({b, index, 0, {}, {}, wordsOf(b)});
    return store;
  }

  void findLag(StreamLevel &level) const {
    auto mayBegin = [&](int version, const Offset &offset) {
      level.lag = std::max(level.lag, out_.versions[version].lag + offset[out_.axis] + waits(out_, offset));
    };
    for (const auto &[name, version] : level.reads)
      if (version != kInMemory)
        for (const Offset &offset : stages_.of(level.stage).find(name)->reads)
          mayBegin(version, offset);
    forBefore(level, [&](int version) { mayBegin(version, {}); });
  }

  // How far beyond the tile their cells are wanted by levels that read them.
  void widenVersions() {
    for (StreamVersion &version : out_.versions)
      if (version.level >= 0)
        widen(version.reach, out_.levels[version.level].reach);
    for (const StreamLevel &level : out_.levels)
      for (const auto &[name, read] : level.reads)
        if (read != kInMemory)
          widen(out_.versions[read].reach, sum(level.reach, stages_.of(level.stage).find(name)->around));
  }

  const StencilProgram &program_;
  const StreamStages &stages_;
  const Cone &cone_;
  std::set<FieldId> unheld_;            // names of buffers that are read where they lie
  std::vector<int> current_;            // by buffer
  std::vector<std::set<int>> storedBy_; // by buffer: the stages that have stored it
  Stream out_;
};

// What the levels of a stream compute at a cell, and what is held of versions for that.
class StreamCells {
public:
  // `early`: does it take parts of values early?
  StreamCells(Stream &stream, bool early) : out_(stream), early_(early) {}

  void find() {
    for (StreamLevel &level : out_.levels) {
      level.cell = cellOf(level);
      noteReads(level);
    }
    takeFixedAlong();
    findThin();
  }

private:
  std::shared_ptr<const StreamCell> cellOf(const StreamLevel &level) const {
    const StreamStage &stage = out_.stages->of(level.stage);
    if (!early_ || stage.isAnyThin())
      return stage.late;
    return out_.stages->early(level.stage, [&](const FieldRead &read) { return aheadOf(level, read); });
  }

  int64_t aheadOf(const StreamLevel &level, const FieldRead &read) const {
    const auto version = level.reads.find(read.field);
    if (version == level.reads.end() || version->second == kInMemory)
      return 0;
    return ageOf(out_, level, version->second, read.offset) - waits(out_, read.offset);
  }

  void noteReads(StreamLevel &level) {
    for (const StreamCell::Look &look : level.cell->looks) {
      const auto version = level.reads.find(look.field);
      if (version == level.reads.end() || version->second == kInMemory)
        continue;
      Offset inPlane = look.offset;
      inPlane[out_.axis] = 0;
      StreamVersion &of = out_.versions[version->second];
      const int64_t age = ageOf(out_, level, version->second, look.offset) - look.ahead;
      of.reads.insert({inPlane, age});
      level.readsNewest |= age == 0 && of.level >= 0 && of.lag < level.lag;
    }
    forBefore(level, [&](int version) { out_.versions[version].reads.insert({{}, ageOf(out_, level, version, {})}); });
  }

  // A cell outside of the domain has in the version before what it has in memory. Where that is still held, nobody has
  // to look there.
  void takeFixedAlong() {
    for (StreamLevel &level : out_.levels)
      for (auto &[name, store] : level.stores) {
        if (!store.hasOutside || store.version == -1 || store.before == kInMemory)
          continue;
        StreamVersion &before = out_.versions[store.before];
        const int64_t age = level.lag - before.lag;
        if (age < 0 || before.reads.empty() || before.oldest() < age)
          continue;
        store.keepsOutside = true;
        before.reads.insert({{}, age});
      }
  }

  void findThin() {
    for (StreamLevel &level : out_.levels)
      if (std::all_of(level.stores.begin(), level.stores.end(), [](const auto &entry) {
            const StreamStore &store = entry.second;
            return store.version == -1 || (store.before != kInMemory && store.keepsOutside);
          }))
        level.isThin = out_.stages->of(level.stage).isThin;
    if (std::all_of(out_.levels.begin(), out_.levels.end(), [](const StreamLevel &level) { return level.isLocal(); }))
      for (StreamLevel &level : out_.levels)
        level.isThin = {};
  }

  Stream &out_;
  bool early_;
};

} // namespace

int64_t StreamVersion::oldest() const {
  int64_t oldest = 0;
  for (const StreamRead &read : reads)
    oldest = std::max(oldest, read.age);
  return oldest;
}

int64_t Stream::planes() const {
  int64_t most = 1;
  for (const StreamVersion &version : versions)
    most = std::max(most, version.isOnChip ? 1 : version.oldest() + 1);
  for (const StreamLevel &level : levels)
    for (const EarlyPart &part : level.cell->parts)
      most = std::max(most, part.held + 1);
  return most;
}

int64_t Stream::mostLag() const {
  int64_t last = 0;
  for (const StreamVersion &version : versions)
    last = std::max(last, version.lag);
  return last;
}

int64_t Stream::rimParts(int64_t segment) const {
  constexpr int64_t kMostParts = 3; // a cell takes about so many times as long there
  const int64_t fill = mostLag() - first();
  return startsWithRim() ? std::clamp<int64_t>(segment / (2 * std::max<int64_t>(fill, 1)), 1, kMostParts) : 1;
}

int64_t Stream::first() const {
  int64_t first = INT64_MAX;
  for (const StreamVersion &version : versions)
    first = std::min(first, version.reach.lo[axis] + version.lag);
  return first;
}

int64_t Stream::firstWanted() const {
  int64_t first = 0;
  for (const StreamVersion &version : versions)
    first = std::min(first, version.reach.lo[axis]);
  return first;
}

bool StreamLevel::looksAtMemory() const {
  const auto mayBegin = [&](const auto &store) { // with what memory has
    return store.second.version != -1 && store.second.before == kInMemory &&
           (store.second.keeps || reads.count(store.first) || isLocal());
  };
  return std::ranges::any_of(reads, [](const auto &read) { return read.second == kInMemory; }) ||
         std::ranges::any_of(stores, mayBegin);
}

bool Stream::isLastFirst() const {
  return std::any_of(versions.begin(), versions.end(), [](const StreamVersion &v) { return v.isOnChip; }) &&
         std::none_of(levels.begin(), levels.end(), [](const StreamLevel &level) { return level.readsNewest; });
}

std::vector<size_t> Stream::order() const {
  std::vector<size_t> out(levels.size());
  std::iota(out.begin(), out.end(), 0);
  if (isLastFirst())
    std::ranges::stable_sort(out, std::ranges::greater(), [&](size_t l) { return levels[l].lag; });
  return out;
}

Reach Stream::reach() const {
  Reach all;
  for (const StreamVersion &version : versions)
    widen(all, version.reach);
  return all;
}

// What is taken early is held instead of planes, in blocks of a common shape. A line holds none.
Stream streamOf(const StencilProgram &program, const SharedStages &stages, const Cone &cone) {
  Stream late = StreamBuilder(program, stages, cone).build();
  Stream early = late;
  StreamCells(late, false).find();
  if (late.isLine)
    return late;
  StreamCells(early, true).find();
  auto held = [&](const Stream &stream) {
    const std::array<int64_t, 3> group{32, stream.axis > 1 ? 8 : 1, 1};
    const Reach reach = stream.reach();
    std::array<int64_t, 3> tile{1, 1, 1};
    for (int a = 0; a < stream.axis; ++a)
      tile[a] = group[a] * (stream.axis > 1 && a == 0 ? 2 : 4) - (reach.hi[a] - reach.lo[a]);
    return std::pair(streamBlockOf(stream, tile, group).heldWords(), stream.planes());
  };
  return held(early) < held(late) ? early : late;
}

std::string notStreamed(const StencilProgram &program) {
  if (withoutGhosts(withoutHostPoints(program)))
    return "its ghost cells are refreshed from the other side";
  return "";
}

} // namespace kasane
