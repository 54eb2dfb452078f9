// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Commas.h"

#include "Ast/Advances.h"
#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

const clang::BinaryOperator *commaOf(const clang::Stmt *stmt) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *op = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  return op && op->isCommaOp() ? op : nullptr;
}

// Those that the expression always comes to, the outermost first. Not those within another's parts.
void collectCommas(const clang::Expr *expr, std::vector<const clang::BinaryOperator *> &out) {
  expr = expr->IgnoreParenCasts();
  if (const clang::BinaryOperator *comma = commaOf(expr))
    return out.push_back(comma);
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr))
    return collectCommas(select->getCond(), out);
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    collectCommas(op->getLHS(), out);
    if (!op->isLogicalOp())
      collectCommas(op->getRHS(), out);
  } else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    collectCommas(unary->getSubExpr(), out);
  } else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr)) {
    for (const clang::Expr *argument : call->arguments())
      collectCommas(argument, out);
  }
}

class CommaSplitter : public Cloner {
public:
  CommaSplitter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {}

protected:
  void rewriteBlock(std::vector<const clang::Stmt *> &stmts) override {
    for (size_t n = 0; n < stmts.size(); ++n) {
      const std::vector<const clang::Stmt *> parts = values_.count(stmts[n]) ? Stmts{} : partsOf(stmts[n]);
      if (parts.size() < 2)
        continue;
      stmts.erase(stmts.begin() + static_cast<std::ptrdiff_t>(n));
      stmts.insert(stmts.begin() + static_cast<std::ptrdiff_t>(n), parts.begin(), parts.end());
      --n; // these may hold others
    }
  }

  // A statement alone, as a loop's body.
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original)) {
      clang::Stmt *init = loop->getInit() ? stmt(loop->getInit()) : nullptr; // whose commas stay
      clang::Expr *condition = expr(loop->getCond()), *step = expr(loop->getInc());
      clang::Stmt *body = part(loop->getBody());
      if (init == loop->getInit() && condition == loop->getCond() && step == loop->getInc() && body == loop->getBody())
        return const_cast<clang::ForStmt *>(loop);
      return noted(new (ast_) clang::ForStmt(ast_, init, condition, nullptr, step, body, loop->getForLoc(),
                                             loop->getLParenLoc(), loop->getRParenLoc()));
    }
    std::vector<const clang::Stmt *> parts = {original};
    rewriteBlock(parts);
    if (parts.size() < 2)
      return nullptr;
    std::vector<clang::Stmt *> copies;
    for (const clang::Stmt *each : parts)
      copies.push_back(part(each));
    return block(copies, original->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(original); group && !group->getSubStmt()->body_empty())
      values_.insert(group->getSubStmt()->body_back());
    const auto *comma = llvm::dyn_cast<clang::BinaryOperator>(original);
    return comma && apart_.count(comma) ? expr(comma->getRHS()) : nullptr;
  }

private:
  using Stmts = std::vector<const clang::Stmt *>;

  // What stands in place of the statement; one alone: it stays.
  std::vector<const clang::Stmt *> partsOf(const clang::Stmt *stmt) {
    std::vector<const clang::Stmt *> parts;
    if (commaOf(stmt)) {
      splitCommas(stmt, parts);
      return parts;
    }
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
    const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const bool isPlainBranch = branch && !branch->getInit() && !branch->hasVarStorage();
    const clang::Expr *value = isPlainBranch                                ? branch->getCond()
                               : assignment && assignment->isAssignmentOp() ? assignment->getRHS()
                                                                            : nullptr;
    std::vector<const clang::BinaryOperator *> commas;
    if (value)
      collectCommas(value, commas);
    if (value && hasOtherEffects(value, commas))
      return {stmt};
    for (const clang::BinaryOperator *comma : commas)
      if (!apart_.count(comma) && standsApart(comma, branch ? static_cast<const clang::Stmt *>(value) : stmt, commas)) {
        apart_.insert(comma);
        splitCommas(comma->getLHS(), parts);
      }
    parts.push_back(stmt);
    return parts;
  }

  // Do its first parts set scalars that nothing in the statement looks at but itself, by what nothing there changes?
  static bool standsApart(const clang::BinaryOperator *comma, const clang::Stmt *whole,
                          const std::vector<const clang::BinaryOperator *> &commas) {
    std::vector<const clang::Stmt *> firsts;
    splitCommas(comma->getLHS(), firsts);
    return llvm::all_of(firsts, [&](const clang::Stmt *first) {
      const auto *set = llvm::dyn_cast<clang::BinaryOperator>(llvm::cast<clang::Expr>(first)->IgnoreParens());
      const clang::VarDecl *var = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
      const auto isChanged = [&](const clang::BinaryOperator *other) {
        return other != comma && holds(other->getLHS(), [&](const clang::Stmt *part) {
                 const clang::VarDecl *changed = assignedIn(part) ? variableOf(assignedIn(part)) : nullptr;
                 return assignedIn(part) && (!changed || mentions(set->getRHS(), changed));
               });
      };
      return var && var->getType()->isArithmeticType() && !var->getType().isVolatileQualified() &&
             mentionsOf(whole, var) == mentionsOf(comma, var) && isPlain(set->getRHS()) &&
             llvm::none_of(commas, isChanged);
    });
  }

  // Does something beside the commas' first parts have an effect?
  static bool hasOtherEffects(const clang::Stmt *stmt, const std::vector<const clang::BinaryOperator *> &commas) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt);
    if (assignedIn(stmt) || llvm::isa<clang::StmtExpr>(stmt) || (call && mathFunction(call).empty()))
      return true;
    const auto *comma = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (comma && llvm::is_contained(commas, comma))
      return hasOtherEffects(comma->getRHS(), commas);
    return llvm::any_of(stmt->children(),
                        [&](const clang::Stmt *child) { return child && hasOtherEffects(child, commas); });
  }

  // Has it no effect but by commas of its own, which are taken apart before?
  static bool isPlain(const clang::Expr *value) {
    std::vector<const clang::BinaryOperator *> inner;
    collectCommas(value, inner);
    return !hasOtherEffects(value, inner);
  }

  std::set<const clang::BinaryOperator *> apart_; // their first parts are statements now
  std::set<const clang::Stmt *> values_;          // of ({ ..; value; })
};

} // namespace

void separateCommas(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = CommaSplitter(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
