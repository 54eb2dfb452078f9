// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills of a mesh's ghosts in a region (ksm_fill). They run on the host, between the nests, as the program has them:
// the arrays are at home then. What is filled must be blocks here, too.
//
//   { ksm_fill(m, l, u, rule); for (b..) for (j..) for (i..) v[b][j][i] = u[b][j][i - 1]; }
#pragma once

#include "Read/Reader.h"

namespace kasane {

bool checkFills(Reader &reader);

// Is there host code that may look at any array: no fill, or one by functions of the program's?
bool hasOtherHostCode(const Reader &reader);

// What fills set, and what else they read, as the program calls it: texts of the draft's arrays.
struct FillUse {
  std::vector<std::string> written, read;
};
FillUse fillUseOf(const Reader &reader);

} // namespace kasane

// Tests: tests/frontend/fills.c, tests/diagnostics/fill_of_no_blocks.c
