// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/TestedNests.h"

#include "Ast/Alike.h"
#include "Ast/Allocations.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/StepParts.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/Jumps.h"

#include <algorithm>

namespace kasane {
namespace {

using List = StepParts;
using Stmts = std::vector<clang::Stmt *>;

class Pusher : public Cloner {
public:
  Pusher(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), hostCode_(expansion.hostCode), effects_(effectsOf(expansion.stmt)),
        everywhere_(effectsOf(function->getBody())) {
    everywhere_.declared.clear(); // that a variable is the function's own doesn't change it
    memory_ = ownPointers(expansion.stmt);
    std::erase_if(memory_, [&](const clang::VarDecl *var) { // which have nothing else at any time
      std::vector<const clang::Expr *> writes;
      collectWrites(expansion.stmt, var, writes);
      return !effects_.declared.count(var) || writes.size() != (var->getInit() ? 0 : 1);
    });
  }

  clang::Stmt *region(const clang::Stmt *stmt) {
    Diagnostics silent;
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    if (loop && !isSpaceLoop(Reader(ast_, silent, effects_, effects_), loop, true))
      steps_ = loop;
    return part(stmt);
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original); loop && !inNest_ && isNest(loop, false)) {
      inNest_ = true;
      clang::Stmt *copy = stmt(loop);
      inNest_ = false;
      return copy;
    }
    if (!isTest(original))
      return nullptr;
    const auto *branch = llvm::cast<clang::IfStmt>(original);
    if (inNest_) { // a row's loops
      const bool isFixed = isStable(branch->getCond(), branch);
      return isFixed ? mergedLoops(expr(branch->getCond()), partsOf(branch->getThen()), partsOf(branch->getElse()))
                     : nullptr;
    }
    Stmts out;
    push(branch, nullptr, out);
    return block(out, branch->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *ref = renewsNames_ ? llvm::dyn_cast<clang::DeclRefExpr>(original) : nullptr;
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return var && !scope.count(var) ? lvalueOf(const_cast<clang::VarDecl *>(var), ref->getLocation()) : nullptr;
  }

private:
  bool isNest(const clang::ForStmt *loop, bool isInArm) const {
    const clang::VarDecl *var = counterOf(loop);
    return var && loop != steps_ && (isInArm ? effects_.wrappedSubscripts : effects_.storeSubscripts).count(var);
  }

  // Says the condition the same wherever it is looked at in the branch?
  bool isStable(const clang::Expr *condition, const clang::Stmt *branch) const {
    const bool looksAtElements = holds(condition, [](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && isElement(expr);
    });
    return isInvariant(condition, effectsOf(branch), true) &&
           (!looksAtElements || isInvariant(condition, effects_, true));
  }

  clang::Expr *negated(clang::Expr *condition) {
    const clang::SourceLocation at = condition->getBeginLoc(), end = condition->getEndLoc();
    auto *inner = noted(new (ast_) clang::ParenExpr(at, end, condition));
    return noted(clang::UnaryOperator::Create(ast_, inner, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue,
                                              clang::OK_Ordinary, at, false, {}));
  }

  clang::Expr *both(clang::Expr *outer, clang::Expr *inner) {
    return outer ? combined(clang::BO_LAnd, outer, inner, ast_.IntTy) : inner;
  }

  // A copy that shares no names with it: the readers ask which statement a name stands in.
  clang::Expr *fresh(const clang::Expr *original) {
    const bool outer = std::exchange(renewsNames_, true);
    clang::Expr *copy = expr(original);
    renewsNames_ = outer;
    return copy;
  }

  clang::IfStmt *test(const clang::Expr *tested, clang::Stmt *yes, clang::Stmt *no = nullptr) {
    clang::Expr *condition = fresh(tested);
    const clang::SourceLocation at = condition->getBeginLoc();
    return noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, condition, at,
                                       condition->getEndLoc(), yes, at, no));
  }

  // int holds = condition; before the branch.
  clang::Expr *keep(clang::Expr *condition, Stmts &out) {
    const clang::SourceLocation at = condition->getBeginLoc();
    auto *var = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("holds"), ast_.IntTy,
                                       ast_.getTrivialTypeSourceInfo(ast_.IntTy, at), clang::SC_None);
    var->setInit(negated(negated(condition)));
    out.push_back(declare(var));
    return rvalueOf(lvalueOf(var, at));
  }

  // The branch, of which both arms stand under `outer`, too.
  void push(const clang::IfStmt *branch, clang::Expr *outer, Stmts &out) {
    const auto isThere = [&](const clang::VarDecl *var) { return memory_.count(var) > 0; };
    if (const std::optional<bool> known = truthWhereThere(branch->getCond(), isThere))
      return guard(partsOf(*known ? branch->getThen() : branch->getElse()), outer, out);
    clang::Expr *condition = expr(branch->getCond());
    if (!isStable(branch->getCond(), branch))
      condition = keep(both(outer, condition), out);
    List yes = partsOf(branch->getThen()), no = partsOf(branch->getElse());
    const List after = takeCommonEnd(yes, no);
    if (!outer)
      setChosen(condition, yes, no, out);
    if (clang::Stmt *merged = mergedLoops(condition, yes, no)) {
      guard({merged}, outer, out);
    } else {
      guard(yes, both(outer, condition), out);
      guard(no, both(outer, negated(condition)), out);
    }
    guard(after, outer, out);
  }

  // The statements that both end with; they are taken away from both.
  List takeCommonEnd(List &yes, List &no) {
    auto endsAlike = [&](size_t count) {
      Comparison comparison(ast_, everywhere_);
      return std::equal(
                 yes.end() - static_cast<std::ptrdiff_t>(count), yes.end(),
                 no.end() - static_cast<std::ptrdiff_t>(count),
                 [&](const clang::Stmt *one, const clang::Stmt *other) { return comparison.areAlike(one, other); }) &&
             comparison.chosen.empty();
    };
    size_t count = std::min(yes.size(), no.size());
    while (count > 0 && !endsAlike(count))
      --count;
    const List end(yes.end() - static_cast<std::ptrdiff_t>(count), yes.end());
    yes.resize(yes.size() - count);
    no.resize(no.size() - count);
    return end;
  }

  // if (c) { x = 1; A; } else { x = 2; B; }     ->     x = c ? 1 : 2; if (c) { A; } else { B; }
  void setChosen(clang::Expr *condition, List &yes, List &no, Stmts &out) {
    auto setIn = [](const List &list) {
      const auto *set = list.empty() ? nullptr : llvm::dyn_cast<clang::BinaryOperator>(list.front());
      const clang::VarDecl *var = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
      return var && var->getType()->isArithmeticType() && isHarmless(set->getRHS()) ? set : nullptr;
    };
    for (;;) {
      const clang::BinaryOperator *one = setIn(yes), *other = setIn(no);
      if (!one || !other || variableOf(one->getLHS()) != variableOf(other->getLHS()))
        return;
      const clang::SourceLocation at = one->getBeginLoc();
      clang::Expr *value = noted(new (ast_) clang::ConditionalOperator(fresh(condition), at, expr(one->getRHS()), at,
                                                                       expr(other->getRHS()), one->getType(),
                                                                       clang::VK_PRValue, clang::OK_Ordinary));
      out.push_back(combined(clang::BO_Assign, expr(one->getLHS()), value, one->getType()));
      yes.erase(yes.begin());
      no.erase(no.begin());
    }
  }

  // One loop with the test in it, for arms that are one loop each, of one head; else null.
  clang::Stmt *mergedLoops(clang::Expr *condition, const List &yes, const List &no) {
    if (yes.size() != 1 || no.size() != 1)
      return nullptr;
    const auto *one = llvm::dyn_cast<clang::ForStmt>(yes.front()), *other = llvm::dyn_cast<clang::ForStmt>(no.front());
    if (!one || !other || !isNest(one, true) || !haveOneHead(one, other))
      return nullptr;
    const List first = partsOf(one->getBody()), second = partsOf(other->getBody());
    const clang::VarDecl *var = counterOf(one), *its = counterOf(other);
    clang::Stmt *merged = withBody(one, [&]() -> clang::Stmt * {
      const auto known = scope.find(var);
      if (var != its)
        scope[its] = {known == scope.end() ? const_cast<clang::VarDecl *>(var) : known->second.var, nullptr, nullptr};
      if (clang::Stmt *body = mergedLoops(condition, first, second))
        return body;
      const bool isCell = !hasNests(first) && !hasNests(second) && !storesOnly(first) && !storesOnly(second);
      return isCell ? test(condition, part(one->getBody()), part(other->getBody())) : nullptr;
    });
    if (!merged)
      scope.erase(its);
    return merged;
  }

  bool hasNests(const List &parts) const {
    return llvm::any_of(parts, [&](const clang::Stmt *part) {
      return holds(part, [&](const clang::Stmt *within) {
        const auto *loop = llvm::dyn_cast<clang::ForStmt>(within);
        return loop && isNest(loop, false);
      });
    });
  }

  bool haveOneHead(const clang::ForStmt *one, const clang::ForStmt *other) {
    Comparison comparison(ast_, everywhere_);
    return comparison.areAlike(one->getInit(), other->getInit()) &&
           comparison.areAlike(one->getCond(), other->getCond()) &&
           comparison.areAlike(one->getInc(), other->getInc()) && comparison.chosen.empty();
  }

  // The loop over cells or rounds with another body; null: there is none.
  clang::Stmt *withBody(const clang::ForStmt *loop, const std::function<clang::Stmt *()> &makeBody) {
    clang::Stmt *init = part(loop->getInit()); // what it declares, the rest may mention
    const bool outer = std::exchange(inNest_, inNest_ || isNest(loop, true));
    clang::Stmt *body = makeBody();
    inNest_ = outer;
    return body ? noted(new (ast_) clang::ForStmt(ast_, init, expr(loop->getCond()), nullptr, expr(loop->getInc()),
                                                  body, loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()))
                : nullptr;
  }

  // Appends the statements as they are where `condition` holds; null: it always does.
  void guard(const List &stmts, clang::Expr *condition, Stmts &out) {
    const Variables outer = std::exchange(own_, {});
    Stmts others; // than nests, not appended yet
    auto flush = [&] {
      if (!others.empty() && condition)
        out.push_back(test(condition, block(others, {others.front()->getBeginLoc(), others.back()->getEndLoc()})));
      else
        out.insert(out.end(), others.begin(), others.end());
      others.clear();
    };
    for (const clang::Stmt *stmt : stmts)
      if (const clang::Stmt *other = guardNests(stmt, condition, out, flush))
        others.push_back(const_cast<clang::Stmt *>(other));
    flush();
    own_ = outer;
  }

  // What is left to do under the condition; null: nothing.
  const clang::Stmt *guardNests(const clang::Stmt *stmt, clang::Expr *condition, Stmts &out,
                                const std::function<void()> &flush) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (hostCode_.count(stmt))
      return stmt;
    if (isTest(stmt)) {
      flush();
      push(llvm::cast<clang::IfStmt>(stmt), condition, out);
    } else if (loop) {
      flush();
      out.push_back(guardedLoop(loop, condition));
    } else if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      flush();
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
          declareUnder(var, condition, out);
    } else if (storesElement(stmt)) {
      flush();
      out.push_back(condition ? test(condition, part(stmt)) : part(stmt));
    } else if (setsOwn(stmt)) {
      flush();
      out.push_back(part(stmt));
    } else if (const clang::StmtExpr *group = asGroup(stmt); group && hasLoop(group)) {
      flush();
      guard(partsOf(group->getSubStmt()), condition, out);
    } else if (const clang::StmtExpr *value = set && set->isAssignmentOp() ? nestsOfValue(set->getRHS()) : nullptr) {
      flush();
      List nests = partsOf(value->getSubStmt());
      const auto *last = llvm::cast<clang::Expr>(nests.back());
      nests.pop_back();
      guard(nests, condition, out);
      return withValue(set, last);
    } else if (const auto *value = llvm::dyn_cast<clang::Expr>(stmt);
               !llvm::isa<clang::NullStmt>(stmt) && !(value && !value->HasSideEffects(ast_))) {
      return part(stmt);
    }
    return nullptr;
  }

  // Of a variable that the arm declares.
  bool setsOwn(const clang::Stmt *stmt) const {
    const clang::Expr *target = assignedIn(stmt);
    const clang::VarDecl *var = target ? variableOf(target) : nullptr;
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    return var && own_.count(var) && (!set || var->getType()->isPointerType() || isHarmless(set->getRHS()));
  }

  // Every step declares it; its value is computed where the condition holds, if that matters.
  void declareUnder(const clang::VarDecl *var, clang::Expr *condition, Stmts &out) {
    own_.insert(var);
    const clang::Expr *init = var->getInit();
    if (const clang::StmtExpr *group = init ? nestsOfValue(init) : nullptr) {
      List nests = partsOf(group->getSubStmt());
      init = llvm::cast<clang::Expr>(nests.back());
      nests.pop_back();
      guard(nests, condition, out);
    }
    clang::Expr *value = init ? expr(init) : nullptr;
    if (init && condition && var->getType()->isArithmeticType() && !isHarmless(init))
      value = noted(new (ast_) clang::ConditionalOperator(
          fresh(condition), var->getLocation(), value, var->getLocation(),
          literal(0, value->getType(), var->getLocation()), value->getType(), clang::VK_PRValue, clang::OK_Ordinary));
    clang::VarDecl *copy = value == var->getInit() ? const_cast<clang::VarDecl *>(var) : newVariable(var, value);
    if (copy != var)
      scope[var] = {copy, nullptr, nullptr};
    out.push_back(declare(copy));
  }

  clang::Stmt *withValue(const clang::BinaryOperator *set, const clang::Expr *value) {
    clang::Expr *right = expr(value);
    if (const clang::QualType type = set->getRHS()->getType(); !ast_.hasSameUnqualifiedType(type, right->getType()))
      right = noted(clang::ImplicitCastExpr::Create(
          ast_, type, llvm::cast<clang::CastExpr>(set->getRHS()->IgnoreParens())->getCastKind(), right, nullptr,
          clang::VK_PRValue, {}));
    if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(set))
      return noted(clang::CompoundAssignOperator::Create(
          ast_, expr(set->getLHS()), right, set->getOpcode(), set->getType(), set->getValueKind(), set->getObjectKind(),
          set->getOperatorLoc(), {}, compound->getComputationLHSType(), compound->getComputationResultType()));
    return noted(clang::BinaryOperator::Create(ast_, expr(set->getLHS()), right, set->getOpcode(), set->getType(),
                                               set->getValueKind(), set->getObjectKind(), set->getOperatorLoc(), {}));
  }

  clang::Stmt *testedBody(const clang::Stmt *body, clang::Expr *condition) {
    const List parts = partsOf(body);
    const auto *inner = parts.size() == 1 ? llvm::dyn_cast<clang::ForStmt>(parts.front()) : nullptr;
    if (inner && isNest(inner, false))
      return withBody(inner, [&] { return testedBody(inner->getBody(), condition); });
    if (!storesOnly(parts))
      return test(condition, part(body));
    Stmts tested; // each may be to an edge of its own
    for (const clang::Stmt *store : parts)
      tested.push_back(test(condition, part(store)));
    return block(tested, body->getSourceRange());
  }

  clang::Stmt *guardedLoop(const clang::ForStmt *loop, clang::Expr *condition) {
    if (!condition)
      return part(loop);
    const bool outer = std::exchange(renewsNames_, true); // what follows a jump may stand in several arms
    clang::Stmt *copy = withBody(loop, [&]() -> clang::Stmt * {
      if (isNest(loop, true))
        return testedBody(loop->getBody(), condition);
      Stmts body; // a short one around nests
      guard(partsOf(loop->getBody()), condition, body);
      return block(body, loop->getBody()->getSourceRange());
    });
    renewsNames_ = outer;
    return copy;
  }

  const HostCodeAt &hostCode_;
  Effects effects_, everywhere_;
  const clang::ForStmt *steps_ = nullptr; // the time loop, by whose variable some stores may go
  bool renewsNames_ = false;
  Variables memory_; // pointers to memory that a step takes, of which no test fails
  Variables own_;    // declared among the statements that are being guarded
  bool inNest_ = false;
};

} // namespace

std::optional<Expansion> withTestsInside(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                         const Expansion &expansion) {
  const bool continues =
      holds(expansion.stmt, [](const clang::Stmt *part) { return llvm::isa<clang::ContinueStmt>(part); });
  if (!continues && !holds(expansion.stmt, isTest))
    return std::nullopt;
  Expansion inside = expansion;
  if (continues)
    inside.stmt = withoutContinues(ast, function, inside.stmt, inside.made);
  inside.stmt = Pusher(ast, function, inside).region(inside.stmt);
  return inside;
}

} // namespace kasane
