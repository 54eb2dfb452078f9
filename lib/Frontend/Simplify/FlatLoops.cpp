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
      : Cloner(around.ast, expansion.made, function), around_(around), expansion_(expansion) {}

protected:
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
    if (clang::Expr *place = isValue ? placeOnRing(original) : nullptr)
      return ofType(place, original->getType());
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

  // A distance from the counter: so many cells or rows, and so many times as many as the ring has.
  struct Shift {
    int64_t places = 0, rounds = 0;
    bool hasCounter = false, falls = false;
  };

  // Adds the terms of a sum. `unit` cells are a place, `length` places are the ring. False: there are other terms.
  bool addTerms(const clang::Expr *expr, bool isTaken, const Product &unit, const Product &length, Shift &shift) const {
    if (const clang::BinaryOperator *sum = operation(expr, {clang::BO_Add, clang::BO_Sub}))
      return addTerms(sum->getLHS(), isTaken, unit, length, shift) &&
             addTerms(sum->getRHS(), isTaken != (sum->getOpcode() == clang::BO_Sub), unit, length, shift);
    if (variableOf(plain(expr)) == flat_->var)
      return !isTaken && !std::exchange(shift.hasCounter, true);
    const CopyLengths lengths(ast_, around_.function->getBody(), around_.region);
    clang::Expr::EvalResult value;
    Product all;
    if (plain(expr)->EvaluateAsInt(value, ast_) && value.Val.getInt().isStrictlyPositive())
      all = {{value.Val.getInt().getExtValue(), nullptr}};
    else if (!lengths.lengthsOf(expr, 1, all))
      return false;
    shift.falls |= isTaken;
    const std::optional<Product> places = without(all, unit);
    if (places && isSame(*places, length))
      shift.rounds += isTaken ? -1 : 1;
    else if (places && (places->empty() || (places->size() == 1 && !places->front().expr)))
      shift.places += (isTaken ? -1 : 1) * (places->empty() ? 1 : places->front().number);
    else
      return false;
    return true;
  }

  bool isNarrowed(const clang::Expr *expr) const {
    return holds(expr, [&](const clang::Stmt *part) {
      const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
      return cast && ast_.getTypeSize(cast->getType()) < ast_.getTypeSize(type_);
    });
  }

  // (k + 1) % nx is (i + 1) % nx, and (k - nx + nx * ny) % (nx * ny) is (j - 1 + ny) % ny * nx + i. Null: it is none of
  // these, or a cell may be in front of the ring's beginning.
  clang::Expr *placeOnRing(const clang::Expr *original) {
    const clang::BinaryOperator *rest = operation(original, {clang::BO_Rem});
    const CopyLengths lengths(ast_, around_.function->getBody(), around_.region);
    const Product row = flat_->cuts.back();
    Product by, range;
    if (!rest || !operation(rest->getLHS(), {clang::BO_Add, clang::BO_Sub}) ||
        !lengths.lengthsOf(rest->getRHS(), 1, by))
      return nullptr;
    const std::optional<Product> rows = lengths.lengthsOf(flat_->limit, 1, range) ? without(range, row) : std::nullopt;
    const bool isRow = !isSame(by, flat_->cuts.front());
    if (isRow && (!rows || !isSame(by, range)))
      return nullptr;
    const Product unit = isRow ? row : Product{}, length = isRow ? *rows : by;
    Shift shift;
    const bool isNumber = length.size() == 1 && !length.front().expr;
    if (!addTerms(rest->getLHS(), false, unit, length, shift) || !shift.hasCounter ||
        (shift.falls && isUnsigned(rest)) || isNarrowed(rest->getLHS()))
      return nullptr;
    const int64_t places = shift.places + (isNumber ? shift.rounds * length.front().number : 0);
    const bool isInside =
        isNumber ? places >= 0 : shift.rounds >= 0 && (shift.places >= 0 || (shift.rounds > 0 && shift.places >= -1));
    if (!isInside)
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    clang::Expr *place = rvalueOf(lvalueOf(isRow ? counters_.back() : counters_.front(), at));
    for (int64_t n = isNumber ? 0 : shift.rounds; n > 0; --n)
      place = combined(clang::BO_Add, place, inParens(valueOf(length, at)), type_);
    place = combined(clang::BO_Add, place, number(isNumber ? places : shift.places, type_, at), type_);
    place = inParens(combined(clang::BO_Rem, inParens(place), inParens(valueOf(length, at)), type_));
    if (!isRow)
      return place;
    place = inParens(combined(clang::BO_Mul, place, inParens(valueOf(row, at)), type_));
    return inParens(combined(clang::BO_Add, place, valueOf(Digits{{}, row}, at), type_));
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
