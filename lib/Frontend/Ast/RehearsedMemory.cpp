// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/RehearsedMemory.h"

#include "Ast/Arithmetic.h"

#include <cmath>

namespace kasane::rehearsed {
namespace {

Value numbered(int64_t number, bool isSure = true) { return {Value::Number, number, {}, isSure}; }

// Of a float or a double; nothing where it isn't finite.
Value realOf(double number, clang::QualType type, bool isSure = true) {
  const bool isShort = type->isSpecificBuiltinType(clang::BuiltinType::Float);
  if (isShort)
    number = static_cast<float>(number);
  const bool isReal = isShort || type->isSpecificBuiltinType(clang::BuiltinType::Double);
  return isReal && std::isfinite(number) ? Value{Value::Real, 0, {}, isSure, number} : Value{};
}

Value realOperated(clang::BinaryOperatorKind kind, double left, double right, clang::QualType type, bool isSure) {
  switch (kind) {
  case clang::BO_Add:
    return realOf(left + right, type, isSure);
  case clang::BO_Sub:
    return realOf(left - right, type, isSure);
  case clang::BO_Mul:
    return realOf(left * right, type, isSure);
  case clang::BO_Div:
    return realOf(left / right, type, isSure);
  case clang::BO_LT:
    return numbered(left < right, isSure);
  case clang::BO_GT:
    return numbered(left > right, isSure);
  case clang::BO_LE:
    return numbered(left <= right, isSure);
  case clang::BO_GE:
    return numbered(left >= right, isSure);
  case clang::BO_EQ:
    return numbered(left == right, isSure);
  case clang::BO_NE:
    return numbered(left != right, isSure);
  default:
    return {};
  }
}

bool allocates(const clang::CallExpr *call) { return call->getType()->isPointerType(); }

bool isAbsolute(const clang::FunctionDecl *callee) {
  const clang::IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  return name && (name->isStr("abs") || name->isStr("labs"));
}

} // namespace

bool isTrue(const Value &value) {
  return value.kind == Value::Address ? value.spot.object != 0 : value.number != 0 || value.real != 0;
}

int64_t Memory::sizeOf(clang::QualType type) const {
  return type->isIncompleteType() || type->isVariablyModifiedType() || type->isFunctionType()
             ? 1
             : ast_.getTypeSizeInChars(type).getQuantity();
}

int64_t Memory::wrapped(int64_t number, clang::QualType type) const {
  if (!type->isIntegralOrEnumerationType() || type->isBooleanType())
    return number;
  const unsigned bits = ast_.getIntWidth(type);
  if (bits >= 64)
    return number;
  const llvm::APInt cut = llvm::APInt(64, static_cast<uint64_t>(number)).trunc(bits);
  return type->isSignedIntegerOrEnumerationType() ? cut.getSExtValue() : static_cast<int64_t>(cut.getZExtValue());
}

// Pointers from outside lead to an object of their own.
Value Memory::fromOutside(clang::QualType type) {
  if (type->isPointerType() && !frozen_)
    return {Value::Address, 0, {newObject(), 0}, false};
  const int64_t number = kFromOutside[frozen_ ? 0 : outside_++ % std::size(kFromOutside)];
  return type->isIntegralOrEnumerationType() ? numbered(wrapped(number, type), false) : Value{};
}

std::optional<Value> Memory::known(Spot at) const {
  const auto cell = cells_.find({at.object, at.offset});
  return cell == cells_.end() ? std::nullopt : std::optional(cell->second);
}

Value Memory::load(Spot at, clang::QualType type) {
  if (type->isRecordType())
    return {Value::Record, 0, at, true};
  if (const std::optional<Value> value = known(at)) {
    const bool isLike = value->kind == Value::Nothing || (value->kind == Value::Real) == type->isRealFloatingType();
    Value out = isLike ? *value : Value{};
    out.isSure &= at.isSure;
    return out;
  }
  const Value value = fromOutside(type);
  if (value.kind != Value::Nothing && !frozen_)
    cells_[{at.object, at.offset}] = value; // the same one the next time
  return value;
}

void Memory::store(Spot at, clang::QualType type, const Value &value) {
  if (value.kind != Value::Record) {
    cells_[{at.object, at.offset}] = value;
    return;
  }
  std::map<int64_t, Value> copy;
  for (auto cell = cells_.lower_bound({value.spot.object, value.spot.offset});
       cell != cells_.end() && cell->first.first == value.spot.object &&
       cell->first.second < value.spot.offset + sizeOf(type);
       ++cell)
    copy[cell->first.second - value.spot.offset] = cell->second;
  for (const auto &[offset, member] : copy)
    cells_[{at.object, at.offset + offset}] = member;
}

std::optional<Spot> Memory::spot(const clang::Expr *lvalue) {
  work();
  lvalue = lvalue->IgnoreParens();
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(lvalue)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    const std::optional<int> object = var ? objectOf(var) : std::nullopt;
    return object ? std::optional(Spot{*object, 0}) : std::nullopt;
  }
  std::optional<Value> address;
  int64_t offset = 0;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
      unary && unary->getOpcode() == clang::UO_Deref) {
    address = value(unary->getSubExpr());
  } else if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
    address = moved(value(subscript->getBase()), value(subscript->getIdx()), subscript->getType(), false);
  } else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || field->isBitField())
      return std::nullopt;
    offset = static_cast<int64_t>(ast_.getFieldOffset(field)) / 8;
    if (member->isArrow())
      address = value(member->getBase());
    else if (const std::optional<Spot> base = spot(member->getBase()))
      address = Value{Value::Address, 0, *base, true};
  } else if (lvalue->getType()->isRecordType()) { // what a function returns
    address = value(lvalue);
  }
  if (!address || (address->kind != Value::Address && address->kind != Value::Record))
    return std::nullopt;
  return Spot{address->spot.object, address->spot.offset + offset, address->spot.isSure};
}

Value Memory::moved(const Value &address, const Value &by, clang::QualType type, bool back) const {
  if (address.kind != Value::Address || by.kind != Value::Number)
    return {};
  Value out = address;
  out.spot.offset += (back ? -by.number : by.number) * sizeOf(type);
  out.spot.isSure &= by.isSure;
  return out;
}

Value Memory::operated(clang::BinaryOperatorKind kind, const Value &left, const Value &right, clang::QualType type,
                       clang::QualType leftType) const {
  if (left.kind == Value::Address && leftType->isPointerType() && (kind == clang::BO_Add || kind == clang::BO_Sub) &&
      right.kind == Value::Number)
    return moved(left, right, leftType->getPointeeType(), kind == clang::BO_Sub);
  if (right.kind == Value::Address && kind == clang::BO_Add)
    return moved(right, left, type->isPointerType() ? type->getPointeeType() : type, false);
  const bool areAddresses = left.kind == Value::Address || right.kind == Value::Address;
  if (areAddresses && (kind == clang::BO_EQ || kind == clang::BO_NE)) {
    const bool same = left.spot.object == right.spot.object && left.spot.offset == right.spot.offset;
    return numbered(same == (kind == clang::BO_EQ));
  }
  if (left.kind == Value::Real && right.kind == Value::Real)
    return realOperated(kind, left.real, right.real, type, left.isSure && right.isSure);
  if (left.kind != Value::Number || right.kind != Value::Number)
    return {};
  const std::optional<int64_t> number = computed(kind, left.number, right.number);
  return number ? numbered(wrapped(*number, type), left.isSure && right.isSure) : Value{};
}

Value Memory::assigned(const clang::BinaryOperator *op) {
  Value right = value(op->getRHS());
  const std::optional<Spot> at = spot(op->getLHS());
  const clang::QualType type = op->getLHS()->getType();
  if (!at || frozen_)
    return {};
  if (op->isCompoundAssignmentOp())
    right = operated(clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), load(*at, type), right, type,
                     type);
  store(*at, type, right);
  return right;
}

Value Memory::binaryValue(const clang::BinaryOperator *op) {
  if (op->isAssignmentOp())
    return assigned(op);
  const Value left = value(op->getLHS());
  if (op->getOpcode() == clang::BO_Comma)
    return value(op->getRHS());
  if (op->isLogicalOp()) {
    if (left.kind == Value::Nothing || isTrue(left) == (op->getOpcode() == clang::BO_LOr))
      return left.kind == Value::Nothing ? left : numbered(isTrue(left), left.isSure);
    const Value right = value(op->getRHS());
    return right.kind == Value::Nothing ? right : numbered(isTrue(right), left.isSure && right.isSure);
  }
  return operated(op->getOpcode(), left, value(op->getRHS()), op->getType(), op->getLHS()->getType());
}

Value Memory::unaryValue(const clang::UnaryOperator *op) {
  if (op->getOpcode() == clang::UO_AddrOf) {
    const std::optional<Spot> at = spot(op->getSubExpr());
    return at ? Value{Value::Address, 0, *at, true} : Value{};
  }
  if (op->isIncrementDecrementOp()) {
    const std::optional<Spot> at = spot(op->getSubExpr());
    if (!at || frozen_)
      return {};
    const Value before = load(*at, op->getType());
    const Value after = operated(op->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, before, numbered(1),
                                 op->getType(), op->getType());
    store(*at, op->getType(), after);
    return op->isPostfix() ? before : after;
  }
  const Value value = this->value(op->getSubExpr());
  if (value.kind == Value::Nothing)
    return value;
  switch (op->getOpcode()) {
  case clang::UO_LNot:
    return numbered(!isTrue(value), value.isSure);
  case clang::UO_Minus:
    if (value.kind == Value::Real)
      return realOf(-value.real, op->getType(), value.isSure);
    return numbered(wrapped(-value.number, op->getType()), value.isSure);
  case clang::UO_Not:
    return numbered(wrapped(~value.number, op->getType()), value.isSure);
  default:
    return value;
  }
}

// Between integers and floating numbers, or among these.
Value Memory::realCast(const clang::CastExpr *cast, Value value) const {
  const clang::QualType type = cast->getType();
  if (value.kind == Value::Number)
    return realOf(static_cast<double>(value.number), type, value.isSure);
  if (value.kind != Value::Real || type->isRealFloatingType())
    return value.kind == Value::Real ? realOf(value.real, type, value.isSure) : Value{};
  if (cast->getCastKind() == clang::CK_FloatingToBoolean)
    return numbered(value.real != 0, value.isSure);
  const bool isInRange = std::fabs(value.real) < 0x1p62;
  return isInRange ? numbered(wrapped(static_cast<int64_t>(value.real), type), value.isSure) : Value{};
}

Value Memory::castValue(const clang::CastExpr *cast) {
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue: {
    const std::optional<Spot> at = spot(cast->getSubExpr());
    return at ? load(*at, cast->getType()) : Value{};
  }
  case clang::CK_ArrayToPointerDecay: {
    const std::optional<Spot> at = spot(cast->getSubExpr());
    return at ? Value{Value::Address, 0, *at, true} : Value{};
  }
  case clang::CK_NullToPointer:
    return {Value::Address, 0, {0, 0}, true};
  case clang::CK_IntegralToBoolean:
  case clang::CK_PointerToBoolean: {
    const Value value = this->value(cast->getSubExpr());
    return value.kind == Value::Nothing ? value : numbered(isTrue(value), value.isSure);
  }
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_FloatingToBoolean:
    if (const Value real = realCast(cast, value(cast->getSubExpr())); real.kind != Value::Nothing)
      return real;
    return fromOutside(cast->getType());
  default:
    Value value = this->value(cast->getSubExpr());
    if (value.kind == Value::Number)
      value.number = wrapped(value.number, cast->getType());
    return value.kind == Value::Nothing ? fromOutside(cast->getType()) : value;
  }
}

Value Memory::call(const clang::FunctionDecl *function, const std::vector<Value> &arguments) {
  if (depth_ >= kMaxCalls || isTired())
    return {};
  ++depth_;
  Names outer = std::exchange(locals, {});
  returned = {};
  for (unsigned p = 0; p < function->getNumParams(); ++p) {
    const clang::ParmVarDecl *param = function->getParamDecl(p);
    const int object = locals[param] = newObject();
    const bool isGiven = p < arguments.size() && arguments[p].kind != Value::Nothing;
    if (const Value value = isGiven ? arguments[p] : fromOutside(param->getType()); value.kind != Value::Nothing)
      store({object, 0}, param->getType(), value);
  }
  const Flow flow = runner_.run(function->getBody());
  if (flow != Flow::End) // there, who asks wants this function's variables
    locals = std::move(outer);
  --depth_;
  return std::exchange(returned, {});
}

Value Memory::callValue(const clang::CallExpr *call) {
  std::vector<Value> arguments;
  for (const clang::Expr *argument : call->arguments())
    arguments.push_back(value(argument));
  const clang::FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (isAbsolute(callee) && arguments.size() == 1 && arguments[0].kind == Value::Number)
    return numbered(std::abs(arguments[0].number), arguments[0].isSure);
  if (callee && callee->getBody(definition) && !call->getBuiltinCallee() && !frozen_) {
    const Value value = this->call(definition, arguments);
    return value.kind == Value::Nothing ? fromOutside(call->getType()) : value;
  }
  return allocates(call) && frozen_ ? Value{} : fromOutside(call->getType());
}

Value Memory::asked(const clang::Expr *expr, const std::map<const clang::VarDecl *, int64_t> &bindings) {
  const Names before = locals;
  int object = 0;
  for (const auto &[var, number] : bindings) {
    locals[var] = --object;
    cells_[{object, 0}] = numbered(number);
  }
  work_ = 0;
  const std::optional<Spot> at = expr->isGLValue() ? spot(expr) : std::nullopt;
  Value out;
  if (expr->isPRValue())
    out = value(expr);
  else if (at)
    out = expr->getType()->isArrayType() ? Value{Value::Address, 0, *at, true} : load(*at, expr->getType());
  locals = before;
  return out;
}

Value Memory::value(const clang::Expr *expr) {
  work();
  if (isTired())
    return {};
  if (expr->getType()->isIntegralOrEnumerationType())
    if (const std::optional<llvm::APSInt> number = expr->getIntegerConstantExpr(ast_);
        number && number->getBitWidth() <= 64)
      return numbered(number->isSigned() ? number->getSExtValue() : static_cast<int64_t>(number->getZExtValue()));
  expr = expr->IgnoreParens();
  if (const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(expr))
    return realOf(literal->getValueAsApproximateDouble(), expr->getType());
  if (llvm::isa<clang::ImplicitValueInitExpr>(expr) && expr->getType()->isRealFloatingType())
    return realOf(0, expr->getType());
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
    return castValue(cast);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unaryValue(unary);
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return binaryValue(binary);
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
    const Value condition = value(select->getCond());
    return condition.kind == Value::Nothing ? condition
                                            : value(isTrue(condition) ? select->getTrueExpr() : select->getFalseExpr());
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr))
    return callValue(call);
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr)) {
    const clang::CompoundStmt *block = group->getSubStmt();
    const auto *last = block->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(block->body_back());
    for (const clang::Stmt *child : block->body())
      if (child != last && !frozen_)
        runner_.run(child);
    return last ? value(last) : Value{};
  }
  if (expr->getType()->isRecordType())
    if (const std::optional<Spot> at = llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(expr)
                                           ? spot(expr)
                                           : std::nullopt)
      return {Value::Record, 0, *at, true};
  return expr->isPRValue() ? fromOutside(expr->getType()) : Value{};
}

} // namespace kasane::rehearsed
