// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Spans.h"

#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

class LoopSearch : public AstVisitor {
public:
  explicit LoopSearch(bool throughCalls) : throughCalls_(throughCalls) {}
  bool found = false;
  bool VisitStmt(const clang::Stmt *stmt) override {
    found |= bodyOf(stmt) != nullptr;
    return !found;
  }
  bool VisitCallExpr(const clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
    if (throughCalls_ && definition && definition->getBody() && seen_.insert(definition).second)
      TraverseStmt(definition->getBody());
    return !found;
  }

private:
  bool throughCalls_;
  std::set<const clang::FunctionDecl *> seen_;
};

const clang::Stmt *innermost(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t offset) {
  for (const clang::Stmt *child : stmt->children())
    if (child && child->getBeginLoc().isValid()) {
      Extent extent = extentOf(ast, child->getSourceRange());
      if (extent.begin <= offset && offset < extent.end)
        return innermost(ast, child, offset);
    }
  return stmt;
}

// A use of a variable that the span declares, behind the span.
class OuterUse : public AstVisitor {
public:
  OuterUse(const clang::ASTContext &ast, const std::set<const clang::Decl *> &declared, size_t end)
      : ast_(ast), declared_(declared), end_(end) {}
  const clang::Decl *found = nullptr;
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    if (declared_.count(ref->getDecl()) && extentOf(ast_, ref->getSourceRange()).begin >= end_)
      found = ref->getDecl();
    return !found;
  }

private:
  const clang::ASTContext &ast_;
  const std::set<const clang::Decl *> &declared_;
  size_t end_;
};

// The span becomes a block of its own, in which its declarations end.
const clang::Stmt *joined(const clang::ASTContext &ast, const clang::CompoundStmt *block,
                          const std::vector<const clang::Stmt *> &stmts, Diagnostics &diagnostics) {
  std::set<const clang::Decl *> declared;
  std::vector<clang::Stmt *> parts;
  for (const clang::Stmt *stmt : stmts) {
    parts.push_back(const_cast<clang::Stmt *>(stmt));
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      declared.insert(decls->decl_begin(), decls->decl_end());
  }
  OuterUse use(ast, declared, extentOf(ast, stmts.back()->getSourceRange()).end);
  use.TraverseStmt(block);
  if (use.found) {
    diagnostics.add(DiagId::declared_inside, rangeOf(ast, use.found->getSourceRange()),
                    {llvm::cast<clang::NamedDecl>(use.found)->getNameAsString()});
    return nullptr;
  }
  return clang::CompoundStmt::Create(ast, parts, {}, stmts.front()->getBeginLoc(), stmts.back()->getEndLoc());
}

// The one statement of a block that holds loops, so that the others stay outside of the region.
const clang::Stmt *onlyLoopsOf(const clang::Stmt *stmt, bool throughCalls) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt);
  if (!block)
    return stmt;
  const clang::Stmt *only = nullptr;
  for (const clang::Stmt *child : block->body())
    if (holdsLoops(child, throughCalls)) {
      if (only)
        return block;
      only = child;
    }
  return only ? onlyLoopsOf(only, throughCalls) : stmt;
}

} // namespace

bool holdsLoops(const clang::Stmt *stmt, bool throughCalls) {
  LoopSearch search(throughCalls);
  search.TraverseStmt(stmt);
  return search.found;
}

const clang::CompoundStmt *blockOf(const clang::ASTContext &ast, const clang::FunctionDecl *function, size_t begin,
                                   size_t end) {
  const clang::Stmt *block = innermost(ast, function->getBody(), begin);
  return innermost(ast, function->getBody(), end) == block ? llvm::dyn_cast<clang::CompoundStmt>(block) : nullptr;
}

const clang::Stmt *spanOf(const clang::ASTContext &ast, const clang::CompoundStmt *block, size_t begin, size_t end,
                          Diagnostics &diagnostics) {
  for (bool throughCalls : {false, true}) {
    std::vector<const clang::Stmt *> span;
    size_t past = 0; // of the last one with loops
    for (const clang::Stmt *child : block->body()) {
      size_t at = extentOf(ast, child->getSourceRange()).begin;
      bool counts = begin < at && at < end && holdsLoops(child, throughCalls);
      if (counts || !span.empty())
        span.push_back(child);
      past = counts ? span.size() : past;
    }
    span.resize(past);
    if (!span.empty())
      return span.size() > 1 ? joined(ast, block, span, diagnostics) : onlyLoopsOf(span.front(), throughCalls);
  }
  return nullptr;
}

} // namespace kasane
