// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Windows.h"

#include "Read/Cases.h"
#include "Read/Choices.h"
#include "Read/WindowPlaces.h"

#include <algorithm>

namespace kasane {
namespace {

// How far a parameter may go, by how many loops stand within one another: all rounds together stay below 64.
constexpr int64_t kMostOf[] = {8, 3, 1};
constexpr size_t kMaxBounds = 8; // that are looked at of one end of a loop

// value = condition ? yes : no: the greater of the two in all cells, the lesser, or neither.
enum class Kind { Greater, Lesser, Either };

// Where cells show that it is no more than `difference` >= 0, > 0, <= 0 or < 0.
std::optional<BinaryOp> oneSided(const Reader &reader, BinaryOp op, const Poly &difference) {
  if (op != BinaryOp::Eq && op != BinaryOp::Ne)
    return op;
  const bool isEq = op == BinaryOp::Eq;
  if (extremeOverCells(reader, difference, false).value_or(-1) >= 0)
    return isEq ? BinaryOp::Le : BinaryOp::Gt;
  if (extremeOverCells(reader, difference, true).value_or(1) <= 0)
    return isEq ? BinaryOp::Ge : BinaryOp::Lt;
  return std::nullopt;
}

// (difference op 0) ? yes : no, where yes - no is the difference and a number.
Kind kindOf(BinaryOp op, int64_t number) {
  const bool looksUp = op == BinaryOp::Gt || op == BinaryOp::Ge;
  const bool isStrict = op == BinaryOp::Gt || op == BinaryOp::Le; // the two sides meet between 0 and 1
  const bool isNear = isStrict ? number == 0 || number == -1 : number == 0 || number == 1;
  if (!isNear)
    return Kind::Either;
  return looksUp ? Kind::Greater : Kind::Lesser;
}

Kind kindOf(const Reader &reader, size_t choice, const Poly &yes, const Poly &no) {
  const std::optional<std::pair<BinaryOp, Poly>> &comparison = reader.nest.choices[choice].comparison;
  const std::optional<BinaryOp> op =
      comparison ? oneSided(reader, comparison->first, comparison->second) : std::nullopt;
  if (!op)
    return Kind::Either;
  if (const std::optional<int64_t> number = (yes - no - comparison->second).constant())
    return kindOf(*op, *number);
  const BinaryOp turned = *op == BinaryOp::Gt   ? BinaryOp::Lt
                          : *op == BinaryOp::Ge ? BinaryOp::Le
                          : *op == BinaryOp::Lt ? BinaryOp::Gt
                                                : BinaryOp::Ge;
  const std::optional<int64_t> number = (yes - no + comparison->second).constant();
  return number ? kindOf(turned, *number) : Kind::Either;
}

// The value where cells settle one of its conditions.
std::optional<Poly> settled(const Reader &reader, size_t choice, const Poly &yes, const Poly &no) {
  const std::optional<std::pair<BinaryOp, Poly>> &comparison = reader.nest.choices[choice].comparison;
  const std::optional<BinaryOp> op =
      comparison ? oneSided(reader, comparison->first, comparison->second) : std::nullopt;
  const std::optional<int64_t> least = op ? extremeOverCells(reader, comparison->second, false) : std::nullopt;
  const std::optional<int64_t> most = op ? extremeOverCells(reader, comparison->second, true) : std::nullopt;
  if (!op)
    return std::nullopt;
  const int64_t from =
      *op == BinaryOp::Gt || *op == BinaryOp::Le ? 1 : 0; // here one side begins, the other ends below it
  const bool looksUp = *op == BinaryOp::Gt || *op == BinaryOp::Ge;
  if (least && *least >= from)
    return looksUp ? yes : no;
  if (most && *most < from)
    return looksUp ? no : yes;
  return std::nullopt;
}

void addBound(std::vector<Poly> &bounds, const Poly &bound) {
  if (bounds.size() < kMaxBounds && std::find(bounds.begin(), bounds.end(), bound) == bounds.end())
    bounds.push_back(bound);
}

// Polynomials without conditions that are never above the value, or (not `lower`) never below it.
std::vector<Poly> boundsOf(Reader &reader, const Poly &value, bool lower) {
  const std::optional<size_t> choice = firstChoice(value);
  if (!choice)
    return {value};
  const Poly yes = decided(reader, value, *choice, true), no = decided(reader, value, *choice, false);
  if (const std::optional<Poly> one = settled(reader, *choice, yes, no))
    return boundsOf(reader, *one, lower);
  const std::vector<Poly> ofYes = boundsOf(reader, yes, lower), ofNo = boundsOf(reader, no, lower);
  std::vector<Poly> out;
  if (kindOf(reader, *choice, yes, no) == (lower ? Kind::Greater : Kind::Lesser)) {
    for (const std::vector<Poly> *list : {&ofYes, &ofNo})
      for (const Poly &bound : *list)
        addBound(out, bound);
    return out;
  }
  for (const Poly &a : ofYes)
    for (const Poly &b : ofNo)
      if (const std::optional<int64_t> gap = (a - b).constant())
        addBound(out, (*gap < 0) == lower ? a : b);
  return out;
}

// Whether something holds in the cells that come here: always, never, or where the expression says so.
struct Truth {
  std::optional<bool> known;
  ExprPtr expr = nullptr;
  std::vector<Poly> given = {}; // as in Round
};

Truth negated(const Truth &truth) {
  if (truth.known)
    return {!*truth.known};
  return {std::nullopt, makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, truth.expr})};
}

Truth both(const Truth &a, const Truth &b) {
  if (!a.known.value_or(true) || !b.known.value_or(true))
    return Truth{false};
  if (a.known || b.known)
    return a.known ? b : a;
  Truth out{std::nullopt, binary(BinaryOp::LogicalAnd, a.expr, b.expr), a.given};
  out.given.insert(out.given.end(), b.given.begin(), b.given.end());
  return out;
}

Truth either(const Truth &a, const Truth &b) {
  if (a.known.value_or(false) || b.known.value_or(false))
    return Truth{true};
  if (a.known || b.known)
    return a.known ? b : a;
  return {std::nullopt, binary(BinaryOp::LogicalOr, a.expr, b.expr)};
}

bool isOverParameters(const Poly &poly) {
  const std::set<std::string> symbols = poly.symbols();
  return std::none_of(symbols.begin(), symbols.end(), [](const std::string &symbol) { return symbol[0] == '@'; });
}

// value >= 0; silent nullopt.
std::optional<Truth> isNotNegative(Reader &reader, const Poly &value) {
  if (const std::optional<size_t> choice = firstChoice(value)) {
    const Choice &decides = reader.nest.choices[*choice];
    const Poly whenTrue = decided(reader, value, *choice, true), whenFalse = decided(reader, value, *choice, false);
    if (const std::optional<Poly> one = settled(reader, *choice, whenTrue, whenFalse))
      return isNotNegative(reader, *one);
    const std::optional<Truth> yes = isNotNegative(reader, whenTrue), no = isNotNegative(reader, whenFalse);
    if (!yes || !no || !decides.fixed)
      return std::nullopt;
    const Kind kind = kindOf(reader, *choice, whenTrue, whenFalse);
    if (kind != Kind::Either)
      return kind == Kind::Greater ? either(*yes, *no) : both(*yes, *no);
    if (yes->known && yes->known == no->known)
      return yes;
    const Truth condition{std::nullopt, decides.condition};
    return either(both(condition, *yes), both(negated(condition), *no));
  }
  for (const Poly &known : reader.nest.given)
    if ((value - known).constant().value_or(-1) >= 0)
      return Truth{true};
  if (value.constant() || extremeOverCells(reader, value, false).value_or(-1) >= 0)
    return Truth{value.constant().value_or(0) >= 0};
  if (extremeOverCells(reader, value, true).value_or(0) < 0)
    return Truth{false};
  ExprPtr expr = compared(reader, BinaryOp::Ge, value);
  if (!expr)
    return std::nullopt;
  return Truth{std::nullopt, expr, isOverParameters(value) ? std::vector<Poly>{value} : std::vector<Poly>{}};
}

// Both inclusive.
struct Ends {
  Poly first, last;
  Poly count() const { return last - first + Poly(1); }
};

// The loops in the statement, as deep as they stand within one another.
size_t depthOf(const clang::Stmt *stmt) {
  size_t depth = 0;
  for (const clang::Stmt *child : stmt->children())
    depth = std::max(depth, child ? depthOf(child) : 0);
  return depth + (bodyOf(stmt) ? 1 : 0);
}

// Is the parameter one that loops over the cells end at, not how far a cell looks?
bool isExtent(const Reader &reader, const std::string &param) {
  return std::any_of(reader.nest.loops.begin(), reader.nest.loops.end(), [&](const DraftLoop &loop) {
    const Poly slope = loop.hi.coefficientOf(param).value_or(1);
    return !slope.isZero() && slope.constant().value_or(1) > 0;
  });
}

// The ends where a parameter widens them, for the greatest value that it may have: the call checks that.
std::optional<Ends> widest(Reader &reader, const Ends &ends, const clang::ForStmt *loop,
                           const clang::VarDecl *counter) {
  const std::set<std::string> symbols = ends.count().symbols();
  const std::string param = symbols.size() == 1 ? *symbols.begin() : "@";
  if (param[0] == '@' || isExtent(reader, param))
    return std::nullopt;
  auto slopeIn = [&](const Poly &end) { return end.coefficientOf(param).value_or(Poly::symbol(param)).constant(); };
  const std::optional<int64_t> first = slopeIn(ends.first), last = slopeIn(ends.last);
  if (!first || !last || *first > 0 || *last < 0 || !movesAlongAxes(reader, loop, counter, ends.first))
    return std::nullopt;
  const size_t inner = std::min(depthOf(loop->getBody()), std::size(kMostOf) - 1);
  // Of coefficients on both sides, with the middle.
  const bool isCount = ends.first.isZero() && ends.last == Poly::symbol(param) - Poly(1);
  const int64_t most =
      reader.mostOf.try_emplace(param, isCount ? 2 * kMostOf[inner] + 1 : kMostOf[inner]).first->second;
  auto with = [&](const Poly &end) {
    return end.substitute(
        [&](const std::string &name) { return name == param ? std::optional<Poly>(most) : std::nullopt; });
  };
  const auto known =
      llvm::find_if(reader.draft.params, [&](const Param &candidate) { return candidate.name == param; });
  const std::string text = known == reader.draft.params.end() ? param : known->text;
  require(reader, Poly(most) - Poly::symbol(param),
          text + " is above " + std::to_string(most) + ", up to which the loop over a cell's neighbours is written out",
          reader.range(loop));
  return Ends{with(ends.first), with(ends.last)};
}

// Values between which the counter is in all cells, with a number of values that is known.
std::optional<Ends> endsOf(Reader &reader, const Poly &first, const Poly &last, const clang::ForStmt *loop,
                           const clang::VarDecl *counter) {
  std::optional<Ends> best;
  const std::vector<Poly> firsts = boundsOf(reader, first, true), lasts = boundsOf(reader, last, false);
  for (const Poly &from : firsts)
    for (const Poly &to : lasts)
      if (const std::optional<int64_t> count = (to - from).constant();
          count && (!best || *count + 1 < *best->count().constant()))
        best = {from, to};
  for (const Poly &from : firsts)
    for (const Poly &to : lasts)
      if (!best)
        best = widest(reader, {from, to}, loop, counter);
  return best;
}

// Never below zero in the cells that come here; where that isn't known the call checks it.
bool isNumber(Reader &reader, const Poly &value, SourceRange range) {
  const std::optional<size_t> choice = firstChoice(value);
  if (!choice)
    return requireNotNegative(reader, value, range);
  const Poly yes = decided(reader, value, *choice, true), no = decided(reader, value, *choice, false);
  if (const std::optional<Poly> one = settled(reader, *choice, yes, no))
    return isNumber(reader, *one, range);
  auto isPlain = [](const Poly &arm) { return arm.constant().value_or(-1) >= 0; };
  if (kindOf(reader, *choice, yes, no) == Kind::Greater && (isPlain(yes) || isPlain(no)))
    return true;
  return isNumber(reader, yes, range) && isNumber(reader, no, range);
}

// A comparison of unsigned numbers, and a counter of them, are as mathematics has it where nothing is below zero. A
// narrow counter holds all of the loop's numbers, and the one that ends it.
bool areNumbers(Reader &reader, const clang::ForStmt *loop, const LoopShape &shape, const Ends &ends) {
  const clang::QualType type = shape.var->getType();
  const bool isUnsigned = shape.isUnsigned || type->isUnsignedIntegerType();
  if (const auto bits = static_cast<int>(reader.ast.getTypeSize(type)); bits < 32) {
    const int64_t ofSign = type->isUnsignedIntegerType() ? 0 : 1, least = -(ofSign << (bits - 1)),
                  most = (int64_t(1) << (bits - ofSign)) - 1, beyond = std::abs(shape.step);
    const Poly low = ends.first - Poly(shape.step < 0 ? beyond : 0),
               high = ends.last + Poly(shape.step < 0 ? 0 : beyond);
    const std::string reason = "a loop counts further than '" + shape.var->getNameAsString() + "' can";
    if (!askNotNegative(reader, low - Poly(least), reason, reader.range(loop)) ||
        !askNotNegative(reader, Poly(most) - high, reason, reader.range(loop)))
      return false;
  }
  return !isUnsigned ||
         (isNumber(reader, ends.first, reader.range(loop)) && isNumber(reader, ends.last, reader.range(loop)));
}

// short k = i - 1: the int, whose range areNumbers asks for.
const clang::Expr *beforeNarrowing(const Reader &reader, const LoopShape &shape) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(shape.first);
  const bool isNarrow = cast && cast->getCastKind() == clang::CK_IntegralCast &&
                        reader.ast.getTypeSize(cast->getType()) < 32 &&
                        cast->getSubExpr()->getType()->isSignedIntegerType();
  return isNarrow ? cast->getSubExpr() : shape.first;
}

} // namespace

bool mayBeWindow(const Reader &reader, const clang::ForStmt *loop) {
  LoopShape head{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  if (reader.nest.loops.empty() || !loop->getInit() || !readInit(loop->getInit(), head) || !loop->getCond())
    return false;
  const Effects inside = effectsOf(loop);
  if (std::any_of(inside.wrappedStores.begin(), inside.wrappedStores.end(),
                  [&](const clang::VarDecl *var) { return inside.assigned.count(var) || var == head.var; }))
    return false;
  auto changes = [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    return ref && ref->getDecl() != head.var && !isInvariant(ref, reader.nest.effects);
  };
  return !reader.nest.effects.storedKeys.empty() || holds(head.first, changes) || holds(loop->getCond(), changes);
}

std::optional<std::vector<Round>> roundsOf(Reader &reader, const clang::ForStmt *loop, const LoopShape &shape) {
  if (!shape.first || !shape.limit || !shape.tail.empty() || !shape.also.empty() || changesLimit(loop, shape))
    return std::nullopt;
  const std::optional<Poly> begin = affineOf(reader, beforeNarrowing(reader, shape)),
                            limit = begin ? limitOf(reader, shape, affineOf) : std::nullopt;
  if (!limit)
    return std::nullopt;
  const bool isUp = shape.step > 0;
  const Poly step = Poly(isUp ? 1 : -1), end = shape.inclusive ? *limit : *limit - step;
  const Ends exact = isUp ? Ends{*begin, end} : Ends{end, *begin};
  const std::optional<Ends> ends = endsOf(reader, exact.first, exact.last, loop, shape.var);
  const std::optional<int64_t> count = ends ? ends->count().constant() : std::nullopt;
  Poly from = 0;
  if (ends)
    from = isUp ? ends->first : ends->last;
  const bool isEvery = shape.step == 1 || shape.step == -1; // others begin at the loop's own first value
  if (!count || *count > kMaxTrips || (!isEvery && !(from == *begin)) || !areNumbers(reader, loop, shape, exact))
    return std::nullopt;
  if (shape.exact && !(from == *begin && exact.count().constant().value_or(-1) >= 0))
    return std::nullopt;
  std::vector<Round> rounds;
  const int64_t stride = isUp ? shape.step : -shape.step;
  for (int64_t n = 0; n < *count; n += stride) {
    const Poly value = from + Poly(isUp ? n : -n);
    const std::optional<Truth> isBegun = isNotNegative(reader, value - exact.first),
                               isLeft = isNotNegative(reader, exact.last - value);
    if (!isBegun || !isLeft)
      return std::nullopt;
    if (Truth made = both(*isBegun, *isLeft); made.known.value_or(true))
      rounds.push_back({value, made.expr, std::move(made.given)});
  }
  return rounds;
}

} // namespace kasane
