// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/MeshCalls.h"

#include "Ast/Unwrap.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace kasane {
namespace {

bool isInHeader(const clang::ASTContext &ast, clang::SourceLocation at) {
  const clang::SourceManager &sources = ast.getSourceManager();
  return llvm::sys::path::filename(sources.getFilename(sources.getExpansionLoc(at))) == "kasane_mesh.h";
}

// Nobody else's function of that name: the library's header declares it.
bool isOneOf(const clang::ASTContext &ast, const clang::CallExpr *call, llvm::ArrayRef<llvm::StringRef> names) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->getIdentifier() && llvm::is_contained(names, callee->getName()) &&
         isInHeader(ast, callee->getFirstDecl()->getLocation());
}

} // namespace

bool isMeshFill(const clang::ASTContext &ast, const clang::CallExpr *call) {
  return isOneOf(ast, call, {"ksm_fill", "ksm_fill_part", "ksm_fill_between"}) && call->getNumArgs() > 2;
}

const clang::Expr *filledArray(const clang::CallExpr *fill) { return fill->getArg(2)->IgnoreParenCasts(); }

MeshFill::Rule ruleOf(const clang::ASTContext &ast, const clang::CallExpr *fill) {
  const unsigned at = fill->getDirectCallee()->getName() == "ksm_fill_between" ? 7 : 3;
  const clang::Expr *rule = at < fill->getNumArgs() ? fill->getArg(at)->IgnoreParenCasts() : nullptr;
  if (rule && rule->isNullPointerConstant(const_cast<clang::ASTContext &>(ast), clang::Expr::NPC_NeverValueDependent))
    return MeshFill::Rule::Linear;
  const auto *address = llvm::dyn_cast_or_null<clang::UnaryOperator>(rule);
  const auto *ref = address && address->getOpcode() == clang::UO_AddrOf
                        ? llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens())
                        : nullptr;
  const clang::IdentifierInfo *name = ref ? ref->getDecl()->getIdentifier() : nullptr;
  if (name && name->getName() == "ksm_linear")
    return MeshFill::Rule::Linear;
  return name && name->getName() == "ksm_constant" ? MeshFill::Rule::Constant : MeshFill::Rule::Other;
}

bool hasPlainRule(const clang::ASTContext &ast, const clang::CallExpr *fill) {
  return ruleOf(ast, fill) != MeshFill::Rule::Other;
}

bool isOfAllLevels(const clang::ASTContext &ast, const clang::CallExpr *fill) {
  constexpr int kAll = -1; // KSM_ALL
  clang::Expr::EvalResult level;
  return isOneOf(ast, fill, {"ksm_fill"}) && fill->getArg(1)->EvaluateAsInt(level, ast) && level.Val.getInt() == kAll;
}

bool isPartOfFill(const clang::ASTContext &ast, const clang::CallExpr *fill) {
  return isOneOf(ast, fill, {"ksm_fill_part"});
}

std::optional<TimesOfFill> timesOf(const clang::ASTContext &ast, const clang::CallExpr *fill) {
  if (!isOneOf(ast, fill, {"ksm_fill_between"}) || fill->getNumArgs() < 7)
    return std::nullopt;
  return TimesOfFill{fill->getArg(3), fill->getArg(4), fill->getArg(5), fill->getArg(6)};
}

bool isMeshMember(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt);
  return member && isInHeader(ast, member->getMemberDecl()->getLocation());
}

const clang::CallExpr *meshFillOf(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  const auto *expr = llvm::dyn_cast_or_null<clang::Expr>(stmt ? unwrap(stmt) : nullptr);
  const auto *call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts()) : nullptr;
  return call && isMeshFill(ast, call) ? call : nullptr;
}

bool isMeshChange(const clang::ASTContext &ast, const clang::CallExpr *call) {
  return isOneOf(ast, call, {"ksm_refine", "ksm_settle", "ksm_drop", "ksm_free"});
}

bool usesArraysOfMesh(const clang::ASTContext &ast, const clang::CallExpr *call) {
  return isMeshChange(ast, call) || isOneOf(ast, call, {"ksm_write_vtu", "ksm_save"});
}

} // namespace kasane
