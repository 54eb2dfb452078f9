// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of a table as distances in flat arrays: rows and planes, whose lengths the region names, and cells.
//
//   p[j * nx + i + off[k]]      off holds -nx - 1, -nx, .. nx + 1   ->   off[0] is -1 * nx + -1
//
// In: the region, and what the numbers and the lengths probably are. Out: a guess, which the call has to check. Lengths
// that are constants are no matter of this step, since then the numbers are known themselves.
#pragma once

#include "Ast/Rehearsal.h"
#include "Simplify/Clone.h"
#include "Simplify/Inline.h"

#include <string>
#include <vector>

namespace kasane {

// The elements from one row, or plane, to the next.
struct RowLength {
  std::vector<const clang::Expr *> factors; // which the region doesn't change
  int64_t value;
};

// The longest first.
std::vector<RowLength> rowLengths(const clang::ASTContext &ast, const Rehearsal &rehearsal, const Expansion &expansion);

struct RowOffset {
  std::vector<int64_t> times; // by length
  int64_t cells = 0;
  bool isPlain() const;
};

// Of a few rows and a few cells; nullopt: the number is none.
std::optional<RowOffset> rowOffset(int64_t number, const std::vector<RowLength> &lengths);

std::string textOf(const clang::ASTContext &ast, const RowOffset &offset, const std::vector<RowLength> &lengths);
clang::Expr *exprOf(Cloner &cloner, const clang::ASTContext &ast, const RowOffset &offset,
                    const std::vector<RowLength> &lengths, clang::QualType type, clang::SourceLocation at);

} // namespace kasane

// Tests: tests/kernels/number_tables.c, tests/diagnostics/offsets_unknown.c
