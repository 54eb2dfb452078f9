// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/AtTimes.h"

namespace kasane {

Poly inAllSteps(const StencilProgram &program, const Poly &value, bool most) {
  const std::optional<Poly> factor = value.coefficientOf(kTimeSymbol);
  if (!program.time || !factor || factor->isZero())
    return value;
  const bool rises = factor->constant().value_or(1) > 0;
  const Poly time = rises == most ? program.time->hi - Poly(1) : program.time->lo;
  return value.without(kTimeSymbol) + *factor * time;
}

} // namespace kasane
