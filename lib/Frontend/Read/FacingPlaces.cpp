// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/FacingPlaces.h"

#include <algorithm>

namespace kasane {
namespace {

// Inclusive.
struct Extremes {
  Poly lo, hi;
};

class Facing {
public:
  Facing(Reader &reader, const std::vector<DraftLoop> &loops, bool asksGaps)
      : reader_(reader), loops_(loops), asksGaps_(asksGaps) {}

  bool run(const DraftAccess &one, const DraftAccess &other) {
    if (one.linear != other.linear || one.index.size() != other.index.size())
      return false;
    for (const bool mayAsk : {false, true})
      for (size_t d = 0; d < one.index.size(); ++d)
        if (lieApart(one.index[d], other.index[d], mayAsk, other.range))
          return true;
    return false;
  }

private:
  bool fallsAnywhere(const Poly &index) const {
    return std::ranges::any_of(index.symbols(), [&](const std::string &symbol) {
      return symbol[0] == '@' && isBelowZero(index.coefficientOf(symbol).value_or(0));
    });
  }
  bool facing(const Poly &one, const Poly &other) const { return fallsAnywhere(one) != fallsAnywhere(other); }

  // The loops that go through rows of both in the same way, where another one falls within a row: u[ix * nz + ib] and
  // u[ix * nz + nz - 1 - ib]. `row`: the least of them.
  Poly withinRow(const Poly &one, const Poly &other, std::optional<Poly> &row) const {
    Poly turned;
    for (size_t l = 0; l < loops_.size(); ++l)
      if (const Poly here = *one.coefficientOf(loopSymbol(l)); !(here == *other.coefficientOf(loopSymbol(l))))
        turned = here.isZero() ? *other.coefficientOf(loopSymbol(l)) : here;
    if (isBelowZero(turned))
      turned = Poly(0) - turned;
    Poly rows;
    for (size_t l = 0; l < loops_.size() && !turned.isZero(); ++l) {
      const Poly factor = *one.coefficientOf(loopSymbol(l));
      if (factor.isZero() || isBelowZero(factor) || factor == turned ||
          !(factor == *other.coefficientOf(loopSymbol(l))) || !factor.dividedBy(turned))
        continue;
      if (row && !factor.dividedBy(*row) && !row->dividedBy(factor))
        continue;
      row = row && factor.dividedBy(*row) ? *row : factor;
      rows = rows + factor * Poly::symbol(loopSymbol(l));
    }
    return rows;
  }

  // nullopt: not known beforehand.
  std::optional<Extremes> rangeOf(const Poly &index, bool mayAsk, SourceRange at) {
    Extremes out{index, index};
    for (size_t l = 0; l < loops_.size(); ++l) {
      const Poly factor = *index.coefficientOf(loopSymbol(l));
      const bool falls = isBelowZero(factor);
      if (mayAsk && !factor.isZero())
        require(reader_, falls ? Poly(0) - factor : factor, "a dimension may be negative", at);
      else if (!factor.constant())
        return std::nullopt;
      const Poly here = factor * Poly::symbol(loopSymbol(l)), first = factor * loops_[l].lo,
                 last = factor * (loops_[l].hi - Poly(1));
      out = {out.lo - here + (falls ? last : first), out.hi - here + (falls ? first : last)};
    }
    for (const Poly &end : {out.lo, out.hi})
      for (const std::string &symbol : end.symbols())
        if (symbol[0] == '@')
          return std::nullopt;
    return out;
  }

  bool lieApart(const Poly &one, const Poly &other, bool mayAsk, SourceRange at) {
    std::optional<Poly> row;
    const Poly rows = withinRow(one, other, row);
    const std::optional<Extremes> a = rangeOf(one - rows, mayAsk, at), b = rangeOf(other - rows, mayAsk, at);
    if (!a || !b)
      return false;
    std::vector<Poly> asked; // none is negative
    if (row)
      asked = {a->lo, b->lo, *row - a->hi - Poly(1), *row - b->hi - Poly(1)};
    const Poly above = b->lo - a->hi - Poly(1), below = a->lo - b->hi - Poly(1);
    const auto isNever = [](const Poly &gap) { return isBelowZero(gap); };
    const auto isAlways = [](const Poly &value) { return value.constant() && *value.constant() >= 0; };
    if (isNever(above) && isNever(below))
      return false;
    const bool isBelow = isAlways(below) || (!isAlways(above) && !isNever(below) && // a mirrored one is rather above
                                             (isNever(above) || fallsAnywhere(one)));
    if (facing(one, other) || isAlways(below) || isAlways(above))
      asked.push_back(isBelow ? below : above);
    else if (mayBePositive(above) && mayBePositive(below)) // each is below zero where the other isn't
      asked.push_back(Poly(0) - above * below);
    else if (mayBePositive(above) || mayBePositive(below))
      asked.push_back(mayBePositive(above) ? above : below);
    else
      return false;
    if (!mayAsk)
      return std::ranges::all_of(asked, isAlways);
    if (!asksGaps_)
      return std::ranges::all_of(asked, [&](const Poly &gap) { return isAlways(gap) || isBelowZero(Poly(0) - gap); });
    if (a->lo == b->lo && a->hi == b->hi)
      return false;
    for (const Poly &value : asked)
      require(reader_, value, "an element may lie at both ends, where a loop goes inwards from them", at);
    return true;
  }

  Reader &reader_;
  const std::vector<DraftLoop> &loops_;
  const bool asksGaps_;
};

} // namespace

bool isBelowZero(const Poly &value) {
  return !value.isZero() && std::ranges::all_of(value.terms(), [](const auto &term) { return term.second < 0; });
}

bool lieApart(Reader &reader, const DraftAccess &one, const DraftAccess &other, bool asksGaps) {
  return Facing(reader, reader.nest.loops, asksGaps).run(one, other);
}

} // namespace kasane
