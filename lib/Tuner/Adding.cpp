// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Adding.h"

#include "Ceilings.h"
#include "TimesRead.h"

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
constexpr double kPerTileRow = 72;      // a row of a GPU's tile: its bounds, and where it is in each array
constexpr double kPerEdgeCell = 46;     // a cell of a tile at the domain's edges: is it one that keeps its value?
constexpr double kOnChip = 2.3;         // a cell's bounds and places in tiles that shrink
constexpr double kCaught = 0.68;        // of what neighbouring groups of a GPU read, too: the unit's own cache has it
constexpr double kCaughtAbreast = 0.82; // of cells that an item makes side by side
constexpr double kOfUnit = 0.5;        // of a GPU's on-chip memory: rows stay as long as their neighbours are worked on
constexpr double kBank = 4;            // bytes of a GPU's on-chip memory
constexpr double kBuffered = 5.9;      // what an access to a tile's own buffers costs, over one to the user's arrays
constexpr double kBufferedByGroup = 2; // the same where a processor runs work-groups
constexpr double kAhead = 192;         // bytes that a core's prefetcher brings in vain at the end of a tile's row
constexpr double kAheadByGroup = 40;   // there the next group goes on with the row
// In latencies of memory, before a work-item's first cell; and of a row, compilers load so many cells at once.
constexpr double kFirstWait = 0.29, kAtOnce = 4;

double groupsOver(const Box3 &length, const Box3 &tile) {
  double groups = 1;
  for (int a = 0; a < 3; ++a)
    groups *= std::ceil(static_cast<double>(length[a]) / static_cast<double>(tile[a]));
  return groups;
}

int64_t itemsOf(const Shape &shape) { return shape.group[0] * shape.group[1] * shape.group[2]; }

} // namespace

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

Adding::Adding(const Shape &shape, const Box3 &length, const Machine &machine, bool inTiles, const AtOnce &atOnce)
    : inTiles_(inTiles), atOnce_(atOnce), shape_(shape), length_(length), width_(machine.width), line_(lineOf(machine)),
      isGpu_(machine.kind == MachineClass::Gpu), machine_(machine) {
  work.groups = groupsOver(length, shape.tile);
  work.instructions = isGpu_ ? volume(shape.group) * kPerItem : 0;
  work.waits = kFirstWait;
  setCaches(machine);
}

double Adding::beyond(const Box3 &box, double together) const {
  const double groups = resident(machine_, work, itemsOf(shape_)) * static_cast<double>(machine_.units);
  return isGpu_ ? std::clamp(groups * volume(box) * together / last_ - 1, 0.0, 1.0) : 1;
}

void Adding::readMemory(double size, const Box3 &span, bool star, double together, double share) {
  const double cells = volume(shape_.tile) * size * rowFactor(size);
  // Along x a tile's halo is the next tile's, which follows at once; so are ends of lines.
  const double ends =
      isGpu_ && !inTiles_ && !shape_.abreast && shape_.tile[0] < length_[0] ? static_cast<double>(line_) / 2 / size : 0;
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

void Adding::storeMemory(double size, bool alsoRead) {
  const double bytes = volume(shape_.tile) * size * (isGpu_ || alsoRead ? 1 : 2) * rowFactor(size);
  work.memory += bytes;
  work.cache += bytes;
}

void Adding::useOnChip(const Box3 &box, double size, int reads, bool written) {
  // A GPU's items that run as one meet in a bank where they go along several rows.
  const double met =
      size >= kBank ? std::max(1.0, static_cast<double>(width_) / static_cast<double>(shape_.group[0])) : 1;
  work.local += volume(box) * size * (isGpu_ ? met * (reads + written) : (reads > 0) + 2 * written);
}

void Adding::compute(const Box3 &box, double size, double operations, double moves, bool onChip) {
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

void Adding::computeAtEnds(double instructions) {
  const double rows = static_cast<double>(shape_.tile[1]) * static_cast<double>(shape_.tile[2]);
  work.instructions +=
      rows * vectorOf(4) * instructions * static_cast<double>(shape_.tile[0]) / static_cast<double>(length_[0]);
}

void Adding::copyEdges(const Box3 &box) {
  double inner = 1;
  for (int a = 0; a < 3; ++a)
    if (length_[a] > 1)
      inner *= 1 - std::min(1.0, 2 / std::ceil(static_cast<double>(length_[a]) / static_cast<double>(shape_.tile[a])));
  work.instructions += isGpu_ ? volume(strided(box)) * kPerEdgeCell * (1 - inner) : 0;
}

void Adding::findTileRows(const Box3 &box) {
  const Box3 cells = strided(box);
  const auto rows = static_cast<double>(cells[1] / shape_.group[1] * (cells[2] / shape_.group[2]));
  work.instructions += isGpu_ ? volume(shape_.group) * rows * kPerTileRow : 0;
}

void Adding::waitFor(const Box3 &box, double latencies) {
  work.waits += latencies * volume(strided(box)) / volume(shape_.group);
}

void Adding::operate(const StageFacts &facts, double cells) {
  for (int k = 0; k < 3; ++k)
    work.operations[k] += facts.operations[k] * cells;
  work.cells += cells;
  work.registers = std::max(work.registers, facts.registers);
}

void Adding::setCaches(const Machine &machine) {
  for (const MemoryLevel &level : machine.caches)
    if (!level.shared)
      nearest_ = std::max(nearest_, static_cast<double>(level.bytes) / 2);
  if (nearest_ == 0)
    nearest_ = static_cast<double>(machine.local.perUnit) * kOfUnit;
  if (isGpu_ && machine.groups.itemsPerUnit) // the groups of a unit share it
    nearest_ /= static_cast<double>(std::max<int64_t>(1, std::min(machine.groups.itemsPerUnit / itemsOf(shape_),
                                                                  std::max<int64_t>(1, machine.groups.groupsPerUnit))));
  if (machine.caches.empty())
    return;
  // Each core of a CPU works on rows of its own, the groups of a GPU share them, and little else stays there.
  last_ = static_cast<double>(machine.caches.front().bytes) * (isGpu_ ? 0.75 : 0.5);
  if (!isGpu_ && machine.caches.front().shared)
    last_ /= static_cast<double>(machine.units);
}

double Adding::rowFactor(double size) const {
  const double row = static_cast<double>(shape_.tile[0]) * size;
  if (shape_.tile[0] >= length_[0])
    return 1;
  if (!isGpu_)
    return (row + (runsGroups() ? kAheadByGroup : kAhead)) / row;
  const auto bytes = static_cast<int64_t>(row);
  return inTiles_ && bytes % line_ ? static_cast<double>((bytes / line_ + 2) * line_) / row : 1;
}

double Adding::begun(const Box3 &box) const {
  const Box3 cells = strided(box);
  const double rows = static_cast<double>(cells[1] / shape_.group[1]) * static_cast<double>(cells[2] / shape_.group[2]);
  return rows / static_cast<double>(atOnce_.jam.rows) *
         std::ceil(static_cast<double>(cells[0] / shape_.group[0]) / kAtOnce);
}

double Adding::lanesFor(const Box3 &box) const {
  const double along = static_cast<double>(std::min(shape_.group[0], width_));
  const double rowsAtOnce =
      std::min(std::max(1.0, static_cast<double>(width_) / along), static_cast<double>(shape_.group[1]));
  const double x = std::ceil(static_cast<double>(box[0]) / along) * along;
  return x * std::ceil(static_cast<double>(box[1]) / rowsAtOnce) * rowsAtOnce * static_cast<double>(box[2]);
}

Box3 Adding::strided(const Box3 &box) const {
  Box3 out;
  for (int a = 0; a < 3; ++a)
    out[a] = (box[a] + shape_.group[a] - 1) / shape_.group[a] * shape_.group[a];
  return out;
}

double Adding::buffered() const { return runsGroups() ? kBufferedByGroup : kBuffered; }

void Adding::copy(const Box3 &box, double size) { compute(box, size, 0, isGpu_ ? kPerCopy : 0); }

void Adding::findRows(const Box3 &box) {
  work.instructions += isGpu_ ? volume(shape_.group) * begun(box) * kPerItemsRow : 0;
}

} // namespace kasane::tuning
