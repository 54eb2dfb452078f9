// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/RowFactors.h"

#include "Ast/Alike.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

using List = std::vector<const clang::Stmt *>;

// A scalar of the rows, with the statement that sets it.
struct Factor {
  const clang::VarDecl *var;
  const clang::Expr *value;
};

List statementsIn(const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt);
  return block ? List{block->body_begin(), block->body_end()} : List{stmt};
}

// What a statement sets: f of `f = e;` and of `double f = e;`. Null: nothing, or more.
Factor factorIn(const clang::Stmt *stmt) {
  const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
  if (const auto *var =
          decls && decls->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(decls->getSingleDecl()) : nullptr)
    return var->hasLocalStorage() ? Factor{var, var->getInit()} : Factor{nullptr, nullptr};
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  const clang::VarDecl *var = op && op->getOpcode() == clang::BO_Assign ? variableOf(op->getLHS()) : nullptr;
  return var ? Factor{var, op->getRHS()} : Factor{nullptr, nullptr};
}

class FactorKeeper : public Cloner {
public:
  FactorKeeper(Reader &probe, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(probe.ast, expansion.made, function), probe_(probe), effects_(effectsOf(expansion.stmt)),
        time_(llvm::dyn_cast<clang::ForStmt>(unwrap(expansion.stmt))) {}
  bool hasKept = false;

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    if (!loop || loop == time_ || !isRows(loop))
      return nullptr;
    const clang::ForStmt *plain = withoutTest(loop);
    const std::vector<Factor> factors = factorsOf(plain);
    return factors.empty() ? nullptr : kept(plain, factors);
  }

private:
  // Upwards by one, to what the region doesn't change, with loops in its rounds.
  bool isRows(const clang::ForStmt *loop) {
    const std::optional<LoopShape> shape = shapeOf(loop);
    return shape && shape->first && shape->limit && shape->step == 1 && !shape->exact && shape->tail.empty() &&
           shape->also.empty() && shape->added.empty() && shape->taken.empty() && hasLoop(loop->getBody()) &&
           shape->var->getType()->isSignedIntegerType() && isInvariant(shape->limit, effects_) &&
           shape->limit->getType()->isSignedIntegerType() && effects_.wrappedStores.count(shape->var);
  }

  std::optional<LoopShape> shapeOf(const clang::ForStmt *loop) {
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    return loopShape(probe, loop);
  }

  // if (c) { f = e; S; }   ->   int row = c; f = row ? e : 0; if (row) S;
  const clang::ForStmt *withoutTest(const clang::ForStmt *loop) {
    const auto *test = llvm::dyn_cast_or_null<clang::IfStmt>(bare(unwrap(loop->getBody())));
    if (!test || test->getElse() || test->getInit() || test->hasVarStorage() || !hasLoop(test->getThen()) ||
        test->getCond()->HasSideEffects(ast_) || !test->getCond()->getType()->isIntegerType())
      return loop;
    const clang::SourceLocation at = test->getIfLoc();
    auto *row = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("row"), ast_.IntTy,
                                       ast_.getTrivialTypeSourceInfo(ast_.IntTy, at), clang::SC_None);
    row->setInit(ofType(const_cast<clang::Expr *>(test->getCond()), ast_.IntTy));
    std::vector<clang::Stmt *> stmts = {declare(row)};
    Variables renamed;
    for (const clang::Stmt *stmt : statementsIn(unwrap(test->getThen())))
      stmts.push_back(whereTested(stmt, row, renamed));
    for (const clang::VarDecl *var : renamed)
      scope.erase(var);
    if (llvm::is_contained(stmts, nullptr))
      return loop;
    return llvm::cast<clang::ForStmt>(loopWith(loop, const_cast<clang::Stmt *>(loop->getInit()),
                                               const_cast<clang::Expr *>(loop->getCond()),
                                               block(stmts, loop->getBody()->getSourceRange())));
  }

  // The statement below the test that `row` has; null: it declares something else than one number.
  clang::Stmt *whereTested(const clang::Stmt *stmt, clang::VarDecl *row, Variables &renamed) {
    const clang::SourceLocation at = stmt->getBeginLoc();
    clang::Expr *isMeant = rvalueOf(lvalueOf(row, at));
    const Factor factor = factorIn(stmt);
    if (!factor.value && llvm::isa<clang::DeclStmt>(stmt))
      return nullptr;
    if (!factor.value || !scalarTypeOf(ast_, factor.var->getType()) || factor.value->HasSideEffects(ast_))
      return noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, isMeant, at, at,
                                         part(stmt)));
    const clang::QualType type = factor.var->getType().getUnqualifiedType();
    auto *value = noted(new (ast_) clang::ConditionalOperator(isMeant, at, expr(factor.value), at, literal(0, type, at),
                                                              type, clang::VK_PRValue, clang::OK_Ordinary));
    if (!llvm::isa<clang::DeclStmt>(stmt))
      return combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(factor.var), at), value, type);
    clang::VarDecl *own = newVariable(factor.var, value);
    scope[factor.var] = {own, nullptr, nullptr};
    renamed.insert(factor.var);
    return declare(own);
  }

  std::vector<Factor> factorsOf(const clang::ForStmt *loop) const {
    std::vector<Factor> out;
    const clang::Stmt *body = unwrap(loop->getBody());
    for (const clang::Stmt *stmt : statementsIn(body)) {
      if (hasLoop(stmt))
        break;
      if (const Factor factor = factorIn(stmt); factor.value && isKept(loop, factor))
        out.push_back(factor);
    }
    return out;
  }

  // Nobody else sees it, and it takes what the rows store elsewhere.
  bool isKept(const clang::ForStmt *loop, const Factor &factor) const {
    std::vector<const clang::Expr *> writes;
    collectWrites(loop->getBody(), factor.var, writes);
    const bool isDeclared = effectsOf(loop->getBody()).declared.count(factor.var) > 0;
    const bool readsElements = holds(factor.value, [](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && isElement(expr);
    });
    return scalarTypeOf(ast_, factor.var->getType()) && writes.size() == (isDeclared && isFirst(factor) ? 0 : 1) &&
           readsElements && !factor.value->HasSideEffects(ast_) && !mentions(factor.value, factor.var) &&
           (isDeclared || (!isReachable(probe_, factor.var) && !isReadFirst(loop->getBody(), factor.var, ast_) &&
                           !isReadBehind(probe_, loop, factor.var)));
  }

  static bool isFirst(const Factor &factor) { return factor.var->getInit() == factor.value; }

  clang::Stmt *kept(const clang::ForStmt *loop, const std::vector<Factor> &factors) {
    hasKept = true;
    const std::optional<LoopShape> shape = shapeOf(loop);
    std::vector<clang::Stmt *> out, stmts;
    std::map<const clang::VarDecl *, clang::VarDecl *> arrays;
    for (const Factor &factor : factors)
      out.push_back(declare(arrays[factor.var] = arrayFor(factor.var, *shape)));
    for (const clang::Stmt *stmt : statementsIn(unwrap(loop->getBody()))) {
      const Factor found = factorIn(stmt);
      const auto array = found.value ? arrays.find(found.var) : arrays.end();
      if (array == arrays.end() && isBareDeclaration(stmt, arrays))
        continue;
      if (array == arrays.end()) {
        stmts.push_back(part(stmt));
        continue;
      }
      clang::Expr *value = expr(found.value);
      stmts.push_back(combined(clang::BO_Assign, element(array->second, *shape, stmt->getBeginLoc()), value,
                               found.var->getType().getUnqualifiedType()));
      scope[found.var] = {nullptr, rvalueOf(element(array->second, *shape, stmt->getBeginLoc())), nullptr};
    }
    for (const Factor &factor : factors)
      scope.erase(factor.var);
    out.push_back(loopWith(loop, const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(loop->getCond()),
                           block(stmts, loop->getBody()->getSourceRange())));
    return block(out, loop->getSourceRange());
  }

  static bool isBareDeclaration(const clang::Stmt *stmt,
                                const std::map<const clang::VarDecl *, clang::VarDecl *> &arrays) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    return decls && llvm::all_of(decls->decls(), [&](const clang::Decl *decl) {
             const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
             return var && !var->getInit() && arrays.count(var);
           });
  }

  clang::VarDecl *arrayFor(const clang::VarDecl *var, const LoopShape &shape) {
    const clang::SourceLocation at = var->getLocation();
    auto *limit = const_cast<clang::Expr *>(shape.limit);
    clang::Expr *length = inParens(limit->isGLValue() ? rvalueOf(limit) : limit);
    if (shape.inclusive)
      length = combined(clang::BO_Add, length, number(1, length->getType(), at), length->getType());
    const clang::QualType type =
        ast_.getVariableArrayType(var->getType().getUnqualifiedType(), length, clang::ArraySizeModifier::Normal, 0, {});
    return clang::VarDecl::Create(ast_, owner, at, at, var->getIdentifier(), type,
                                  ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  }

  clang::Expr *element(clang::VarDecl *array, const LoopShape &shape, clang::SourceLocation at) {
    clang::Expr *whole = lvalueOf(array, at);
    clang::Expr *pointer =
        noted(clang::ImplicitCastExpr::Create(ast_, ast_.getArrayDecayedType(whole->getType()),
                                              clang::CK_ArrayToPointerDecay, whole, nullptr, clang::VK_PRValue, {}));
    clang::Expr *index = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(shape.var), at));
    return noted(new (ast_)
                     clang::ArraySubscriptExpr(pointer, index, ast_.getAsArrayType(whole->getType())->getElementType(),
                                               clang::VK_LValue, clang::OK_Ordinary, at));
  }

  clang::Stmt *loopWith(const clang::ForStmt *loop, clang::Stmt *init, clang::Expr *cond, clang::Stmt *body) {
    return noted(new (ast_) clang::ForStmt(ast_, init, cond, nullptr, const_cast<clang::Expr *>(loop->getInc()), body,
                                           loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()));
  }

  Reader &probe_;
  const Effects effects_;
  const clang::ForStmt *time_; // null: the region is none
};

} // namespace

bool keepFactors(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                 Expansion &expansion) {
  Diagnostics silent;
  const Effects effects = effectsOf(expansion.stmt), everywhere = effectsOf(function->getBody());
  Reader probe({ast, effects, everywhere, function, region, expansion.stmt}, &expansion, silent);
  FactorKeeper keeper(probe, function, expansion);
  clang::Stmt *copy = keeper.run(expansion.stmt);
  if (keeper.hasKept)
    expansion.stmt = copy;
  return keeper.hasKept;
}

} // namespace kasane
