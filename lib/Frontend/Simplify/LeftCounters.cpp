// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/LeftCounters.h"

#include "Ast/Callees.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class CounterReads : public Cloner {
public:
  CounterReads(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), expansion_(expansion), effects_(effectsOf(expansion.stmt)),
        probe_(ast, silent_, none_, none_), changes_(callees_, expansion.stmt), function_(function->getBody()) {
    holds(expansion_.stmt, [&](const clang::Stmt *part) {
      ++counts_[part];
      hasGoto_ |= llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(part);
      return false;
    });
  }
  clang::Stmt *run() { return part(expansion_.stmt); }

protected:
  void rewriteBlock(std::vector<const clang::Stmt *> &stmts) override {
    for (size_t n = 0; n + 1 < stmts.size(); ++n)
      if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(stmts[n])))
        readsBehind(loop, stmts, n + 1);
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto known = instead_.find(original);
    return known == instead_.end() ? nullptr : inParens(known->second);
  }

private:
  // Notes what the reads of the loop's counter have, up to where it gets another value.
  void readsBehind(const clang::ForStmt *loop, const std::vector<const clang::Stmt *> &stmts, size_t first) {
    LoopShape init{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    if (hasGoto_ || !llvm::isa_and_nonnull<clang::BinaryOperator>(loop->getInit()) ||
        !readInit(loop->getInit(), init) || !isAlone(init.var))
      return;
    std::vector<const clang::Expr *> reads;
    for (size_t n = first; n < stmts.size() && goesOn(stmts[n], init.var); ++n)
      collectReads(stmts[n], init.var, reads);
    clang::Expr *end = reads.empty() ? nullptr : endOf(loop);
    if (end)
      for (const clang::Expr *read : reads)
        if (counts_[read] == 1) // copies of a statement share what is alike
          instead_[read] = end;
  }

  // Does nothing but what mentions it change the variable?
  bool isAlone(const clang::VarDecl *var) const {
    const auto isHosts = [&](const auto &code) { return mentions(code.second, var); };
    return var->hasLocalStorage() && !takesAddress(expansion_.stmt, var) && !takesAddress(function_, var) &&
           llvm::none_of(expansion_.hostCode, isHosts);
  }

  // Does it keep the variable, and does nothing come to it but what is before it?
  static bool goesOn(const clang::Stmt *stmt, const clang::VarDecl *var) {
    return !isSet(stmt, var) &&
           !holds(stmt, [](const clang::Stmt *part) { return llvm::isa<clang::SwitchCase, clang::LabelStmt>(part); });
  }

  static bool isSet(const clang::Stmt *stmt, const clang::VarDecl *var) {
    return holds(stmt, [&](const clang::Stmt *part) {
      const clang::Expr *place = assignedIn(part);
      return place && variableOf(place) == var;
    });
  }

  static void collectReads(const clang::Stmt *stmt, const clang::VarDecl *var,
                           std::vector<const clang::Expr *> &reads) {
    holds(stmt, [&](const clang::Stmt *part) {
      const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
      if (load && load->getCastKind() == clang::CK_LValueToRValue && variableOf(load->getSubExpr()) == var)
        reads.push_back(load);
      return false;
    });
  }

  // The counter's value behind the loop; null: it isn't known.
  clang::Expr *endOf(const clang::ForStmt *loop) {
    const std::optional<LoopShape> shape = loopShape(probe_, loop);
    const auto leaves = [](const clang::Stmt *part) {
      return llvm::isa<clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt>(part);
    };
    if (!shape || shape->step != 1 || shape->exact || !shape->first || !shape->limit || !shape->also.empty() ||
        !shape->added.empty() || !shape->taken.empty() || shape->isUnsigned || isSet(loop->getBody(), shape->var) ||
        holds(loop->getBody(), leaves))
      return nullptr;
    const clang::QualType type = shape->var->getType().getUnqualifiedType();
    const auto isKnown = [&](const clang::Expr *bound) {
      return ast_.hasSameUnqualifiedType(bound->getType(), type) && changes_.isFixed(bound) &&
             llvm::none_of(variablesIn(bound), [&](const clang::VarDecl *var) { return effects_.declared.count(var); });
    };
    if (!isKnown(shape->first) || !isKnown(shape->limit))
      return nullptr;
    clang::Expr *first = inParens(expr(shape->first)), *end = inParens(expr(shape->limit));
    if (shape->inclusive)
      end = combined(clang::BO_Add, end, number(1, type, loop->getBeginLoc()), type);
    clang::Expr *isCounted = combined(clang::BO_LE, first, end, ast_.IntTy);
    if (const std::optional<llvm::APSInt> known = isCounted->getIntegerConstantExpr(ast_))
      return known->isZero() ? nullptr : end;
    if (isAsked_.insert(loop).second)
      expansion_.asked.push_back(isCounted);
    return end;
  }

  Expansion &expansion_;
  const Effects effects_, none_;
  Diagnostics silent_;
  Reader probe_;
  Callees callees_;
  Changes changes_;
  const clang::Stmt *function_;
  std::map<const clang::Stmt *, int> counts_; // how often a node is there
  bool hasGoto_ = false;
  std::set<const clang::ForStmt *> isAsked_;
  std::map<const clang::Expr *, clang::Expr *> instead_; // reads of counters
};

} // namespace

void nameLeftCounters(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = CounterReads(ast, function, expansion).run();
}

} // namespace kasane
