// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that a condition decides. They are polynomials like all others, over one symbol for each condition, which is
// 1 in the cells in which it holds and 0 elsewhere:
//
//   i == 0 ? 0 : i - 1     i - 1 + @c0 * (1 - i)           with @c0 for i == 0
//   (i + 1) % n            i + 1 - @c1 * n                 with @c1 for i + 1 >= n, where i runs in [0, n)
//   u > 0 ? 1 : -1         2 * @c2 - 1                     with @c2 for u > 0
//
// Reading an element at such a subscript is a Select over reads at subscripts without these symbols.
#pragma once

#include "Read/Cases.h"

namespace kasane {

// A condition, comparison or logical operator as 0 or 1. Silent nullopt.
std::optional<Poly> truthOf(Reader &reader, const clang::Expr *condition);
// Reads what stands behind ? and behind :, in cells; the condition's truth. Silent nullopt but for what `read` says.
std::optional<Poly> readArms(Reader &reader, const clang::ConditionalOperator *select,
                             const std::function<bool(const clang::Expr *)> &read);
// Is one of its conditions not over coordinates and parameters?
bool looksAtData(const Reader &reader, const Poly &poly);
// A comparison of unsigned numbers of which the call checks that none is below zero, as one of signed ones.
// Silent null.
ExprPtr comparedAsNumbers(Reader &reader, const clang::BinaryOperator *op);
// value % modulus, or value & (modulus - 1), for values that the loops of the nest bound.
std::optional<Poly> wrappedInteger(Reader &reader, const Poly &value, const Poly &modulus, bool isMask,
                                   const clang::Expr *at);

std::optional<Poly> magnitude(Reader &reader, const Poly &value); // abs(value), in cells

// Conditions on data under which `value` was found become locals, so that they may be used further down.
void keepConditions(Reader &reader, const Poly &value, const std::string &name, std::vector<StmtPtr> &out);

bool isChosen(const DraftAccess &access);
// (AccessCells.cpp) What conditions on the way to its accesses say about the cells that make them;
// for a nest that has been read.
void noteCells(Draft &draft, const DraftNest &nest);
CellRegion loopRanges(const std::vector<DraftLoop> &loops);
// The last access, a read: where conditions decide its place, several accesses take its place. Null: diagnosed.
ExprPtr chosenRead(Reader &reader, ScalarType type, SourceRange range);

// For the two files of this.
ExprPtr compared(const Reader &reader, BinaryOp op, const Poly &difference); // difference `op` 0
bool compares(BinaryOp op, int64_t difference);
// (AccessCells.cpp) The least or greatest value over the cells of the nest's loops; slopes count as positive if they
// are no numbers.
Poly guardedValue(const Reader &reader, const Poly &poly, bool greatest);
bool isLinearOverLoops(const Poly &value);
// Does difference `op` 0 hold in all cells, or in none? nullopt: the loops' bounds don't say it.
std::optional<bool> inAllCells(const Reader &reader, BinaryOp op, const Poly &difference);

// --- CellExpr.cpp
// Of `a + b` and of `a += b`; nullopt: an assignment, a comma.
std::optional<BinaryOp> operatorOf(clang::BinaryOperatorKind kind);

// --- Choices.cpp
// For Windows.cpp: the least or greatest value in the cells of the loops around, where that is a number.
std::optional<int64_t> extremeOverCells(const Reader &reader, const Poly &poly, bool greatest);
// Is it never negative in these cells? Where that isn't known the call checks it.
bool requireNotNegative(Reader &reader, const Poly &poly, SourceRange range);
// The same where it may be negative for large arrays: those that a narrow number can't count, those that an assertion
// excludes.
bool askNotNegative(Reader &reader, const Poly &poly, const std::string &reason, SourceRange range);

} // namespace kasane

// Tests: tests/kernels/clamp2d.c, tests/kernels/moved_indices.c, tests/kernels/conditions_renewed.c
