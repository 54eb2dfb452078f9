// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements of a step: nests, pointers that move, scalars that are computed once a step.
#include "Ast/Allocations.h"
#include "Ast/Callees.h"
#include "Ast/Records.h"
#include "Read/AtCall.h"
#include "Read/ConstantElements.h"
#include "Read/HostCode.h"
#include "Read/LiveOut.h"
#include "Read/NullTests.h"
#include "Read/RefusedCalls.h"
#include "Read/StepArrays.h"

namespace kasane {
namespace {

// The variable now stands for a new step scalar. `selects`: keepsSelected knows its value.
bool setScalar(Reader &reader, const clang::VarDecl *var, const clang::Expr *rhs, ExprPtr value, SourceRange range,
               bool selects = false) {
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, var->getType());
  if (!type || !value) {
    if (!type)
      reader.failType(range, var->getType());
    return false;
  }
  size_t phases = reader.step.phases.size();
  std::optional<Poly> poly = rhs && var->getType()->isIntegerType() ? affineOf(reader, rhs) : std::nullopt;
  keepPhases(reader, var, phases);
  if (!selects)
    reader.step.integers.erase(var);
  if (reader.host.variables.count(var))
    return setHost(reader, var, value, range);
  if (readsHost(reader, value))
    return becomesHost(reader, var);
  ScalarState state{reader.names.take(var->getNameAsString()), *type, hostPointsIn(reader.draft)};
  reader.draft.stepScalars.push_back({state.name, *type, castTo(*type, value)});
  reader.step.scalars[var] = state;
  if (poly)
    reader.step.integers[var] = *poly;
  return true;
}

// Does the value depend on elements that the region changes,
// but for what nests of a function that it calls make of them?
bool looksAtCells(Reader &reader, const clang::Expr *value) {
  const bool hasNests =
      holds(value, [](const clang::Stmt *part) { return llvm::isa<clang::StmtExpr>(part) && hasLoop(part); });
  return reader.draft.time && !hasNests && holds(value, [&](const clang::Stmt *part) {
           const auto *element = llvm::dyn_cast<clang::Expr>(part);
           return element && element->isGLValue() && isElementOf(reader, element) &&
                  scalarTypeOf(reader.ast, element->getType()) && !isInvariant(element, reader.effects) &&
                  !isTableElement(reader, element);
         });
}

// Such a value is collected, by a nest without loops.
bool collectScalar(Reader &reader, const clang::VarDecl *var, const clang::Stmt *assignment) {
  return reader.host.variables.count(var) ? readNest(reader, assignment, var) : becomesHost(reader, var);
}

} // namespace

const clang::BinaryOperator *initOf(const Reader &reader, const clang::VarDecl *var, const clang::Expr *value) {
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  const clang::SourceLocation at = var->getLocation();
  clang::Expr *name = clang::DeclRefExpr::Create(ast, {}, {}, const_cast<clang::VarDecl *>(var), false, at,
                                                 var->getType(), clang::VK_LValue);
  return clang::BinaryOperator::Create(ast, name, const_cast<clang::Expr *>(value), clang::BO_Assign, var->getType(),
                                       clang::VK_PRValue, clang::OK_Ordinary, at, {});
}

const clang::BinaryOperator *withValue(const Reader &reader, const clang::CompoundAssignOperator *op,
                                       const clang::Expr *value) {
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  clang::Expr *right = const_cast<clang::Expr *>(value);
  if (const clang::QualType type = op->getRHS()->getType(); !ast.hasSameUnqualifiedType(type, value->getType()))
    right = clang::ImplicitCastExpr::Create(ast, type,
                                            llvm::cast<clang::CastExpr>(op->getRHS()->IgnoreParens())->getCastKind(),
                                            right, nullptr, clang::VK_PRValue, {});
  return clang::CompoundAssignOperator::Create(ast, op->getLHS(), right, op->getOpcode(), op->getType(),
                                               op->getValueKind(), op->getObjectKind(), op->getOperatorLoc(), {},
                                               op->getComputationLHSType(), op->getComputationResultType());
}

namespace {

// ({ nests; value; }), as a call of a function with nests becomes: reads the nests. Returns the value, or another
// expression as it is; null: it failed.
const clang::Expr *behindNests(Reader &reader, const clang::Expr *value) {
  const auto *group = llvm::dyn_cast<clang::StmtExpr>(value->IgnoreParenImpCasts());
  if (!group || !hasLoop(group))
    return value;
  const clang::CompoundStmt *block = group->getSubStmt();
  for (const clang::Stmt *stmt : block->body())
    if (stmt != block->body_back() && !readStep(reader, stmt))
      return nullptr;
  return llvm::cast<clang::Expr>(block->body_back());
}

// The call of a function whose body isn't here, `init`'s value; else null.
const clang::CallExpr *unknownCallIn(const clang::Expr *init) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(init->IgnoreParenCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && !callee->hasBody() ? call : nullptr;
}

bool declaration(Reader &reader, const clang::VarDecl *var) {
  SourceRange range = reader.range(var->getSourceRange());
  if (var->isStaticLocal()) {
    reader.diags.add(DiagId::static_local, range, {var->getNameAsString()});
    return false;
  }
  if (var->getType()->isArrayType())
    return declareStepArray(reader, var);
  if (!var->getInit())
    return true;
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  if (var->getType()->isPointerType() &&
      var->getInit()->isNullPointerConstant(ast, clang::Expr::NPC_ValueDependentIsNull)) // it leads nowhere yet
    return reader.step.pointers.erase(variableKey(var)), true;
  if (var->getType()->isPointerType()) {
    if (leadsToTable(reader, var))
      return true;
    if (const clang::CallExpr *allocation = allocationIn(var->getInit()))
      return allocateStepArray(reader, var, allocation);
    if (const clang::Expr *call = var->getInit()->IgnoreParenCasts();
        var->getType()->getPointeeType()->isPointerType() && llvm::isa<clang::CallExpr>(call))
      return reader.fail(DiagId::rows_inside_region, call, {var->getNameAsString()}), false;
    const clang::CallExpr *call = unknownCallIn(var->getInit());
    const bool isNumber = scalarTypeOf(reader.ast, var->getType()->getPointeeType()).has_value();
    if (llvm::isa<clang::StringLiteral>(var->getInit()->IgnoreParenCasts()) ||
        (call && !isNumber)) // FILE *f = fopen(..)
      return reader.diags.add(DiagId::host_code_names, range, {var->getNameAsString()}), false;
    if (call)
      return refuseCall(reader, DiagId::call_unknown, call), false;
    std::optional<Place> place = pointerOf(reader, var->getInit());
    if (place && !reshape(reader, *place, var->getType()->getPointeeType(), var->getInit()))
      return false;
    if (place)
      reader.step.pointers[variableKey(var)] = *place;
    return place.has_value();
  }
  const clang::Expr *init = behindNests(reader, var->getInit());
  if (!init)
    return false;
  const bool selects = keepsSelected(reader, var, init, nullptr);
  if (selects && !reader.host.variables.count(var))
    return true;
  if (looksAtCells(reader, init))
    return collectScalar(reader, var, initOf(reader, var, init));
  ExprPtr value = valueFor(reader, var, [&] { return stepExpr(reader, init); });
  reader.step.values[var].push_back(init);
  return setScalar(reader, var, init, value, range, selects);
}

// What the scalar holds here; one that holds what another step left is kept by the host.
ExprPtr currentScalar(Reader &reader, const clang::Expr *lvalue, const clang::VarDecl *var) {
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, var->getType());
  if (!type)
    return reader.failType(lvalue, var->getType());
  if (reader.host.variables.count(var))
    return makeExpr(*type, ScalarRef{hostVariable(reader, var)}, reader.range(lvalue));
  auto it = reader.step.scalars.find(var);
  if (it == reader.step.scalars.end() || isOutdated(reader, var))
    return becomesHost(reader, var), nullptr;
  return makeExpr(it->second.type, ScalarRef{it->second.name}, reader.range(lvalue));
}

// One that outlives the region has a value behind it.
void noteAssigned(Reader &reader, const clang::VarDecl *var, const clang::Expr *op) {
  if (reader.effects.declared.count(var) || reader.host.variables.count(var))
    return;
  reader.step.assigned.push_back({var, op});
  reader.step.breaksBefore[op] = breaksIn(reader.draft);
}

// p = p + by of `p += by`, p = p - by of `p -= by`.
const clang::BinaryOperator *shiftOf(Reader &reader, const clang::Expr *pointer, const clang::Expr *by, bool down) {
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  auto *lvalue = const_cast<clang::Expr *>(pointer);
  const clang::QualType type = pointer->getType().getUnqualifiedType();
  auto *now =
      clang::ImplicitCastExpr::Create(ast, type, clang::CK_LValueToRValue, lvalue, nullptr, clang::VK_PRValue, {});
  const auto combined = [&](clang::Expr *left, clang::BinaryOperatorKind kind, clang::Expr *right) {
    return clang::BinaryOperator::Create(ast, left, right, kind, type, clang::VK_PRValue, clang::OK_Ordinary,
                                         by->getBeginLoc(), {});
  };
  return combined(lvalue, clang::BO_Assign,
                  combined(now, down ? clang::BO_Sub : clang::BO_Add, const_cast<clang::Expr *>(by)));
}

bool assignment(Reader &reader, const clang::BinaryOperator *op);

// x++ is x = (T)(x + 1).
bool increment(Reader &reader, const clang::UnaryOperator *op) {
  const clang::Expr *operand = op->getSubExpr();
  if (operand->getType()->isPointerType() && !lvalueKey(operand).empty()) {
    auto &ast = const_cast<clang::ASTContext &>(reader.ast);
    const clang::Expr *one =
        clang::IntegerLiteral::Create(ast, llvm::APInt(ast.getIntWidth(ast.IntTy), 1), ast.IntTy, op->getBeginLoc());
    return assignment(reader, shiftOf(reader, operand, one, op->isDecrementOp()));
  }
  if (isElementOf(reader, operand))
    return readNest(reader, op);
  const clang::VarDecl *var = variableOf(operand);
  const bool selects = var && keepsSelected(reader, var, nullptr, op);
  if (selects && !reader.host.variables.count(var))
    return true;
  if (!var || var == reader.time.var || operand->getType()->isPointerType())
    return reader.fail(DiagId::scalar_carried, op, {quoted(reader.ast, operand)}), false;
  ExprPtr now = currentScalar(reader, operand, var);
  noteAssigned(reader, var, op);
  return now && setScalar(reader, var, nullptr, steppedValue(reader, op, now), reader.range(op), selects);
}

bool assignment(Reader &reader, const clang::BinaryOperator *op) {
  const clang::Expr *lhs = op->getLHS();
  std::string key = lvalueKey(lhs);
  if (lhs->getType()->isPointerType() && !key.empty() && op->isCompoundAssignmentOp())
    return assignment(reader, shiftOf(reader, lhs, op->getRHS(), op->getOpcode() == clang::BO_SubAssign));
  if (lhs->getType()->isPointerType() && !key.empty() && op->getOpcode() == clang::BO_Assign) {
    // The name on the left is a field of its own, even when only its pointer moves.
    const clang::VarDecl *var = variableOf(lhs);
    if (isInTable(reader, lhs))
      return reader.fail(DiagId::row_pointers, lhs, {quoted(reader.ast, lhs)}), false;
    if (const clang::CallExpr *allocation = var ? allocationIn(op->getRHS()) : nullptr)
      return allocateStepArray(reader, var, allocation);
    std::optional<Place> place = pointerOf(reader, op->getRHS());
    if (place)
      reader.step.pointers[key] = *place;
    if (place && !(var && reader.effects.declared.count(var)))
      reader.step.movedPointers.try_emplace(key, lhs);
    return place.has_value();
  }
  const clang::VarDecl *var = variableOf(lhs);
  if (isElementOf(reader, lhs))
    return readNest(reader, op);
  if (!var)
    return reader.fail(DiagId::store_outside_nest, op), false;
  if (var == reader.time.var)
    return reader.fail(DiagId::loop_variable_changed, op, {var->getNameAsString()}), false;
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(op);
  if (op->getOpcode() == clang::BO_Assign || compound) {
    const clang::Expr *value = behindNests(reader, op->getRHS());
    if (value != op->getRHS())
      return value && assignment(reader, compound ? withValue(reader, compound, value) : initOf(reader, var, value));
  }
  const bool selects = keepsSelected(reader, var, op->getOpcode() == clang::BO_Assign ? op->getRHS() : nullptr, op);
  if (selects && !reader.host.variables.count(var))
    return true;
  if (looksAtCells(reader, op->getRHS()))
    return collectScalar(reader, var, op);
  ExprPtr value;
  if (compound) {
    ExprPtr now = checkOrder(reader, op) ? currentScalar(reader, lhs, var) : nullptr;
    if (!now)
      return false;
    value = valueFor(reader, var, [&] { return compoundValue(reader, compound, now); });
  } else {
    value = valueFor(reader, var, [&] { return stepExpr(reader, op->getRHS()); });
  }
  noteAssigned(reader, var, op);
  reader.step.values[var].push_back(op->getRHS());
  return setScalar(reader, var, value && op->getOpcode() == clang::BO_Assign ? op->getRHS() : nullptr, value,
                   reader.range(op), selects);
}

bool expression(Reader &reader, const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (expr == reader.time.step) {
    reader.time.lead += reader.time.sign * reader.draft.time->step;
    return true;
  }
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (op->getOpcode() == clang::BO_Comma)
      return expression(reader, op->getLHS()) && expression(reader, op->getRHS());
    if (op->isAssignmentOp())
      return assignment(reader, op);
  }
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr); cast && cast->getCastKind() == clang::CK_ToVoid)
    return isInvariant(cast->getSubExpr(), Effects{}) || expression(reader, cast->getSubExpr());
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr))
    return readStep(reader, group->getSubStmt());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->isIncrementDecrementOp())
    return increment(reader, unary);
  if (const clang::VarDecl *var = releasedBy(expr); var && isStepArray(reader, var))
    return true;
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr))
    return refuseCall(reader, DiagId::host_code, call), false;
  return isInvariant(expr, Effects{}) || (reader.fail(DiagId::unsupported_statement, expr), false);
}

// for (s = 0; s < 3; s++) { w = a[s] * dt; nests }: nothing that it stores is chosen by its variable.
bool choosesFactors(Reader &reader, const clang::ForStmt *loop) {
  const std::optional<Trips> trips =
      reader.draft.time && hasLoop(loop->getBody()) ? tripsOf(reader, loop) : std::nullopt;
  const Effects inside = trips && trips->count <= kMaxTrips ? effectsOf(loop) : Effects{};
  return !inside.storedKeys.empty() && !inside.wrappedStores.count(trips->var);
}

} // namespace

DiagId unsupported(const clang::Stmt *stmt) {
  if (llvm::isa<clang::LabelStmt, clang::GotoStmt>(stmt))
    return DiagId::goto_unclear;
  if (llvm::isa<clang::WhileStmt, clang::DoStmt>(stmt))
    return DiagId::condition_not_counted;
  return llvm::isa<clang::SwitchStmt>(stmt) ? DiagId::switch_labels : DiagId::unsupported_statement;
}

bool readStep(Reader &reader, const clang::Stmt *stmt) {
  stmt = unwrap(stmt);
  if (auto code = reader.expansion->hostCode.find(stmt); code != reader.expansion->hostCode.end())
    return readHostCode(reader, code->second);
  if (llvm::isa<clang::NullStmt>(stmt))
    return true;
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    for (const clang::Stmt *child : block->body())
      if (!readStep(reader, child))
        return false;
    return true;
  }
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
    if (isSpaceLoop(reader, loop) && !choosesFactors(reader, loop))
      return readNest(reader, loop);
    if (!reader.time.var && !reader.time.inStep)
      return readTimeLoop(reader, loop);
    if (isShortLoop(reader, loop))
      return unrollNests(reader, loop);
    if (hasLoop(loop->getBody()))
      return refuseRounds(reader, loop), false;
    return !refuseIndexStep(reader, loop) && loopShape(reader, loop) &&
           reader.fail(DiagId::loop_without_subscript, loop);
  }
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl *decl : decls->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && !declaration(reader, var))
        return false;
    return true;
  }
  const auto isOfStep = [&](const clang::VarDecl *var) { return isStepArray(reader, var); };
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt))
    return isNullAssertion(expr, isOfStep) || expression(reader, expr);
  if (const auto *ifStmt = llvm::dyn_cast<clang::IfStmt>(stmt)) {
    if (const std::optional<bool> holds = nullTest(reader, ifStmt->getCond())) {
      const clang::Stmt *taken = *holds ? ifStmt->getThen() : ifStmt->getElse();
      return !taken || readStep(reader, taken);
    }
    if (const std::optional<SetAtCall> set = setAtCall(reader, ifStmt)) {
      const ExprPtr value = castTo(*scalarTypeOf(reader.ast, set->var->getType()), valueIn(reader, set->value));
      const bool isSet = setScalar(reader, set->var, nullptr, value, reader.range(ifStmt));
      reader.step.integers[set->var] = set->value;
      return isSet;
    }
    return readHostIf(reader, ifStmt);
  }
  if (bodyOf(stmt) && hasLoop(stmt))
    return refuseRounds(reader, stmt), false;
  return reader.fail(unsupported(stmt), stmt), false;
}

} // namespace kasane
