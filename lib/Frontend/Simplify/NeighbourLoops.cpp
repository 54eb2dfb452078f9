// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/NeighbourLoops.h"

#include "Ast/Arithmetic.h"
#include "Ast/LoopForms.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/Elements.h"

namespace kasane {
namespace {

// A loop from one place beside a cell to another.
struct Distances {
  LoopShape shape;
  LinearSum first;
  int64_t count;
};

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), arrays_(effectsOf(expansion.stmt).declared) {
    std::erase_if(arrays_, [&](const clang::VarDecl *var) { return extentsOf(ast_, var->getType()).empty(); });
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (clang::Stmt *apart = stepApart(original))
      return apart;
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const std::optional<Distances> found = loop ? distancesOf(loop) : std::nullopt;
    return found && (fillsArray(loop) || findsByDistance(loop, *found)) ? overDistances(loop, *found) : nullptr;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    if (original == stepped_.first)
      return stepped_.second;
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(original);
    if (!element || counters_.empty())
      return nullptr;
    const std::optional<LinearSum> index = linearSum(ast_, expr(element->getIdx()));
    if (!index || llvm::any_of(index->times, [&](const auto &term) { return !counters_.count(term.first); }))
      return nullptr;
    clang::Expr *base = expr(element->getBase());
    return noted(new (ast_) clang::ArraySubscriptExpr(base, written(*index, element->getIdx()), element->getType(),
                                                      element->getValueKind(), element->getObjectKind(),
                                                      element->getRBracketLoc()));
  }

private:
  const clang::ArraySubscriptExpr *ownElement(const clang::Expr *stored) const {
    const auto *element = stored ? llvm::dyn_cast<clang::ArraySubscriptExpr>(stored->IgnoreParens()) : nullptr;
    return element && arrays_.count(variableOf(elementOf(element).base)) ? element : nullptr;
  }

  // in[n++] = v;   ->   { in[n] = v; n++; }
  clang::Stmt *stepApart(const clang::Stmt *stmt) {
    const auto *store = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const clang::ArraySubscriptExpr *element = store ? ownElement(assignedIn(store)) : nullptr;
    const auto *step =
        element ? llvm::dyn_cast<clang::UnaryOperator>(element->getIdx()->IgnoreParenImpCasts()) : nullptr;
    const clang::VarDecl *var = step && step->isIncrementDecrementOp() ? variableOf(step->getSubExpr()) : nullptr;
    if (!var || var->getType().isVolatileQualified() || mentions(element->getBase(), var) ||
        element->getBase()->HasSideEffects(ast_) || mentions(store->getRHS(), var) ||
        store->getRHS()->HasSideEffects(ast_))
      return nullptr;
    const clang::SourceLocation at = element->getBeginLoc();
    clang::Expr *value = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), at));
    stepped_ = {step, ofType(value, step->getType())};
    std::vector<clang::Stmt *> out = {expr(store)};
    stepped_ = {};
    out.insert(step->isPrefix() ? out.begin() : out.end(), expr(step));
    return block(out, stmt->getSourceRange());
  }

  // Is there an element of such an array whose number goes on with the loop?
  bool fillsArray(const clang::ForStmt *loop) const {
    const Effects effects = effectsOf(loop);
    return holds(loop->getBody(), [&](const clang::Stmt *part) {
      const clang::ArraySubscriptExpr *element = ownElement(assignedIn(part));
      return element && llvm::any_of(variablesIn(element), [&](const clang::VarDecl *var) {
               return var->getType()->isIntegerType() && effects.assigned.count(var) > 0;
             });
    });
  }

  // Does a subscript take the cell's own place away from the counter?
  bool findsByDistance(const clang::ForStmt *loop, const Distances &found) const {
    return holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      const std::optional<LinearSum> index = element ? linearSum(ast_, element->getIdx()) : std::nullopt;
      const auto timesOf = [&](const clang::VarDecl *var) {
        const auto term = index->times.find(var);
        return term == index->times.end() ? 0 : term->second;
      };
      const int64_t own = index ? timesOf(found.shape.var) : 0;
      return own != 0 && llvm::all_of(found.first.times,
                                      [&](const auto &term) { return timesOf(term.first) == -own * term.second; });
    });
  }

  // nullopt: it isn't known how far the ends lie apart, or their place changes in the loop.
  std::optional<Distances> distancesOf(const clang::ForStmt *loop) {
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    const std::optional<LoopShape> shape = loopShape(probe, loop);
    if (!shape || !shape->first || !shape->limit || shape->exact || shape->isUnsigned || !shape->tail.empty() ||
        !shape->also.empty() || !shape->added.empty() || !shape->taken.empty() ||
        !shape->var->getType()->isSignedIntegerType() ||
        ast_.getTypeSize(shape->var->getType()) < ast_.getTypeSize(ast_.IntTy))
      return std::nullopt;
    const std::optional<LinearSum> first = linearSum(ast_, shape->first), limit = linearSum(ast_, shape->limit);
    const Effects inside = effectsOf(loop->getBody());
    if (!first || !limit || first->times.empty() || first->times != limit->times || inside.assigned.count(shape->var) ||
        llvm::any_of(first->times, [&](const auto &term) { return inside.assigned.count(term.first) > 0; }))
      return std::nullopt;
    const int64_t up = shape->step > 0 ? 1 : -1, stride = up * shape->step;
    const int64_t length = up * (limit->number - first->number) + (shape->inclusive ? 1 : 0);
    const int64_t count = (length + stride - 1) / stride;
    return length > 0 && count <= kMaxTrips ? std::optional(Distances{*shape, *first, count}) : std::nullopt;
  }

  clang::Stmt *overDistances(const clang::ForStmt *loop, const Distances &found) {
    const clang::SourceLocation at = loop->getBeginLoc();
    const clang::QualType type = found.shape.var->getType().getUnqualifiedType();
    clang::VarDecl *counter = newVariable(found.shape.var, literal(0, type, at));
    const auto placeOf = [&](clang::Expr *round) {
      clang::Expr *way =
          found.shape.step == 1 ? round : combined(clang::BO_Mul, round, literal(found.shape.step, type, at), type);
      return combined(clang::BO_Add, inParens(ofType(expr(found.shape.first), type)), way, type);
    };
    clang::Expr *place = placeOf(rvalueOf(lvalueOf(counter, at)));
    counters_.insert(counter);
    const Substitute outer = std::exchange(scope[found.shape.var], {nullptr, inParens(place), nullptr});
    clang::Stmt *body = part(loop->getBody());
    scope[found.shape.var] = outer;
    if (!outer.var && !outer.value && !outer.object)
      scope.erase(found.shape.var);
    std::vector<clang::Stmt *> out = {countTo(literal(found.count, type, at), counter, body, loop->getSourceRange())};
    if (!llvm::isa<clang::DeclStmt>(loop->getInit())) // who looks at it afterwards finds what the loop left
      out.push_back(combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(found.shape.var), at),
                             placeOf(literal(found.count, type, at)), type));
    return out.size() == 1 ? out[0] : block(out, loop->getSourceRange());
  }

  clang::Expr *written(const LinearSum &sum, const clang::Expr *like) {
    const clang::SourceLocation at = like->getBeginLoc();
    clang::Expr *out = nullptr;
    const auto add = [&](clang::Expr *term) { out = out ? combined(clang::BO_Add, out, term, term->getType()) : term; };
    const clang::QualType type = like->getType();
    for (const auto &[var, times] : sum.times) {
      clang::Expr *value = ofType(rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), at)), type);
      add(times == 1 ? value : combined(clang::BO_Mul, value, number(times, type, at), type));
    }
    if (sum.number != 0 || !out)
      add(number(sum.number, type, at));
    return out;
  }

  Variables arrays_;                                      // that the region declares with lengths
  Variables counters_;                                    // over distances
  std::pair<const clang::Expr *, clang::Expr *> stepped_; // what a store steps, and its place in it
};

} // namespace

void countDistances(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = Writer(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
