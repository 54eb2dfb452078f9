// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/HaloCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

// The address of an element says nothing of what it holds.
bool readsNothing(const clang::Expr *expr) {
  const bool isAddress = expr->getType()->isPointerType();
  return !holds(expr, [&](const clang::Stmt *part) {
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    const bool isElement =
        llvm::isa<clang::ArraySubscriptExpr>(part) || (unary && unary->getOpcode() == clang::UO_Deref);
    return llvm::isa<clang::CallExpr, clang::StmtExpr>(part) || (!isAddress && isElement);
  });
}

// Does the statement call these functions, and do nothing else? Those that it calls are noted.
bool onlyCalls(const clang::Stmt *stmt, const std::vector<std::string> &names, std::set<std::string> &called) {
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return !block->body_empty() &&
           llvm::all_of(block->body(), [&](const clang::Stmt *one) { return onlyCalls(one, names, called); });
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return !branch->getElse() && readsNothing(branch->getCond()) && onlyCalls(branch->getThen(), names, called);
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts()) : nullptr;
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !llvm::is_contained(names, callee->getNameAsString()) ||
      !llvm::all_of(call->arguments(), readsNothing))
    return false;
  called.insert(callee->getNameAsString());
  return true;
}

} // namespace

bool markHaloCalls(Reader &reader, const Clauses &clauses) {
  std::set<std::string> called;
  for (DraftAction &action : reader.draft.actions) {
    auto *point = std::get_if<DraftHostPoint>(&action.node);
    std::set<std::string> here;
    if (!point || point->apart || !onlyCalls(point->stmt, clauses.neighbours, here))
      continue;
    point->neighbours = true;
    called.merge(here);
  }
  for (const std::string &name : clauses.neighbours)
    if (!called.count(name)) {
      reader.diags.add(DiagId::neighbours_not_called, clauses.words.at("neighbours " + name), {name});
      return false;
    }
  return true;
}

} // namespace kasane
