// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's binary operators: of numbers that are known, and division in an index.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/Expr.h"

#include <cstdint>
#include <optional>

namespace kasane {

// Of two numbers, in 64 bits; nullopt: C has no such value, or it isn't followed.
std::optional<int64_t> computed(clang::BinaryOperatorKind kind, int64_t a, int64_t b);

// 2 of i / 2 and i >> 1, where i is among the counters; nullopt: the index divides none of them by a number.
std::optional<int64_t> divisorOf(const clang::ASTContext &ast, const clang::Stmt *index, const Variables &counters);

} // namespace kasane

// Tests: tests/kernels/index_tables.c, tests/kernels/moved_indices.c
