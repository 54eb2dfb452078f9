// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of a pipeline's group: per plane and level, for all cells that its work-items own, wanted or not.
#include "Work.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

// Instructions of a work-item beside the source's operators.
constexpr double kPerPlane = 20;                    // the loop, addresses, what is prefetched, the barrier
constexpr double kPerElement = 1;                   // of memory or on-chip memory, loaded or stored
constexpr double kPerKept = 6;                      // old or new, of a cell that a local level stores
constexpr double kAtEdge = 0.75;                    // more of all, where every cell is asked where it is
constexpr double kWarpsToFill = 0.6;
constexpr double kCaught = 0.7; // of what neighbouring groups load too: the cache between units and memory has it

// Of the groups of a plane, those that have cells which aren't updated.
double shareAtEdge(const Stream &stream, const Shape &shape, const Box3 &length) {
  double inside = 1;
  for (int a = 0; a < stream.axis; ++a) {
    const double groups = std::ceil(static_cast<double>(length[a]) / static_cast<double>(shape.tile[a]));
    inside *= std::max(groups - 2, 0.0) / groups;
  }
  return 1 - inside;
}

// That one stream passes, in whole bodies of its loop.
double planesOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block, int64_t segment) {
  int64_t last = 0;
  for (const StreamVersion &version : stream.versions)
    last = std::max(last, version.lag);
  const int64_t copies = copiesOf(program, stream, block);
  return static_cast<double>((segment + last - stream.first() + copies - 1) / copies * copies);
}

// What all levels do at a cell, or a work-item at its `cells`. Local ones do it in some of the groups only.
struct LevelWork {
  double cells = 0, cache = 0, memory = 0; // bytes
  double operations[3] = {};
  double instructions = 0, local = 0; // of a work-item; local: more of them in groups that have cells of local levels
};

LevelWork workOfLevels(const std::vector<StageFacts> &facts, const StencilProgram &program, const Stream &stream,
                       double cells, double share, bool fuses) {
  LevelWork work;
  for (const StreamLevel &level : stream.levels) {
    const StageFacts &stage = facts[level.stage];
    const double there = level.isLocal() ? share : 1; // of the groups
    double instructions = 0;
    for (int k = 0; k < 3; ++k) {
      const double operations = stage.operations[k] - (fuses ? stage.fused[k] : 0);
      instructions += cells * operations;
      work.operations[k] += there * 2 * operations; // one that could multiply and add takes as long when it only adds
    }
    for (const StageFacts::Access &access : stage.accesses) {
      const bool isTable = !program.fields[access.field].table.empty(); // with other elements in each step
      const auto read = level.reads.find(access.field);
      if (!isTable && (read == level.reads.end() || read->second != kInMemory))
        continue;
      // The first level to read an element brings it in; the others are planes behind.
      instructions += kPerElement * cells * access.reads;
      work.cache += there * access.size * access.reads;
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

} // namespace

double streamRegisters(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  // Where parts are made of neighbours' values, a plane's are used one after the other.
  double beside = 0;
  for (const StreamLevel &level : stream.levels) {
    double words = 0;
    for (const auto &[name, version] : level.reads)
      if (version != kInMemory && !level.cell.parts.empty() && !block.readsOnChip)
        words += static_cast<double>(block.wanted[version].size()) *
                 sizeOf(program.fields[stream.versions[version].buffer].elem) / 4;
    beside = std::max(beside, words);
  }
  return registersWith(heldWords(stream, block) + std::max(beside, wordsAtOnce(stream)));
}

int64_t streamBytes(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  int64_t bytes = 0;
  for (size_t v = 0; v < stream.versions.size(); ++v)
    bytes += block.elements(static_cast<int>(v)) * sizeOf(program.fields[stream.versions[v].buffer].elem);
  return bytes;
}

KernelWork streamWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                      const Stream &stream, const Shape &shape, const Box3 &length, bool fuses) {
  const StreamBlock block = streamBlockOf(stream, shape.tile, shape.group);
  const double items = static_cast<double>(shape.group[0] * shape.group[1]);
  const double cells = static_cast<double>(block.cells[0] * block.cells[1]);
  double tileCells = 1, aroundTile = 1;
  for (int a = 0; a < stream.axis; ++a) {
    tileCells *= static_cast<double>(shape.tile[a]);
    aroundTile *= static_cast<double>(block.cells[a] * block.group[a]);
  }
  const double fromMemory = tileCells + (1 - kCaught) * (aroundTile - tileCells);
  KernelWork work;
  for (int a = 0; a < 3; ++a)
    work.groups *= std::ceil(static_cast<double>(length[a]) / static_cast<double>(shape.tile[a]));
  const double planes = planesOf(program, stream, block, shape.tile[stream.axis]), share = shareAtEdge(stream, shape, length);
  double instructions = kPerPlane;
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const double size = sizeOf(program.fields[stream.versions[v].buffer].elem);
    double taken = 0;
    for (const auto &[at, ages] : block.wanted[v])
      taken += block.readsOnChip ? static_cast<double>(ages.size()) : 1;
    const double given = static_cast<double>(block.shared[v].positions.size());
    instructions += kPerElement * (taken + given);
    work.local += planes * items * (taken + given) * size;
    if (stream.versions[v].level >= 0)
      continue;
    instructions += kPerElement * cells;
    work.memory += planes * fromMemory * size;
    work.cache += planes * aroundTile * size;
  }
  const LevelWork levels = workOfLevels(facts, program, stream, cells, share, fuses);
  work.cache += planes * aroundTile * levels.cache;
  work.memory += planes * fromMemory * levels.memory;
  for (int k = 0; k < 3; ++k)
    work.operations[k] += planes * aroundTile * levels.operations[k];
  work.cells += planes * aroundTile * levels.cells;
  instructions += levels.instructions;
  for (size_t b = 0; b < cone.buffers.size(); ++b)
    if (cone.buffers[b].stored) {
      const double bytes = tileCells * static_cast<double>(shape.tile[stream.axis]) * sizeOf(program.fields[b].elem);
      instructions += kPerElement * cells;
      work.memory += bytes;
      work.cache += bytes;
    }
  const double rim = (1 + kAtEdge) * (instructions + levels.local), mean = (1 - share) * instructions + share * rim;
  work.instructions = planes * items * mean;
  work.slowest = !stream.startsWithRim() && share > 0 ? rim / mean : 0;
  work.warpsToFill = kWarpsToFill;
  work.betweenBarriers = mean;
  work.barriers = planes;
  work.registers = streamRegisters(program, stream, block);
  work.onChip = streamBytes(program, stream, block);
  return work;
}

} // namespace kasane::tuning
