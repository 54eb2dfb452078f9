// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says of each directive of a file that is not translated why it isn't: its file is C++, it stands in a header, it is
// misspelt. In: a parsed file, which may have errors. A C++ file is wrong where the region under the directive is C:
// the author believes that it is translated.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/Support/Diagnostic.h"

#include "clang/AST/ASTContext.h"

namespace kasane {

void tellLeftAlone(clang::ASTContext &ast, const DirectiveTable &directives, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/diagnostics/cxx_left_alone.c, tests/diagnostics/cxx_could_be_c.c, tests/diagnostics/header_left_alone.c
