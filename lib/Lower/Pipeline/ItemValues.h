// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what each work-item holds of the stream. It owns a block of cells of the plane, the same in every
// plane; their values in the planes that somebody still wants are variables of its own, and so are those of neighbours'
// cells once they have been read. Neighbours hand over through on-chip arrays, which hold a value of each work-item
// side by side:
//
//   at iteration i:  reads what was handed over at i - 1;  computes;  hands over what is wanted at i + 1;  barrier
//
// A loop over planes that is unrolled as often as planes are held has a variable for each plane as long as it is
// wanted. In one that isn't, values move from variable to variable. Both kinds begin and end with the same names. A
// line has no loop: a value has one variable, and its place on chip is known.
#pragma once

#include "Pipeline/ItemArrays.h"
#include "Tiled/Tiles.h"

#include "kasane/Analysis/StreamBlock.h"

namespace kasane::lowering {

class ItemValues {
public:
  ItemValues(const Tiles &tiles, const Stream &stream);

  const Stream &stream() const { return stream_; }
  int64_t copies() const { return copies_; } // of the body of a loop that may be unrolled
  const StreamBlock &block() const { return block_; }
  std::vector<BlockCell> positions() const { return block_.positions(); }
  ExprPtr first(int axis) const { return scalar(first_[axis]); } // the block's first cell along an axis of the plane
  int64_t cells(int axis) const { return block_.cells[axis]; }
  // Along an axis of the plane: the cells that the group stores. The first group and the last one have work-items for
  // what lies between their tile and the end, where nothing is beyond, so that it is theirs.
  ExprBounds tileCells(int axis) const;
  void setGrid(GridAxis &axis, int a) const; // without the tiles that those at the ends make superfluous

  // A version's value, `age` planes behind its newest: a variable, what a neighbour has handed over, or what is held on
  // chip.
  ExprPtr held(int version, const BlockCell &at, int64_t age, int64_t copy);
  // Its variable in this copy of the loop's body.
  std::string value(int version, const BlockCell &at, int64_t age, int64_t copy);
  std::string ahead(int version, const BlockCell &at); // loaded for the next iteration
  // That of a part which one of the stream's levels has made of its cell, `age` iterations after that.
  std::string part(const StreamLevel &level, size_t part, const BlockCell &at, int64_t age, int64_t copy);

  // What copy `copy` takes over of neighbours' values for this level, if that plane of the version is wanted.
  using IsWanted = std::function<bool(int version, int64_t age)>;
  KBody takeOver(const StreamLevel &level, int64_t copy, std::set<std::pair<int, BlockCell>> &taken,
                 const IsWanted &isWanted);
  KBody handOver(int version, int64_t copy); // to neighbours, after the next wait
  KStmtPtr bring(int version, const BlockCell &at, bool isFirst,
                 const Load &from); // of what is held on chip: the next plane, or the first
  // The same for all of a line's values, in that iteration.
  KBody takeOverAt(int64_t iteration);
  KBody handOverAt(int64_t iteration);
  KBody wait();   // for everyone's values
  KBody moveOn(); // the values, to the variables of one plane older

  KBody definitions() const;             // before everything else
  KBody variables() const;               // before the loop: all that the above have named
  ItemArrays &held() { return arrays_; } // of a line, which has nothing else to define
  // What the above have made, with elements of arrays for names. `turn`: the variable of the loop over copies, or "".
  KBody inArrays(const KBody &body, const std::string &turn, int64_t count);
  std::vector<GroupArray> arrays() const;
  std::array<std::string, kMaxAxes> items() const { return items_; }

private:
  // Values of one type that can be had for equally long lie in one array, slot after slot.
  struct Handover {
    ScalarType type;
    int64_t slots;
    int64_t slotSize;
    std::string array;
    bool isOwn = false;            // nobody reads another work-item's
    std::vector<std::string> slot; // where this work-item's value is in the one that was written so many iterations ago
    std::string oldest;
  };

  struct Held { // a version, or a level's part
    std::string prefix;
    ScalarType type;
    int64_t oldest;
    std::string array, ahead; // that hold it, and what is loaded for the next iteration
    int64_t step;
  };

  std::string variable(size_t held, const BlockCell &at, int64_t age, int64_t copy);
  void findHandovers();
  void findHandoversOfLine();
  KStmtPtr takeOver(int version, const StreamWanted &of, int64_t copy);
  int handoverOf(int version, int64_t slots, bool isOwn);
  ExprPtr ownIndex(int version, const BlockCell &at, int64_t age) const;
  ExprPtr sharedIndex(int version, const BlockCell &at, int64_t back) const;
  ScalarType typeOf(int version) const { return held_[version].type; }
  std::string nameOf(size_t held, const BlockCell &at) const;
  void findHeld();
  void findWideEnds();
  KBody defineOwn(int axis) const;

  const Tiles &t_;
  const Stream &stream_;
  StreamBlock block_;
  int64_t planes_, copies_;
  std::array<std::string, kMaxAxes> items_;
  std::array<std::string, 2> first_;
  std::string item_; // among those of a slot
  struct WideEnds {  // cells before the first tile and behind the last one, that they take along
    int64_t before = 0, behind = 0;
    std::string tile, whole, from, end; // the grid's variable; is all of the axis there? And the group's own cells
    explicit operator bool() const { return !tile.empty(); }
  };
  std::array<WideEnds, kMaxAxes> wideEnds_;
  std::vector<Handover> handovers_;
  std::vector<std::pair<int, int64_t>> handed_; // by version: which of them, and where in a slot
  LineRows line_;                               // of a line, instead of slots
  ItemArrays arrays_;
  std::vector<Held> held_;        // versions, then parts
  std::vector<size_t> firstPart_; // by level
};

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/codegen/opencl/pipeline.c
