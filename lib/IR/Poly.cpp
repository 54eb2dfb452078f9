// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Poly.h"

#include <algorithm>

namespace kasane {
namespace {

// a / b as monomials, when b's factors are all among a's.
std::optional<Poly::Monomial> divide(const Poly::Monomial &a, const Poly::Monomial &b) {
  if (!std::includes(a.begin(), a.end(), b.begin(), b.end()))
    return std::nullopt;
  Poly::Monomial rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

void addTerm(std::map<Poly::Monomial, int64_t> &terms, const Poly::Monomial &monomial, int64_t coefficient) {
  auto [it, inserted] = terms.try_emplace(monomial, 0);
  it->second = static_cast<int64_t>(static_cast<uint64_t>(it->second) + static_cast<uint64_t>(coefficient));
  if (it->second == 0)
    terms.erase(it);
}

int64_t product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

// Graded order, so that a division's leading term is one that cannot be reached from the others.
bool leads(const Poly::Monomial &a, const Poly::Monomial &b) {
  return a.size() != b.size() ? a.size() > b.size() : a > b;
}

const std::pair<const Poly::Monomial, int64_t> &leadingTerm(const std::map<Poly::Monomial, int64_t> &terms) {
  return *std::min_element(terms.begin(), terms.end(),
                           [](const auto &a, const auto &b) { return leads(a.first, b.first); });
}

} // namespace

Poly::Poly(int64_t constant) {
  if (constant != 0)
    terms_[{}] = constant;
}

Poly Poly::symbol(const std::string &name) {
  Poly p;
  p.terms_[{name}] = 1;
  return p;
}

std::optional<int64_t> Poly::constant() const {
  if (terms_.empty())
    return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty())
    return terms_.begin()->second;
  return std::nullopt;
}

std::set<std::string> Poly::symbols() const {
  std::set<std::string> names;
  for (const auto &[monomial, coefficient] : terms_)
    names.insert(monomial.begin(), monomial.end());
  return names;
}

std::optional<Poly> Poly::coefficientOf(const std::string &name) const {
  Poly out;
  for (const auto &[monomial, coefficient] : terms_) {
    auto count = std::count(monomial.begin(), monomial.end(), name);
    if (count > 1)
      return std::nullopt;
    if (count == 1)
      addTerm(out.terms_, *divide(monomial, {name}), coefficient);
  }
  return out;
}

Poly Poly::without(const std::string &name) const {
  Poly out;
  for (const auto &[monomial, coefficient] : terms_)
    if (!std::binary_search(monomial.begin(), monomial.end(), name))
      out.terms_[monomial] = coefficient;
  return out;
}

std::optional<Poly> Poly::dividedBy(const Poly &divisor) const {
  if (divisor.isZero())
    return std::nullopt;
  const auto &[leadMonomial, leadCoefficient] = leadingTerm(divisor.terms_);
  Poly rest = *this, quotient;
  while (!rest.isZero()) {
    const auto &[monomial, coefficient] = leadingTerm(rest.terms_);
    std::optional<Monomial> factor = divide(monomial, leadMonomial);
    if (!factor || coefficient % leadCoefficient != 0)
      return std::nullopt;
    Poly term;
    term.terms_[*factor] = coefficient / leadCoefficient;
    quotient = quotient + term;
    rest = rest - term * divisor;
  }
  return quotient;
}

Poly Poly::substitute(const std::function<std::optional<Poly>(const std::string &)> &value) const {
  Poly out;
  for (const auto &[monomial, coefficient] : terms_) {
    Poly term = coefficient;
    for (const std::string &name : monomial)
      term = term * value(name).value_or(symbol(name));
    out = out + term;
  }
  return out;
}

std::optional<int64_t> Poly::evaluate(const std::function<std::optional<int64_t>(const std::string &)> &value) const {
  return substitute([&](const std::string &name) -> std::optional<Poly> {
           if (std::optional<int64_t> v = value(name))
             return Poly(*v);
           return std::nullopt;
         })
      .constant();
}

Poly operator+(const Poly &a, const Poly &b) {
  Poly out = a;
  for (const auto &[monomial, coefficient] : b.terms_)
    addTerm(out.terms_, monomial, coefficient);
  return out;
}

Poly operator-(const Poly &a, const Poly &b) { return a + Poly(-1) * b; }

Poly operator*(const Poly &a, const Poly &b) {
  Poly out;
  for (const auto &[am, ac] : a.terms_)
    for (const auto &[bm, bc] : b.terms_) {
      Poly::Monomial monomial;
      std::merge(am.begin(), am.end(), bm.begin(), bm.end(), std::back_inserter(monomial));
      addTerm(out.terms_, monomial, product(ac, bc));
    }
  return out;
}

std::string Poly::str() const {
  if (isZero())
    return "0";
  std::vector<std::pair<Monomial, int64_t>> sorted(terms_.begin(), terms_.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return leads(a.first, b.first); });
  std::string out;
  for (const auto &[monomial, coefficient] : sorted) {
    bool negative = coefficient < 0;
    uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(coefficient) : static_cast<uint64_t>(coefficient);
    if (out.empty())
      out += negative ? "-" : "";
    else
      out += negative ? " - " : " + ";
    std::string factors;
    if (magnitude != 1 || monomial.empty())
      factors = std::to_string(magnitude);
    for (const std::string &name : monomial)
      factors += (factors.empty() ? "" : "*") + name;
    out += factors;
  }
  return out;
}

bool isAtLeast(const Poly &a, const Poly &b) {
  const std::optional<int64_t> slack = (a - b).constant();
  return slack && *slack >= 0;
}

bool mayBePositive(const Poly &value) {
  return std::any_of(value.terms().begin(), value.terms().end(),
                     [](const auto &term) { return !term.first.empty() && term.second > 0; });
}

} // namespace kasane
