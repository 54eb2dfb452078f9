// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the kernels of family pivot are in a pass, and where their cells find what they read: in the arrays themselves,
// where a kernel goes through the steps one after the other, or among the values that were written down.
#pragma once

#include "Cells/CellBody.h"
#include "Pivot/PivotPanels.h"
#include "Pivot/PivotPass.h"

namespace kasane::lowering {

struct PivotCells : PivotPass {
  const Panels &panels;

  PivotCells(Context &whole, const Pivot &pivot, const Panels &panels) : PivotPass(whole, pivot), panels(panels) {}

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
};

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
