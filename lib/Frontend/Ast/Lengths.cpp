// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Lengths.h"

#include "Ast/Effects.h"

#include <algorithm>

namespace kasane {

const clang::Expr *plain(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(expr);
  return cast && cast->getCastKind() == clang::CK_IntegralCast ? plain(cast->getSubExpr()) : expr;
}

const clang::BinaryOperator *operation(const clang::Expr *expr,
                                       std::initializer_list<clang::BinaryOperatorKind> kinds) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(plain(expr));
  return op && op->getType()->isIntegerType() && llvm::is_contained(kinds, op->getOpcode()) ? op : nullptr;
}

void appendFactors(const clang::Expr *expr, std::vector<const clang::Expr *> &out) {
  if (const clang::BinaryOperator *product = operation(expr, {clang::BO_Mul})) {
    appendFactors(product->getLHS(), out);
    appendFactors(product->getRHS(), out);
  } else {
    out.push_back(plain(expr));
  }
}

namespace {

// nx, nx + 2, 2 * (nx + 1): the same value wherever nothing changes in between.
bool isSame(const clang::Expr *left, const clang::Expr *right) {
  left = plain(left);
  right = plain(right);
  if (!lvalueKey(left).empty())
    return lvalueKey(left) == lvalueKey(right);
  if (const auto *one = llvm::dyn_cast<clang::IntegerLiteral>(left)) {
    const auto *other = llvm::dyn_cast<clang::IntegerLiteral>(right);
    return other && llvm::APInt::isSameValue(one->getValue(), other->getValue());
  }
  const auto *one = operation(left, {clang::BO_Add, clang::BO_Sub, clang::BO_Mul});
  const auto *other = one ? operation(right, {one->getOpcode()}) : nullptr;
  return other && isSame(one->getLHS(), other->getLHS()) && isSame(one->getRHS(), other->getRHS());
}

} // namespace

bool Length::operator==(const Length &other) const {
  return expr && other.expr ? isSame(expr, other.expr) : !expr && !other.expr && number == other.number;
}

namespace {

class Lengths {
public:
  Lengths(const clang::ASTContext &ast, const clang::Stmt *region, const std::set<std::string> &named,
          const std::vector<Length> &range)
      : ast_(ast), effects_(effectsOf(region)), range_(folded(range)) {
    std::set<std::string> arrays = named;
    holds(region, [&](const clang::Stmt *part) { // a function that stands in its call's place has names of its own
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
        for (const clang::Decl *decl : decls->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getType()->isPointerType() &&
                                                                      var->getInit() &&
                                                                      arrays.count(lvalueKey(plain(var->getInit()))))
            arrays.insert(variableKey(var));
      return false;
    });
    holds(region, [&](const clang::Stmt *part) {
      const auto *set = llvm::dyn_cast<clang::BinaryOperator>(part);
      const clang::VarDecl *var = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
      if (var && var->getType()->isIntegerType())
        values_[var].push_back(set->getRHS());
      return false;
    });
    holds(region, [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      if (element && arrays.count(lvalueKey(element->getBase())))
        follow(element->getIdx());
      if (const clang::Expr *distance = distanceFrom(arrays, part)) {
        follow(distance);
        addTerm(distance, 0);
      }
      return false;
    });
    addPlaces();
  }

  const std::vector<std::pair<Length, int>> &all() const { return ranks_; }

private:
  static constexpr int kDeeper = 10, kMostShift = 31;

  static const clang::BinaryOperator *sumIn(const clang::Expr *expr) {
    return operation(expr, {clang::BO_Add, clang::BO_Sub, clang::BO_Or});
  }

  // u + distance, also where more is added to that, and &u[distance]: how far a pointer is from the array; else null.
  static const clang::Expr *distanceFrom(const std::set<std::string> &arrays, const clang::Stmt *stmt) {
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(stmt);
    if (const auto *element = address && address->getOpcode() == clang::UO_AddrOf
                                  ? llvm::dyn_cast<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens())
                                  : nullptr)
      return arrays.count(lvalueKey(element->getBase())) ? element->getIdx() : nullptr;
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (!sum || sum->getOpcode() != clang::BO_Add || !sum->getType()->isPointerType())
      return nullptr;
    const clang::Expr *base = sum->getLHS()->IgnoreParenCasts();
    for (const auto *inner = llvm::dyn_cast<clang::BinaryOperator>(base); inner && inner->isAdditiveOp();
         inner = llvm::dyn_cast<clang::BinaryOperator>(base))
      base = inner->getLHS()->IgnoreParenCasts();
    return arrays.count(lvalueKey(base)) ? sum->getRHS() : nullptr;
  }

  // What the subscript is, and what variables in it are.
  void follow(const clang::Expr *index) {
    visit(index);
    holds(index, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const clang::VarDecl *var = ref ? variableOf(ref) : nullptr;
      if (!var || !seen_.insert(var).second)
        return false;
      std::vector<const clang::Expr *> values = values_[var];
      if (var->hasLocalStorage() && var->getInit())
        values.push_back(var->getInit());
      for (const clang::Expr *value : values) { // row = j * nx; .. row + i
        follow(value);
        addTerm(value, 0);
      }
      return false;
    });
  }

  void visit(const clang::Stmt *stmt) {
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    if (const clang::BinaryOperator *sum = expr ? sumIn(expr) : nullptr)
      return addSum(sum, 0);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        visit(child);
  }

  void addSum(const clang::BinaryOperator *sum, int depth) {
    for (const clang::Expr *side : {sum->getLHS(), sum->getRHS()})
      addTerm(side, depth);
  }

  void addTerm(const clang::Expr *term, int depth) {
    if (const clang::BinaryOperator *sum = sumIn(term))
      return addSum(sum, depth);
    const clang::BinaryOperator *shift = operation(term, {clang::BO_Shl}); // y << 6 goes by rows of 64
    clang::Expr::EvalResult by;
    if (shift && shift->getRHS()->EvaluateAsInt(by, ast_) && by.Val.getInt().ult(kMostShift) &&
        !isInvariant(shift, effects_))
      addLength({int64_t(1) << by.Val.getInt().getExtValue(), nullptr}, 2 + kDeeper * depth);
    std::vector<const clang::Expr *> factors;
    appendFactors(term, factors);
    if (isRange(factors))
      return;
    const int rank = static_cast<int>(factors.size()) + kDeeper * depth;
    const bool isPlace =
        llvm::all_of(factors, [&](const clang::Expr *factor) { return isInvariant(factor, effects_); });
    if (isPlace)
      places_.emplace_back(factors, rank);
    for (const clang::Expr *factor : isPlace ? std::vector<const clang::Expr *>() : factors)
      if (const clang::BinaryOperator *inner = sumIn(factor); inner && !isInvariant(inner, effects_))
        addSum(inner, depth + 1);
      else if (factors.size() > 1)
        add(factor, rank);
  }

  // Of products in which nothing varies a number beside a length is which row, (NY - 1) * NX + i. Those without a
  // length that is known otherwise, as 2 * NY - j, tell of one where nothing else does.
  void addPlaces() {
    const std::vector<std::pair<Length, int>> sure = ranks_;
    const auto isSure = [&](const clang::Expr *factor) {
      return llvm::any_of(sure, [&](const auto &entry) { return entry.first == lengthOf(factor); });
    };
    for (const auto &[factors, rank] : places_)
      for (const clang::Expr *factor : factors)
        if (factors.size() > 1 &&
            (sure.empty() || isSure(factor) || (lengthOf(factor).expr && llvm::any_of(factors, isSure))))
          add(factor, rank);
  }

  Length lengthOf(const clang::Expr *factor) const {
    clang::Expr::EvalResult value;
    const bool isNumber = factor->EvaluateAsInt(value, ast_);
    return isNumber ? Length{value.Val.getInt().getExtValue(), nullptr} : Length{0, factor};
  }

  // With the numbers among them as one, in front.
  static std::vector<Length> folded(const std::vector<Length> &lengths) {
    std::vector<Length> out = {{1, nullptr}};
    for (const Length &length : lengths)
      if (length.expr)
        out.push_back(length);
      else if (__builtin_mul_overflow(out[0].number, length.number, &out[0].number))
        return {};
    return out;
  }

  bool isRange(const std::vector<const clang::Expr *> &factors) const {
    std::vector<Length> product;
    for (const clang::Expr *factor : factors)
      product.push_back(lengthOf(factor));
    product = folded(product);
    return factors.size() > 1 && !range_.empty() && product.size() == range_.size() &&
           std::is_permutation(product.begin(), product.end(), range_.begin());
  }

  // Does it change within the region, as a counter does, or is it declared there with a value that does?
  bool varies(const clang::VarDecl *var, int depth = 0) const {
    if (effects_.assigned.count(var) || depth > kDeeper)
      return true;
    return effects_.declared.count(var) && var->getInit() && holds(var->getInit(), [&](const clang::Stmt *part) {
             const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
             const clang::VarDecl *source = ref ? variableOf(ref) : nullptr;
             return source && varies(source, depth + 1);
           });
  }

  // What varies is no length.
  void add(const clang::Expr *factor, int rank) {
    const clang::VarDecl *var = variableOf(factor);
    const Length length = lengthOf(factor);
    if (length.expr && ((lvalueKey(factor).empty() && !sumIn(factor)) || (var && varies(var))))
      return;
    addLength(length, rank);
  }

  void addLength(const Length &length, int rank) {
    if (!length.expr && length.number <= 1) // 0 * nx + i
      return;
    auto it = llvm::find_if(ranks_, [&](const auto &entry) { return entry.first == length; });
    if (it == ranks_.end())
      ranks_.push_back({length, rank});
    else
      it->second = std::min(it->second, rank);
  }

  const clang::ASTContext &ast_;
  const Effects effects_;
  const std::vector<Length> range_;
  Variables seen_;
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> values_; // that assignments give to variables
  std::vector<std::pair<Length, int>> ranks_;
  std::vector<std::pair<std::vector<const clang::Expr *>, int>> places_; // products that are the same in all cells
};

} // namespace

std::vector<std::pair<Length, int>> lengthsIn(const clang::ASTContext &ast, const clang::Stmt *region,
                                              const std::set<std::string> &arrays, const std::vector<Length> &range) {
  return Lengths(ast, region, arrays, range).all();
}

} // namespace kasane
