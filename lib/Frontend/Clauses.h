// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive's clauses, checked as far as that goes without knowing the arrays.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/IR/StencilProgram.h"

namespace clang {
class ASTContext;
}

namespace kasane {

// nullopt after a diagnostic. The names in scratch and noalias are still the user's arrays.
std::optional<Clauses> readClauses(const clang::ASTContext &ast, const Directive &directive, Diagnostics &diagnostics);

// Turns the arrays in scratch and noalias into the names of their fields; `arrays`: (user's text, field name).
bool bindClauseNames(Clauses &clauses, const std::vector<std::pair<std::string, std::string>> &arrays,
                     Diagnostics &diagnostics);

} // namespace kasane
