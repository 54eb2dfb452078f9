// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: one case for each kind of node.
#include "Simplify/Clone.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Switches.h"

#include "clang/AST/DeclAccessPair.h"

namespace kasane {
namespace {

template <class T> T *mutableOf(const T *node) { return const_cast<T *>(node); }

} // namespace

const clang::Expr *addressedObject(const clang::Expr *pointer) {
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenImpCasts());
  return unary && unary->getOpcode() == clang::UO_AddrOf ? unary->getSubExpr()->IgnoreParens() : nullptr;
}

clang::QualType Cloner::type(clang::QualType original) {
  if (!original->isVariablyModifiedType())
    return original;
  clang::Qualifiers qualifiers = original.getQualifiers();
  if (const auto *pointer = original->getAs<clang::PointerType>())
    return ast_.getQualifiedType(ast_.getPointerType(type(pointer->getPointeeType())), qualifiers);
  if (const clang::ArrayType *array = ast_.getAsArrayType(original)) {
    clang::QualType element = type(array->getElementType());
    if (const auto *vla = llvm::dyn_cast<clang::VariableArrayType>(array))
      return ast_.getVariableArrayType(element, expr(vla->getSizeExpr()), vla->getSizeModifier(),
                                       vla->getIndexTypeCVRQualifiers(), vla->getBracketsRange());
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(array))
      return ast_.getConstantArrayType(element, fixed->getSize(), fixed->getSizeExpr(), fixed->getSizeModifier(),
                                       fixed->getIndexTypeCVRQualifiers());
  }
  return original;
}

clang::VarDecl *Cloner::newVariable(const clang::VarDecl *like, clang::Expr *init) {
  clang::QualType own = type(like->getType());
  auto *context = owner ? owner : const_cast<clang::DeclContext *>(like->getDeclContext());
  auto *var = clang::VarDecl::Create(ast_, context, like->getBeginLoc(), like->getLocation(), like->getIdentifier(),
                                     own, ast_.getTrivialTypeSourceInfo(own, like->getLocation()), clang::SC_None);
  if (init)
    var->setInit(init);
  declared(var);
  return var;
}

clang::Stmt *Cloner::declare(clang::VarDecl *var) {
  return noted(new (ast_) clang::DeclStmt(clang::DeclGroupRef(var), var->getLocation(), var->getLocation()));
}

clang::VarDecl *Cloner::declareNew(const std::string &name, clang::QualType type, int64_t first,
                                   clang::SourceLocation at, std::vector<clang::Stmt *> &stmts) {
  clang::IdentifierInfo &id = ast_.Idents.get(name);
  auto *var =
      clang::VarDecl::Create(ast_, owner, at, at, &id, type, ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  var->setInit(literal(first, type, at));
  stmts.push_back(declare(var));
  return var;
}

clang::Expr *Cloner::lvalueOf(clang::VarDecl *var, clang::SourceLocation at) {
  return noted(clang::DeclRefExpr::Create(ast_, {}, {}, var, false, at, var->getType(), clang::VK_LValue));
}

clang::Stmt *Cloner::countTo(clang::Expr *end, clang::VarDecl *counter, clang::Stmt *body, clang::SourceRange range) {
  const clang::SourceLocation at = range.getBegin();
  clang::Expr *goesOn = combined(clang::BO_LT, rvalueOf(lvalueOf(counter, at)), end, ast_.IntTy);
  clang::Expr *step =
      noted(clang::UnaryOperator::Create(ast_, lvalueOf(counter, at), clang::UO_PostInc, counter->getType(),
                                         clang::VK_PRValue, clang::OK_Ordinary, at, false, {}));
  return noted(new (ast_) clang::ForStmt(ast_, declare(counter), goesOn, nullptr, step, body, at, at, range.getEnd()));
}

clang::Stmt *Cloner::beginAt(const clang::ForStmt *loop, clang::VarDecl *&counter, clang::Expr *first) {
  if (!llvm::isa<clang::DeclStmt>(loop->getInit()))
    return combined(clang::BO_Assign, lvalueOf(counter, loop->getBeginLoc()), first,
                    counter->getType().getUnqualifiedType());
  clang::VarDecl *own = newVariable(counter, first);
  scope[counter] = {own, nullptr, nullptr};
  counter = own;
  return declare(own);
}

clang::Expr *Cloner::inParens(clang::Expr *inner) {
  if (!llvm::isa<clang::BinaryOperator>(inner->IgnoreImpCasts()))
    return inner;
  return noted(new (ast_) clang::ParenExpr(inner->getBeginLoc(), inner->getEndLoc(), inner));
}

clang::Expr *Cloner::ofType(clang::Expr *integer, clang::QualType type) {
  return ast_.hasSameUnqualifiedType(integer->getType(), type)
             ? integer
             : noted(clang::ImplicitCastExpr::Create(ast_, type.getUnqualifiedType(), clang::CK_IntegralCast,
                                                     inParens(integer), nullptr, clang::VK_PRValue, {}));
}

clang::Expr *Cloner::rvalueOf(clang::Expr *lvalue) {
  return noted(clang::ImplicitCastExpr::Create(ast_, lvalue->getType().getUnqualifiedType(), clang::CK_LValueToRValue,
                                               lvalue, nullptr, clang::VK_PRValue, {}));
}

clang::Expr *Cloner::converted(clang::ImplicitCastExpr *cast) {
  clang::SourceLocation at = cast->getBeginLoc();
  clang::Expr *operand = cast->getSubExpr();
  if (!llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::IntegerLiteral>(operand->IgnoreImpCasts()))
    operand = noted(new (ast_) clang::ParenExpr(at, cast->getEndLoc(), operand));
  return noted(clang::CStyleCastExpr::Create(ast_, cast->getType(), clang::VK_PRValue, cast->getCastKind(), operand,
                                             nullptr, {}, ast_.getTrivialTypeSourceInfo(cast->getType(), at), at,
                                             cast->getEndLoc()));
}

clang::Expr *Cloner::combined(clang::BinaryOperatorKind kind, clang::Expr *left, clang::Expr *right,
                              clang::QualType type) {
  return noted(clang::BinaryOperator::Create(ast_, left, right, kind, type, clang::VK_PRValue, clang::OK_Ordinary,
                                             left->getBeginLoc(), {}));
}

clang::Expr *Cloner::number(int64_t value, clang::QualType integer, clang::SourceLocation at) {
  const llvm::APInt bits(static_cast<unsigned>(ast_.getTypeSize(integer)), static_cast<uint64_t>(value), true);
  return noted(clang::IntegerLiteral::Create(ast_, bits, integer, at));
}

clang::Expr *Cloner::real(double value, clang::QualType type) {
  llvm::APFloat number(value);
  bool isRounded = false;
  number.convert(ast_.getFloatTypeSemantics(type), llvm::APFloat::rmNearestTiesToEven, &isRounded);
  return noted(clang::FloatingLiteral::Create(ast_, number, true, type.getUnqualifiedType(), {}));
}

clang::Expr *Cloner::literal(int64_t value, clang::QualType type, clang::SourceLocation at) {
  type = type.getUnqualifiedType();
  if (type->isRealFloatingType())
    return noted(clang::FloatingLiteral::Create(
        ast_, llvm::APFloat(ast_.getFloatTypeSemantics(type), static_cast<uint64_t>(value)), true, type, at));
  return number(value, type, at);
}

clang::Stmt *Cloner::block(const std::vector<clang::Stmt *> &stmts, clang::SourceRange range) {
  return noted(clang::CompoundStmt::Create(ast_, stmts, {}, range.getBegin(), range.getEnd()));
}

clang::Stmt *Cloner::part(const clang::Stmt *original) {
  if (!original)
    return nullptr;
  const clang::Stmt *bare = unwrap(original);
  if (clang::Stmt *other = instead(bare))
    return other;
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(bare)) {
    const clang::Expr *inner = expression->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner); cast && cast->getCastKind() == clang::CK_ToVoid)
      inner = cast->getSubExpr()->IgnoreParens();
    if (const auto *called = llvm::dyn_cast<clang::CallExpr>(inner))
      return call(called, false);
    if (const clang::Stmt *branch = selectionAsIf(*this, ast_, expression))
      return stmt(branch);
  }
  return stmt(bare);
}

clang::Stmt *Cloner::copyReference(const clang::DeclRefExpr *ref) {
  const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
  auto it = var ? scope.find(var) : scope.end();
  if (it == scope.end()) {
    reference(ref);
    return mutableOf(ref);
  }
  if (it->second.var)
    return lvalueOf(it->second.var, ref->getLocation());
  return it->second.value; // only below a conversion to its value, see copyCast
}

// x where `pointer` is a parameter that got &x.
clang::Expr *Cloner::objectBehind(const clang::Expr *pointer) {
  const auto *address = llvm::dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenImpCasts());
  if (address && address->getOpcode() == clang::UO_AddrOf)
    return expr(address->getSubExpr());
  const auto *var = variableOf(pointer);
  auto it = var ? scope.find(var) : scope.end();
  return it == scope.end() ? nullptr : it->second.object;
}

clang::Stmt *Cloner::copyCast(const clang::CastExpr *cast) {
  if (cast->getCastKind() == clang::CK_LValueToRValue)
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        if (auto it = scope.find(var); it != scope.end() && it->second.value)
          return it->second.value;
  clang::Expr *operand = expr(cast->getSubExpr());
  clang::QualType own = type(cast->getType());
  if (clang::Expr *value = cast->getCastKind() == clang::CK_LValueToRValue ? elementOfValue(operand) : nullptr)
    return value;
  if (operand == cast->getSubExpr() && own == cast->getType())
    return mutableOf(cast);
  if (const auto *written = llvm::dyn_cast<clang::CStyleCastExpr>(cast))
    return noted(clang::CStyleCastExpr::Create(ast_, own, cast->getValueKind(), cast->getCastKind(), operand, nullptr,
                                               {}, ast_.getTrivialTypeSourceInfo(own, cast->getBeginLoc()),
                                               written->getLParenLoc(), written->getRParenLoc()));
  return noted(
      clang::ImplicitCastExpr::Create(ast_, own, cast->getCastKind(), operand, nullptr, cast->getValueKind(), {}));
}

clang::Stmt *Cloner::copyMember(const clang::MemberExpr *member) {
  clang::Expr *object = member->isArrow() ? objectBehind(member->getBase()) : nullptr;
  clang::Expr *base = object ? object : expr(member->getBase());
  if (base == member->getBase())
    return mutableOf(member);
  bool isArrow = member->isArrow() && !object;
  const auto *target = isArrow ? nullptr : llvm::dyn_cast<clang::UnaryOperator>(base->IgnoreParens());
  if (target && target->getOpcode() == clang::UO_Deref) { // (*p).x
    base = target->getSubExpr();
    isArrow = true;
  }
  if (clang::Expr *value = isArrow || member->isGLValue() ? nullptr : memberOfValue(member, base))
    return value;
  return memberOf(member, base, isArrow, member->getValueKind());
}

clang::Expr *Cloner::memberOf(const clang::MemberExpr *member, clang::Expr *base, bool isArrow,
                              clang::ExprValueKind kind) {
  clang::ValueDecl *decl = member->getMemberDecl();
  return noted(clang::MemberExpr::Create(ast_, base, isArrow, member->getOperatorLoc(), {}, {}, decl,
                                         clang::DeclAccessPair::make(decl, clang::AS_none),
                                         clang::DeclarationNameInfo(decl->getDeclName(), member->getMemberLoc()),
                                         nullptr, member->getType(), kind, member->getObjectKind(), clang::NOUR_None));
}

// ({ ..; r; }).x  ->  ({ ..; r.x; })   null: the struct is in no variable.
clang::Expr *Cloner::memberOfValue(const clang::MemberExpr *member, clang::Expr *base) {
  return insideValue(base, member->getType(), [&](clang::Expr *object) {
    const auto *target = llvm::dyn_cast<clang::UnaryOperator>(object);
    const bool isArrow = target && target->getOpcode() == clang::UO_Deref;
    return memberOf(member, isArrow ? target->getSubExpr() : object, isArrow, clang::VK_LValue);
  });
}

// The same of an element of an array in a struct: ({ ..; r.s; })[1]  ->  ({ ..; r.s[1]; })
clang::Expr *Cloner::elementOfValue(const clang::Expr *lvalue) {
  std::vector<const clang::ArraySubscriptExpr *> subscripts;
  const clang::Expr *base = lvalue->IgnoreParens();
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base)) {
    const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(subscript->getBase());
    if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay || subscript->getIdx()->HasSideEffects(ast_))
      return nullptr;
    subscripts.push_back(subscript);
    base = decay->getSubExpr()->IgnoreParens();
  }
  if (subscripts.empty() || base->isGLValue())
    return nullptr;
  return insideValue(const_cast<clang::Expr *>(base), lvalue->getType(), [&](clang::Expr *object) {
    for (const clang::ArraySubscriptExpr *subscript : llvm::reverse(subscripts)) {
      clang::Expr *pointer =
          noted(clang::ImplicitCastExpr::Create(ast_, subscript->getBase()->getType(), clang::CK_ArrayToPointerDecay,
                                                object, nullptr, clang::VK_PRValue, {}));
      object = noted(new (ast_) clang::ArraySubscriptExpr(pointer, const_cast<clang::Expr *>(subscript->getIdx()),
                                                          subscript->getType(), clang::VK_LValue, clang::OK_Ordinary,
                                                          subscript->getRBracketLoc()));
    }
    return object;
  });
}

// `inside`: of the variable that the value is read from. Null: it is in none.
clang::Expr *Cloner::insideValue(clang::Expr *base, clang::QualType type,
                                 llvm::function_ref<clang::Expr *(clang::Expr *)> inside) {
  base = base->IgnoreParens();
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(base)) {
    std::vector<clang::Stmt *> stmts(group->getSubStmt()->body_begin(), group->getSubStmt()->body_end());
    auto *last = stmts.empty() ? nullptr : llvm::dyn_cast<clang::Expr>(stmts.back());
    clang::Expr *value = last ? insideValue(last, type, inside) : nullptr;
    if (!value)
      return nullptr;
    stmts.back() = value;
    auto *body = llvm::cast<clang::CompoundStmt>(block(stmts, group->getSourceRange()));
    return noted(new (ast_) clang::StmtExpr(body, type, group->getLParenLoc(), group->getRParenLoc(), 0));
  }
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(base)) {
    clang::Expr *whenTrue = insideValue(select->getTrueExpr(), type, inside);
    clang::Expr *whenFalse = whenTrue ? insideValue(select->getFalseExpr(), type, inside) : nullptr;
    return !whenFalse ? nullptr
                      : noted(new (ast_) clang::ConditionalOperator(select->getCond(), select->getQuestionLoc(),
                                                                    whenTrue, select->getColonLoc(), whenFalse, type,
                                                                    clang::VK_PRValue, clang::OK_Ordinary));
  }
  const auto *loaded = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
  return loaded && loaded->getCastKind() == clang::CK_LValueToRValue
             ? rvalueOf(inside(const_cast<clang::Expr *>(loaded->getSubExpr())->IgnoreParens()))
             : nullptr;
}

// Operators of one or two operands.
clang::Stmt *Cloner::copyOperator(const clang::Expr *original) {
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(original)) {
    if (unary->getOpcode() == clang::UO_Deref)
      if (clang::Expr *object = objectBehind(unary->getSubExpr()))
        return object;
    clang::Expr *operand = expr(unary->getSubExpr());
    if (operand == unary->getSubExpr())
      return mutableOf(unary);
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(operand->IgnoreParens());
    if (unary->getOpcode() == clang::UO_Deref && address && address->getOpcode() == clang::UO_AddrOf)
      return address->getSubExpr();
    return noted(clang::UnaryOperator::Create(ast_, operand, unary->getOpcode(), unary->getType(),
                                              unary->getValueKind(), unary->getObjectKind(), unary->getOperatorLoc(),
                                              unary->canOverflow(), {}));
  }
  const auto *binary = llvm::cast<clang::BinaryOperator>(original);
  clang::Expr *left = expr(binary->getLHS()), *right = expr(binary->getRHS());
  if (left == binary->getLHS() && right == binary->getRHS())
    return mutableOf(binary);
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary))
    return noted(clang::CompoundAssignOperator::Create(
        ast_, left, right, compound->getOpcode(), compound->getType(), compound->getValueKind(),
        compound->getObjectKind(), compound->getOperatorLoc(), {}, compound->getComputationLHSType(),
        compound->getComputationResultType()));
  return noted(clang::BinaryOperator::Create(ast_, left, right, binary->getOpcode(), binary->getType(),
                                             binary->getValueKind(), binary->getObjectKind(), binary->getOperatorLoc(),
                                             {}));
}

clang::Stmt *Cloner::copyList(const clang::InitListExpr *list) {
  if (list->isSyntacticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  std::vector<clang::Expr *> values;
  for (const clang::Expr *value : list->inits())
    values.push_back(expr(value));
  if (std::equal(values.begin(), values.end(), list->inits().begin()))
    return mutableOf(list);
  auto *copy = noted(new (ast_) clang::InitListExpr(ast_, list->getLBraceLoc(), values, list->getRBraceLoc()));
  copy->setType(list->getType());
  if (const clang::Expr *filler = list->getArrayFiller())
    copy->setArrayFiller(mutableOf(filler));
  return copy;
}

clang::Stmt *Cloner::copyExpr(const clang::Expr *original) {
  if (clang::Expr *other = insteadOf(original))
    return other;
  if (const auto *called = llvm::dyn_cast<clang::CallExpr>(original))
    return call(called, true);
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(original))
    return copyReference(ref);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(original))
    return copyCast(cast);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(original))
    return copyMember(member);
  if (llvm::isa<clang::UnaryOperator, clang::BinaryOperator>(original))
    return copyOperator(original);
  if (const auto *generic = llvm::dyn_cast<clang::GenericSelectionExpr>(original))
    return expr(generic->getResultExpr());
  if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(original)) {
    clang::Expr *inner = expr(paren->getSubExpr());
    if (inner == paren->getSubExpr())
      return mutableOf(paren);
    return noted(new (ast_) clang::ParenExpr(paren->getLParen(), paren->getRParen(), inner));
  }
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(original)) {
    const auto *zero = llvm::dyn_cast<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts());
    if (clang::Expr *object = zero && zero->getValue().isZero() ? objectBehind(element->getBase()) : nullptr)
      return object;
    clang::Expr *left = expr(element->getLHS()), *right = expr(element->getRHS());
    if (left == element->getLHS() && right == element->getRHS())
      return mutableOf(element);
    return noted(new (ast_) clang::ArraySubscriptExpr(left, right, element->getType(), element->getValueKind(),
                                                      element->getObjectKind(), element->getRBracketLoc()));
  }
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(original)) {
    clang::Expr *condition = expr(select->getCond());
    clang::Expr *whenTrue = expr(select->getTrueExpr()), *whenFalse = expr(select->getFalseExpr());
    if (condition == select->getCond() && whenTrue == select->getTrueExpr() && whenFalse == select->getFalseExpr())
      return mutableOf(select);
    return noted(new (ast_) clang::ConditionalOperator(condition, select->getQuestionLoc(), whenTrue,
                                                       select->getColonLoc(), whenFalse, select->getType(),
                                                       select->getValueKind(), select->getObjectKind()));
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(original))
    return copyList(list);
  if (const auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(original)) {
    clang::Expr *init = expr(literal->getInitializer());
    if (init == literal->getInitializer())
      return mutableOf(literal);
    return noted(new (ast_) clang::CompoundLiteralExpr(literal->getLParenLoc(), literal->getTypeSourceInfo(),
                                                       literal->getType(), literal->getValueKind(), init,
                                                       literal->isFileScope()));
  }
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(original)) {
    auto *body = llvm::cast<clang::CompoundStmt>(copyBlock(group->getSubStmt(), true));
    return noted(new (ast_) clang::StmtExpr(body, group->getType(), group->getLParenLoc(), group->getRParenLoc(), 0));
  }
  return mutableOf(original);
}

clang::Stmt *Cloner::copyCall(const clang::CallExpr *original) {
  std::vector<clang::Expr *> arguments;
  for (const clang::Expr *argument : original->arguments())
    arguments.push_back(expr(argument));
  if (std::equal(arguments.begin(), arguments.end(), original->arg_begin()))
    return const_cast<clang::CallExpr *>(original);
  return noted(clang::CallExpr::Create(ast_, const_cast<clang::Expr *>(original->getCallee()), arguments,
                                       original->getType(), original->getValueKind(), original->getRParenLoc(), {}));
}

clang::Stmt *Cloner::copyDeclarations(const clang::DeclStmt *decls) {
  std::vector<clang::Decl *> list;
  bool changed = false;
  for (const clang::Decl *decl : decls->decls()) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
    if (var && declareInstead(var, list)) {
      changed = true;
      continue;
    }
    list.push_back(const_cast<clang::Decl *>(decl));
    if (!var || var->isStaticLocal())
      continue;
    clang::Expr *init = var->getInit() ? expr(var->getInit()) : nullptr;
    if (!renews && init == var->getInit())
      continue;
    clang::VarDecl *own = newVariable(var, init);
    scope[var] = {own, nullptr, nullptr};
    list.back() = own;
    changed = true;
  }
  if (!changed)
    return mutableOf(decls);
  if (list.empty())
    return noted(new (ast_) clang::NullStmt(decls->getBeginLoc()));
  clang::DeclGroupRef group = clang::DeclGroupRef::Create(ast_, list.data(), list.size());
  return noted(new (ast_) clang::DeclStmt(group, decls->getBeginLoc(), decls->getEndLoc()));
}

clang::Stmt *Cloner::copyBlock(const clang::CompoundStmt *original, bool ofValue) {
  std::vector<const clang::Stmt *> children(original->body_begin(), original->body_end());
  rewriteBlock(children);
  std::vector<clang::Stmt *> stmts;
  for (const clang::Stmt *child : children) {
    bool isValue = child == original->body_back() && llvm::isa<clang::Expr>(child);
    stmts.push_back(isValue && ofValue ? stmt(child) : part(child));
  }
  const bool changed = !llvm::equal(stmts, original->body());
  return changed ? block(stmts, original->getSourceRange()) : mutableOf(original);
}

clang::Stmt *Cloner::copyIf(const clang::IfStmt *original) {
  if (original->getInit() || original->hasVarStorage())
    return mutableOf(original);
  clang::Expr *condition = expr(original->getCond());
  clang::Stmt *thenPart = part(original->getThen()), *elsePart = part(original->getElse());
  if (condition == original->getCond() && thenPart == original->getThen() && elsePart == original->getElse())
    return mutableOf(original);
  return noted(clang::IfStmt::Create(ast_, original->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                     condition, original->getLParenLoc(), original->getRParenLoc(), thenPart,
                                     original->getElseLoc(), elsePart));
}

clang::Stmt *Cloner::copyLoop(const clang::Stmt *original) {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original)) {
    clang::Stmt *init = part(loop->getInit());
    clang::Expr *condition = expr(loop->getCond()), *increment = expr(loop->getInc());
    clang::Stmt *body = part(loop->getBody());
    if (init == loop->getInit() && condition == loop->getCond() && increment == loop->getInc() &&
        body == loop->getBody())
      return mutableOf(loop);
    return noted(new (ast_) clang::ForStmt(ast_, init, condition, nullptr, increment, body, loop->getForLoc(),
                                           loop->getLParenLoc(), loop->getRParenLoc()));
  }
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(original)) {
    clang::Expr *condition = expr(loop->getCond());
    clang::Stmt *body = part(loop->getBody());
    if (condition == loop->getCond() && body == loop->getBody())
      return mutableOf(loop);
    return noted(clang::WhileStmt::Create(ast_, nullptr, condition, body, loop->getWhileLoc(), loop->getLParenLoc(),
                                          loop->getRParenLoc()));
  }
  const auto *loop = llvm::cast<clang::DoStmt>(original);
  clang::Stmt *body = part(loop->getBody());
  clang::Expr *condition = expr(loop->getCond());
  if (condition == loop->getCond() && body == loop->getBody())
    return mutableOf(loop);
  return noted(new (ast_) clang::DoStmt(body, condition, loop->getDoLoc(), loop->getWhileLoc(), loop->getRParenLoc()));
}

clang::Stmt *Cloner::stmt(const clang::Stmt *original) {
  original = unwrap(original);
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(original))
    return copyExpr(expression);
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(original))
    return copyBlock(compound);
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(original))
    return copyDeclarations(decls);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(original))
    return copyIf(branch);
  if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(original))
    if (const clang::Stmt *chain = switchAsIfs(*this, ast_, choice))
      return stmt(chain);
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(original))
    return copyLoop(original);
  if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(original)) {
    clang::Stmt *labelled = part(label->getSubStmt());
    return labelled == label->getSubStmt()
               ? mutableOf(label)
               : noted(new (ast_) clang::LabelStmt(label->getIdentLoc(), label->getDecl(), labelled));
  }
  if (const auto *ret = llvm::dyn_cast<clang::ReturnStmt>(original))
    return noted(clang::ReturnStmt::Create(ast_, ret->getReturnLoc(), expr(ret->getRetValue()), nullptr));
  return mutableOf(original);
}

} // namespace kasane
