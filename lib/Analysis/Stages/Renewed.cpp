// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Renewed.h"

#include "kasane/Analysis/Footprint.h"

#include <algorithm>

namespace kasane {
namespace {

std::optional<Box> boxOf(const FieldHull &hull) {
  Box box;
  for (int a = 0; a < kMaxAxes; ++a) {
    std::optional<Poly> lo = toPoly(hull.box[a].lo), hi = toPoly(hull.box[a].hi);
    if (!lo || !hi)
      return std::nullopt;
    box[a] = {*lo, *hi};
  }
  return box;
}

// The stage of each step that renews it by this name, and is the first to touch it; -1: it doesn't.
int renewingStage(const StencilProgram &program, const Touched &touched, FieldId field) {
  for (size_t k = 0; k < program.stages.size(); ++k) {
    if (renews(program.stages[k], field, touched))
      return static_cast<int>(k);
    if (footprintOf(program.stages[k]).find(field))
      return -1;
  }
  return -1;
}

bool isLeftBefore(const StencilProgram &program, int stage) {
  return std::any_of(program.actions.begin(), program.actions.end(), [&](const HostAction &action) {
    const bool leaves = std::holds_alternative<Stop>(action.node) || std::holds_alternative<HostPoint>(action.node);
    return leaves && action.before <= static_cast<size_t>(stage);
  });
}

} // namespace

bool liesWithin(const Box &inner, const Box &outer) {
  for (int a = 0; a < kMaxAxes; ++a) {
    std::optional<int64_t> low = (inner[a].lo - outer[a].lo).constant(), high = (outer[a].hi - inner[a].hi).constant();
    if (!low || !high || *low < 0 || *high < 0)
      return false;
  }
  return true;
}

Touched::Touched(const std::vector<FieldHull> &hulls) {
  for (const FieldHull &hull : hulls)
    boxes_.push_back(boxOf(hull));
}

bool Touched::onlyWithin(FieldId field, const Box &cells) const {
  return boxes_[static_cast<size_t>(field)] && liesWithin(*boxes_[static_cast<size_t>(field)], cells);
}

bool renews(const Stage &stage, FieldId field, const Touched &touched) {
  const StageFootprint footprint = footprintOf(stage);
  const FieldAccess *access = footprint.find(field);
  return access && access->written && !access->conditional && !access->readBefore &&
         touched.onlyWithin(field, stage.domain);
}

std::vector<bool> renewedFields(const StencilProgram &program) {
  const Touched touched(fieldHulls(program));
  std::vector<bool> out(program.fields.size());
  for (size_t f = 0; f < out.size(); ++f) {
    // Of a block the host's buffer has what lies between its first and its last element, ghosts as well.
    const bool hasMore = program.fields[f].hidden || !program.fields[f].leaf.isZero();
    const int stage = hasMore ? -1 : renewingStage(program, touched, static_cast<FieldId>(f));
    out[f] = stage >= 0 && !isLeftBefore(program, stage);
  }
  // The memory that a name means moves on to the others of its cycle.
  std::vector<bool> all = out;
  for (size_t f = 0; f < out.size(); ++f)
    for (const FieldId g : cycleOf(program, static_cast<FieldId>(f)))
      all[f] = all[f] && out[g];
  return all;
}

} // namespace kasane
