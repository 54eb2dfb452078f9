// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/FlatCuts.h"

#include "kasane/IR/Expr.h"

#include "Ast/Effects.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Simplify/CopyLengths.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int kMostPointers = 4; // pointers that have their value from each other
constexpr int64_t kShortest = 8; // cells of a row; fewer are rather a pattern, or components

// Takes the length out of the product; false: it is no factor that is seen.
bool take(const Length &length, Product &product) {
  for (auto it = product.begin(); it != product.end(); ++it) {
    if (*it == length) {
      product.erase(it);
      return true;
    }
    if (!it->expr && !length.expr && it->number % length.number == 0) {
      it->number /= length.number;
      return true;
    }
  }
  return false;
}

Product times(Product a, const Product &b) {
  int64_t number = 1;
  a.insert(a.end(), b.begin(), b.end());
  std::erase_if(a, [&](const Length &length) { return !length.expr && (number *= length.number, true); });
  if (number != 1)
    a.push_back({number, nullptr});
  return a;
}

} // namespace

std::optional<Product> without(Product product, const Product &factors) {
  for (const Length &factor : factors)
    if (!take(factor, product))
      return std::nullopt;
  std::erase_if(product, [](const Length &length) { return !length.expr && length.number == 1; });
  return product;
}

bool isSame(const Product &a, const Product &b) {
  const std::optional<Product> rest = without(a, b);
  return rest && rest->empty();
}

namespace {

class CutFinder {
public:
  CutFinder(const clang::ASTContext &ast, const Surroundings *around) : ast_(ast), around_(around) {}

  std::optional<Flat> flatOf(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    const clang::BinaryOperator *test = loop->getCond() ? operation(loop->getCond(), {clang::BO_LT}) : nullptr;
    const std::optional<llvm::APSInt> first = loop->getInit() && readInit(loop->getInit(), shape) && shape.first
                                                  ? shape.first->getIntegerConstantExpr(ast_)
                                                  : std::nullopt;
    if (!first || *first != 0 || !test || variableOf(plain(test->getLHS())) != shape.var || !loop->getInc() ||
        stepOf(loop->getInc(), shape.var, ast_) != 1 || !shape.var->hasLocalStorage() ||
        ast_.getTypeSize(shape.var->getType()) < ast_.getTypeSize(ast_.IntTy))
      return std::nullopt;
    const Effects effects = effectsOf(loop->getBody());
    if (writesTo(shape.var, loop->getBody()) || leaves(loop->getBody()) || !isInvariant(test->getRHS(), effects))
      return std::nullopt;
    isWide_ = ast_.getTypeSize(shape.var->getType()) > ast_.getTypeSize(ast_.IntTy);
    Flat flat{shape.var, test->getRHS(), {}, {}};
    flat.parts[shape.var] = {};
    findCuts(loop->getBody(), loop, effects, flat);
    const bool hasShape = flat.cuts.empty() && findShape(loop, flat);
    if (flat.cuts.empty() || (!hasShape && !areRows(flat, loop)) || !isOfCells(loop, effects, flat) ||
        (!llvm::isa<clang::DeclStmt>(loop->getInit()) && isReadBehind(*around_, loop, shape.var)))
      return std::nullopt;
    std::ranges::sort(flat.cuts, {}, [](const Product &cut) { return std::pair(exprsIn(cut), numberIn(cut)); });
    for (size_t n = 1; n < flat.cuts.size(); ++n)
      if (!without(flat.cuts[n], flat.cuts[n - 1]))
        return std::nullopt;
    return flat.cuts.size() < kMaxAxes ? std::optional(std::move(flat)) : std::nullopt;
  }

  // Of an array with dimensions, all of which the loop goes through from the first element on: (&A[0][0])[k], A[0][k].
  bool findShape(const clang::ForStmt *loop, Flat &flat) const {
    const CopyLengths lengths(ast_, around_->function->getBody(), around_->region);
    Product all;
    if (!lengths.lengthsOf(flat.limit, 1, all))
      return false;
    return holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      const bool isPlace = element && variableOf(plain(element->getIdx())) == flat.var;
      const clang::QualType type = isPlace ? arrayBehind(element->getBase()) : clang::QualType();
      std::vector<Length> dims;
      if (type.isNull() || lengths.rowsOf(type, dims).isNull() || dims.size() < 2 || dims.size() > kMaxAxes)
        return false;
      Product cut;
      for (size_t d = dims.size() - 1; d > 0; --d) {
        cut = times(cut, {dims[d]});
        flat.cuts.push_back(cut);
      }
      const std::optional<Product> rows = without(all, cut);
      if (!rows || rows->empty()) // within one row
        flat.cuts.clear();
      return !flat.cuts.empty();
    });
  }

  // The type of the array whose first element a pointer leads to; null: it isn't seen to do so.
  clang::QualType arrayBehind(const clang::Expr *pointer, int depth = 0) const {
    const clang::Expr *place = pointer->IgnoreParenCasts();
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(place);
    if (address && (address->getOpcode() == clang::UO_AddrOf || address->getOpcode() == clang::UO_Deref))
      return arrayBehind(address->getSubExpr(), depth);
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
      clang::Expr::EvalResult index;
      const bool isFirst = element->getIdx()->EvaluateAsInt(index, ast_) && index.Val.getInt() == 0;
      return isFirst ? arrayBehind(element->getBase(), depth) : clang::QualType();
    }
    if (place->getType()->isArrayType())
      return place->getType();
    const clang::VarDecl *var = variableOf(place);
    const clang::Expr *value = nullptr; // of a pointer that the region sets
    if (var && depth < kMostPointers)
      holds(around_->region, [&](const clang::Stmt *part) {
        const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part);
        const auto *set = llvm::dyn_cast<clang::BinaryOperator>(part);
        if (set && set->getOpcode() == clang::BO_Assign && variableOf(set->getLHS()) == var)
          value = set->getRHS();
        for (const clang::Decl *decl : decls ? decls->getDeclGroup() : clang::DeclGroupRef())
          if (decl == var && var->getInit())
            value = var->getInit();
        return value != nullptr;
      });
    return value ? arrayBehind(value, depth + 1) : clang::QualType();
  }

  static size_t writesTo(const clang::VarDecl *var, const clang::Stmt *stmt) {
    std::vector<const clang::Expr *> writes;
    collectWrites(stmt, var, writes);
    return writes.size();
  }

  // Does it store an element of its counter, or of two parts of that? A time loop that prints every few steps and has
  // a history, u[t + 1][i], goes over no cells itself.
  bool isOfCells(const clang::ForStmt *loop, const Effects &effects, const Flat &flat) const {
    const bool storesInLoops = holds(loop->getBody(), [&](const clang::Stmt *part) {
      LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
      const auto *inner = llvm::dyn_cast<clang::ForStmt>(part);
      return inner && inner->getInit() && readInit(inner->getInit(), shape) && effects.storeSubscripts.count(shape.var);
    });
    if (storesInLoops && loop == around_->region)
      return false;
    return effects.storeSubscripts.count(flat.var) || holds(loop->getBody(), [&](const clang::Stmt *part) {
             const clang::Expr *stored = assignedIn(part);
             std::vector<Digits> found;
             if (stored && !variableOf(stored))
               holds(stored, [&](const clang::Stmt *inner) {
                 const auto *expr = llvm::dyn_cast<clang::Expr>(inner);
                 const std::optional<Digits> digits = expr ? digitsIn(expr, flat) : std::nullopt;
                 if (digits &&
                     std::ranges::none_of(found, [&](const Digits &other) { return isSame(digits->low, other.low); }))
                   found.push_back(*digits);
                 return false;
               });
             return found.size() > 1;
           });
  }

  // Is each cut seen to be a row or a plane, and no pattern of cells as k % 3 == 0? By the loop's range, by a distance
  // in the cell, a[k - nx], or since both the row and the column are taken.
  bool areRows(const Flat &flat, const clang::ForStmt *loop) const {
    std::vector<const clang::Expr *> range;
    const CopyLengths lengths(ast_, around_->function->getBody(), around_->region);
    Product all;
    (void)lengths.lengthsOf(flat.limit, 1, all);
    appendFactors(flat.limit, range);
    return std::ranges::all_of(flat.cuts, [&](const Product &cut) {
      bool divides = false, remains = false;
      const auto isCut = [&](const clang::Expr *expr) {
        const std::optional<Product> product = productOf(expr);
        return product && isSame(*product, cut);
      };
      const auto isAll = [&](const Length &length) { return length.expr != nullptr && isSame({length}, cut); };
      if (!exprsIn(cut) && numberIn(cut) < kShortest)
        return false;
      return std::ranges::any_of(range, isCut) || std::ranges::any_of(all, isAll) ||
             holds(loop->getBody(), [&](const clang::Stmt *part) {
               const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
               const bool isSum = op && op->getType()->isIntegerType() && op->isAdditiveOp();
               const std::optional<Product> by = op ? cutBy(op, flat) : std::nullopt;
               divides |= by && isSame(*by, cut) && op->getOpcode() == clang::BO_Div;
               remains |= by && isSame(*by, cut) && op->getOpcode() == clang::BO_Rem;
               return (isSum && isCut(op->getRHS())) || (divides && remains);
             });
    });
  }

  static int64_t exprsIn(const Product &product) {
    return std::ranges::count_if(product, [](const Length &length) { return length.expr != nullptr; });
  }
  static int64_t numberIn(const Product &product) {
    const auto number = std::ranges::find_if(product, [](const Length &length) { return !length.expr; });
    return number == product.end() ? 1 : number->number;
  }

  // By `break` out of it, `goto` or `return`.
  static bool leaves(const clang::Stmt *stmt) {
    if (!stmt || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(stmt))
      return stmt &&
             holds(stmt, [](const clang::Stmt *part) { return llvm::isa<clang::GotoStmt, clang::ReturnStmt>(part); });
    return llvm::isa<clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt>(stmt) ||
           std::ranges::any_of(stmt->children(), leaves);
  }

  // Goes through the cell's statements in order. Variables that get digits of the counter stand for these.
  void findCuts(const clang::Stmt *stmt, const clang::ForStmt *loop, const Effects &effects, Flat &flat) const {
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit()) {
          findCuts(var->getInit(), loop, effects, flat);
          if (!writesTo(var, loop->getBody()))
            name(var, var->getInit(), flat);
        }
      return;
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        findCuts(child, loop, effects, flat);
    if (const clang::VarDecl *var = setFirst(stmt, loop))
      name(var, llvm::cast<clang::BinaryOperator>(stmt)->getRHS(), flat);
    const auto *expr = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const std::optional<Product> cut = expr ? cutBy(expr, flat) : std::nullopt;
    if (cut && isInvariant(expr->getRHS(), effects) &&
        std::ranges::none_of(flat.cuts, [&](const Product &known) { return isSame(known, *cut); }))
      flat.cuts.push_back(*cut);
  }

  void name(const clang::VarDecl *var, const clang::Expr *value, Flat &flat) const {
    const std::optional<Digits> digits = var->getType()->isIntegerType() ? digitsIn(value, flat) : std::nullopt;
    if (digits && hasRoom(var->getType(), *digits, flat))
      flat.parts[var] = *digits;
  }

  // Does a number of this type have room for them?
  bool hasRoom(clang::QualType type, const Digits &digits, const Flat &flat) const {
    const uint64_t size = ast_.getTypeSize(type);
    return size >= ast_.getTypeSize(ast_.IntTy) && (digits.high || size >= ast_.getTypeSize(flat.var->getType()));
  }

  // The variable that a statement of the body's own sets, before anything in the body reads it; else null.
  static const clang::VarDecl *setFirst(const clang::Stmt *stmt, const clang::ForStmt *loop) {
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const clang::VarDecl *var = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
    if (!var || !var->hasLocalStorage() || writesTo(var, loop->getBody()) != 1)
      return nullptr;
    for (const clang::Stmt *before : loop->getBody()->children())
      if (before == stmt || (before && mentionsIn(before, var)))
        return before == stmt ? var : nullptr;
    return nullptr;
  }
  static bool mentionsIn(const clang::Stmt *stmt, const clang::VarDecl *var) {
    return holds(stmt, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      return ref && ref->getDecl() == var;
    });
  }

  std::optional<Product> cutBy(const clang::BinaryOperator *op, const Flat &flat) const {
    const bool divides = operation(op, {clang::BO_Div, clang::BO_Rem}) != nullptr;
    const std::optional<Digits> digits = divides ? digitsIn(op->getLHS(), flat) : std::nullopt;
    const std::optional<Product> by = digits ? productOf(op->getRHS()) : std::nullopt;
    return by && !by->empty() ? std::optional(times(digits->low, *by)) : std::nullopt;
  }

  // nullopt: a number that isn't positive, or a product of several lengths that wraps sooner than the counter does.
  std::optional<Product> productOf(const clang::Expr *expr) const {
    std::vector<const clang::Expr *> factors;
    Product out;
    appendFactors(expr, factors);
    const clang::QualType type = plain(expr)->getType();
    if (factors.size() > 1 && type->isUnsignedIntegerType() && ast_.getTypeSize(type) < ast_.getTypeSize(ast_.LongTy) &&
        isWide_)
      return std::nullopt;
    for (const clang::Expr *factor : factors) {
      clang::Expr::EvalResult value;
      const bool isKnown = factor->EvaluateAsInt(value, ast_);
      if (isKnown && value.Val.getInt().getExtValue() <= 0)
        return std::nullopt;
      out = times(out, {isKnown ? Length{value.Val.getInt().getExtValue(), nullptr} : Length{0, factor}});
    }
    return out;
  }

  // Of the counter, a variable that stands for some, a quotient or a remainder of such, or k - k / nx * nx.
  std::optional<Digits> digitsIn(const clang::Expr *expr, const Flat &flat) const {
    expr = expr->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr);
    if (cast && cast->getCastKind() != clang::CK_LValueToRValue) {
      const std::optional<Digits> inner =
          cast->getCastKind() == clang::CK_IntegralCast ? digitsIn(cast->getSubExpr(), flat) : std::nullopt;
      return inner && hasRoom(cast->getType(), *inner, flat) ? inner : std::nullopt;
    }
    expr = plain(expr);
    if (const clang::VarDecl *var = variableOf(expr)) {
      const auto part = flat.parts.find(var);
      return part == flat.parts.end() ? std::nullopt : std::optional(part->second);
    }
    const clang::BinaryOperator *op = operation(expr, {clang::BO_Div, clang::BO_Rem, clang::BO_Sub});
    const std::optional<Digits> of = op ? digitsIn(op->getLHS(), flat) : std::nullopt;
    if (of && op->getOpcode() == clang::BO_Sub)
      return restOf(*of, op->getRHS(), flat);
    const std::optional<Product> by = of ? productOf(op->getRHS()) : std::nullopt;
    if (!by)
      return std::nullopt;
    const Product cut = times(of->low, *by);
    if (of->high && !without(*of->high, cut))
      return std::nullopt;
    return op->getOpcode() == clang::BO_Div ? Digits{cut, of->high} : Digits{of->low, cut};
  }

  // Of what the digits are without those of `taken`, a quotient of them by some lengths times these lengths.
  std::optional<Digits> restOf(const Digits &of, const clang::Expr *taken, const Flat &flat) const {
    std::vector<const clang::Expr *> factors;
    appendFactors(taken, factors);
    for (const clang::Expr *factor : factors) {
      const std::optional<Digits> quotient = digitsIn(factor, flat);
      Product by = of.low;
      for (const clang::Expr *other : factors)
        if (const std::optional<Product> more = other == factor ? Product{} : productOf(other))
          by = times(by, *more);
        else
          return std::nullopt;
      const bool isOfIt = quotient && quotient->high.has_value() == of.high.has_value() &&
                          (!of.high || isSame(*quotient->high, *of.high));
      if (isOfIt && factors.size() > 1 && isSame(quotient->low, by))
        return Digits{of.low, by};
    }
    return std::nullopt;
  }

  const clang::ASTContext &ast_;
  const Surroundings *around_; // null: not asked for
  bool isWide_ = false;        // the counter has more than 32 bits
};

} // namespace

std::optional<Flat> flatIn(const Surroundings &around, const clang::ForStmt *loop) {
  return CutFinder(around.ast, &around).flatOf(loop);
}

std::optional<Digits> digitsOf(const clang::ASTContext &ast, const clang::Expr *expr, const Flat &flat) {
  const std::optional<Digits> digits = CutFinder(ast, nullptr).digitsIn(expr, flat);
  const auto isCut = [&](const Product &product) {
    return std::ranges::any_of(flat.cuts, [&](const Product &cut) { return isSame(cut, product); });
  };
  return digits && (digits->low.empty() || isCut(digits->low)) && (!digits->high || isCut(*digits->high))
             ? digits
             : std::nullopt;
}

} // namespace kasane
