// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The region's text stands in its block twice, and so do its labels: each is one of a block's own.
//
//   for (..) { if (c) goto next; .. next:; }    ->    { __label__ next;  for (..) { if (c) goto next; .. next:; } }
#pragma once

#include <string>
#include <vector>

namespace kasane {
// Does the C text spell this label?
bool hasLabel(const std::string &text, const std::string &name);

// C text, as it is where there are no labels.
std::string withLabels(const std::string &text, const std::vector<std::string> &labels);
} // namespace kasane

// Tests: tests/kernels/jumps_ahead.c
