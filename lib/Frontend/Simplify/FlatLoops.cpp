// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/FlatLoops.h"

#include "Simplify/Clone.h"
#include "Simplify/CopyLengths.h"
#include "Simplify/FlatCuts.h"

#include <algorithm>

namespace kasane {
namespace {

class Splitter : public Cloner {
public:
  Splitter(const Surroundings &around, Expansion &expansion, const clang::FunctionDecl *function)
      : Cloner(around.ast, expansion.made), around_(around), expansion_(expansion) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }
  clang::Stmt *run(const clang::Stmt *region) { return part(region); }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const std::optional<Flat> flat = loop && !flat_ ? flatIn(around_, loop) : std::nullopt;
    return flat ? nestOf(loop, *flat) : nullptr;
  }

  // The quotient or the remainder, of the nest's counters.
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const bool isValue = flat_ && original->isPRValue() && original->getType()->isIntegerType();
    const std::optional<Digits> digits = isValue ? digitsOf(ast_, original, *flat_) : std::nullopt;
    if (digits)
      return ofType(valueOf(*digits, original->getBeginLoc()), original->getType());
    const clang::BinaryOperator *test = isValue ? operation(original, {clang::BO_LT, clang::BO_GE}) : nullptr;
    return test ? testOfRows(test) : nullptr;
  }

private:
  clang::Stmt *nestOf(const clang::ForStmt *loop, const Flat &flat) {
    const clang::SourceLocation at = loop->getBeginLoc();
    const Product &row = flat.cuts.back();
    type_ = flat.var->getType().getUnqualifiedType();
    const CopyLengths lengths(ast_, around_.function->getBody(), around_.region);
    Product all;
    const std::optional<Product> rows = lengths.lengthsOf(flat.limit, 1, all) ? without(all, row) : std::nullopt;
    if (!rows && !mayAsk(row))
      return nullptr;
    for (const Product &cut : flat.cuts)
      for (const Length &length : cut)
        if (length.expr)
          ask(combined(clang::BO_GT, valueOf(length, at), ofType(number(0, ast_.IntTy, at), type_), ast_.IntTy));
    end_ = rows ? valueOf(*rows, at) : nullptr;
    if (end_ && !rows->empty() && isUnsigned(flat.limit)) { // nx * ny may wrap
      clang::Expr *const limit = inParens(expr(flat.limit));
      ask(combined(clang::BO_EQ, quotientOf(limit, row), written(ofType(valueOf(*rows, at), limit->getType())),
                   ast_.IntTy));
    }
    if (!end_) { // the counter goes to no product of these
      clang::Expr *const limit = inParens(ofType(expr(flat.limit), type_)),
                         *const none = ofType(number(0, ast_.IntTy, at), type_),
                         *const rest = combined(clang::BO_Rem, limit, inParens(valueOf(row, at)), type_);
      ask(combined(clang::BO_EQ, rest, none, ast_.IntTy));
      end_ = inParens(combined(clang::BO_Add, combined(clang::BO_Div, limit, inParens(valueOf(row, at)), type_),
                               ofType(inParens(combined(clang::BO_NE, rest, none, ast_.IntTy)), type_),
                               type_)); // a row that isn't whole is no reason to make none
    }
    counters_.clear();
    for (size_t n = 0; n <= flat.cuts.size(); ++n) {
      clang::IdentifierInfo &name = ast_.Idents.get(std::string(1, "ijk"[n]) + "_of_" + flat.var->getNameAsString());
      counters_.push_back(clang::VarDecl::Create(ast_, owner, at, at, &name, type_,
                                                 ast_.getTrivialTypeSourceInfo(type_, at), clang::SC_None));
      counters_.back()->setInit(number(0, type_, at));
    }
    flat_ = &flat;
    clang::Stmt *body = part(loop->getBody());
    for (size_t n = 0; n < flat.cuts.size(); ++n)
      body = countTo(valueOf(radixOf(n), at), counters_[n], body, {at, loop->getEndLoc()});
    flat_ = nullptr;
    return countTo(end_, counters_.back(), body, {at, loop->getEndLoc()});
  }

  // Of the range or of what it is made of: is any of it computed in unsigned numbers?
  bool isUnsigned(const clang::Expr *limit) const {
    const clang::VarDecl *var = variableOf(plain(limit));
    const auto isOne = [](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && expr->getType()->isUnsignedIntegerType();
    };
    return holds(limit, isOne) || (var && var->getInit() && holds(var->getInit(), isOne));
  }

  clang::Expr *quotientOf(clang::Expr *value, const Product &row) {
    const clang::QualType type = value->getType();
    for (const Length &length : row)
      value = combined(clang::BO_Div, value, ofType(valueOf(length, value->getBeginLoc()), type), type);
    return value;
  }

  // k < nx * 3 is j < 3, and k + nx >= nx * ny is j + 1 >= ny. Null: it tells other cells apart than rows, or unsigned
  // numbers may wrap.
  clang::Expr *testOfRows(const clang::BinaryOperator *test) {
    const clang::SourceLocation at = test->getBeginLoc();
    const clang::Expr *left = plain(test->getLHS());
    const clang::BinaryOperator *sum = operation(left, {clang::BO_Add, clang::BO_Sub});
    mayWrap_ = holds(test, [](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && expr->getType()->isUnsignedIntegerType();
    });
    if (variableOf(sum ? plain(sum->getLHS()) : left) != flat_->var ||
        (sum && sum->getOpcode() == clang::BO_Sub && mayWrap_))
      return nullptr;
    clang::Expr *const by = sum ? rowsIn(sum->getRHS()) : nullptr, *const other = rowsIn(test->getRHS());
    if (!other || (sum && !by))
      return nullptr;
    clang::Expr *row = rvalueOf(lvalueOf(counters_.back(), at));
    row = by ? combined(sum->getOpcode(), row, by, type_) : row;
    return combined(test->getOpcode(), row, other, test->getType());
  }

  // How many rows that many cells are; null: it isn't seen that they are whole ones.
  clang::Expr *rowsIn(const clang::Expr *expr) {
    const CopyLengths lengths(ast_, around_.function->getBody(), around_.region);
    const clang::SourceLocation at = expr->getBeginLoc();
    expr = plain(expr);
    clang::Expr::EvalResult value;
    if (expr->EvaluateAsInt(value, ast_) && value.Val.getInt() == 0)
      return number(0, type_, at);
    Product all;
    if (const std::optional<Product> rows =
            lengths.lengthsOf(expr, 1, all) ? without(all, flat_->cuts.back()) : std::nullopt)
      return valueOf(*rows, at);
    if (Length{0, expr} == Length{0, plain(flat_->limit)})
      return end_;
    const clang::BinaryOperator *sum = operation(expr, {clang::BO_Add, clang::BO_Sub});
    if (sum && sum->getOpcode() == clang::BO_Sub && mayWrap_ && !isLastRow(sum))
      return nullptr;
    clang::Expr *const left = sum ? rowsIn(sum->getLHS()) : nullptr, *const right =
                                                                         left ? rowsIn(sum->getRHS()) : nullptr;
    return right ? inParens(combined(sum->getOpcode(), left, inParens(right), type_)) : nullptr;
  }

  // n - nx, where the loop goes to n: a cell that asks for it is in a row.
  bool isLastRow(const clang::BinaryOperator *difference) const {
    const CopyLengths lengths(ast_, around_.function->getBody(), around_.region);
    Product row, all, range;
    return lengths.lengthsOf(difference->getRHS(), 1, row) && isSame(row, flat_->cuts.back()) &&
           (Length{0, plain(difference->getLHS())} == Length{0, plain(flat_->limit)} ||
            (lengths.lengthsOf(difference->getLHS(), 1, all) && lengths.lengthsOf(flat_->limit, 1, range) &&
             isSame(all, range)));
  }

  // How many values the counter of this number has.
  Product radixOf(size_t n) const { return n ? *without(flat_->cuts[n], flat_->cuts[n - 1]) : flat_->cuts[0]; }

  // Where the range isn't seen to be whole rows, that is asked for in one line: by numbers and names.
  bool mayAsk(const Product &row) const {
    return std::ranges::all_of(row,
                               [](const Length &length) { return !length.expr || !lvalueKey(length.expr).empty(); });
  }

  void ask(clang::Expr *condition) { expansion_.asked.push_back(condition); }

  // In the text of the call, too.
  clang::Expr *written(clang::Expr *value) {
    auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(value);
    return cast && cast->getCastKind() == clang::CK_IntegralCast ? converted(cast) : value;
  }

  clang::Expr *valueOf(const Length &length, clang::SourceLocation at) {
    if (!length.expr)
      return number(length.number, type_, at);
    auto *value = const_cast<clang::Expr *>(length.expr);
    return ofType(value->isLValue() ? rvalueOf(value) : value, type_);
  }

  clang::Expr *valueOf(const Product &product, clang::SourceLocation at) {
    clang::Expr *out = nullptr;
    for (const Length &length : product)
      out = out ? combined(clang::BO_Mul, out, valueOf(length, at), type_) : valueOf(length, at);
    return out ? out : number(1, type_, at);
  }

  // The number that the counters between the two cuts make, the slowest first: (k * ny + j) * nx + i.
  clang::Expr *valueOf(const Digits &digits, clang::SourceLocation at) {
    const auto levelOf = [&](const Product &cut) {
      const auto found = std::ranges::find_if(flat_->cuts, [&](const Product &known) { return isSame(known, cut); });
      return static_cast<size_t>(found - flat_->cuts.begin()) + 1;
    };
    const size_t first = digits.low.empty() ? 0 : levelOf(digits.low),
                 end = digits.high ? levelOf(*digits.high) : counters_.size();
    clang::Expr *out = nullptr;
    for (size_t n = end; n-- > first;) {
      clang::Expr *const counter = rvalueOf(lvalueOf(counters_[n], at));
      out = out ? combined(clang::BO_Add, combined(clang::BO_Mul, inParens(out), valueOf(radixOf(n), at), type_),
                           counter, type_)
                : counter;
    }
    return inParens(out);
  }

  const Surroundings &around_;
  Expansion &expansion_;
  const Flat *flat_ = nullptr; // whose body is copied
  std::vector<clang::VarDecl *> counters_;
  clang::QualType type_;       // theirs
  clang::Expr *end_ = nullptr; // of the slowest one
  bool mayWrap_ = false;       // the test that is looked at, has unsigned numbers
};

} // namespace

void splitFlatLoops(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                    Expansion &expansion) {
  const Effects effects = effectsOf(expansion.stmt);
  expansion.stmt =
      Splitter({ast, effects, effects, function, region, expansion.stmt, noFlowsYet(), &expansion.hostCode}, expansion,
               function)
          .run(expansion.stmt);
}

} // namespace kasane
