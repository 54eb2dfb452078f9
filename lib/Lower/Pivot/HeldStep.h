// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of family pivot in a tile that a group holds. In: where a cell finds the step's row, column and the element
// where they meet. Out: what cells, and rows and columns themselves, become in the step.
//
// A step's new row follows from the old one and from the element where it meets the column, and so does its new column.
// So whoever has the old values makes the new ones, and no work-item waits for another's.
#pragma once

#include "Cells/CellBody.h"
#include "Pivot/HeldTile.h"

namespace kasane::lowering {

// What is updated: cells beside the step's row and column, cells in the row, in the column, where both meet.
enum class InStep { Beside, Row, Column, Corner };

class HeldStep {
public:
  // `version`: 0 or 1, or chosen from these.
  using Value = std::function<ExprPtr(const PivotRead &read, const ExprPtr &version, ScalarType type)>;

  // `isBefore`, `isBehind`: along an axis a cell lies on that side of the step's place. `mayChange`: along an axis;
  // null: it may everywhere. `values`: of the step's row where the read is at its place along y, of its column along x.
  HeldStep(const PivotPass &pass, const std::array<ExprPtr, 2> &isBefore, const std::array<ExprPtr, 2> &isBehind,
           const std::array<ExprPtr, 2> &mayChange, Value values);

  // The statements that bring these variables, by field, from what they are before the step to what they are behind it.
  KBody update(InStep what, const std::map<FieldId, std::string> &own) const;
  const std::array<ExprPtr, 2> &isBefore() const { return isBefore_; }
  bool changes(InStep what) const { return !partsOf(what).empty(); }

private:
  std::vector<PivotPart> partsOf(InStep what) const;
  KBody updateOne(const std::vector<PivotPart> &parts, InStep what, const std::map<FieldId, std::string> &own) const;
  ExprPtr value(const std::vector<PivotPart> &parts, const FieldRead &element, ScalarType type, InStep what) const;
  KBody knowingPlaces(InStep what, KBody body) const;
  ExprPtr isOn(const PivotPart &part, InStep what) const;

  const PivotPass &pass_;
  std::array<ExprPtr, 2> isBefore_, isBehind_, mayChange_;
  Value values_;
};

// By a version that is chosen: the value of either.
ExprPtr pickedBy(const ExprPtr &version, const std::function<ExprPtr(bool isNew)> &value);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c, tests/kernels/elimination.c
