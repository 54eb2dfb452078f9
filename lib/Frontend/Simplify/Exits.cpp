// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Exits.h"

#include "Ast/CountedEnds.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

#include <algorithm>

namespace kasane {
namespace {

using List = std::vector<const clang::Stmt *>;

bool isLoop(const clang::Stmt *stmt) { return bodyOf(stmt) != nullptr; }

// A break or continue that belongs to the loop around the statement.
bool jumps(const clang::Stmt *stmt, bool onlyBreaks = false) {
  if (!stmt || isLoop(stmt))
    return false;
  if (llvm::isa<clang::BreakStmt>(stmt) || (!onlyBreaks && llvm::isa<clang::ContinueStmt>(stmt)))
    return true;
  const bool inSwitch = llvm::isa<clang::SwitchStmt>(stmt); // a break in it is its own
  return std::any_of(stmt->child_begin(), stmt->child_end(), [&](const clang::Stmt *child) {
    return inSwitch
               ? child && holds(child, [](const clang::Stmt *part) { return llvm::isa<clang::ContinueStmt>(part); })
               : jumps(child, onlyBreaks);
  });
}

List partsOf(const clang::Stmt *stmt) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt))
    return {block->body_begin(), block->body_end()};
  return stmt ? List{stmt} : List{};
}

// Does no path get to its end?
bool alwaysJumps(const clang::Stmt *stmt) {
  const List parts = partsOf(stmt);
  return std::any_of(parts.begin(), parts.end(), [](const clang::Stmt *part) {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(part);
    return llvm::isa<clang::BreakStmt, clang::ContinueStmt>(part) ||
           (llvm::isa<clang::CompoundStmt>(part) && alwaysJumps(part)) ||
           (branch && branch->getElse() && alwaysJumps(branch->getThen()) && alwaysJumps(branch->getElse()));
  });
}

const clang::VarDecl *counterOf(const clang::Stmt *stmt) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  LoopShape head{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  return loop && loop->getInit() && readInit(loop->getInit(), head) ? head.var : nullptr;
}

// Is it, or does it hold, a loop over cells, or one that isn't known?
bool holdsAxis(const Effects &effects, const clang::Stmt *stmt) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const clang::VarDecl *counter = isLoop(part) ? counterOf(part) : nullptr;
    return isLoop(part) && (!counter || effects.wrappedStores.count(counter));
  });
}

// k < 8 of `k < 8 && !found`: the part that compares the counter; null: there is none.
const clang::Expr *boundIn(const std::vector<const clang::Expr *> &parts, const clang::VarDecl *counter) {
  const auto bound = llvm::find_if(parts, [&](const clang::Expr *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    return op && op->isComparisonOp() && (variableOf(op->getLHS()) == counter || variableOf(op->getRHS()) == counter);
  });
  return bound == parts.end() ? nullptr : *bound;
}

// The condition's part about the counter, and what stands beside it, in order.
struct Condition {
  const clang::Expr *bound = nullptr;
  std::vector<const clang::Expr *> beside = {};
};

Condition conditionOf(const clang::ForStmt *loop, const clang::VarDecl *counter) {
  std::vector<const clang::Expr *> parts;
  if (loop->getCond())
    splitAnd(loop->getCond(), parts);
  const clang::Expr *bound = boundIn(parts, counter);
  if (!bound || parts.size() < 2)
    return {loop->getCond()};
  std::erase(parts, bound);
  return {bound, parts};
}

// Is the counter's value looked at otherwise than in this loop and in others that count it?
bool looksAt(const clang::Stmt *stmt, const clang::VarDecl *counter, const clang::ForStmt *but) {
  if (stmt == but)
    return false;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    return ref->getDecl() == counter;
  if (isLoop(stmt) && counterOf(stmt) == counter)
    return false;
  const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  if (set && set->getOpcode() == clang::BO_Assign && variableOf(set->getLHS()) == counter)
    return looksAt(set->getRHS(), counter, but);
  return llvm::any_of(stmt->children(),
                      [&](const clang::Stmt *child) { return child && looksAt(child, counter, but); });
}

class Structurer : public Cloner {
public:
  Structurer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), region_(expansion.stmt), effects_(effectsOf(expansion.stmt)) {}

  clang::Stmt *run(const clang::Stmt *region) {
    clang::Stmt *copy = instead(region);
    return copy ? copy : stmt(region);
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const clang::VarDecl *counter = counterOf(original);
    if (!counter)
      return nullptr;
    if (effects_.wrappedStores.count(counter)) {
      const bool outer = std::exchange(inCell_, true);
      clang::Stmt *copy = stmt(original);
      inCell_ = outer;
      return copy;
    }
    const auto *loop = llvm::cast<clang::ForStmt>(original);
    const bool hasJumps = jumps(loop->getBody()) || !conditionOf(loop, counter).beside.empty();
    return inCell_ && hasJumps && !holdsAxis(effects_, loop) ? structured(loop) : nullptr;
  }

private:
  clang::Stmt *set(clang::VarDecl *flag, int64_t value, clang::SourceLocation at) {
    return combined(clang::BO_Assign, lvalueOf(flag, at), number(value, ast_.IntTy, at), ast_.IntTy);
  }

  clang::Stmt *branch(clang::Expr *condition, const std::vector<clang::Stmt *> &yes,
                      const std::vector<clang::Stmt *> &no, clang::SourceRange range) {
    clang::Stmt *otherwise = no.empty() ? nullptr : block(no, range);
    return noted(clang::IfStmt::Create(ast_, range.getBegin(), clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                       condition, range.getBegin(), range.getBegin(), block(yes, range),
                                       range.getBegin(), otherwise));
  }

  clang::Stmt *give(clang::VarDecl *to, clang::VarDecl *from, clang::SourceLocation at) {
    return combined(clang::BO_Assign, lvalueOf(to, at), rvalueOf(lvalueOf(from, at)), to->getType());
  }

  // What ends the loop: its counter stays what it is now.
  std::vector<clang::Stmt *> end(clang::SourceLocation at) {
    std::vector<clang::Stmt *> out = {set(over_, 1, at)};
    if (left_)
      out.push_back(give(left_, counter_, at));
    return out;
  }

  clang::Expr *isZero(clang::VarDecl *flag, clang::SourceLocation at) {
    return combined(clang::BO_EQ, rvalueOf(lvalueOf(flag, at)), number(0, ast_.IntTy, at), ast_.IntTy);
  }

  clang::Stmt *structured(const clang::ForStmt *loop) {
    const clang::SourceLocation at = loop->getBeginLoc();
    const clang::SourceRange range = loop->getSourceRange();
    const std::vector<clang::VarDecl *> outerMarks = std::exchange(marks_, {});
    clang::VarDecl *const outerOver = std::exchange(over_, nullptr), *const outerLeft = std::exchange(left_, nullptr);
    clang::VarDecl *const outerCounter = std::exchange(counter_, const_cast<clang::VarDecl *>(counterOf(loop)));
    std::vector<clang::Stmt *> out;
    const Condition condition = conditionOf(loop, counter_);
    if (jumps(loop->getBody(), true) || !condition.beside.empty()) {
      over_ = declareNew("over", ast_.IntTy, 0, at, out);
      if (!llvm::isa<clang::DeclStmt>(loop->getInit()) && looksAt(region_, counter_, loop))
        left_ = declareNew("left", counter_->getType().getUnqualifiedType(), 0, at, out);
    }
    std::vector<clang::Stmt *> body = rounds(partsOf(loop->getBody()));
    // The loop ends where one of them fails.
    for (auto part = condition.beside.rbegin(); part != condition.beside.rend(); ++part)
      body = {branch(expr(*part), body, end(at), range)};
    if (over_)
      body = {branch(isZero(over_, at), body, {}, range)};
    clang::Stmt *init = part(loop->getInit());
    out.push_back(noted(new (ast_) clang::ForStmt(ast_, init, expr(condition.bound), nullptr, expr(loop->getInc()),
                                                  block(body, range), loop->getForLoc(), loop->getLParenLoc(),
                                                  loop->getRParenLoc())));
    if (left_)
      out.push_back(branch(rvalueOf(lvalueOf(over_, at)), {give(counter_, left_, at)}, {}, range));
    marks_ = outerMarks;
    over_ = outerOver;
    left_ = outerLeft;
    counter_ = outerCounter;
    return out.size() == 1 ? out[0] : block(out, range);
  }

  // What a jump leaves to those who look whether there was one.
  std::vector<clang::Stmt *> jump(const clang::Stmt *original) {
    const clang::SourceLocation at = original->getBeginLoc();
    std::vector<clang::Stmt *> out;
    if (llvm::isa<clang::BreakStmt>(original))
      out = end(at);
    for (clang::VarDecl *mark : marks_)
      out.push_back(set(mark, 1, at));
    return out;
  }

  std::vector<clang::Stmt *> rounds(List list) {
    std::vector<clang::Stmt *> out;
    while (!list.empty()) {
      const clang::Stmt *first = unwrap(list.front());
      list.erase(list.begin());
      const auto *test = llvm::dyn_cast<clang::IfStmt>(first);
      if (!jumps(first)) {
        out.push_back(part(first));
      } else if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(first)) {
        const std::vector<clang::Stmt *> marks = jump(first);
        out.insert(out.end(), marks.begin(), marks.end());
        return out;
      } else if (llvm::isa<clang::CompoundStmt>(first)) {
        const List parts = partsOf(first);
        list.insert(list.begin(), parts.begin(), parts.end());
      } else if (test && !test->getInit() && !test->hasVarStorage()) {
        afterTest(test, list, out);
        return out;
      } else {
        out.push_back(const_cast<clang::Stmt *>(first)); // which the readers refuse
      }
    }
    return out;
  }

  void afterTest(const clang::IfStmt *test, const List &rest, std::vector<clang::Stmt *> &out) {
    const clang::SourceRange range = test->getSourceRange();
    const bool jumpsThen = alwaysJumps(test->getThen()), jumpsElse = test->getElse() && alwaysJumps(test->getElse());
    List yes = partsOf(test->getThen()), no = partsOf(test->getElse());
    clang::VarDecl *mark = nullptr;
    if (jumpsThen)
      no.insert(no.end(), rest.begin(), rest.end());
    else if (jumpsElse)
      yes.insert(yes.end(), rest.begin(), rest.end());
    else if (!rest.empty())
      mark = declareNew("skips", ast_.IntTy, 0, test->getBeginLoc(), out);
    if (mark)
      marks_.push_back(mark);
    const std::vector<clang::Stmt *> whenTrue = rounds(yes), whenFalse = rounds(no);
    out.push_back(branch(expr(test->getCond()), whenTrue, whenFalse, range));
    if (!mark)
      return;
    marks_.pop_back();
    out.push_back(branch(isZero(mark, test->getBeginLoc()), rounds(rest), {}, range));
  }

  const clang::Stmt *region_;
  Effects effects_;
  bool inCell_ = false;
  clang::VarDecl *over_ = nullptr;      // 1: a break has ended the loop
  clang::VarDecl *counter_ = nullptr;   // of that loop
  clang::VarDecl *left_ = nullptr;      // what the counter was then; null: nobody looks at it behind the loop
  std::vector<clang::VarDecl *> marks_; // 1: the rest of what stands behind is skipped in this round
};

// if (err < eps) t = steps; at a step's end, where nobody looks at `t` behind the loop, is a break.
class CountedBreaks : public Cloner {
public:
  CountedBreaks(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), region_(expansion.stmt), effects_(effectsOf(expansion.stmt)) {}

  clang::Stmt *run() {
    clang::Stmt *copy = instead(region_);
    return copy ? copy : stmt(region_);
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (ends_.count(original))
      return noted(new (ast_) clang::BreakStmt(original->getBeginLoc()));
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const clang::VarDecl *counter = loop ? endableCounter(ast_, loop) : nullptr;
    if (counter && hasLoop(loop->getBody()) && effects_.declared.count(counter) && !looksAt(region_, counter, loop))
      ends_.merge(countedEnds(ast_, loop));
    return nullptr;
  }

private:
  const clang::Stmt *region_;
  Effects effects_;
  std::set<const clang::Stmt *> ends_;
};

class Returns : public Cloner {
public:
  Returns(const clang::ASTContext &ast, std::set<const clang::Stmt *> &made, clang::VarDecl *value,
          clang::VarDecl *left)
      : Cloner(ast, made), value_(value), left_(left) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const clang::SourceLocation at = original->getBeginLoc();
    if (const auto *ret = llvm::dyn_cast<clang::ReturnStmt>(original)) {
      std::vector<clang::Stmt *> out;
      if (value_ && ret->getRetValue())
        out.push_back(combined(clang::BO_Assign, lvalueOf(value_, at), const_cast<clang::Expr *>(ret->getRetValue()),
                               value_->getType()));
      out.push_back(combined(clang::BO_Assign, lvalueOf(left_, at), number(1, ast_.IntTy, at), ast_.IntTy));
      out.push_back(noted(new (ast_) clang::BreakStmt(at)));
      return block(out, original->getSourceRange());
    }
    if (!isLoop(original) ||
        !holds(original, [](const clang::Stmt *part) { return llvm::isa<clang::ReturnStmt>(part); }))
      return nullptr;
    clang::Stmt *leave = noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                                     rvalueOf(lvalueOf(left_, at)), at, at,
                                                     noted(new (ast_) clang::BreakStmt(at)), at, nullptr));
    return block({stmt(original), leave}, original->getSourceRange());
  }

private:
  clang::VarDecl *value_, *left_;
};

} // namespace

void structureLoops(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  const bool mayEnd = holds(expansion.stmt, [&](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    return loop && hasLoop(loop->getBody()) && !countedEnds(ast, loop).empty();
  });
  if (mayEnd)
    expansion.stmt = CountedBreaks(ast, function, expansion).run();
  const bool mayChange = holds(expansion.stmt, [](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    const clang::VarDecl *counter = loop ? counterOf(loop) : nullptr;
    return llvm::isa<clang::BreakStmt, clang::ContinueStmt>(part) ||
           (counter && !conditionOf(loop, counter).beside.empty());
  });
  if (mayChange)
    expansion.stmt = Structurer(ast, function, expansion).run(expansion.stmt);
}

clang::Stmt *withoutReturns(const clang::ASTContext &ast, std::set<const clang::Stmt *> &made, const clang::Stmt *loop,
                            clang::VarDecl *value, clang::VarDecl *left) {
  const Effects effects = effectsOf(loop);
  const bool hasSwitch = holds(loop, [](const clang::Stmt *part) { return llvm::isa<clang::SwitchStmt>(part); });
  if (hasSwitch || holdsAxis(effects, loop))
    return nullptr;
  return Returns(ast, made, value, left).stmt(loop);
}

} // namespace kasane
