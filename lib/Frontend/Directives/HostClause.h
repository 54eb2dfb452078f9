// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clause `host(read: ..; write: ..)`, which says what the program's own code in the step does to the arrays:
// checked against the code that can be seen, and made where all of it can be seen.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// (the user's text, the field's name) of the program's arrays.
std::vector<std::pair<std::string, std::string>> arrayNames(const Reader &reader, const StencilProgram &program);

bool checkHostClause(Reader &reader, const StencilProgram &program);
void inferHostClause(const Reader &reader, StencilProgram &program);

} // namespace kasane
