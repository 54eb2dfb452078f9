// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass of family pivot writes down of the steps' rows and columns. In: a program that is a pivot. Out: hidden
// buffers, and where an element is in them.
//
//   D_columns: old and new; row y of the array; step of the pass     column k of row y, before and after step k
//   D_rows:    old and new; panel of columns; step; column of it     row k
//   D_corner:  old and new; step; column from the first step's on    row k where the steps' columns are
#pragma once

#include "Pivot/PivotPass.h"

namespace kasane::lowering {

class Panels {
public:
  Panels(Context &context, const Pivot &pivot);

  int64_t width() const { return width_; }                // of a panel of columns
  const ExprPtr &lo(int axis) const { return lo_[axis]; } // all cells of all steps
  const ExprPtr &hi(int axis) const { return hi_[axis]; }

  const std::map<FieldId, Panel> &columns() const { return columns_; }
  const std::map<FieldId, Panel> &rows() const { return rows_; }
  const std::map<FieldId, Panel> &corners() const { return corners_; }

  // `version`: 0 or 1, of I64. Of step `step` of the pass.
  ExprPtr inColumns(const ExprPtr &version, const ExprPtr &y, const ExprPtr &step) const;
  ExprPtr inRows(const ExprPtr &version, const ExprPtr &x, const ExprPtr &step) const;
  ExprPtr panelOf(const ExprPtr &version, const ExprPtr &x) const; // where the panel that begins at x does
  ExprPtr inCorner(const ExprPtr &version, const ExprPtr &x, const ExprPtr &step) const;

  std::vector<Panel> all() const;

private:
  void use(Context &context, std::map<FieldId, Panel> &panels, FieldId field, const std::string &what, bool isNew);

  int64_t width_, depth_;
  std::array<ExprPtr, 2> lo_, hi_;
  std::array<ExprPtr, 2> first_; // the step's place in the pass's first one
  std::map<FieldId, Panel> columns_, rows_, corners_;
};

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
