// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array that is only read, in some places along one axis and in others along another one, is an array for each axis.
// They are all of the program's one array:
//
//   z[j][i] = c[i] * c[j] * x[j][i]        ->        z[j][i] = c[i] * c_2[j] * x[j][i]
#pragma once

#include "kasane/Layout/Draft.h"
#include "kasane/Layout/Names.h"

namespace kasane {

void splitProfiles(Draft &draft, Names &names);

} // namespace kasane

// Tests: tests/kernels/profiles.c, tests/diagnostics/transposed_access.c
