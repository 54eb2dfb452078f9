// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Work.h"

#include "Ceilings.h"
#include "TimesRead.h"
#include "kasane/Analysis/TileArray.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

// Instructions that no operator of the source stands for.
constexpr double kPerCell = 3.5;        // the loop over a tile's cells, where every lane counts on its own
constexpr double kPerRow = 16;          // a row's bounds and addresses, and the ends of its vector loop
constexpr double kOfCore = 0.62;        // of an instruction's time: a core begins several at once
constexpr double kPerItem = 29;         // a work-item's place
constexpr double kPerItemsRow = 25;     // of a sweep: where it is in each array, for so many cells
constexpr double kPerCopy = 8;          // a cell loaded into a GPU's on-chip arrays
constexpr double kOnChip = 2.3;         // a cell's bounds and places in tiles that shrink
constexpr double kCaught = 0.68;        // of what neighbouring groups of a GPU read, too: the unit's own cache has it
constexpr double kCaughtAbreast = 0.82; // of cells that an item makes side by side
constexpr double kAbreastBytes = 16;    // of one of its loads
constexpr double kAcrossLines = 1.7;    // lines that the items of a warp load from at once, where one would do
constexpr double kOfUnit = 0.5;        // of a GPU's on-chip memory: rows stay as long as their neighbours are worked on
constexpr double kBank = 4;            // bytes of a GPU's on-chip memory
constexpr double kBuffered = 5.9;      // what an access to a tile's own buffers costs, over one to the user's arrays
constexpr double kBufferedByGroup = 2; // the same where a processor runs work-groups
constexpr double kAhead = 192;         // bytes that a core's prefetcher brings in vain at the end of a tile's row
constexpr double kAheadByGroup = 40;   // there the next group goes on with the row
// Waits of a work-item in latencies of memory: before its first cell, and for each cell that a sweep computes from
// there; for a load under a condition over another one. Of a row, compilers load so many cells at once: what sweeps,
// tiles that compute from memory and tiles that are copied wait for those.
constexpr double kFirstWait = 0.29, kWaitPerCell = 0.047, kWaitPerLoad = 1.2;
constexpr double kWaitPerPlane = 1.05; // of a march, which loads the plane that is new and goes on when it is there
constexpr double kAtOnce = 4, kWaitPerRow = 0.2, kWaitPerLoads = 1.8, kWaitPerCopy = 0.6;

double volume(const Box3 &box) {
  return static_cast<double>(box[0]) * static_cast<double>(box[1]) * static_cast<double>(box[2]);
}

Box3 spanOf(const Reach &reach) {
  return {reach.hi[0] - reach.lo[0], reach.hi[1] - reach.lo[1], reach.hi[2] - reach.lo[2]};
}

Box3 grown(const Box3 &box, const Box3 &by) { return {box[0] + by[0], box[1] + by[1], box[2] + by[2]}; }

double groupsOver(const Box3 &length, const Box3 &tile) {
  double groups = 1;
  for (int a = 0; a < 3; ++a)
    groups *= std::ceil(static_cast<double>(length[a]) / static_cast<double>(tile[a]));
  return groups;
}

int64_t itemsOf(const Shape &shape) { return shape.group[0] * shape.group[1] * shape.group[2]; }

// The cells of a sweep that an item makes at once; without facts: one.
struct AtOnce {
  const StageFacts::AtOnce *facts = nullptr;
  Jam jam; // of a march, too: the planes that it goes along
  bool isMarch = false;
};
AtOnce atOnceOf(const StageFacts &facts, const Shape &shape) {
  AtOnce out;
  auto may = [&](const Jam &jam) {
    const auto found = facts.abreast.find(jam);
    if (!shape.abreast || found == facts.abreast.end() || !hasWholeLoads(found->second.cells, shape.tile, shape.group))
      return false;
    out.facts = &found->second;
    return true;
  };
  if (!may({}))
    return out;
  const int64_t planes = facts.march ? planesOfMarch(shape.tile, shape.group, facts.rank) : 0;
  if (planes)
    return {&*facts.march, {facts.rank - 1, planes}, true};
  out.jam = jamOf(shape.tile, shape.group, may);
  return out;
}

// One kernel's work on one machine, while it is added up.
class Adding {
public:
  Adding(const Shape &shape, const Box3 &length, const Machine &machine, bool inTiles, const AtOnce &atOnce = {})
      : inTiles_(inTiles), atOnce_(atOnce), shape_(shape), length_(length), width_(machine.width),
        line_(lineOf(machine)), isGpu_(machine.kind == MachineClass::Gpu), machine_(machine) {
    work.groups = groupsOver(length, shape.tile);
    work.instructions = isGpu_ ? volume(shape.group) * kPerItem : 0;
    work.waits = kFirstWait;
    setCaches(machine);
  }

  // The share of such a box that the cache between a GPU's units and memory has no room for, beside those of all groups
  // that run at once.
  double beyond(const Box3 &box, double together) const {
    const double groups = resident(machine_, work, itemsOf(shape_)) * static_cast<double>(machine_.units);
    return isGpu_ ? std::clamp(groups * volume(box) * together / last_ - 1, 0.0, 1.0) : 1;
  }

  // A field's cells within `span` around the tile, while `together` bytes of a cell are in use; but for a `share` they
  // are in a cache.
  void readMemory(double size, const Box3 &span, bool star, double together, double share = 1) {
    const double cells = volume(shape_.tile) * size * rowFactor(size);
    // Along x a tile's halo is the next tile's, which follows at once; so are ends of lines.
    const double ends = isGpu_ && !inTiles_ && !shape_.abreast && shape_.tile[0] < length_[0]
                            ? static_cast<double>(line_) / 2 / size
                            : 0;
    const double along = (static_cast<double>(shape_.tile[0] + span[0]) + ends) / static_cast<double>(shape_.tile[0]);
    const int marched = atOnce_.isMarch ? atOnce_.jam.axis : -1;
    work.memory += share * cells * timesRead(span, star, shape_.tile, length_, together, last_, true, {}, marched);
    // The items of a sweep's group go from row to row together: those beside each other are what they share.
    Box3 window = isGpu_ && !inTiles_ ? shape_.group : shape_.tile;
    window[atOnce_.jam.axis] *= atOnce_.jam.rows;
    const double fromCache = along * timesRead(span, star, window, length_, together, nearest_, !isGpu_, atOnce_.jam);
    const double caught = atOnce_.facts ? kCaughtAbreast : kCaught;
    work.cache += cells * (isGpu_ ? 1 + (1 - caught) * (fromCache - 1) : fromCache);
  }

  // Cells that were not read come into a CPU's cache before they are stored.
  void storeMemory(double size, bool alsoRead) {
    const double bytes = volume(shape_.tile) * size * (isGpu_ || alsoRead ? 1 : 2) * rowFactor(size);
    work.memory += bytes;
    work.cache += bytes;
  }

  // A cell's element of an on-chip array. A CPU brings it in before it is stored, and reads around the cell once.
  void useOnChip(const Box3 &box, double size, int reads, bool written) {
    // A GPU's items that run as one meet in a bank where they go along several rows.
    const double met =
        size >= kBank ? std::max(1.0, static_cast<double>(width_) / static_cast<double>(shape_.group[0])) : 1;
    work.local += volume(box) * size * (isGpu_ ? met * (reads + written) : (reads > 0) + 2 * written);
  }

  double buffered() const { return runsGroups() ? kBufferedByGroup : kBuffered; }

  // Work on a box of cells with elements of that size, over which the group goes in whole strides.
  void compute(const Box3 &box, double size, double operations, double moves, bool onChip = false) {
    const Box3 cells = strided(box);
    const double rows = static_cast<double>(cells[1]) * static_cast<double>(cells[2]);
    if (isGpu_)
      work.instructions += lanesFor(box) * (operations + moves + (onChip ? kOnChip : kPerCell));
    else // vectors are full along x; each is counted as what it is with elements of four bytes
      work.instructions += rows * vectorOf(4) *
                           (std::ceil(static_cast<double>(cells[0]) / vectorOf(size)) * kOfCore *
                                (operations + (moves + 1) * (onChip ? buffered() : 1)) +
                            kPerRow);
  }

  void copy(const Box3 &box, double size) { compute(box, size, 0, isGpu_ ? kPerCopy : 0); }

  // Without vectors, at the ends of rows; a tile has its share of them.
  void computeAtEnds(double instructions) {
    const double rows = static_cast<double>(shape_.tile[1]) * static_cast<double>(shape_.tile[2]);
    work.instructions +=
        rows * vectorOf(4) * instructions * static_cast<double>(shape_.tile[0]) / static_cast<double>(length_[0]);
  }

  // Of a sweep: each work-item goes along rows.
  void findRows(const Box3 &box) { work.instructions += isGpu_ ? volume(shape_.group) * begun(box) * kPerItemsRow : 0; }

  // For so much at each part of a row.
  void waitAtRows(const Box3 &box, double latencies) { work.waits += latencies * begun(box); }

  void waitFor(const Box3 &box, double latencies) {
    work.waits += latencies * volume(strided(box)) / volume(shape_.group);
  }

  void operate(const StageFacts &facts, double cells) {
    for (int k = 0; k < 3; ++k)
      work.operations[k] += facts.operations[k] * cells;
    work.cells += cells;
    work.registers = std::max(work.registers, facts.registers);
  }

  KernelWork work;

private:
  void setCaches(const Machine &machine) {
    for (const MemoryLevel &level : machine.caches)
      if (!level.shared)
        nearest_ = std::max(nearest_, static_cast<double>(level.bytes) / 2);
    if (nearest_ == 0)
      nearest_ = static_cast<double>(machine.local.perUnit) * kOfUnit;
    if (isGpu_ && machine.groups.itemsPerUnit) // the groups of a unit share it
      nearest_ /=
          static_cast<double>(std::max<int64_t>(1, std::min(machine.groups.itemsPerUnit / itemsOf(shape_),
                                                            std::max<int64_t>(1, machine.groups.groupsPerUnit))));
    if (machine.caches.empty())
      return;
    // Each core of a CPU works on rows of its own, the groups of a GPU share them, and little else stays there.
    last_ = static_cast<double>(machine.caches.front().bytes) * (isGpu_ ? 0.75 : 0.5);
    if (!isGpu_ && machine.caches.front().shared)
      last_ /= static_cast<double>(machine.units);
  }

  bool runsGroups() const { return machine_.groups.items > 1; }

  // What is moved for each byte of a tile's row.
  // Rows of sweeps begin at the domain's first cell, so none is whole lines.
  double rowFactor(double size) const {
    const double row = static_cast<double>(shape_.tile[0]) * size;
    if (shape_.tile[0] >= length_[0])
      return 1;
    if (!isGpu_)
      return (row + (runsGroups() ? kAheadByGroup : kAhead)) / row;
    const auto bytes = static_cast<int64_t>(row);
    return inTiles_ && bytes % line_ ? static_cast<double>((bytes / line_ + 2) * line_) / row : 1;
  }

  // Of an item: parts of rows, as many cells as are loaded at once;
  // in rows that are made at once only those of the first.
  double begun(const Box3 &box) const {
    const Box3 cells = strided(box);
    const double rows =
        static_cast<double>(cells[1] / shape_.group[1]) * static_cast<double>(cells[2] / shape_.group[2]);
    return rows / static_cast<double>(atOnce_.jam.rows) *
           std::ceil(static_cast<double>(cells[0] / shape_.group[0]) / kAtOnce);
  }

  // A warp whose items all lie outside of the box goes on at once.
  double lanesFor(const Box3 &box) const {
    const double along = static_cast<double>(std::min(shape_.group[0], width_));
    const double rowsAtOnce =
        std::min(std::max(1.0, static_cast<double>(width_) / along), static_cast<double>(shape_.group[1]));
    const double x = std::ceil(static_cast<double>(box[0]) / along) * along;
    return x * std::ceil(static_cast<double>(box[1]) / rowsAtOnce) * rowsAtOnce * static_cast<double>(box[2]);
  }

  double vectorOf(double size) const { return std::max(1.0, static_cast<double>(width_) / size); }

  Box3 strided(const Box3 &box) const {
    Box3 out;
    for (int a = 0; a < 3; ++a)
      out[a] = (box[a] + shape_.group[a] - 1) / shape_.group[a] * shape_.group[a];
    return out;
  }

  bool inTiles_;
  AtOnce atOnce_;
  const Shape &shape_;
  const Box3 &length_;
  int64_t width_, line_;
  bool isGpu_;
  const Machine &machine_;
  double last_ = 0, nearest_ = 0; // bytes of caches that shared rows may fill
};

double elementOf(const StageFacts &facts) { return facts.operations[1] > 0 ? 8 : 4; }

// A stage within a pass: what it reads in memory and on chip, and what it computes. What stages before it have
// `loaded`, by buffer, it reads again.
void addStage(Adding &adding, const StageFacts &facts, const Cone &cone, const ConeStage &at, const Box3 &tile,
              double together, std::vector<bool> &loaded) {
  const Box3 box = grown(tile, spanOf(at.reach));
  const double again = adding.beyond(box, together);
  double waits = 0;
  for (const StageFacts::Access &access : facts.accesses) {
    const auto buffer = static_cast<size_t>(cone.boundTo[at.step][access.field]);
    const bool inMemory = !cone.buffers[buffer].written || at.fromMemory.count(access.field);
    if (access.reads && inMemory) {
      const double share = loaded[buffer] ? again : 1;
      loaded[buffer] = true;
      adding.readMemory(access.size, spanOf(sum(at.reach, access.reach)), access.star && spanOf(at.reach) == Box3{},
                        together, share);
      waits = std::max(waits, share);
    } else {
      adding.useOnChip(box, access.size, access.reads, false);
    }
    if (access.written && !at.toMemory.count(access.field))
      adding.useOnChip(box, access.size, 0, true);
  }
  adding.waitAtRows(box, waits * kWaitPerLoads);
  adding.compute(box, elementOf(facts), facts.instructions - facts.moves, facts.moves, true);
  adding.operate(facts, volume(box));
  adding.work.barriers += 1;
}

} // namespace

double registersOfRows(const StageFacts &facts, const Shape &shape) {
  const AtOnce atOnce = atOnceOf(facts, shape);
  return atOnce.jam.rows > 1 ? atOnce.facts->registers : 0;
}

bool isMarch(const StageFacts &facts, const Shape &shape) { return atOnceOf(facts, shape).isMarch; }

KernelWork sweepWork(const StageFacts &all, const Shape &shape, const Box3 &length, const Machine &machine) {
  const AtOnce atOnce = atOnceOf(all, shape);
  const StageFacts facts =
      withShared(all, atOnce.facts ? static_cast<double>(atOnce.facts->cells * atOnce.jam.rows) : 1);
  Adding adding(shape, length, machine, false, atOnce);
  adding.work.isSweep = true;
  double together = 0;
  for (const StageFacts::Access &access : facts.accesses)
    together += access.size;
  for (const StageFacts::Access &access : facts.accesses) {
    if (access.reads)
      adding.readMemory(access.size, spanOf(access.reach), access.star, together);
    if (access.written)
      adding.storeMemory(access.size, access.reads > 0);
  }
  const double moves = atOnce.facts ? atOnce.facts->moves : facts.moves;
  // A GPU's nearest cache is as wide as its memory on chip, of which it is a part.
  if (const auto one = facts.abreast.find({}); shape.abreast && one != facts.abreast.end()) {
    const double across = kAbreastBytes / static_cast<double>(one->second.cells) * kAcrossLines;
    adding.work.local += volume(shape.tile) * moves * (atOnce.facts ? kAbreastBytes : across);
  }
  adding.compute(shape.tile, elementOf(facts), facts.instructions - facts.moves,
                 moves + (atOnce.isMarch ? atOnce.facts->handedOn : 0));
  adding.computeAtEnds(facts.atEnds);
  adding.findRows(shape.tile);
  adding.operate(facts, volume(shape.tile));
  if (atOnce.isMarch) {
    adding.work.registers = atOnce.facts->registers;
    adding.waitFor(shape.tile, kWaitPerPlane / static_cast<double>(atOnce.facts->cells));
  } else if (atOnce.jam.rows > 1) { // `registers` are few, since waits were fitted with them
    adding.work.registers =
        withCrowd(machine, facts.registers * atOnce.facts->registers / facts.abreast.at({}).registers);
  }
  adding.waitAtRows(shape.tile, kWaitPerRow);
  adding.waitFor(shape.tile, kWaitPerCell + kWaitPerLoad * (facts.waits - 1));
  return adding.work;
}

// As far as all of its arrays are as wide.
static UserRows rowsOf(const StencilProgram &program, const Cone &cone, const Shape &shape, const Box3 &length,
                       const Problem &problem) {
  UserRows out;
  for (size_t b = 0; b < cone.buffers.size(); ++b) {
    const ConeBuffer &buffer = cone.buffers[b];
    const Field &field = program.fields[b];
    const bool isRead = !buffer.written || buffer.load == LoadKind::Whole;
    if (!field.has[0] || !field.has[1] || shape.tile[0] >= length[0] || !(isRead || buffer.stored))
      continue;
    const Box3 box = grown(shape.tile, spanOf(buffer.reach));
    const int64_t size = sizeOf(field.elem);
    out.count += static_cast<double>(box[1] * box[2]);
    out.bytes = std::max(out.bytes, static_cast<double>(box[0] * size));
    const AxisBounds none{0, 1};
    out.stride = std::max(out.stride, size * lengthOf(Box{AxisBounds{0, field.stride[1]}, none, none}, problem)[0]);
  }
  return out;
}

KernelWork overlapWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                       const Shape &shape, const Box3 &length, const Machine &machine, const Problem &problem) {
  Adding adding(shape, length, machine, true);
  adding.work.onChip = onChipBytes(program, cone, shape.tile, shape.rowLoops);
  adding.work.rows = rowsOf(program, cone, shape, length, problem);
  for (const StageFacts &stage : facts)
    adding.work.registers = std::max(adding.work.registers, stage.registers);
  double together = 0;
  for (size_t b = 0; b < cone.buffers.size(); ++b)
    together += sizeOf(program.fields[b].elem);
  for (size_t b = 0; b < cone.buffers.size(); ++b) {
    const ConeBuffer &buffer = cone.buffers[b];
    const double size = sizeOf(program.fields[b].elem);
    const Box3 box = grown(shape.tile, spanOf(buffer.reach));
    if (buffer.load == LoadKind::Whole) {
      adding.readMemory(size, spanOf(buffer.reach), false, together);
      adding.copy(box, size);
      adding.waitAtRows(box, kWaitPerCopy);
      adding.useOnChip(box, size, 0, true);
    }
    if (buffer.stored)
      adding.storeMemory(size, false);
    if (buffer.stored && buffer.throughStage < 0)
      adding.copy(shape.tile, size);
  }
  std::vector<bool> loaded(cone.buffers.size());
  for (const ConeStage &at : cone.stages)
    addStage(adding, withShared(facts[at.stage], 1), cone, at, shape.tile, together, loaded);
  return adding.work;
}

int64_t onChipBytes(const StencilProgram &program, const Cone &cone, const Box3 &tile, bool rowLoops) {
  int64_t bytes = 0;
  for (size_t b = 0; b < cone.buffers.size(); ++b) {
    const ConeBuffer &buffer = cone.buffers[b];
    if (buffer.onChip || buffer.load != LoadKind::None)
      bytes += tileArrayOf(program, cone, static_cast<FieldId>(b), tile, rowLoops).elements() *
               sizeOf(program.fields[b].elem);
  }
  return bytes;
}

} // namespace kasane::tuning
