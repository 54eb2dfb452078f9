// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of the code that `cc` makes, so that a schedule is chosen for what the compiler's flags allow. In: a source
// that is parsed with these flags. Out: bytes of a vector; 0: not known.
#pragma once

#include "kasane/Machine/Machine.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace kasane {

int64_t vectorsOf(const clang::ASTContext &ast);
// Of this processor, if the code is for one of its kind and the flags ask for fast code but name no processor; else 0.
int64_t vectorsWithoutAsking(const clang::ASTContext &ast, const std::vector<std::string> &flags);

// The machine as code with no wider vectors finds it. 0: as it is.
Machine withVectors(const Machine &machine, int64_t bytes);

} // namespace kasane

// Tests: tests/driver/vectors.test, tests/unit/driver/VectorsTest.cpp
