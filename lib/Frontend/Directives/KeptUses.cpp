// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/KeptUses.h"

#include "Ast/MeshCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

const clang::VarDecl *pointerBehind(const clang::Expr *expr) {
  expr = expr->IgnoreParenCasts();
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
  if (unary && unary->getType()->isPointerType() &&
      (unary->getOpcode() == clang::UO_AddrOf || unary->getOpcode() == clang::UO_Deref))
    expr = unary->getSubExpr()->IgnoreParenCasts();
  return variableOf(expr);
}

bool isIn(const clang::Expr *expr, const Variables &vars) {
  const clang::VarDecl *var = pointerBehind(expr);
  return var && vars.count(var);
}

Variables ofFile(const Variables &vars) {
  Variables out;
  for (const clang::VarDecl *var : vars)
    if (var->isFileVarDecl())
      out.insert(var);
  return out;
}

} // namespace

KeptUses::KeptUses(const std::vector<Annotated> &regions, std::vector<ReadHome> &homes) {
  for (const Annotated &region : regions)
    regions_.insert(region.stmt);
  for (ReadHome &home : homes)
    homes_.emplace(home.stmt, &home);
}

const clang::Expr *KeptUses::find(const clang::Stmt *stmt, Variables kept) {
  size_t before;
  do { // an alias may be made below its first use
    before = kept.size();
    if (const clang::Expr *use = look(stmt, kept))
      return use;
  } while (kept.size() != before);
  return nullptr;
}

const clang::Expr *KeptUses::look(const clang::Stmt *stmt, Variables &kept) {
  if (!stmt || regions_.count(stmt) || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt))
    return nullptr;
  auto [at, last] = homes_.equal_range(stmt);
  if (at == last)
    return lookWithin(stmt, kept);
  const Variables before = atHome_;
  for (; at != last; ++at) {
    ReadHome &home = *at->second;
    home.isInScope = true;
    for (const clang::VarDecl *array : home.arrays)
      if (kept.count(array)) {
        home.kept.insert(array);
        atHome_.insert(array);
      }
    if (!home.keptInSection)
      home.keptInSection = sectionNames(home, kept);
  }
  const clang::Expr *use = lookWithin(stmt, kept);
  atHome_ = before;
  return use;
}

const clang::Expr *KeptUses::lookWithin(const clang::Stmt *stmt, Variables &kept) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    return var && kept.count(var) && !atHome_.count(var) ? ref : nullptr;
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

// A pointer that gets another's value is one more name. What is at home may be pointed into as well.
const clang::Expr *KeptUses::lookAtCopy(const clang::VarDecl *to, const clang::Expr *value, Variables &kept) {
  const bool isPointer = to && value->getType()->isPointerType();
  const bool isInto = isPointer && llvm::any_of(atHome_, [&](auto *var) { return mentions(value, var); });
  if (!isPointer || (!isIn(value, kept) && !isInto))
    return look(value, kept);
  kept.insert(to);
  if (isInto)
    atHome_.insert(to);
  return nullptr;
}

const clang::Expr *KeptUses::lookAtCall(const clang::CallExpr *call, Variables &kept) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (callee && usesArraysOfMesh(callee->getASTContext(), call))
    return call;
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (definition && !definition->getBody())
    definition = nullptr;
  Variables inside = ofFile(kept), atHome = ofFile(atHome_);
  for (unsigned a = 0; a < call->getNumArgs(); ++a) {
    const clang::Expr *argument = call->getArg(a);
    if (definition && a < definition->getNumParams() && isIn(argument, kept)) {
      inside.insert(definition->getParamDecl(a));
      if (isIn(argument, atHome_))
        atHome.insert(definition->getParamDecl(a));
    } else if (const clang::Expr *use = look(argument, kept)) {
      return use;
    }
  }
  if (!definition || !seen_.insert({definition, inside, atHome}).second)
    return nullptr;
  std::swap(atHome, atHome_);
  const clang::Expr *use = find(definition->getBody(), inside);
  std::swap(atHome, atHome_);
  return use ? call : nullptr;
}

} // namespace kasane
