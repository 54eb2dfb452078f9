// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/OnlyCalled.h"

#include "Ast/AstVisitor.h"

namespace kasane {
namespace {

class Named : public AstVisitor {
public:
  explicit Named(const clang::Stmt *without) : without_(without) {}
  Functions found;
  bool entersStmt(const clang::Stmt *stmt) override { return stmt != without_; }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl()))
      found.insert(function->getCanonicalDecl());
    return true;
  }

private:
  const clang::Stmt *without_;
};

} // namespace

Functions onlyCalledIn(const clang::ASTContext &ast, const clang::Stmt *statement,
                       const std::vector<const clang::FunctionDecl *> &called) {
  Functions within;
  for (const clang::FunctionDecl *function : called)
    if (!function->isExternallyVisible())
      within.insert(function->getCanonicalDecl());
  for (bool goesOn = !within.empty(); goesOn;) {
    Named named(statement);
    for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls())
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          function && function->doesThisDeclarationHaveABody() && !within.count(function->getCanonicalDecl()))
        named.TraverseStmt(function->getBody());
      else if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
        named.TraverseStmt(var->getInit());
    goesOn = std::erase_if(within, [&](const clang::FunctionDecl *function) { return named.found.count(function); });
  }
  return within;
}

} // namespace kasane
