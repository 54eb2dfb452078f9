// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row of a stage's cells, straight on memory. In: the stage, where the row begins and ends, and where elements are.
// Out: loops over x whose cells are made one by one: every other one of a colour, the ends apart from the middle,
// what the row alone decides in `choices`.
#pragma once

#include "Cells/CellBody.h"

namespace kasane::lowering {

KBody stageRow(const Context &context, const Stage &stage, const ExprBounds &x, const ElementPlaceOf &readAt,
               const ElementPlaceOf &storeAt, KBody &choices);

// What cells look at goes by where rows begin. In front of the body come those that it looks at.
KBody withBases(const Context &context, const Stage &stage, KBody body);

} // namespace kasane::lowering

// Tests: tests/codegen/openmp/parts.c, tests/codegen/openmp/colours.c
