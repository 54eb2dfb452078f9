// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Integers.h"

#include "Read/Assertions.h"
#include "Read/AtCall.h"
#include "Read/Choices.h"
#include "Read/Numbers.h"

#include <algorithm>

namespace kasane {
namespace {

// What `x op= e` leaves in an integer, where the sum is one of its own type.
std::optional<Poly> compoundInteger(Reader &reader, const clang::CompoundAssignOperator *op) {
  const bool isSum = op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign;
  if ((!isSum && op->getOpcode() != clang::BO_MulAssign) || reader.ast.getIntWidth(op->getType()) < 32)
    return std::nullopt;
  const std::optional<Poly> before = affineOf(reader, op->getLHS());
  const std::optional<Poly> other = before ? affineOf(reader, op->getRHS()) : std::nullopt;
  if (!other)
    return std::nullopt;
  if (!isSum)
    return *before * *other;
  return op->getOpcode() == clang::BO_AddAssign ? *before + *other : *before - *other;
}

bool readGroup(Reader &reader, const clang::Stmt *stmt);

bool readArms(Reader &reader, const clang::IfStmt *branch) {
  std::optional<Poly> truth;
  if (!branch->getInit() && !branch->hasVarStorage())
    truth = reader.nest.isInside ? truthOf(reader, branch->getCond()) : truthAtCall(reader, branch->getCond());
  if (!truth)
    return false;
  const KnownIntegers before = reader.step.integers;
  bool ok = readGroup(reader, branch->getThen());
  const KnownIntegers yes = std::exchange(reader.step.integers, before);
  ok = ok && (!branch->getElse() || readGroup(reader, branch->getElse()));
  reader.step.integers = mergedIntegers(reader, *truth, yes, reader.step.integers);
  return ok;
}

bool setInteger(Reader &reader, const clang::VarDecl *var, const clang::Expr *value) {
  const std::optional<Poly> poly = integerFrom(reader, value);
  if (poly)
    reader.step.integers[var] = *poly; // what its phases need is noted for the whole expression already
  return poly.has_value();
}

bool setPointer(Reader &reader, const clang::VarDecl *var) {
  std::optional<Place> place = pointerOf(reader, var->getInit());
  if (!place || !reshape(reader, *place, var->getType()->getPointeeType(), var->getInit()))
    return false;
  reader.step.pointers[variableKey(var)] = *place;
  return true;
}

// The statements of a group set its own integers, and declare pointers.
bool readGroup(Reader &reader, const clang::Stmt *stmt) {
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return std::all_of(block->body_begin(), block->body_end(),
                       [&](const clang::Stmt *child) { return readGroup(reader, child); });
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
    return std::all_of(decls->decl_begin(), decls->decl_end(), [&](const clang::Decl *decl) {
      const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
      return var && (!var->getInit() || (var->getType()->isPointerType() ? setPointer(reader, var)
                                                                         : setInteger(reader, var, var->getInit())));
    });
  if (const std::optional<Assertion> made = assertionIn(stmt))
    return reader.nest.isInside && isAsserted(reader, *made, reader.range(stmt));
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return readArms(reader, branch);
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const clang::Expr *assigned = expr ? assignedIn(expr->IgnoreParens()) : nullptr;
  const clang::VarDecl *var = assigned ? variableOf(assigned) : nullptr;
  return llvm::isa<clang::NullStmt>(stmt) ||
         (var && reader.effects.declared.count(var) && setInteger(reader, var, expr->IgnoreParens()));
}

} // namespace

std::optional<Poly> integerFrom(Reader &reader, const clang::Expr *value) {
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(value))
    return compoundInteger(reader, compound);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(value);
  if (op && op->getOpcode() == clang::BO_Assign)
    return affineOf(reader, op->getRHS());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(value); unary && unary->isIncrementDecrementOp()) {
    const std::optional<Poly> before =
        reader.ast.getIntWidth(unary->getType()) < 32 ? std::nullopt : affineOf(reader, unary->getSubExpr());
    return before ? std::optional(*before + Poly(unary->isIncrementOp() ? 1 : -1)) : std::nullopt;
  }
  return affineOf(reader, value);
}

KnownIntegers mergedIntegers(Reader &reader, const Poly &truth, const KnownIntegers &yes, const KnownIntegers &no) {
  KnownIntegers merged;
  for (const auto &[var, otherwise] : no)
    if (auto known = yes.find(var); known == yes.end())
      continue;
    else if (known->second == otherwise)
      merged[var] = otherwise;
    else if (std::optional<Poly> value = limited(reader, otherwise + truth * (known->second - otherwise)))
      merged[var] = std::move(*value);
    else
      reader.nest.manyCases.insert(var);
  return merged;
}

std::optional<Poly> selectedInteger(Reader &reader, const clang::ConditionalOperator *select) {
  if (const clang::Expr *arm = knownArm(reader, select))
    return affineOf(reader, arm);
  std::vector<Poly> arms; // when it holds, else
  const std::optional<Poly> truth = readArms(reader, select, [&](const clang::Expr *arm) {
    const std::optional<Poly> value = affineOf(reader, arm);
    return value && (arms.push_back(*value), true);
  });
  return truth ? limited(reader, arms[1] + *truth * (arms[0] - arms[1])) : std::nullopt;
}

const clang::Expr *groupValue(Reader &reader, const clang::StmtExpr *group) {
  if (changesMore(group))
    return nullptr;
  const clang::CompoundStmt *block = group->getSubStmt();
  const auto *value = block->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(block->body_back());
  for (const clang::Stmt *child : block->body())
    if (child != value && !readGroup(reader, child))
      return nullptr;
  return value;
}

const clang::Expr *unchangedBehind(Reader &reader, const clang::VarDecl *var) {
  const auto *cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(var->getInit());
  const bool isNarrow = cast && cast->getCastKind() == clang::CK_IntegralCast && !var->getType()->isBooleanType() &&
                        reader.ast.getTypeSize(var->getType()) < reader.ast.getTypeSize(reader.ast.IntTy) &&
                        reader.ast.hasSameUnqualifiedType(cast->getSubExpr()->getType(), reader.ast.IntTy);
  if (!isNarrow || reader.nest.effects.assigned.count(var) || changesMore(cast))
    return nullptr;
  const std::optional<Poly> narrow = affineOf(reader, cast);
  const bool isSame =
      narrow && (!narrow->constant() || narrow == affineOf(reader, cast->getSubExpr())); // not 300 as 44
  return isSame ? cast->getSubExpr() : nullptr;
}

ExprPtr distanceFromLoop(const Reader &reader, const Poly &value, ScalarType type, SourceRange range) {
  ExprPtr sum;
  int64_t number = 0;
  for (size_t l = 0; l < reader.nest.loops.size() && !sum; ++l)
    if (value.coefficientOf(loopSymbol(l)) == Poly(1))
      sum = castTo(type, makeExpr(ScalarType::I64, IndexRef{static_cast<int>(l)}, range));
  const auto isLoop = [](const auto &term) { return !term.first.empty() && term.first.front()[0] == '@'; };
  if (llvm::count_if(value.terms(), isLoop) != 1)
    return nullptr;
  for (const auto &[names, factor] : value.terms()) {
    if (names.empty()) {
      number = factor;
    } else if (names.front()[0] != '@') {
      const auto param = llvm::find_if(reader.draft.params, [&](const Param &p) { return p.name == names.front(); });
      if (!sum || names.size() > 1 || std::abs(factor) >= 1024 || param == reader.draft.params.end() ||
          isFloat(param->type) || !isSigned(param->type) || sizeOf(param->type) > sizeOf(type))
        return nullptr;
      ExprPtr part = castTo(type, makeExpr(param->type, ScalarRef{param->name}, range));
      if (std::abs(factor) != 1)
        part = binary(BinaryOp::Mul, intLit(std::abs(factor), type), part);
      sum = binary(factor > 0 ? BinaryOp::Add : BinaryOp::Sub, sum, part);
    }
  }
  if (!sum || std::abs(number) >= 1024)
    return nullptr;
  return number == 0 ? sum : binary(number > 0 ? BinaryOp::Add : BinaryOp::Sub, sum, intLit(std::abs(number), type));
}

bool assignsInteger(const clang::Stmt *stmt) {
  Effects effects = effectsOf(stmt);
  return std::any_of(effects.assigned.begin(), effects.assigned.end(),
                     [](const clang::VarDecl *var) { return var->getType()->isIntegerType(); });
}

namespace {

// Of what C promotes integers to and signed, which are as mathematics has them.
bool isOverCounters(const Reader &reader, const clang::Stmt *part) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(part);
  if (!expr || !expr->getType()->isSignedIntegerType() ||
      reader.ast.getTypeSize(expr->getType()) < reader.ast.getTypeSize(reader.ast.IntTy))
    return false;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    const bool isLoop = std::any_of(reader.nest.loops.begin(), reader.nest.loops.end(),
                                    [&](const DraftLoop &loop) { return loop.var == var; });
    return var && (isLoop || reader.nest.unrolled.count(var) || reader.step.integers.count(var));
  }
  const bool isPlain = llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::ParenExpr, clang::ImplicitCastExpr,
                                 clang::IntegerLiteral>(part);
  return isPlain &&
         llvm::all_of(part->children(), [&](const clang::Stmt *child) { return isOverCounters(reader, child); });
}

} // namespace

std::optional<bool> knownTruth(Reader &reader, const clang::Expr *condition) {
  const bool hasCounters = !reader.nest.unrolled.empty() || !reader.nest.sliding.empty();
  if (!isOverCounters(reader, condition) || (!hasCounters && !variablesIn(condition).empty()))
    return std::nullopt;
  const size_t choices = reader.nest.choices.size();
  const std::optional<Poly> truth = truthOf(reader, condition);
  reader.nest.choices.resize(choices);
  const std::optional<int64_t> value = truth ? truth->constant() : std::nullopt;
  return value ? std::optional(*value != 0) : std::nullopt;
}

} // namespace kasane
