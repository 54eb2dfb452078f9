// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Minima and maxima of floats by the device's instruction, where no element stands in the way. In: a cell's statements,
// and the arrays of which that can be. Out: the statements with the instruction, and what looks at the elements.
//
//   if (a + b < d) d = a + b;      ->      d = fminf(a + b, d);
#pragma once

#include "Pivot/PivotPass.h"
#include "kasane/Analysis/Extremes.h"

namespace kasane::lowering {

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
