// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: all ways in which arguments and variables of the region stand for those of a function.
#include "Simplify/Inline.h"

#include "Ast/Allocations.h"
#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/MathCalls.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Read/HostCode.h"
#include "Simplify/Jumps.h"
#include "Simplify/ReturnedValue.h"
#include "Simplify/StaticLocals.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

constexpr size_t kMaxCalls = 4096;

class Expander : public Cloner {
public:
  Expander(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
           Records records, Allowed allowed, Expansion &expansion, Diagnostics &diagnostics)
      : Cloner(ast, expansion.made, function), callees_(allowed), expansion_(expansion),
        host_(hostStatements(ast, callees_, region, records)), diagnostics_(diagnostics), region_(region),
        changes_(callees_, region), locals_(localNames(function)) {}
  bool failed = false;
  const Variables &hostLocals() const { return host_.locals; }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool used) override {
    if (isAdvice(original) && llvm::none_of(original->arguments(), [&](const clang::Expr *argument) {
          return argument->HasSideEffects(ast_);
        }))
      return used ? noted(new (ast_) clang::ParenExpr(original->getBeginLoc(), original->getEndLoc(),
                                                      expr(original->getArg(0))))
                  : static_cast<clang::Stmt *>(noted(new (ast_) clang::NullStmt(original->getBeginLoc())));
    const clang::FunctionDecl *callee =
        mathFunction(original).empty() && !allocationIn(original) ? callees_.definitionOf(original) : nullptr;
    if (!callee)
      return copyCall(original);
    if (llvm::is_contained(stack_, callee))
      return refuse(DiagId::call_recursive, original, original, callee);
    if (expansion_.calls.size() >= kMaxCalls)
      return refuse(DiagId::too_many_calls, original, original, callee);
    expansion_.calls.push_back({callee, original});
    std::vector<clang::Stmt *> stmts = bindAll(callee, original);
    stack_.push_back(callee);
    bool outer = std::exchange(renews, true);
    clang::Stmt *body = withoutGotosToEnd(ast_, callee, stmt(callee->getBody()), made_);
    renews = outer;
    stack_.pop_back();
    Tail tail = tailOf(*this, ast_, callee, body);
    if (const clang::Stmt *jump = tail.stuck ? gotoIn(body) : nullptr)
      return refuse(DiagId::goto_unclear, jump, original, callee);
    if (tail.stuck)
      return refuse(DiagId::return_in_loop, tail.stuck, original, callee);
    if (used && !tail.value && !callee->getReturnType()->isVoidType())
      return copyCall(original); // it ends without a return
    stmts.insert(stmts.end(), tail.stmts.begin(), tail.stmts.end());
    if (!used) {
      if (tail.value && llvm::isa<clang::StmtExpr>(tail.value->IgnoreParenCasts()))
        stmts.push_back(tail.value);
      return block(stmts, original->getSourceRange());
    }
    if (tail.value && stmts.empty())
      return noted(new (ast_) clang::ParenExpr(original->getBeginLoc(), original->getEndLoc(), tail.value));
    if (tail.value)
      stmts.push_back(tail.value);
    auto *group = llvm::cast<clang::CompoundStmt>(block(stmts, original->getSourceRange()));
    return noted(new (ast_)
                     clang::StmtExpr(group, original->getType(), original->getBeginLoc(), original->getEndLoc(), 0));
  }

  // Text at the call site must mean what it means in the function.
  void reference(const clang::DeclRefExpr *ref) override {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    if (stack_.empty() || !var || !var->isFileVarDecl())
      return;
    bool visible =
        ast_.getSourceManager().isBeforeInTranslationUnit(var->getFirstDecl()->getBeginLoc(), region_->getBeginLoc());
    if (visible && !locals_.count(var->getNameAsString()))
      return;
    diagnostics_.add(DiagId::global_hidden, rangeOf(ast_, ref->getSourceRange()), {var->getNameAsString()});
    failed = true;
  }

  void declared(const clang::VarDecl *var) override { changes_.add(var); }

  // box *b = s->box: a name for a struct that has another one.
  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &) override {
    if (isOfHost(var))
      return false;
    if (var->isStaticLocal() && !stack_.empty())
      return liftStatic(var);
    const clang::QualType type = var->getType();
    if (!var->getInit() || !type->isPointerType() || type.isVolatileQualified() ||
        !type->getPointeeType()->isRecordType() || !isSetOnce(var))
      return false;
    const Substitute fixed = fixedPointer(type, expr(var->getInit()));
    if (fixed.value)
      scope[var] = fixed;
    return fixed.value != nullptr;
  }

  // double k = atof(line); is double k; and host code that sets it.
  void rewriteBlock(std::vector<const clang::Stmt *> &stmts) override {
    std::vector<const clang::Stmt *> out;
    for (const clang::Stmt *stmt : stmts) {
      if (const auto *decls = host_.shared.count(stmt) ? llvm::cast<clang::DeclStmt>(stmt) : nullptr)
        for (const clang::Decl *decl : decls->decls()) {
          const auto *var = llvm::cast<clang::VarDecl>(decl);
          scope[var] = {newVariable(var, nullptr), nullptr, nullptr};
          out.push_back(declare(scope[var].var));
        }
      out.push_back(stmt);
    }
    stmts = std::move(out);
  }

  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const std::optional<InPlace> found = inPlaceOf(original)) {
      const auto outer = std::exchange(inPlace_, found->parameter);
      clang::Stmt *body = call(found->call, false);
      inPlace_ = outer;
      return body;
    }
    const bool isInRun = host_.runs.count(original) > 0;
    if (!stack_.empty() || (!isInRun && !host_.code.count(original) && !host_.declares(original)))
      return nullptr;
    clang::Stmt *empty = noted(new (ast_) clang::NullStmt(original->getBeginLoc()));
    const clang::Stmt *code = isInRun ? host_.runs.at(original) : original;
    if (llvm::none_of(expansion_.hostCode, [&](const auto &known) { return known.second == code; })) // once for a run
      expansion_.hostCode[empty] = code;
    return empty;
  }

private:
  // g = step(g), where step returns its parameter.
  struct InPlace {
    const clang::CallExpr *call;
    const clang::ParmVarDecl *parameter;
  };

  // A copy of the struct that is changed and comes back is the struct itself where nothing else can look at that.
  std::optional<InPlace> inPlaceOf(const clang::Stmt *original) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(original);
    const clang::VarDecl *var = op && op->getOpcode() == clang::BO_Assign ? variableOf(op->getLHS()) : nullptr;
    const auto *call = var ? llvm::dyn_cast<clang::CallExpr>(op->getRHS()->IgnoreParens()) : nullptr;
    const clang::RecordDecl *record = call ? var->getType()->getAsRecordDecl() : nullptr;
    const auto isFlat = [](const clang::FieldDecl *field) { // its array would have an address without `&`
      return !field->getType()->isArrayType() && !field->getType()->isRecordType();
    };
    if (!record || !llvm::all_of(record->fields(), isFlat) || var->getType().isVolatileQualified() ||
        !var->hasLocalStorage() || isAddressed(llvm::cast<clang::FunctionDecl>(var->getDeclContext())->getBody(), var))
      return std::nullopt;
    const clang::FunctionDecl *callee = callees_.definitionOf(call);
    const clang::ParmVarDecl *parameter = nullptr;
    for (unsigned p = 0; callee && p < call->getNumArgs(); ++p)
      if (variableOf(call->getArg(p)) == var && !parameter)
        parameter = callee->getParamDecl(p);
      else if (mentions(call->getArg(p), var))
        return std::nullopt;
    const bool isReturned = parameter && !isAddressed(callee->getBody(), parameter) &&
                            !holds(callee->getBody(), [&](const clang::Stmt *part) {
                              const auto *ret = llvm::dyn_cast<clang::ReturnStmt>(part);
                              return ret && !(ret->getRetValue() && variableOf(ret->getRetValue()) == parameter);
                            });
    return isReturned ? std::optional(InPlace{call, parameter}) : std::nullopt;
  }

  // g of g.v[2], but none of what a pointer in it leads to.
  static const clang::VarDecl *objectOf(const clang::Expr *lvalue) {
    for (const clang::Expr *at = lvalue->IgnoreParens();;) {
      const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at);
      const clang::Expr *base = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
      if (member && !member->isArrow())
        at = member->getBase()->IgnoreParens();
      else if (base && base->getType()->isArrayType())
        at = base;
      else
        return variableOf(at);
    }
  }

  static bool isAddressed(const clang::Stmt *body, const clang::VarDecl *var) {
    return holds(body, [&](const clang::Stmt *part) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
      return address && address->getOpcode() == clang::UO_AddrOf && objectOf(address->getSubExpr()) == var;
    });
  }

  clang::Stmt *refuse(DiagId id, const clang::Stmt *at, const clang::CallExpr *original,
                      const clang::FunctionDecl *callee) {
    if (!std::exchange(failed, true))
      diagnostics_.add(id, rangeOf(ast_, at->getSourceRange()), {callee->getNameAsString()});
    return const_cast<clang::CallExpr *>(original);
  }

  // Declarations of the parameters that need variables; arguments are evaluated once.
  std::vector<clang::Stmt *> bindAll(const clang::FunctionDecl *callee, const clang::CallExpr *original) {
    std::vector<clang::Expr *> arguments;
    for (const clang::Expr *argument : original->arguments()) {
      arguments.push_back(expr(argument));
      const clang::QualType type = callee->getParamDecl(static_cast<unsigned>(arguments.size()) - 1)->getType();
      if (!callee->hasPrototype() && type->isPointerType()) // by which it would have its type
        arguments.back() = noted(clang::ImplicitCastExpr::Create(ast_, type.getUnqualifiedType(), clang::CK_BitCast,
                                                                 arguments.back(), nullptr, clang::VK_PRValue, {}));
    }
    std::vector<clang::Stmt *> declarations;
    // Scalars first: the types of others may have them as sizes.
    for (bool scalars : {true, false})
      for (unsigned p = 0; p < callee->getNumParams(); ++p) {
        const clang::ParmVarDecl *parameter = callee->getParamDecl(p);
        if (parameter->getType()->isArithmeticType() != scalars)
          continue;
        const bool isAddress = parameter->getType()->isPointerType() && !parameter->getType()->isVariablyModifiedType();
        if (isAddress && !arguments[p]->HasSideEffects(ast_) && !mentions(callee->getBody(), parameter))
          continue; // nobody looks at it
        scope[parameter] = substituteFor(callee, parameter, original->getArg(p), arguments[p]);
        if (scope[parameter].value)
          continue;
        clang::VarDecl *var = newVariable(parameter, arguments[p]);
        scope[parameter] = {var, nullptr, nullptr};
        declarations.push_back(declare(var));
      }
    return declarations;
  }

  Substitute substituteFor(const clang::FunctionDecl *callee, const clang::ParmVarDecl *parameter,
                           const clang::Expr *original, clang::Expr *argument) {
    clang::QualType type = parameter->getType();
    if (parameter == inPlace_)
      return {nullptr, argument->IgnoreParenImpCasts(), nullptr};
    if (type->isRecordType()) { // a copy of what doesn't change meanwhile is the same as the struct itself
      clang::Expr *object = argument->IgnoreParenImpCasts();
      bool isSame = !lvalueKey(object).empty() && isFixedPath(object) &&
                    Changes(callees_, callee->getBody()).keepsMembers(object);
      return {nullptr, isSame ? object : nullptr, nullptr};
    }
    if (!keepsValue(parameter, callee->getBody()))
      return {};
    if (type->isFunctionPointerType() && llvm::isa<clang::DeclRefExpr>(argument->IgnoreImpCasts()))
      return {nullptr,
              llvm::isa<clang::FunctionDecl>(llvm::cast<clang::DeclRefExpr>(argument->IgnoreImpCasts())->getDecl())
                  ? argument
                  : nullptr,
              nullptr};
    if (const Substitute fixed = fixedFor(callee, type, argument); fixed.value)
      return fixed;
    if (const Substitute element = ownElement(callee, parameter, original, argument); element.value)
      return element;
    // A variable would be in the way of `*at(g, j, i) = ..`.
    const bool isAddress = callee->getReturnType()->isPointerType();
    const bool isMeant = isAddress || (type->isPointerType() && type->getPointeeType()->isRecordType());
    return {nullptr,
            ((isMeant && onlyReturns(callee)) || decidesIndex(callee, type)) && !argument->HasSideEffects(ast_)
                ? inPlace(type, argument)
                : nullptr,
            nullptr};
  }

  // &w[k], w + k, of an array that a cell has for itself, where the function names but *p: it can't change k.
  Substitute ownElement(const clang::FunctionDecl *callee, const clang::ParmVarDecl *parameter,
                        const clang::Expr *original, clang::Expr *argument) {
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(argument->IgnoreParenImpCasts());
    const bool isSum = sum && sum->getOpcode() == clang::BO_Add && sum->getLHS()->getType()->isPointerType();
    const auto *element = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(addressedObject(argument));
    const clang::Expr *base = element ? element->getBase() : isSum ? sum->getLHS() : argument;
    if (!parameter->getType()->isPointerType() || !isOwnArray(base) ||
        !keepsType(ast_, parameter->getType(), argument) || !isPlainPlace(original) ||
        !isOnlyTarget(callee->getBody(), parameter))
      return {};
    auto *object = const_cast<clang::ArraySubscriptExpr *>(element);
    if (!object) {
      const clang::SourceLocation at = argument->getBeginLoc();
      clang::Expr *index = isSum ? sum->getRHS() : number(0, ast_.IntTy, at);
      object = noted(new (ast_) clang::ArraySubscriptExpr(const_cast<clang::Expr *>(base), index,
                                                          base->getType()->getPointeeType(), clang::VK_LValue,
                                                          clang::OK_Ordinary, at));
    }
    return {nullptr, argument, object};
  }

  static bool isOwnArray(const clang::Expr *base) {
    const clang::VarDecl *var = variableOf(base->IgnoreParenImpCasts());
    while (var && var->getType()->isPointerType() && var->getInit())
      var = variableOf(var->getInit()->IgnoreParenImpCasts());
    return var && var->hasLocalStorage() && var->getType()->isConstantArrayType() &&
           var->getType()->getArrayElementTypeNoTypeQual()->isArithmeticType();
  }

  // Of local variables and numbers, whose addresses nobody takes.
  static bool isPlainPlace(const clang::Expr *place) {
    return !holds(place, [](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      if (var)
        return !var->getType()->isArrayType() &&
               (!var->hasLocalStorage() ||
                isAddressed(llvm::cast<clang::FunctionDecl>(var->getDeclContext())->getBody(), var));
      const auto *op = llvm::dyn_cast<clang::UnaryOperator>(part);
      const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
      const bool isLoad = cast && cast->getCastKind() == clang::CK_LValueToRValue;
      return assignedIn(part) != nullptr || llvm::isa<clang::CallExpr, clang::MemberExpr, clang::StmtExpr>(part) ||
             (op && op->getOpcode() == clang::UO_Deref) ||
             (isLoad && llvm::isa<clang::ArraySubscriptExpr>(cast->getSubExpr()->IgnoreParens()));
    });
  }

  // Is each mention of the pointer a `*p`, or handed on?
  static bool isOnlyTarget(const clang::Stmt *stmt, const clang::VarDecl *pointer) {
    const auto *target = llvm::dyn_cast<clang::UnaryOperator>(stmt);
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    const bool isTarget = target && target->getOpcode() == clang::UO_Deref;
    const auto isMeant = [&](const clang::Stmt *child) {
      const auto *pointed = isTarget || llvm::isa<clang::CallExpr>(stmt) ? llvm::dyn_cast<clang::Expr>(child) : nullptr;
      return pointed && variableOf(pointed->IgnoreParenImpCasts()) == pointer;
    };
    return !(ref && ref->getDecl() == pointer) && llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
      return !child || isMeant(child) || isOnlyTarget(child, pointer);
    });
  }

  // Does a function without effects choose an integer by a floating number? It may number an element, and conditions
  // that choose between elements are over what cells read: `u[upwind(c[i], i)]`.
  static bool decidesIndex(const clang::FunctionDecl *callee, clang::QualType type) {
    const Effects effects = effectsOf(callee->getBody());
    return type->isRealFloatingType() && callee->getReturnType()->isIntegerType() && effects.storedKeys.empty() &&
           std::ranges::includes(effects.declared, effects.assigned) && !hasLoop(callee->getBody()) &&
           !holds(callee->getBody(), [](const clang::Stmt *part) { return llvm::isa<clang::CallExpr>(part); });
  }

  // Where the region doesn't change the argument meanwhile.
  Substitute fixedFor(const clang::FunctionDecl *callee, clang::QualType type, clang::Expr *argument) {
    if (type->isArithmeticType())
      return {nullptr, fixedScalar(type, argument, onlyReturns(callee)), nullptr};
    return type->isPointerType() ? fixedPointer(type, argument) : Substitute{};
  }

  // A struct's pointer that was a `void *` on its way is what it was; and else the conversion is written out.
  clang::Expr *withoutVoid(clang::QualType type, clang::Expr *argument) {
    auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(argument);
    if (cast && cast->getCastKind() == clang::CK_BitCast) {
      const clang::QualType from = cast->getSubExpr()->getType()->getPointeeType();
      const bool isSame = type->isVoidPointerType() || ast_.hasSameUnqualifiedType(type->getPointeeType(), from);
      argument = isSame ? cast->getSubExpr() : converted(cast);
    }
    return llvm::isa<clang::CStyleCastExpr>(argument)
               ? noted(new (ast_) clang::ParenExpr(argument->getBeginLoc(), argument->getEndLoc(), argument))
               : argument;
  }

  Substitute fixedPointer(clang::QualType type, clang::Expr *argument) {
    clang::QualType pointee = type->getPointeeType();
    bool holdsArrays = pointee->isPointerType() || pointee->isRecordType() || pointee->isVoidType();
    argument = withoutVoid(type, argument);
    if (!pointee->isVoidType() && !keepsType(ast_, type, argument))
      return {};
    if (const clang::Expr *object = addressedObject(argument)) {
      bool isElement = llvm::isa<clang::ArraySubscriptExpr>(object);
      if (!lvalueKey(object).empty() && (holdsArrays || (!isElement && pointee->isArithmeticType())) &&
          isFixedPath(object))
        return {nullptr, argument, const_cast<clang::Expr *>(object)};
      return {};
    }
    if (holdsArrays && !lvalueKey(argument).empty() && changes_.isFixed(argument))
      return {nullptr, argument, nullptr};
    return {};
  }

  bool isOfHost(const clang::VarDecl *var) const {
    return stack_.empty() && llvm::any_of(host_.code, [&](const clang::Stmt *code) { return mentions(code, var); });
  }

  // A variable of the file's takes its place, which is the same in all calls.
  bool liftStatic(const clang::VarDecl *var) {
    auto known = expansion_.lifted.find(var);
    if (known == expansion_.lifted.end()) {
      std::optional<LiftedLocal> local = liftedFrom(ast_, stack_.back(), var);
      if (!local)
        return false;
      known = expansion_.lifted.emplace(var, std::move(*local)).first;
      changes_.add(known->second.var);
    }
    scope[var] = {known->second.var, nullptr, nullptr};
    return true;
  }

  // Has it the value of its declaration throughout?
  bool isSetOnce(const clang::VarDecl *var) const {
    const clang::Stmt *scope = stack_.empty() ? region_ : stack_.back()->getBody();
    return !holds(scope, [&](const clang::Stmt *part) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
      const clang::Expr *taken =
          address && address->getOpcode() == clang::UO_AddrOf ? address->getSubExpr() : assignedIn(part);
      return taken && variableOf(taken) == var;
    });
  }

  // Does the lvalue name the same object throughout?
  bool isFixedPath(const clang::Expr *object) const {
    object = object->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(object))
      return member->isArrow() ? changes_.isFixed(member->getBase()) : isFixedPath(member->getBase());
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) {
      const clang::Expr *base = element->getBase()->IgnoreParenImpCasts();
      return base->getType()->isArrayType() ? isFixedPath(base) : changes_.isFixed(base);
    }
    return llvm::isa<clang::DeclRefExpr>(object);
  }

  // { return ..; } of what changes nothing.
  bool onlyReturns(const clang::FunctionDecl *callee) const {
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(callee->getBody());
    const auto *ret = block && block->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(block->body_front()) : nullptr;
    return ret && ret->getRetValue() && !ret->getRetValue()->HasSideEffects(ast_);
  }

  // The argument itself, of the parameter's type, where the region doesn't change it meanwhile; else null.
  clang::Expr *fixedScalar(clang::QualType type, clang::Expr *argument, bool isAtOnce) {
    const clang::Expr *bare = argument->IgnoreParenImpCasts();
    bool isBare = !lvalueKey(bare).empty() || llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(bare);
    const bool isFixed =
        changes_.isFixed(argument) || (isAtOnce && type->isIntegerType() && llvm::isa<clang::DeclRefExpr>(bare));
    if (!isFixed || (type->isFloatingType() && !isBare))
      return nullptr;
    return inPlace(type, argument);
  }

  // With the parameter's type, and in parentheses where it needs them.
  clang::Expr *inPlace(clang::QualType type, clang::Expr *argument) {
    auto *conversion = llvm::dyn_cast<clang::ImplicitCastExpr>(argument);
    if (conversion && conversion->getCastKind() != clang::CK_LValueToRValue && type->isArithmeticType())
      return converted(conversion);
    const clang::Expr *bare = argument->IgnoreParenImpCasts();
    if (!lvalueKey(bare).empty() || llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(bare) ||
        llvm::isa<clang::ParenExpr, clang::CStyleCastExpr>(argument))
      return argument;
    return noted(new (ast_) clang::ParenExpr(argument->getBeginLoc(), argument->getEndLoc(), argument));
  }

  Callees callees_;
  Expansion &expansion_;
  HostStatements host_;
  Diagnostics &diagnostics_;
  const clang::Stmt *region_;
  Changes changes_;
  std::set<std::string> locals_;
  std::vector<const clang::FunctionDecl *> stack_;
  const clang::ParmVarDecl *inPlace_ = nullptr;
};

} // namespace

namespace {

bool liesIn(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange range) {
  const clang::SourceManager &sources = ast.getSourceManager();
  Extent extent = extentOf(ast, range);
  auto [file, offset] = sources.getDecomposedExpansionLoc(place);
  return file == sources.getDecomposedExpansionLoc(range.getBegin()).first && extent.begin <= offset &&
         offset < extent.end;
}

} // namespace

bool isReached(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange stmt,
               const std::vector<Called> &calls) {
  return liesIn(ast, place, stmt) || llvm::any_of(calls, [&](const Called &called) {
           return liesIn(ast, place, called.function->getBody()->getSourceRange()) &&
                  isReached(ast, called.call->getBeginLoc(), stmt, calls);
         });
}

clang::SourceLocation siteOf(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange stmt,
                             const std::vector<Called> &calls, std::vector<Called> *way) {
  for (size_t depth = 0; depth <= calls.size() && place.isValid() && !liesIn(ast, place, stmt); ++depth) {
    auto called = llvm::find_if(
        calls, [&](const Called &c) { return liesIn(ast, place, c.function->getBody()->getSourceRange()); });
    if (called == calls.end())
      return {};
    if (way)
      way->push_back(*called);
    place = called->call->getBeginLoc();
  }
  return place;
}

void noteCalls(const clang::ASTContext &ast, const clang::Stmt *region, const std::vector<Called> &calls,
               Diagnostics &diagnostics) {
  Diagnostic &last = diagnostics.last();
  const SourceRange &from = last.notes.empty() ? last.range : last.notes.back().range;
  std::vector<Called> way;
  siteOf(ast, clang::SourceLocation::getFromRawEncoding(from.begin.raw), region->getSourceRange(), calls, &way);
  for (const Called &called : way)
    last.notes.push_back(
        {DiagId::note_called_here, rangeOf(ast, called.call->getSourceRange()), {called.function->getNameAsString()}});
}

std::optional<Expansion> expandCalls(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                     const clang::Stmt *region, Records records, Diagnostics &diagnostics,
                                     std::set<const clang::Stmt *> made, Allowed allowed) {
  Expansion expansion{region, std::move(made), {}, {}};
  Expander expander(ast, function, region, records, allowed, expansion, diagnostics);
  if (llvm::isa<clang::Expr>(region)) // a call is expanded as a statement where it stands in a block
    expansion.stmt = expander.stmt(expander.block({const_cast<clang::Stmt *>(region)}, region->getSourceRange()));
  else
    expansion.stmt = expander.stmt(region);
  expansion.hostLocals = expander.hostLocals();
  const clang::VarDecl *hidden = expander.failed ? nullptr : liftedBeside(expansion.lifted, expansion.hostCode);
  if (hidden)
    diagnostics.add(DiagId::static_local, rangeOf(ast, hidden->getSourceRange()), {hidden->getNameAsString()});
  if (!expander.failed && !hidden)
    return expansion;
  noteCalls(ast, region, expansion.calls, diagnostics);
  return std::nullopt;
}

} // namespace kasane
