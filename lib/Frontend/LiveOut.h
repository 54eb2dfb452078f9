// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the region leaves in variables that are read after it. Pointers that rotate are not here: Field::pointer says
// where they end.
#pragma once

#include "Reader.h"

namespace kasane {

// May the statement read what the variable held before it?
bool isReadFirst(const clang::Stmt *stmt, const clang::VarDecl *var, const clang::ASTContext &ast);
// Is the variable's value at the region's end ever read? Globals, static variables and those whose address is taken
// count as read.
bool isReadAfter(const Reader &reader, const clang::VarDecl *var);
bool isReachable(const Reader &reader, const clang::VarDecl *var); // otherwise than by its name in the function
// Where the region may read what `part` of it leaves in the variable; null: nowhere.
const clang::Stmt *readInRegionAfter(const Reader &reader, const clang::Stmt *part, const clang::VarDecl *var);
// Behind `part`, in the region or after it.
bool isReadBehind(Reader &reader, const clang::Stmt *part, const clang::VarDecl *var);

// May the program's own code in the step, as far as it has been read, change what the value reads?
bool mayHostChange(const Reader &reader, const clang::Expr *value);
size_t hostPointsIn(const Draft &draft);
// Such code stands between here and where the step's scalar was computed.
bool isOutdated(const Reader &reader, const clang::VarDecl *var);

// Scalars of the steps whose last value no statement makes again behind the region become the host's.
void findUnrepeatable(Reader &reader);
// How many statements may end a step before its end.
size_t breaksIn(const Draft &draft);
// nullopt after a diagnostic: a scalar of the cells is read afterwards.
std::optional<std::vector<LiveOut>> finalsOf(Reader &reader);
// By name; told from what the loops assign, not from the finals, which may lack one.
std::optional<Watched> watched(const clang::ASTContext &ast, const clang::VarDecl *var);
std::vector<Watched> leftOf(const Reader &reader, const Region &region);

} // namespace kasane
