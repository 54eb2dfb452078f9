// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/PivotPanels.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

ExprPtr div(const ExprPtr &a, int64_t b) { return binary(BinaryOp::Div, a, intLit(b)); }
ExprPtr rem(const ExprPtr &a, int64_t b) { return binary(BinaryOp::Rem, a, intLit(b)); }

} // namespace

Panels::Panels(Context &context, const Pivot &pivot)
    : width_(pivotWidth(context.program, pivot)), depth_(context.schedule.depth) {
  for (int a = 0; a < 2; ++a) {
    first_[a] = inStep(context, pivot.place[a]);
    for (const FieldId f : pivot.written) {
      const ExprBounds &box = context.hulls[f].box[a];
      lo_[a] = lo_[a] ? least(lo_[a], box.lo) : box.lo;
      hi_[a] = hi_[a] ? greatest(hi_[a], box.hi) : box.hi;
    }
  }
  for (const PivotRead &read : pivot.reads(context.program)) {
    if (read.at[0])
      use(context, columns_, read.field, "_columns", read.isNew);
    if (read.at[1] && !read.at[0]) {
      use(context, rows_, read.field, "_rows", read.isNew);
      use(context, corners_, read.field, "_corner", read.isNew);
    }
  }
  const ExprPtr height = sub(hi_[1], lo_[1]), panels = div(add(sub(hi_[0], lo_[0]), intLit(width_ - 1)), width_);
  for (auto &[f, panel] : columns_)
    panel.elements = mul(height, intLit(2 * depth_));
  for (auto &[f, panel] : rows_)
    panel.elements = mul(panels, intLit(2 * depth_ * width_));
  for (auto &[f, panel] : corners_)
    panel.elements = intLit(2 * depth_ * depth_);
}

void Panels::use(Context &context, std::map<FieldId, Panel> &panels, FieldId field, const std::string &what,
                 bool isNew) {
  const Field &of = context.program.fields[field];
  if (!panels.count(field))
    panels[field] = {context.names.fresh(of.name + what), of.elem, {}, nullptr};
  panels[field].isUsed[isNew ? 1 : 0] = true;
}

ExprPtr Panels::inColumns(const ExprPtr &version, const ExprPtr &y, const ExprPtr &step) const {
  const ExprPtr row = add(mul(version, sub(hi_[1], lo_[1])), sub(y, lo_[1]));
  return add(mul(row, intLit(depth_)), step);
}

ExprPtr Panels::panelOf(const ExprPtr &version, const ExprPtr &x) const {
  const ExprPtr panels = div(add(sub(hi_[0], lo_[0]), intLit(width_ - 1)), width_);
  return mul(add(mul(version, panels), div(sub(x, lo_[0]), width_)), intLit(depth_ * width_));
}

ExprPtr Panels::inRows(const ExprPtr &version, const ExprPtr &x, const ExprPtr &step) const {
  return add(add(panelOf(version, x), mul(step, intLit(width_))), rem(sub(x, lo_[0]), width_));
}

ExprPtr Panels::inCorner(const ExprPtr &version, const ExprPtr &x, const ExprPtr &step) const {
  return add(mul(add(mul(version, intLit(depth_)), step), intLit(depth_)), sub(x, first_[0]));
}

std::vector<Panel> Panels::all() const {
  std::vector<Panel> out;
  for (const auto *panels : {&columns_, &rows_, &corners_})
    for (const auto &[f, panel] : *panels)
      out.push_back(panel);
  return out;
}

} // namespace kasane::lowering
