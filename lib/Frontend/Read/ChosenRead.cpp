// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading an element whose place conditions decide, and storing to one:
//
//   A[i + 1 - @c1 * n]        ->     i + 1 >= n ? A[i + 1 - n] : A[i + 1]
//   A[i + 1 - @c1 * n] = x    ->     if (i + 1 >= n) A[i + 1 - n] = x; else A[i + 1] = x;
//
// A place that does not follow the loop is one after all where only one cell can be meant: in i == 0 ? A[0] : A[i - 1]
// the first is A[i + 0].
#include "Read/ChosenStore.h"

#include "Read/Choices.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMaxFewCells = 8; // that are told apart, where a place does not follow the loop

// Zero, or less for all parameters.
bool isNegative(const Poly &poly) {
  return std::all_of(poly.terms().begin(), poly.terms().end(), [](const auto &term) { return term.second < 0; });
}

// Below zero for large parameters.
bool falls(const Poly &poly) {
  size_t degree = 0;
  for (const auto &[monomial, coefficient] : poly.terms())
    degree = std::max(degree, monomial.size());
  return degree > 0 && std::all_of(poly.terms().begin(), poly.terms().end(),
                                   [&](const auto &term) { return term.first.size() < degree || term.second < 0; });
}

// What the subscripts have in common: dimension d holds this loop variable with this factor.
struct Term {
  size_t dim, loop;
  Poly factor;
};

ExprPtr readAt(Reader &reader, DraftAccess access, ScalarType type, SourceRange range) {
  if (ExprPtr value = readOfSteps(reader, access, range))
    return value;
  reader.draft.accesses.push_back(std::move(access));
  return makeExpr(type, FieldRead{static_cast<FieldId>(reader.draft.accesses.size() - 1), {}}, range);
}

// What is made of an element at one place, and of two such under a condition. Null: it can't be made.
template <class Made> struct Makers {
  std::function<Made(DraftAccess)> at;
  std::function<Made(ExprPtr, Made, Made)> chosen;
};

template <class Made> class Expander {
public:
  Expander(Reader &reader, const DraftAccess &access, Makers<Made> makers, SourceRange range)
      : reader_(reader), access_(access), makers_(std::move(makers)), range_(range) {
    for (size_t d = 0; d < access.index.size(); ++d)
      collectTerms(d, access.index[d]);
  }

  Made run() { return expand(access_.index, loopRanges(reader_.nest.loops)); }

private:
  void collectTerms(size_t dim, const Poly &index) {
    if (std::optional<size_t> choice = firstChoice(index)) {
      collectTerms(dim, decided(reader_, index, *choice, false));
      collectTerms(dim, decided(reader_, index, *choice, true));
      return;
    }
    for (size_t l = 0; l < reader_.nest.loops.size(); ++l) {
      Poly factor = index.coefficientOf(loopSymbol(l)).value_or(0);
      if (isNegative(factor)) // a reflected index is no axis: 1 - j, in a flat array -nx * j + ..
        continue;
      if (std::none_of(terms_.begin(), terms_.end(), [&](const Term &t) { return t.dim == dim && t.loop == l; }))
        terms_.push_back({dim, l, factor});
    }
  }

  Made expand(const std::vector<Poly> &index, const CellRegion &cells) {
    std::optional<size_t> choice;
    for (const Poly &part : index)
      if (std::optional<size_t> first = firstChoice(part); first && (!choice || *first < *choice))
        choice = first;
    if (!choice)
      return place(index, cells);
    ExprPtr condition = reader_.nest.choices[*choice].condition;
    auto rest = [&](bool holds) {
      std::vector<Poly> parts;
      for (const Poly &part : index)
        parts.push_back(decided(reader_, part, *choice, holds));
      return parts;
    };
    auto side = [&](bool holds) -> std::optional<CellRegion> {
      CellRegion inner = narrowed(cells, *condition, holds, integersAmong(reader_.draft.params));
      return isEmpty(inner) || areOfSmallGrids(inner, rest(holds)) ? std::nullopt : std::optional(inner);
    };
    std::optional<CellRegion> yes = side(true), no = side(false);
    if (!yes || !no)
      return expand(rest(yes.has_value()), cells);
    Made whenTrue = expand(rest(true), *yes), whenFalse = whenTrue ? expand(rest(false), *no) : nullptr;
    return whenFalse ? makers_.chosen(condition, whenTrue, whenFalse) : nullptr;
  }

  static bool isEmpty(const CellRegion &cells) {
    for (const CellBounds &bounds : cells.axes)
      for (const Poly &lo : bounds.lo)
        for (const Poly &hi : bounds.hi)
          if (std::optional<int64_t> count = (hi - lo).constant(); count && *count <= 0)
            return true;
    return false;
  }

  // A far place, or one that does not follow the loops, in cells that only grids of a few cells have: reflected at both
  // ends. The call checks that the grid is larger.
  bool areOfSmallGrids(const CellRegion &cells, const std::vector<Poly> &index) {
    const bool isWhole =
        std::none_of(index.begin(), index.end(), [](const Poly &part) { return firstChoice(part).has_value(); });
    const bool isFar =
        std::any_of(index.begin(), index.end(), [&](const Poly &part) { return !withoutLoops(part).constant(); });
    const bool follows = !isFar && std::all_of(terms_.begin(), terms_.end(), [&](const Term &term) {
      return missingIn(index, term).isZero() || fewCells(cells, term).has_value();
    });
    if (!isWhole || follows)
      return false;
    for (const CellBounds &bounds : cells.axes)
      for (const Poly &lo : bounds.lo)
        for (const Poly &hi : bounds.hi)
          if (falls(hi - lo)) {
            require(reader_, lo - hi, "the grid is too small for indices that are reflected at both ends", range_);
            return true;
          }
    return false;
  }

  Poly withoutLoops(Poly part) const {
    for (size_t l = 0; l < reader_.nest.loops.size(); ++l)
      part = part.without(loopSymbol(l));
    return part;
  }

  static Poly missingIn(const std::vector<Poly> &index, const Term &term) {
    return term.factor - index[term.dim].coefficientOf(loopSymbol(term.loop)).value_or(0);
  }

  // The first of the cells along the loop, and how many there are, where they are few.
  static std::optional<std::pair<Poly, int64_t>> fewCells(const CellRegion &cells, const Term &term) {
    std::optional<std::pair<Poly, int64_t>> fewest;
    for (const Poly &lo : cells[term.loop].lo)
      for (const Poly &hi : cells[term.loop].hi)
        if (const std::optional<int64_t> count = (hi - lo).constant();
            count && *count <= kMaxFewCells && (!fewest || *count < fewest->second))
          fewest = {lo, *count};
    return fewest;
  }

  // An element at one place; where it does not follow a loop as others do, in the few cells that there are.
  Made place(std::vector<Poly> index, const CellRegion &cells) {
    for (const Term &term : terms_) {
      const bool isLinear = index[term.dim].coefficientOf(loopSymbol(term.loop)).has_value(); // else it follows no loop
      if (!isLinear || missingIn(index, term).isZero())
        continue;
      if (const auto few = fewCells(cells, term))
        return inFewCells(index, cells, term, few->first, few->second);
    }
    if (++places_ > kMaxCases) {
      reader_.diags.add(DiagId::subscript_too_many_cases, range_, {std::to_string(kMaxCases)});
      return nullptr;
    }
    DraftAccess access = access_;
    access.index = std::move(index);
    access.cells = cells;
    return makers_.at(std::move(access));
  }

  // The loop's variable is one of lo, lo + 1, ..: in each cell the place follows it.
  Made inFewCells(const std::vector<Poly> &index, const CellRegion &cells, const Term &term, const Poly &lo,
                  int64_t count) {
    Poly loop = Poly::symbol(loopSymbol(term.loop));
    Poly missing = missingIn(index, term);
    Made out;
    for (int64_t n = count - 1; n >= 0; --n) {
      std::vector<Poly> here = index;
      here[term.dim] = here[term.dim] + missing * (loop - lo - Poly(n));
      ExprPtr condition = compared(reader_, BinaryOp::Eq, loop - lo - Poly(n));
      CellRegion cell = cells;
      cell[term.loop].lo.push_back(lo + Poly(n));
      cell[term.loop].hi.push_back(lo + Poly(n + 1));
      if (!condition)
        reader_.diags.add(DiagId::too_many_axes, reader_.nest.loops.front().range);
      Made one = condition ? place(here, cell) : nullptr;
      if (!one)
        return nullptr;
      out = out ? makers_.chosen(condition, one, out) : one;
    }
    return out;
  }

  Reader &reader_;
  DraftAccess access_;
  Makers<Made> makers_;
  SourceRange range_;
  std::vector<Term> terms_;
  size_t places_ = 0;
};

} // namespace

bool isChosen(const DraftAccess &access) {
  return std::any_of(access.index.begin(), access.index.end(),
                     [](const Poly &part) { return firstChoice(part).has_value(); });
}

ExprPtr chosenRead(Reader &reader, ScalarType type, SourceRange range) {
  DraftAccess access = reader.draft.accesses.back();
  reader.draft.accesses.pop_back();
  if (!isChosen(access))
    return readAt(reader, std::move(access), type, range);
  const Makers<ExprPtr> makers = {[&](DraftAccess at) { return readAt(reader, std::move(at), type, range); },
                                  [&](const ExprPtr &condition, const ExprPtr &yes, const ExprPtr &no) {
                                    return makeExpr(type, Select{condition, yes, no}, range);
                                  }};
  return Expander<ExprPtr>(reader, access, makers, range).run();
}

StmtPtr chosenStore(Reader &reader, const ExprPtr &value, SourceRange range) {
  DraftAccess access = reader.draft.accesses.back();
  const bool isByData = std::ranges::any_of(access.index, [&](const Poly &part) { return looksAtData(reader, part); });
  if (isByData)
    return nullptr;
  reader.draft.accesses.pop_back();
  const Makers<StmtPtr> makers = {
      [&](DraftAccess at) {
        reader.draft.accesses.push_back(std::move(at));
        return makeStmt(FieldStore{static_cast<FieldId>(reader.draft.accesses.size() - 1), {}, value}, range);
      },
      [&](const ExprPtr &condition, const StmtPtr &yes, const StmtPtr &no) {
        return makeStmt(IfStmt{condition, {yes}, {no}}, range);
      }};
  return Expander<StmtPtr>(reader, access, makers, range).run();
}

} // namespace kasane
