// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what work-items load, and what they store. Planes are loaded an iteration before somebody looks at
// them. Neighbours go together, if they lie so. In calm planes nobody asks where cells are; elsewhere those that are no
// memory are left alone, so that addresses are the same everywhere.
#pragma once

#include "StreamPlaces.h"

#include "kasane/Analysis/StreamEnds.h"

namespace kasane::lowering {

class StreamMemory {
public:
  StreamMemory(const Tiles &tiles, Columns &columns, StreamPlaces &places,
               const StreamEnds *ends = nullptr) // none: of a line
      : t_(tiles), columns_(columns), places_(places), ends_(ends), stream_(columns.stream()), s_(stream_.axis),
        inRows_(tiles.context.names.fresh("in_rows")), rimInRows_(tiles.context.names.fresh("rim_in_rows")),
        gone_(tiles.context.names.fresh("gone")) {}

  void setMoment(const StreamMoment *moment) {
    moment_ = moment;
  } // of a stream's end, that the following are for; null: of a loop

  ExprPtr load(FieldId b, const ExprPtr &index) const;

  KBody loadFirst(bool hasEnds); // before all loops
  KBody loadLine();              // a line's only plane
  KBody loadAhead(int64_t copy, Planes kind);
  KBody takeLoaded(int64_t copy);
  KBody loadHeld(int64_t copy, Planes kind); // what is first looked at in this iteration, and by later levels again
  // Of what is held on chip for the levels of this lag, before they begin: their plane has come, and the next one is on
  // its way.
  KBody bringAhead(int64_t lag, Planes kind);

  // What memory has of the cells which the level that makes a version does not update; others have 0.
  KBody fetch(int version, const Outside &domain, int64_t copy, Planes kind);
  ExprPtr fetched(int version, const Position &at);
  // The same of a line, where few groups have such cells, put in its place at once.
  KBody restore(int version, const Outside &domain);

  KBody store(int version, int64_t copy, Planes kind);

  bool prefetches() const;
  int64_t planesNear() const {
    return s_ > 1 ? 2 : 4;
  } // are brought near ahead: an iteration of a stream of planes takes longer

  // Does anything go in rows? Then: does all that is loaded and stored?
  bool hasRows() const { return isInRows() != nullptr; }
  ExprPtr inRows() const { return scalar(inRows_); }         // 0 or 1
  KBody definitions(const ExprPtr &isQuiet = nullptr) const; // of a line: is the group's every cell inside?

private:
  // Null: nothing does. At the rim, rows have to be inside or outside as a whole.
  ExprPtr isInRows() const;
  ExprPtr isRimInRows() const;
  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }
  bool isWanted(size_t version, int64_t planes) const {
    return !moment_ || ends_->isWanted(stream_.versions[version], *moment_, planes);
  }
  // A plane, so many from the loop's: where `is` says so of some cells from k on, or of all (null).
  using IsWanted = std::function<ExprPtr(size_t k, size_t count)>;
  KBody loadWhere(int version, int64_t planes, Planes kind, const IsWanted &is);
  KBody loadCells(int version, int64_t planes, Planes kind, const IsWanted &is);
  ExprPtr toWanted(const StreamVersion &version, const Position &at,
                   Planes kind); // elements; null: the cell is wanted, whichever work-item's it is
  KBody loadRows(int version, int64_t planes, const IsWanted &is); // nothing, where there are no rows
  KBody rowsOr(KBody rows, KBody cells) const;                     // at the rim: whichever goes
  Outside outsideMemory(FieldId b, Planes kind) const;
  KBody knowingGone(FieldId b, int64_t planes, Planes kind, KBody body); // defines what the above names
  ExprPtr isPart(FieldId b, const ExprPtr &index) const; // of a buffer that is touched in part: is this element?
  KBody loadPlane(int version, int64_t planes, Planes kind);
  KStmtPtr cellOf(int version, const Position &at, const ExprPtr &index); // takes it to where the next plane's is
  bool isInCells(const StreamVersion &version) const {
    return version.level >= 0 || version.isOnChip;
  } // none is moved in rows
  KBody prefetch(FieldId b, int64_t planes, int64_t copy, Planes kind);
  std::vector<std::vector<Position>> rowsOf(FieldId b) const;
  bool isStored(size_t b) const { return stream_.last[b] != kInMemory && t_.cone.buffers[b].stored; }
  KStmtPtr storeCell(int version, const Position &at, int64_t copy);
  KBody storeCells(int version, int64_t copy, Planes kind);
  KBody storeRows(int version, int64_t copy, Planes kind);
  CellBounds stored(FieldId b) const;

  const Tiles &t_;
  Columns &columns_;
  StreamPlaces &places_;
  const StreamEnds *ends_;
  const StreamMoment *moment_ = nullptr;
  const Stream &stream_;
  int s_;
  std::string inRows_, rimInRows_, gone_;
  std::vector<std::string> sharedPlaces_;
};

} // namespace kasane::lowering
