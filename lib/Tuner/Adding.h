// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel's work on one machine, while it is added up: what a group moves, computes and waits for. In: a shape and
// the grid's lengths, then what each stage does. Out: the work of a group, and how many there are.
//
//   Adding adding(shape, length, machine, /*inTiles=*/true);
//   adding.readMemory(4, {2, 2, 0}, /*star=*/true, 8);        a star of radius 1, 8 bytes a cell are in use
//   adding.compute(box, 4, operations, moves);
//   adding.work                                               what came of it
#pragma once

#include "Work.h"

namespace kasane::tuning {

inline double volume(const Box3 &box) {
  return static_cast<double>(box[0]) * static_cast<double>(box[1]) * static_cast<double>(box[2]);
}

inline Box3 spanOf(const Reach &reach) {
  return {reach.hi[0] - reach.lo[0], reach.hi[1] - reach.lo[1], reach.hi[2] - reach.lo[2]};
}

inline Box3 grown(const Box3 &box, const Box3 &by) { return {box[0] + by[0], box[1] + by[1], box[2] + by[2]}; }

// The cells of a sweep that an item makes at once; without facts: one.
struct AtOnce {
  const StageFacts::AtOnce *facts = nullptr;
  Jam jam; // of a march, too: the planes that it goes along
  bool isMarch = false;
};
AtOnce atOnceOf(const StageFacts &facts, const Shape &shape);

// One kernel's work on one machine, while it is added up.
class Adding {
public:
  Adding(const Shape &shape, const Box3 &length, const Machine &machine, bool inTiles, const AtOnce &atOnce = {});

  // The share of such a box that the cache between a GPU's units and memory has no room for, beside those of all groups
  // that run at once.
  double beyond(const Box3 &box, double together) const;

  // A field's cells within `span` around the tile, while `together` bytes of a cell are in use; but for a `share` they
  // are in a cache.
  void readMemory(double size, const Box3 &span, bool star, double together, double share = 1);

  // Cells that were not read come into a CPU's cache before they are stored.
  void storeMemory(double size, bool alsoRead);

  // A cell's element of an on-chip array. A CPU brings it in before it is stored, and reads around the cell once.
  void useOnChip(const Box3 &box, double size, int reads, bool written);

  double buffered() const;

  // Work on a box of cells with elements of that size, over which the group goes in whole strides.
  void compute(const Box3 &box, double size, double operations, double moves, bool onChip = false);

  void copy(const Box3 &box, double size);

  // Without vectors, at the ends of rows; a tile has its share of them.
  void computeAtEnds(double instructions);

  // A pass over a box for cells outside of the domain, which only tiles at its edges make.
  void copyEdges(const Box3 &box);

  // Of a tile: each work-item goes along rows.
  void findTileRows(const Box3 &box);

  // Of a sweep: each work-item goes along rows.
  void findRows(const Box3 &box);

  // For so much at each part of a row.
  void waitAtRows(const Box3 &box, double latencies) { work.waits += latencies * begun(box); }

  void waitFor(const Box3 &box, double latencies);

  void operate(const StageFacts &facts, double cells);

  KernelWork work;

private:
  void setCaches(const Machine &machine);

  bool runsGroups() const { return machine_.groups.items > 1; }

  // What is moved for each byte of a tile's row.
  // Rows of sweeps begin at the domain's first cell, so none is whole lines.
  double rowFactor(double size) const;

  // Of an item: parts of rows, as many cells as are loaded at once;
  // in rows that are made at once only those of the first.
  double begun(const Box3 &box) const;

  // A warp whose items all lie outside of the box goes on at once.
  double lanesFor(const Box3 &box) const;

  double vectorOf(double size) const { return std::max(1.0, static_cast<double>(width_) / size); }

  Box3 strided(const Box3 &box) const;

  bool inTiles_;
  AtOnce atOnce_;
  const Shape &shape_;
  const Box3 &length_;
  int64_t width_, line_;
  bool isGpu_;
  const Machine &machine_;
  double last_ = 0, nearest_ = 0; // bytes of caches that shared rows may fill
};

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
