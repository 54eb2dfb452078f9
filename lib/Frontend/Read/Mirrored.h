// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements whose index falls while a loop's variable rises. A nest that stores to such ones goes the other way:
//
//   for (i..nb) p[n - 1 - i] *= w[i];      ->     for (k..nb) p[n - nb + k] *= w[nb - 1 - k];
//
// Statements that store to both kinds get a nest each, where the call sees that no element is of two of them. What is
// read at a mirrored place is looked up where the region doesn't store to it. Else the loop has few rounds:
//
//   for (i = 0; i < 2; i++) v[i] = v[3 - i];     ->     v[i] = i == 0 ? v[i + 3] : v[i + 1];
#pragma once

#include "Read/Reader.h"

namespace kasane {

// In: a nest that has been read, the last one, while the reader has its loops; what is collected of its cells, by the
// nest's accesses. Out: the nests that take its place, or the nest itself.
std::vector<DraftNest> withoutMirrors(Reader &reader, const DraftNest &nest, std::vector<StmtPtr> &gathered);

} // namespace kasane

// Tests: tests/kernels/mirrored.c, tests/diagnostics/subscript_mirrored.c, tests/diagnostics/mirrored_unknown_length.c
