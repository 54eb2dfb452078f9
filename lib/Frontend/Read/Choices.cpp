// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Choices.h"

#include "Read/KnownArms.h"

#include "kasane/Layout/Fields.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMaxWraps = 3; // how often a modulus may fit into the values' range
const std::string kReason = "an index is not what the loops' bounds promise";

// The same wherever in the cell it is evaluated.
bool isFixed(const Reader &reader, const ExprPtr &condition) {
  bool fixed = true;
  walk(condition, [&](const Expr &e) {
    fixed &= !std::holds_alternative<FieldRead>(e.node) && !std::holds_alternative<Call>(e.node);
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      fixed &= std::none_of(reader.nest.locals.begin(), reader.nest.locals.end(),
                            [&](const auto &local) { return local.second.name == ref->name; });
  });
  return fixed;
}

Poly choiceFor(Reader &reader, const ExprPtr &condition,
               const std::optional<std::pair<BinaryOp, Poly>> &comparison = {}) {
  bool fixed = isFixed(reader, condition);
  const std::string text = fixed ? print(condition) : "";
  size_t number = 0;
  while (number < reader.nest.choices.size() &&
         !(fixed && reader.nest.choices[number].fixed && reader.nest.choices[number].text == text))
    ++number;
  if (number == reader.nest.choices.size()) {
    reader.nest.choices.push_back(makeChoice(reader, condition, fixed, text));
    reader.nest.choices.back().comparison = comparison;
  }
  return Poly::symbol(choiceSymbol(number));
}

std::optional<Poly> opaqueTruth(Reader &reader, const clang::Expr *condition) {
  if (!reader.nest.isInside || reader.nest.loops.empty())
    return std::nullopt;
  ExprPtr expr = repeatedExpr(reader, condition);
  return expr ? std::optional(choiceFor(reader, expr)) : std::nullopt;
}

// Conditions first met under `condition` are evaluated only where it holds (or fails).
void guardChoices(Reader &reader, size_t first, const ExprPtr &condition, bool holds) {
  for (size_t c = first; c < reader.nest.choices.size(); ++c) {
    Choice &choice = reader.nest.choices[c];
    ExprPtr no = intLit(0, choice.condition->type);
    if (!choice.fixed && !isFloat(no->type))
      choice.condition =
          makeExpr(no->type, holds ? Select{condition, choice.condition, no} : Select{condition, no, choice.condition});
  }
}

std::optional<BinaryOp> comparisonOf(const clang::BinaryOperator *op) {
  return op->isComparisonOp() ? operatorOf(op->getOpcode()) : std::nullopt;
}

// difference `op` 0 as 0 or 1
std::optional<Poly> comparisonTruth(Reader &reader, BinaryOp op, const Poly &difference) {
  if (std::optional<size_t> choice = firstChoice(difference)) {
    std::optional<Poly> yes = comparisonTruth(reader, op, decided(reader, difference, *choice, true));
    std::optional<Poly> no = comparisonTruth(reader, op, decided(reader, difference, *choice, false));
    if (!yes || !no)
      return std::nullopt;
    return *yes == *no ? no : limited(reader, *no + Poly::symbol(choiceSymbol(*choice)) * (*yes - *no));
  }
  if (difference.constant())
    return Poly(compares(op, *difference.constant()) ? 1 : 0);
  if (const std::optional<bool> known = inAllCells(reader, op, difference))
    return Poly(*known ? 1 : 0);
  if (const std::optional<bool> known = reader.nest.isInside ? truthOfLength(reader, op, difference) : std::nullopt)
    return Poly(*known ? 1 : 0);
  ExprPtr condition = compared(reader, op, difference);
  return condition ? std::optional(choiceFor(reader, condition, std::pair(op, difference))) : std::nullopt;
}

// Is it >= 0, or at least for large parameters, so that a check at the call is worth it?
bool mayHold(const Poly &value) {
  if (value.constant())
    return *value.constant() >= 0;
  const size_t degree = degreeOf(value);
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto &term) { return term.first.size() < degree || term.second > 0; });
}

// Parameters only: what the call can check.
bool isKnownAtCall(const Poly &value) {
  std::set<std::string> symbols = value.symbols();
  return std::none_of(symbols.begin(), symbols.end(), [](const std::string &s) { return s[0] == '@'; });
}

bool isOverLoops(const Poly &poly) {
  std::set<std::string> symbols = poly.symbols();
  return std::all_of(symbols.begin(), symbols.end(),
                     [](const std::string &s) { return s[0] != '@' || std::isdigit(s[1]); });
}

void requirePowerOfTwo(Reader &reader, const Poly &modulus, const clang::Expr *at) {
  const std::string number = "(" + callText(modulus, reader.draft.params, true) + ")";
  const std::string text = "(" + number + " > 0 && (" + number + " & (" + number + " - 1)) == 0)";
  std::vector<Param> &params = reader.draft.params;
  auto known = std::find_if(params.begin(), params.end(), [&](const Param &param) { return param.text == text; });
  if (known == params.end())
    known = params.insert(known, {reader.names.take("is_power_of_two"), ScalarType::I32, text});
  const char *const reason = "the number of cells on a ring is no power of two, which a mask takes it for";
  require(reader, Poly::symbol(known->name) - Poly(1), reason, reader.range(at));
}

// How often the modulus goes into the value: first + (1 where value >= (first + 1) * modulus) * (1 + (1 where ..) * ..)
// Rounded towards 0 as C has it, it is 0 for values between -modulus and 0, too.
std::optional<Poly> quotient(Reader &reader, const Poly &value, const Poly &modulus, bool isMask,
                             const clang::Expr *at) {
  Poly least = guardedValue(reader, value, false), greatest = guardedValue(reader, value, true);
  if (!isLinearOverLoops(value) || !isKnownAtCall(modulus) || !isKnownAtCall(least) || !isKnownAtCall(greatest))
    return std::nullopt;
  int64_t first = isMask ? -kMaxWraps : 0;
  if (isMask || mayHold(least))
    while (first < 16 && mayHold(least - Poly(first + 1) * modulus))
      ++first;
  const bool isBelow =
      !isMask && first == 0 && at->getType()->isSignedIntegerType() && least.constant().value_or(-1) < 0;
  const Poly room = isBelow ? least + modulus - Poly(1) : least - Poly(first) * modulus;
  if (!mayHold(room))
    return std::nullopt;
  int64_t last = first;
  while (last - first < kMaxWraps && !mayHold(Poly(last + 1) * modulus - 1 - greatest))
    ++last;
  if (!mayHold(Poly(last + 1) * modulus - 1 - greatest))
    return std::nullopt;
  require(reader, room, kReason, reader.range(at));
  require(reader, Poly(last + 1) * modulus - 1 - greatest, kReason, reader.range(at));
  Poly more = 0;
  for (int64_t k = last; k > first; --k) {
    std::optional<Poly> reaches = comparisonTruth(reader, BinaryOp::Ge, value - Poly(k) * modulus);
    if (!reaches)
      return std::nullopt;
    more = *reaches * (Poly(1) + more);
  }
  return Poly(first) + more;
}

// One that is unsigned before it is converted.
const clang::Expr *unsignedIn(const clang::Expr *side) {
  const clang::Expr *bare = side->IgnoreParenImpCasts();
  return bare->getType()->isUnsignedIntegerType() ? bare : side;
}

// Unsigned values compare as mathematics has it only while they are not below zero.
bool comparesAsNumbers(Reader &reader, const clang::Expr *side, const Poly &value) {
  side = unsignedIn(side);
  if (!side->getType()->isUnsignedIntegerOrEnumerationType())
    return true;
  if (const std::optional<int64_t> known = value.constant())
    return *known >= 0 && (reader.ast.getIntWidth(side->getType()) > 32 || *known <= UINT32_MAX);
  const Poly least = guardedValue(reader, value, false), room = Poly(UINT32_MAX) - guardedValue(reader, value, true);
  if (!isOverLoops(value) || !isKnownAtCall(least) || !mayHold(least))
    return false;
  require(reader, least, kReason, reader.range(side));
  const bool isSum = !llvm::isa<clang::DeclRefExpr>(side->IgnoreParenImpCasts());
  if (isSum && reader.ast.getIntWidth(side->getType()) == 32)
    require(reader, room, kReason, reader.range(side));
  return true;
}

std::optional<Poly> logicalTruth(Reader &reader, const clang::BinaryOperator *op) {
  std::optional<Poly> left = truthOf(reader, op->getLHS());
  size_t before = reader.nest.choices.size();
  std::optional<Poly> right = left ? truthOf(reader, op->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  bool isAnd = op->getOpcode() == clang::BO_LAnd;
  if (before < reader.nest.choices.size())
    if (ExprPtr first = repeatedExpr(reader, op->getLHS()))
      guardChoices(reader, before, first, isAnd);
  return limited(reader, isAnd ? *left * *right : *left + *right - *left * *right);
}

} // namespace

std::optional<int64_t> extremeOverCells(const Reader &reader, const Poly &poly, bool greatest) {
  return isLinearOverLoops(poly) ? guardedValue(reader, poly, greatest).constant() : std::nullopt;
}

bool requireNotNegative(Reader &reader, const Poly &poly, SourceRange range) {
  const Poly least = guardedValue(reader, poly, false);
  if (!isLinearOverLoops(poly) || !isKnownAtCall(least) || !mayHold(least))
    return false;
  require(reader, least, kReason, range);
  return true;
}

bool askNotNegative(Reader &reader, const Poly &poly, const std::string &reason, SourceRange range) {
  const Poly least = guardedValue(reader, poly, false);
  if (!isLinearOverLoops(poly) || !isKnownAtCall(least) || least.constant().value_or(0) < 0)
    return false;
  require(reader, least, reason, range);
  return true;
}

bool looksAtData(const Reader &reader, const Poly &poly) {
  const std::set<size_t> choices = choicesIn(poly);
  return std::any_of(choices.begin(), choices.end(), [&](size_t choice) { return !reader.nest.choices[choice].fixed; });
}

ExprPtr compared(const Reader &reader, BinaryOp op, const Poly &difference) {
  if (!isOverLoops(difference) || isSelected(reader, difference) || reader.nest.loops.size() > kMaxAxes)
    return nullptr;
  Poly left, right;
  for (const auto &[monomial, coefficient] : difference.terms()) {
    Poly term = coefficient > 0 ? coefficient : -coefficient;
    for (const std::string &name : monomial)
      term = term * Poly::symbol(name);
    (coefficient > 0 ? left : right) = (coefficient > 0 ? left : right) + term;
  }
  return binary(op, valueIn(reader, left), valueIn(reader, right));
}

ExprPtr comparedAsNumbers(Reader &reader, const clang::BinaryOperator *op) {
  const std::optional<BinaryOp> kind = comparisonOf(op);
  // What Simplify makes of tests of unsigned places holds for their sums as numbers.
  const bool isMade = reader.expansion && reader.expansion->made.count(op) && holds(op, [](const clang::Stmt *part) {
                        const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
                        return cast && cast->getCastKind() == clang::CK_IntegralCast &&
                               cast->getSubExpr()->getType()->isUnsignedIntegerType();
                      });
  const bool isUnsigned = isMade || unsignedIn(op->getLHS())->getType()->isUnsignedIntegerType() ||
                          unsignedIn(op->getRHS())->getType()->isUnsignedIntegerType();
  if (!kind || !reader.nest.isInside || !isUnsigned || isInvariant(op, reader.effects))
    return nullptr;
  const size_t guards = reader.draft.guards.size(), phases = reader.step.phases.size(),
               choices = reader.nest.choices.size();
  const std::set<const clang::VarDecl *> found = reader.host.found;
  const std::optional<Poly> left = affineOf(reader, op->getLHS()),
                            right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  const bool areNumbers =
      right && comparesAsNumbers(reader, op->getLHS(), *left) && comparesAsNumbers(reader, op->getRHS(), *right);
  ExprPtr condition = areNumbers ? compared(reader, *kind, *left - *right) : nullptr;
  if (!condition || phases != reader.step.phases.size()) {
    reader.nest.choices.resize(choices);
    reader.step.phases.resize(phases);
    reader.draft.guards.resize(guards);
    reader.host.found = found;
    return nullptr;
  }
  return condition;
}

std::optional<Poly> truthOf(Reader &reader, const clang::Expr *condition) {
  condition = condition->IgnoreParens();
  if (std::optional<llvm::APSInt> value = condition->getIntegerConstantExpr(reader.ast))
    return Poly(*value != 0 ? 1 : 0);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(condition))
    if (cast->getCastKind() == clang::CK_IntegralToBoolean ||
        (cast->getCastKind() == clang::CK_IntegralCast &&
         reader.ast.getTypeSize(cast->getType()) >= reader.ast.getTypeSize(cast->getSubExpr()->getType())))
      return truthOf(reader, cast->getSubExpr());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
      unary && unary->getOpcode() == clang::UO_LNot) {
    std::optional<Poly> value = truthOf(reader, unary->getSubExpr());
    return value ? std::optional(Poly(1) - *value) : std::nullopt;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (op && op->isLogicalOp())
    return logicalTruth(reader, op);
  std::optional<BinaryOp> kind = op ? comparisonOf(op) : std::nullopt;
  if (kind || condition->getType()->isIntegerType()) {
    const bool hadManyCases = reader.nest.tooManyCases;
    size_t choices = reader.nest.choices.size(), guards = reader.draft.guards.size(),
           phases = reader.step.phases.size();
    const clang::Expr *const first = kind ? op->getLHS() : condition;
    std::optional<Poly> left = affineOf(reader, first);
    std::optional<Poly> right = Poly(0);
    if (left && kind)
      right = affineOf(reader, op->getRHS());
    if (left && right && reader.nest.isInside && comparesAsNumbers(reader, first, *left) &&
        (!kind || comparesAsNumbers(reader, op->getRHS(), *right)))
      if (std::optional<Poly> truth = comparisonTruth(reader, kind.value_or(BinaryOp::Ne), *left - *right))
        if (std::optional<Poly> few = limited(reader, *truth)) {
          guardPhases(reader, phases);
          return few;
        }
    reader.nest.choices.resize(choices); // one condition instead of too many
    reader.nest.tooManyCases = hadManyCases;
    reader.step.phases.erase(reader.step.phases.begin() + static_cast<std::ptrdiff_t>(phases),
                             reader.step.phases.end());
    reader.draft.guards.erase(reader.draft.guards.begin() + static_cast<std::ptrdiff_t>(guards),
                              reader.draft.guards.end());
  }
  return opaqueTruth(reader, condition);
}

std::optional<Poly> readArms(Reader &reader, const clang::ConditionalOperator *select,
                             const std::function<bool(const clang::Expr *)> &read) {
  std::optional<Poly> truth = reader.nest.isInside ? truthOf(reader, select->getCond()) : std::nullopt;
  size_t before = reader.nest.choices.size();
  if (!truth || !read(select->getTrueExpr()))
    return std::nullopt;
  size_t between = reader.nest.choices.size();
  if (!read(select->getFalseExpr()))
    return std::nullopt;
  if (before < reader.nest.choices.size())
    if (ExprPtr condition = repeatedExpr(reader, select->getCond())) {
      std::vector<Choice> later(reader.nest.choices.begin() + static_cast<std::ptrdiff_t>(between),
                                reader.nest.choices.end());
      reader.nest.choices.resize(between);
      guardChoices(reader, before, condition, true);
      reader.nest.choices.insert(reader.nest.choices.end(), later.begin(), later.end());
      guardChoices(reader, between, condition, false);
    }
  return truth;
}

std::optional<Poly> wrappedInteger(Reader &reader, const Poly &value, const Poly &modulus, bool isMask,
                                   const clang::Expr *at) {
  const std::optional<int64_t> number = modulus.constant(); // else the call checks it
  const bool isPower = !number || (*number > 0 && (*number & (*number - 1)) == 0);
  if (!reader.nest.isInside || reader.nest.loops.empty() || (isMask && !isPower) || firstChoice(modulus) ||
      (modulus.constant() && *modulus.constant() < 1))
    return std::nullopt;
  if (std::optional<size_t> choice = firstChoice(value)) {
    std::optional<Poly> yes = wrappedInteger(reader, decided(reader, value, *choice, true), modulus, isMask, at);
    std::optional<Poly> no = wrappedInteger(reader, decided(reader, value, *choice, false), modulus, isMask, at);
    if (!yes || !no)
      return std::nullopt;
    return limited(reader, *no + Poly::symbol(choiceSymbol(*choice)) * (*yes - *no));
  }
  if (!isOverLoops(value) || !isOverLoops(modulus) || isSelected(reader, value) || isSelected(reader, modulus))
    return std::nullopt;
  std::optional<Poly> times = quotient(reader, value, modulus, isMask, at);
  if (times && isMask && !modulus.constant())
    requirePowerOfTwo(reader, modulus, at);
  return times ? limited(reader, value - *times * modulus) : std::nullopt;
}

std::optional<Poly> magnitude(Reader &reader, const Poly &value) {
  const bool isInCell = reader.nest.isInside && !reader.nest.loops.empty();
  const std::optional<Poly> isBelow = isInCell ? comparisonTruth(reader, BinaryOp::Lt, value) : std::nullopt;
  return isBelow ? limited(reader, value - Poly(2) * *isBelow * value) : std::nullopt;
}

// A variable of the cell that has one value, and conditions that have been kept.
static bool isKept(const Reader &reader, const ExprPtr &condition) {
  const auto *ref = std::get_if<ScalarRef>(&condition->node);
  return ref && std::none_of(reader.nest.locals.begin(), reader.nest.locals.end(), [&](const auto &local) {
           return local.second.name == ref->name && reader.effects.assigned.count(local.first) > 0;
         });
}

void keepConditions(Reader &reader, const Poly &value, const std::string &name, std::vector<StmtPtr> &out) {
  for (size_t number : choicesIn(value)) {
    Choice &choice = reader.nest.choices[number];
    if (choice.fixed || isKept(reader, choice.condition))
      continue;
    ScalarType type = choice.condition->type;
    SourceRange range = choice.condition->range;
    std::string local = reader.names.take(name + "_case");
    if (reader.nest.branchDepth > 0) {
      reader.nest.lateLocals.push_back(makeStmt(LocalDecl{local, type, nullptr}, range));
      out.push_back(makeStmt(LocalAssign{local, type, choice.condition}, range));
    } else {
      out.push_back(makeStmt(LocalDecl{local, type, choice.condition}, range));
    }
    choice.condition = makeExpr(type, ScalarRef{local}, range);
  }
}

} // namespace kasane
