// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of a step that declare what only host code uses, and those that use it, as one piece of host code:
//
//   FILE *fp = fopen(name, "w");                          one statement of host code, whose text is all of these
//   for (int i = 0; i < n; i++) fprintf(fp, "%g ", a[i]);
//   fclose(fp);
#pragma once

#include "Read/HostCode.h"

namespace kasane {

// Joins what stands together in the body of the time loop `region`. A run begins with a declaration that nothing else
// can take the place of: arrays, structs, files, texts, types. It ends with the last statement that names what it
// declares.
// All between them must be host code, or change nothing but what the run declares and what only host code looks at.
void joinRuns(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *region, HostStatements &found);

// Is it several statements of the file, in no braces of their own?
bool isRun(const clang::Stmt *code);

// Of a run that declares something, without effects, and then is an `if`: that; else the statement itself.
const clang::Stmt *behindDeclarations(const clang::Stmt *code);

// A type, an enumerator or a function that `code` names and that the region declares elsewhere; null: none.
const clang::NamedDecl *namedElsewhere(const clang::ASTContext &ast, const clang::Stmt *region,
                                       const clang::Stmt *code);

// The text of the values that a table of constants of the region has; "": it is none, or they name what the region
// declares.
std::string valuesOfTable(const clang::ASTContext &ast, const clang::Stmt *region, const clang::VarDecl *var);

// The variable's type in words that mean the same in front of the region; nullopt: a struct that it declares.
std::optional<clang::QualType> typeInFront(const clang::ASTContext &ast, const clang::Stmt *region,
                                           clang::QualType type);

} // namespace kasane

// Tests: tests/kernels/host_runs.c, tests/frontend/host_runs.c, tests/diagnostics/host_code_names.c
