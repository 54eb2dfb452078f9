// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the user calls the array behind a field, for messages: grid->u, where the field is grid_u at &grid->u[0][0].
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

std::string textOf(const Field &field);      // the field's name where its address is no plain path of names
std::string arrayTextOf(const Field &field); // of a[0].u: a, which clauses name
// A number over parameters, each as the user writes it.
std::string textOf(const Poly &value, const StencilProgram &program);

} // namespace kasane

// Tests: tests/diagnostics/subscript_out_of_bounds.c
