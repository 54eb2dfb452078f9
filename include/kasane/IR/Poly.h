// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials with 64-bit integer coefficients over named parameters: loop bounds, extents, strides and subscripts.
// Always in normal form (no zero coefficients, factors of a term sorted), so == is equality of polynomials and
// isConstant() is a decision, not a guess.   (ny*nx + 2*nx - 1)
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kasane {

class Poly {
public:
  using Monomial = std::vector<std::string>; // sorted, with repetition: {nx, nx, ny} is nx^2*ny; empty is 1

  Poly() = default;
  Poly(int64_t constant); // NOLINT: a number is a polynomial
  static Poly symbol(const std::string &name);

  std::optional<int64_t> constant() const; // the value when no symbol is left
  bool isZero() const { return terms_.empty(); }
  const std::map<Monomial, int64_t> &terms() const { return terms_; }
  std::set<std::string> symbols() const;

  // The coefficient of `name` to the first power as a polynomial in the others;
  // nullopt when `name` occurs in a higher power.
  std::optional<Poly> coefficientOf(const std::string &name) const;
  Poly without(const std::string &name) const; // the terms that do not mention `name`
  // q with q*divisor == *this, if there is a polynomial q.
  std::optional<Poly> dividedBy(const Poly &divisor) const;

  Poly substitute(const std::function<std::optional<Poly>(const std::string &)> &value) const;
  std::optional<int64_t> evaluate(const std::function<std::optional<int64_t>(const std::string &)> &value) const;

  friend Poly operator+(const Poly &a, const Poly &b);
  friend Poly operator-(const Poly &a, const Poly &b);
  friend Poly operator*(const Poly &a, const Poly &b);
  friend bool operator==(const Poly &a, const Poly &b) { return a.terms_ == b.terms_; }

  std::string str() const; // C text: every factor is a name or a number

private:
  std::map<Monomial, int64_t> terms_;
};

// By a number, whatever the symbols are.
bool isAtLeast(const Poly &a, const Poly &b);
// Where some symbols are large, by a term of its own.
bool mayBePositive(const Poly &value);

} // namespace kasane

// Tests: tests/unit/ir/PolyTest.cpp
