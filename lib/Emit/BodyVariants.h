// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of which a constant says whose they are. In: such a body, and a number. Out: what a compiler that knows the
// number sees. And what is asked of statements on the way.
//
//   if (variant == 1) { b; }  x = variant == 0 ? 2 : 3;     of 0     ->     x = 2;
#pragma once

#include "kasane/IR/LoopNest.h"

#include <string>

namespace kasane::emission {

inline constexpr const char *kVariant = "variant";

KBody variantOf(const KBody &body, int variant);
// Without names that nobody asks for, and without comments.
KBody withoutUnused(const KBody &body);
// A name that one scope defines twice; "": there is none.
std::string definedTwice(const KBody &body);

KStmtPtr headOf(const KStmtPtr &stmt); // without the statements inside it
KStmtPtr withInside(const KStmtPtr &head, KBody inside, KBody otherwise = {});
bool isDefinition(const KStmt &stmt); // of a name that what follows may use
bool isNumber(const ExprPtr &e, int64_t value);

} // namespace kasane::emission

// Tests: tests/unit/emit/SharedBodyTest.cpp
