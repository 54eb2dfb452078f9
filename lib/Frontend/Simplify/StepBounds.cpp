// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/StepBounds.h"

#include "Ast/Callees.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/MathCalls.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/TileLoops.h"

namespace kasane {
namespace {

// The statements of the blocks around `inner` that stand in front of it.
bool findBefore(const clang::Stmt *stmt, const clang::Stmt *inner, std::vector<const clang::Stmt *> &before) {
  if (stmt == inner)
    return true;
  const size_t known = before.size();
  for (const clang::Stmt *child : stmt->children()) {
    if (child && findBefore(child, inner, before))
      return true;
    if (child && llvm::isa<clang::CompoundStmt>(stmt))
      before.push_back(unwrap(child));
  }
  before.resize(known);
  return false;
}

bool leavesSteps(const clang::Stmt *stmt) {
  return llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt>(stmt);
}

constexpr int kDeepest = 8; // values of values
constexpr int64_t kLongestStep = 1024;

class Tester : public Cloner {
public:
  Tester(Reader &probe, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(probe.ast, expansion.made, function), probe_(probe), region_(expansion.stmt),
        effects_(effectsOf(expansion.stmt)), changes_(callees_, expansion.stmt) {
    for (const auto &[place, code] : expansion.hostCode) {
      changes_.addHostCode(code);
      mayEnd_ |= holds(code, leavesSteps);
    }
  }
  clang::Stmt *run() { return part(region_); }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const std::optional<TileHead> head = loop ? tileHeadOf(loop) : std::nullopt;
    const clang::VarDecl *var = loop ? countedBy(loop) : nullptr;
    if (!var || (loop == unwrap(region_) ? !findsAllCells(var) : !isOverCells(var)))
      return nullptr;
    const clang::ForStmt *outer = std::exchange(nest_, nest_ ? nest_ : loop);
    const std::optional<Bounds> bounds = head && loop != unwrap(region_) ? boundsOf(loop, *head) : std::nullopt;
    around_[var] = loop;
    clang::Stmt *copy = bounds ? tested(loop, *bounds) : stmt(loop);
    around_.erase(var);
    nest_ = outer;
    return copy;
  }

private:
  struct Bounds {
    const clang::Expr *first = nullptr; // of the loop now; null: as it was
    std::vector<TileLimit> limits;
    std::vector<std::pair<clang::BinaryOperatorKind, const clang::Expr *>> tests; // of the variable
  };

  // nullopt: it is no such loop.
  std::optional<Bounds> boundsOf(const clang::ForStmt *loop, const TileHead &head) {
    if (isOfRegion(head.first) && llvm::all_of(head.limits, [&](const auto &l) { return isOfRegion(l.limit); }))
      return std::nullopt;
    if (stepOf(loop->getInc(), head.var, ast_) != 1 || !head.var->getType()->isSignedIntegerType())
      return std::nullopt;
    std::vector<const clang::Stmt *> before;
    findBefore(region_, loop, before);
    Comparison comparison(ast_, effects_);
    TileBounds values(ast_, comparison, {nullptr, nullptr, false});
    for (const clang::Stmt *stmt : before)
      values.note(stmt);
    if (const std::optional<Bounds> rows = boundsByRow(loop, head))
      return rows;
    Bounds out;
    if (!isOfRegion(head.first) && !(out.first = fixedOf(head.first, Extreme::Most, values, head.var)))
      return std::nullopt;
    if (out.first)
      out.tests.push_back({clang::BO_GE, head.first});
    for (const TileLimit &limit : head.limits) {
      const clang::Expr *fixed =
          isOfRegion(limit.limit) ? limit.limit : fixedOf(limit.limit, Extreme::Least, values, head.var);
      if (!fixed)
        return std::nullopt;
      out.limits.push_back({fixed, limit.inclusive});
      if (fixed != limit.limit)
        out.tests.push_back({limit.inclusive ? clang::BO_LE : clang::BO_LT, limit.limit});
    }
    return isReadElsewhere(loop, head.var) ? std::nullopt : std::optional(out);
  }

  // Of one that begins or ends by the variable of a loop over cells around it, in the rows that it goes farthest in.
  std::optional<Bounds> boundsByRow(const clang::ForStmt *loop, const TileHead &head) {
    const bool endsByRow = isOfRegion(head.first);
    if (head.limits.size() != 1 || isOfRegion(head.limits[0].limit) == endsByRow || isReadElsewhere(loop, head.var))
      return std::nullopt;
    const TileLimit limit = head.limits[0];
    const clang::Expr *bound = endsByRow ? limit.limit : head.first;
    const clang::Expr *fixed = ofOuterLoop(bound, endsByRow ? Extreme::Least : Extreme::Most, head.var);
    if (!fixed)
      return std::nullopt;
    const clang::BinaryOperatorKind kind = !endsByRow ? clang::BO_GE : limit.inclusive ? clang::BO_LE : clang::BO_LT;
    return Bounds{
        endsByRow ? nullptr : fixed, {endsByRow ? TileLimit{fixed, limit.inclusive} : limit}, {{kind, bound}}};
  }

  bool isReadElsewhere(const clang::ForStmt *loop, const clang::VarDecl *var) {
    return !llvm::isa<clang::DeclStmt>(loop->getInit()) && isReadBehind(probe_, loop, var);
  }

  // Is the region a nest over cells by itself, each of whose loops finds the cells that are stored?
  bool findsAllCells(const clang::VarDecl *var) const {
    bool stores = false;
    const auto isOther = [&](const clang::Stmt *part) {
      const clang::Expr *target = assignedIn(part), *stored = target && isElement(target) ? target : nullptr;
      stores |= stored != nullptr;
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
      const clang::VarDecl *counter = loop ? countedBy(loop) : nullptr;
      return (stored && !mentions(stored, var)) || (loop && !(counter && effects_.wrappedStores.count(counter)));
    };
    return !holds(region_, isOther) && stores;
  }

  // The bound where the row's variable is what it begins or ends with. Null: it is no such bound. Both loops find the
  // cells that are stored, and rows may not lie anywhere, since some are shorter then.
  const clang::Expr *ofOuterLoop(const clang::Expr *bound, Extreme which, const clang::VarDecl *counter) {
    const auto findsCells = [&](const clang::VarDecl *var) {
      return holds(nest_, [&](const clang::Stmt *part) {
        const clang::Expr *stored = assignedIn(part);
        return stored && isElement(stored) && mentions(stored, var) && mentions(stored, counter);
      });
    };
    const auto isRow = [](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::Expr>(part);
      return element && element->isLValue() && isElement(element) && element->getType()->isPointerType();
    };
    if (bound->HasSideEffects(ast_) || !isNumber(bound) ||
        !ast_.hasSameUnqualifiedType(bound->getType(), counter->getType()) || holds(nest_, isRow))
      return nullptr;
    for (const auto &[var, outer] : around_) {
      const std::optional<bool> falls = fallsBy(bound, var);
      const std::optional<LoopShape> shape = falls && findsCells(var) ? loopShape(probe_, outer) : std::nullopt;
      if (!shape || !shape->first || !shape->limit || std::abs(shape->step) != 1 || shape->exact || shape->isUnsigned ||
          !shape->also.empty() || !shape->added.empty() || !shape->taken.empty())
        continue;
      const bool isAtLast = *falls == ((which == Extreme::Least) == (shape->step < 0));
      const clang::Expr *row = isAtLast ? lastBefore(*shape) : shape->first;
      return isOfRegion(row) && isNumber(row) ? with(var, row, bound) : nullptr;
    }
    return nullptr;
  }

  // The sum with another value for the variable.
  const clang::Expr *with(const clang::VarDecl *var, const clang::Expr *value, const clang::Expr *sum) {
    if (variableOf(sum))
      return value;
    scope[var] = {nullptr, inParens(const_cast<clang::Expr *>(value)), nullptr};
    const clang::Expr *out = expr(sum);
    scope.erase(var);
    return out;
  }

  // The last value of a counter that goes by one.
  clang::Expr *lastBefore(const LoopShape &shape) {
    auto *limit = const_cast<clang::Expr *>(shape.limit);
    return shape.inclusive ? limit
                           : combined(shape.step > 0 ? clang::BO_Sub : clang::BO_Add, inParens(limit),
                                      number(1, limit->getType(), limit->getBeginLoc()), limit->getType());
  }

  bool isOfRegion(const clang::Expr *expr) const { return isInvariant(expr, effects_) && changes_.isFixed(expr); }

  // The one of the values between which a bound lies that no step changes; null: there is none, or the bound goes by
  // what cells or the loops around them count.
  const clang::Expr *fixedOf(const clang::Expr *bound, Extreme which, TileBounds &values,
                             const clang::VarDecl *counter) {
    const clang::QualType type = counter->getType();
    if (bound->HasSideEffects(ast_) || !ast_.hasSameUnqualifiedType(bound->getType(), type))
      return nullptr;
    if (!isNumber(bound))
      return nullptr;
    if (const clang::Expr *extreme = ofTimeLoop(bound, which))
      return ast_.hasSameUnqualifiedType(extreme->getType(), type) ? extreme : nullptr;
    for (const clang::VarDecl *var : variablesIn(bound))
      if (var == counter || around_.count(var) || !isSetBefore(var, values))
        return nullptr;
    const auto found = values.valuesOf(bound, which);
    if (!found || found->size() < 2)
      return nullptr;
    const clang::Expr *fixed = nullptr;
    for (const clang::Expr *value : *found) {
      for (const clang::VarDecl *var : variablesIn(value))
        if (var == counter || around_.count(var))
          return nullptr;
      if (isOfRegion(value) && ast_.hasSameUnqualifiedType(value->getType(), type))
        fixed = value;
    }
    return fixed;
  }

  // A loop inside of one over cells that store may go over neighbours.
  bool isOverCells(const clang::VarDecl *var) const {
    const auto stores = [&](const clang::VarDecl *counter) { return effects_.wrappedStores.count(counter) > 0; };
    const auto storesAround = [&](const auto &outer) { return stores(outer.first); };
    return stores(var) || (effects_.wrappedSubscripts.count(var) && llvm::none_of(around_, storesAround));
  }

  // Where the bound is the time loop's variable in a sum, it is at most, or at least, what it is in the first or in the
  // last step. Null: it is no such bound, or the variable is in the nest's subscripts (rows and columns).
  const clang::Expr *ofTimeLoop(const clang::Expr *bound, Extreme which) {
    const auto *steps = llvm::dyn_cast<clang::ForStmt>(unwrap(region_));
    const std::optional<LoopShape> shape = steps ? loopShape(probe_, steps) : std::nullopt;
    const std::optional<bool> falls = shape && shape->first ? fallsBy(bound, shape->var) : std::nullopt;
    if (!falls || effectsOf(nest_).subscripts.count(shape->var) ||
        effectsOf(steps->getBody()).assigned.count(shape->var))
      return nullptr;
    const bool isAtLast = *falls == ((which == Extreme::Least) == (shape->step < 0));
    clang::Expr *time = isAtLast ? lastOf(*steps, *shape) : const_cast<clang::Expr *>(shape->first);
    if (!time || !isOfRegion(time) || !isNumber(time))
      return nullptr;
    return with(shape->var, time, bound);
  }

  // The time loop's variable in its last step. Null: it may end earlier, and then cells of that step may be nowhere.
  // Those of arrays whose lengths are declared are known to be there.
  clang::Expr *lastOf(const clang::ForStmt &steps, const LoopShape &shape) {
    const bool mayEnd = mayEnd_ || holds(steps.getBody(), [](const clang::Stmt *part) {
                          const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
                          return leavesSteps(part) || (call && mathFunction(call).empty());
                        });
    auto *limit = const_cast<clang::Expr *>(shape.limit);
    if ((mayEnd && !isDeclared(nest_)) || !limit || std::abs(shape.step) > kLongestStep || shape.exact ||
        shape.isUnsigned || !shape.also.empty() || !shape.tail.empty() || !shape.added.empty() || !shape.taken.empty())
      return nullptr;
    limit = lastBefore(shape);
    return std::abs(shape.step) == 1 ? limit : reachedBy(shape, limit);
  }

  // first + (limit - first) / 2 * 2: the last value that longer steps come to.
  clang::Expr *reachedBy(const LoopShape &shape, clang::Expr *limit) {
    const clang::SourceLocation at = limit->getBeginLoc();
    const clang::QualType type = limit->getType();
    auto *first = const_cast<clang::Expr *>(shape.first);
    first = inParens(first->isGLValue() ? rvalueOf(first) : first);
    if (!ast_.hasSameUnqualifiedType(first->getType(), type))
      return nullptr;
    clang::Expr *distance = inParens(combined(clang::BO_Sub, inParens(limit), first, type));
    clang::Expr *rounds = inParens(combined(clang::BO_Div, distance, number(shape.step, type, at), type));
    return combined(clang::BO_Add, first, combined(clang::BO_Mul, rounds, number(shape.step, type, at), type), type);
  }

  // Does it only look at arrays whose lengths are constants?
  bool isDeclared(const clang::Stmt *nest) const {
    return !holds(nest, [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::Expr>(part);
      if (!element || !isElement(element))
        return false;
      const clang::VarDecl *var = storageVariable(element);
      return !var || !ast_.getAsConstantArrayType(var->getType()) ||
             ast_.getBaseElementType(var->getType())->isPointerType();
    });
  }

  // Does the sum fall while the variable rises? nullopt: it has it otherwise than once, or something that steps change.
  std::optional<bool> fallsBy(const clang::Expr *sum, const clang::VarDecl *var) const {
    if (variableOf(sum) == var)
      return false;
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(sum->IgnoreParenImpCasts());
    if (!op || !op->isAdditiveOp())
      return std::nullopt;
    if (isOfRegion(op->getRHS()))
      return fallsBy(op->getLHS(), var);
    const std::optional<bool> falls = isOfRegion(op->getLHS()) ? fallsBy(op->getRHS(), var) : std::nullopt;
    return falls ? std::optional(*falls != (op->getOpcode() == clang::BO_Sub)) : std::nullopt;
  }

  // Without unsigned numbers, which compare in another way.
  static bool isNumber(const clang::Stmt *stmt) {
    return !holds(stmt, [](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && expr->getType()->isArithmeticType() && !expr->getType()->isSignedIntegerType();
    });
  }

  // Do the statements before the loop say all that the region gives the variable, and what they compute it from?
  bool isSetBefore(const clang::VarDecl *var, const TileBounds &values, int depth = 0) const {
    const std::vector<const clang::Stmt *> sets = setsOf(var, values);
    if (!llvm::is_contained(values.noted(), var))
      return true;
    if (countWrites(region_, var) != countWrites(sets, var) || !llvm::all_of(sets, isNumber))
      return false;
    for (const clang::Stmt *set : sets)
      for (const clang::VarDecl *other : variablesOf(set, var))
        if (other != var && llvm::is_contained(values.noted(), other) &&
            (depth == kDeepest || setsOf(other, values).size() > 1 || !isSetBefore(other, values, depth + 1)))
          return false;
    return true;
  }

  // The statements that set the variable.
  static std::vector<const clang::Stmt *> setsOf(const clang::VarDecl *var, const TileBounds &values) {
    std::vector<const clang::Stmt *> out;
    for (const clang::Stmt *stmt : values.statements())
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
          decls ? var->getInit() && llvm::is_contained(decls->decls(), var) : countWrites(stmt, var) > 0)
        out.push_back(stmt);
    return out;
  }

  // Of a declaration, in the variable's own value.
  static Variables variablesOf(const clang::Stmt *set, const clang::VarDecl *var) {
    return variablesIn(llvm::isa<clang::DeclStmt>(set) ? var->getInit() : set);
  }

  static size_t countWrites(const clang::Stmt *stmt, const clang::VarDecl *var) {
    std::vector<const clang::Expr *> writes;
    collectWrites(stmt, var, writes);
    return writes.size();
  }
  static size_t countWrites(const std::vector<const clang::Stmt *> &stmts, const clang::VarDecl *var) {
    size_t count = 0;
    for (const clang::Stmt *stmt : stmts)
      count += countWrites(stmt, var);
    return count;
  }

  // With the copy's variables.
  clang::Expr *valueOf(const clang::Expr *original) {
    auto *value = const_cast<clang::Expr *>(original);
    return expr(value->isGLValue() ? rvalueOf(value) : value);
  }

  clang::Expr *compared(const clang::VarDecl *var, clang::BinaryOperatorKind kind, const clang::Expr *bound) {
    clang::Expr *left = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), bound->getBeginLoc())),
                *right = valueOf(bound);
    const auto widened = [&](clang::Expr *value) { // as C compares what is narrower than int
      return ast_.isPromotableIntegerType(value->getType()) ? ofType(value, ast_.IntTy) : value;
    };
    return combined(kind, widened(left), widened(right), ast_.IntTy);
  }

  clang::Expr *all(const std::vector<clang::Expr *> &conditions) {
    clang::Expr *out = conditions.front();
    for (size_t n = 1; n < conditions.size(); ++n)
      out = combined(clang::BO_LAnd, out, conditions[n], ast_.IntTy);
    return out;
  }

  clang::Stmt *tested(const clang::ForStmt *loop, const Bounds &bounds) {
    const TileHead head = *tileHeadOf(loop);
    const clang::SourceLocation at = loop->getBeginLoc();
    auto *var = const_cast<clang::VarDecl *>(head.var);
    clang::Stmt *init = bounds.first ? beginAt(loop, var, valueOf(bounds.first)) : part(loop->getInit());
    std::vector<clang::Expr *> conditions, tests;
    for (const TileLimit &limit : bounds.limits)
      conditions.push_back(compared(var, limit.inclusive ? clang::BO_LE : clang::BO_LT, limit.limit));
    for (const auto &[kind, bound] : bounds.tests)
      tests.push_back(compared(var, kind, bound));
    clang::Expr *step = expr(loop->getInc());
    clang::Stmt *body = part(loop->getBody());
    clang::Stmt *branch = noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                                      all(tests), at, at, body, at, nullptr));
    scope.erase(head.var);
    return noted(new (ast_) clang::ForStmt(ast_, init, all(conditions), nullptr, step, branch, loop->getForLoc(),
                                           loop->getLParenLoc(), loop->getRParenLoc()));
  }

  Reader &probe_;
  const clang::Stmt *region_;
  const Effects effects_;
  Callees callees_;
  Changes changes_;
  std::map<const clang::VarDecl *, const clang::ForStmt *> around_; // the loops over cells around, by what they count
  const clang::ForStmt *nest_ = nullptr;                            // the outermost of them
  bool mayEnd_ = false; // the program's own code in the steps may end the time loop
};

} // namespace

void testBoundsInCells(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                       Expansion &expansion) {
  Diagnostics silent;
  const Effects effects = effectsOf(expansion.stmt), everywhere = effectsOf(function->getBody());
  Reader probe({ast, effects, everywhere, function, region, expansion.stmt}, &expansion, silent);
  expansion.stmt = Tester(probe, function, expansion).run();
}

} // namespace kasane
