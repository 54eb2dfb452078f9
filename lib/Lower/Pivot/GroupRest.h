// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of family pivot for all cells beside the steps' rows and columns, on targets with work-groups. Each goes
// through all steps of a pass by itself, in registers. What was written down of some steps comes on chip while the
// cells go through the steps before them.
//
// One launch has the strips, which are the tiles with the places of the next pass's steps; another one has all others.
// So the next pass's rows and columns are made while the others are.
//
//   for slice of steps { what was asked for last is there; ask for the slice after next;
//     for step { a[..] = column; b[..] = row; for r { for c { own[r][c] = f(own[r][c], a[r], b[c]); } } } }
#pragma once

#include "Pivot/Extremes.h"
#include "Pivot/GroupPanels.h"

namespace kasane::lowering {

struct GroupRest {
  Kernel kernel;
  std::vector<ExprPtr> strips; // groups of the launch that has these
};
inline constexpr const char *kStrips =
    "ksn_strips"; // the kernel's last scalar: 1: the launch has the strips; 0: the others

// `scan`: of fields that are changed to extremes; null: there is none.
GroupRest groupRestKernel(const Context &whole, const PivotPass &pass, const GroupPanels &panels,
                          const PivotGroups &groups, const std::set<FieldId> &extremes, const Scan *scan);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c, tests/kernels/elimination.c
