// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/HandTiles.h"

#include "Ast/Callees.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/TileLoops.h"

namespace kasane {
namespace {

class Joiner : public Cloner {
public:
  Joiner(Reader &probe, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(probe.ast, expansion.made, function), probe_(probe), expansion_(expansion),
        everywhere_(effectsOf(expansion.stmt)), changes_(callees_, expansion.stmt) {}
  clang::Stmt *run() { return part(expansion_.stmt); }
  bool isDone() const { return isDone_; }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *way = way_ ? &*way_ : nullptr; way && original == way->cells)
      return cells();
    if (way_ && llvm::is_contained(way_->bounds, original))
      return withoutBounds(original);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    return loop && !isDone_ ? joined(loop) : nullptr;
  }

private:
  clang::Stmt *joined(const clang::ForStmt *loop) {
    folded_.clear();
    std::optional<TileHead> head = tileHeadOf(loop, true);
    if (!head || head->limits.size() != 1 || (loop == expansion_.stmt && !hasLoop(loop->getBody())))
      return nullptr;
    const int64_t step = stepOf(loop->getInc(), head->var, ast_);
    const clang::Expr *size = step == 1 ? tileFactorIn(loop->getBody(), head->var) : tileSizeIn(loop, head->var);
    if (!size || mentions(size, head->var) || step < 0)
      return nullptr;
    const TileLoop tile{head->var, size, step == 1};
    Comparison comparison(ast_, everywhere_);
    TileBounds bounds(ast_, comparison, tile);
    WayToCells way;
    const clang::Expr *factor = head->limits[0].factor;
    if (factor && (!tile.isNumbered || !bounds.areAlike(factor, size)))
      return nullptr;
    if (!findCellsOfTile(ast_, loop->getBody(), bounds, way))
      return nullptr;
    under_ = armsOfTile(expansion_.stmt, loop, way.cells);
    const std::optional<Range> range = rangeOf(loop, tile, *head, way, bounds);
    if (!range || leaves(loop->getBody()))
      return nullptr;
    keepOthers(way);
    if (!isFree(loop, *head, way, *range))
      return nullptr;
    way_ = way;
    range_ = range;
    isDone_ = true;
    clang::Stmt *copy = part(loop->getBody());
    way_ = std::nullopt;
    expansion_.folded.insert(expansion_.folded.end(), folded_.begin(), folded_.end());
    expansion_.asked.insert(expansion_.asked.end(), range->asked.begin(), range->asked.end());
    if (!way.between.empty())
      expansion_.tiled.insert(way.cells->getForLoc());
    return copy;
  }

  // What the cells go over, and what must hold for that.
  struct Range {
    const clang::Expr *first;
    TileLimit end;
    int64_t within;    // the first cell is so far behind the tile's place
    bool isEnd = true; // the counter ends there
    Exprs asked;
  };

  clang::Expr *inParens(const clang::Expr *expr) {
    const clang::SourceLocation at = expr->getBeginLoc();
    return noted(new (ast_) clang::ParenExpr(at, at, const_cast<clang::Expr *>(expr)));
  }
  std::optional<int64_t> known(const clang::Expr *expr) const {
    clang::Expr::EvalResult value;
    return expr->EvaluateAsInt(value, ast_) ? std::optional(value.Val.getInt().getExtValue()) : std::nullopt;
  }

  // The place of tile number `value`.
  const clang::Expr *scaled(const clang::Expr *value, const TileLoop &tile) {
    if (!tile.isNumbered)
      return value;
    if (known(value) == 0)
      return this->number(0, ast_.IntTy, value->getBeginLoc());
    clang::Expr *product = arithmetic(clang::BO_Mul, inParens(value), inParens(tile.size));
    const std::optional<int64_t> number = known(product);
    if (!number)
      return inParens(product);
    folded_.push_back(product);
    return this->number(*number, product->getType(), value->getBeginLoc());
  }

  // With the conversions of C. Comparisons are of type int.
  clang::Expr *arithmetic(clang::BinaryOperatorKind kind, clang::Expr *left, clang::Expr *right) {
    clang::QualType type = left->getType().getUnqualifiedType();
    const clang::QualType other = right->getType().getUnqualifiedType();
    const uint64_t mine = ast_.getTypeSize(type), others = ast_.getTypeSize(other);
    if (mine < others || (mine == others && other->isUnsignedIntegerType()))
      type = other;
    if (ast_.getTypeSize(type) < ast_.getTypeSize(ast_.IntTy))
      type = ast_.IntTy;
    for (clang::Expr **side : {&left, &right})
      if (!ast_.hasSameUnqualifiedType((*side)->getType(), type))
        *side = noted(
            clang::ImplicitCastExpr::Create(ast_, type, clang::CK_IntegralCast, *side, nullptr, clang::VK_PRValue, {}));
    return combined(kind, left, right, clang::BinaryOperator::isComparisonOp(kind) ? ast_.IntTy : type);
  }
  const clang::Expr *plus(const clang::Expr *value, int64_t number) {
    return number == 0 ? value
                       : combined(clang::BO_Add, const_cast<clang::Expr *>(value),
                                  this->number(number, value->getType().getUnqualifiedType(), value->getBeginLoc()),
                                  value->getType().getUnqualifiedType());
  }

  std::optional<Range> rangeOf(const clang::ForStmt *loop, const TileLoop &tile, const TileHead &tiles,
                               const WayToCells &way, TileBounds &bounds) {
    const TileHead head = *tileHeadOf(way.cells);
    const Exprs firsts = *bounds.valuesOf(head.first, Extreme::Most);
    const std::optional<int64_t> within = beginOfCells(firsts, bounds);
    std::vector<TileLimit> ends;
    if (!within || !readEndsOfCells(head, tile, *within, bounds, ends) || ends.size() > 1 || firsts.size() > 2)
      return std::nullopt;
    Range range{plus(scaled(tiles.first, tile), *within), {nullptr, false}, *within, true, {}};
    const TileLimit &limit = tiles.limits[0];
    const bool isCount = tile.isNumbered && !limit.factor, isNext = isCount && limit.inclusive;
    const clang::Expr *place = isCount ? scaled(plus(limit.limit, isNext ? 1 : 0), tile) : limit.limit;
    range.end = {plus(place, *within), limit.inclusive && !isNext};
    if (!askPositive(tile.size, range) || !beginLater(firsts, bounds, range))
      return std::nullopt;
    bool isRight = !isCount || !ends.empty() || countsWhole(limit.limit, tile, bounds, range);
    const TileLimit last = range.end;
    if (!ends.empty())
      isRight = isRight && endAt(ends.front(), last, bounds, range);
    else if (const std::optional<TileLimit> masked = isCount ? std::nullopt : maskOfCells(way.cells, bounds))
      isRight = endAt(*masked, last, bounds, range, false);
    else if (!isCount)
      isRight = fillsTiles(loop, tile, last, range, scaled(tiles.first, tile));
    return isRight ? std::optional(range) : std::nullopt;
  }

  // n / size tiles end at n where the size divides that.
  bool countsWhole(const clang::Expr *count, const TileLoop &tile, TileBounds &bounds, Range &range) {
    const auto *quotient = llvm::dyn_cast<clang::BinaryOperator>(count->IgnoreParenImpCasts());
    if (range.end.inclusive || !quotient || quotient->getOpcode() != clang::BO_Div ||
        !bounds.areAlike(quotient->getRHS(), tile.size) || range.within != 0 || known(range.end.limit))
      return true;
    range.end.limit = quotient->getLHS();
    clang::Expr *rest = arithmetic(clang::BO_Rem, inParens(quotient->getLHS()), inParens(tile.size));
    return want(arithmetic(clang::BO_EQ, rest, number(0, ast_.IntTy, count->getBeginLoc())), range);
  }

  // i = MAX(ii, 1): the first tile's cells begin there, or at the tile's own place.
  static bool beginLater(const Exprs &firsts, TileBounds &bounds, Range &range) {
    const std::optional<Sum> place = bounds.sumOf(range.first);
    for (const clang::Expr *first : firsts) {
      const std::optional<Sum> sum = bounds.sumOf(first);
      if (sum->tiles != 0)
        continue;
      const std::optional<int64_t> behind = place ? bounds.distance(*sum, *place) : std::nullopt;
      if (!behind)
        return false;
      if (*behind > 0)
        range.first = first;
    }
    return true;
  }

  // The cells end before the tiles do, or together with them.
  bool endAt(const TileLimit &end, const TileLimit &last, TileBounds &bounds, Range &range, bool isTileLimit = true) {
    const std::optional<Sum> sum = bounds.sumOf(end.limit), lastSum = bounds.sumOf(last.limit);
    if (!sum || !lastSum)
      return false;
    if (isTileLimit)
      range.end = end;
    if (const std::optional<int64_t> left = bounds.distance(*lastSum, *sum)) {
      const int64_t cells = *left + (last.inclusive ? 1 : 0) - (end.inclusive ? 1 : 0);
      range.isEnd = range.isEnd && cells == 0;
      return cells >= 0;
    }
    range.isEnd = false;
    auto *mine = const_cast<clang::Expr *>(plus(end.limit, end.inclusive && !last.inclusive ? 1 : 0));
    auto *tiles = const_cast<clang::Expr *>(plus(last.limit, last.inclusive && !end.inclusive ? 1 : 0));
    return want(arithmetic(clang::BO_LE, mine, tiles), range);
  }

  // Whole tiles end where the loop over them does.
  bool fillsTiles(const clang::ForStmt *loop, const TileLoop &tile, const TileLimit &last, Range &range,
                  const clang::Expr *first) {
    const clang::SourceLocation at = loop->getBeginLoc();
    const clang::Expr *end = plus(last.limit, (last.inclusive ? 1 : 0) - range.within);
    clang::Expr *length = inParens(arithmetic(clang::BO_Sub, inParens(end), inParens(first)));
    clang::Expr *rest = arithmetic(clang::BO_Rem, length, inParens(tile.size));
    return want(arithmetic(clang::BO_EQ, rest, number(0, ast_.IntTy, at)), range);
  }

  bool askPositive(const clang::Expr *size, Range &range) {
    return want(arithmetic(clang::BO_GT, const_cast<clang::Expr *>(size), number(0, ast_.IntTy, size->getBeginLoc())),
                range);
  }

  // False: it surely doesn't hold, or the call can't ask for it.
  bool want(clang::Expr *condition, Range &range) {
    condition = resolved(condition);
    if (const std::optional<int64_t> value = known(condition)) {
      folded_.push_back(condition);
      return *value != 0;
    }
    if (!changes_.isFixed(condition) || condition->HasSideEffects(ast_))
      return false;
    range.asked.push_back(orNotTaken(condition));
    return true;
  }

  // if (tiling) loop: it need not hold where the arm isn't taken.
  clang::Expr *orNotTaken(clang::Expr *condition) {
    for (size_t n = under_.size(); n-- > 0;) {
      clang::Expr *arm = inParens(resolved(const_cast<clang::Expr *>(under_[n].first)));
      if (!changes_.isFixed(arm) || arm->HasSideEffects(ast_))
        continue;
      if (under_[n].second)
        arm = noted(clang::UnaryOperator::Create(ast_, arm, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue,
                                                 clang::OK_Ordinary, arm->getBeginLoc(), false, {}));
      condition = combined(clang::BO_LOr, arm, inParens(condition), ast_.IntTy);
    }
    return condition;
  }

  // With the values of what the region declares and never changes.
  clang::Expr *resolved(clang::Expr *expr) {
    for (const clang::VarDecl *var : variablesIn(expr))
      if (everywhere_.declared.count(var) && !everywhere_.assigned.count(var) && var->getInit()) {
        scope[var] = {nullptr, inParens(resolved(const_cast<clang::Expr *>(var->getInit()))), nullptr};
        expr = Cloner::expr(expr);
        scope.erase(var);
      }
    return expr;
  }

  // A loop within a tile would be left, and the others go on.
  static bool leaves(const clang::Stmt *body) {
    return holds(body, [](const clang::Stmt *part) {
      return llvm::isa<clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt>(part);
    });
  }

  // Of the statements that set bounds, those of the cells' loop go with the tiles.
  static void keepOthers(WayToCells &way) {
    Variables used = variablesIn(way.cells->getInit());
    const auto take = [&](const clang::Stmt *from) {
      const Variables more = variablesIn(from);
      used.insert(more.begin(), more.end());
    };
    take(way.cells->getCond());
    for (size_t n = way.bounds.size(); n-- > 0;)
      if (setsOneOf(way.bounds[n], used))
        take(way.bounds[n]);
      else
        way.bounds.erase(way.bounds.begin() + static_cast<long>(n));
    way.used = used;
  }
  static bool setsOneOf(const clang::Stmt *stmt, const Variables &vars) {
    const Effects effects = effectsOf(stmt);
    const auto isOne = [&](const clang::VarDecl *var) { return vars.count(var) > 0; };
    return llvm::any_of(effects.declared, isOne) || llvm::any_of(effects.assigned, isOne);
  }

  clang::Stmt *withoutBounds(const clang::Stmt *original) {
    std::vector<clang::Decl *> others;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(original))
      for (clang::Decl *decl : decls->decls())
        if (!way_->used.count(llvm::cast<clang::VarDecl>(decl)))
          others.push_back(decl);
    if (others.empty())
      return noted(new (ast_) clang::NullStmt(original->getBeginLoc()));
    return noted(new (ast_) clang::DeclStmt(clang::DeclGroupRef::Create(ast_, others.data(), others.size()),
                                            original->getBeginLoc(), original->getEndLoc()));
  }

  // Nobody else looks at the variables of the tiles.
  bool isFree(const clang::ForStmt *loop, const TileHead &head, const WayToCells &way, const Range &range) {
    const TileHead cells = *tileHeadOf(way.cells);
    const auto isLookedAt = [&](const clang::VarDecl *var) {
      return !effectsOf(loop).declared.count(var) && isReadBehind(probe_, loop, var);
    };
    if (!everywhere_.wrappedSubscripts.count(cells.var)) // it counts steps
      return false;
    if (isLookedAt(head.var) || (!range.isEnd && isLookedAt(cells.var)))
      return false;
    Variables own;
    for (const clang::Stmt *stmt : way.bounds)
      for (const clang::VarDecl *var : variablesIn(stmt))
        if (way.used.count(var) && setsOneOf(stmt, {var}))
          own.insert(var);
    if (llvm::any_of(own, isLookedAt) || assigns(loop->getBody(), head.var))
      return false;
    // In the bounds and in the head of the cells' loop only.
    own.insert(head.var);
    return !holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      const auto isIn = [&](const clang::Stmt *stmt) {
        return stmt && holds(stmt, [&](const clang::Stmt *inner) { return inner == part; });
      };
      return var && own.count(var) && !isIn(way.cells->getInit()) && !isIn(way.cells->getCond()) &&
             llvm::none_of(way.bounds, isIn);
    });
  }

  static bool assigns(const clang::Stmt *stmt, const clang::VarDecl *var) {
    std::vector<const clang::Expr *> writes;
    collectWrites(stmt, var, writes);
    return !writes.empty();
  }

  clang::Stmt *cells() {
    const clang::ForStmt *loop = way_->cells;
    const TileHead head = *tileHeadOf(loop);
    const clang::SourceLocation at = loop->getBeginLoc();
    auto *var = const_cast<clang::VarDecl *>(head.var);
    auto *first = const_cast<clang::Expr *>(range_->first);
    clang::Stmt *init = beginAt(loop, var, first);
    auto *limit = const_cast<clang::Expr *>(range_->end.limit);
    clang::Expr *test =
        arithmetic(range_->end.inclusive ? clang::BO_LE : clang::BO_LT, rvalueOf(lvalueOf(var, at)), limit);
    clang::Expr *step = expr(loop->getInc());
    way_ = std::nullopt;
    clang::Stmt *body = part(loop->getBody());
    return noted(new (ast_) clang::ForStmt(ast_, init, test, nullptr, step, body, loop->getForLoc(),
                                           loop->getLParenLoc(), loop->getRParenLoc()));
  }

  Reader &probe_;
  Expansion &expansion_;
  const Effects everywhere_;
  Callees callees_;
  Changes changes_;
  std::optional<WayToCells> way_; // of the loops that are being joined
  std::optional<Range> range_;
  Exprs folded_;
  Arms under_; // that they stand in
  bool isDone_ = false;
};

} // namespace

void joinTiles(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
               Expansion &expansion) {
  for (bool isDone = true; isDone;) {
    Diagnostics silent;
    const Effects effects = effectsOf(expansion.stmt), everywhere = effectsOf(function->getBody());
    Reader probe({ast, effects, everywhere, function, region, expansion.stmt}, &expansion, silent);
    Joiner joiner(probe, function, expansion);
    const clang::Stmt *copy = joiner.run();
    isDone = joiner.isDone();
    if (isDone)
      expansion.stmt = copy;
  }
}

} // namespace kasane
