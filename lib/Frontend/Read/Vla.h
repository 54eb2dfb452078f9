// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dimensions of arrays of variable length. A size counts with the value that it had where the array was declared.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// The extent of an array; `row` is C text for an object of the type.
std::optional<Poly> extentOfVla(Reader &reader, const clang::VariableArrayType *type, const std::string &row);
// The size in a type that a pointer or a conversion names; silent nullopt.
std::optional<Poly> sizeOfVla(Reader &reader, const clang::Expr *size);
// Does the type have a size that was declared before the region, has another value now, and is no array's?
bool hasLostSize(const Reader &reader, clang::QualType type);

} // namespace kasane
