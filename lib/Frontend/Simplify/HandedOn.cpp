// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/HandedOn.h"

#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

#include <algorithm>
#include <optional>

namespace kasane {
namespace {

using List = std::vector<const clang::Stmt *>;

class HandedOn {
public:
  HandedOn(const clang::ASTContext &ast, const clang::Stmt *body, const CountedBy &by)
      : ast_(ast), counter_(by.counter), isUp_(by.step > 0) {
    flatten(body);
    for (size_t n = 0; n < statements_.size(); ++n)
      holds(statements_[n], [&](const clang::Stmt *part) {
        if (const clang::Expr *stored = assignedIn(part); stored && isElement(stored))
          stores_.push_back({storageKey(stored), writtenAnew(ast_, stored), n});
        return false;
      });
  }

  // Where `carried` are handed on.
  bool areOld(const Variables &carried) const {
    return llvm::all_of(carried, [&](const clang::VarDecl *var) { return isOldSet(var, 0); }) && !looksBack();
  }

private:
  struct Stored {
    std::string key, text;
    size_t place;
  };

  void flatten(const clang::Stmt *stmt) {
    stmt = unwrap(stmt);
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      for (const clang::Stmt *child : block->body())
        flatten(child);
    else
      statements_.push_back(stmt);
  }

  // What the statement gives the variable, which does nothing else with it; null: another one.
  static const clang::Expr *valueFor(const clang::Stmt *stmt, const clang::VarDecl *var) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (decls)
      return llvm::is_contained(decls->decls(), var) ? var->getInit() : nullptr;
    return op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var ? op->getRHS() : nullptr;
  }

  bool isOldSet(const clang::VarDecl *var, int depth) const {
    constexpr int kDeepest = 16; // values of values
    std::optional<size_t> place;
    size_t writes = 0;
    for (size_t n = 0; n < statements_.size(); ++n) {
      std::vector<const clang::Expr *> found;
      collectWrites(statements_[n], var, found);
      const bool isSet = valueFor(statements_[n], var) != nullptr;
      writes += std::max<size_t>(found.size(), isSet ? 1 : 0);
      if (isSet)
        place = n;
    }
    if (writes == 0)
      return true; // by no cell
    return writes == 1 && place && depth < kDeepest && isOld(valueFor(statements_[*place], var), *place, depth);
  }

  bool isOld(const clang::Stmt *value, size_t place, int depth) const {
    const auto *expr = llvm::dyn_cast<clang::Expr>(value);
    if (llvm::isa<clang::StmtExpr>(value) || (expr && assignedIn(expr)))
      return false;
    if (expr && isElement(expr) && expr->getType()->isArithmeticType()) {
      const std::string key = storageKey(expr);
      return !key.empty() && llvm::all_of(stores_, [&](const Stored &stored) {
        return stored.key != key ||
               (stored.place >= place && (stored.text == writtenAnew(ast_, expr) || looks(expr, /*back=*/false)));
      });
    }
    if (const clang::VarDecl *var = expr ? variableOf(expr) : nullptr; var && llvm::isa<clang::DeclRefExpr>(expr))
      return var == counter_ || !var->getType()->isArithmeticType() || isOldSet(var, depth + 1);
    return llvm::all_of(value->children(),
                        [&](const clang::Stmt *child) { return !child || isOld(child, place, depth); });
  }

  // u[i + 1], or, `back`, u[i - 1] where the loop goes up.
  bool looks(const clang::Expr *expr, bool back) const {
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr);
    const auto *sum =
        element ? llvm::dyn_cast<clang::BinaryOperator>(element->getIdx()->IgnoreParenImpCasts()) : nullptr;
    return sum && sum->getOpcode() == (isUp_ == back ? clang::BO_Sub : clang::BO_Add) &&
           variableOf(sum->getLHS()->IgnoreParenImpCasts()) == counter_ &&
           llvm::isa<clang::IntegerLiteral>(sum->getRHS()->IgnoreParenImpCasts());
  }

  // Does a cell read elements that one before it has stored?
  bool looksBack() const {
    return llvm::any_of(statements_, [&](const clang::Stmt *stmt) {
      return holds(stmt, [&](const clang::Stmt *part) {
        const auto *expr = llvm::dyn_cast<clang::Expr>(part);
        return expr && looks(expr, /*back=*/true) &&
               llvm::any_of(stores_, [&](const Stored &stored) { return stored.key == storageKey(expr); });
      });
    });
  }

  const clang::ASTContext &ast_;
  const clang::VarDecl *counter_;
  const bool isUp_;
  List statements_;
  std::vector<Stored> stores_;
};

} // namespace

bool areOld(const clang::ASTContext &ast, const clang::Stmt *body, const CountedBy &by, const Variables &carried) {
  return HandedOn(ast, body, by).areOld(carried);
}

} // namespace kasane
