// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/RowStarts.h"

#include "Read/LiveOut.h"
#include "Simplify/Clone.h"
#include "Simplify/CountedLoops.h"

namespace kasane {
namespace {

// The parts of `a, b, c` in order.
void splitCommas(const clang::Expr *expr, std::vector<const clang::Expr *> &parts) {
  const auto *comma = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  if (comma && comma->getOpcode() == clang::BO_Comma) {
    splitCommas(comma->getLHS(), parts);
    splitCommas(comma->getRHS(), parts);
  } else if (expr) {
    parts.push_back(expr);
  }
}

// A loop in whose rounds the number is `low` and `low + 1` in turn.
struct Turns {
  const clang::VarDecl *var = nullptr;
  const clang::Stmt *toggle = nullptr; // a statement of the body, or a part of the head
  int64_t low = 0;
};

class Starts : public Cloner {
public:
  Starts(Reader &reader, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(reader.ast, expansion.made, function), reader_(reader), function_(function) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(original))
      return chosen(branch);
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original))
      return turning(loop, entry(loop));
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(original);
    return block ? copied(block) : nullptr;
  }

private:
  using Stmts = std::vector<const clang::Stmt *>;

  clang::Stmt *copied(const clang::CompoundStmt *block) {
    const Stmts stmts(block->body_begin(), block->body_end());
    const std::vector<clang::Stmt *> copies = copiedEach(stmts, nullptr, [] {});
    if (std::equal(copies.begin(), copies.end(), stmts.begin()))
      return const_cast<clang::CompoundStmt *>(block);
    return Cloner::block(copies, block->getSourceRange());
  }

  // Without the statement `toggle`, in whose place `turn` is called.
  std::vector<clang::Stmt *> copiedEach(const Stmts &stmts, const clang::Stmt *toggle,
                                        const std::function<void()> &turn) {
    std::vector<clang::Stmt *> copies;
    for (size_t n = 0; n < stmts.size(); ++n) {
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(stmts[n]));
      const Turns turns = loop ? turnsOf(loop) : Turns();
      const std::optional<size_t> from = turns.var ? setBefore(stmts, n, turns.var) : std::nullopt;
      if (stmts[n] == toggle) {
        turn();
        copies.push_back(noted(new (ast_) clang::NullStmt(toggle->getBeginLoc())));
        continue;
      }
      clang::Stmt *copy = from ? turning(loop, valueSet(stmts[*from], copies[*from], turns.var)) : nullptr;
      if (copy && isTurned_ && !llvm::isa<clang::DeclStmt>(stmts[*from])) // nobody else looks at it
        copies[*from] = noted(new (ast_) clang::NullStmt(stmts[*from]->getBeginLoc()));
      copies.push_back(copy ? copy : part(stmts[n]));
    }
    return copies;
  }

  // By `v = value;` or `int i, v = value;`, the latter with a variable of the copy's, perhaps.
  static const clang::Expr *valueSet(const clang::Stmt *stmt, const clang::Stmt *copy, const clang::VarDecl *var) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt), *copied = llvm::dyn_cast<clang::DeclStmt>(copy);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(unwrap(copy));
    if (!decls || !copied)
      return op ? op->getRHS() : nullptr;
    const auto place = std::distance(decls->decl_begin(), llvm::find(decls->decls(), var));
    return llvm::cast<clang::VarDecl>(*std::next(copied->decl_begin(), place))->getInit();
  }

  // What a local variable has at its declaration, where nothing but the loop changes it.
  const clang::Expr *entry(const clang::ForStmt *loop) const {
    const clang::VarDecl *var = turnsOf(loop).var;
    if (!var || !var->hasLocalStorage() || !var->getInit() || reader_.effects.declared.count(var))
      return nullptr;
    const bool isOther = holds(function_->getBody(), [&](const clang::Stmt *part) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
      const clang::Expr *changed =
          address && address->getOpcode() == clang::UO_AddrOf ? address->getSubExpr() : assignedIn(part);
      return changed && variableOf(changed) == var && !holds(loop, [&](const clang::Stmt *own) { return own == part; });
    });
    clang::Expr::EvalResult number;
    return !isOther && var->getInit()->EvaluateAsInt(number, ast_) ? var->getInit() : nullptr;
  }

  // v = 3 - v, v = !v, v ^= 1, v = v == 1 ? 2 : 1: the lower of two neighbours that are exchanged so; else nullopt.
  std::optional<int64_t> toggledBy(const clang::Stmt *stmt, const clang::VarDecl *&var) const {
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const bool isSet = set && (set->getOpcode() == clang::BO_Assign || set->getOpcode() == clang::BO_XorAssign);
    var = isSet ? variableOf(set->getLHS()) : nullptr;
    if (!var)
      return std::nullopt;
    const auto next = [&](int64_t value) -> std::optional<int64_t> {
      const std::optional<int64_t> right = valueAt(set->getRHS(), var, value);
      return right && set->getOpcode() == clang::BO_XorAssign ? value ^ *right : right;
    };
    const std::optional<int64_t> sum = next(0); // of v = sum - v
    for (const int64_t low : {(sum.value_or(1) - 1) / 2, int64_t(0), int64_t(1)})
      if (low >= 0 && low < INT32_MAX && next(low) == low + 1 && next(low + 1) == low)
        return low;
    return std::nullopt;
  }

  // Of an expression of small numbers, where the variable has this value; nullopt: it may be anything.
  std::optional<int64_t> valueAt(const clang::Expr *expr, const clang::VarDecl *var, int64_t value) const {
    expr = expr->IgnoreParenImpCasts();
    clang::Expr::EvalResult known;
    if (expr->EvaluateAsInt(known, ast_))
      return known.Val.getInt().getExtValue();
    if (var && variableOf(expr) == var)
      return value;
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
    const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr);
    if (choice) {
      const std::optional<int64_t> test = valueAt(choice->getCond(), var, value);
      return test ? valueAt(*test ? choice->getTrueExpr() : choice->getFalseExpr(), var, value) : std::nullopt;
    }
    if (unary && unary->getOpcode() == clang::UO_LNot) {
      const std::optional<int64_t> inner = valueAt(unary->getSubExpr(), var, value);
      return inner ? std::optional(int64_t(!*inner)) : std::nullopt;
    }
    const std::optional<int64_t> left = op ? valueAt(op->getLHS(), var, value) : std::nullopt,
                                 right = left ? valueAt(op->getRHS(), var, value) : std::nullopt;
    return right ? combinedValue(op->getOpcode(), *left, *right) : std::nullopt;
  }

  static std::optional<int64_t> combinedValue(clang::BinaryOperatorKind kind, int64_t left, int64_t right) {
    const int64_t most = INT32_MAX;
    if (left < -most || left > most || right < -most || right > most)
      return std::nullopt;
    switch (kind) {
    case clang::BO_Add:
      return left + right;
    case clang::BO_Sub:
      return left - right;
    case clang::BO_Rem:
      return right == 0 ? std::nullopt : std::optional(left % right);
    case clang::BO_And:
      return left & right;
    case clang::BO_Xor:
      return left ^ right;
    case clang::BO_EQ:
      return left == right;
    case clang::BO_NE:
      return left != right;
    default:
      return std::nullopt;
    }
  }

  static Stmts bodyOf(const clang::ForStmt *loop) {
    const clang::Stmt *body = unwrap(loop->getBody());
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
    return block ? Stmts(block->body_begin(), block->body_end()) : Stmts{body};
  }

  Turns turnsOf(const clang::ForStmt *loop) const {
    std::vector<const clang::Expr *> heads;
    splitCommas(loop->getInc(), heads);
    Stmts places = bodyOf(loop);
    places.insert(places.end(), heads.begin(), heads.end());
    for (const clang::Stmt *place : places) {
      const clang::VarDecl *var = nullptr;
      const std::optional<int64_t> low = toggledBy(place, var);
      if (!low || !(ast_.hasSameUnqualifiedType(var->getType(), ast_.IntTy) || var->getType()->isBooleanType()))
        continue;
      size_t writes = 0;
      holds(loop, [&](const clang::Stmt *part) {
        const clang::Expr *changed = assignedIn(part);
        const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
        const bool isTaken =
            address && address->getOpcode() == clang::UO_AddrOf && variableOf(address->getSubExpr()) == var;
        writes += (changed && variableOf(changed) == var) || isTaken;
        return false;
      });
      if (writes == 1)
        return {var, place, *low};
    }
    return {};
  }

  // How far the number is from the lower one where the loop begins, 0 or 1; null: it may be something else.
  clang::Expr *startOf(const clang::Expr *value, int64_t low) {
    if (!value)
      return nullptr;
    const clang::Expr *copy = value; // in the copy already
    if (auto known = phases_.find(copy->IgnoreParenImpCasts()); known != phases_.end())
      return known->second.first == low ? known->second.second : nullptr;
    std::optional<std::pair<int64_t, int64_t>> range = rangeOf(value);
    if (!range || range->first < low || range->second > low + 1)
      return nullptr;
    const clang::SourceLocation at = value->getBeginLoc();
    if (range->first == range->second)
      return number(range->first - low, ast_.IntTy, at);
    return !value->getType()->isBooleanType()
               ? combined(clang::BO_Sub, const_cast<clang::Expr *>(copy), number(low, ast_.IntTy, at), ast_.IntTy)
               : nullptr;
  }

  // Of a number, or of what the counter of a short loop around gives.
  std::optional<std::pair<int64_t, int64_t>> rangeOf(const clang::Expr *value) const {
    if (const std::optional<int64_t> known = valueAt(value, nullptr, 0))
      return std::pair(*known, *known);
    for (const clang::ForStmt *loop : around_)
      if (const std::optional<Trips> trips = tripsOf(reader_, loop);
          trips && trips->count > 0 && trips->count <= kMaxTrips && mentions(value, trips->var)) {
        std::optional<std::pair<int64_t, int64_t>> range;
        for (int64_t n = 0; n < trips->count; ++n) {
          const std::optional<int64_t> one = valueAt(value, trips->var, trips->first + n * trips->step);
          if (!one)
            return std::nullopt;
          range =
              range ? std::pair(std::min(range->first, *one), std::max(range->second, *one)) : std::pair(*one, *one);
        }
        return range;
      }
    return std::nullopt;
  }

  clang::Stmt *turning(const clang::ForStmt *loop, const clang::Expr *value) {
    const Turns turns = turnsOf(loop);
    const std::optional<LoopShape> shape = loopShape(reader_, loop);
    clang::Expr *start = turns.var ? startOf(value, turns.low) : nullptr;
    const bool isPlain = shape && shape->first && std::abs(shape->step) == 1 && loop->getInit() &&
                         ast_.hasSameUnqualifiedType(shape->var->getType(), ast_.IntTy) &&
                         isInvariant(shape->first, effectsOf(loop->getBody()));
    const bool leaves = holds(loop->getBody(), [](const clang::Stmt *part) {
      return llvm::isa<clang::ContinueStmt, clang::BreakStmt, clang::GotoStmt>(part);
    });
    if (!start || !isPlain || leaves || mentions(loop->getCond(), turns.var) ||
        isReadBehind(reader_, loop, turns.var)) {
      around_.push_back(loop);
      clang::Stmt *copy = stmt(loop);
      around_.pop_back();
      isTurned_ = false;
      return copy;
    }
    const clang::SourceLocation at = loop->getBeginLoc();
    clang::Expr *now = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(shape->var), at)),
                *first = noted(new (ast_) clang::ParenExpr(at, at, expr(shape->first)));
    clang::Expr *count = shape->step > 0 ? combined(clang::BO_Sub, now, first, ast_.IntTy)
                                         : combined(clang::BO_Sub, first, now, ast_.IntTy);
    clang::Expr *phase = combined(clang::BO_Add, count, start, ast_.IntTy);
    clang::Stmt *init = part(loop->getInit());
    const auto outer = scope;
    around_.push_back(loop);
    set(turns, phase, at);
    const std::vector<clang::Stmt *> stmts = copiedEach(bodyOf(loop), turns.toggle, [&] {
      set(turns, combined(clang::BO_Add, phase, number(1, ast_.IntTy, at), ast_.IntTy), at);
    });
    around_.pop_back();
    scope = outer;
    isTurned_ = true;
    clang::Stmt *body = Cloner::block(stmts, loop->getBody()->getSourceRange());
    return noted(new (ast_) clang::ForStmt(ast_, init, expr(loop->getCond()), nullptr, headWithout(loop, turns.toggle),
                                           body, loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()));
  }

  // From here on the variable stands for low + phase % 2.
  void set(const Turns &turns, clang::Expr *phase, clang::SourceLocation at) {
    auto inParens = [&](clang::Expr *inner) { return noted(new (ast_) clang::ParenExpr(at, at, inner)); };
    clang::Expr *rest = combined(clang::BO_Rem, inParens(phase), number(2, ast_.IntTy, at), ast_.IntTy);
    clang::Expr *value =
        turns.low == 0 ? rest : combined(clang::BO_Add, number(turns.low, ast_.IntTy, at), rest, ast_.IntTy);
    phases_[value] = {turns.low, inParens(phase)};
    scope[turns.var] = {nullptr, inParens(value), nullptr};
  }

  clang::Expr *headWithout(const clang::ForStmt *loop, const clang::Stmt *toggle) {
    std::vector<const clang::Expr *> parts;
    splitCommas(loop->getInc(), parts);
    clang::Expr *head = nullptr;
    for (const clang::Expr *each : parts)
      if (each != toggle)
        head = head ? combined(clang::BO_Comma, head, expr(each), each->getType()) : expr(each);
    return head;
  }

  // if (c) v = 1; else v = 2;
  clang::Stmt *chosen(const clang::IfStmt *branch) {
    const clang::Expr *yes = numberSet(branch->getThen()), *no = numberSet(branch->getElse());
    const clang::VarDecl *var = yes && no ? variableOf(assignedIn(yes)) : nullptr;
    const bool isPlain = var && variableOf(assignedIn(no)) == var && !branch->getInit() && !branch->hasVarStorage() &&
                         !branch->getCond()->HasSideEffects(ast_) && isFirst(var);
    if (!isPlain)
      return nullptr;
    const clang::QualType type = var->getType().getUnqualifiedType();
    auto valueOf = [&](const clang::Expr *set) { return expr(llvm::cast<clang::BinaryOperator>(set)->getRHS()); };
    auto *select = noted(new (ast_) clang::ConditionalOperator(expr(branch->getCond()), branch->getIfLoc(),
                                                               valueOf(yes), branch->getIfLoc(), valueOf(no), type,
                                                               clang::VK_PRValue, clang::OK_Ordinary));
    return combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(var), branch->getBeginLoc()), select, type);
  }

  // `v = 2`, alone or in braces; else null.
  const clang::Expr *numberSet(const clang::Stmt *stmt) const {
    const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt);
    if (block)
      stmt = block->size() == 1 ? block->body_front() : nullptr;
    const auto *set = llvm::dyn_cast_or_null<clang::BinaryOperator>(stmt);
    clang::Expr::EvalResult number;
    return set && set->getOpcode() == clang::BO_Assign && variableOf(set->getLHS()) &&
                   set->getRHS()->EvaluateAsInt(number, ast_)
               ? set
               : nullptr;
  }

  // Is it where a loop begins?
  bool isFirst(const clang::VarDecl *var) const {
    return var->getType()->isIntegerType() && holds(reader_.region, [&](const clang::Stmt *part) {
             LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
             const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
             return loop && loop->getInit() && readInit(loop->getInit(), shape) && mentions(shape.first, var);
           });
  }

  Reader &reader_;
  const clang::FunctionDecl *function_;
  std::vector<const clang::ForStmt *> around_;
  bool isTurned_ = false;                                                   // the loop that was copied last
  std::map<const clang::Expr *, std::pair<int64_t, clang::Expr *>> phases_; // made values: the lower one, and the phase
};

} // namespace

void nameRowStarts(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                   Expansion &expansion) {
  constexpr int kMost = 3; // numbers that turn in one loop
  for (int n = 0; n < kMost; ++n) {
    Diagnostics silent;
    const Effects effects = effectsOf(expansion.stmt);
    Reader probe({ast, effects, effects, function, region, expansion.stmt}, &expansion, silent);
    const clang::Stmt *before = expansion.stmt;
    expansion.stmt = Starts(probe, function, expansion).run(before);
    if (expansion.stmt == before)
      return;
  }
}

} // namespace kasane
