// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass of family pivot writes down on targets with work-groups. Values of one step lie side by side, and tiles
// begin at multiples of their length, so that 16 bytes can be moved at once.
//
//   D_rows:    set; old and new; step of the pass; column of the array     row k, before and after step k
//   D_columns: set; old and new; step of the pass; row of the array        column k
//
// There are two sets, since a pass's steps are written down while the cells of the pass before look at theirs.
// Tiles are counted from the pass's first row and column, so that none lies before them and behind them.
#pragma once

#include "Pivot/PivotPass.h"
#include "kasane/Analysis/PivotGroups.h"

namespace kasane::lowering {

class GroupPanels {
public:
  GroupPanels(Context &context, const PivotPass &pass, const PivotGroups &groups);

  // All cells of all steps, along an axis; and where the first tile begins.
  const ExprBounds &box(int axis) const { return box_[static_cast<size_t>(axis)]; }
  std::array<ExprBounds, 2> boxes() const { return box_; }
  const ExprPtr &begin(int axis) const { return begin_[static_cast<size_t>(axis)]; }
  // Of the step's row (0) or column (1); null: nobody asks.
  const Panel *of(int kind, FieldId field) const;
  // `at`: along the row (column), counted from where the first tile begins.
  ExprPtr index(int kind, const ExprPtr &version, const ExprPtr &step, const ExprPtr &at) const;
  ExprPtr start(int kind, const ExprPtr &version) const; // of all steps' old or new values
  const ExprPtr &length(int kind) const { return length_[static_cast<size_t>(kind)]; }
  ExprPtr lengthName(int kind) const { return scalar(lengthName_[static_cast<size_t>(kind)]); }
  ExprPtr beginName(int axis) const { return scalar(beginName_[static_cast<size_t>(axis)]); }
  std::vector<Panel> all() const;
  // Names for what the kernels' indices are made of; those that `body` needs, before it.
  KBody withNames(KBody body) const;
  ExprPtr fromBegin(int axis, const ExprPtr &place) const {
    return sub(place, scalar(beginName_[static_cast<size_t>(axis)]));
  }

private:
  ExprPtr line(const ExprPtr &version) const; // that of the first step

  int64_t depth_;
  std::string set_;
  std::array<ExprBounds, 2> box_;
  std::array<ExprPtr, 2> begin_, length_;
  std::array<std::string, 2> beginName_, lengthName_;
  std::array<std::map<FieldId, Panel>, 2> panels_;
};

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
