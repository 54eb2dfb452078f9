// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the kernels of family pivot are in a pass, and where their cells find what they read: in the arrays themselves,
// where a kernel goes through the steps one after the other, or among the values that were written down.
#pragma once

#include "Cells/CellBody.h"
#include "Pivot/PivotPanels.h"

namespace kasane::lowering {

struct PivotPass {
  std::string steps, step; // of the pass; the number of the one at hand
  Context context;         // whose time is that of one step of the pass
  const Pivot &pivot;
  const Panels &panels;
  std::array<ExprPtr, 2> from, to; // the steps' places in the pass
  std::string begin;               // the time of its first step

  PivotPass(Context &whole, const Pivot &pivot, const Panels &panels);

  ExprPtr placeOf(int axis) const { return inStep(context, pivot.place[static_cast<size_t>(axis)]); } // of the step
  // for each step of the pass
  KStmtPtr eachStep(KBody body) const;
  // The cells of a part along an axis that lie among these.
  ExprBounds cellsOf(const PivotPart &part, int axis, const ExprBounds &among) const;
  // The side of an axis, apart from the steps' places: -1 or 1.
  ExprBounds beside(int axis, int side) const;
  bool hasSide(int axis, int side) const;

  // What was written down of the step: of its row in a panel, or where the steps' columns are.
  enum class RowsFrom { Panels, Corner };
  ExprPtr writtenDown(const PivotRead &read, const ExprPtr &version, ScalarType type, RowsFrom rows) const;
  // for y { for x { the part's cells } }, x as a row to vectorise. `panelled`: such values were written down; others
  // are still in the array.
  KBody cells(const PivotPart &part, const std::array<ExprBounds, 2> &within, RowsFrom rows,
              const std::function<bool(const PivotRead &)> &panelled) const;
  // Of the arrays to the panels, before the step or behind it.
  KBody notedColumns(bool isNew, const ExprBounds &rows) const;
  KBody notedRows(bool isNew, const ExprBounds &columns, const std::optional<ExprPtr> &panel) const;
  KBody notedCorner(bool isNew) const;
  KBody withRows(KBody body) const; // with the bases of rows that it names
};

// The kernel with its buffers and scalars.
Kernel finished(const Context &whole, const PivotPass &pass, Kernel kernel);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
