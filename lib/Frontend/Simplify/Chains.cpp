// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Chains.h"

#include "Ast/Effects.h"
#include "Ast/Source.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

const clang::BinaryOperator *assignmentOf(const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParenImpCasts());
  return op && op->isAssignmentOp() ? op : nullptr;
}

// The assignments that the expression always makes, outermost first, while nothing else in it has an effect.
bool collectAssignments(const clang::Expr *expr, std::vector<const clang::BinaryOperator *> &out) {
  expr = expr->IgnoreParenCasts();
  if (const clang::BinaryOperator *op = assignmentOf(expr)) {
    out.push_back(op);
    return true;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
  if (op && !op->isLogicalOp() && op->getOpcode() != clang::BO_Comma)
    return collectAssignments(op->getLHS(), out) && collectAssignments(op->getRHS(), out);
  if (unary && !unary->isIncrementDecrementOp())
    return collectAssignments(unary->getSubExpr(), out);
  return !holds(expr, [](const clang::Stmt *part) {
    return assignedIn(part) || llvm::isa<clang::CallExpr, clang::StmtExpr>(part);
  });
}

// Is the variable, or without one some element or member, looked at beside the assignment? C leaves open which comes
// first.
bool looksBeside(const clang::Stmt *stmt, const clang::BinaryOperator *op, const clang::VarDecl *var) {
  if (stmt == op)
    return false;
  const auto *part = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
  if (var ? ref && ref->getDecl() == var : part && (isElement(part) || llvm::isa<clang::MemberExpr>(part)))
    return true;
  return llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && looksBeside(child, op, var); });
}

// Is it the same place before and behind the assignment?
bool isSamePlace(const clang::ASTContext &ast, const clang::Expr *place) {
  place = place->IgnoreParens();
  return !place->getType().isVolatileQualified() && !place->HasSideEffects(ast) &&
         !holds(place, [&](const clang::Stmt *part) {
           const auto *expr = llvm::dyn_cast<clang::Expr>(part);
           return part != place && expr && isElement(expr) && !expr->getType()->isArrayType();
         });
}

bool isSaidTwice(const clang::ASTContext &ast, const clang::Expr *place) {
  return scalarTypeOf(ast, place->getType()) && isSamePlace(ast, place);
}

class Separator : public Cloner {
public:
  Separator(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {}

protected:
  // int r = (*s = *s * 3) >> 4;    ->    *s = *s * 3; int r = *s >> 4;
  void rewriteBlock(std::vector<const clang::Stmt *> &stmts) override {
    for (size_t n = 0; n < stmts.size(); ++n) {
      if (const clang::StmtExpr *group = llvm::isa<clang::DeclStmt>(stmts[n]) ? arrayMaker(stmts[n]) : nullptr;
          group && !opened_.count(group)) {
        const clang::CompoundStmt *inner = group->getSubStmt();
        opened_.insert(group);
        stmts.insert(stmts.begin() + static_cast<std::ptrdiff_t>(n), inner->body_begin(), inner->body_end() - 1);
      }
      const clang::Expr *value = valueIn(stmts[n]);
      std::vector<const clang::BinaryOperator *> found;
      const bool isPlain = value && collectAssignments(value, found);
      std::erase_if(found, [&](const auto *op) { return alone_.count(op) > 0; });
      const auto canBeApart = [&](const clang::BinaryOperator *op) {
        const clang::VarDecl *var = variableOf(op->getLHS());
        return isSaidTwice(ast_, op->getLHS()) && !looksBeside(var ? stmts[n] : value, op, var);
      };
      if (!isPlain || found.empty() || !llvm::all_of(found, canBeApart))
        continue;
      for (const clang::BinaryOperator *op : found)
        alone_[op] = assignment(op, op->getRHS());
      for (const clang::BinaryOperator *op : found)
        stmts.insert(stmts.begin() + static_cast<std::ptrdiff_t>(n), alone_[op]);
      --n; // these may hold others
    }
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(original); group && opened_.count(group))
      return expr(llvm::cast<clang::Expr>(group->getSubStmt()->body_back()));
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(original);
    return op && alone_.count(op) ? rvalueOf(expr(op->getLHS())) : nullptr;
  }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *expression = llvm::dyn_cast<clang::Expr>(original);
    if (const clang::StmtExpr *group = expression ? arrayMaker(original) : nullptr) {
      opened_.insert(group);
      std::vector<clang::Stmt *> made;
      for (const clang::Stmt *child : group->getSubStmt()->body())
        made.push_back(child == group->getSubStmt()->body_back() ? stmt(original) : part(child));
      return block(made, original->getSourceRange());
    }
    const clang::BinaryOperator *outer = expression ? assignmentOf(expression) : nullptr;
    if (!outer || !isChain(outer))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    clang::Expr *value = valueOf(outer->getRHS(), stmts);
    stmts.push_back(assignment(outer, value));
    return block(stmts, original->getSourceRange());
  }

private:
  // What the statement computes first; null: a chain of assignments, or another kind of statement.
  static const clang::Expr *valueIn(const clang::Stmt *stmt) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    const auto *var = decls && decls->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(decls->getSingleDecl()) : nullptr;
    if (var && !var->isStaticLocal())
      return var->getInit();
    const auto *expression = llvm::dyn_cast<clang::Expr>(stmt);
    const clang::BinaryOperator *outer = expression ? assignmentOf(expression) : nullptr;
    return outer && !assignmentOf(outer->getRHS()) ? outer->getRHS() : nullptr;
  }

  // u = ({ ..; v; }): the call that makes a pointer's value, where nothing else is said beside it; else null.
  static const clang::StmtExpr *arrayMaker(const clang::Stmt *stmt) {
    const clang::Expr *value = valueIn(stmt);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (!value || !value->getType()->isPointerType() || (op && !variableOf(op->getLHS())))
      return nullptr;
    const auto *group = llvm::dyn_cast<clang::StmtExpr>(value->IgnoreParenCasts());
    return group && llvm::isa<clang::Expr>(group->getSubStmt()->body_back()) ? group : nullptr;
  }

  // Each value in it is a scalar that its statement alone makes, or a struct, and each place can be said twice.
  bool isChain(const clang::BinaryOperator *outer) const {
    const clang::BinaryOperator *inner = assignmentOf(outer->getRHS());
    for (const clang::BinaryOperator *op = inner; op; op = assignmentOf(op->getRHS())) {
      const bool isRepeated = op->getOpcode() != clang::BO_Assign;
      if (op->getType()->isStructureType() && isSamePlace(ast_, op->getLHS()))
        continue;
      if (!scalarTypeOf(ast_, op->getType()) || op->getLHS()->getType().isVolatileQualified() ||
          (isRepeated && op->getLHS()->HasSideEffects(ast_)))
        return false;
    }
    return inner != nullptr;
  }

  // b = c of elements or structs, where c is the same place behind it, and so the same value: b is c itself or lies
  // apart from it.
  bool isCopied(const clang::BinaryOperator *op) const {
    const clang::Expr *from = op->getRHS()->IgnoreParenImpCasts();
    const bool areElements = isElement(op->getLHS()->IgnoreParens()) && isElement(from) &&
                             ast_.hasSameUnqualifiedType(op->getType(), from->getType());
    return op->getOpcode() == clang::BO_Assign && from->isLValue() && isSamePlace(ast_, from) &&
           (areElements || op->getType()->isStructureType()) &&
           !holds(from, [](const clang::Stmt *part) { return llvm::isa<clang::MemberExpr>(part); });
  }

  // The value of an operand of the chain; what makes it is in `stmts`.
  clang::Expr *valueOf(const clang::Expr *operand, std::vector<clang::Stmt *> &stmts) {
    if (!assignmentOf(operand))
      return expr(operand);
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(operand)) {
      clang::Expr *inner = valueOf(cast->getSubExpr(), stmts);
      return noted(clang::ImplicitCastExpr::Create(ast_, cast->getType(), cast->getCastKind(), inner, nullptr,
                                                   clang::VK_PRValue, {}));
    }
    if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(operand))
      return valueOf(paren->getSubExpr(), stmts);
    const auto *op = llvm::cast<clang::BinaryOperator>(operand);
    const clang::SourceLocation at = op->getBeginLoc();
    clang::Expr *value = valueOf(op->getRHS(), stmts);
    if (isCopied(op)) {
      stmts.push_back(assignment(op, value));
      return expr(op->getRHS());
    }
    if (op->getOpcode() != clang::BO_Assign || op->getType()->isStructureType()) {
      stmts.push_back(assignment(op, value));
      return rvalueOf(expr(op->getLHS()));
    }
    if (op->getRHS()->isEvaluatable(ast_)) { // a constant, which can be said twice
      stmts.push_back(assignment(op, value));
      return value;
    }
    const clang::QualType type = op->getType().getUnqualifiedType();
    auto *held = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("value"), type,
                                        ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    held->setInit(value);
    stmts.push_back(declare(held));
    stmts.push_back(assignment(op, rvalueOf(lvalueOf(held, at))));
    return rvalueOf(lvalueOf(held, at));
  }

  clang::Expr *assignment(const clang::BinaryOperator *op, clang::Expr *value) {
    clang::Expr *place = expr(op->getLHS());
    if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(op))
      return noted(clang::CompoundAssignOperator::Create(
          ast_, place, value, op->getOpcode(), op->getType(), op->getValueKind(), op->getObjectKind(),
          op->getOperatorLoc(), {}, compound->getComputationLHSType(), compound->getComputationResultType()));
    return noted(clang::BinaryOperator::Create(ast_, place, value, clang::BO_Assign, op->getType(), op->getValueKind(),
                                               op->getObjectKind(), op->getOperatorLoc(), {}));
  }

  std::set<const clang::StmtExpr *> opened_;                     // the statements stand before the one that has them
  std::map<const clang::BinaryOperator *, clang::Expr *> alone_; // assignments that are statements now
};

} // namespace

void separateChains(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Separator separator(ast, function, expansion);
  expansion.stmt = separator.stmt(expansion.stmt);
}

} // namespace kasane
