// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of integers that the region doesn't change, as the indices that they hold. What they hold is guessed from how
// the file fills them (Rehearsal.h); the call checks it, and the original loops run where it isn't so.
//
//   east[i] = i + 1; east[n - 1] = 0;  ..  u[j][east[i]]   ->   u[j][i + 1 >= n ? i + 1 - n : i + 1]
//   int ex[3] = {0, 1, -1};            ..  u[j][i + ex[k]] ->   the same with `static const int ex[3]`
//
// A table of neighbours is read at a loop's variable plus what the region doesn't change, and has one of the forms of
// TableForms.h. A table of numbers has at most 256, which are all known.
#pragma once

#include "Ast/Rehearsal.h"

#include "Simplify/Inline.h"
#include "kasane/IR/Region.h"

namespace kasane {

struct Reader;

struct TableCheck {
  std::string text; // C for the call: 0 where the table holds something else
  std::string reason;
  std::string lvalue; // what the check looks at, which no array of the region may overlap; "": nothing in memory
  SourceRange range;
  std::string withoutSteps = ""; // instead, where no step is made and none of it may be looked at; "": 1
};

// Rewrites the region; what must be checked at the call.
std::vector<TableCheck> writeTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                    const Rehearsal &rehearsal, Expansion &expansion);

// For a region that has been read, with what stands in front of its time loop.
void noteTables(Reader &reader, const FirstValues &first, const std::vector<TableCheck> &checks);

} // namespace kasane

// Tests: tests/kernels/index_tables.c, tests/driver/index-tables.test
