// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why a subscript can't be read, where it may be one into a table of values of which nobody knows the length.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// As refuseSubscript. `table`: what the array is called; "": its length doesn't matter.
std::nullptr_t refuseSubscriptOf(Reader &reader, const clang::Expr *index, const std::string &table);

} // namespace kasane

// Tests: tests/diagnostics/table_of_unknown_length.c
