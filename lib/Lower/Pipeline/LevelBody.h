// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what a level does with a plane. It computes all of its work-item's cells, and what it makes early of
// those whose planes come later; cells that it doesn't update then take the value that they had.
#pragma once

#include "Pipeline/StreamMemory.h"

namespace kasane::lowering {

class LevelBody {
public:
  LevelBody(ItemValues &values, CellAddresses &addresses, BoxChecks &checks, StreamMemory &memory)
      : t_(addresses.tiles()), values_(values), addresses_(addresses), checks_(checks), memory_(memory),
        stream_(values.stream()), s_(stream_.axis), out_(t_.context.names.fresh("out")) {}

  bool isAbsent(const StreamLevel &level, Planes kind) const { return !asksCells(kind) && level.isLocal(); }
  KBody fetch(const StreamLevel &level, const Iteration &of); // what memory has of cells that the level doesn't update
  KBody compute(const StreamLevel &level, const Iteration &of);
  KBody storeResults(const StreamLevel &level, const Iteration &of); // behind that
  // All of that for a line. Where it `isQuiet`, every level that isn't local updates all of the group's cells. No
  // barrier stands under that condition: some compilers join the ends of its branches,
  // and then lose their way with those inside.
  KBody computeLine(const StreamLevel &level, const ExprPtr &isQuiet);

private:
  const StencilProgram &program() const { return t_.context.program; }
  const Field &fieldOf(FieldId b) const { return program().fields[b]; }
  const Stage &stageOf(const StreamLevel &level) const { return stream_.stages->of(level.stage).stage; }
  FieldId bufferOf(const StreamLevel &level, FieldId name) const { return t_.cone.boundTo[level.step][name]; }

  KStmtPtr defineOut(const StreamLevel &level, const Iteration &of);
  bool asksPlane(const StreamLevel &level, Planes kind) const;
  Outside domainOf(const StreamLevel &level, Planes kind) const;
  ExprPtr wanted(const StreamLevel &level, const BlockCell &at) const;
  ExprPtr held(int version, const BlockCell &at, int64_t age, const Iteration &of);
  ExprPtr loadWithin(const StreamLevel &level, const BlockCell &at, const FieldRead &element, Planes kind);
  ExprPtr before(const StreamLevel &level, FieldId name, const StreamStore &store, const BlockCell &at,
                 const Iteration &of);
  bool beginsAsBefore(const StreamLevel &level, FieldId name) const;
  ExprPtr read(const StreamLevel &level, const FieldRead &element, const BlockCell &at, int64_t ahead,
               const Iteration &of);
  KBody lowered(const StreamLevel &level, const std::vector<StmtPtr> &body, const BlockCell &at, int64_t ahead,
                const Iteration &of);
  KBody partsOf(const StreamLevel &level, const BlockCell &at, int64_t ahead, const Iteration &of);
  KBody partsAhead(const StreamLevel &level, const BlockCell &at, const Iteration &of);
  KBody cellBody(const StreamLevel &level, const BlockCell &at, const Iteration &of);
  KBody inScope(const BlockCell &at, Planes kind, KBody cell) const;
  KBody keep(const StreamLevel &level, const BlockCell &at, const Iteration &of);
  KBody keepAll(const StreamLevel &level, const Iteration &of);
  KBody cells(const StreamLevel &level, const Iteration &of);
  KBody repair(const StreamLevel &level, const Iteration &of); // those that it doesn't update
  bool isSameEverywhere(const StreamLevel &level) const;
  static bool makesPartsOnly(const Iteration &of) { return of.ahead.from > 0 || of.ahead.until == 0; }

  const Tiles &t_;
  ItemValues &values_;
  CellAddresses &addresses_;
  BoxChecks &checks_;
  StreamMemory &memory_;
  const Stream &stream_;
  int s_;
  std::string out_;
  std::vector<std::string> sharedPlaces_;
};

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/codegen/opencl/pipeline.c
