// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/FlatPlanes.h"

#include "Terms.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

// An access of the group, and the first and the last element that it can reach.
struct Reach {
  int access;
  Poly first, last;
  bool rows; // a loop goes over rows
};

size_t degree(const Poly &poly) {
  size_t out = 0;
  for (const auto &[monomial, coefficient] : poly.terms())
    out = std::max(out, monomial.size());
  return out;
}

// Below zero, for parameters that are large and positive; nullopt: the leading terms have two signs.
std::optional<bool> isNegative(const Poly &value) {
  const size_t most = degree(value);
  bool above = false, below = false;
  for (const auto &[monomial, coefficient] : value.terms())
    if (monomial.size() == most)
      (coefficient < 0 ? below : above) = true;
  return above && below ? std::nullopt : std::optional(below);
}

// What tells the plane moves nothing within it: k * (ny - 1) * nx has no planes of ny * nx elements.
bool areApart(const Poly &number, const Poly &rest, const Poly &plane) {
  const std::set<std::string> own = plane.symbols(), within = rest.symbols();
  return std::ranges::none_of(number.symbols(),
                              [&](const std::string &symbol) { return !own.count(symbol) && within.count(symbol); });
}

// The plane that an element lies on.
std::optional<Poly> planeOf(const Poly &element, const Poly &plane) {
  if (const std::optional<int64_t> size = plane.constant()) {
    Poly out;
    for (const auto &[monomial, coefficient] : element.terms()) {
      int64_t planes = coefficient / *size;
      if (coefficient % *size != 0 && !monomial.empty())
        return std::nullopt;
      if (coefficient % *size < 0)
        --planes;
      Poly term = planes;
      for (const std::string &name : monomial)
        term = term * Poly::symbol(name);
      out = out + term;
    }
    return out;
  }
  Poly out;
  const Poly::Monomial &lead = plane.terms().begin()->first;
  for (const auto &[monomial, coefficient] : element.terms())
    if (std::includes(monomial.begin(), monomial.end(), lead.begin(), lead.end())) {
      Poly::Monomial rest;
      std::set_difference(monomial.begin(), monomial.end(), lead.begin(), lead.end(), std::back_inserter(rest));
      Poly term = coefficient;
      for (const std::string &name : rest)
        term = term * Poly::symbol(name);
      out = out + term;
    }
  const Poly rest = element - out * plane;
  const std::optional<bool> below = isNegative(rest);
  if (!below || !areApart(out, rest, plane))
    return std::nullopt;
  return *below ? out - Poly(1) : out;
}

class Separator {
public:
  explicit Separator(Draft &draft) : draft_(draft), groupOf_(groupsOf(draft)) {}

  void run() {
    for (const int group : std::set<int>(groupOf_.begin(), groupOf_.end()))
      if (isFlat(group))
        separate(group);
  }

private:
  bool isFlat(int group) const {
    for (size_t a = 0; a < draft_.arrays.size(); ++a) {
      const DraftArray &array = draft_.arrays[a];
      if (groupOf_[a] == group && (array.extents.size() != 1 || array.tables > 0 || array.hidden ||
                                   !array.members.empty() || array.leaves || !array.leaf.isZero()))
        return false;
    }
    return std::ranges::none_of(draft_.tables, [&](const DraftTable &table) { return groupOf_[table.array] == group; });
  }

  void separate(int group) {
    const std::optional<Poly> row = rowOf(group);
    std::optional<std::vector<Reach>> reached = row ? reachedBy(group, *row) : std::nullopt;
    if (!reached)
      return;
    for (const Poly &plane : candidates(*reached, *row))
      if (std::optional<std::vector<Poly>> planes = planesOf(*reached, plane)) {
        divide(group, plane, *reached, *planes);
        return;
      }
  }

  // The largest factor of a loop, where there are rows, whose elements another loop goes through one by one.
  std::optional<Poly> rowOf(int group) const {
    std::optional<Poly> row;
    bool isClose = false;
    for (const DraftAccess &access : draft_.accesses) {
      if (groupOf_[access.array] != group)
        continue;
      const std::optional<std::vector<Term>> terms = tryTermsOf(access);
      if (!terms)
        return std::nullopt;
      for (const Term &term : *terms) {
        isClose |= term.coefficient == Poly(1);
        if (!row || slower(term.coefficient, *row))
          row = term.coefficient;
      }
    }
    return isClose && !(*row == Poly(1)) ? row : std::nullopt;
  }

  std::optional<std::vector<Reach>> reachedBy(int group, const Poly &row) const {
    std::vector<Reach> out;
    for (const DraftNest &nest : draft_.nests)
      for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
        const DraftAccess &access = draft_.accesses[a];
        if (groupOf_[access.array] != group)
          continue;
        Reach reach{static_cast<int>(a), access.index[0], access.index[0], false};
        for (size_t l = 0; l < nest.loops.size(); ++l) {
          const std::string symbol = loopSymbol(l);
          const bool isKnown = l < kMaxAxes && !access.cells[l].lo.empty() && !access.cells[l].hi.empty();
          const Poly lo = isKnown ? access.cells[l].lo.back() : nest.loops[l].lo,
                     hi = (isKnown ? access.cells[l].hi.back() : nest.loops[l].hi) - Poly(1);
          const auto at = [&](const Poly &place) {
            return [&symbol, place](const std::string &name) {
              return name == symbol ? std::optional(place) : std::nullopt;
            };
          };
          reach.rows |= access.index[0].coefficientOf(symbol) == row;
          reach.first = reach.first.substitute(at(lo));
          reach.last = reach.last.substitute(at(hi));
        }
        out.push_back(std::move(reach));
      }
    return out;
  }

  // Sizes that a plane may have, the likely ones first.
  static std::vector<Poly> candidates(const std::vector<Reach> &reached, const Poly &row) {
    std::set<int64_t> numbers;
    std::vector<Poly> out;
    for (const Reach &reach : reached) {
      if (const std::optional<int64_t> cells = row.constant()) {
        if (const std::optional<int64_t> length = (reach.last - reach.first).constant())
          numbers.insert((*length / *cells + 1) * *cells);
        for (const auto &[monomial, coefficient] : reach.first.terms()) // the step chooses the plane
          if (!monomial.empty() && coefficient % *cells == 0)
            numbers.insert(std::abs(coefficient));
        for (const Reach &other : reached)
          if (const std::optional<int64_t> apart = (other.first - reach.first).constant();
              apart && *apart > 0 && *apart % *cells == 0 && reach.rows && other.rows)
            numbers.insert(*apart);
        continue;
      }
      for (const Poly &end : {reach.first, reach.last})
        for (const auto &[monomial, coefficient] : end.terms()) {
          Poly plane = 1;
          for (const std::string &name : monomial)
            plane = plane * Poly::symbol(name);
          if (row.terms().size() == 1 && monomial.size() == degree(row) + 1 && plane.dividedBy(row) &&
              std::ranges::none_of(monomial, [](const std::string &name) { return name[0] == '@'; }) &&
              std::ranges::find(out, plane) == out.end())
            out.push_back(plane);
        }
    }
    for (const int64_t number : numbers)
      if (number > row.constant().value_or(0))
        out.push_back(number);
    return out;
  }

  // Of each access. Loops go over the rows of every plane: else it may be one plane with its edges.
  static std::optional<std::vector<Poly>> planesOf(const std::vector<Reach> &reached, const Poly &plane) {
    std::vector<Poly> out;
    std::set<std::string> all, withRows;
    for (const Reach &reach : reached) {
      const std::optional<Poly> first = planeOf(reach.first, plane), last = planeOf(reach.last, plane);
      if (!first || !last || !(*first == *last) || first->constant().value_or(0) < 0)
        return std::nullopt;
      out.push_back(*first);
      all.insert(first->str());
      if (reach.rows)
        withRows.insert(first->str());
    }
    return all.size() > 1 && all == withRows ? std::optional(out) : std::nullopt;
  }

  void divide(int group, const Poly &plane, const std::vector<Reach> &reached, const std::vector<Poly> &planes) {
    for (size_t r = 0; r < reached.size(); ++r) {
      DraftAccess &access = draft_.accesses[static_cast<size_t>(reached[r].access)];
      access.index = {planes[r], access.index[0] - planes[r] * plane};
    }
    for (size_t a = 0; a < draft_.arrays.size(); ++a)
      if (groupOf_[a] == group) {
        DraftArray &array = draft_.arrays[a];
        const std::optional<Poly> count = array.extents[0] ? array.extents[0]->dividedBy(plane) : std::nullopt;
        array.extents = {count, plane};
        array.followed.resize(2, false);
        array.plane = plane;
      }
  }

  Draft &draft_;
  std::vector<int> groupOf_;
};

} // namespace

void separatePlanes(Draft &draft) {
  if (!draft.nests.empty() && !draft.arrays.empty())
    Separator(draft).run();
}

} // namespace kasane
