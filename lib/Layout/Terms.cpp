// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Terms.h"

#include <algorithm>

namespace kasane {
namespace {

size_t degree(const Poly &poly) {
  size_t result = 0;
  for (const auto &[monomial, coefficient] : poly.terms())
    result = std::max(result, monomial.size());
  return result;
}

struct Split {
  Poly quotient, rest;
};

int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

Poly product(const Poly::Monomial &monomial, int64_t coefficient) {
  Poly out = coefficient;
  for (const std::string &name : monomial)
    out = out * Poly::symbol(name);
  return out;
}

// By a number: symbolic terms as often as they hold it, 37 * k by 36 once, the constant to the nearest (balanced) or
// downwards.
Split divideByNumber(const Poly &value, int64_t stride, bool balanced) {
  Split split;
  for (const auto &[monomial, coefficient] : value.terms()) {
    int64_t q = coefficient / stride;
    if (monomial.empty())
      q = balanced ? floorDiv(coefficient + (stride - 1) / 2, stride) : floorDiv(coefficient, stride);
    split.quotient = split.quotient + product(monomial, q);
  }
  split.rest = value - split.quotient * Poly(stride);
  return split;
}

// By a polynomial: as often as its leading term goes.
Split divideByPoly(const Poly &value, const Poly &stride) {
  auto leads = [](const auto &a, const auto &b) {
    return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a.first > b.first;
  };
  auto lead = *std::min_element(stride.terms().begin(), stride.terms().end(), leads);
  Split split{{}, value};
  for (bool found = true; found;) {
    found = false;
    for (const auto &[monomial, coefficient] : split.rest.terms()) {
      Poly::Monomial factor;
      if (!std::includes(monomial.begin(), monomial.end(), lead.first.begin(), lead.first.end()) ||
          coefficient % lead.second != 0)
        continue;
      std::set_difference(monomial.begin(), monomial.end(), lead.first.begin(), lead.first.end(),
                          std::back_inserter(factor));
      Poly term = product(factor, coefficient / lead.second);
      split.quotient = split.quotient + term;
      split.rest = split.rest - term * stride;
      found = true;
      break;
    }
  }
  return split;
}

// Below zero where every name in it is the program's, and 2 or more: lengths are, and widths of ghost cells mostly.
bool isNegative(const Poly &value) {
  int64_t most = 0;
  for (const auto &[monomial, coefficient] : value.terms()) {
    const bool isOfProgram = std::ranges::none_of(monomial, [](const auto &name) { return name.starts_with("@"); });
    if (!monomial.empty() && (coefficient > 0 || !isOfProgram))
      return false;
    most += coefficient * (int64_t(1) << std::min<size_t>(monomial.size(), 8));
  }
  return most < 0;
}

} // namespace

bool isLoop(const std::string &symbol) { return symbol.size() > 1 && symbol[0] == '@' && std::isdigit(symbol[1]); }

std::optional<std::vector<Term>> tryTermsOf(const DraftAccess &access) {
  std::vector<Term> terms;
  for (size_t d = 0; d < access.index.size(); ++d)
    for (const std::string &symbol : access.index[d].symbols()) {
      if (!isLoop(symbol))
        continue;
      std::optional<Poly> coefficient = access.index[d].coefficientOf(symbol);
      if (!coefficient || (coefficient->constant() && *coefficient->constant() < 1))
        return std::nullopt;
      for (const std::string &factor : coefficient->symbols())
        if (factor[0] == '@')
          return std::nullopt;
      terms.push_back({d, static_cast<size_t>(std::stoi(symbol.substr(1))), *coefficient});
    }
  return terms;
}

bool slower(const Poly &a, const Poly &b) {
  if (a.constant() && b.constant())
    return *a.constant() > *b.constant();
  if (degree(a) != degree(b))
    return degree(a) > degree(b);
  return a.str() > b.str();
}

std::vector<Poly> splitOver(const std::vector<const Slot *> &slots, const std::vector<bool> &relative, Poly rest) {
  std::vector<Poly> at(slots.size());
  for (size_t s = 0; s + 1 < slots.size(); ++s) {
    const Poly &stride = slots[s]->stride;
    Split split =
        stride.constant() ? divideByNumber(rest, *stride.constant(), relative[s + 1]) : divideByPoly(rest, stride);
    at[s] = split.quotient;
    rest = split.rest;
  }
  at.back() = rest;
  // An absolute position isn't negative: j*nx + nx - 1 is the row's end, not the cell before the next row. Nor is
  // column nx + 1 of rows with nx + 2*g cells column 1 - 2*g of the next row.
  for (size_t s = slots.size() - 1; s > 0; --s) {
    std::optional<Poly> ratio = slots[s - 1]->stride.dividedBy(slots[s]->stride);
    if (!relative[s] && isNegative(at[s]) && ratio) {
      at[s] = at[s] + *ratio;
      at[s - 1] = at[s - 1] - Poly(1);
    }
  }
  return at;
}

Poly withoutLoops(Poly value, size_t loops) {
  for (size_t l = 0; l < loops; ++l)
    value = value.without(loopSymbol(l));
  return value;
}

} // namespace kasane
