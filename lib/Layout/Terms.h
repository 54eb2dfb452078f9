// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a subscript: which loops are in it, each with its factor, and what is left without them.
//
//   u[j * nx + i + 1]      loop j with factor nx, loop i with factor 1; the rest is 1: row 0, column 1
#pragma once

#include "kasane/Layout/Layout.h"

namespace kasane {

// One loop variable in one subscript.
struct Term {
  size_t dim;
  size_t loop;
  Poly coefficient;
};

bool isLoop(const std::string &symbol); // "@0", "@1"

// nullopt: not affine with positive coefficients that no loop changes.
std::optional<std::vector<Term>> tryTermsOf(const DraftAccess &access);

// Is `a` the larger stride?
bool slower(const Poly &a, const Poly &b);

// One dimension's subscript without its loop variables, over the dimension's slots (slow to fast); which of these the
// access has a loop for.
std::vector<Poly> splitOver(const std::vector<const Slot *> &slots, const std::vector<bool> &relative, Poly rest);

Poly withoutLoops(Poly value, size_t loops);

} // namespace kasane
