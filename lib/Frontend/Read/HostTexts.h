// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the region's host code stands in the file, and the variables that it has for itself.
//
//   for (t..) { double t0 = now(); nests; }     ->     double t0 = 0;  the code `t0 = now();`
#pragma once

#include "Read/Expansion.h"
#include "Read/Reader.h"

#include "kasane/IR/Region.h"

namespace kasane {

// By number, which is their order among the actions.
std::vector<HostCode> hostCodeOf(const Reader &reader);

// Declarations for the steps' variables that host code alone uses.
// Null: another variable of that name would be hidden there.
std::optional<std::vector<std::string>> hostLocalsOf(Reader &reader, const Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/host_between.c, tests/diagnostics/host_local_named_twice.c
