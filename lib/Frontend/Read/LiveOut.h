// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the region leaves in variables that are read after it. Pointers that rotate are not here: Field::pointer says
// where they end.
#pragma once

#include "Ast/Liveness.h"
#include "Read/Reader.h"

namespace kasane {

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
