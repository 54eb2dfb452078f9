// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that the time loop's variable decides modulo a small number: t%2, (t+1)%3, t&1, 1-t%2. Such a value is kept
// as the symbol "@p:v0,v1,.." in a polynomial: v[t mod m]. Valid for t >= 0; phaseGuard says what else must hold.
#pragma once

#include "kasane/IR/Poly.h"

namespace kasane {

// value % modulus, or value & modulus with modulus+1 a power of two; nullopt when t doesn't decide it.
std::optional<Poly> phaseOf(const Poly &value, const Poly &modulus, bool isMask);

// The values for t = 0, 1, .. m-1 of a polynomial over at most phase symbols; nullopt when it has other symbols or
// none.
std::optional<std::vector<int64_t>> phaseTable(const Poly &value);

// 1 in the steps in which a polynomial over phase symbols is 0, 0 in the others; nullopt as above.
std::optional<Poly> phaseWhereZero(const Poly &value);

// Is each step's value one more than the one before it, or one less, round and round?
bool goesRound(const std::vector<int64_t> &table);

} // namespace kasane
