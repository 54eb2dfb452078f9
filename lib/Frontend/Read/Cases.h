// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the conditions of integers (see Choices.h) say about one another, so that an integer has as many cases as cells
// have values for it, not one for each way in which its conditions could hold:
//
//   @c0 * @c1     0         with i == 1 and i == 2, of which no cell has both
//   @c0 * @c1     @c0       with i < 1 and i < 4: every cell that has the first has the second
//
// All of these hold in the cells of the nest that is being read.
#pragma once

#include "Read/Reader.h"

namespace kasane {

constexpr size_t kMaxCases = 64; // of one integer

std::string choiceSymbol(size_t choice);
std::optional<size_t> firstChoice(const Poly &poly); // the number of the first condition in it
std::set<size_t> choicesIn(const Poly &poly);
size_t degreeOf(const Poly &poly); // of its longest product
Choice makeChoice(const Reader &reader, const ExprPtr &condition, bool fixed, std::string text);

// Its value where the condition holds, or fails. Other conditions whose truth follows from that are decided, too.
Poly decided(Reader &reader, const Poly &poly, size_t choice, bool holds);
// The same value with fewer products. Nullopt and Reader::nest.tooManyCases: it has more than kMaxCases.
std::optional<Poly> limited(Reader &reader, const Poly &poly);

} // namespace kasane
