// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/PointerLoops.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Counter : public Cloner {
public:
  Counter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const clang::Stmt *counted = loop ? pointed(loop) : nullptr;
    return counted ? stmt(counted) : nullptr;
  }

  void rewriteBlock(std::vector<const clang::Stmt *> &stmts) override {
    for (size_t n = 0; n < stmts.size(); ++n) {
      before_ = Before{&stmts, n, effectsOf(stmts[n])};
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(stmts[n]));
      const auto *tested = llvm::dyn_cast<clang::WhileStmt>(unwrap(stmts[n]));
      clang::Stmt *rounds = loop ? pointed(loop) : tested ? pointed(tested) : nullptr;
      before_.reset();
      if (rounds)
        stmts[n] = rounds;
    }
  }

private:
  // A pointer as one that has a name plus a number.
  struct Spot {
    const clang::Expr *base;
    clang::Expr *offset = nullptr; // null: 0
  };

  // The statements before a loop of the same block, and what the loop changes.
  struct Before {
    const std::vector<const clang::Stmt *> *stmts;
    size_t loop;
    Effects effects;
  };

  static bool isPointerKept(const clang::Expr *pointer, const Effects &effects) {
    const clang::Expr *object = addressedObject(pointer);
    const auto *element = object ? llvm::dyn_cast<clang::ArraySubscriptExpr>(object) : nullptr;
    return element ? isInvariant(element->getBase(), effects) && isInvariant(element->getIdx(), effects)
                   : isInvariant(pointer, effects);
  }

  // What a pointer was set to in front of the loop, if nothing in between changes that. Null: it isn't known.
  const clang::Expr *valueBefore(const clang::VarDecl *var) const {
    Effects between;
    for (size_t at = before_ && var && var->getType()->isPointerType() ? before_->loop : 0; at-- > 0;) {
      const clang::Stmt *stmt = unwrap((*before_->stmts)[at]);
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
      const bool isSet = op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var;
      if (isSet || (decls && llvm::is_contained(decls->decls(), var))) {
        const clang::Expr *value = isSet ? op->getRHS() : var->getInit();
        return value && isPointerKept(value, between) ? value : nullptr;
      }
      const Effects own = effectsOf(stmt);
      if (own.assigned.count(var) || takesAddress(stmt, var))
        return nullptr;
      between.assigned.insert(own.assigned.begin(), own.assigned.end());
      between.assignedKeys.insert(own.assignedKeys.begin(), own.assignedKeys.end());
      between.storedKeys.insert(own.storedKeys.begin(), own.storedKeys.end());
    }
    return nullptr;
  }

  // `isBefore`: as it is in front of the loop.
  std::optional<Spot> spotOf(const clang::Expr *pointer, bool isBefore) {
    pointer = pointer->IgnoreParenImpCasts();
    const clang::VarDecl *var = variableOf(pointer);
    const bool isName = var && effects_.declared.count(var) && !effects_.assigned.count(var) &&
                        var->getType()->isPointerType() && var->getInit();
    if (std::optional<Spot> inner = isName ? spotOf(var->getInit(), isBefore) : std::nullopt;
        inner && isSteady(*inner, effects_))
      return inner;
    const bool isKept = isBefore || (before_ && !before_->effects.assigned.count(var));
    const clang::Expr *value = isKept ? valueBefore(var) : nullptr;
    if (std::optional<Spot> inner = value ? spotOf(value, true) : std::nullopt)
      return inner;
    if (!lvalueKey(pointer).empty())
      return Spot{pointer};
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(pointer);
    const clang::Expr *by = nullptr, *of = nullptr;
    if (sum && sum->isAdditiveOp() && sum->getRHS()->getType()->isIntegerType()) {
      of = sum->getLHS();
      by = sum->getRHS();
    } else if (const clang::Expr *object = addressedObject(pointer)) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(object);
      of = element ? element->getBase() : nullptr;
      by = element ? element->getIdx() : nullptr;
    }
    if (!of && llvm::isa<clang::ArraySubscriptExpr>(pointer) && !pointer->HasSideEffects(ast_))
      return Spot{pointer}; // a row
    std::optional<Spot> spot = of ? spotOf(of, isBefore) : std::nullopt;
    if (!spot || by->HasSideEffects(ast_))
      return std::nullopt;
    const bool isTaken = sum && sum->getOpcode() == clang::BO_Sub;
    clang::Expr *own = longOf(by);
    if (!spot->offset && isTaken)
      spot->offset = number(0, ast_.LongTy, by->getBeginLoc());
    spot->offset =
        spot->offset ? combined(isTaken ? clang::BO_Sub : clang::BO_Add, spot->offset, own, ast_.LongTy) : own;
    return spot;
  }

  static bool isSteady(const Spot &spot, const Effects &effects) {
    return isInvariant(spot.base, effects) && (!spot.offset || isInvariant(spot.offset, effects));
  }

  clang::Expr *longOf(const clang::Expr *value) {
    auto *own = const_cast<clang::Expr *>(value);
    if (ast_.hasSameType(own->getType(), ast_.LongTy))
      return own;
    return noted(clang::ImplicitCastExpr::Create(ast_, ast_.LongTy, clang::CK_IntegralCast, own, nullptr,
                                                 clang::VK_PRValue, {}));
  }

  // for (long n = 0; n < end - first; n++) body, for a test `p < end`; null: it is another one.
  clang::Stmt *roundsTo(const clang::Expr *test, const clang::VarDecl *pointer, const clang::Expr *first,
                        const std::vector<clang::Stmt *> &body, clang::SourceRange range) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(test->IgnoreParens());
    if (!op || variableOf(op->getLHS()->IgnoreParenImpCasts()) != pointer || !pointer->getType()->isPointerType() ||
        (op->getOpcode() != clang::BO_LT && op->getOpcode() != clang::BO_NE && op->getOpcode() != clang::BO_LE))
      return nullptr;
    const std::optional<Spot> from = spotOf(first, true), to = spotOf(op->getRHS(), false);
    clang::Stmt *inner = Cloner::block(body, range);
    if (!from || !to || !isSame(from->base, to->base) || mentions(to->base, pointer) ||
        !ast_.hasSameUnqualifiedType(pointer->getType()->getPointeeType(), elementOf(to->base->getType())) ||
        !isSteady(*from, effectsOf(inner)) || !isSteady(*to, effectsOf(inner)))
      return nullptr;
    const clang::SourceLocation at = range.getBegin();
    clang::Expr *end = to->offset ? to->offset : number(0, ast_.LongTy, at);
    if (from->offset)
      end = combined(clang::BO_Sub, end, from->offset, ast_.LongTy);
    if (op->getOpcode() == clang::BO_LE)
      end = combined(clang::BO_Add, end, number(1, ast_.LongTy, at), ast_.LongTy);
    auto *counter = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("n"), ast_.LongTy,
                                           ast_.getTrivialTypeSourceInfo(ast_.LongTy, at), clang::SC_None);
    counter->setInit(number(0, ast_.LongTy, at));
    return countTo(end, counter, inner, range);
  }

  bool isSame(const clang::Expr *a, const clang::Expr *b) const {
    llvm::FoldingSetNodeID one, other;
    a->Profile(one, ast_, true);
    b->Profile(other, ast_, true);
    return one == other || (!lvalueKey(a).empty() && lvalueKey(a) == lvalueKey(b));
  }

  clang::QualType elementOf(clang::QualType type) const {
    return type->isPointerType() ? type->getPointeeType() : clang::QualType(type->getArrayElementTypeNoTypeQual(), 0);
  }

  // Does a round step the pointer by one element, once and in any case?
  static bool stepsOnce(const std::vector<clang::Stmt *> &body, const clang::VarDecl *pointer) {
    std::vector<const clang::Expr *> writes;
    for (const clang::Stmt *stmt : body)
      collectWrites(stmt, pointer, writes);
    const auto *step = writes.size() == 1 ? llvm::dyn_cast<clang::UnaryOperator>(writes.front()) : nullptr;
    return step && step->isIncrementOp() && llvm::any_of(body, [&](const clang::Stmt *stmt) {
             return llvm::isa<clang::Expr>(stmt) && isSureToCome(llvm::cast<clang::Expr>(stmt), step);
           });
  }
  static bool isSureToCome(const clang::Expr *expr, const clang::Expr *step) {
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
    return expr == step || (!(binary && binary->isLogicalOp()) && !llvm::isa<clang::ConditionalOperator>(expr) &&
                            llvm::any_of(expr->children(), [&](const clang::Stmt *child) {
                              const auto *part = llvm::dyn_cast_or_null<clang::Expr>(child);
                              return part && isSureToCome(part, step);
                            }));
  }

  static std::vector<clang::Stmt *> statementsOf(const clang::Stmt *body) {
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
    return block ? std::vector<clang::Stmt *>(block->body_begin(), block->body_end())
                 : std::vector<clang::Stmt *>{const_cast<clang::Stmt *>(body)};
  }
  static bool leaves(const clang::Stmt *body) {
    return holds(body, [](const clang::Stmt *part) {
      return llvm::isa<clang::ContinueStmt, clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt>(part);
    });
  }

  clang::Stmt *pointed(const clang::ForStmt *loop) {
    const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
    const clang::VarDecl *var = test ? variableOf(test->getLHS()->IgnoreParenImpCasts()) : nullptr;
    if (!var || !var->getType()->isPointerType() || !loop->getInc() || leaves(loop->getBody()))
      return nullptr;
    const clang::Expr *first = loop->getInit() ? firstIn(loop->getInit(), var) : valueBefore(var);
    std::vector<clang::Stmt *> body = statementsOf(loop->getBody());
    body.push_back(const_cast<clang::Expr *>(loop->getInc()));
    if (!first || !stepsOnce(body, var))
      return nullptr;
    clang::Stmt *rounds = roundsTo(test, var, first, body, loop->getSourceRange());
    return rounds && loop->getInit()
               ? block({const_cast<clang::Stmt *>(loop->getInit()), rounds}, loop->getSourceRange())
               : rounds;
  }

  // What a loop's head sets the variable to, among others.
  static const clang::Expr *firstIn(const clang::Stmt *init, const clang::VarDecl *var) {
    if (const auto *decls = llvm::dyn_cast_or_null<clang::DeclStmt>(init))
      return llvm::is_contained(decls->decls(), var) ? var->getInit() : nullptr;
    const auto *op = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
    if (op && op->isCommaOp()) {
      const clang::Expr *left = firstIn(op->getLHS()->IgnoreParens(), var);
      return left ? left : firstIn(op->getRHS()->IgnoreParens(), var);
    }
    return op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var ? op->getRHS() : nullptr;
  }

  clang::Stmt *pointed(const clang::WhileStmt *loop) {
    const auto *op = loop && !loop->hasVarStorage() && !leaves(loop->getBody())
                         ? llvm::dyn_cast<clang::BinaryOperator>(loop->getCond()->IgnoreParens())
                         : nullptr;
    const clang::VarDecl *var = op ? variableOf(op->getLHS()->IgnoreParenImpCasts()) : nullptr;
    const clang::Expr *first = valueBefore(var);
    const std::vector<clang::Stmt *> body = first ? statementsOf(loop->getBody()) : std::vector<clang::Stmt *>();
    return first && stepsOnce(body, var) ? roundsTo(loop->getCond(), var, first, body, loop->getSourceRange())
                                         : nullptr;
  }

  Effects effects_;
  std::optional<Before> before_; // null: the loop stands alone
};

} // namespace

void countPointers(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  const bool hasAny = holds(expansion.stmt, [](const clang::Stmt *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    return op && op->isComparisonOp() && op->getLHS()->getType()->isPointerType();
  });
  if (hasAny)
    expansion.stmt = Counter(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
