// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code may change what arrays hold, not where they lie or how far loops go: the region would have to begin anew.
//
//   if (t % 2) { printf(..); s = u; u = v; v = s; }       // u is an array of the nests
//
// What functions do whose bodies the file doesn't have, the call finds out.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Refuses such an assignment, also in a function of the file that the host code calls.
bool checkHostChanges(const Reader &reader, const StencilProgram &program);

} // namespace kasane

// Tests: tests/diagnostics/host_code_moves.c
