// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of `#pragma tpace`: init, pipeline with its clauses, loop dim(n). Their form is checked here;
// CheckTpace.cpp compares them with the code.
#pragma once

#include "Directives/Published.h"

namespace kasane {

enum class TpaceWord { Init, Pipeline, Loop };

// What the line says; nullopt after a diagnostic.
std::optional<TpaceWord> tpaceWordOf(const clang::ASTContext &ast, const Directive &directive,
                                     Diagnostics &diagnostics);

// Adds a line of pipeline or of loop to what the others say. False after a diagnostic.
bool readTpace(const clang::ASTContext &ast, const Directive &directive, Published &out, Diagnostics &diagnostics);

} // namespace kasane
