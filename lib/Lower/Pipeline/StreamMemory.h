// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what work-items load, and what they store. Planes are loaded an iteration before somebody looks at
// them. Neighbours go together, if they lie so. In calm planes nobody asks where cells are; elsewhere those that are no
// memory are left alone, so that addresses are the same everywhere.
#pragma once

#include "Pipeline/BoxChecks.h"
#include "Pipeline/MovedRows.h"

#include "kasane/Analysis/StreamEnds.h"

namespace kasane::lowering {

class StreamMemory {
public:
  // `ends`: null: of a line
  StreamMemory(ItemValues &values, CellAddresses &addresses, BoxChecks &checks, const MovedRows &rows,
               const StreamEnds *ends)
      : t_(addresses.tiles()), values_(values), addresses_(addresses), checks_(checks), rows_(rows), ends_(ends),
        stream_(values.stream()), s_(stream_.axis), gone_(t_.context.names.fresh("gone")) {}

  ExprPtr load(FieldId b, const ExprPtr &index) const;

  KBody loadFirst(bool hasEnds); // before all loops
  KBody loadLine();              // a line's only plane
  KBody loadAhead(const Iteration &of);
  KBody takeLoaded(const Iteration &of);
  KBody loadHeld(const Iteration &of); // what is first looked at in this iteration, and by later levels again
  // Of what is held on chip for the levels of this lag, before they begin: their plane has come, and the next one is on
  // its way.
  KBody bringAhead(int64_t lag, const Iteration &of);

  // What memory has of the cells which the level that makes a version does not update; others have 0.
  KBody fetch(int version, const Outside &domain, const Iteration &of);
  ExprPtr fetched(int version, const BlockCell &at);
  // The same of a line, where few groups have such cells, put in its place at once.
  KBody restore(int version, const Outside &domain);

  KBody store(int version, const Iteration &of);

  bool prefetches() const;
  int64_t planesNear() const {
    return s_ > 1 ? 2 : 4;
  } // are brought near ahead: an iteration of a stream of planes takes longer

private:
  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }
  bool isWanted(size_t version, int64_t planes, const Iteration &of) const {
    return !of.moment || ends_->isWanted(stream_.versions[version], *of.moment, planes);
  }
  // A plane, so many from the loop's: where `is` says so of some cells from k on, or of all (null).
  using IsWanted = std::function<ExprPtr(size_t k, size_t count)>;
  KBody loadWhere(int version, int64_t planes, Planes kind, const IsWanted &is);
  KBody loadCells(int version, int64_t planes, Planes kind, const IsWanted &is);
  ExprPtr toWanted(const StreamVersion &version, const BlockCell &at,
                   Planes kind); // elements; null: the cell is wanted, whichever work-item's it is
  KBody loadRows(int version, int64_t planes, Planes kind, const IsWanted &is); // nothing, where there are no rows
  Outside outsideMemory(FieldId b, Planes kind) const;
  KBody knowingGone(FieldId b, int64_t planes, Planes kind, KBody body); // defines what the above names
  ExprPtr isPart(FieldId b, const ExprPtr &index) const; // of a buffer that is touched in part: is this element?
  KBody loadPlane(int version, int64_t planes, const Iteration &of);
  KStmtPtr cellOf(int version, const BlockCell &at, const ExprPtr &index); // takes it to where the next plane's is
  KBody prefetch(FieldId b, int64_t planes, const Iteration &of);
  KStmtPtr storeCell(int version, const BlockCell &at, const Iteration &of);
  KBody storeCells(int version, const Iteration &of);
  KBody storeRows(int version, const Iteration &of);
  CellBounds stored(FieldId b) const;

  const Tiles &t_;
  ItemValues &values_;
  CellAddresses &addresses_;
  BoxChecks &checks_;
  const MovedRows &rows_;
  const StreamEnds *ends_;
  const Stream &stream_;
  int s_;
  std::string gone_;
  std::vector<std::string> sharedPlaces_;
};

} // namespace kasane::lowering
