// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C expressions to Expr, the usual conversions made explicit by Clang's implicit casts.
#include "Ast/Callees.h"
#include "Ast/MathCalls.h"
#include "Ast/Records.h"
#include "Read/Assumed.h"
#include "Read/Choices.h"
#include "Read/Coefficients.h"
#include "Read/ConstantElements.h"
#include "Read/Integers.h"
#include "Read/LiveOut.h"
#include "Read/RefusedCalls.h"
#include "Read/UnsetLocals.h"

namespace kasane {

std::optional<BinaryOp> operatorOf(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_Add:
  case clang::BO_AddAssign:
    return BinaryOp::Add;
  case clang::BO_Sub:
  case clang::BO_SubAssign:
    return BinaryOp::Sub;
  case clang::BO_Mul:
  case clang::BO_MulAssign:
    return BinaryOp::Mul;
  case clang::BO_Div:
  case clang::BO_DivAssign:
    return BinaryOp::Div;
  case clang::BO_Rem:
  case clang::BO_RemAssign:
    return BinaryOp::Rem;
  case clang::BO_Shl:
  case clang::BO_ShlAssign:
    return BinaryOp::Shl;
  case clang::BO_Shr:
  case clang::BO_ShrAssign:
    return BinaryOp::Shr;
  case clang::BO_And:
  case clang::BO_AndAssign:
    return BinaryOp::And;
  case clang::BO_Or:
  case clang::BO_OrAssign:
    return BinaryOp::Or;
  case clang::BO_Xor:
  case clang::BO_XorAssign:
    return BinaryOp::Xor;
  case clang::BO_LAnd:
    return BinaryOp::LogicalAnd;
  case clang::BO_LOr:
    return BinaryOp::LogicalOr;
  case clang::BO_LT:
    return BinaryOp::Lt;
  case clang::BO_LE:
    return BinaryOp::Le;
  case clang::BO_GT:
    return BinaryOp::Gt;
  case clang::BO_GE:
    return BinaryOp::Ge;
  case clang::BO_EQ:
    return BinaryOp::Eq;
  case clang::BO_NE:
    return BinaryOp::Ne;
  default:
    return std::nullopt;
  }
}

namespace {

ExprPtr plus(ExprPtr value, int64_t constant) {
  if (constant == 0)
    return value;
  ScalarType type = value->type;
  SourceRange range = value->range;
  return makeExpr(
      type, Binary{constant > 0 ? BinaryOp::Add : BinaryOp::Sub, std::move(value), intLit(std::abs(constant), type)},
      range);
}

ExprPtr timeRef(const Reader &reader, ScalarType type, SourceRange range) {
  if (sizeOf(type) < 4) // negation and addition promote it
    return castTo(type, timeRef(reader, ScalarType::I64, range));
  ExprPtr time = makeExpr(type, TimeRef{}, range);
  if (reader.time.sign < 0)
    time = makeExpr(type, Unary{UnaryOp::Negate, time}, range);
  return plus(time, reader.time.lead);
}

// `int k = i + 1`, `int last = nx - 1`: the coordinate and the parameter say more about where the cell lies.
ExprPtr knownInteger(const Reader &reader, const clang::VarDecl *var, ScalarType type, SourceRange range) {
  auto it = reader.step.integers.find(var);
  if (it == reader.step.integers.end() || sizeOf(type) < 4 || !isSigned(type))
    return nullptr;
  auto plusRest = [&](const std::string &symbol, const ExprPtr &value) -> ExprPtr {
    const std::optional<int64_t> rest = (it->second - Poly::symbol(symbol)).constant();
    return rest && std::abs(*rest) < 1024 ? plus(castTo(type, value), *rest) : nullptr;
  };
  for (size_t l = 0; l < reader.nest.loops.size(); ++l)
    if (ExprPtr value = plusRest(loopSymbol(l), makeExpr(ScalarType::I64, IndexRef{static_cast<int>(l)}, range)))
      return value;
  for (const Param &param : reader.draft.params) {
    // isNoWider: nothing was lost on the way.
    const bool isSame = it->second == Poly::symbol(param.name), isNoWider = sizeOf(type) <= sizeOf(param.type);
    if (!isFloat(param.type) && (isNoWider || (isSame && isSigned(param.type))))
      if (ExprPtr value = plusRest(param.name, makeExpr(param.type, ScalarRef{param.name}, range)))
        return value;
  }
  return distanceFromLoop(reader, it->second, type, range);
}

// What is said of a scalar that has what another round has left. Coordinates are added up: x += dx.
DiagId carriedAs(const Reader &reader, const clang::VarDecl *var) {
  const bool addsUp = var->getType()->isRealFloatingType() && holds(reader.region, [&](const clang::Stmt *part) {
                        const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
                        return op && op->isAssignmentOp() && variableOf(op->getLHS()) == var &&
                               (op->isCompoundAssignmentOp() || mentions(op->getRHS(), var)) &&
                               !holds(op->getRHS(), [](const clang::Stmt *inner) {
                                 const auto *expr = llvm::dyn_cast<clang::Expr>(inner);
                                 return expr && isElement(expr);
                               });
                      });
  return addsUp ? DiagId::sum_goes_on : DiagId::scalar_carried;
}

ExprPtr variable(Reader &reader, const clang::DeclRefExpr *ref, ScalarType type) {
  const auto *var = llvm::cast<clang::VarDecl>(ref->getDecl());
  SourceRange range = reader.range(ref);
  const ScalarType promoted = sizeOf(type) < 4 ? ScalarType::I32 : type; // as all that C computes with
  if (const std::optional<int64_t> number = constantNumber(reader, var))
    return castTo(type, makeExpr(promoted, IntLit{*number}, range));
  for (size_t l = 0; l < reader.nest.loops.size(); ++l)
    if (reader.nest.loops[l].var == var)
      return castTo(promoted, makeExpr(ScalarType::I64, IndexRef{static_cast<int>(l)}, range));
  if (auto it = reader.nest.unrolled.find(var); it != reader.nest.unrolled.end())
    return makeExpr(type, IntLit{it->second}, range);
  if (reader.nest.sliding.count(var)) {
    ExprPtr known = knownInteger(reader, var, promoted, range);
    return known ? known : castTo(promoted, valueIn(reader, reader.step.integers.at(var)));
  }
  if (var == reader.time.var)
    return timeRef(reader, type, range);
  if (reader.nest.collecting.count(var) ||
      (reader.host.variables.count(var) && !(reader.nest.isInside && reader.nest.effects.assigned.count(var))))
    return makeExpr(type, ScalarRef{hostVariable(reader, var)}, range);
  // In a group that is read as a number its variables are numbers alone.
  if (reader.nest.isInside && reader.nest.effects.declared.count(var) && !reader.nest.definite.count(var))
    if (auto it = reader.step.integers.find(var); it != reader.step.integers.end()) {
      ExprPtr known = knownInteger(reader, var, promoted, range);
      return known ? known : castTo(promoted, valueIn(reader, it->second));
    }
  if (auto it = reader.nest.locals.find(var); it != reader.nest.locals.end()) {
    if (!hasValue(reader, var))
      return reader.fail(carriedAs(reader, var), ref, {var->getNameAsString()});
    if (ExprPtr known = knownInteger(reader, var, it->second.type, range))
      return known;
    return makeExpr(it->second.type, ScalarRef{it->second.name}, range);
  }
  if (reader.nest.isInside && reader.nest.effects.assigned.count(var))
    return reader.fail(carriedAs(reader, var), ref, {var->getNameAsString()});
  if (auto it = reader.step.scalars.find(var); it != reader.step.scalars.end() && isOutdated(reader, var))
    return becomesHost(reader, var), nullptr;
  else if (it != reader.step.scalars.end()) {
    ExprPtr known = knownInteger(reader, var, type, range);
    return known ? known : makeExpr(type, ScalarRef{it->second.name}, range);
  }
  if (reader.effects.assigned.count(var) || reader.effects.declared.count(var))
    return becomesHost(reader, var), nullptr;
  return makeExpr(type, ScalarRef{paramFor(reader, ref, type)}, range);
}

// Of an element or a member that is constant, where it is known which. Null: it isn't.
ExprPtr initialValue(Reader &reader, const clang::Expr *lvalue, ScalarType type) {
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  const clang::Expr *known = constantElement(reader, lvalue);
  if (!known || !known->isConstantInitializer(ast, false))
    return nullptr;
  clang::Expr::EvalResult result;
  const std::optional<ScalarType> own = scalarTypeOf(reader.ast, known->getType());
  const bool isKnown = own && known->EvaluateAsRValue(result, reader.ast);
  if (!isKnown || (!result.Val.isInt() && !result.Val.isFloat()))
    return nullptr;
  noteFolded(reader, known); // by its value: the names in it may be others' where the region stands
  if (result.Val.isInt()) {
    const llvm::APSInt &number = result.Val.getInt();
    const auto bits = number.isSigned() ? number.getSExtValue() : static_cast<int64_t>(number.getZExtValue());
    return castTo(type, makeExpr(sizeOf(*own) < 4 ? ScalarType::I32 : *own, IntLit{bits}, reader.range(lvalue)));
  }
  llvm::APFloat value = result.Val.getFloat();
  bool lossy = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
  return castTo(type, makeExpr(*own, FloatLit{value.convertToDouble()}, reader.range(lvalue)));
}

// The value of an lvalue.
ExprPtr load(Reader &reader, const clang::Expr *lvalue) {
  const clang::Expr *bare = lvalue->IgnoreParens();
  if (lvalue->refersToBitField())
    return reader.fail(DiagId::bit_field, lvalue);
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, bare->getType());
  if (!type)
    return reader.failType(bare, bare->getType());
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(bare); ref && llvm::isa<clang::VarDecl>(ref->getDecl()))
    return variable(reader, ref, *type);
  if (ExprPtr known = initialValue(reader, bare, *type))
    return known;
  bool invariant = isInvariant(bare, reader.effects);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(bare);
  const std::string key = member && !isOfElement(reader, member) ? lvalueKey(bare) : "";
  const bool isCollected = key.find('[') != std::string::npos && !invariant && // totals[1].mass
                           (!reader.nest.isInside || reader.nest.effects.assignedKeys.count(key));
  if (!key.empty() && !isCollected) {
    if (!invariant)
      return reader.fail(DiagId::member_changed, bare, {quoted(reader.ast, bare)});
    return makeExpr(*type, ScalarRef{paramFor(reader, bare, *type)}, reader.range(bare));
  }
  if (invariant) {
    if (std::optional<Place> place = placeOf(reader, bare))
      reader.invariantReads.push_back({place->array, reader.range(bare)});
    else
      return nullptr;
    return makeExpr(*type, ScalarRef{paramFor(reader, bare, *type)}, reader.range(bare));
  }
  // Not all of them need be there.
  if (ExprPtr value = reader.nest.given.empty() ? nullptr : coefficient(reader, bare, *type))
    return value;
  if (isTableElement(reader, bare))
    return readTable(reader, bare, *type);
  if (ExprPtr value = coefficient(reader, bare, *type))
    return value;
  if (!reader.nest.isInside)
    return reader.fail(DiagId::element_in_step_scalar, bare);
  if (isPicked(reader, bare))
    return readPicked(reader, bare, *type);
  std::optional<int> access = accessOf(reader, bare, false);
  return access ? chosenRead(reader, *type, reader.range(bare)) : nullptr;
}

ExprPtr castExpr(Reader &reader, const clang::CastExpr *cast) {
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
    return load(reader, cast->getSubExpr());
  case clang::CK_NoOp:
  case clang::CK_IntegralCast:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean: {
    std::optional<ScalarType> type = scalarTypeOf(reader.ast, cast->getType());
    ExprPtr operand = type ? cellExpr(reader, cast->getSubExpr()) : nullptr;
    if (!type)
      return reader.failType(cast, cast->getType());
    if (!operand || operand->type == *type)
      return operand;
    return makeExpr(*type, Cast{operand}, reader.range(cast));
  }
  default:
    return reader.fail(DiagId::unsupported_expression, cast);
  }
}

ExprPtr unaryExpr(Reader &reader, const clang::UnaryOperator *op, ScalarType type) {
  UnaryOp kind;
  switch (op->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return cellExpr(reader, op->getSubExpr());
  case clang::UO_Minus:
    kind = UnaryOp::Negate;
    break;
  case clang::UO_LNot:
    kind = UnaryOp::LogicalNot;
    break;
  case clang::UO_Not:
    kind = UnaryOp::BitNot;
    break;
  default:
    return reader.fail(DiagId::side_effect_in_expression, op);
  }
  ExprPtr operand = cellExpr(reader, op->getSubExpr());
  return operand ? makeExpr(type, Unary{kind, operand}, reader.range(op)) : nullptr;
}

ExprPtr binaryExpr(Reader &reader, const clang::BinaryOperator *op, ScalarType type) {
  std::optional<BinaryOp> kind = op->isAssignmentOp() ? std::nullopt : operatorOf(op->getOpcode());
  if (!kind)
    return reader.fail(DiagId::side_effect_in_expression, op);
  if (op->isLogicalOp())
    return logicalExpr(reader, op);
  if (op->isComparisonOp() && op->getLHS()->getType()->isPointerType())
    return pointerTest(reader, op);
  if (ExprPtr condition = comparedAsNumbers(reader, op))
    return castTo(type, makeExpr(condition->type, condition->node, reader.range(op)));
  ExprPtr left = cellExpr(reader, op->getLHS());
  ExprPtr right = left ? cellExpr(reader, op->getRHS()) : nullptr;
  if (!right)
    return nullptr;
  return makeExpr(type, Binary{*kind, left, right}, reader.range(op));
}

ExprPtr callExpr(Reader &reader, const clang::CallExpr *call, ScalarType type) {
  std::string name = mathFunction(call);
  if (name.empty())
    return refuseCall(reader, DiagId::call_unknown, call);
  if (std::optional<double> constant = mathConstant(reader.ast, call))
    return makeExpr(type, FloatLit{*constant}, reader.range(call));
  std::vector<ExprPtr> args;
  for (const clang::Expr *arg : call->arguments()) {
    args.push_back(cellExpr(reader, arg));
    if (!args.back())
      return nullptr;
  }
  ExprPtr value = mathValue(name, args, type);
  return makeExpr(value->type, value->node, reader.range(call));
}

ExprPtr constantExpr(Reader &reader, const clang::Expr *expr, ScalarType type) {
  clang::Expr::EvalResult result;
  noteFolded(reader, expr);
  if (const auto *floating = llvm::dyn_cast<clang::FloatingLiteral>(expr)) {
    llvm::APFloat value = floating->getValue();
    bool lossy = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
    return makeExpr(type, FloatLit{value.convertToDouble()}, reader.range(expr));
  }
  if (!expr->EvaluateAsInt(result, reader.ast))
    return reader.fail(DiagId::unsupported_expression, expr);
  return makeExpr(type, IntLit{result.Val.getInt().getExtValue()}, reader.range(expr));
}

} // namespace

ExprPtr castTo(ScalarType type, ExprPtr expr) {
  if (!expr || expr->type == type)
    return expr;
  SourceRange range = expr->range;
  return makeExpr(type, Cast{std::move(expr)}, range);
}

ExprPtr steppedValue(const Reader &reader, const clang::UnaryOperator *op, const ExprPtr &current) {
  const bool isSmall = current->type == ScalarType::Bool || sizeOf(current->type) < 4;
  const ScalarType type = isSmall ? ScalarType::I32 : current->type;
  const ExprPtr one = isFloat(type) ? makeExpr(type, FloatLit{1}) : intLit(1, type);
  const Binary sum{op->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub, castTo(type, current), one};
  return makeExpr(type, sum, reader.range(op));
}

ExprPtr compoundValue(Reader &reader, const clang::CompoundAssignOperator *op, ExprPtr current) {
  std::optional<BinaryOp> kind = operatorOf(op->getOpcode());
  std::optional<ScalarType> lhsType = scalarTypeOf(reader.ast, op->getLHS()->getType());
  std::optional<ScalarType> left = scalarTypeOf(reader.ast, op->getComputationLHSType());
  std::optional<ScalarType> result = scalarTypeOf(reader.ast, op->getComputationResultType());
  if (!kind || !lhsType || !left || !result)
    return reader.failType(op, op->getComputationResultType());
  ExprPtr right = cellExpr(reader, op->getRHS());
  if (!right || !current)
    return nullptr;
  bool isShift = *kind == BinaryOp::Shl || *kind == BinaryOp::Shr;
  Binary node{*kind, castTo(*left, current), isShift ? right : castTo(*left, right)};
  return castTo(*lhsType, makeExpr(*result, node, reader.range(op)));
}

ExprPtr cellExpr(Reader &reader, const clang::Expr *expr) {
  if (expr->getBeginLoc().isMacroID() && expr->isEvaluatable(reader.ast))
    noteFolded(reader, expr); // a macro's whole value, (1.0f / 3.0f), not only its literals
  if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(expr))
    return cellExpr(reader, paren->getSubExpr());
  if (expr->getType()->isPointerType())
    return pointerTest(reader, expr);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
    return castExpr(reader, cast);
  if (const auto *constant = llvm::dyn_cast<clang::ConstantExpr>(expr))
    return cellExpr(reader, constant->getSubExpr());
  if (const auto *generic = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return cellExpr(reader, generic->getResultExpr());
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr))
    return groupExpr(reader, group);
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, expr->getType());
  if (!type)
    return reader.failType(expr, expr->getType());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unaryExpr(reader, unary, *type);
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return binaryExpr(reader, binary, *type);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr))
    return callExpr(reader, call, *type);
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr))
    return selectExpr(reader, select, *type);
  if (llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral, clang::FloatingLiteral, clang::DeclRefExpr,
                clang::UnaryExprOrTypeTraitExpr>(expr))
    return constantExpr(reader, expr, *type);
  return reader.fail(DiagId::unsupported_expression, expr);
}

} // namespace kasane
