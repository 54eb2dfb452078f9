// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clauses of a region's directives, checked as far as that goes without knowing the arrays.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/IR/StencilProgram.h"

namespace clang {
class ASTContext;
}

namespace kasane {

// nullopt after a diagnostic. The names in scratch and noalias are still the user's arrays. The words of the published
// directives are Published.h's; here they are known only.
std::optional<Clauses> readClauses(const clang::ASTContext &ast, const std::vector<const Directive *> &directives,
                                   Diagnostics &diagnostics);

// What stands between commas outside of parentheses and brackets; nullopt when something is missing.
std::optional<std::vector<std::vector<DirectiveToken>>> listOf(const DirectiveClause &clause);

std::string joined(const std::vector<std::string> &words); // with commas
// The known word that the name is most likely meant to be, or "".
std::string nearestOf(const std::string &name, const std::vector<std::string> &known);

// Turns the arrays in scratch and noalias into the names of their fields; `arrays`: (user's text, field name).
bool bindClauseNames(Clauses &clauses, const std::vector<std::pair<std::string, std::string>> &arrays,
                     Diagnostics &diagnostics);

} // namespace kasane
