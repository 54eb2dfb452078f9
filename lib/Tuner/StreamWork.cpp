// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamWork.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasane::tuning {
namespace {

// Instructions of a work-item beside the source's operators.
constexpr double kPerPlane = 3.2;    // the loop, addresses, what is prefetched, the barrier
constexpr double kPerWait = 12.6;    // of a line's step: the barrier, and what asks whether cells are at the rim
constexpr double kPerElement = 0.83; // of memory or on-chip memory, loaded or stored
constexpr double kPerRow = 15; // of an item's cells in memory, after the first: where it is. What is held shares that
constexpr double kNotInRows = 12; // times that, of memory where no four elements are moved at once
constexpr double kPerKept = 6;    // old or new, of a cell that a local level stores
// More of all, and of a level's cell, where every cell is asked where it is.
constexpr double kAtEdge = 0.75, kAtEdgeOfCell = 12;
// As many as a compiler uses that may; with fewer it orders instructions otherwise, until it spills.
constexpr double kRegistersInAll = 23, kPerValueInAll = 1.15, kPerSpilled = 3;
constexpr double kWarpsToFill = 0.047;
constexpr double kCaught = 0.22; // of what neighbouring groups load too: the cache between units and memory has it
// The share of what later steps load again, where the unit's own cache has room for what comes between.
constexpr double kAgain = 0.16;

double groupsFor(int64_t length, int64_t tile) {
  return std::ceil(static_cast<double>(std::max<int64_t>(length, 1)) / static_cast<double>(tile));
}

// The first one and the last one may have what lies between their tile and the end, where their halo would be.
double groupsAlong(int axis, const Stream &stream, const StreamBlock &block, const Shape &shape, const Box3 &length) {
  int64_t atEnds = 0;
  if (stream.mayWidenEnds(axis) && stream.axis > 1)
    atEnds = block.cells[axis] * block.group[axis] - shape.tile[axis] +
             (axis == 0 ? block.first[0] : 0); // along x the first begins with a line of memory
  return groupsFor(length[axis] - atEnds, shape.tile[axis]);
}

// Of the groups of a plane, those that have cells which aren't updated.
double shareAtEdge(const Stream &stream, const StreamBlock &block, const Shape &shape, const Box3 &length) {
  double inside = 1;
  for (int a = 0; a < stream.axis; ++a) {
    const double groups = groupsAlong(a, stream, block, shape, length);
    inside *= std::max(groups - 2, 0.0) / groups;
  }
  return 1 - inside;
}

// That one stream passes, in whole bodies of its loop.
double planesOf(const Stream &stream, int64_t copies, int64_t segment) {
  if (stream.isLine)
    return 1;
  return static_cast<double>((segment + stream.mostLag() - stream.first() + copies - 1) / copies * copies);
}

// Are the cells of a work-item moved together?
bool isInRows(const StreamBlock &block, const Shape &shape) {
  const int64_t row = std::gcd(block.cells[0], kStreamRow);
  return shape.tile[0] % row == 0 && block.first[0] % row == 0;
}

// Elements of a version that an item stores on chip, and loads there.
double handedOver(const StreamBlock &block, size_t version) {
  double elements = static_cast<double>(block.shared(version).positions.size());
  for (const StreamWanted &of : block.wanted(version))
    elements += block.readsOnChip ? static_cast<double>(of.ages) : 1;
  return elements;
}

// Of a cell, that are held and loaded when they are first looked at.
double bytesLate(const Stream &stream) {
  double bytes = 0;
  for (const StreamVersion &version : stream.versions)
    bytes += version.level >= 0 || version.isAhead() || version.isOnChip ? 0 : 4 * static_cast<double>(version.words);
  return bytes;
}

// And of one that is held on chip, by the work-items themselves: of a cell.
double keptOnChip(const StreamVersion &version) {
  return version.isOnChip ? 1 + static_cast<double>(version.reads.size()) : 0;
}

// Of what later steps read in memory again, the share that the unit's own cache doesn't have any more.
double shareAgain(const std::vector<StageFacts> &facts, const Stream &stream, double plane, double nearest) {
  struct Looks {
    int64_t first, last;
    double size;
  };
  std::map<FieldId, Looks> fields;
  for (const StreamLevel &level : stream.levels)
    for (const StageFacts::Access &access : facts[level.stage].accesses)
      if (const auto read = level.reads.find(access.field); read != level.reads.end() && read->second == kInMemory)
        fields.try_emplace(access.field, Looks{level.lag, level.lag, access.size}).first->second.last = level.lag;
  double bytes = 0;
  for (const auto &[field, looks] : fields)
    if (looks.last > looks.first)
      bytes += looks.size * plane * static_cast<double>(looks.last - looks.first + 1);
  return bytes <= nearest ? kAgain : 1;
}

// What all levels do at a cell, or a work-item at its `cells`. Local ones do it in some of the groups only.
struct LevelWork {
  double cells = 0, cache = 0, memory = 0; // bytes
  double operations[3] = {};
  double instructions = 0, local = 0; // of a work-item; local: more of them in groups that have cells of local levels
};

LevelWork workOfLevels(const std::vector<StageFacts> &facts, const StencilProgram &program, const Stream &stream,
                       double cells, double share, bool fuses, double perMoved, double again) {
  LevelWork work;
  for (const StreamLevel &level : stream.levels) {
    const StageFacts &stage = facts[level.stage];
    if (level.isThin[stream.axis])
      continue;                                       // it has cells in few planes
    const double there = level.isLocal() ? share : 1; // of the groups
    double instructions = 0;
    for (int k = 0; k < 3; ++k) {
      const double operations = stage.operations[k] - (fuses ? stage.fused[k] : 0);
      instructions += cells * operations;
      // One that could multiply and add takes as long when it only adds.
      work.operations[k] += there * (k < 2 ? 2 : 1) * operations;
    }
    for (const StageFacts::Access &access : stage.accesses) {
      const bool isTable = !program.fields[access.field].table.empty(); // with other elements in each step
      const auto read = level.reads.find(access.field);
      if (!isTable && (read == level.reads.end() || read->second != kInMemory))
        continue;
      // The first level to read an element brings it in; the others are planes behind.
      instructions += perMoved * cells * access.reads;
      work.cache += there * access.size * access.reads * (level.step == 0 ? 1 : again);
      work.memory += isTable || level.step == 0 ? there * access.size : 0;
    }
    if (level.isLocal())
      work.local += instructions + cells * kPerKept * static_cast<double>(level.stores.size());
    else
      work.instructions += instructions;
    work.cells += there;
  }
  return work;
}

// What a group has in a plane.
struct GroupPlane {
  double items, cells;       // work-items, and cells of one of them
  double tileCells, around;  // cells of the tile, and of all work-items
  double fromMemory;         // of these, those that no neighbouring group has brought into a cache
  double perMoved, perArray; // instructions that move an element, and all of an item's elements of an array
};

GroupPlane planeOf(const Stream &stream, const StreamBlock &block, const Shape &shape) {
  GroupPlane out{};
  out.items = static_cast<double>(shape.group[0] * shape.group[1]);
  out.cells = static_cast<double>(block.cells[0] * block.cells[1]);
  out.tileCells = out.around = 1;
  for (int a = 0; a < stream.axis; ++a) {
    out.tileCells *= static_cast<double>(shape.tile[a]);
    out.around *= static_cast<double>(block.cells[a] * block.group[a]);
  }
  out.fromMemory = out.tileCells + (1 - kCaught) * (out.around - out.tileCells);
  out.perMoved = kPerElement * (isInRows(block, shape) ? 1 : kNotInRows);
  out.perArray = out.perMoved * out.cells + kPerRow * static_cast<double>(block.cells[1] - 1);
  return out;
}

} // namespace

bool hasWideEnds(int axis, const Stream &stream, const Shape &shape, const StreamGroup &group, const Box3 &length) {
  return groupsAlong(axis, stream, group.block, shape, length) < groupsFor(length[axis], shape.tile[axis]);
}

double groupsWithRim(const Stream &stream, const StreamGroup &group, const Shape &shape, const Box3 &length,
                     int64_t parts) {
  const double columns = groupsAlong(0, stream, group.block, shape, length);
  return (columns + static_cast<double>(parts - 1) * std::min(columns, 2.0)) *
         groupsAlong(1, stream, group.block, shape, length);
}

KernelWork streamWork(const std::vector<StageFacts> &all, const StencilProgram &program, const Cone &cone,
                      const Stream &stream, const Shape &shape, const StreamGroup &group, const Box3 &length,
                      bool fuses, const StreamRoom &room) {
  const StreamBlock &block = group.block;
  const GroupPlane plane = planeOf(stream, block, shape);
  std::vector<StageFacts> facts;
  for (const StageFacts &stage : all)
    facts.push_back(withShared(stage, plane.cells));
  KernelWork work;
  for (int a = 0; a < 3; ++a)
    work.groups *= groupsAlong(a, stream, block, shape, length);
  const double planes = planesOf(stream, group.copies, shape.tile[stream.axis]),
               share = shareAtEdge(stream, block, shape, length);
  const double waits = stream.isLine ? static_cast<double>(stream.mostLag() + 1) : 1; // for neighbours, with a plane
  double instructions = kPerPlane + (stream.isLine ? kPerWait * waits : 0);
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const double size = sizeOf(program.fields[stream.versions[v].buffer].elem);
    const double handed = handedOver(block, v) + plane.cells * keptOnChip(stream.versions[v]);
    instructions += kPerElement * handed;
    work.local += planes * plane.items * handed * size;
    if (stream.versions[v].level >= 0)
      continue;
    instructions += stream.versions[v].isAhead() ? plane.perArray : plane.perMoved * plane.cells;
    work.memory += planes * plane.fromMemory * size;
    work.cache += planes * plane.around * size;
  }
  const LevelWork levels = workOfLevels(facts, program, stream, plane.cells, share, fuses, plane.perMoved,
                                        shareAgain(facts, stream, plane.around, room.nearest));
  work.cache += planes * plane.around * levels.cache;
  work.memory += planes * plane.fromMemory * levels.memory;
  for (int k = 0; k < 3; ++k)
    work.operations[k] += planes * plane.around * levels.operations[k];
  work.cells += planes * plane.around * levels.cells;
  instructions += levels.instructions;
  for (size_t b = 0; b < cone.buffers.size(); ++b)
    if (cone.buffers[b].stored) {
      const double bytes =
          plane.tileCells * static_cast<double>(shape.tile[stream.axis]) * sizeOf(program.fields[b].elem);
      instructions += plane.perArray;
      work.memory += bytes;
      work.cache += bytes;
    }
  // What an item has no registers for goes through memory in every plane.
  instructions += kPerSpilled * std::max(kPerValueInAll * group.words + kRegistersInAll - room.registers, 0.0);
  const double rim = (1 + kAtEdge) * (instructions + levels.local) +
                     kAtEdgeOfCell * plane.cells * static_cast<double>(stream.levels.size());
  const double mean = (1 - share) * instructions + share * rim;
  work.instructions = planes * plane.items * mean;
  work.isStream = true;
  work.late =
      stream.isLine || work.cache == 0 ? 0 : planes * plane.around * (bytesLate(stream) + levels.cache) / work.cache;
  work.slowest = share > 0 ? rim / instructions : 1;
  work.slowStartFirst = stream.startsWithRim();
  work.warpsToFill = kWarpsToFill;
  work.betweenBarriers = instructions / waits;
  work.barriers = planes * waits;
  work.onChip = group.bytes;
  return work;
}

} // namespace kasane::tuning
