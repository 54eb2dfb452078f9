// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/InteriorPlanes.h"

#include <map>
#include <set>

namespace kasane::lowering {
namespace {

using Visit = std::function<void(const CellBounds &bounds, int64_t lag)>;

int64_t lagOfLoad(const StreamVersion &version) {
  if (version.isAhead())
    return -1;
  return version.isOnChip ? version.lag - 1 : version.lag;
}

// What the planes of levels and loads have to be within, and how many planes they are behind the loop's.
void forBounds(const Tiles &t, const Stream &stream, const Visit &visit) {
  for (const StreamLevel &level : stream.levels)
    if (!level.isLocal())
      visit(boundsOf(t.context.program.stages[level.stage].domain), level.lag);
  for (const StreamVersion &version : stream.versions)
    if (version.level < 0)
      visit(memoryOf(t, version.buffer), lagOfLoad(version));
}

} // namespace

InteriorPlanes interiorPlanes(const BoxChecks &checks) {
  const Tiles &tiles = checks.tiles();
  const Stream &stream = checks.stream();
  InteriorPlanes calm;
  std::set<std::string> known;
  auto isNew = [&](const ExprPtr &e) { return known.insert(print(e)).second; };
  forBounds(tiles, stream, [&](const CellBounds &bounds, int64_t lag) {
    if (ExprPtr within = checks.groupWithin(bounds); isNew(within))
      calm.isQuiet = both(calm.isQuiet, within);
    const ExprBounds &planes = bounds[stream.axis];
    ExprPtr first = add(planes.lo, intLit(lag)), end = add(planes.hi, intLit(lag));
    calm.first = calm.first ? greatest(calm.first, first) : first;
    calm.end = calm.end ? least(calm.end, end) : end;
  });
  // Groups beside a local level do without it, and where its planes go all through the grid, those before or behind
  // them.
  for (const StreamLevel &level : stream.levels) {
    if (!level.isLocal())
      continue;
    const Box &domain = tiles.context.program.stages[level.stage].domain;
    const CellBounds bounds = boundsOf(domain);
    ExprPtr beside;
    for (int a = 0; a < stream.axis; ++a)
      if (level.isThin[a])
        beside = beside ? binary(BinaryOp::LogicalOr, beside, checks.groupBeside(bounds[a], a))
                        : checks.groupBeside(bounds[a], a);
    const ExprBounds &planes = bounds[stream.axis];
    if (beside)
      calm.isQuiet = isNew(beside) ? both(calm.isQuiet, beside) : calm.isQuiet;
    else if (domain[stream.axis].lo.constant())
      calm.first = greatest(calm.first, add(planes.hi, intLit(level.lag)));
    else
      calm.end = least(calm.end, add(planes.lo, intLit(level.lag)));
  }
  auto keepInMemory = [&](FieldId b, int64_t lag) {
    if (!tiles.context.hulls[b].first)
      return;
    const ExprBounds planes = memoryOf(tiles, b)[stream.axis];
    calm.first = greatest(calm.first, add(planes.lo, intLit(lag)));
    calm.end = least(calm.end, add(planes.hi, intLit(lag)));
  };
  // Of what isn't updated, only cells are asked whether they are memory.
  for (const StreamLevel &level : stream.levels)
    for (const auto &[name, store] : level.stores)
      if (store.isFetched())
        keepInMemory(tiles.cone.boundTo[level.step][name], level.lag);
  // A result isn't asked whether it lies behind the last plane that is stored, nor whether it is memory.
  for (size_t b = 0; b < stream.last.size(); ++b) {
    if (stream.last[b] == kInMemory || !tiles.cone.buffers[b].stored)
      continue;
    const FieldId id = static_cast<FieldId>(b);
    const int64_t lag = stream.versions[stream.last[b]].lag;
    calm.end = least(
        calm.end, add(least(storedCells(tiles, id)[stream.axis].hi, tiles.context.tileEnd(stream.axis)), intLit(lag)));
    keepInMemory(id, lag);
  }
  return calm;
}

} // namespace kasane::lowering
