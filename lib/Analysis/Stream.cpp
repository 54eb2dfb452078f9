// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamBlock.h"

#include "GhostPlanes.h"
#include "kasane/Analysis/Ghosts.h"

#include <algorithm>
#include <numeric>

namespace kasane {
namespace {

constexpr int64_t kThin = 4; // planes

bool isInPlane(const Offset &offset, int axis) {
  bool in = false;
  for (int a = 0; a < kMaxAxes; ++a)
    in |= a != axis && offset[a] != 0;
  return in;
}

bool hasAllAxes(const StencilProgram &program, const Field &field) {
  return std::all_of(field.has.begin(), field.has.begin() + program.rank, [](bool has) { return has; });
}

bool isThinAlong(const Stage &stage, int axis) {
  const std::optional<int64_t> planes = (stage.domain[axis].hi - stage.domain[axis].lo).constant();
  return planes && *planes <= kThin;
}

// Are its reads all of what the cell has just stored?
bool readsItsStore(const FieldAccess &access) {
  return access.written && !access.conditional && !access.readBefore && !access.far && access.reads == std::set<Offset>{Offset{}};
}

class StreamBuilder {
public:
  StreamBuilder(const StencilProgram &program, const Cone &cone, bool early)
      : program_(program), cone_(cone), early_(early), current_(program.fields.size(), kInMemory),
        domains_(program.fields.size()) {
    out_.axis = std::max(program.rank - 1, 1);
    out_.isLine = program.rank == 1;
    out_.rings = ringsOf(program).rings;
    out_.stages = program.stages;
    for (Stage &stage : out_.stages) {
      stage.body = onRings(out_.rings, stage.body, [&](FieldId f) { return isWritten(program, f); });
      footprints_.push_back(footprintOf(stage));
    }
    findUnheld();
  }

  Stream build() {
    findLoaded();
    for (size_t l = 0; l < cone_.stages.size(); ++l)
      addLevel(static_cast<int>(l));
    out_.last = current_;
    takeFixedAlong();
    findThin();
    for (StreamVersion &version : out_.versions)
      widenBy(version);
    return std::move(out_);
  }

private:
  FieldId bufferOf(const ConeStage &at, FieldId name) const { return cone_.boundTo[at.step][name]; }
  int64_t wordsOf(FieldId b) const { return (sizeOf(program_.fields[b].elem) + 3) / 4; }

  // What is read far away lies in memory only; and so it is beyond the ends of a ring, where what the region doesn't write may be
  // something else than images.
  void findUnheld() {
    auto isBeyond = [&](const Offset &offset) {
      bool beyond = false;
      for (int a = 0; a < kMaxAxes; ++a)
        beyond |= out_.rings.axis[a] && offset[a] != 0;
      return beyond;
    };
    for (const StageFootprint &footprint : footprints_)
      for (const FieldAccess &access : footprint.fields)
        if (access.far || (!isWritten(program_, access.field) && std::any_of(access.reads.begin(), access.reads.end(), isBeyond)))
          for (FieldId f = access.field; unheld_.insert(f).second;)
            f = program_.rotation[f];
  }

  // Buffers whose old values neighbours read too: their planes are loaded once, and handed on. Of a line, all that is read:
  // it is there from the beginning, and the same for every step.
  void findLoaded() {
    std::set<FieldId> written;
    for (const ConeStage &at : cone_.stages) {
      for (const FieldAccess &access : footprints_[at.stage].fields) {
        FieldId b = bufferOf(at, access.field);
        if (!written.count(b) && isLoaded(out_.stages[at.stage], access) && !unheld_.count(access.field) &&
            hasAllAxes(program_, program_.fields[access.field]) && current_[b] == kInMemory) {
          current_[b] = static_cast<int>(out_.versions.size());
          out_.versions.push_back({b, -1, 0, {}, {}, wordsOf(b)});
        }
      }
      for (const FieldAccess &access : footprints_[at.stage].fields)
        if (access.written)
          written.insert(bufferOf(at, access.field));
    }
  }

  bool isLoaded(const Stage &stage, const FieldAccess &access) const {
    const bool around = std::any_of(access.reads.begin(), access.reads.end(), [](const Offset &o) { return o != Offset{}; });
    return around || (out_.isLine && !access.reads.empty() && !readsItsStore(access) && !isThin(stage));
  }

  void addLevel(int index) {
    const ConeStage &at = cone_.stages[index];
    StreamLevel level{at.step, at.stage, at.reach, 0, {}, {}, {}};
    for (const FieldAccess &access : footprints_[at.stage].fields) {
      FieldId b = bufferOf(at, access.field);
      if (!access.reads.empty() && !readsItsStore(access))
        level.reads[access.field] = current_[b];
      if (access.written)
        level.stores[access.field] = storeOf(at, access, index);
    }
    findLag(level);
    const Stage &stage = out_.stages[at.stage];
    level.cell = early_ && !isThin(stage)
                     ? takeEarly(stage, out_.axis, [&](const FieldRead &read) { return aheadOf(level, read); })
                     : EarlyBody{{}, stage.body};
    noteReads(level);
    for (auto &[name, store] : level.stores)
      if (store.version != -1) {
        out_.versions[store.version].lag = level.lag;
        current_[bufferOf(at, name)] = store.version;
      }
    out_.levels.push_back(std::move(level));
  }

  StreamStore storeOf(const ConeStage &at, const FieldAccess &access, int index) {
    FieldId b = bufferOf(at, access.field);
    StreamStore store{-1, current_[b], access.conditional, false, false};
    if (at.dead.count(access.field))
      return store;
    const ConeBuffer &buffer = cone_.buffers[b];
    const Box &domain = program_.stages[at.stage].domain;
    for (const Box &earlier : domains_[b])
      store.keepsOutside |= !liesWithin(earlier, domain);
    domains_[b].push_back(domain);
    store.hasOutside = !program_.fields[b].hidden && (buffer.hasOutside || !liesWithin(program_.stages[buffer.coverStage].domain, domain));
    store.version = static_cast<int>(out_.versions.size());
    out_.versions.push_back({b, index, 0, {}, {}, wordsOf(b)});
    return store;
  }

  int64_t ageOf(const StreamLevel &level, int version, const Offset &offset) const {
    return level.lag - offset[out_.axis] - out_.versions[version].lag;
  }

  int64_t aheadOf(const StreamLevel &level, const FieldRead &read) const {
    const auto version = level.reads.find(read.field);
    if (version == level.reads.end() || version->second == kInMemory)
      return 0;
    return ageOf(level, version->second, read.offset) - waits(read.offset);
  }

  int64_t waits(const Offset &offset) const { return isInPlane(offset, out_.axis) ? 1 : 0; } // for neighbours

  template <class Visit> void forBefore(const StreamLevel &level, const Visit &visit) const {
    for (const auto &[name, store] : level.stores)
      if (store.version != -1 && store.before != kInMemory && (store.keeps || store.keepsOutside))
        visit(store.before);
  }

  void findLag(StreamLevel &level) const {
    auto mayBegin = [&](int version, const Offset &offset) {
      level.lag = std::max(level.lag, out_.versions[version].lag + offset[out_.axis] + waits(offset));
    };
    for (const auto &[name, version] : level.reads)
      if (version != kInMemory)
        for (const Offset &offset : footprints_[level.stage].find(name)->reads)
          mayBegin(version, offset);
    forBefore(level, [&](int version) { mayBegin(version, {}); });
  }

  void noteReads(StreamLevel &level) {
    auto note = [&](const Expr &e, int64_t ahead) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      const auto version = read ? level.reads.find(read->field) : level.reads.end();
      if (version == level.reads.end() || version->second == kInMemory)
        return;
      Offset inPlane = read->offset;
      inPlane[out_.axis] = 0;
      StreamVersion &of = out_.versions[version->second];
      const int64_t age = ageOf(level, version->second, read->offset) - ahead;
      of.reads.insert({inPlane, age});
      level.readsNewest |= age == 0 && of.level >= 0 && of.lag < level.lag;
    };
    for (const EarlyPart &part : level.cell.parts)
      walk(part.value, [&](const Expr &e) { note(e, part.ahead); });
    walkExprs(level.cell.body, [&](const Expr &e) { note(e, 0); });
    forBefore(level, [&](int version) { out_.versions[version].reads.insert({{}, ageOf(level, version, {})}); });
  }

  // A cell outside of the domain has in the version before what it has in memory. Where that is still held, nobody has to
  // look there.
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
        for (int a = 0; a < program_.rank; ++a)
          level.isThin[a] = isThinAlong(program_.stages[level.stage], a);
    if (std::all_of(out_.levels.begin(), out_.levels.end(), [](const StreamLevel &level) { return level.isLocal(); }))
      for (StreamLevel &level : out_.levels)
        level.isThin = {};
  }

  bool isThin(const Stage &stage) const {
    bool thin = false;
    for (int a = 0; a < program_.rank; ++a)
      thin |= isThinAlong(stage, a);
    return thin;
  }

  // How far beyond the tile its cells are wanted by levels that read it.
  void widenBy(StreamVersion &version) const {
    if (version.level >= 0)
      widen(version.reach, out_.levels[version.level].reach);
    for (const StreamLevel &level : out_.levels)
      for (const auto &[name, read] : level.reads)
        if (read != kInMemory && &out_.versions[read] == &version)
          widen(version.reach, sum(level.reach, footprints_[level.stage].find(name)->reach()));
  }

  const StencilProgram &program_;
  const Cone &cone_;
  bool early_; // does it take parts of values early?
  std::vector<StageFootprint> footprints_;
  std::set<FieldId> unheld_; // names of buffers that are read where they lie
  std::vector<int> current_;              // by buffer
  std::vector<std::vector<Box>> domains_; // by buffer: of the stages that have stored it
  Stream out_;
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
    for (const EarlyPart &part : level.cell.parts)
      most = std::max(most, part.held + 1);
  return most;
}

int64_t Stream::mostLag() const {
  int64_t last = 0;
  for (const StreamVersion &version : versions)
    last = std::max(last, version.lag);
  return last;
}

int64_t Stream::first() const {
  int64_t first = INT64_MAX;
  for (const StreamVersion &version : versions)
    first = std::min(first, version.reach.lo[axis] + version.lag);
  return first;
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
Stream streamOf(const StencilProgram &program, const Cone &cone) {
  if (program.rank == 1)
    return StreamBuilder(program, cone, false).build();
  Stream late = StreamBuilder(program, cone, false).build(), early = StreamBuilder(program, cone, true).build();
  auto held = [&](const Stream &stream) {
    const std::array<int64_t, 3> group{32, stream.axis > 1 ? 8 : 1, 1};
    const Reach reach = stream.reach();
    std::array<int64_t, 3> tile{1, 1, 1};
    for (int a = 0; a < stream.axis; ++a)
      tile[a] = group[a] * (stream.axis > 1 && a == 0 ? 2 : 4) - (reach.hi[a] - reach.lo[a]);
    return std::pair(heldWords(stream, streamBlockOf(stream, tile, group)), stream.planes());
  };
  return held(early) < held(late) ? early : late;
}

std::string notStreamed(const StencilProgram &program) {
  if (withoutGhosts(withoutHostPoints(program)))
    return "its ghost cells are refreshed from the other side";
  return "";
}

} // namespace kasane
