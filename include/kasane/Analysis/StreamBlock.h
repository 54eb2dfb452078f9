// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream by work-items: each owns a block of the plane's cells, the same in every plane. In: the stream, the tile's
// cells and the group's shape. Out: which of its neighbours' values a work-item wants, and what on-chip memory that
// takes.
#pragma once

#include "kasane/Analysis/Stream.h"

#include <memory>

namespace kasane {

// Elements that one access may move; the first of them lies at a multiple of that.
inline constexpr int64_t kStreamRow = 4;

// A cell of the plane, by its distance from the first cell of a work-item's block. It may lie in a neighbour's block.
struct BlockCell {
  int64_t x, y;
  friend auto operator<=>(const BlockCell &, const BlockCell &) = default;
};

// How neighbours hand over a version's values: side by side, a value of each work-item, for each of these positions of
// a block; what is handed over in one iteration can be had from the next on, for slots - 1 iterations.
struct StreamShared {
  std::vector<BlockCell> positions;
  int64_t delay = 0; // planes behind the newest that is handed over
  int64_t slots = 0;
};

// A neighbour's cell that a work-item reads, and the ages that it reads it at.
struct StreamWanted {
  BlockCell at;
  int64_t youngest, oldest, ages; // the last: how many
  friend bool operator==(const StreamWanted &, const StreamWanted &) = default;
};

// A work-item that owns so many cells, whatever its group and tile are.
struct StreamItem {
  struct Held {                       // where it has its neighbours' values
    std::vector<StreamShared> shared; // by version
    double words = 0;                 // that it holds from one iteration to the next, of 4 bytes
  };
  std::array<int64_t, 2> margin{0, 0};           // radius in work-items: how far neighbours are of which it reads
  std::vector<std::vector<StreamWanted>> wanted; // by version, in the order of positions
  Held inRegisters, onChip;
  // By version: planes that it keeps on chip for itself, with a value of each of its cells. The next plane is brought
  // into the last of them, while the others are read.
  std::vector<int64_t> ownSlots;
  double wordsAtOnce = 0; // words of arrays that a cell reads where they lie, while the cell is computed
};
StreamItem streamItemOf(const Stream &stream, const std::array<int64_t, 2> &cells);

struct StreamBlock {
  std::array<int64_t, 2> cells{1, 1}, group{1, 1};
  std::array<int64_t, 2> first{0, 0}; // of the first block, from the tile's first cell
  std::shared_ptr<const StreamItem> item;
  // A work-item has no registers for its neighbours' values: they stay in on-chip memory as long as they are wanted,
  // and are read there each time.
  bool readsOnChip = false;

  const std::array<int64_t, 2> &margin() const { return item->margin; }
  const std::vector<StreamWanted> &wanted(size_t version) const { return item->wanted[version]; }
  const StreamShared &shared(size_t version) const { return held().shared[version]; }
  int64_t ownSlots(size_t version) const { return item->ownSlots[version]; }
  double heldWords() const { return held().words; }
  double words() const { return heldWords() + item->wordsAtOnce; }
  std::vector<BlockCell> positions() const;
  bool isOwn(const BlockCell &at) const;
  BlockCell inBlock(const BlockCell &at) const; // of the work-item whose cell it is
  BlockCell itemOf(const BlockCell &at) const;  // how many work-items away that is
  // Where a slot has the work-item's value. Rows of work-items follow each other with nothing between them, so that
  // those that run as one find their values side by side. A neighbour beyond the end of a row is one of the next row,
  // whose value nobody wants.
  int64_t numberOf(const BlockCell &item) const;
  int64_t itemsPerSlot() const;
  int64_t items() const { return group[0] * group[1]; }
  int64_t elements(size_t version) const; // on chip; not of a line

private:
  const StreamItem::Held &held() const { return readsOnChip ? item->onChip : item->inRegisters; }
};

// Blocks of one stream, which has to stay where it is. Those of the same cells share what a work-item wants.
class StreamBlocks {
public:
  explicit StreamBlocks(const Stream &stream) : stream_(&stream), reach_(stream.reach()) {}
  StreamBlock of(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group);

private:
  const Stream *stream_;
  Reach reach_;
  std::map<std::array<int64_t, 2>, std::shared_ptr<const StreamItem>> items_; // by cells
};

// Of a line, whose versions are handed over once: rows of an array, a value of each work-item side by side, which
// others have when everyone has read them.
struct LineRows {
  std::vector<std::vector<int64_t>> of; // by version, for each of its positions: the row
  std::map<ScalarType, int64_t> count;  // an array for each type
};
LineRows lineRowsOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block);

inline StreamBlock streamBlockOf(const Stream &stream, const std::array<int64_t, 3> &tile,
                                 const std::array<int64_t, 3> &group) {
  return StreamBlocks(stream).of(tile, group);
}

// A GPU has so many registers for each work-item of a group, and it needs about so many with what it holds.
double registersFor(const std::array<int64_t, 2> &group);
double registersWith(double heldWords);
double registersFreely(double heldWords); // where nobody tells the compiler to leave some for other groups

inline constexpr int64_t kMostOperations = 2100; // of a loop's body: about 40 KiB of a GPU's instructions

// Operations of all levels on a work-item's cells.
int64_t operationsOf(const Stream &stream, const StreamBlock &block);

// How often the loop over planes is unrolled: as often as there are planes held, where its body then is short, or not
// at all. A line has no loop.
int64_t copiesOf(const Stream &stream, const StreamBlock &block);

} // namespace kasane
