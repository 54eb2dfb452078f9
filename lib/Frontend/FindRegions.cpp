// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FindRegions.h"

#include "Reader.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <map>

namespace kasane {
namespace {

bool contains(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t offset) {
  Extent extent = extentOf(ast, stmt->getSourceRange());
  return extent.begin <= offset && offset < extent.end;
}

// The first statement that begins behind the offset, in the innermost statement around it.
const clang::Stmt *statementBehind(const clang::ASTContext &ast, const clang::Stmt *around, size_t offset) {
  const clang::Stmt *best = nullptr;
  for (const clang::Stmt *child : around->children()) {
    if (!child || child->getBeginLoc().isInvalid())
      continue;
    if (contains(ast, child, offset))
      return statementBehind(ast, child, offset);
    size_t begin = extentOf(ast, child->getSourceRange()).begin;
    if (begin > offset && (!best || begin < extentOf(ast, best->getSourceRange()).begin))
      best = child;
  }
  return best;
}

// A loop over one expression statement may end in a macro's use; a brace from a macro is nothing that we could cut at.
bool endsInExpression(const clang::Stmt *stmt) {
  for (stmt = unwrap(stmt); stmt; stmt = unwrap(stmt)) {
    if (const clang::Stmt *body = bodyOf(stmt))
      stmt = body;
    else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
      stmt = branch->getElse() ? branch->getElse() : branch->getThen();
    else
      return llvm::isa<clang::Expr>(stmt);
  }
  return false;
}

const clang::FunctionDecl *functionAround(const clang::ASTContext &ast, size_t offset) {
  const clang::SourceManager &sources = ast.getSourceManager();
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->doesThisDeclarationHaveABody() && function->getBody() &&
        sources.isWrittenInMainFile(sources.getExpansionLoc(function->getBody()->getBeginLoc())) &&
        contains(ast, function->getBody(), offset))
      return function;
  }
  return nullptr;
}

} // namespace

std::vector<Annotated> findRegions(const clang::ASTContext &ast, const DirectiveTable &directives,
                                   Diagnostics &diagnostics) {
  const clang::SourceManager &sources = ast.getSourceManager();
  std::vector<Annotated> found;
  std::map<const clang::FunctionDecl *, unsigned> ordinals;
  for (const Directive &directive : directives) {
    SourceRange range = rangeOf(ast, directive.loc);
    if (!directive.misspelt.empty()) {
      if (!directive.loc.isMacroID() && sources.isWrittenInMainFile(directive.loc))
        diagnostics.add(DiagId::misspelt_directive, range, {directive.misspelt}).fixIts.push_back({range, "stencil"});
      continue;
    }
    if (directive.loc.isMacroID() || !sources.isWrittenInMainFile(sources.getSpellingLoc(directive.loc))) {
      bool isMacro = directive.loc.isMacroID() || sources.isWrittenInScratchSpace(directive.loc);
      diagnostics.add(isMacro ? DiagId::region_in_macro : DiagId::region_in_header, range);
      continue;
    }
    size_t offset = sources.getFileOffset(directive.loc);
    const clang::FunctionDecl *function = functionAround(ast, offset);
    const clang::Stmt *stmt = function ? statementBehind(ast, function->getBody(), offset) : nullptr;
    if (!stmt || !llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CompoundStmt>(unwrap(stmt)))
      diagnostics.add(DiagId::nothing_under_directive, range);
    else if (stmt->getBeginLoc().isMacroID() || (stmt->getEndLoc().isMacroID() && !endsInExpression(stmt)))
      diagnostics.add(DiagId::region_in_macro, rangeOf(ast, stmt->getSourceRange()));
    else if (!found.empty() && found.back().function == function && contains(ast, found.back().stmt, offset))
      diagnostics.add(DiagId::nested_directive, range);
    else
      found.push_back({&directive, function, unwrap(stmt), ++ordinals[function]});
  }
  return found;
}

} // namespace kasane
