// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Cases.h"

#include "Read/Choices.h"

#include <algorithm>

namespace kasane {
namespace {

const std::string kChoicePrefix = "@c";

Poly termOf(int64_t coefficient, const Poly::Monomial &monomial) {
  Poly term = coefficient;
  for (const std::string &name : monomial)
    term = term * Poly::symbol(name);
  return term;
}

// 0 or 1 in place of the name.
Poly with(const Poly &poly, const std::string &name, bool value) {
  Poly out = poly.without(name);
  for (const auto &[monomial, coefficient] : poly.terms()) {
    Poly::Monomial rest = monomial;
    if (std::erase(rest, name) > 0 && value)
      out = out + termOf(coefficient, rest);
  }
  return out;
}

bool isChoice(const std::string &symbol) { return symbol.compare(0, 2, kChoicePrefix) == 0; }

// Without the loop's own bound, which is the first.
std::vector<Poly> added(const std::vector<Poly> &bounds) { return {bounds.begin() + 1, bounds.end()}; }

bool areApart(const CellRegion &one, const CellRegion &other) {
  auto endsBefore = [](const std::vector<Poly> &ends, const std::vector<Poly> &begins) {
    return std::any_of(ends.begin(), ends.end(), [&](const Poly &end) {
      return std::any_of(begins.begin(), begins.end(),
                         [&](const Poly &begin) { return (begin - end).constant().value_or(-1) >= 0; });
    });
  };
  for (size_t a = 0; a < kMaxAxes; ++a)
    if (endsBefore(one[a].hi, other[a].lo) || endsBefore(other[a].hi, one[a].lo))
      return true;
  return false;
}

ChoicePair pairOf(Reader &reader, size_t one, size_t other) {
  const Choice &a = reader.nest.choices[one], &b = reader.nest.choices[other];
  if (!a.fixed || !b.fixed)
    return {};
  const auto [known, isNew] = reader.nest.choicePairs.try_emplace({a.condition, b.condition});
  for (size_t x = 0; isNew && x < 2; ++x)
    for (size_t y = 0; y < 2; ++y)
      known->second[x][y] = areApart(a.cells[x], b.cells[y]);
  return known->second;
}

// The product of conditions; nullopt: it is never 1.
std::optional<std::set<size_t>> settledProduct(Reader &reader, const std::set<size_t> &choices) {
  std::set<size_t> kept = choices;
  for (const size_t one : choices)
    for (const size_t other : choices) {
      if (one == other || !kept.count(one) || !kept.count(other))
        continue;
      const ChoicePair pair = pairOf(reader, one, other);
      if (pair[1][1])
        return std::nullopt;
      if (pair[1][0])
        kept.erase(other);
    }
  return kept;
}

Poly settled(Reader &reader, const Poly &poly) {
  Poly out;
  for (const auto &[monomial, coefficient] : poly.terms()) {
    Poly::Monomial factors;
    std::set<size_t> choices;
    for (const std::string &name : monomial)
      if (isChoice(name))
        choices.insert(std::stoul(name.substr(kChoicePrefix.size())));
      else
        factors.push_back(name);
    const std::optional<std::set<size_t>> product = settledProduct(reader, choices);
    if (!product)
      continue;
    for (const size_t choice : *product)
      factors.push_back(choiceSymbol(choice));
    out = out + termOf(coefficient, factors);
  }
  return out;
}

// How many cases it has, counted up to one more than there may be.
size_t casesOf(Reader &reader, const Poly &poly, size_t most) {
  const std::optional<size_t> choice = firstChoice(poly);
  if (!choice)
    return 1;
  const size_t some = casesOf(reader, decided(reader, poly, *choice, true), most);
  return some > most ? some : some + casesOf(reader, decided(reader, poly, *choice, false), most - some);
}

} // namespace

std::string choiceSymbol(size_t choice) { return kChoicePrefix + std::to_string(choice); }

std::set<size_t> choicesIn(const Poly &poly) {
  std::set<size_t> choices;
  for (const auto &[monomial, coefficient] : poly.terms())
    for (const std::string &symbol : monomial)
      if (isChoice(symbol))
        choices.insert(std::stoul(symbol.substr(kChoicePrefix.size())));
  return choices;
}

std::optional<size_t> firstChoice(const Poly &poly) {
  const std::set<size_t> choices = choicesIn(poly);
  return choices.empty() ? std::nullopt : std::optional(*choices.begin());
}

size_t degreeOf(const Poly &poly) {
  size_t most = 0;
  for (const auto &[monomial, coefficient] : poly.terms())
    most = std::max(most, monomial.size());
  return most;
}

Choice makeChoice(const Reader &reader, const ExprPtr &condition, bool fixed, std::string text) {
  Choice out{condition, fixed, std::move(text), {}};
  for (size_t holds = 0; fixed && holds < 2; ++holds) {
    out.cells[holds] =
        narrowed(loopRanges(reader.nest.loops), *condition, holds == 1, integersAmong(reader.draft.params));
    for (CellBounds &axis : out.cells[holds].axes)
      axis = {added(axis.lo), added(axis.hi)};
  }
  return out;
}

Poly decided(Reader &reader, const Poly &poly, size_t choice, bool holds) {
  Poly out = with(poly, choiceSymbol(choice), holds);
  for (const size_t other : choicesIn(out)) {
    const std::array<bool, 2> never = pairOf(reader, choice, other)[holds];
    if (never[0] || never[1])
      out = with(out, choiceSymbol(other), never[0]);
  }
  return out;
}

std::optional<Poly> limited(Reader &reader, const Poly &poly) {
  constexpr size_t kFew = 6; // which can't have more than kMaxCases
  constexpr size_t kMaxTerms = 256;
  Poly few = settled(reader, poly);
  if (choicesIn(few).size() <= kFew ||
      (few.terms().size() <= kMaxTerms && casesOf(reader, few, kMaxCases) <= kMaxCases))
    return few;
  reader.nest.tooManyCases = true;
  return std::nullopt;
}

} // namespace kasane
