// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant variables, and elements and members of constant arrays and structs, where all indices are known: what the
// initialiser gives them.
//
//   static const struct { int dx, dy; } step[2] = {{1, 0}, {0, 1}};     step[k].dy  ->  the expression 1, where k is 1
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Silent null: it is none of these, or an index isn't known. What lists leave out is an expression 0.
const clang::Expr *constantElement(Reader &reader, const clang::Expr *lvalue);

// const int half = 2; and what else is computed of such; nullopt: the file doesn't tell, or the variable is no integer.
std::optional<int64_t> constantNumber(Reader &reader, const clang::VarDecl *var);

// Is it a pointer to elements of a table that the region has declared?
bool leadsToTable(const Reader &reader, const clang::VarDecl *var);

} // namespace kasane

// Tests: tests/kernels/lattice.c, tests/frontend/own_arrays.c
