// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Draft turned into the program: fields for accesses, axes for loops, domains, rotation. In `program`, the texts
// about the region (name, function, file, clauses) are already set.
#pragma once

#include "kasane/Layout/Draft.h"
#include "kasane/Layout/Names.h"

namespace kasane {

bool assemble(const Draft &draft, Names &names, StencilProgram &program, Diagnostics &diagnostics);

// Drops what nothing reads: locals that only served subscripts, step scalars, parameters.
void prune(StencilProgram &program);

} // namespace kasane
