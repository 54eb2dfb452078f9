// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what a level does with a plane. It computes all of its work-item's cells, and what it makes early of
// those whose planes come later; cells that it doesn't update then take the value that they had.
#pragma once

#include "StreamMemory.h"

namespace kasane::lowering {

class LevelBody {
public:
  LevelBody(const Tiles &tiles, Columns &columns, StreamPlaces &places, StreamMemory &memory)
      : t_(tiles), columns_(columns), places_(places), memory_(memory), stream_(columns.stream()), s_(stream_.axis),
        out_(tiles.context.names.fresh("out")) {}

  void setKind(Planes kind) { // of the loop that the following are for
    kind_ = kind;
    places_.setKind(kind);
  }

  void setAhead(const StreamAhead &wanted) { wanted_ = wanted; } // of what a level makes, in calm planes

  bool isAbsent(const StreamLevel &level) const { return !asksCells(kind_) && level.isLocal(); }
  KBody fetch(const StreamLevel &level, int64_t copy); // what memory has of cells that the level doesn't update
  KBody compute(const StreamLevel &level, int64_t copy);
  // All of that for a line. Where it `isQuiet`, every level that isn't local updates all of the group's cells. No
  // barrier stands under that condition: some compilers join the ends of its branches, and then lose their way with
  // those inside.
  KBody computeLine(const StreamLevel &level, const ExprPtr &isQuiet);

private:
  const StencilProgram &program() const { return t_.context.program; }
  const Field &fieldOf(FieldId b) const { return program().fields[b]; }
  const Stage &stageOf(const StreamLevel &level) const { return stream_.stages->of(level.stage).stage; }
  FieldId bufferOf(const StreamLevel &level, FieldId name) const { return t_.cone.boundTo[level.step][name]; }

  KStmtPtr defineOut(const StreamLevel &level, int64_t copy);
  Outside domainOf(const StreamLevel &level) const;
  ExprPtr wanted(const StreamLevel &level, const Position &at) const;
  ExprPtr held(int version, const Position &at, int64_t age, int64_t copy);
  ExprPtr loadWithin(const StreamLevel &level, const Position &at, const FieldRead &element);
  ExprPtr before(const StreamLevel &level, FieldId name, const StreamStore &store, const Position &at, int64_t copy);
  bool beginsAsBefore(const StreamLevel &level, FieldId name) const;
  ExprPtr read(const StreamLevel &level, const FieldRead &element, const Position &at, int64_t ahead, int64_t copy);
  KBody lowered(const StreamLevel &level, const std::vector<StmtPtr> &body, const Position &at, int64_t ahead,
                int64_t copy);
  KBody partsOf(const StreamLevel &level, const Position &at, int64_t ahead, int64_t copy);
  KBody partsAhead(const StreamLevel &level, const Position &at, int64_t copy);
  KBody cellBody(const StreamLevel &level, const Position &at, int64_t copy);
  KBody inScope(const Position &at, KBody cell) const;
  KBody keep(const StreamLevel &level, const Position &at, int64_t copy);
  KBody keepAll(const StreamLevel &level, int64_t copy);
  KBody cells(const StreamLevel &level, int64_t copy);
  KBody repair(const StreamLevel &level, int64_t copy); // those that it doesn't update
  bool isSameEverywhere(const StreamLevel &level) const;
  KBody storeResults(const StreamLevel &level, int64_t copy);

  const Tiles &t_;
  Columns &columns_;
  StreamPlaces &places_;
  StreamMemory &memory_;
  const Stream &stream_;
  int s_;
  std::string out_;
  std::vector<std::string> sharedPlaces_;
  Planes kind_ = Planes::Edge;
  StreamAhead wanted_;
};

} // namespace kasane::lowering
