// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma stencil keep(A, B)` before a statement. Between the statement's regions the arrays' contents are elsewhere,
// so nothing outside of regions may look at them there:
// that is shown for what this file shows, through its functions too.
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/MeshCalls.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Directives/Clauses.h"
#include "Directives/FindRegions.h"

#include "kasane/Frontend/Frontend.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

using Vars = std::set<const clang::VarDecl *>;

class KeptUses {
public:
  KeptUses(const std::vector<Annotated> &regions) {
    for (const Annotated &region : regions)
      regions_.insert(region.stmt);
  }

  // The first expression outside of regions that looks at what the variables name, or null.
  const clang::Expr *find(const clang::Stmt *stmt, Vars kept) {
    size_t before;
    do { // an alias may be made below its first use
      before = kept.size();
      if (const clang::Expr *use = look(stmt, kept))
        return use;
    } while (kept.size() != before);
    return nullptr;
  }

private:
  static const clang::VarDecl *pointerBehind(const clang::Expr *expr) {
    expr = expr->IgnoreParenCasts();
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
    if (unary && unary->getType()->isPointerType() &&
        (unary->getOpcode() == clang::UO_AddrOf || unary->getOpcode() == clang::UO_Deref))
      expr = unary->getSubExpr()->IgnoreParenCasts();
    return variableOf(expr);
  }

  static bool isKept(const clang::Expr *expr, const Vars &kept) {
    const clang::VarDecl *var = pointerBehind(expr);
    return var && kept.count(var);
  }

  const clang::Expr *look(const clang::Stmt *stmt, Vars &kept) {
    if (!stmt || regions_.count(stmt) || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt))
      return nullptr;
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
      const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      return var && kept.count(var) ? ref : nullptr;
    }
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
      return lookAtCall(call, kept);
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
        op && op->getOpcode() == clang::BO_Assign && op->getType()->isPointerType())
      return lookAtCopy(pointerBehind(op->getLHS()), op->getRHS(), kept);
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
          if (const clang::Expr *use = lookAtCopy(var, var->getInit(), kept))
            return use;
      return nullptr;
    }
    for (const clang::Stmt *child : stmt->children())
      if (const clang::Expr *use = look(child, kept))
        return use;
    return nullptr;
  }

  // A pointer that gets another's value is one more name.
  const clang::Expr *lookAtCopy(const clang::VarDecl *to, const clang::Expr *value, Vars &kept) {
    if (!to || !value->getType()->isPointerType() || !isKept(value, kept))
      return look(value, kept);
    kept.insert(to);
    return nullptr;
  }

  const clang::Expr *lookAtCall(const clang::CallExpr *call, Vars &kept) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && usesArraysOfMesh(callee->getASTContext(), call))
      return call;
    const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
    if (definition && !definition->getBody())
      definition = nullptr;
    Vars inside;
    for (const clang::VarDecl *var : kept)
      if (var->isFileVarDecl())
        inside.insert(var);
    for (unsigned a = 0; a < call->getNumArgs(); ++a) {
      bool isPassedOn = definition && a < definition->getNumParams() && isKept(call->getArg(a), kept);
      if (isPassedOn)
        inside.insert(definition->getParamDecl(a));
      else if (const clang::Expr *use = look(call->getArg(a), kept))
        return use;
    }
    if (!definition || !seen_.insert({definition, inside}).second)
      return nullptr;
    return find(definition->getBody(), inside) ? call : nullptr;
  }

  std::set<const clang::Stmt *> regions_;
  std::set<std::pair<const clang::FunctionDecl *, Vars>> seen_;
};

// Does control leave the statement other than at its end?
const clang::Stmt *exitOf(const clang::Stmt *stmt, bool inLoop) {
  if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(stmt) ||
      (!inLoop && llvm::isa<clang::BreakStmt, clang::ContinueStmt>(stmt)))
    return stmt;
  inLoop |= bodyOf(stmt) != nullptr || llvm::isa<clang::SwitchStmt>(stmt);
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *exit = child ? exitOf(child, inLoop) : nullptr)
      return exit;
  return nullptr;
}

void collectNamed(const clang::Stmt *stmt, const std::string &name, Vars &found) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
        var && var->getNameAsString() == name && (var->getType()->isPointerType() || var->getType()->isArrayType()))
      found.insert(var);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectNamed(child, name, found);
}

class ScopeReader {
public:
  ScopeReader(const clang::ASTContext &ast, const std::vector<Annotated> &regions, Diagnostics &diagnostics)
      : ast_(ast), regions_(regions), diagnostics_(diagnostics) {}

  std::optional<KeepScope> read(const Directive &directive) {
    const DirectiveClause &clause = *find(directive, "keep");
    const clang::SourceManager &sources = ast_.getSourceManager();
    std::optional<std::vector<std::vector<DirectiveToken>>> names = listOf(clause);
    if (!names || std::any_of(names->begin(), names->end(), [](const auto &entry) { return entry.size() != 1; }))
      return fail(DiagId::malformed_keep, clause.name.loc);
    if (directive.clauses.size() > 1)
      return fail(DiagId::keep_stands_alone, directive.clauses[1].name.loc);
    size_t offset = sources.getFileOffset(directive.loc);
    const clang::FunctionDecl *function = functionAround(ast_, offset);
    const clang::Stmt *stmt = function ? statementBehind(ast_, function->getBody(), offset) : nullptr;
    if (!stmt || (!bodyOf(unwrap(stmt)) && !llvm::isa<clang::CompoundStmt>(unwrap(stmt))) ||
        stmt->getBeginLoc().isMacroID())
      return fail(DiagId::nothing_under_directive, directive.loc, {directive.set});
    if (const clang::Stmt *exit = exitOf(unwrap(stmt), false))
      return fail(DiagId::keep_left, exit->getBeginLoc());
    KeepScope scope{offset, 0, 0, {}};
    if (!bind(*names, stmt, scope))
      return std::nullopt;
    Extent extent = extentOf(ast_, stmt->getSourceRange());
    scope.beginOffset = extent.begin;
    scope.endOffset = pastSemicolon(ast_, stmt, extent.end);
    return scope;
  }

private:
  std::nullopt_t fail(DiagId id, clang::SourceLocation at, std::vector<std::string> args = {}) {
    diagnostics_.add(id, rangeOf(ast_, at), std::move(args));
    return std::nullopt;
  }

  bool bind(const std::vector<std::vector<DirectiveToken>> &names, const clang::Stmt *stmt, KeepScope &scope) {
    Vars all;
    for (const std::vector<DirectiveToken> &entry : names) {
      const DirectiveToken &name = entry.front();
      Vars found;
      collectNamed(stmt, name.text, found);
      if (found.size() != 1 || (*found.begin())->getType().isVolatileQualified())
        return fail(DiagId::keep_names_no_array, name.loc, {name.text}), false;
      scope.arrays.push_back({name.text, (*found.begin())->getType()->isArrayType()});
      all.merge(found);
    }
    const clang::Expr *use = KeptUses(regions_).find(stmt, all);
    if (!use)
      return true;
    std::string name = textOf(ast_, use->getSourceRange());
    if (llvm::isa<clang::CallExpr>(use))
      return fail(DiagId::kept_used_in_call, use->getBeginLoc(), {name}), false;
    return fail(DiagId::kept_used, use->getBeginLoc(), {name}), false;
  }

  const clang::ASTContext &ast_;
  const std::vector<Annotated> &regions_;
  Diagnostics &diagnostics_;
};

} // namespace

std::vector<KeepScope> readKeepScopes(const clang::ASTContext &ast, const DirectiveTable &directives,
                                      Diagnostics &diagnostics) {
  Diagnostics silent; // what is wrong with the regions is told where they are read
  const std::vector<Annotated> regions = findRegions(ast, directives, silent);
  std::vector<KeepScope> scopes;
  for (const Directive &directive : directives)
    if (find(directive, "keep"))
      if (std::optional<KeepScope> scope = ScopeReader(ast, regions, diagnostics).read(directive))
        scopes.push_back(std::move(*scope));
  return scopes;
}

} // namespace kasane
