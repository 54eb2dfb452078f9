// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/CountedLoops.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

using Stmts = std::vector<const clang::Stmt *>;

bool continues(const clang::Stmt *stmt) {
  if (llvm::isa<clang::ContinueStmt>(stmt))
    return true;
  return !bodyOf(stmt) &&
         llvm::any_of(stmt->children(), [](const clang::Stmt *child) { return child && continues(child); });
}

class Counter : public Cloner {
public:
  Counter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made), effects_(effectsOf(expansion.stmt)) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }
  clang::Stmt *run(const clang::Stmt *region) { return part(region); }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  void rewriteBlock(Stmts &stmts) override {
    for (size_t n = 0; n < stmts.size(); ++n)
      if (clang::Stmt *loop = counted(stmts, n))
        stmts[n] = loop;
  }

private:
  // The loop at `n` with its first value, which the statement that had it loses; null: it is no such loop.
  clang::Stmt *counted(Stmts &stmts, size_t n) {
    const clang::Stmt *loop = unwrap(stmts[n]);
    const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop);
    const auto *headless = llvm::dyn_cast<clang::ForStmt>(loop);
    if (!(tested && !tested->hasVarStorage()) &&
        !(headless && !headless->getInit() && headless->getCond() && headless->getInc()))
      return nullptr;
    const clang::Expr *step = tested ? lastOf(tested->getBody()) : headless->getInc();
    const clang::VarDecl *var = step && assignedIn(step) ? variableOf(assignedIn(step)) : nullptr;
    if (!var || !effects_.wrappedSubscripts.count(var) || !mentions(testOf(loop), var) || stepOf(step, var, ast_) == 0)
      return nullptr;
    const clang::Stmt *body = tested ? withoutLast(tested->getBody()) : headless->getBody();
    if (continues(body) || effectsOf(body).assigned.count(var))
      return nullptr;
    const std::optional<size_t> from = setBefore(stmts, n, var);
    if (!from)
      return nullptr;
    auto *first = const_cast<clang::Stmt *>(
        std::exchange(stmts[*from], noted(new (ast_) clang::NullStmt(stmts[*from]->getBeginLoc()))));
    if (llvm::isa<clang::DeclStmt>(first)) { // it may be looked at behind the loop
      stmts[*from] = first;
      auto *own = const_cast<clang::VarDecl *>(var);
      first = combined(clang::BO_Assign, lvalueOf(own, loop->getBeginLoc()), own->getInit(),
                       var->getType().getUnqualifiedType());
    }
    return noted(new (ast_) clang::ForStmt(ast_, first, const_cast<clang::Expr *>(testOf(loop)), nullptr,
                                           const_cast<clang::Expr *>(step), const_cast<clang::Stmt *>(body),
                                           loop->getBeginLoc(), loop->getBeginLoc(), testOf(loop)->getEndLoc()));
  }

  static const clang::Expr *lastOf(const clang::Stmt *body) {
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
    if (block && block->body_empty())
      return nullptr;
    return llvm::dyn_cast<clang::Expr>(block ? block->body_back() : body);
  }
  clang::Stmt *withoutLast(const clang::Stmt *body) {
    std::vector<clang::Stmt *> stmts;
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body))
      for (const clang::Stmt *child : block->body())
        if (child != block->body_back())
          stmts.push_back(const_cast<clang::Stmt *>(child));
    return Cloner::block(stmts, body->getSourceRange());
  }

  Effects effects_;
};

} // namespace

std::optional<size_t> setBefore(const std::vector<const clang::Stmt *> &stmts, size_t n, const clang::VarDecl *var) {
  Effects between;
  for (size_t at = n; at-- > 0;) {
    const clang::Stmt *stmt = unwrap(stmts[at]);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    const bool declares = decls && decls->isSingleDecl() && decls->getSingleDecl() == var;
    const clang::Expr *value = declares ? var->getInit()
                               : op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var
                                   ? op->getRHS()
                                   : nullptr;
    if (value)
      return isInvariant(value, between) ? std::optional(at) : std::nullopt;
    if (declares || mentions(stmt, var))
      return std::nullopt;
    const Effects own = effectsOf(stmt);
    between.assigned.insert(own.assigned.begin(), own.assigned.end());
    between.assignedKeys.insert(own.assignedKeys.begin(), own.assignedKeys.end());
    between.storedKeys.insert(own.storedKeys.begin(), own.storedKeys.end());
  }
  return std::nullopt;
}

void countLoops(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  const bool hasAny = holds(expansion.stmt, [](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    return llvm::isa<clang::WhileStmt>(part) || (loop && !loop->getInit());
  });
  if (hasAny)
    expansion.stmt = Counter(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
