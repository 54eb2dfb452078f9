// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: the ways to write a loop's head share what is asked of its counter.
#include "Simplify/CountedLoops.h"

#include "Ast/Advances.h"
#include "Ast/Effects.h"
#include "Ast/Lengths.h"
#include "Ast/LoopForms.h"
#include "Ast/MathCalls.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Ast/Wraps.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

using Stmts = std::vector<const clang::Stmt *>;

class Counter : public Cloner {
public:
  Counter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *tested = llvm::dyn_cast<clang::WhileStmt>(original)) {
      const std::optional<Wrap> wrap = wrapIn(ast_, tested, effects_);
      return wrap ? stmt(wrapped(tested, *wrap)) : nullptr;
    }
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    clang::Stmt *counted = loop && loop->getInit() && loop->getCond() ? headed(loop) : nullptr;
    return counted ? stmt(counted) : nullptr;
  }

  void rewriteBlock(Stmts &stmts) override {
    for (size_t n = 0; n < stmts.size(); ++n)
      if (wrapIn(ast_, stmts[n], effects_))
        continue; // an `if` takes its place
      else if (clang::Stmt *loop = counted(stmts, n))
        stmts[n] = loop;
      else if (clang::Stmt *bounded = boundedRounds(stmts, n))
        stmts[n] = bounded;
  }

private:
  // A loop's head as that of a `for`. `ahead`: the variable is stepped before the first test, too.
  struct Head {
    const clang::Expr *test = nullptr, *step = nullptr;
    const clang::Stmt *body = nullptr;
    bool ahead = false, once = false; // once: the first round isn't tested
  };

  // for (i = n; i; i--) is tested by i != 0, and for (i = n; i--;) is a loop that steps in its test. Null: another one.
  clang::Stmt *headed(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    if (!readInit(loop->getInit(), shape) || !shape.first || effectsOf(loop->getBody()).assigned.count(shape.var) ||
        !shape.var->getType()->isIntegerType())
      return nullptr;
    const clang::SourceLocation at = loop->getForLoc();
    auto *own = const_cast<clang::VarDecl *>(shape.var);
    const auto withHead = [&](clang::Stmt *init, const clang::Expr *test, const clang::Expr *step) {
      return noted(new (ast_) clang::ForStmt(ast_, init, const_cast<clang::Expr *>(test), nullptr,
                                             const_cast<clang::Expr *>(step),
                                             const_cast<clang::Stmt *>(loop->getBody()), at, at, loop->getRParenLoc()));
    };
    if (loop->getInc() && variableOf(loop->getCond()->IgnoreParenImpCasts()) == shape.var)
      return withHead(const_cast<clang::Stmt *>(loop->getInit()),
                      combined(clang::BO_NE, rvalueOf(lvalueOf(own, at)),
                               number(0, shape.var->getType().getUnqualifiedType(), at), ast_.IntTy),
                      loop->getInc());
    std::optional<Head> head = loop->getInc() ? std::nullopt : steppedInTest(loop->getCond());
    if (!head || variableOf(assignedIn(head->step)) != shape.var || holdsContinue(loop->getBody()))
      return nullptr;
    head->ahead = true;
    if (clang::Stmt *upwards = roundsOf(loop, shape, *head))
      return upwards;
    auto *first = llvm::cast<clang::BinaryOperator>(assigned(shape.var, shape.first, *head, at));
    if (!llvm::isa<clang::DeclStmt>(loop->getInit()))
      return withHead(first, head->test, head->step);
    clang::VarDecl *const counter = newVariable(shape.var, first->getRHS());
    scope[shape.var] = {counter, nullptr, nullptr};
    return withHead(declare(counter), head->test, head->step);
  }

  // for (int i = n; i--;): nobody looks at the counter, which may count upwards as pointers do; else null.
  clang::Stmt *roundsOf(const clang::ForStmt *loop, const LoopShape &shape, const Head &head) {
    const auto *test = llvm::dyn_cast<clang::UnaryOperator>(loop->getCond()->IgnoreParenImpCasts());
    if (!test || !test->isDecrementOp() || !test->isPostfix() || !llvm::isa<clang::DeclStmt>(loop->getInit()) ||
        mentions(loop->getBody(), shape.var) || !isOverCells({head.test, head.step, loop->getBody()}) ||
        !isInvariant(shape.first, effectsOf(loop->getBody())))
      return nullptr;
    const clang::SourceLocation at = loop->getForLoc();
    clang::Expr *none = number(0, shape.var->getType().getUnqualifiedType(), at);
    return upwards(shape.var, none, shape.first, clang::BO_NE, loop->getBody(), at);
  }

  clang::Stmt *wrapped(const clang::WhileStmt *loop, const Wrap &wrap) {
    const clang::SourceLocation at = loop->getWhileLoc();
    const clang::QualType type = wrap.var->getType().getUnqualifiedType();
    const auto inParens = [&](const clang::Expr *expr) -> clang::Expr * {
      return noted(new (ast_) clang::ParenExpr(at, at, const_cast<clang::Expr *>(expr)));
    };
    auto *own = const_cast<clang::VarDecl *>(wrap.var);
    clang::Expr *length = inParens(wrap.length);
    clang::Expr *value = combined(clang::BO_Rem, rvalueOf(lvalueOf(own, at)), length, type);
    if (wrap.up)
      value = combined(clang::BO_Rem, inParens(combined(clang::BO_Add, value, length, type)), length, type);
    return noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                       const_cast<clang::Expr *>(loop->getCond()), at, at,
                                       combined(clang::BO_Assign, lvalueOf(own, at), value, type)));
  }

  // size_t n = n0; while (n--): nobody looks at the counter, which may count upwards as pointers do; else null.
  clang::Stmt *roundsLeft(const Stmts &stmts, size_t n) {
    const clang::Stmt *loop = unwrap(stmts[n]);
    const auto *headless = llvm::dyn_cast<clang::ForStmt>(loop);
    if (!(llvm::isa<clang::WhileStmt>(loop) || (headless && !headless->getInit())) || !testOf(loop))
      return nullptr;
    const clang::BinaryOperator *op = operation(testOf(loop), {clang::BO_GT, clang::BO_NE});
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>((op ? op->getLHS() : testOf(loop))->IgnoreParenImpCasts());
    const clang::VarDecl *var =
        step && step->isDecrementOp() && step->isPostfix() ? variableOf(step->getSubExpr()) : nullptr;
    const std::optional<llvm::APSInt> last = op ? op->getRHS()->getIntegerConstantExpr(ast_) : std::nullopt;
    if (!var || !var->getType()->isIntegerType() || ast_.getTypeSize(var->getType()) < 32 ||
        (op && !(last && *last == 0)) || (headless && headless->getInc() && holdsContinue(bodyOf(loop))))
      return nullptr;
    const clang::Stmt *body =
        headless && headless->getInc() ? withParts(bodyOf(loop), {headless->getInc()}) : bodyOf(loop);
    const auto isCell = [](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && isElement(expr);
    };
    const std::optional<size_t> from = setBefore(stmts, n, var);
    const clang::Expr *value = from ? firstValue(stmts[*from], var) : nullptr;
    if (!value || value->HasSideEffects(ast_) || mentions(body, var) || !holds(body, isCell) ||
        !isOverCells({testOf(loop), step, body}) || !isInvariant(value, effectsOf(body)) || isLookedAt(stmts, n, var))
      return nullptr;
    const clang::SourceLocation at = loop->getBeginLoc();
    const auto kind = op && op->getOpcode() == clang::BO_GT ? clang::BO_LT : clang::BO_NE;
    return upwards(var, number(0, var->getType().getUnqualifiedType(), at), value, kind, body, at);
  }

  // for (T k = first; k < end; ++k) body
  clang::Stmt *upwards(const clang::VarDecl *var, clang::Expr *first, const clang::Expr *end,
                       clang::BinaryOperatorKind kind, const clang::Stmt *body, clang::SourceLocation at) {
    clang::VarDecl *counter = newVariable(var, nullptr);
    counter->setInit(first);
    clang::Expr *goesOn = combined(kind, rvalueOf(lvalueOf(counter, at)), const_cast<clang::Expr *>(end), ast_.IntTy);
    auto *step = noted(clang::UnaryOperator::Create(ast_, lvalueOf(counter, at), clang::UO_PreInc, counter->getType(),
                                                    clang::VK_PRValue, clang::OK_Ordinary, at, false, {}));
    return noted(new (ast_) clang::ForStmt(ast_, declare(counter), goesOn, nullptr, step,
                                           const_cast<clang::Stmt *>(body), at, at, at));
  }

  // The loop at `n` with its first value, which the statement that had it loses; null: it is no such loop.
  clang::Stmt *counted(Stmts &stmts, size_t n) {
    const clang::Stmt *loop = unwrap(stmts[n]);
    if (clang::Stmt *rounds = roundsLeft(stmts, n))
      return rounds;
    const std::optional<Head> head = headOf(loop);
    const clang::VarDecl *var = head ? variableOf(assignedIn(head->step)) : nullptr;
    if (!var || !mentions(head->test, var) || stepOf(head->step, var, ast_) == 0 || skipsStep(loop, *head) ||
        effectsOf(head->body).assigned.count(var) || !(effects_.wrappedSubscripts.count(var) || isOverCells(*head)))
      return nullptr;
    const std::optional<size_t> from = setBefore(stmts, n, var);
    if (!from || !mayBegin(*head, var, firstValue(stmts[*from], var)))
      return nullptr;
    const clang::Expr *value = firstValue(stmts[*from], var);
    if (clang::Stmt *upwards = countedUp(stmts, n, *head, var, value))
      return upwards;
    auto *first = const_cast<clang::Stmt *>(stmts[*from]);
    if (llvm::isa<clang::DeclStmt>(first)) { // it may be looked at behind the loop
      first = assigned(var, value, *head, loop->getBeginLoc());
    } else {
      stmts[*from] = noted(new (ast_) clang::NullStmt(first->getBeginLoc()));
      if (head->ahead)
        first = assigned(var, value, *head, loop->getBeginLoc());
    }
    return noted(new (ast_) clang::ForStmt(ast_, first, const_cast<clang::Expr *>(head->test), nullptr,
                                           const_cast<clang::Expr *>(head->step), const_cast<clang::Stmt *>(head->body),
                                           loop->getBeginLoc(), loop->getBeginLoc(), testOf(loop)->getEndLoc()));
  }

  // Over numbers: while (f > eps && k < 20) { .. k++; }  ->  for (k = 0; k < 20; k++) { if (!(..)) break; .. }
  clang::Stmt *boundedRounds(const Stmts &stmts, size_t n) {
    const clang::Stmt *loop = unwrap(stmts[n]);
    const bool isMeant = (llvm::isa<clang::WhileStmt, clang::DoStmt>(loop) ||
                          (llvm::isa<clang::ForStmt>(loop) && !llvm::cast<clang::ForStmt>(loop)->getInit())) &&
                         isOverNumbers(bodyOf(loop));
    const std::optional<Head> head = isMeant ? headOf(loop) : std::nullopt;
    const clang::VarDecl *var = head && !head->ahead ? variableOf(assignedIn(head->step)) : nullptr;
    if (!var || !var->getType()->isIntegerType() || stepOf(head->step, var, ast_) == 0 || skipsStep(loop, *head) ||
        effectsOf(head->body).assigned.count(var) || head->test->HasSideEffects(ast_))
      return nullptr;
    std::vector<const clang::Expr *> parts;
    splitAnd(head->test, parts);
    if (parts.size() == 1)
      return knownRounds(stmts, n, *head, var);
    if (stepOf(head->step, var, ast_) != 1)
      return nullptr;
    const auto limit = llvm::find_if(parts, [&](const clang::Expr *part) {
      const clang::BinaryOperator *op = operation(part, {clang::BO_LT, clang::BO_LE});
      return op && variableOf(plain(op->getLHS())) == var &&
             !effectsOf(head->body).assigned.count(variableOf(plain(op->getRHS())));
    });
    const std::optional<size_t> from = setBefore(stmts, n, var);
    if (limit == parts.end() || parts.size() < 2 || !from)
      return nullptr;
    const clang::Expr *value = firstValue(stmts[*from], var), *test = *limit;
    if (Head alone = *head; head->once && !(alone.test = test, isKnownToBegin(alone, var, value)))
      return nullptr;
    parts.erase(limit);
    return withExit(*head, var, value, test, parts);
  }

  // int k = 4; while (k > 0) { s *= k; k--; }: from one number to another one.
  clang::Stmt *knownRounds(const Stmts &stmts, size_t n, const Head &head, const clang::VarDecl *var) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(head.test->IgnoreParens());
    const std::optional<size_t> from = op && op->isComparisonOp() ? setBefore(stmts, n, var) : std::nullopt;
    const clang::Expr *value = from ? firstValue(stmts[*from], var) : nullptr;
    const bool isKnown = value && variableOf(plain(op->getLHS())) == var && value->getIntegerConstantExpr(ast_) &&
                         op->getRHS()->getIntegerConstantExpr(ast_);
    return isKnown && mayBegin(head, var, value) ? withExit(head, var, value, head.test, {}) : nullptr;
  }

  clang::Stmt *withExit(const Head &head, const clang::VarDecl *var, const clang::Expr *value, const clang::Expr *test,
                        const std::vector<const clang::Expr *> &goesOn) {
    const clang::SourceLocation at = test->getBeginLoc();
    const auto negated = [&](const clang::Expr *expr) -> clang::Expr * {
      auto *paren = noted(new (ast_) clang::ParenExpr(at, at, const_cast<clang::Expr *>(expr)));
      return noted(clang::UnaryOperator::Create(ast_, paren, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue,
                                                clang::OK_Ordinary, at, false, {}));
    };
    std::vector<clang::Stmt *> stmts;
    for (const clang::Expr *part : goesOn) {
      clang::Expr *leaves = negated(part);
      if (head.once) // the first round isn't tested
        leaves = combined(clang::BO_LAnd,
                          combined(clang::BO_NE, rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), at)),
                                   const_cast<clang::Expr *>(value), ast_.IntTy),
                          leaves, ast_.IntTy);
      stmts.push_back(noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, leaves,
                                                  at, at, noted(new (ast_) clang::BreakStmt(at)))));
    }
    stmts.push_back(const_cast<clang::Stmt *>(head.body));
    return noted(new (ast_) clang::ForStmt(ast_, assigned(var, value, head, at), const_cast<clang::Expr *>(test),
                                           nullptr, const_cast<clang::Expr *>(head.step),
                                           block(stmts, head.body->getSourceRange()), at, at, at));
  }

  // Nothing but scalars of the cell change, and no loop stands there: it is none over steps.
  static bool isOverNumbers(const clang::Stmt *body) {
    return !holds(body, [](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      return bodyOf(part) || (lhs && (isElement(lhs) || lhs->getType()->isPointerType()));
    });
  }

  bool isKnownToBegin(const Head &head, const clang::VarDecl *var, const clang::Expr *value) const {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(head.test->IgnoreParens());
    return value->getIntegerConstantExpr(ast_) && op && op->getRHS()->getIntegerConstantExpr(ast_) &&
           mayBegin(head, var, value);
  }

  // Where nobody looks at the variable, it may count upwards, as the pointers do: for (n = 0; n < n0; ++n).
  clang::Stmt *countedUp(const Stmts &stmts, size_t n, const Head &head, const clang::VarDecl *var,
                         const clang::Expr *value) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(head.test->IgnoreParens());
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>(head.step->IgnoreParens());
    const bool falls =
        op && step && step->isDecrementOp() && variableOf(op->getLHS()->IgnoreParenImpCasts()) == var &&
        (op->getOpcode() == clang::BO_NE || op->getOpcode() == clang::BO_GT || op->getOpcode() == clang::BO_GE);
    if (!falls || mentions(head.body, var) || !isInnermost(head.body) || isLookedAt(stmts, n, var))
      return nullptr;
    const clang::SourceLocation at = head.test->getBeginLoc();
    const clang::QualType type = var->getType().getUnqualifiedType();
    auto *end = const_cast<clang::Expr *>(value);
    if (head.ahead)
      end = combined(clang::BO_Sub, end, number(1, type, at), type);
    const auto kind = op->getOpcode() == clang::BO_GE ? clang::BO_LE : clang::BO_LT;
    return upwards(var, const_cast<clang::Expr *>(op->getRHS()), end, kind, head.body, at);
  }

  // Behind the loop, before it is set again: a variable of the block's own.
  static bool isLookedAt(const Stmts &stmts, size_t n, const clang::VarDecl *var) {
    const bool isOwn = llvm::any_of(stmts, [&](const clang::Stmt *stmt) {
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
      return decls && llvm::is_contained(decls->decls(), var) && !var->isStaticLocal();
    });
    for (size_t next = n + 1; isOwn && next < stmts.size(); ++next) {
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(unwrap(stmts[next]));
      if (op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var)
        return mentions(op->getRHS(), var);
      if (mentions(stmts[next], var))
        return true;
    }
    return !isOwn;
  }

  std::optional<Head> headOf(const clang::Stmt *loop) {
    if (const auto *headless = llvm::dyn_cast<clang::ForStmt>(loop))
      return headless->getInit() || !headless->getCond() ? std::nullopt : headWithout(headless);
    const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop);
    const bool once = llvm::isa<clang::DoStmt>(loop);
    if (!(tested && !tested->hasVarStorage()) && !once)
      return std::nullopt;
    if (std::optional<Head> head = steppedInTest(testOf(loop))) {
      head->body = bodyOf(loop);
      head->ahead = !once;
      head->once = once;
      return head;
    }
    const clang::Expr *step = lastOf(bodyOf(loop));
    if (!step || !assignedIn(step))
      return std::nullopt;
    return Head{testOf(loop), step, withoutLast(bodyOf(loop)), false, once};
  }

  // for (; n > 0; --n, ++p), for (; n--; ++p): what isn't the counter's goes to the end of the body.
  std::optional<Head> headWithout(const clang::ForStmt *loop) {
    Stmts parts;
    splitCommas(loop->getInc(), parts);
    std::optional<Head> head = steppedInTest(loop->getCond());
    if (head) {
      head->ahead = true;
    } else {
      const auto step = llvm::find_if(parts, [&](const clang::Stmt *part) {
        const clang::VarDecl *var = assignedIn(part) ? variableOf(assignedIn(part)) : nullptr;
        return var && (parts.size() == 1 || (var->getType()->isIntegerType() && mentions(loop->getCond(), var)));
      });
      if (step == parts.end())
        return std::nullopt;
      head = Head{loop->getCond(), llvm::cast<clang::Expr>(*step), nullptr};
      parts.erase(step);
    }
    const clang::VarDecl *var = variableOf(assignedIn(head->step));
    const bool isApart = llvm::none_of(parts, [&](const clang::Stmt *part) { return mentions(part, var); });
    if (!parts.empty() && (!isApart || holdsContinue(loop->getBody())))
      return std::nullopt;
    head->body = parts.empty() ? loop->getBody() : withParts(loop->getBody(), parts);
    return head;
  }

  const clang::Stmt *withParts(const clang::Stmt *body, const Stmts &parts) {
    std::vector<clang::Stmt *> stmts{const_cast<clang::Stmt *>(body)};
    for (const clang::Stmt *part : parts)
      stmts.push_back(const_cast<clang::Stmt *>(part));
    return block(stmts, body->getSourceRange());
  }

  // while (--n), (++i < n), (n-- > 0): a test of the new value, and the step.
  std::optional<Head> steppedInTest(const clang::Expr *test) {
    test = test->IgnoreParenImpCasts();
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(test);
    const bool compares = op && (op->isRelationalOp() || op->getOpcode() == clang::BO_NE);
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>(compares ? op->getLHS()->IgnoreParenImpCasts() : test);
    const clang::VarDecl *var = step && step->isIncrementDecrementOp() ? variableOf(step->getSubExpr()) : nullptr;
    if (!var || !var->getType()->isIntegerType() || ast_.getTypeSize(var->getType()) < 32 ||
        (compares && (mentions(op->getRHS(), var) || op->getRHS()->HasSideEffects(ast_))))
      return std::nullopt;
    const clang::SourceLocation at = test->getBeginLoc();
    clang::BinaryOperatorKind kind = compares ? op->getOpcode() : clang::BO_NE;
    clang::Expr *limit =
        compares ? const_cast<clang::Expr *>(op->getRHS()) : number(0, var->getType().getUnqualifiedType(), at);
    if (step->isPostfix()) { // the old value is tested
      const bool isSigned = var->getType()->isSignedIntegerType() && limit->getType()->isSignedIntegerType();
      if (!isSigned && !countsUnsigned(var, step, limit, kind))
        return std::nullopt;
      if (kind == (step->isDecrementOp() ? clang::BO_GT : clang::BO_LT))
        kind = step->isDecrementOp() ? clang::BO_GE : clang::BO_LE;
      else
        limit = combined(step->isDecrementOp() ? clang::BO_Sub : clang::BO_Add, limit, number(1, limit->getType(), at),
                         limit->getType());
    }
    auto *own = const_cast<clang::VarDecl *>(var);
    clang::Expr *left = rvalueOf(lvalueOf(own, at));
    if (compares && !ast_.hasSameUnqualifiedType(op->getLHS()->getType(), left->getType()))
      left = noted(clang::ImplicitCastExpr::Create(ast_, op->getLHS()->getType(), clang::CK_IntegralCast, left, nullptr,
                                                   clang::VK_PRValue, {}));
    return Head{combined(kind, left, limit, ast_.IntTy), step};
  }

  // for (i = n; i-- > 0;) over cells, with an unsigned i: new values down to 0. `kind` is what compares the old ones.
  bool countsUnsigned(const clang::VarDecl *var, const clang::UnaryOperator *step, const clang::Expr *limit,
                      clang::BinaryOperatorKind &kind) const {
    if (!var->getType()->isUnsignedIntegerType() || !limit->getType()->isUnsignedIntegerType() ||
        !effects_.storeSubscripts.count(var))
      return false;
    const std::optional<llvm::APSInt> number = limit->getIntegerConstantExpr(ast_);
    if (step->isDecrementOp() && kind == clang::BO_NE && number && *number == 0)
      kind = clang::BO_GT;
    return kind == (step->isDecrementOp() ? clang::BO_GT : clang::BO_LT);
  }

  // Pointers walk along, or the rounds are few and known: no loop over steps.
  bool isOverCells(const Head &head) const {
    bool walks = false;
    const bool hasLoop = holds(head.body, [&](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      walks |= lhs && (lhs->getType()->isPointerType() || (lhs->getType()->isIntegerType() && variableOf(lhs) &&
                                                           effects_.wrappedSubscripts.count(variableOf(lhs)) > 0));
      const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
      return bodyOf(part) != nullptr || (call && mathFunction(call).empty());
    });
    return walks && !hasLoop;
  }

  static const clang::Expr *firstValue(const clang::Stmt *stmt, const clang::VarDecl *var) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(unwrap(stmt));
    return op ? op->getRHS() : var->getInit();
  }

  // What the region doesn't change, or what it declares as that: int end = n - 1;
  bool isFixed(const clang::Expr *value) const {
    const clang::VarDecl *var = variableOf(value->IgnoreParenImpCasts());
    const bool isOwn = var && effects_.declared.count(var) && !effects_.assigned.count(var) && var->getInit();
    return isInvariant(isOwn ? var->getInit() : value, effects_);
  }

  static bool skipsStep(const clang::Stmt *loop, const Head &head) {
    return !llvm::isa<clang::ForStmt>(loop) && holdsContinue(head.body);
  }

  // It stores to the region's arrays, and is no loop over steps.
  bool isInnermost(const clang::Stmt *body) const {
    const auto stores = [&](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      const clang::VarDecl *var = lhs && isElement(lhs) ? storageVariable(lhs) : nullptr;
      return var && !(var->getType()->isArrayType() && effects_.declared.count(var));
    };
    return holds(body, stores) && !hasLoop(body);
  }

  // A nest that runs at least once is checked at the call. A number that is known is looked at here.
  bool mayBegin(const Head &head, const clang::VarDecl *var, const clang::Expr *value) const {
    if (!head.once)
      return true;
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(head.test->IgnoreParens());
    const auto known = [&](const clang::Expr *expr) { return expr->getIntegerConstantExpr(ast_); };
    if (!op || variableOf(op->getLHS()->IgnoreParenImpCasts()) != var)
      return false;
    const std::optional<llvm::APSInt> first = known(value), limit = known(op->getRHS());
    if (!first || !limit)
      return isInnermost(head.body) && isInvariant(value, effects_) && isFixed(op->getRHS());
    const int64_t a = first->getExtValue(), b = limit->getExtValue();
    const clang::BinaryOperatorKind kind = op->getOpcode();
    return kind == clang::BO_NE   ? a != b
           : kind == clang::BO_LT ? a < b
           : kind == clang::BO_LE ? a <= b
           : kind == clang::BO_GT ? a > b
                                  : kind == clang::BO_GE && a >= b;
  }

  clang::Stmt *assigned(const clang::VarDecl *var, const clang::Expr *value, const Head &head,
                        clang::SourceLocation at) {
    const clang::QualType type = var->getType().getUnqualifiedType();
    auto *first = const_cast<clang::Expr *>(value);
    if (head.ahead)
      first =
          combined(stepOf(head.step, var, ast_) > 0 ? clang::BO_Add : clang::BO_Sub, first, number(1, type, at), type);
    return combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(var), at), first, type);
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
    const bool declares = decls && llvm::is_contained(decls->decls(), var) && !effectsOf(decls).assigned.count(var);
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
    const bool isOdd = loop && (!loop->getInit() || !loop->getInc() ||
                                (loop->getCond() && variableOf(loop->getCond()->IgnoreParenImpCasts())));
    return llvm::isa<clang::WhileStmt, clang::DoStmt>(part) || isOdd;
  });
  if (hasAny)
    expansion.stmt = Counter(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
