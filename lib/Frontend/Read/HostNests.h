// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that are no stencil: cells can't make them, each by itself. In a time loop they can be host code, which the
// steps stop for.
//
//   for (j..) { s = 0; for (i..) s += u[j][i]; mean[j] = s / n; }      adds up rows, columns or planes
//   for (s..) u[iy[s]][ix[s]] += wave[t];                              stores where an array says
//   for (i..) e[i] = e[i - 1] + rho[i];                                makes each element from the one before
//   for (i..) coarse[i] = fine[2*i - 1] + fine[2*i + 1];               goes between grids of different spacing
//   for (i..) { st = 5 * st + 1; u[i] = st; }                          hands a number on from cell to cell
//   for (j..) for (i..) noise[j][i] = rand();                          draws numbers, one cell after the other
//   for (i..) { u[i] = v[i]; printf("%g ", u[i]); }                    prints, one cell after the other
#pragma once

#include "Ast/Callees.h"

#include "clang/AST/Stmt.h"

#include <string>

namespace kasane {

// What it does, if it adds up or stores where an array says, perhaps under a condition or in a function that is called
// there: "they .."; "": it does neither. Other ways to read such a nest may be found, which come first.
std::string whyNoStencil(Callees &callees, const clang::Stmt *stmt);

// Is it a loop whose rounds read what the rounds before them have stored? No other way to read it is found.
bool goesAlong(const clang::ASTContext &ast, const clang::Stmt *stmt);

// Does it go from a fine grid to a coarse one, or back? coarse[i] with fine[2 * i], fine[i] with coarse[i / 2].
bool changesSpacing(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *stmt);

// Does it give numbers that are drawn or made one after the other to cells, which look at no others, or to a single
// element?
bool drawsNumbers(Callees &callees, const clang::Stmt *stmt);
// Does it print, or the like, one cell after the other, and look at no cells around?
bool printsCells(Callees &callees, const clang::Stmt *stmt);
// One of the C library's, from a state of its own.
bool drawsNumber(const clang::CallExpr *call);
// Does the function return what it makes of a variable that outlives it, and change that?
bool hasState(const clang::FunctionDecl *function);

// Does it call functions that can't be read in place of their calls?
bool callsUnknown(Callees &callees, const clang::Stmt *stmt);

// Do the functions of the file that it calls in every step have loops that store elements, of which nothing is read
// since they make a call that isn't known? That call; else null.
const clang::CallExpr *callInNests(const clang::Stmt *stmt);

// rec[t] = mean(u): the function whose loops look at elements, which it calls; null: none, or not in every step.
const clang::FunctionDecl *goesOverCells(Callees &callees, const clang::Stmt *stmt);

// Of host code: what a remark says of a nest in it; "": there is none.
std::string whyHosts(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *code);

// How many loop variables index an element that it stores, at most, also in the functions that it calls.
size_t storeRankOf(Callees &callees, const clang::Stmt *stmt);

} // namespace kasane

// Tests: tests/diagnostics/nest_between_steps.c, tests/kernels/host_nests.c, tests/frontend/edges_by_number.c
