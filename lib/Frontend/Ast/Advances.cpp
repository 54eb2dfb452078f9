// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Advances.h"

#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"

#include <algorithm>

namespace kasane {

std::optional<Advance> advanceOf(const clang::Stmt *stmt) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  if (const auto *unary = expr ? llvm::dyn_cast<clang::UnaryOperator>(expr->IgnoreParens()) : nullptr;
      unary && unary->isIncrementDecrementOp())
    if (const clang::VarDecl *var = variableOf(unary->getSubExpr()))
      return Advance{var, nullptr, unary->isDecrementOp(), unary->isPrefix()};
  const auto *sum = expr ? llvm::dyn_cast<clang::CompoundAssignOperator>(expr->IgnoreParens()) : nullptr;
  if (sum && (sum->getOpcode() == clang::BO_AddAssign || sum->getOpcode() == clang::BO_SubAssign))
    if (const clang::VarDecl *var = variableOf(sum->getLHS()))
      return Advance{var, sum->getRHS(), sum->getOpcode() == clang::BO_SubAssign, true};
  return std::nullopt;
}

void splitCommas(const clang::Stmt *stmt, std::vector<const clang::Stmt *> &parts) {
  const auto *expr = llvm::dyn_cast_or_null<clang::Expr>(stmt);
  const auto *comma = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  if (!comma || comma->getOpcode() != clang::BO_Comma) {
    if (stmt)
      parts.push_back(stmt);
    return;
  }
  splitCommas(comma->getLHS(), parts);
  splitCommas(comma->getRHS(), parts);
}

namespace {

class Finder {
public:
  Walkers found;

  Finder(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *statement,
         const clang::Stmt *region)
      : ast_(ast), declared_(effectsOf(region).declared) {
    walk(region, 0);
    const Effects none;
    const Surroundings around{ast, none, none, function, statement, region};
    std::erase_if(found.all,
                  [&](const clang::VarDecl *var) { return !declared_.count(var) && isReadAfter(around, var); });
    holds(region, [&](const clang::Stmt *part) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
      if (const clang::VarDecl *var =
              address && address->getOpcode() == clang::UO_AddrOf ? variableOf(address->getSubExpr()) : nullptr)
        found.all.erase(var);
      return false;
    });
    std::copy_if(found.all.begin(), found.all.end(), std::inserter(found.outside, found.outside.end()),
                 [&](const clang::VarDecl *var) { return !declared_.count(var); });
  }

private:
  void walk(const clang::Stmt *stmt, int loops) {
    if (!stmt)
      return;
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      counters_.insert(countedBy(loop));
    const bool isLoop = llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
    if (const std::optional<Advance> advance = loops ? advanceOf(stmt) : std::nullopt) {
      if (!counters_.count(advance->var) && !isKept(advance->var) && mayWalk(advance->var->getType()))
        found.all.insert(advance->var);
    }
    for (const clang::Stmt *child : stmt->children())
      walk(child, loops + isLoop);
  }

  // static int calls; in the step: it goes on from where another step left it.
  bool isKept(const clang::VarDecl *var) const { return var->isStaticLocal() && declared_.count(var); }

  bool mayWalk(clang::QualType type) const {
    return !type.isVolatileQualified() &&
           (type->isPointerType() || (type->isIntegerType() && ast_.getTypeSize(type) >= 32));
  }

  const clang::ASTContext &ast_;
  Variables declared_, counters_;
};

} // namespace

Walkers walkersIn(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *statement,
                  const clang::Stmt *region) {
  return Finder(ast, function, statement, region).found;
}

} // namespace kasane
