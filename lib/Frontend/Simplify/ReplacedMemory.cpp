// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/ReplacedMemory.h"

#include "Ast/Allocations.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Keeper : public Cloner {
public:
  Keeper(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {
    for (const Replacement &replacement : replacementsIn(expansion.stmt))
      if (replacement.move)
        replace(replacement);
  }
  std::vector<TableCheck> checks;

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto known = instead_.find(original);
    if (known == instead_.end())
      return nullptr;
    const auto *move = llvm::dyn_cast<clang::BinaryOperator>(original);
    const clang::StmtExpr *group = move ? asGroup(move->getRHS()) : nullptr;
    if (!group)
      return known->second;
    std::vector<clang::Stmt *> stmts;
    for (const clang::Stmt *child : llvm::drop_end(group->getSubStmt()->body()))
      stmts.push_back(part(child));
    stmts.push_back(known->second);
    return block(stmts, original->getSourceRange());
  }

private:
  // n of n * sizeof *p; null: another form.
  clang::Expr *countIn(const clang::Expr *bytes, int64_t size) {
    const auto *product = llvm::dyn_cast<clang::BinaryOperator>(bytes->IgnoreParenImpCasts());
    if (!product || product->getOpcode() != clang::BO_Mul)
      return nullptr;
    return countBeside(product->getLHS(), product->getRHS(), size);
  }

  clang::Expr *countBeside(const clang::Expr *left, const clang::Expr *right, int64_t size) {
    for (const auto &[one, other] : {std::pair(left, right), std::pair(right, left)}) {
      const std::optional<llvm::APSInt> number = one->getIntegerConstantExpr(ast_);
      if (number && *number == size)
        return asLong(other);
    }
    for (const auto &[one, other] : {std::pair(left, right), std::pair(right, left)})
      if (clang::Expr *count = countIn(one, size))
        return combined(clang::BO_Mul, count, asLong(other), ast_.LongTy);
    return nullptr;
  }

  // With what the region's own integers were declared with, which the call has no names for.
  clang::Expr *asLong(const clang::Expr *integer) {
    holds(integer, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      if (var && var->getInit() && effects_.declared.count(var) && !effects_.assigned.count(var) && !scope.count(var) &&
          var->getType()->isIntegerType())
        scope[var] = {nullptr, inParens(asLong(var->getInit())), nullptr};
      return false;
    });
    return ofType(expr(integer->IgnoreParenImpCasts()), ast_.LongTy);
  }

  void replace(const Replacement &replacement) {
    const clang::QualType element = replacement.memory->getType()->getPointeeType();
    const clang::CallExpr *call = replacement.allocation;
    if (element->isPointerType() || element->isVoidType() || element->isIncompleteType() || call->getNumArgs() == 0)
      return;
    const int64_t size = ast_.getTypeSizeInChars(element).getQuantity();
    const std::string name = call->getDirectCallee()->getNameAsString();
    clang::Expr *count = name == "calloc" && call->getNumArgs() == 2
                             ? countBeside(call->getArg(0), call->getArg(1), size)
                         : name == "malloc" ? countIn(call->getArg(0), size)
                                            : nullptr;
    scope.clear();
    if (!count || !isInvariant(count, effects_) || effects_.declared.count(storageVariable(replacement.pointer)) ||
        !ast_.hasSameUnqualifiedType(element, replacement.pointer->getType()->getPointeeType()))
      return;
    const clang::SourceLocation at = replacement.move->getBeginLoc();
    auto *counter = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("k_kept"), ast_.LongTy,
                                           ast_.getTrivialTypeSourceInfo(ast_.LongTy, at), clang::SC_None);
    counter->setInit(number(0, ast_.LongTy, at));
    clang::Expr *to = elementOf(expr(replacement.pointer), counter, element, at);
    clang::Expr *from = elementOf(lvalueOf(const_cast<clang::VarDecl *>(replacement.memory), at), counter, element, at);
    instead_[replacement.move] =
        countTo(count, counter, combined(clang::BO_Assign, to, rvalueOf(from), element.getUnqualifiedType()),
                replacement.move->getSourceRange());
    instead_[replacement.release] = noted(new (ast_) clang::NullStmt(replacement.release->getBeginLoc()));
    const std::string pointer = writtenAnew(ast_, replacement.pointer);
    checks.push_back({"ksn_has_memory((void *)(" + pointer + "), (long long)sizeof *(" + pointer + ") * (" +
                          writtenAnew(ast_, count) + "))",
                      pointer + " has less room than what a step puts in its place, or is to be verified", "",
                      rangeOf(ast_, replacement.move->getSourceRange()), "ksn_has_memory(0, 0)"});
  }

  clang::Expr *elementOf(clang::Expr *pointer, clang::VarDecl *counter, clang::QualType type,
                         clang::SourceLocation at) {
    return noted(new (ast_) clang::ArraySubscriptExpr(rvalueOf(pointer), rvalueOf(lvalueOf(counter, at)), type,
                                                      clang::VK_LValue, clang::OK_Ordinary, at));
  }

  const Effects effects_;
  std::map<const clang::Stmt *, clang::Stmt *> instead_;
};

} // namespace

std::vector<TableCheck> keepMemory(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                   Expansion &expansion) {
  Keeper keeper(ast, function, expansion);
  if (!keeper.checks.empty())
    expansion.stmt = keeper.run(expansion.stmt);
  return keeper.checks;
}

} // namespace kasane
