// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that runs along one axis in some statements and along another in others, as a loop for each:
//
//   for (i = 1; i <= n; i++) {                 for (i = 1; i <= n; i++)
//     x[i * ld] = x[i * ld + 1];         ->      x[i * ld] = x[i * ld + 1];
//     x[i] = x[ld + i];                        for (i = 1; i <= n; i++)
//   }                                            x[i] = x[ld + i];
//
// That is so where no cell of a later loop can touch what a cell of an earlier one does.
#pragma once

#include "Draft.h"
#include "Names.h"

namespace kasane {

// nullopt: the axes of no nest are in each other's way, or taking it apart is no help.
std::optional<Draft> withoutCrossings(const Draft &draft, const Names &names);

} // namespace kasane
