// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma stencil keep(A, B)` before a statement. Between the statement's regions the arrays' contents are elsewhere,
// so nothing outside of regions may look at them there:
// that is shown for what this file shows, through its functions too.
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Directives/Clauses.h"
#include "Directives/FindRegions.h"
#include "Directives/Homes.h"
#include "Directives/KeptUses.h"
#include "Directives/TokenValue.h"

#include "kasane/Frontend/Frontend.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

bool isPointerOrArray(const clang::VarDecl *var) {
  return var->getType()->isPointerType() || var->getType()->isArrayType();
}

void collectNamed(const clang::Stmt *stmt, const std::string &name, Variables &found) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
        var && var->getNameAsString() == name && isPointerOrArray(var))
      found.insert(var);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectNamed(child, name, found);
}

class ScopeReader {
public:
  ScopeReader(const clang::ASTContext &ast, KeptUses &uses, Diagnostics &diagnostics)
      : ast_(ast), uses_(uses), diagnostics_(diagnostics) {}

  std::optional<KeepScope> read(const Directive &directive) {
    const DirectiveClause &clause = *find(directive, "keep");
    const clang::SourceManager &sources = ast_.getSourceManager();
    const DirectiveClause *const scratch = find(directive, "scratch");
    const auto names = namesOf(clause), unwanted = scratch ? namesOf(*scratch) : std::vector<DirectiveToken>();
    if (!names)
      return fail(DiagId::malformed_keep, clause.name.loc);
    if (!unwanted)
      return fail(DiagId::malformed_scratch, scratch->name.loc);
    if (directive.clauses.size() > (scratch ? 2 : 1) || directive.clauses.front().name.text != "keep")
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
    if (!bind(*names, stmt, scope) || !bindScratch(*unwanted, scope))
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

  static std::optional<std::vector<DirectiveToken>> namesOf(const DirectiveClause &clause) {
    const auto list = listOf(clause);
    std::vector<DirectiveToken> names;
    for (const auto &entry : list.value_or(std::vector<std::vector<DirectiveToken>>{})) {
      if (entry.size() != 1)
        return std::nullopt;
      names.push_back(entry.front());
    }
    return list ? std::optional(names) : std::nullopt;
  }

  void addOfFile(const std::string &name, const KeepScope &scope, Variables &found) const {
    const auto *var = llvm::dyn_cast_or_null<clang::VarDecl>(
        visibleAt(ast_, functionAround(ast_, scope.pragmaOffset), scope.pragmaOffset, name));
    if (var && var->isFileVarDecl() && isPointerOrArray(var))
      found.insert(var);
  }

  bool bindScratch(const std::vector<DirectiveToken> &names, KeepScope &scope) {
    for (const DirectiveToken &name : names) {
      const auto kept = std::find_if(scope.arrays.begin(), scope.arrays.end(),
                                     [&](const KeepScope::Array &array) { return array.text == name.text; });
      if (kept == scope.arrays.end())
        return fail(DiagId::keep_names_no_array, name.loc, {name.text}), false;
      kept->isScratch = true;
    }
    return true;
  }

  bool bind(const std::vector<DirectiveToken> &names, const clang::Stmt *stmt, KeepScope &scope) {
    Variables all;
    for (const DirectiveToken &name : names) {
      Variables found;
      collectNamed(stmt, name.text, found);
      if (found.empty()) // the functions that are called may use it
        addOfFile(name.text, scope, found);
      if (found.size() != 1 || (*found.begin())->getType().isVolatileQualified())
        return fail(DiagId::keep_names_no_array, name.loc, {name.text}), false;
      scope.arrays.push_back({name.text, (*found.begin())->getType()->isArrayType()});
      all.merge(found);
    }
    const clang::Expr *use = uses_.find(stmt, all);
    if (!use)
      return true;
    std::string name = textOf(ast_, use->getSourceRange());
    if (llvm::isa<clang::CallExpr>(use))
      return fail(DiagId::kept_used_in_call, use->getBeginLoc(), {name}), false;
    return fail(DiagId::kept_used, use->getBeginLoc(), {name}), false;
  }

  const clang::ASTContext &ast_;
  KeptUses &uses_;
  Diagnostics &diagnostics_;
};

} // namespace

KeepScopes readKeepScopes(const clang::ASTContext &ast, const DirectiveTable &directives, Diagnostics &diagnostics) {
  Diagnostics silent; // what is wrong with the regions is told where they are read
  const std::vector<Annotated> regions = findRegions(ast, directives, silent);
  const size_t errors = diagnostics.all().size();
  std::vector<ReadHome> homes = readHomes(ast, directives, regions, diagnostics);
  KeepScopes out;
  if (diagnostics.all().size() != errors) // else what they allow would be told, too
    return out;
  for (const Directive &directive : directives)
    if (find(directive, "keep")) {
      KeptUses uses(regions, homes);
      if (std::optional<KeepScope> scope = ScopeReader(ast, uses, diagnostics).read(directive))
        out.scopes.push_back(std::move(*scope));
    }
  if (diagnostics.all().size() == errors)
    checkHomes(ast, homes, diagnostics);
  for (ReadHome &home : homes)
    out.homes.push_back(std::move(home.statement));
  return out;
}

} // namespace kasane
