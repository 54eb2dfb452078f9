// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Assumed.h"
#include "Read/AtCall.h"
#include "Read/Bits.h"
#include "Read/Choices.h"
#include "Read/ConstantElements.h"
#include "Read/Integers.h"
#include "Read/Numbers.h"
#include "Read/Reader.h"
#include "Read/Replaceable.h"
#include "Read/WholeNumbers.h"
#include "kasane/Layout/Phase.h"

#include <algorithm>

namespace kasane {
namespace {

std::optional<Poly> opaque(Reader &reader, const clang::Expr *expr) {
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, expr->getType());
  if (!type || isFloat(*type) || !isInvariant(expr, reader.effects, /*withMath=*/true))
    return std::nullopt;
  return Poly::symbol(paramFor(reader, expr, *type));
}

// unsigned char m = w; where the region doesn't change w: the text says what the assignment does.
std::optional<Poly> convertedAtCall(Reader &reader, const clang::ImplicitCastExpr *cast) {
  const std::optional<ScalarType> type = scalarTypeOf(reader.ast, cast->getType());
  if (!type || isFloat(*type) || !isInvariant(cast, reader.effects, /*withMath=*/true))
    return std::nullopt;
  const std::string text =
      "((" + cast->getType().getUnqualifiedType().getAsString() + ")(" + spelled(reader, cast->getSubExpr()) + "))";
  const auto [it, isNew] = reader.paramByKey.try_emplace(text, reader.draft.params.size());
  if (isNew) {
    reader.paramExprs.push_back({cast, ""});
    reader.draft.params.push_back({reader.names.take("converted"), *type, textWhere(whereAssumed(reader, cast), text)});
  }
  return Poly::symbol(reader.draft.params[it->second].name);
}

std::optional<Poly> variableValue(Reader &reader, const clang::DeclRefExpr *ref) {
  const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
  if (!var)
    return std::nullopt;
  for (size_t l = 0; l < reader.nest.loops.size(); ++l)
    if (reader.nest.loops[l].var == var)
      return Poly::symbol(loopSymbol(l));
  if (var == reader.time.var)
    return timeValue(reader);
  if (auto it = reader.step.integers.find(var); it != reader.step.integers.end()) {
    if (auto held = reader.step.integerPhases.find(var); held != reader.step.integerPhases.end())
      reader.step.phases.insert(reader.step.phases.end(), held->second.begin(), held->second.end());
    return it->second;
  }
  if (const std::optional<int64_t> number = constantNumber(reader, var))
    return Poly(*number);
  reader.nest.tooManyCases |= reader.nest.manyCases.count(var) != 0;
  return opaque(reader, ref);
}

bool isAbsolute(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  const bool isNamed = name && (name->isStr("abs") || name->isStr("labs") || name->isStr("llabs"));
  return isNamed && call->getNumArgs() == 1 && !callee->hasBody();
}

// Does one of them promise the same or more?
bool isAmong(const std::vector<Guard> &guards, const Poly &value) {
  return std::any_of(guards.begin(), guards.end(), [&](const Guard &known) {
    std::optional<int64_t> slack = (value - known.value).constant();
    return slack && *slack >= 0;
  });
}

Poly atTime(const Poly &value, const Poly &time) {
  return value.substitute(
      [&](const std::string &name) { return name == kTimeSymbol ? std::optional(time) : std::nullopt; });
}

// C's remainder of a negative number is negative: where one selects an array, the first step must not have one. Nor
// must an unsigned one have begun again at 0 in the last step.
void notePhase(Reader &reader, const Poly &value, const clang::Expr *at) {
  std::optional<Poly> factor = value.coefficientOf(kTimeSymbol);
  // A step's parity is a number times t; whatever else holds t selects no array.
  if (!reader.draft.time || !factor || !factor->constant() || factor->isZero())
    return;
  bool ascends = *factor->constant() > 0;
  const Poly lo = reader.draft.time->lo, last = reader.draft.time->hi - Poly(1);
  Poly first = atTime(value, ascends ? lo : last), most = atTime(value, ascends ? last : lo);
  for (const std::string &symbol : first.symbols())
    if (symbol[0] == '@')
      return;
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(at);
  const clang::QualType type = op ? op->getLHS()->getType() : at->getType();
  if (Poly room = Poly(UINT32_MAX) - most; type->isUnsignedIntegerType() && reader.ast.getTypeSize(type) == 32 &&
                                           !(room.constant() && *room.constant() >= 0))
    reader.step.phases.push_back({room, "the time step that selects an array may wrap", reader.range(at)});
  if (!(first.constant() && *first.constant() >= 0))
    reader.step.phases.push_back({first, "the time step that selects an array may be negative", reader.range(at)});
}

// u[(t - start) % 2]: what t decides as what the steps since `start` decide. All phases count from one step;
// the first says which.
Poly sinceOrigin(Reader &reader, const Poly &value) {
  const std::optional<Poly> factor = value.coefficientOf(kTimeSymbol);
  if (!factor || !factor->constant() || factor->isZero())
    return value;
  const Poly rest = value.without(kTimeSymbol),
             varying = rest - Poly(*rest.evaluate([](const std::string &) { return 0; }));
  const bool isShift = *factor->constant() * *factor->constant() == 1 &&
                       llvm::none_of(varying.symbols(), [](const std::string &s) { return s[0] == '@'; });
  std::optional<Poly> &origin = reader.draft.phaseOrigin;
  if (!origin)
    origin = isShift ? Poly(0) - *factor * varying : Poly(0);
  return value + *factor * *origin;
}

// Is it the same for all cells of a step, which alone decides it?
bool isOfStep(const Reader &reader, const clang::Expr *expr) {
  auto isFollowed = [&](const clang::VarDecl *var) {
    auto value = reader.step.integers.find(var);
    return var == reader.time.var || (value != reader.step.integers.end() && phaseTable(value->second));
  };
  auto isOther = [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    return ref ? !isInvariant(ref, reader.effects) && !isFollowed(llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
               : llvm::isa<clang::CallExpr, clang::ArraySubscriptExpr, clang::MemberExpr>(part);
  };
  return !isInvariant(expr, reader.effects) && !holds(expr, isOther);
}

// t % 2 == 0, t % 3 != 1
std::optional<Poly> phaseComparison(Reader &reader, const clang::BinaryOperator *op) {
  const std::optional<Poly> left = affineOf(reader, op->getLHS()),
                            right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  const std::optional<Poly> isZero = right ? phaseWhereZero(*left - *right) : std::nullopt;
  return isZero && op->getOpcode() == clang::BO_NE ? Poly(1) - *isZero : isZero;
}

// Of a sum or product; nullopt where it is too large to follow.
std::optional<Poly> combined(Reader &reader, clang::BinaryOperatorKind op, const Poly &left, const Poly &right) {
  constexpr size_t kMaxTerms = 4096, kMaxFactors = 16;
  if (op == clang::BO_Mul &&
      (left.terms().size() * right.terms().size() > kMaxTerms || degreeOf(left) + degreeOf(right) > kMaxFactors))
    return std::nullopt;
  const Poly value = op == clang::BO_Mul ? left * right : left + (op == clang::BO_Add ? right : Poly(0) - right);
  return firstChoice(left) && firstChoice(right) ? limited(reader, value) : value;
}

// short r = j - 1: the number itself, where it is in range in all cells. Where that isn't known the call checks it.
std::optional<Poly> narrowed(Reader &reader, const clang::CastExpr *cast) {
  const auto bits = static_cast<unsigned>(reader.ast.getTypeSize(cast->getType()));
  const bool isSigned = cast->getType()->isSignedIntegerOrEnumerationType();
  const int64_t least = isSigned ? -(int64_t(1) << (bits - 1)) : 0;
  const int64_t most = (int64_t(1) << (isSigned ? bits - 1 : bits)) - 1;
  const std::optional<Poly> value = affineOf(reader, cast->getSubExpr());
  const SourceRange range = reader.range(cast);
  const bool isInRange = value && requireNotNegative(reader, *value - Poly(least), range) &&
                         requireNotNegative(reader, Poly(most) - *value, range);
  return isInRange ? value : std::nullopt;
}

// long k = i - 2u: is it converted from what would have begun again at its greatest number below zero?
bool isWidened(const Reader &reader, const clang::CastExpr *cast) {
  const clang::QualType from = cast->getSubExpr()->getType();
  return reader.nest.isInside && from->isUnsignedIntegerType() && reader.ast.getTypeSize(from) >= 32 &&
         reader.ast.getTypeSize(from) < reader.ast.getTypeSize(cast->getType()) && !isInvariant(cast, reader.effects);
}

// The number itself, where it is not below zero in any cell. Where that isn't known the call checks it.
std::optional<Poly> widened(Reader &reader, const clang::CastExpr *cast) {
  const std::optional<Poly> value = affineOf(reader, cast->getSubExpr());
  return value && requireNotNegative(reader, *value, reader.range(cast)) ? value : std::nullopt;
}

std::optional<Poly> binaryValue(Reader &reader, const clang::BinaryOperator *op) {
  if (std::optional<Poly> value = numberOf(reader, op))
    return value;
  bool isModulo = op->getOpcode() == clang::BO_Rem || op->getOpcode() == clang::BO_And;
  if (std::optional<Poly> value = op->isEqualityOp() && (!reader.nest.isInside || isOfStep(reader, op))
                                      ? phaseComparison(reader, op)
                                      : std::nullopt)
    return value;
  if ((op->isComparisonOp() || op->isLogicalOp()) && reader.nest.isInside && !isInvariant(op, reader.effects))
    return truthOf(reader, op);
  if (!op->isAdditiveOp() && op->getOpcode() != clang::BO_Mul && !isModulo) {
    std::optional<Poly> value = opaque(reader, op);
    if (!value && op->getOpcode() == clang::BO_Div)
      return quotientAtCall(reader, op);
    value = !value && isOfStep(reader, op) ? bitOfStep(reader, op) : value;
    return value ? value : sumOfBits(reader, op);
  }
  if (isInvariant(op, reader.effects) && isModulo)
    return opaque(reader, op);
  if (const std::optional<Poly> bit = isModulo && isOfStep(reader, op) ? bitOfStep(reader, op) : std::nullopt)
    return bit;
  std::optional<Poly> left = affineOf(reader, op->getLHS());
  std::optional<Poly> right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (!isModulo)
    return combined(reader, op->getOpcode(), *left, *right);
  const bool isMask = op->getOpcode() == clang::BO_And;
  if (std::optional<Poly> value = wrappedInteger(reader, *left, isMask ? *right + Poly(1) : *right, isMask, op))
    return value;
  return phaseAt(reader, *left, *right, isMask, op);
}

// At the statement that changes what the bound depends on, where there is one.
void refuseBound(Reader &reader, const clang::Expr *bound) {
  const clang::VarDecl *changed = nullptr;
  holds(bound, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    if (var && reader.effects.assigned.count(var) && !reader.effects.declared.count(var))
      changed = var;
    return changed != nullptr;
  });
  std::vector<const clang::Expr *> writes;
  if (changed && reader.region)
    collectWrites(reader.region, changed, writes);
  if (writes.empty()) {
    const bool isTimed = reader.time.var && mentions(bound, reader.time.var);
    reader.fail(isTimed ? DiagId::bound_depends_on_time : DiagId::bound_changes, bound);
    return;
  }
  reader.fail(DiagId::bound_assigned, writes[0], {changed->getNameAsString()});
  reader.diags.last().notes.push_back({DiagId::note_loop_here, reader.range(bound), {}});
}

// Of an element of a table: a number, or, where the call checks what it holds, a sum.
std::optional<Poly> constantValue(Reader &reader, const clang::Expr *lvalue) {
  const clang::Expr *element = constantElement(reader, lvalue);
  const std::optional<llvm::APSInt> number = element ? element->getIntegerConstantExpr(reader.ast) : std::nullopt;
  if (!number)
    return element && reader.expansion && reader.expansion->made.count(element) ? affineOf(reader, element)
                                                                                : std::nullopt;
  noteFolded(reader, element);
  return Poly(number->getExtValue());
}

std::optional<Poly> castValue(Reader &reader, const clang::CastExpr *cast) {
  clang::QualType from = cast->getSubExpr()->getType();
  bool isNarrow = from->isIntegralOrEnumerationType() && reader.ast.getTypeSize(cast->getType()) < 32 &&
                  reader.ast.getTypeSize(cast->getType()) < reader.ast.getTypeSize(from);
  const bool isLoad = cast->getCastKind() == clang::CK_LValueToRValue;
  if (const std::optional<Poly> value = isLoad ? constantValue(reader, cast->getSubExpr()) : std::nullopt)
    return value;
  const bool isCut =
      cast->getCastKind() == clang::CK_FloatingToIntegral && reader.ast.getTypeSize(cast->getType()) >= 32;
  if (const std::optional<Poly> value = isCut ? wholeNumber(reader, cast->getSubExpr()) : std::nullopt)
    return value;
  if (isWidened(reader, cast))
    return widened(reader, cast);
  if (from->isIntegralOrEnumerationType() && !cast->getType()->isBooleanType() && !isNarrow)
    return affineOf(reader, cast->getSubExpr());
  if (isNarrow && reader.nest.isInside && !isInvariant(cast, reader.effects))
    return narrowed(reader, cast);
  const auto *implicit = llvm::dyn_cast<clang::ImplicitCastExpr>(cast);
  return isNarrow && implicit ? convertedAtCall(reader, implicit) : opaque(reader, cast);
}

} // namespace

std::optional<Poly> phaseAt(Reader &reader, const Poly &value, const Poly &modulus, bool isMask,
                            const clang::Expr *at) {
  notePhase(reader, value, at);
  return phaseOf(sinceOrigin(reader, value), modulus, isMask);
}

std::optional<Poly> affineOf(Reader &reader, const clang::Expr *expr) {
  if (!expr->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  if (std::optional<llvm::APSInt> value = expr->getIntegerConstantExpr(reader.ast)) {
    noteFolded(reader, expr);
    return Poly(value->getExtValue());
  }
  if (!reader.time.selectors.empty())
    if (std::optional<Poly> value = selectedValue(reader, expr))
      return value;
  if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(expr))
    return affineOf(reader, paren->getSubExpr());
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
    return castValue(reader, cast);
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr)) {
    const clang::Expr *value = groupValue(reader, group);
    return value ? affineOf(reader, value) : std::nullopt;
  }
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    return variableValue(reader, ref);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_LNot && !isInvariant(expr, reader.effects)) {
      if (const std::optional<int64_t> number = knownNumber(reader, unary))
        return Poly(*number);
      if (reader.nest.isInside && !isOfStep(reader, expr))
        return truthOf(reader, expr);
      const std::optional<Poly> value = affineOf(reader, unary->getSubExpr());
      const std::optional<std::vector<int64_t>> table = value ? phaseTable(*value) : std::nullopt;
      if (table && std::all_of(table->begin(), table->end(), [](int64_t entry) { return entry == 0 || entry == 1; }))
        return Poly(1) - *value;
    }
    if (unary->getOpcode() != clang::UO_Minus && unary->getOpcode() != clang::UO_Plus)
      return opaque(reader, expr);
    std::optional<Poly> value = affineOf(reader, unary->getSubExpr());
    return value && unary->getOpcode() == clang::UO_Minus ? Poly(0) - *value : value;
  }
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr);
      select && !isInvariant(expr, reader.effects))
    return selectedInteger(reader, select);
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return binaryValue(reader, binary);
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expr);
  if (call && isAbsolute(call) && !isInvariant(call, reader.effects, true)) {
    const std::optional<Poly> value = affineOf(reader, call->getArg(0));
    return value ? magnitude(reader, *value) : std::nullopt;
  }
  return opaque(reader, expr);
}

void keepPhases(Reader &reader, const clang::VarDecl *var, size_t first) {
  for (size_t p = first; p < reader.step.phases.size(); ++p)
    if (std::vector<Guard> &held = reader.step.integerPhases[var]; !isAmong(held, reader.step.phases[p].value))
      held.push_back(reader.step.phases[p]);
  reader.step.phases.resize(first);
}

void guardPhases(Reader &reader, size_t first) {
  for (size_t p = first; p < reader.step.phases.size(); ++p)
    require(reader, reader.step.phases[p].value, reader.step.phases[p].reason, reader.step.phases[p].range);
  reader.step.phases.resize(first);
}

void require(Reader &reader, const Poly &value, const std::string &reason, SourceRange range) {
  if (const std::optional<TimeLoop> &time = reader.draft.time; time && value.symbols().count(kTimeSymbol)) {
    // What follows the steps in a line is least in the first or in the last one.
    for (const Poly &step : {time->lo, time->hi - Poly(1)})
      require(reader, value.coefficientOf(kTimeSymbol) ? atTime(value, step) : Poly(-1), reason, range);
    return;
  }
  const bool isKnown = value.constant() && *value.constant() >= 0;
  if (!isKnown && !isAmong(reader.draft.guards, value))
    reader.draft.guards.push_back({value, reason, range});
}

namespace {

std::optional<Poly> boundOf(Reader &reader, const clang::Expr *expr, bool maySayTime) {
  std::optional<Poly> value = affineOf(reader, expr);
  if (!value || isSelected(reader, *value)) {
    refuseBound(reader, expr);
    return std::nullopt;
  }
  const std::optional<Poly> factor = value->coefficientOf(kTimeSymbol);
  maySayTime &= factor == Poly(1) || factor == Poly(-1);
  for (const std::string &symbol : value->symbols())
    if (symbol[0] == '@' && !(maySayTime && symbol == kTimeSymbol)) {
      bool isTime = symbol == kTimeSymbol || symbol.rfind(kPhasePrefix, 0) == 0;
      reader.fail(isTime ? DiagId::bound_depends_on_time : DiagId::bound_depends_on_loop, expr);
      return std::nullopt;
    }
  return value;
}

} // namespace

std::optional<Poly> boundOf(Reader &reader, const clang::Expr *expr) { return boundOf(reader, expr, false); }

std::optional<Poly> timedBoundOf(Reader &reader, const clang::Expr *expr) { return boundOf(reader, expr, true); }

ExprPtr valueIn(const Reader &reader, const Poly &poly) {
  return toExpr(poly, [&](const std::string &name) {
    if (name == kTimeSymbol)
      return makeExpr(ScalarType::I64, TimeRef{});
    for (size_t l = 0; l < reader.nest.loops.size(); ++l)
      if (name == loopSymbol(l))
        return makeExpr(ScalarType::I64, IndexRef{static_cast<int>(l)});
    for (const Param &param : reader.draft.params)
      if (param.name == name)
        return castTo(ScalarType::I64, scalar(name, param.type));
    return scalar(name);
  });
}

} // namespace kasane
