// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Cone.h"

#include <algorithm>
#include <optional>

namespace kasane {
namespace {

// One stage's use of one field, with what matters for where the values live.
struct Use {
  const FieldAccess &access;
  // The store is always made, and every read of a cell comes before it: reads and stores may be in different places.
  bool readThenStore() const { return overwrites() && !access.readAfter; }
  // Or behind it: none sees the cell's old value.
  bool storeThenRead() const { return overwrites() && !access.readBefore; }
  bool reads() const { return !access.reads.empty(); }
  bool overwrites() const { return access.written && !access.conditional; }
};
using StageUses = std::vector<Use>;

std::vector<StageUses> usesOf(const ConeStages &stages) {
  std::vector<StageUses> out;
  for (const StageFootprint &footprint : stages.footprints) {
    StageUses &uses = out.emplace_back();
    for (const FieldAccess &access : footprint.fields)
      uses.push_back({access});
  }
  return out;
}

std::vector<std::vector<FieldId>> bindings(const StencilProgram &program, int depth, bool moves) {
  std::vector<std::vector<FieldId>> bound(depth + 1);
  for (size_t f = 0; f < program.fields.size(); ++f)
    bound[0].push_back(static_cast<FieldId>(f));
  for (int s = 0; s < depth; ++s)
    for (size_t f = 0; f < program.fields.size(); ++f)
      bound[s + 1].push_back(bound[s][s + 1 < depth || moves ? program.rotation[f] : static_cast<FieldId>(f)]);
  return bound;
}

bool sameDomain(const StencilProgram &program, int a, int b) {
  for (int axis = 0; axis < program.rank; ++axis) {
    const AxisBounds &left = program.stages[a].domain[axis], &right = program.stages[b].domain[axis];
    if (!(left.lo == right.lo && left.hi == right.hi))
      return false;
  }
  return true;
}

bool areApart(const Box &left, const Box &right, const Rings &rings) {
  for (int a = 0; a < kMaxAxes; ++a) {
    if (rings.axis[a])
      continue;
    std::optional<int64_t> below = (right[a].lo - left[a].hi).constant(), above = (left[a].lo - right[a].hi).constant();
    if ((below && *below >= 0) || (above && *above >= 0))
      return true;
  }
  return false;
}

bool readsNothingOf(const Box &cells, const Stage &stage, const FieldAccess &access, const Rings &rings) {
  return std::all_of(access.reads.begin(), access.reads.end(), [&](const Offset &offset) {
    Box read = stage.domain;
    for (int a = 0; a < kMaxAxes; ++a)
      read[a] = {read[a].lo + offset[a], read[a].hi + offset[a]};
    return areApart(cells, read, rings);
  });
}

// Does every step overwrite these cells of name f before it reads one of them? A buffer that was written there only
// carries nothing into the next step. (Later steps do not count: the region may end before them.)
bool overwrittenFirst(const StencilProgram &program, const std::vector<StageUses> &uses, FieldId f, const Box &cells,
                      const Rings &rings) {
  for (size_t k = 0; k < uses.size(); ++k)
    for (const Use &use : uses[k]) {
      if (use.access.field != f)
        continue;
      if (!readsNothingOf(cells, program.stages[k], use.access, rings))
        return false;
      if (use.overwrites() && liesWithin(cells, program.stages[k].domain))
        return true;
    }
  return false;
}

class Builder {
public:
  Builder(const StencilProgram &program, const ConeStages &stages, const Touched &touched, int depth,
          const ConeOptions &options)
      : program_(program), rings_(stages.rings), uses_(usesOf(stages)), touched_(touched), options_(options) {
    cone_.depth = depth;
    cone_.boundTo = bindings(program, depth, options.moves);
    cone_.buffers.resize(program.fields.size());
  }

  Cone build() {
    findLoads();
    findStores();
    findRegions();
    findArrays();
    return std::move(cone_);
  }

private:
  FieldId bufferOf(int step, const Use &use) const { return cone_.boundTo[step][use.access.field]; }

  template <class Visit> void forward(const Visit &visit) {
    for (int s = 0; s < cone_.depth; ++s)
      for (int k = 0; k < stagesIn(s); ++k)
        for (const Use &use : uses_[k])
          visit(s, k, use);
  }

  int stagesIn(int step) const {
    size_t all = uses_.size();
    return static_cast<int>(step + 1 < cone_.depth ? all : std::min(all, options_.stages));
  }

  // How each buffer's old contents are used. They are read in memory until a stage writes the buffer; from then on the
  // on-chip array must hold what that write leaves.
  void findLoads() {
    std::vector<bool> readOld(cone_.buffers.size(), false), otherDomain(cone_.buffers.size(), false);
    forward([&](int s, int k, const Use &use) {
      ConeBuffer &buffer = cone_.buffers[bufferOf(s, use)];
      if (!buffer.written)
        readOld[bufferOf(s, use)] = readOld[bufferOf(s, use)] || (use.reads() && !use.storeThenRead());
      if (!use.access.written)
        return;
      if (!buffer.written) {
        buffer.coverStage = k;
        buffer.hasOutside = !program_.fields[use.access.field].ofStep &&
                            !touched_.onlyWithin(bufferOf(s, use), program_.stages[k].domain);
        buffer.load = use.readThenStore() || use.storeThenRead() ? LoadKind::Fixed : LoadKind::Whole;
      }
      buffer.written = true;
      otherDomain[bufferOf(s, use)] = otherDomain[bufferOf(s, use)] || !sameDomain(program_, k, buffer.coverStage);
    });
    for (size_t b = 0; b < readOld.size(); ++b)
      cone_.buffers[b].spare =
          !program_.fields[b].hidden &&
          (options_.outOfPlace || readOld[b] || cone_.buffers[b].load == LoadKind::Whole || otherDomain[b]);
  }

  void findStores() {
    const std::vector<std::string> &scratch = program_.clauses.scratch;
    for (size_t name = 0; name < program_.fields.size(); ++name) {
      ConeBuffer &buffer = cone_.buffers[cone_.boundTo[cone_.depth][name]];
      bool unwanted = options_.last
                          ? std::find(scratch.begin(), scratch.end(), program_.fields[name].name) != scratch.end()
                          : carriesNothing(static_cast<FieldId>(name));
      if (program_.fields[name].hidden)
        unwanted = program_.fields[name].ofStep || !options_.gathers;
      buffer.stored = buffer.written && !unwanted;
      buffer.spare = buffer.spare && buffer.stored;
    }
  }

  // After an ordinary pass, what it wrote to the buffer of this name.
  bool carriesNothing(FieldId name) {
    bool nothing = true;
    forward([&](int s, int k, const Use &use) {
      if (use.access.written && bufferOf(s, use) == cone_.boundTo[cone_.depth][name])
        nothing = nothing && overwrittenFirst(program_, uses_, name, program_.stages[k].domain, rings_);
    });
    return nothing;
  }

  // Has no stage before (step, stage) written the buffer, and may this one read it in memory?
  bool readsMemory(int step, int stage, const Use &use) const {
    FieldId b = bufferOf(step, use);
    for (int s = 0; s <= step; ++s)
      for (int k = 0; k < (s == step ? stage : static_cast<int>(uses_.size())); ++k)
        for (const Use &earlier : uses_[k])
          if (earlier.access.written && bufferOf(s, earlier) == b)
            return false;
    return !use.access.written || use.readThenStore();
  }

  // Backward: the regions. need[b] is what later stages and the stores want of buffer b; it only grows, because a cell
  // that is not overwritten keeps its value.
  void findRegions() {
    need_.resize(cone_.buffers.size());
    readLater_.resize(cone_.buffers.size(), false);
    for (size_t b = 0; b < need_.size(); ++b)
      if (cone_.buffers[b].stored)
        need_[b] = Reach{};
    for (int s = cone_.depth - 1; s >= 0; --s)
      for (int k = stagesIn(s) - 1; k >= 0; --k)
        addStage(s, k);
    std::reverse(cone_.stages.begin(), cone_.stages.end());
  }

  void addStage(int s, int k) {
    std::optional<Reach> region;
    for (const Use &use : uses_[k])
      if (const auto &wanted = need_[bufferOf(s, use)]; use.access.written && wanted) {
        region = region.value_or(*wanted);
        widen(*region, *wanted);
      }
    if (!region)
      return;
    ConeStage stage{s, k, *region, {}, {}, {}};
    for (const Use &use : uses_[k])
      placeUse(stage, use);
    cone_.stages.push_back(std::move(stage));
  }

  void placeUse(ConeStage &stage, const Use &use) {
    FieldId b = bufferOf(stage.step, use);
    ConeBuffer &buffer = cone_.buffers[b];
    bool fromMemory = use.reads() && readsMemory(stage.step, stage.stage, use);
    bool onChipRead = use.reads() && !fromMemory;
    if (fromMemory)
      stage.fromMemory.insert(use.access.field);
    if (use.access.written && !need_[b] && !onChipRead)
      stage.dead.insert(use.access.field);
    else if (use.access.written && buffer.stored && buffer.throughStage < 0 && !readLater_[b] && !onChipRead &&
             use.readThenStore() && stage.reach == Reach{}) {
      buffer.throughStage = stage.stage;
      stage.toMemory.insert(use.access.field);
    }
    // Only the last writer may store through; for the others readLater_ stands for "something follows".
    readLater_[b] = readLater_[b] || onChipRead || use.access.written;
    if (stage.dead.count(use.access.field) || (!onChipRead && !use.access.written))
      return;
    Reach wanted = onChipRead ? sum(stage.reach, use.access.reach()) : stage.reach;
    need_[b] = need_[b].value_or(wanted);
    widen(*need_[b], wanted);
  }

  // The on-chip arrays: as large as their uses on chip, and loaded as far as somebody reads them.
  void findArrays() {
    std::vector<bool> read(cone_.buffers.size(), false);
    for (const ConeStage &stage : cone_.stages)
      for (const Use &use : uses_[stage.stage]) {
        ConeBuffer &buffer = cone_.buffers[bufferOf(stage.step, use)];
        bool onChipRead = use.reads() && !stage.fromMemory.count(use.access.field);
        bool onChipStore =
            use.access.written && !stage.toMemory.count(use.access.field) && !stage.dead.count(use.access.field);
        if (!buffer.written || (!onChipRead && !onChipStore))
          continue;
        buffer.onChip = true;
        read[bufferOf(stage.step, use)] = read[bufferOf(stage.step, use)] || onChipRead;
        widen(buffer.reach, onChipRead ? sum(stage.reach, use.access.reach()) : stage.reach);
      }
    for (size_t b = 0; b < read.size(); ++b) {
      ConeBuffer &buffer = cone_.buffers[b];
      if (!buffer.onChip || (buffer.load == LoadKind::Fixed && ((!read[b] && !buffer.spare) || !buffer.hasOutside)))
        buffer.load = LoadKind::None;
    }
  }

  const StencilProgram &program_;
  const Rings &rings_;
  std::vector<StageUses> uses_;
  const Touched &touched_;
  ConeOptions options_;
  Cone cone_;
  std::vector<std::optional<Reach>> need_;
  std::vector<bool> readLater_;
};

} // namespace

ConeStages coneStagesOf(const StencilProgram &program) {
  ConeStages out{ringsOf(program).rings, {}};
  for (Stage stage : program.stages) {
    stage.body = onRings(out.rings, stage.body, [](FieldId) { return true; });
    out.footprints.push_back(footprintOf(stage));
  }
  return out;
}

Cone coneOf(const StencilProgram &program, const ConeStages &stages, const Touched &touched, int depth,
            const ConeOptions &options) {
  return Builder(program, stages, touched, depth, options).build();
}

} // namespace kasane
