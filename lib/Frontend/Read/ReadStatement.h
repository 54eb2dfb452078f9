// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region's statement read into Reader::draft, from its first statement to what must hold at the end of a step.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// `isCall`: the time loop may stand among other statements, as in a function.
bool readStatement(Reader &reader, const clang::Stmt *stmt, bool isCall);

// Which variables the host has is found by reading the region until a reading finds no more of them.
void findHostVariables(Reader &reader, bool isCall);

// What the end of a step makes of its moves of pointers, its ends and its tables.
bool closeStep(Reader &reader);

} // namespace kasane
