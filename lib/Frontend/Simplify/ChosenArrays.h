// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the step chooses between, by its parity as a rule. The readers know tables of arrays, u[t % 2]:
//
//   p = t % 2 ? a : b;                           ->   p = ((double *[]){a, b})[!(t % 2)];
//   double *u[2] = {a, b};                       ->   ((double *[]){a, b}) for u
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

class Cloner;

// The variable of the file's that is a table of these pointers, named by the text that makes it, and an element of it.
clang::VarDecl *tableNamed(clang::ASTContext &ast, clang::QualType pointer, const std::vector<std::string> &elements,
                           clang::SourceLocation at);
clang::Expr *elementOfTable(clang::ASTContext &ast, Cloner &cloner, clang::VarDecl *table, clang::Expr *index,
                            clang::SourceLocation at, bool isValue);

// The region like that, its calls expanded. nullopt: it chooses none, or in host code; where an array has two names,
// that becomes the only diagnostic.
std::optional<Expansion> withTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                    const clang::Stmt *region, Diagnostics &diagnostics);

} // namespace kasane
