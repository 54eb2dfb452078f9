// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what work-items load, and what they store. Planes are loaded an iteration before somebody looks at them.
// Where all of a group's cells are in memory (`calm`), nobody asks where they are, and neighbours go together, if they lie so.
#pragma once

#include "StreamPlaces.h"

namespace kasane::lowering {

constexpr int64_t kPrefetched = 4; // planes ahead

class StreamMemory {
public:
  StreamMemory(const Tiles &tiles, Columns &columns, StreamPlaces &places)
      : t_(tiles), columns_(columns), places_(places), stream_(columns.stream()), s_(stream_.axis) {}

  ExprPtr load(FieldId b, const ExprPtr &index) const;

  KBody loadFirst(); // before all loops
  KBody loadAhead(int64_t copy, Planes kind);
  KBody takeLoaded(int64_t copy);

  // What memory has of the cells which the level that makes a version doesn't update: fetched a plane ahead, where a block's few
  // cells leave registers for that.
  bool fetchesAhead() const { return columns_.positions().size() <= kFetchedAhead; }
  ExprPtr fetched(int version, const Position &at);
  KBody fetchFirst(int version); // before a loop
  KBody fetchAhead(int version, const CellBounds &domain, int64_t copy);

  KBody store(int version, int64_t copy, Planes kind);

  // Do all that is loaded and stored go in rows? Null: nothing does.
  ExprPtr isInRows() const;

private:
  static constexpr size_t kFetchedAhead = 4;

  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }
  KBody loadPlane(int version);
  KBody loadCalmPlane(int version, bool inRows);
  KBody prefetch(FieldId b, int64_t copy, Planes kind);
  std::vector<std::vector<Position>> rowsOf(FieldId b) const;
  bool isStored(size_t b) const { return stream_.last[b] != kInMemory && t_.cone.buffers[b].stored; }
  KStmtPtr storeCell(int version, const Position &at, int64_t copy);
  KBody storeCells(int version, int64_t copy, bool clip);
  KBody storeRows(int version, int64_t copy);
  CellBounds stored(FieldId b) const;

  const Tiles &t_;
  Columns &columns_;
  StreamPlaces &places_;
  const Stream &stream_;
  int s_;
};

} // namespace kasane::lowering
