// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Wraps.h"

#include "Ast/Advances.h"
#include "Ast/Lengths.h"

namespace kasane {

std::optional<Wrap> wrapIn(const clang::ASTContext &ast, const clang::Stmt *stmt, const Effects &effects) {
  const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt);
  const auto *block = loop ? llvm::dyn_cast<clang::CompoundStmt>(loop->getBody()) : nullptr;
  const clang::Stmt *only = block && block->size() == 1 ? block->body_front() : loop ? loop->getBody() : nullptr;
  const std::optional<Advance> advance = only ? advanceOf(only) : std::nullopt;
  const clang::BinaryOperator *test = advance ? operation(loop->getCond(), {clang::BO_LT, clang::BO_GE}) : nullptr;
  const clang::VarDecl *var = test && advance->by ? advance->var : nullptr;
  if (!var || variableOf(plain(test->getLHS())) != var || !var->getType()->isSignedIntegerType() ||
      var->getType().isVolatileQualified() || ast.getTypeSize(var->getType()) < 32 ||
      advance->down != (test->getOpcode() == clang::BO_GE))
    return std::nullopt;
  const clang::QualType type = var->getType();
  if (!ast.hasSameUnqualifiedType(advance->by->getType(), type) ||
      !ast.hasSameUnqualifiedType(test->getLHS()->getType(), type))
    return std::nullopt;
  const std::optional<llvm::APSInt> limit = test->getRHS()->getIntegerConstantExpr(ast),
                                    length = advance->by->getIntegerConstantExpr(ast);
  const std::string key = lvalueKey(plain(advance->by));
  const bool isSame = limit && length ? llvm::APSInt::isSameValue(*limit, *length)
                                      : !key.empty() && key == lvalueKey(plain(test->getRHS()));
  const bool isLength = length ? length->isStrictlyPositive() : isInvariant(advance->by, effects);
  if (!isLength || !(advance->down ? isSame : limit && limit->isZero()))
    return std::nullopt;
  return Wrap{var, advance->by, !advance->down};
}

} // namespace kasane
