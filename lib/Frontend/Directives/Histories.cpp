// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Histories.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

// By array: at which distances from the variable its elements are stored and read.
struct Distances {
  std::set<int64_t> stored, read;
};

class Finder {
public:
  std::map<std::string, Distances> arrays;
  bool isDecided = false; // something else than subscripts and bounds depends on the variable

  Finder(const clang::ASTContext &ast, const clang::VarDecl *var, bool falls) : ast_(ast), var_(var), falls_(falls) {}

  void walk(const clang::Stmt *stmt, bool stored = false) {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
    const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(stmt);
    isDecided |= (branch && decides(branch->getCond())) || (select && decides(select->getCond()));
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt); op && op->isAssignmentOp()) {
      walk(op->getLHS(), true);
      if (op->isCompoundAssignmentOp())
        walk(op->getLHS());
      return walk(op->getRHS());
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && isIndex(var))
          indices_.insert(var);
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt);
    if (element && tellsStep(element)) {
      Distances &distances = arrays[storageKey(element)];
      for (const clang::Expr *at = element;
           (element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at->IgnoreParenImpCasts())); at = element->getBase())
        addDistances(element->getIdx(), stored ? distances.stored : distances.read);
      return;
    }
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    for (const clang::Stmt *child : stmt->children())
      if (child && !(loop && child == loop->getInit()))
        walk(child);
  }

private:
  // Does the variable's own value, and not only which elements are looked at?
  bool decides(const clang::Stmt *stmt) const {
    if (llvm::isa<clang::ArraySubscriptExpr>(stmt))
      return false;
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return (ref && ref->getDecl() == var_) ||
           llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && decides(child); });
  }

  // A loop's own variable isn't made from it: it begins there.
  bool isIndex(const clang::VarDecl *var) const {
    const clang::Expr *value = var->getInit();
    const auto isOther = [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      return (ref && ref->getDecl() == var) || llvm::isa<clang::ArraySubscriptExpr, clang::CallExpr>(part);
    };
    return value && var->getType()->isIntegerType() && tellsStep(value) && !holds(value, isOther);
  }

  // Does it mention the variable, or an index that is made from it?
  bool tellsStep(const clang::Stmt *stmt) const {
    return mentions(stmt, var_) ||
           llvm::any_of(indices_, [&](const clang::VarDecl *index) { return mentions(stmt, index); });
  }

  // n, n + 1, n - 1, wherever in the subscript it stands.
  void addDistances(const clang::Stmt *stmt, std::set<int64_t> &out) {
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (sum && sum->isAdditiveOp() && variableOf(sum->getLHS()) == var_)
      if (const std::optional<llvm::APSInt> number = sum->getRHS()->getIntegerConstantExpr(ast_)) {
        out.insert((sum->getOpcode() == clang::BO_Add) != falls_ ? number->getExtValue() : -number->getExtValue());
        return;
      }
    isDecided |= sum && (sum->getOpcode() == clang::BO_Rem || sum->getOpcode() == clang::BO_And) && mentions(sum, var_);
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    if (ref && ref->getDecl() == var_)
      out.insert(0);
    const auto *index = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    if (index && indices_.count(index))
      addDistances(index->getInit(), out);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        addDistances(child, out);
  }

  const clang::ASTContext &ast_;
  const clang::VarDecl *var_;
  const bool falls_;  // the loop counts down, and later steps are those before
  Variables indices_; // int at = (n - 1) * nx + i;
};

} // namespace

const clang::Stmt *stepOfHistory(const clang::ASTContext &ast, const clang::Stmt *region) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(region));
  if (!loop || !loop->getInit() || !readInit(loop->getInit(), shape) || !hasLoop(loop->getBody()))
    return nullptr;
  Finder finder(ast, shape.var, loop->getInc() && stepOf(loop->getInc(), shape.var, ast) < 0);
  finder.walk(loop->getBody());
  bool isHistory = false;
  for (const auto &[array, distances] : finder.arrays) {
    if (distances.stored.empty())
      continue;
    if (distances.stored.size() > 1 || finder.isDecided)
      return nullptr;
    // What the same step has stored may be read, as by ghost cells.
    const int64_t now = *distances.stored.begin();
    isHistory |= !distances.read.empty() && *distances.read.begin() < now;
    if (!distances.read.empty() && *distances.read.rbegin() > now)
      return nullptr;
  }
  return isHistory ? unwrap(loop->getBody()) : nullptr;
}

} // namespace kasane
