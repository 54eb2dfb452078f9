// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The region's text stands in its block twice, and so do its labels: each is one of a block's own.
//
//   for (..) { if (c) goto next; .. next:; }    ->    { __label__ next;  for (..) { if (c) goto next; .. next:; } }
#pragma once

#include <string>

namespace kasane {
// C text, as it is where it has no labels.
std::string withLabels(const std::string &text);
} // namespace kasane

// Tests: tests/kernels/jumps_ahead.c
