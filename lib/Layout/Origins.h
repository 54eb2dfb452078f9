// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests whose loops count from elsewhere than their arrays do. What their cells collect goes to hidden fields, which
// count as the arrays do:
//
//   for i from is ..  b[(i - is) * n + ..] = ..; worst = max(worst, ..)        the hidden field's cell: i - is, too
#pragma once

#include "kasane/Layout/Layout.h"

namespace kasane {

// How far a nest's cells lie from its loops' own in what it stores, else in what it reads, by axis: the part that is no
// number.
std::array<Poly, kMaxAxes> originOf(const Draft &draft, const DraftNest &nest,
                                    const std::vector<AccessPosition> &positions);

// Moves the hidden fields' positions there.
void moveHidden(const Draft &draft, std::vector<AccessPosition> &positions);

} // namespace kasane
