// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that take the smaller (or the larger) of what they hold and of a sum. With floats that is a comparison and a
// choice, where a device has one instruction for a minimum of two floats (of doubles it has none); but that may differ
// where one of the two is not a number, or where they are 0 and -0. In: a program that is a pivot. Out: arrays in which none of that comes up if none is
// there when the region begins, what looks for it, and a cell's statements with the instruction.
//
//   if (a + b < d) d = a + b;      ->      d = fminf(a + b, d);
#pragma once

#include "Pivot/PivotPass.h"

namespace kasane::lowering {

// A sum of values that are no -0 is none, and what compares as smaller is a number.
std::set<FieldId> extremesOf(const StencilProgram &program, const Pivot &pivot);

// `own`: variables of the cell, by field. The same statements where nothing changes.
KBody withExtremes(const KBody &cell, const std::map<FieldId, std::string> &own, const std::set<FieldId> &fields);

// The buffer whose one element says whether any is there, and the kernels that find out.
struct Scan {
  Panel found;
  std::vector<Kernel> kernels;
};
Scan scanFor(Context &whole, const PivotPass &pass, const std::set<FieldId> &fields);

} // namespace kasane::lowering

// Tests: tests/kernels/paths_odd.c
