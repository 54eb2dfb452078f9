// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/CarriedScalars.h"

#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/HandedOn.h"
#include "Simplify/Jumps.h"

namespace kasane {
namespace {

using List = std::vector<const clang::Stmt *>;

class Keeper : public Cloner {
public:
  Keeper(Reader &probe, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(probe.ast, expansion.made, function), probe_(probe), effects_(effectsOf(expansion.stmt)) {
    findInner(expansion.stmt, false);
  }
  bool hasKept = false;

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto found = kept_.find(original);
    return found == kept_.end() ? nullptr : rounds(found->first, found->second);
  }

  void rewriteBlock(List &children) override {
    for (size_t n = 0; n < children.size(); ++n) {
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(children[n]));
      const std::optional<Row> row = loop ? rowOf(loop) : std::nullopt;
      if (row)
        n = keep(children, n, loop, *row);
    }
  }

private:
  struct Carried {
    const clang::VarDecl *var;
    const clang::Expr *set; // the statement of the cell that gives it the next one's value
    clang::VarDecl *array = nullptr;
  };
  // A loop whose cells hand values on.
  struct Row {
    LoopShape shape;
    const clang::CompoundStmt *body; // without `continue`
    std::vector<Carried> carried;
    bool isInner; // one of several rows
  };

  // Loops that stand in others over cells.
  void findInner(const clang::Stmt *stmt, bool isInner) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    if (loop && isInner)
      inner_.insert(loop);
    isInner |= loop && loop->getInit() && readInit(loop->getInit(), shape) && effects_.wrappedStores.count(shape.var);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        findInner(child, isInner);
  }

  std::optional<Row> rowOf(const clang::ForStmt *loop) {
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    const std::optional<LoopShape> shape = loopShape(probe, loop);
    if (!shape || !isCounted(*shape) || !effects_.wrappedStores.count(shape->var) || holdsAxis(loop->getBody()))
      return std::nullopt;
    auto *whole = const_cast<clang::Stmt *>(loop->getBody());
    const auto without = withoutJumps(*this, ast_, {whole}, Jump::Continue);
    if (!without || holds(whole, [](const clang::Stmt *part) {
          return llvm::isa<clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt, clang::LabelStmt>(part);
        }))
      return std::nullopt;
    clang::Stmt *body = block(*without, whole->getSourceRange());
    while (llvm::cast<clang::CompoundStmt>(body)->size() == 1 &&
           llvm::isa<clang::CompoundStmt>(llvm::cast<clang::CompoundStmt>(body)->body_back()))
      body = llvm::cast<clang::CompoundStmt>(body)->body_back();
    Row row{*shape, llvm::cast<clang::CompoundStmt>(body), {}, inner_.count(loop) > 0};
    Variables carried;
    for (const clang::VarDecl *var : inOrder(effectsOf(row.body).assigned))
      if (const clang::Expr *set = setOf(var, loop, row)) {
        row.carried.push_back({var, set});
        carried.insert(var);
      }
    const bool isOld = areOld(ast_, row.body, {shape->var, shape->step}, carried);
    return row.carried.empty() || !isOld ? std::nullopt : std::optional(row);
  }

  // Up or down by one, between bounds that the region doesn't change.
  bool isCounted(const LoopShape &shape) const {
    const auto isBound = [&](const clang::Expr *expr) {
      return expr && isInvariant(expr, effects_) && ast_.hasSameUnqualifiedType(expr->getType(), shape.var->getType());
    };
    return (shape.step == 1 || shape.step == -1) && !shape.exact && shape.tail.empty() && shape.also.empty() &&
           shape.added.empty() && shape.taken.empty() && shape.var->getType()->isSignedIntegerType() &&
           isBound(shape.first) && isBound(shape.limit);
  }

  bool holdsAxis(const clang::Stmt *body) const {
    return holds(body, [&](const clang::Stmt *part) {
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
      LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
      return bodyOf(part) &&
             !(loop && loop->getInit() && readInit(loop->getInit(), shape) && !effects_.wrappedStores.count(shape.var));
    });
  }

  // The one statement of the cell that sets it, where it is read before that; else null.
  const clang::Expr *setOf(const clang::VarDecl *var, const clang::ForStmt *loop, const Row &row) const {
    std::vector<const clang::Expr *> writes;
    collectWrites(row.body, var, writes);
    if (writes.size() != 1 || effectsOf(loop).declared.count(var) || var == row.shape.var ||
        !scalarTypeOf(ast_, var->getType()) || mentions(loop->getCond(), var) || isReachable(probe_, var) ||
        (row.isInner && isReadBehind(probe_, loop, var)))
      return nullptr;
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(writes.front());
    const bool isCarried = set && llvm::is_contained(row.body->body(), set) && set->getOpcode() == clang::BO_Assign &&
                           !mentions(set->getRHS(), var) && isReadFirst(row.body, var, ast_);
    return isCarried ? set : nullptr;
  }

  static std::vector<const clang::VarDecl *> inOrder(const Variables &vars) {
    std::vector<const clang::VarDecl *> out(vars.begin(), vars.end());
    llvm::sort(out, [](const auto *a, const auto *b) { return a->getLocation() < b->getLocation(); });
    return out;
  }

  // The statements for the loop: arrays, their first elements, the loop, and what is left behind it. Returns the
  // number of the last one.
  size_t keep(List &children, size_t place, const clang::ForStmt *loop, Row row) {
    hasKept = true;
    List before, behind;
    for (Carried &one : row.carried) {
      one.array = arrayFor(one.var, row);
      before.push_back(declare(one.array));
    }
    kept_.emplace(loop, row);
    if (row.isInner) {
      children.insert(children.begin() + static_cast<std::ptrdiff_t>(place), before.begin(), before.end());
      return place + before.size();
    }
    const size_t inits = initsBefore(children, place, loop, row);
    for (const Carried &one : row.carried) {
      const clang::Expr *value = firstOf(children, inits, place, one.var);
      const clang::SourceLocation at = loop->getBeginLoc();
      clang::Expr *first =
          value ? const_cast<clang::Expr *>(value) : rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(one.var), at));
      before.push_back(set(element(one, row, At::Begin, at), first));
      if (isReadBehind(probe_, loop, one.var))
        behind.push_back(
            set(lvalueOf(const_cast<clang::VarDecl *>(one.var), at), rvalueOf(element(one, row, At::End, at))));
    }
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(inits),
                   children.begin() + static_cast<std::ptrdiff_t>(place));
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(inits), before.begin(), before.end());
    const size_t now = inits + before.size();
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(now) + 1, behind.begin(), behind.end());
    return now + behind.size();
  }

  // Where the statements begin that only give the carried variables their first values, and that nobody else needs.
  size_t initsBefore(const List &children, size_t place, const clang::ForStmt *loop, const Row &row) const {
    if (llvm::any_of(row.carried, [&](const Carried &one) { return isReadBehind(probe_, loop, one.var); }))
      return place;
    const auto isOne = [&](const clang::VarDecl *var) {
      return var && llvm::any_of(row.carried, [&](const Carried &one) { return one.var == var; });
    };
    const auto isFree = [&](const clang::Expr *value) {
      return !value->HasSideEffects(ast_) && llvm::none_of(variablesIn(value), isOne);
    };
    size_t first = place;
    for (; first > 0; --first) {
      const clang::Stmt *stmt = children[first - 1];
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
      const bool isSet = op && op->getOpcode() == clang::BO_Assign && isOne(variableOf(op->getLHS())) &&
                         isFree(op->getRHS()) && variableOf(op->getLHS());
      const bool isDeclared = decls && llvm::all_of(decls->decls(), [&](const clang::Decl *decl) {
                                const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
                                return isOne(var) && (!var->getInit() || isFree(var->getInit()));
                              });
      if (!isSet && !isDeclared)
        break;
    }
    return first;
  }

  // What these statements give the variable last; null: nothing.
  static const clang::Expr *firstOf(const List &children, size_t from, size_t to, const clang::VarDecl *var) {
    const clang::Expr *value = nullptr;
    for (size_t n = from; n < to; ++n) {
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(children[n]);
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(children[n]);
      if (decls && llvm::is_contained(decls->decls(), var))
        value = var->getInit();
      else if (op && variableOf(op->getLHS()) == var)
        value = op->getRHS();
    }
    return value;
  }

  clang::VarDecl *arrayFor(const clang::VarDecl *var, const Row &row) {
    const clang::SourceLocation at = var->getLocation();
    const LoopShape &shape = row.shape;
    const int64_t past = shape.inclusive ? 1 : 0;
    clang::Expr *length =
        shape.step > 0 ? sum(shape.limit, past + shiftOf(row)) : sum(shape.first, row.isInner ? 1 : 2);
    const clang::QualType type =
        ast_.getVariableArrayType(var->getType().getUnqualifiedType(), length, clang::ArraySizeModifier::Normal, 0, {});
    return clang::VarDecl::Create(ast_, owner, at, at, var->getIdentifier(), type,
                                  ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  }

  clang::Expr *sum(const clang::Expr *value, int64_t number) {
    auto *one = const_cast<clang::Expr *>(value);
    const clang::SourceLocation at = value->getBeginLoc();
    const clang::QualType type = value->getType().getUnqualifiedType();
    one = noted(new (ast_) clang::ParenExpr(at, at, one->isGLValue() ? rvalueOf(one) : one));
    return number == 0 ? one : combined(clang::BO_Add, one, this->number(number, type, at), type);
  }

  // How far from the cell's own number the element is in which it leaves its value: the first cell of a row, which is
  // the only one, finds its value in element 0.
  int64_t shiftOf(const Row &row) const {
    clang::Expr::EvalResult first;
    const bool isKnown = !row.isInner && row.shape.step > 0 && row.shape.first->EvaluateAsInt(first, ast_);
    return isKnown ? 1 - first.Val.getInt().getExtValue() : row.isInner || row.shape.step < 0 ? 0 : 1;
  }

  enum class At { Begin, Before, Here, End };

  // Of the value that the first cell finds, that which a cell finds, which it leaves, and which the last one leaves.
  clang::Expr *element(const Carried &one, const Row &row, At which, clang::SourceLocation at) {
    const LoopShape &shape = row.shape;
    const int64_t step = shape.step, shift = shiftOf(row), past = shape.inclusive ? 0 : -step;
    clang::Expr *counter = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(shape.var), at));
    clang::Expr *index = which == At::Begin ? sum(shape.first, shift - step)
                         : which == At::End ? sum(shape.limit, shift + past)
                                            : sum(counter, which == At::Here ? shift : shift - step);
    clang::Expr *array = lvalueOf(one.array, at);
    clang::Expr *pointer =
        noted(clang::ImplicitCastExpr::Create(ast_, ast_.getArrayDecayedType(array->getType()),
                                              clang::CK_ArrayToPointerDecay, array, nullptr, clang::VK_PRValue, {}));
    return noted(new (ast_) clang::ArraySubscriptExpr(pointer, index, one.var->getType().getUnqualifiedType(),
                                                      clang::VK_LValue, clang::OK_Ordinary, at));
  }

  clang::Stmt *set(clang::Expr *lvalue, clang::Expr *value) {
    return combined(clang::BO_Assign, lvalue, value, lvalue->getType().getUnqualifiedType());
  }

  // What the cell finds.
  clang::Expr *found(const Carried &one, const Row &row, clang::SourceLocation at) {
    clang::Expr *before = rvalueOf(element(one, row, At::Before, at));
    if (!row.isInner)
      return before;
    clang::Expr *counter = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(row.shape.var), at));
    auto *first = const_cast<clang::Expr *>(row.shape.first);
    clang::Expr *isFirst = combined(clang::BO_EQ, counter, first->isGLValue() ? rvalueOf(first) : first, ast_.IntTy);
    return noted(new (ast_) clang::ConditionalOperator(
        isFirst, at, expr(rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(one.var), at))), at, before, before->getType(),
        clang::VK_PRValue, clang::OK_Ordinary));
  }

  clang::Stmt *rounds(const clang::Stmt *original, const Row &row) {
    const auto *loop = llvm::cast<clang::ForStmt>(original);
    const clang::SourceLocation at = loop->getBeginLoc();
    std::vector<clang::Stmt *> stmts;
    for (const Carried &one : row.carried) {
      clang::VarDecl *own = newVariable(one.var, found(one, row, at));
      stmts.push_back(declare(own));
      scope[one.var] = {own, nullptr, nullptr};
    }
    for (const clang::Stmt *child : row.body->body()) {
      const auto one = llvm::find_if(row.carried, [&](const Carried &carried) { return carried.set == child; });
      if (one == row.carried.end()) {
        stmts.push_back(part(child));
        continue;
      }
      clang::VarDecl *next = newVariable(one->var, expr(llvm::cast<clang::BinaryOperator>(one->set)->getRHS()));
      stmts.push_back(declare(next));
      stmts.push_back(set(element(*one, row, At::Here, at), rvalueOf(lvalueOf(next, at))));
      scope[one->var] = {next, nullptr, nullptr};
    }
    for (const Carried &one : row.carried)
      scope.erase(one.var);
    return noted(new (ast_) clang::ForStmt(
        ast_, const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(loop->getCond()), nullptr,
        const_cast<clang::Expr *>(loop->getInc()), block(stmts, loop->getBody()->getSourceRange()), loop->getForLoc(),
        loop->getLParenLoc(), loop->getRParenLoc()));
  }

  Reader &probe_;
  const Effects effects_;
  std::map<const clang::Stmt *, Row> kept_;
  std::set<const clang::Stmt *> inner_;
};

} // namespace

bool keepCarried(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                 Expansion &expansion) {
  Diagnostics silent;
  const Effects effects = effectsOf(expansion.stmt), everywhere = effectsOf(function->getBody());
  Reader probe({ast, effects, everywhere, function, region, expansion.stmt}, &expansion, silent);
  Keeper keeper(probe, function, expansion);
  clang::Stmt *copy = keeper.run(expansion.stmt);
  if (keeper.hasKept)
    expansion.stmt = copy;
  return keeper.hasKept;
}

} // namespace kasane
