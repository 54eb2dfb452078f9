// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Work.h"

#include "Adding.h"
#include "Ceilings.h"
#include "kasane/Analysis/TileArray.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

constexpr double kAbreastBytes = 16; // of one of its loads
constexpr double kAcrossLines = 1.7; // lines that the items of a warp load from at once, where one would do
// Waits of a work-item in latencies of memory: for each cell that a sweep computes from there; for a load under a
// condition over another one. What sweeps, tiles that compute from memory and tiles that are copied wait for the cells
// of a row that are loaded at once.
constexpr double kWaitPerCell = 0.047, kWaitPerLoad = 1.2;
constexpr double kWaitPerPlane = 1.05; // of a march, which loads the plane that is new and goes on when it is there
constexpr double kWaitPerRow = 0.2, kWaitPerLoads = 1.8, kWaitPerCopy = 0.6;

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
  adding.findTileRows(box);
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
    if (buffer.load == LoadKind::Fixed)
      adding.copyEdges(box);
    if (buffer.stored && buffer.throughStage >= 0)
      adding.copyEdges(shape.tile);
    else if (buffer.stored)
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
