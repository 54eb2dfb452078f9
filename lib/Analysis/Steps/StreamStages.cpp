// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamStages.h"

#include "Axes/GhostPlanes.h"
#include "kasane/Analysis/OpCount.h"
#include "kasane/Analysis/Renewed.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kThin = 4; // planes

std::array<bool, kMaxAxes> thinAlong(const StencilProgram &program, const Stage &stage) {
  std::array<bool, kMaxAxes> thin{};
  for (int a = 0; a < program.rank; ++a) {
    const std::optional<int64_t> planes = (stage.domain[a].hi - stage.domain[a].lo).constant();
    thin[a] = planes && *planes <= kThin;
  }
  return thin;
}

StreamCell lateCell(const StreamStage &of) {
  StreamCell out{EarlyBody{{}, of.stage.body}, {}};
  for (const StreamStage::Access &access : of.accesses)
    for (const Offset &offset : access.reads)
      out.looks.push_back({access.field, offset, 0});
  return out;
}

StreamCell cellOf(EarlyBody body) {
  StreamCell out{std::move(body), {}};
  auto look = [&](const Expr &e, int64_t ahead) {
    if (const auto *read = std::get_if<FieldRead>(&e.node))
      out.looks.push_back({read->field, read->offset, ahead});
  };
  for (const EarlyPart &part : out.parts)
    walk(part.value, [&](const Expr &e) { look(e, part.ahead); });
  walkExprs(out.body, [&](const Expr &e) { look(e, 0); });
  std::ranges::sort(out.looks);
  out.looks.erase(std::unique(out.looks.begin(), out.looks.end()), out.looks.end());
  return out;
}

} // namespace

const StreamStage::Access *StreamStage::find(FieldId field) const {
  const auto it = std::ranges::find(accesses, field, &Access::field);
  return it == accesses.end() ? nullptr : &*it;
}

StreamStages::StreamStages(const StencilProgram &program)
    : axis_(std::max(program.rank - 1, 1)), rings_(ringsOf(program).rings) {
  for (const Stage &stage : program.stages) {
    StreamStage &of = stages_.emplace_back(StreamStage{stage, {}, 0, thinAlong(program, stage), {}, nullptr});
    of.stage.body = onRings(rings_, stage.body, [&](FieldId f) { return isWritten(program, f); });
    of.operations = countOps(program, of.stage).operations;
    for (FieldAccess &access : footprintOf(of.stage).fields)
      of.accesses.push_back({access, access.reach()});
    for (const Stage &other : program.stages)
      of.holds.push_back(liesWithin(other.domain, stage.domain));
    of.late = std::make_shared<const StreamCell>(lateCell(of));
  }
}

std::shared_ptr<const StreamCell> StreamStages::early(int stage, const AheadOf &aheadOf) const {
  Aheads aheads;
  for (const StreamCell::Look &look : of(stage).late->looks)
    aheads.push_back(aheadOf({look.field, look.offset}));
  std::shared_ptr<const StreamCell> &cell = early_[{stage, std::move(aheads)}];
  if (!cell)
    cell = std::make_shared<const StreamCell>(cellOf(takeEarly(of(stage).stage, axis_, aheadOf)));
  return cell;
}

} // namespace kasane
