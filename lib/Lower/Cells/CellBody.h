// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One cell's statements in kernel form. In: a stage's body, the step within the pass, and where names live. Out: the
// same arithmetic in the same order over Loads and stores; locals that nothing reads are gone.
//
//   B[0,0] := c0 * f0[+1,0]      ->      B[B_row + x] = c0 * A[A_row + x + 1]
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

// Where an element of a field's name (in this step) is: a buffer or on-chip array and an index; "" drops a store.
struct ElementPlace {
  std::string buffer;
  ExprPtr index;
};
using ElementPlaceOf = std::function<ElementPlace(const FieldRead &element)>;
KBody lowerCell(const Context &context, const std::vector<StmtPtr> &body, int step, const ElementPlaceOf &readAt,
                const ElementPlaceOf &storeAt);

// Or by what the value is, and by what becomes of one that is stored (null: nothing).
struct Elements {
  std::function<ExprPtr(const FieldRead &element, ScalarType type)> read;
  std::function<KStmtPtr(const FieldRead &element, ExprPtr value)> store;
};
KBody lowerCell(const Context &context, const std::vector<StmtPtr> &body, int step, const Elements &elements);

// Without the variables among `locals` that nothing reads, nor what only they are made of; what comes in rows stays.
KBody withoutUnread(KBody body, const NameSet &locals);

// A parameter or step scalar as an expression of its C type, given that kernels hold integers as I64.
ExprPtr lowerScalars(const Context &context, const ExprPtr &expr, int step);

} // namespace kasane::lowering
