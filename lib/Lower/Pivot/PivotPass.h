// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the kernels of family pivot are in a pass: its steps, their places along x and y, and on which sides of these
// cells change. In: a program that is a pivot. Out: bounds and conditions for its kernels.
#pragma once

#include "Base/Context.h"
#include "kasane/Analysis/Pivot.h"

namespace kasane::lowering {

struct PivotPass {
  std::string steps, step; // of the pass; the number of the one at hand
  std::string set;         // 0 or 1: of the panels of passes with work-groups, in turn
  Context context;         // whose time is that of one step of the pass
  const Pivot &pivot;
  std::array<ExprPtr, 2> from, to; // the steps' places in the pass
  std::string begin;               // the time of its first step

  PivotPass(Context &whole, const Pivot &pivot);

  ExprPtr placeOf(int axis) const { return inStep(context, pivot.place[static_cast<size_t>(axis)]); } // of the step
  // for each step of the pass
  KStmtPtr eachStep(KBody body) const;
  KBody withTime(KBody body) const; // that knows the time of the step
  // The cells of a part along an axis that lie among these.
  ExprBounds cellsOf(const PivotPart &part, int axis, const ExprBounds &among) const;
  // The side of an axis, apart from the steps' places: -1 or 1.
  ExprBounds beside(int axis, int side) const;
  bool hasSide(int axis, int side) const;
  std::vector<PivotPart> restParts() const; // on no side are they the places
  // The cells from `first` to before `end` lie beside the steps' places, where the steps change them.
  ExprPtr changes(const std::array<ExprPtr, 2> &first, const std::array<ExprPtr, 2> &end) const;
  // Which of its two values the cells of these parts read, all of one text: 0 or 1. `isBefore`: along an axis they lie
  // before the steps' places.
  ExprPtr versionOf(const std::vector<PivotPart> &parts, const FieldRead &element,
                    const std::array<ExprPtr, 2> &isBefore) const;
  KBody withRows(KBody body) const; // with the bases of rows that it names
};

// A hidden buffer of a pass.
struct Panel {
  std::string name;
  ScalarType type;
  std::array<bool, 2> isUsed{}; // the old values, the new ones
  ExprPtr elements;
};

// The kernel with its buffers and scalars, which may be the pass's steps and its set of panels.
Kernel finished(const Context &whole, const PivotPass &pass, const std::vector<Panel> &panels, Kernel kernel);
std::vector<HostBuffer> buffersOf(const std::vector<Panel> &panels);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c, tests/kernels/paths_apart.c
