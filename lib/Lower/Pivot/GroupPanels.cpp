// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/GroupPanels.h"

#include "Pivot/HeldTile.h"

namespace kasane::lowering {
namespace {

// The next multiple.
ExprPtr upTo(const ExprPtr &a, int64_t unit) { return mul(dividedBy(add(a, intLit(unit - 1)), unit), intLit(unit)); }

} // namespace

GroupPanels::GroupPanels(Context &context, const PivotPass &pass, const PivotGroups &groups)
    : depth_(context.schedule.depth), set_(pass.set) {
  for (size_t a = 0; a < 2; ++a) {
    for (const FieldId f : pass.pivot.written) {
      const ExprBounds &box = context.hulls[f].box[a];
      box_[a].lo = box_[a].lo ? least(box_[a].lo, box.lo) : box.lo;
      box_[a].hi = box_[a].hi ? greatest(box_[a].hi, box.hi) : box.hi;
    }
    const int64_t tile = groups.rest.tile(a);
    begin_[a] = sub(pass.from[a], upTo(sub(pass.from[a], box_[a].lo), tile));
    const int64_t behind = (depth_ + tile - 1) / tile * tile; // the last steps' places may be followed by none
    length_[a] = add(upTo(sub(box_[a].hi, box_[a].lo), tile), intLit(behind));
    beginName_[a] = context.names.fresh(std::string("xy").substr(a, 1) + "_begin");
    lengthName_[a] = context.names.fresh(a == 0 ? "row_length" : "column_length");
  }
  for (const PivotRead &read : pass.pivot.reads(context.program))
    for (size_t kind = 0; kind < 2; ++kind)
      if (read.at[1 - kind]) {
        const Field &field = context.program.fields[read.field];
        Panel &panel = panels_[kind][read.field];
        if (panel.name.empty())
          panel = {context.names.fresh(field.name + (kind == 0 ? "_rows" : "_columns")),
                   field.elem,
                   {},
                   mul(length_[kind], intLit(4 * depth_))};
        panel.isUsed[read.isNew ? 1 : 0] = true;
      }
}

const Panel *GroupPanels::of(int kind, FieldId field) const {
  const auto &panels = panels_[static_cast<size_t>(kind)];
  const auto found = panels.find(field);
  return found == panels.end() ? nullptr : &found->second;
}

ExprPtr GroupPanels::line(const ExprPtr &version) const {
  return mul(add(mul(scalar(set_), intLit(2)), version), intLit(depth_));
}

ExprPtr GroupPanels::start(int kind, const ExprPtr &version) const {
  return mul(line(version), scalar(lengthName_[static_cast<size_t>(kind)]));
}

ExprPtr GroupPanels::index(int kind, const ExprPtr &version, const ExprPtr &step, const ExprPtr &at) const {
  return add(mul(add(line(version), step), scalar(lengthName_[static_cast<size_t>(kind)])), at);
}

std::vector<Panel> GroupPanels::all() const {
  std::vector<Panel> out;
  for (const auto &panels : panels_)
    for (const auto &[f, panel] : panels)
      out.push_back(panel);
  return out;
}

KBody GroupPanels::withNames(KBody body) const {
  KBody lets;
  for (size_t a = 0; a < 2; ++a) {
    lets.push_back(makeKStmt(KLet{beginName_[a], ScalarType::I64, begin_[a]}));
    lets.push_back(makeKStmt(KLet{lengthName_[a], ScalarType::I64, length_[a]}));
  }
  dropUnusedLets(lets, body);
  body.insert(body.begin(), lets.begin(), lets.end());
  return body;
}

} // namespace kasane::lowering
