// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Literals.h"

namespace kasane {

std::optional<double> numberIn(const ExprPtr &expr) {
  if (const auto *cast = std::get_if<Cast>(&expr->node))
    return numberIn(cast->operand);
  if (const auto *number = std::get_if<IntLit>(&expr->node))
    return static_cast<double>(number->value);
  const auto *number = std::get_if<FloatLit>(&expr->node);
  return number ? std::optional(number->value) : std::nullopt;
}

} // namespace kasane
