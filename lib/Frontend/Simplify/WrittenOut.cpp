// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/WrittenOut.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

using Stmts = std::vector<const clang::Stmt *>;

constexpr int64_t kMostRounds = 16;

// A sum of integers: a number, so many times the counter, and other terms with their signs, in order.
struct Sum {
  int64_t number = 0, counters = 0;
  std::vector<std::pair<int, const clang::Expr *>> terms = {};

  void add(const Sum &other, int sign) {
    number += sign * other.number;
    counters += sign * other.counters;
    for (const auto &[own, term] : other.terms)
      terms.push_back({sign * own, term});
  }
};

Stmts partsOf(const clang::Stmt *body) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
  return block ? Stmts(block->body_begin(), block->body_end()) : Stmts{body};
}

// Does a statement with the counter so many rounds ahead say what another one says?
class Ahead {
public:
  Ahead(const clang::ASTContext &ast, const Effects &region, const clang::VarDecl *counter, int64_t rounds)
      : ast_(ast), region_(region), counter_(counter), rounds_(rounds) {}

  bool isSame(const clang::Stmt *one, const clang::Stmt *other) {
    if (!one || !other)
      return one == other;
    one = unwrap(one);
    other = unwrap(other);
    const auto *a = llvm::dyn_cast<clang::Expr>(one), *b = llvm::dyn_cast<clang::Expr>(other);
    if (a && b) {
      a = a->IgnoreParens();
      b = b->IgnoreParens();
      if (!haveOneType(a, b))
        return false;
      if (a->isPRValue() && a->getType()->isIntegerType())
        return isSameSum(sumOf(a), sumOf(b));
      return isAlike(a, b);
    }
    if (one->getStmtClass() != other->getStmtClass())
      return false;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(one))
      return declaresSame(decls, llvm::cast<clang::DeclStmt>(other));
    return llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::NullStmt>(one) && areSame(one, other);
  }

  Sum sumOf(const clang::Expr *expr) const {
    expr = expr->IgnoreParens();
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (std::optional<llvm::APSInt> number = expr->getIntegerConstantExpr(ast_);
        number && number->isRepresentableByInt64())
      return {number->getExtValue(), 0, {}};
    if (op && op->isAdditiveOp()) {
      Sum sum = sumOf(op->getLHS());
      sum.add(sumOf(op->getRHS()), op->getOpcode() == clang::BO_Add ? 1 : -1);
      return sum;
    }
    const auto *value = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
    const clang::VarDecl *var =
        value && value->getCastKind() == clang::CK_LValueToRValue ? variableOf(value->getSubExpr()) : nullptr;
    if (var == counter_)
      return {0, 1, {}};
    if (var && var->getInit() && region_.declared.count(var) && !region_.assigned.count(var) &&
        ast_.hasSameUnqualifiedType(var->getType(), var->getInit()->getType()) && isInvariant(var->getInit(), region_))
      return sumOf(var->getInit());
    return {0, 0, {{1, expr}}};
  }

  bool isSameSum(const Sum &one, const Sum &other) {
    bool isSame = one.counters == other.counters && one.terms.size() == other.terms.size() &&
                  one.number + one.counters * rounds_ == other.number;
    for (size_t n = 0; isSame && n < one.terms.size(); ++n)
      isSame = one.terms[n].first == other.terms[n].first && isAlike(one.terms[n].second, other.terms[n].second);
    return isSame;
  }

private:
  // Each mention of a variable-length array has a type of its own.
  bool haveOneType(const clang::Expr *a, const clang::Expr *b) const {
    const clang::QualType one = a->getType(), other = b->getType();
    return ast_.hasSameType(one, other) ||
           (one->isVariablyModifiedType() && other->isVariablyModifiedType() && !llvm::isa<clang::ExplicitCastExpr>(a));
  }

  // Expressions that aren't sums.
  bool isAlike(const clang::Expr *a, const clang::Expr *b) {
    if (a->getStmtClass() != b->getStmtClass() || !haveOneType(a, b))
      return false;
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(a)) {
      const auto known = names_.find(ref->getDecl());
      const clang::ValueDecl *other = llvm::cast<clang::DeclRefExpr>(b)->getDecl();
      return ref->getDecl() != counter_ && (known == names_.end() ? ref->getDecl() : known->second) == other;
    }
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(a))
      return unary->getOpcode() == llvm::cast<clang::UnaryOperator>(b)->getOpcode() && areSame(a, b);
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(a))
      return binary->getOpcode() == llvm::cast<clang::BinaryOperator>(b)->getOpcode() && areSame(a, b);
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(a))
      return cast->getCastKind() == llvm::cast<clang::CastExpr>(b)->getCastKind() && areSame(a, b);
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(a))
      return member->getMemberDecl() == llvm::cast<clang::MemberExpr>(b)->getMemberDecl() && areSame(a, b);
    if (llvm::isa<clang::ArraySubscriptExpr, clang::ConditionalOperator, clang::CallExpr>(a))
      return areSame(a, b);
    if (!llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral>(a))
      return false;
    llvm::FoldingSetNodeID one, other;
    a->Profile(one, ast_, true);
    b->Profile(other, ast_, true);
    return one == other;
  }

  bool declaresSame(const clang::DeclStmt *one, const clang::DeclStmt *other) {
    if (std::distance(one->decl_begin(), one->decl_end()) != std::distance(other->decl_begin(), other->decl_end()))
      return false;
    for (auto a = one->decl_begin(), b = other->decl_begin(); a != one->decl_end(); ++a, ++b) {
      const auto *x = llvm::dyn_cast<clang::VarDecl>(*a), *y = llvm::dyn_cast<clang::VarDecl>(*b);
      if (!x || !y || x->isStaticLocal() || y->isStaticLocal() || !ast_.hasSameType(x->getType(), y->getType()) ||
          !isSame(x->getInit(), y->getInit()))
        return false;
      names_[x] = y;
    }
    return true;
  }

  bool areSame(const clang::Stmt *one, const clang::Stmt *other) {
    auto a = one->child_begin(), b = other->child_begin();
    for (; a != one->child_end() && b != other->child_end(); ++a, ++b)
      if (!isSame(*a, *b))
        return false;
    return a == one->child_end() && b == other->child_end();
  }

  const clang::ASTContext &ast_;
  const Effects &region_;
  const clang::VarDecl *counter_;
  int64_t rounds_;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *> names_; // of what the two declare
};

class Joiner : public Cloner {
public:
  Joiner(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {}

protected:
  void rewriteBlock(Stmts &stmts) override {
    for (size_t n = 0; n + 1 < stmts.size(); ++n)
      if (clang::Stmt *loop = joined(unwrap(stmts[n]), unwrap(stmts[n + 1]))) {
        stmts[n] = loop;
        stmts.erase(stmts.begin() + static_cast<std::ptrdiff_t>(n) + 1);
      }
  }

private:
  clang::Stmt *joined(const clang::Stmt *first, const clang::Stmt *second) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(first), *rest = llvm::dyn_cast<clang::ForStmt>(second);
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    if (!loop || !rest || !loop->getInit() || rest->getInit() || !loop->getCond() || !rest->getCond() ||
        !readInit(loop->getInit(), shape) || !shape.first || !shape.var->getType()->isSignedIntegerType())
      return nullptr;
    const int64_t rounds = stepOf(loop->getInc(), shape.var, ast_);
    if (rounds < 2 || rounds > kMostRounds || stepOf(rest->getInc(), shape.var, ast_) != 1 ||
        !isWrittenOut(loop, rest, shape, rounds) || !endsBefore(loop, rest, shape, rounds))
      return nullptr;
    return noted(new (ast_) clang::ForStmt(
        ast_, const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(rest->getCond()), nullptr,
        const_cast<clang::Expr *>(rest->getInc()), const_cast<clang::Stmt *>(rest->getBody()), loop->getForLoc(),
        loop->getLParenLoc(), loop->getRParenLoc()));
  }

  bool isWrittenOut(const clang::ForStmt *loop, const clang::ForStmt *rest, const LoopShape &shape,
                    int64_t rounds) const {
    const Stmts all = partsOf(loop->getBody());
    const size_t count = static_cast<size_t>(rounds);
    const Stmts one = all.size() == count ? Stmts{rest->getBody()} : partsOf(rest->getBody());
    const Stmts other = all.size() == count && partsOf(rest->getBody()).size() == 1 ? partsOf(rest->getBody()) : one;
    const auto isSame = [&](const Stmts &body) {
      if (body.empty() || all.size() != count * body.size())
        return false;
      for (size_t round = 0; round < count; ++round) {
        Ahead ahead(ast_, effects_, shape.var, static_cast<int64_t>(round));
        for (size_t n = 0; n < body.size(); ++n)
          if (!ahead.isSame(body[n], all[round * body.size() + n]))
            return false;
      }
      return true;
    };
    return (isSame(one) || isSame(other)) && !effectsOf(loop->getBody()).assigned.count(shape.var) &&
           !effectsOf(rest->getBody()).assigned.count(shape.var);
  }

  // i < n as i + sum <= 0; nullopt: no such comparison, or one of unsigned numbers.
  std::optional<Sum> boundOf(const Ahead &plain, const clang::Expr *condition) const {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParens());
    if (!op || (op->getOpcode() != clang::BO_LT && op->getOpcode() != clang::BO_LE) ||
        !op->getLHS()->getType()->isSignedIntegerType())
      return std::nullopt;
    Sum sum = plain.sumOf(op->getLHS());
    sum.add(plain.sumOf(op->getRHS()), -1);
    if (sum.counters != 1)
      return std::nullopt;
    sum.number += op->getOpcode() == clang::BO_LT ? 1 : 0;
    return sum;
  }

  // Do the rounds that are written out end where the rest's bound allows them all?
  bool endsBefore(const clang::ForStmt *loop, const clang::ForStmt *rest, const LoopShape &shape,
                  int64_t rounds) const {
    Ahead plain(ast_, effects_, shape.var, 0);
    const std::optional<Sum> first = boundOf(plain, loop->getCond()), last = boundOf(plain, rest->getCond());
    Effects changed = effectsOf(loop);
    changed.assigned.erase(shape.var);
    changed.assigned.merge(effectsOf(rest->getBody()).assigned);
    if (!first || !last || !isInvariant(loop->getCond(), changed) || !isInvariant(rest->getCond(), changed))
      return false;
    Sum whole = *last;
    whole.number = first->number;
    if (plain.isSameSum(whole, *first))
      return first->number >= last->number + rounds - 1;
    return endsAtWhole(plain, *first, *last, plain.sumOf(shape.first), rounds);
  }

  // for (i = lo; i < n - (n - lo) % 4; i += 4), or i < lo + (n - lo) / 4 * 4.
  bool endsAtWhole(Ahead &plain, const Sum &first, const Sum &last, const Sum &lo, int64_t rounds) const {
    Sum length; // n - lo
    length.number = 1;
    Sum bound = last;
    bound.counters = 0;
    length.add(bound, -1);
    length.add(lo, -1);
    for (size_t n = 0; n < first.terms.size(); ++n) {
      const auto &[sign, term] = first.terms[n];
      Sum without = first;
      without.terms.erase(without.terms.begin() + static_cast<std::ptrdiff_t>(n));
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(term->IgnoreParens());
      if (!op)
        continue;
      if (op->getOpcode() == clang::BO_Rem && sign == 1 && isNumber(op->getRHS(), rounds) &&
          plain.isSameSum(plain.sumOf(op->getLHS()), length) && plain.isSameSum(without, last))
        return true;
      const auto *quotient = llvm::dyn_cast<clang::BinaryOperator>(op->getLHS()->IgnoreParens());
      Sum begin; // i - lo - (n - lo) / 4 * 4 + 1 <= 0
      begin.number = 1;
      begin.counters = 1;
      begin.add(lo, -1);
      if (op->getOpcode() == clang::BO_Mul && sign == -1 && isNumber(op->getRHS(), rounds) && quotient &&
          quotient->getOpcode() == clang::BO_Div && isNumber(quotient->getRHS(), rounds) &&
          plain.isSameSum(plain.sumOf(quotient->getLHS()), length) && plain.isSameSum(without, begin))
        return true;
    }
    return false;
  }

  bool isNumber(const clang::Expr *expr, int64_t value) const {
    const std::optional<llvm::APSInt> number = expr->getIntegerConstantExpr(ast_);
    return number && *number == value;
  }

  Effects effects_;
};

} // namespace

void joinWrittenOut(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  const bool hasAny = holds(expansion.stmt, [](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    return loop && !loop->getInit() && loop->getCond() && loop->getInc();
  });
  if (hasAny)
    expansion.stmt = Joiner(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
