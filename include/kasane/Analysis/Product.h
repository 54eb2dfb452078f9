// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of two matrices: in each step every cell adds a product of two elements that go with the step, of arrays
// that the region doesn't store to.
//
//   for k for i for j  C[i][j] += A[i][k] * B[k][j]      ->      C, A, B
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {

struct Product {
  std::string sum, left, right; // as the user calls the arrays
  SourceRange range;            // of the statement
};

// In: a program after `split`. nullopt: it is none, or does more than that.
std::optional<Product> productOf(const StencilProgram &program);

} // namespace kasane

// Tests: tests/diagnostics/matrix_product.c
