// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that take the smaller (or the larger) of what they hold and of a sum. With floats that is a comparison and a
// choice, where a device has one instruction for a minimum of two floats (of doubles it has none); but that may differ
// where one of the two is not a number, or where they are 0 and -0. In: a program that is a pivot. Out: arrays in which
// none of that comes up if none is there when the region begins.
//
//   if (a + b < d) d = a + b;      d: a sum of values that are no -0 is none, and what compares as smaller is a number
#pragma once

#include "kasane/Analysis/Pivot.h"

#include <optional>
#include <set>

namespace kasane {

std::set<FieldId> extremesOf(const StencilProgram &program, const Pivot &pivot, ScalarType type = ScalarType::F32);

// `taken` where the condition holds, and else `own`: is that the smaller one, the larger one, or (nullopt) neither?
std::optional<bool> isSmaller(const ExprPtr &condition, const ExprPtr &taken, const ExprPtr &own);

} // namespace kasane

// Tests: tests/kernels/paths_odd.c
