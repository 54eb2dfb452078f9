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

  Finder(const clang::ASTContext &ast, const clang::VarDecl *var) : ast_(ast), var_(var) {}

  void walk(const clang::Stmt *stmt, bool stored = false) {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
    const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(stmt);
    isDecided |= (branch && mentions(branch->getCond(), var_)) || (select && mentions(select->getCond(), var_));
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt); op && op->isAssignmentOp()) {
      walk(op->getLHS(), true);
      if (op->isCompoundAssignmentOp())
        walk(op->getLHS());
      return walk(op->getRHS());
    }
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt);
    if (element && mentions(element, var_)) {
      Distances &distances = arrays[storageKey(element)];
      for (const clang::Expr *at = element;
           (element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at->IgnoreParenImpCasts())); at = element->getBase())
        addDistances(element->getIdx(), stored ? distances.stored : distances.read);
      return;
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

private:
  // n, n + 1, n - 1, wherever in the subscript it stands.
  void addDistances(const clang::Stmt *stmt, std::set<int64_t> &out) {
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (sum && sum->isAdditiveOp() && variableOf(sum->getLHS()) == var_)
      if (const std::optional<llvm::APSInt> number = sum->getRHS()->getIntegerConstantExpr(ast_)) {
        out.insert(sum->getOpcode() == clang::BO_Add ? number->getExtValue() : -number->getExtValue());
        return;
      }
    isDecided |= sum && (sum->getOpcode() == clang::BO_Rem || sum->getOpcode() == clang::BO_And) && mentions(sum, var_);
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    if (ref && ref->getDecl() == var_)
      out.insert(0);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        addDistances(child, out);
  }

  const clang::ASTContext &ast_;
  const clang::VarDecl *var_;
};

} // namespace

const clang::Stmt *stepOfHistory(const clang::ASTContext &ast, const clang::Stmt *region) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(region));
  if (!loop || !loop->getInit() || !readInit(loop->getInit(), shape) || !hasLoop(loop->getBody()))
    return nullptr;
  Finder finder(ast, shape.var);
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
