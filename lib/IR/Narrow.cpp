// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Narrow.h"

#include "CellPoly.h"
#include "Given.h"

#include <algorithm>

namespace kasane {
namespace {

std::optional<BinaryOp> negated(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt:
    return BinaryOp::Ge;
  case BinaryOp::Le:
    return BinaryOp::Gt;
  case BinaryOp::Gt:
    return BinaryOp::Le;
  case BinaryOp::Ge:
    return BinaryOp::Lt;
  case BinaryOp::Eq:
    return BinaryOp::Ne;
  case BinaryOp::Ne:
    return BinaryOp::Eq;
  default:
    return std::nullopt;
  }
}

BinaryOp mirrored(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt:
    return BinaryOp::Gt;
  case BinaryOp::Le:
    return BinaryOp::Ge;
  case BinaryOp::Gt:
    return BinaryOp::Lt;
  case BinaryOp::Ge:
    return BinaryOp::Le;
  default:
    return op;
  }
}

void addUnique(std::vector<Poly> &polys, const Poly &poly) {
  if (std::find(polys.begin(), polys.end(), poly) == polys.end())
    polys.push_back(poly);
}

bool contains(const std::vector<Poly> &polys, const Poly &poly) {
  return std::find(polys.begin(), polys.end(), poly) != polys.end();
}

// Is a >= b, by the numbers beside equal terms or by what is given?
bool isKnownAtLeast(const Poly &a, const Poly &b, const std::vector<Poly> &given) {
  return isAtLeast(a, b) ||
         std::any_of(given.begin(), given.end(), [&](const Poly &room) { return isAtLeast(a - b, room); });
}

// x `op` value; is that what the bounds say then?
bool narrowAxis(CellBounds &bounds, BinaryOp op, const Poly &value, const std::vector<Poly> &given) {
  if (op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Eq)
    addUnique(bounds.hi, op == BinaryOp::Lt ? value : value + 1);
  if (op == BinaryOp::Gt || op == BinaryOp::Ge || op == BinaryOp::Eq)
    addUnique(bounds.lo, op == BinaryOp::Gt ? value + 1 : value);
  if (op != BinaryOp::Ne)
    return true;
  const bool isFirst =
      std::any_of(bounds.lo.begin(), bounds.lo.end(), [&](const Poly &lo) { return isKnownAtLeast(lo, value, given); });
  const bool isLast = std::any_of(bounds.hi.begin(), bounds.hi.end(),
                                  [&](const Poly &hi) { return isKnownAtLeast(value + 1, hi, given); });
  if (isFirst)
    addUnique(bounds.lo, value + 1);
  if (isLast)
    addUnique(bounds.hi, value);
  if (!isFirst && !isLast)
    addUnique(bounds.apart, value);
  return isFirst || isLast;
}

// difference `op` 0, where the difference is x + rest or rest - x on that axis.
std::optional<AxisComparison> alongAxis(int axis, BinaryOp op, const Poly &difference) {
  std::optional<Poly> slope = difference.coefficientOf(indexSymbol(axis));
  Poly rest = difference.without(indexSymbol(axis));
  for (const std::string &name : rest.symbols())
    if (name[0] == '#')
      return std::nullopt;
  if (slope == Poly(1))
    return AxisComparison{op, Poly(0) - rest};
  if (slope == Poly(-1))
    return AxisComparison{mirrored(op), rest};
  return std::nullopt;
}

bool isImpossible(const CellBounds &bounds, const AxisComparison &comparison) {
  const auto &[op, value] = comparison;
  auto isFrom = [&](const Poly &least) {
    return std::any_of(bounds.lo.begin(), bounds.lo.end(), [&](const Poly &lo) { return isAtLeast(lo, least); });
  };
  auto isBelow = [&](const Poly &end) {
    return std::any_of(bounds.hi.begin(), bounds.hi.end(), [&](const Poly &hi) { return isAtLeast(end, hi); });
  };
  switch (op) {
  case BinaryOp::Ne:
    return contains(bounds.lo, value) && contains(bounds.hi, value + 1);
  case BinaryOp::Eq:
    return isFrom(value + 1) || isBelow(value);
  case BinaryOp::Lt:
    return isFrom(value);
  case BinaryOp::Le:
    return isFrom(value + 1);
  case BinaryOp::Gt:
    return isBelow(value + 1);
  case BinaryOp::Ge:
    return isBelow(value);
  default:
    return false;
  }
}

// What is left of the lists where all but one comparison are impossible.
void decideLists(CellRegion &cells) {
  for (size_t n = 0; n < cells.either.size();) {
    Alternatives &list = cells.either[n];
    std::erase_if(list, [&](const auto &entry) { return isImpossible(cells[entry.first], entry.second); });
    if (list.size() != 1) {
      ++n;
      continue;
    }
    const auto [axis, comparison] = list.front();
    cells.either.erase(cells.either.begin() + static_cast<std::ptrdiff_t>(n));
    narrowAxis(cells[axis], comparison.op, comparison.value, cells.given);
    n = 0; // others may be decided by it
  }
}

// Adds the bounds that hold whichever comparison of the list does; were there new ones?
bool addCommonBounds(CellRegion &cells, const Alternatives &list) {
  std::vector<CellRegion> cases;
  for (const auto &[axis, comparison] : list) {
    cases.push_back(cells);
    narrowAxis(cases.back()[axis], comparison.op, comparison.value, cells.given);
    decideLists(cases.back());
  }
  bool isNew = false;
  for (size_t a = 0; a < kMaxAxes && !cases.empty(); ++a)
    for (std::vector<Poly> CellBounds::*side : {&CellBounds::lo, &CellBounds::hi})
      for (const Poly &bound : cases.front()[a].*side)
        if (!contains(cells[a].*side, bound) && std::all_of(cases.begin(), cases.end(), [&](const CellRegion &one) {
              return contains(one[a].*side, bound);
            })) {
          (cells[a].*side).push_back(bound);
          isNew = true;
        }
  return isNew;
}

void useLists(CellRegion &cells) {
  decideLists(cells);
  for (size_t n = 0; n < cells.either.size();) {
    const Alternatives list = cells.either[n];
    if (!addCommonBounds(cells, list)) {
      ++n;
      continue;
    }
    decideLists(cells);
    n = 0;
  }
}

bool isOverParameters(const Poly &poly) {
  const std::set<std::string> symbols = poly.symbols();
  return std::none_of(symbols.begin(), symbols.end(), [](const std::string &symbol) { return symbol[0] == '#'; });
}

// difference `op` 0; is that what the region says then?
std::pair<CellRegion, bool> narrowByComparison(CellRegion cells, BinaryOp op, const Poly &difference) {
  bool isExact = false;
  for (int a = 0; a < kMaxAxes; ++a)
    if (const std::optional<AxisComparison> found = alongAxis(a, op, difference))
      isExact = narrowAxis(cells[a], found->op, found->value, cells.given);
  if (isOverParameters(difference))
    noteParameters(cells, op, difference);
  useLists(cells);
  return {std::move(cells), isExact};
}

const Expr &withoutCasts(const Expr &e) {
  const auto *cast = std::get_if<Cast>(&e.node);
  return cast && !isFloat(e.type) ? withoutCasts(*cast->operand) : e;
}

bool isBoth(const Binary &b, const Definitions &locals);
bool isEither(const Binary &b, const Definitions &locals);

// Has it no other values than 0 and 1?
bool isTruth(const Expr &e, const Definitions &locals) {
  if (e.type == ScalarType::Bool)
    return true;
  if (const auto *unary = std::get_if<Unary>(&e.node))
    return unary->op == UnaryOp::LogicalNot;
  if (const auto *ref = std::get_if<ScalarRef>(&e.node))
    if (auto local = locals.find(ref->name); local != locals.end())
      return isTruth(withoutCasts(*local->second), locals);
  const auto *number = std::get_if<IntLit>(&e.node);
  const auto *select = std::get_if<Select>(&e.node);
  if (number || select)
    return number
               ? number->value == 0 || number->value == 1
               : isTruth(withoutCasts(*select->whenTrue), locals) && isTruth(withoutCasts(*select->whenFalse), locals);
  const auto *b = std::get_if<Binary>(&e.node);
  return b && (negated(b->op) || isBoth(*b, locals) || isEither(*b, locals));
}

// a && b, and a & b of two truths.
bool isBoth(const Binary &b, const Definitions &locals) {
  return b.op == BinaryOp::LogicalAnd ||
         (b.op == BinaryOp::And && isTruth(withoutCasts(*b.left), locals) && isTruth(withoutCasts(*b.right), locals));
}

bool isEither(const Binary &b, const Definitions &locals) {
  return b.op == BinaryOp::LogicalOr ||
         (b.op == BinaryOp::Or && isTruth(withoutCasts(*b.left), locals) && isTruth(withoutCasts(*b.right), locals));
}

// A condition that holds where (or, not `holds`, where not) the one that it was made of does.
struct Truth {
  const Expr *condition;
  bool holds;
};

// !c, c == 0, c != 0, c == 1, a local that holds c.
std::optional<Truth> behind(const Expr &condition, bool holds, const Definitions &locals) {
  if (const auto *unary = std::get_if<Unary>(&condition.node); unary && unary->op == UnaryOp::LogicalNot)
    return Truth{unary->operand.get(), !holds};
  if (const auto *cast = std::get_if<Cast>(&condition.node); cast && isTruth(*cast->operand, locals))
    return Truth{cast->operand.get(), holds};
  if (const auto *ref = std::get_if<ScalarRef>(&condition.node))
    if (auto local = locals.find(ref->name); local != locals.end())
      return Truth{local->second.get(), holds};
  const auto *b = std::get_if<Binary>(&condition.node);
  if (!b || (b->op != BinaryOp::Eq && b->op != BinaryOp::Ne))
    return std::nullopt;
  const Expr &left = withoutCasts(*b->left), &right = withoutCasts(*b->right);
  const auto *number = std::get_if<IntLit>(&right.node);
  if (!number || !isTruth(left, locals) || (number->value != 0 && number->value != 1))
    return std::nullopt;
  return Truth{&left, holds == ((b->op == BinaryOp::Eq) == (number->value == 1))};
}

// Conditions of which all hold, each as it says; empty: the expression isn't such a selection.
//   c ? 0 : d is !c and d,  not (c ? 1 : d) is !c and !d
std::vector<Truth> allOf(const Expr &condition, bool holds, const Definitions &locals) {
  const auto *select = std::get_if<Select>(&condition.node);
  if (!select || !isTruth(condition, locals))
    return {};
  for (const bool first : {true, false}) {
    const auto *number = std::get_if<IntLit>(&withoutCasts(first ? *select->whenTrue : *select->whenFalse).node);
    const ExprPtr &other = first ? select->whenFalse : select->whenTrue;
    if (number && (number->value != 0) != holds) // what would make it otherwise
      return {{select->condition.get(), !first}, {&withoutCasts(*other), holds}};
  }
  return {};
}

// difference `op` 0
struct Comparison {
  BinaryOp op;
  Poly difference;
};

std::optional<Comparison> comparisonIn(const Expr &condition, bool holds, const IsParam &isParam) {
  const auto *b = std::get_if<Binary>(&condition.node);
  const std::optional<BinaryOp> opposite = b ? negated(b->op) : std::nullopt;
  const auto *number = opposite ? std::get_if<IntLit>(&b->right->node) : nullptr;
  const bool isAgainstZero = number && number->value == 0 && (b->op == BinaryOp::Eq || b->op == BinaryOp::Ne);
  const std::optional<Poly> left = opposite && !isAgainstZero
                                       ? cellPoly(isParam, *b->left)
                                       : cellPolyOrZero(isParam, opposite ? *b->left : condition);
  const std::optional<Poly> right = opposite ? cellPoly(isParam, *b->right) : Poly(0);
  if (!left || !right)
    return std::nullopt;
  const BinaryOp op = opposite ? b->op : BinaryOp::Ne;
  return Comparison{holds ? op : *negated(op), *left - *right};
}

// Lists of which each has a comparison that holds where the condition does (or fails),
// as far as these are along an axis.
std::vector<Alternatives> alternativesIn(const Expr &condition, bool holds, const IsParam &isParam,
                                         const Definitions &locals) {
  if (const std::optional<Truth> truth = behind(condition, holds, locals))
    return alternativesIn(*truth->condition, truth->holds, isParam, locals);
  const auto *b = std::get_if<Binary>(&condition.node);
  if (b && (isBoth(*b, locals) || isEither(*b, locals))) {
    std::vector<Alternatives> left = alternativesIn(*b->left, holds, isParam, locals),
                              right = alternativesIn(*b->right, holds, isParam, locals), all;
    if (holds == isBoth(*b, locals)) {
      left.insert(left.end(), right.begin(), right.end());
      return left;
    }
    constexpr size_t kMost = 16; // more than any border has corners; what is left out says less of the cells
    for (const Alternatives &one : left)
      for (const Alternatives &other : right)
        if (all.size() < kMost) {
          all.push_back(one);
          all.back().insert(all.back().end(), other.begin(), other.end());
        }
    return all;
  }
  const std::optional<Comparison> comparison = comparisonIn(condition, holds, isParam);
  for (int a = 0; comparison && a < kMaxAxes; ++a)
    if (std::optional<AxisComparison> found = alongAxis(a, comparison->op, comparison->difference))
      return {{{a, std::move(*found)}}};
  return {};
}

} // namespace

IsParam integersAmong(const std::vector<Param> &params) {
  return [&](const std::string &name) {
    return std::any_of(params.begin(), params.end(),
                       [&](const Param &p) { return p.name == name && !isFloat(p.type); });
  };
}

Definitions definitionsOf(const std::vector<StmtPtr> &body) {
  Definitions definitions;
  std::map<std::string, int> assigned;
  walk(body, [&](const Stmt &stmt) {
    if (const auto *decl = std::get_if<LocalDecl>(&stmt.node); decl && decl->init && !isFloat(decl->type))
      definitions[decl->name] = decl->init;
    if (const auto *assign = std::get_if<LocalAssign>(&stmt.node))
      ++assigned[assign->name];
  });
  std::erase_if(definitions, [&](const auto &entry) { return assigned.count(entry.first) != 0; });
  for (const StmtPtr &stmt : body) // int in; in = ..;
    if (const auto *decl = std::get_if<LocalDecl>(&stmt->node); decl && !decl->init && !isFloat(decl->type))
      for (const StmtPtr &later : body)
        if (const auto *assign = std::get_if<LocalAssign>(&later->node);
            assign && assign->name == decl->name && assigned[decl->name] == 1)
          definitions[decl->name] = assign->value;
  return definitions;
}

std::optional<AxisComparison> comparisonAlong(int axis, const Expr &condition, const IsParam &isParam) {
  const auto *b = std::get_if<Binary>(&condition.node);
  if (!b || !negated(b->op))
    return std::nullopt;
  const std::optional<Comparison> found = comparisonIn(condition, true, isParam);
  return found ? alongAxis(axis, found->op, found->difference) : std::nullopt;
}

bool isExact(const CellRegion &cells, const Expr &condition, bool holds, const IsParam &isParam,
             const Definitions &locals) {
  if (const std::optional<Truth> truth = behind(condition, holds, locals))
    return isExact(cells, *truth->condition, truth->holds, isParam, locals);
  const auto *b = std::get_if<Binary>(&condition.node);
  if (b && (holds ? isBoth(*b, locals) : isEither(*b, locals)))
    return isExact(cells, *b->left, holds, isParam, locals) &&
           isExact(narrowed(cells, *b->left, holds, isParam, locals), *b->right, holds, isParam, locals);
  const std::optional<Comparison> comparison = comparisonIn(condition, holds, isParam);
  return comparison && narrowByComparison(cells, comparison->op, comparison->difference).second;
}

CellRegion narrowed(CellRegion cells, const Expr &condition, bool holds, const IsParam &isParam,
                    const Definitions &locals) {
  if (const std::optional<Truth> truth = behind(condition, holds, locals))
    return narrowed(std::move(cells), *truth->condition, truth->holds, isParam, locals);
  const std::vector<Truth> all = allOf(condition, holds, locals);
  for (const Truth &one : all)
    cells = narrowed(std::move(cells), *one.condition, one.holds, isParam, locals);
  if (!all.empty())
    return cells;
  const auto *b = std::get_if<Binary>(&condition.node);
  if (b && (holds ? isBoth(*b, locals) : isEither(*b, locals)))
    return narrowed(narrowed(std::move(cells), *b->left, holds, isParam, locals), *b->right, holds, isParam, locals);
  if (const std::optional<Comparison> comparison = comparisonIn(condition, holds, isParam))
    return narrowByComparison(std::move(cells), comparison->op, comparison->difference).first;
  for (Alternatives &list : alternativesIn(condition, holds, isParam, locals))
    cells.either.push_back(std::move(list));
  useLists(cells);
  return cells;
}

} // namespace kasane
