// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/PipelineRegion.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

// The cells' own loops have their variables in the subscripts of what is stored.
bool isTimeLoop(const clang::Stmt *loop) {
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  if (!counted)
    return true;
  const auto *decls = llvm::dyn_cast_or_null<clang::DeclStmt>(counted->getInit());
  const auto *first = llvm::dyn_cast_or_null<clang::BinaryOperator>(counted->getInit());
  const clang::VarDecl *var = first ? variableOf(first->getLHS()) : countedBy(counted);
  if (decls && decls->isSingleDecl())
    var = llvm::dyn_cast<clang::VarDecl>(decls->getSingleDecl());
  const Effects effects = effectsOf(loop);
  return !effects.storeSubscripts.count(var) && !(effects.storeSubscripts.empty() && effects.subscripts.count(var));
}

bool containsOffset(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t offset) {
  const Extent extent = extentOf(ast, stmt->getSourceRange());
  return extent.begin <= offset && offset < extent.end;
}

// The innermost loop around the offset, or null.
const clang::Stmt *loopAround(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t offset) {
  const clang::Stmt *loop = nullptr;
  for (const clang::Stmt *inner = stmt; inner;) {
    const clang::Stmt *around = inner;
    loop = bodyOf(around) ? around : loop;
    inner = nullptr;
    for (const clang::Stmt *child : around->children())
      if (child && child->getBeginLoc().isValid() && containsOffset(ast, child, offset))
        inner = child;
  }
  return loop;
}

// Is one of the outermost loops in the statement, or in the functions that it calls, a time loop?
bool holdsTimeLoop(const clang::Stmt *stmt, std::set<const clang::FunctionDecl *> &seen) {
  if (bodyOf(stmt))
    return isTimeLoop(stmt);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
    if (const clang::FunctionDecl *callee = call->getDirectCallee(); callee && callee->getDefinition())
      if (const clang::Stmt *body = callee->getDefinition()->getBody();
          body && seen.insert(callee->getDefinition()).second)
        return holdsTimeLoop(body, seen);
  for (const clang::Stmt *child : stmt->children())
    if (child && holdsTimeLoop(child, seen))
      return true;
  return false;
}

} // namespace

const clang::Stmt *pipelineRegion(const clang::ASTContext &ast, const clang::FunctionDecl *function, size_t offset,
                                  const clang::Stmt *behind) {
  const clang::Stmt *around = loopAround(ast, function->getBody(), offset);
  std::set<const clang::FunctionDecl *> seen;
  return around && isTimeLoop(around) && !holdsTimeLoop(behind, seen) ? around : behind;
}

} // namespace kasane
