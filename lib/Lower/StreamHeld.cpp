// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stream brings from memory to places on chip that are the work-item's own.
#include "StreamMemory.h"

#include "SharedPlaces.h"

namespace kasane::lowering {

// (Of a stream that begins later, with the first plane that is memory, what the first iteration looks at lies before
// that. Where nobody wants that, it is brought all the same: without, groups that begin together also wait for memory
// together, and Himeno's kernel took 2 % longer on an H100.)
KBody StreamMemory::loadFirst(bool hasEnds) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    for (const Position &at : columns_.positions())
      if (const FieldId b = stream_.versions[v].buffer; stream_.versions[v].isAhead())
        out.push_back(
            makeKStmt(KAssign{columns_.ahead(static_cast<int>(v), at), load(b, places_.nearIndex(at, 0, b))}));
      else if (stream_.versions[v].isOnChip &&
               (!hasEnds || ends_->isWanted(stream_.versions[v], {false, stream_.first()}, -stream_.versions[v].lag)))
        out.push_back(columns_.bring(static_cast<int>(v), at, true,
                                     {nameOfBuffer(t_, b), places_.nearIndex(at, -stream_.versions[v].lag, b)}));
  return out;
}

// Whoever reads the plane whose place it takes has been before.
KBody StreamMemory::bringAhead(int64_t lag, Planes kind) {
  KBody out;
  bool isThere = false;
  for (size_t v = 0; v < stream_.versions.size(); ++v) {
    if (!stream_.versions[v].isOnChip || stream_.versions[v].lag != lag)
      continue;
    isThere = true;
    const KBody plane = isWanted(v, 1 - lag) ? loadPlane(static_cast<int>(v), 1 - lag, kind) : KBody();
    out.insert(out.end(), plane.begin(), plane.end());
  }
  if (!isThere)
    return out;
  out = withSharedPlaces(t_.context, std::move(out), sharedPlaces_);
  out.insert(out.begin(), makeKStmt(KArrive{}));
  return out;
}

// Nobody looks here at some rows at a tile's rim, which the levels before need. A work-item that has cells there brings
// what is in the next row once more, which its warp has anyway. (In calm planes, where all of the group's rows are
// memory.)
ExprPtr StreamMemory::toWanted(const StreamVersion &version, const Position &at, Planes kind) {
  const StreamBlock &block = columns_.block();
  const int64_t lo = version.reach.lo[1], hi = t_.context.schedule.tile[1] + version.reach.hi[1];
  const bool before = block.first[1] + at.y < lo,
             behind = block.first[1] + block.cells[1] * (block.group[1] - 1) + at.y >= hi;
  if (!version.isOnChip || s_ < 2 || !fieldOf(version.buffer).has[1] || asksCells(kind) || !(before || behind))
    return nullptr;
  const ExprBounds own = columns_.own(1);
  return places_.toRows(at, add(own.lo, intLit(lo)), add(own.hi, intLit(version.reach.hi[1] - 1)), version.buffer);
}

} // namespace kasane::lowering
