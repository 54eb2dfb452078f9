// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overlap/JoinedNests.h"

#include "Cells/EveryOther.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

// A stage's use of a buffer, and where it finds and leaves it.
struct Use {
  FieldId buffer;
  FieldAccess access;
  bool fromMemory, toMemory, isDead;
  bool reads() const { return !access.reads.empty(); }
  bool readsChip() const { return reads() && !fromMemory; }
  bool writesChip() const { return access.written && !toMemory && !isDead; }
  bool readsCellOnly() const { return !access.far && access.reads == std::set<Offset>{Offset{}}; }
};

class Joining {
public:
  explicit Joining(const Tiles &t) : t_(t) {
    for (const ConeStage &at : t.cone.stages) {
      std::vector<Use> &uses = uses_.emplace_back();
      for (const FieldAccess &access : footprintOf(stageOf(at)).fields)
        uses.push_back({t.cone.boundTo[at.step][access.field], access, at.fromMemory.count(access.field) > 0,
                        at.toMemory.count(access.field) > 0, at.dead.count(access.field) > 0});
    }
  }

  std::vector<JoinedNests> runs() const {
    std::vector<JoinedNests> out;
    for (size_t k = 0; k < uses_.size(); ++k)
      if (!out.empty() && mayJoin(out.back(), k))
        out.back().end = k + 1;
      else
        out.push_back({k, k + 1, {}});
    for (size_t b = 0; b < t_.cone.buffers.size(); ++b)
      findPassed(static_cast<FieldId>(b), out);
    return out;
  }

private:
  const Stage &stageOf(const ConeStage &at) const { return t_.context.program.stages[at.stage]; }

  bool mayJoin(const JoinedNests &run, size_t next) const {
    if (t_.context.rings.any() || !haveSameCells(run.first, next))
      return false;
    for (size_t k = run.first; k < run.end; ++k)
      for (const Use &earlier : uses_[k])
        for (const Use &later : uses_[next])
          if (earlier.buffer == later.buffer && meetElsewhere(earlier, later))
            return false;
    return true;
  }

  bool haveSameCells(size_t left, size_t right) const {
    const ConeStage &a = t_.cone.stages[left], &b = t_.cone.stages[right];
    const Box &one = stageOf(a).domain, &other = stageOf(b).domain;
    bool same = a.reach == b.reach && !isColoured(a) && !isColoured(b);
    for (int axis = 0; axis < t_.context.program.rank; ++axis)
      same = same && one[axis].lo == other[axis].lo && one[axis].hi == other[axis].hi;
    return same;
  }

  bool isColoured(const ConeStage &at) const {
    return everyOther(t_.context, stageOf(at), stageOf(at).body).colour.has_value();
  }

  // Does one of the two store an element that the other reads for another cell? A spare is other memory than what is
  // read.
  bool meetElsewhere(const Use &earlier, const Use &later) const {
    const bool inPlace = !t_.cone.buffers[earlier.buffer].spare;
    const bool takesNew = later.reads() && earlier.access.written && !later.readsCellOnly();
    const bool losesOld =
        earlier.reads() && later.access.written && !earlier.readsCellOnly() &&
        ((earlier.readsChip() && later.writesChip()) || (earlier.fromMemory && later.toMemory && inPlace));
    return takesNew || losesOld;
  }

  // In each run that has anything to do with the buffer, a cell stores its value first.
  void findPassed(FieldId b, std::vector<JoinedNests> &runs) const {
    const ConeBuffer &buffer = t_.cone.buffers[b];
    if (!buffer.onChip || buffer.stored || buffer.load == LoadKind::Whole)
      return;
    std::vector<JoinedNests *> users;
    for (JoinedNests &run : runs) {
      bool stores = false, reads = false;
      for (size_t k = run.first; k < run.end; ++k)
        for (const Use &use : uses_[k]) {
          if (use.buffer != b || (!use.readsChip() && !use.writesChip()))
            continue;
          if (use.access.written ? use.toMemory : !stores)
            return;
          if (use.reads() && (!use.readsCellOnly() || use.fromMemory || (!stores && use.access.readBefore)))
            return;
          if (!stores && use.access.conditional)
            return;
          stores |= use.access.written;
          reads |= use.reads();
        }
      if (stores && !reads)
        return;
      if (stores)
        users.push_back(&run);
    }
    for (JoinedNests *run : users)
      run->passed.insert(b);
  }

  const Tiles &t_;
  std::vector<std::vector<Use>> uses_; // by stage of the cone
};

} // namespace

std::vector<JoinedNests> joinedNests(const Tiles &t) { return Joining(t).runs(); }

} // namespace kasane::lowering
