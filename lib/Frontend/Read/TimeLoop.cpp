// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time loop in its spellings. Inside it the variable is sign * @t + lead, where @t runs upwards:
//
//   while (t < n) { ..; t++; }      @t from t to n
//   while (t++ < n) { .. }          @t from t to n, lead 1: the body sees the value after the step
//   do { .. } while (++t < n)       @t from t to n, or to t + 1 where that is more
//   for (t = n; t > 0; t--)         @t from -n to 0, sign -1
#include "Read/Reader.h"
#include "Read/RefusedCalls.h"
#include "kasane/Layout/Fields.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kUnbounded = int64_t(1) << 61; // steps of a loop that only its conditions end

// A step within the condition: its amount, and whether the condition compares the value before it.
struct InCondition {
  int64_t step = 0;
  bool before = false;
};

// Does every round make the step, once?
bool isAlwaysMade(const clang::Stmt *stmt, const clang::Stmt *step) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  const bool isPath = llvm::isa<clang::CompoundStmt, clang::ParenExpr, clang::CastExpr, clang::StmtExpr>(stmt) ||
                      (op && op->isCommaOp());
  return stmt == step || (isPath && llvm::any_of(stmt->children(),
                                                 [&](const clang::Stmt *child) { return isAlwaysMade(child, step); }));
}

// The condition's comparison with the counter bare on its left; silent false when it is none.
bool readComparison(Reader &reader, const clang::Expr *cond, const clang::Stmt *body, LoopShape &shape,
                    InCondition &inside) {
  cond = cond->IgnoreParenImpCasts();
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(cond);
  bool compares = op && (op->isRelationalOp() || op->getOpcode() == clang::BO_NE);
  if (op && !compares)
    return false;
  std::vector<const clang::Expr *> sides = {cond};
  if (compares)
    sides = {op->getLHS(), op->getRHS()};
  for (const clang::Expr *side : sides) {
    const clang::Expr *bare = side->IgnoreParenImpCasts();
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(bare);
    const clang::Expr *counter = unary && unary->isIncrementDecrementOp() ? unary->getSubExpr() : bare;
    const clang::VarDecl *var = variableOf(counter);
    std::vector<const clang::Expr *> writes;
    if (var && var->getType()->isIntegerType())
      collectWrites(body, var, writes);
    if (!var || !var->getType()->isIntegerType() ||
        (counter == bare ? writes.size() != 1 || !isAlwaysMade(body, writes[0]) : !writes.empty()))
      continue;
    shape.var = var;
    inside = counter == bare ? InCondition{} : InCondition{stepOf(bare, var, reader.ast), unary->isPostfix()};
    shape.step = counter == bare ? stepOf(writes[0]->IgnoreParens(), var, reader.ast) : inside.step;
    bool isLeft = side == sides[0];
    shape.limit = nullptr; // while (n--), down to zero
    if (compares)
      shape.limit = isLeft ? op->getRHS() : op->getLHS();
    clang::BinaryOperatorKind kind = compares ? op->getOpcode() : clang::BO_NE;
    if (!isLeft && kind != clang::BO_NE)
      kind = clang::BinaryOperator::reverseComparisonOp(kind);
    shape.exact = kind == clang::BO_NE;
    shape.isUnsigned = compares && op->getLHS()->getType()->isUnsignedIntegerType();
    shape.inclusive = kind == clang::BO_LE || kind == clang::BO_GE;
    bool upwards = kind == clang::BO_LT || kind == clang::BO_LE;
    if (shape.step == 0 || !(kind == clang::BO_NE ? shape.step == 1 || shape.step == -1 : upwards == (shape.step > 0)))
      continue;
    if (counter == bare)
      reader.time.step = writes[0];
    return true;
  }
  return false;
}

// while (err > eps && t < n): one part bounds a counter that a statement of the body steps;
// the others don't look at it.
bool readBound(Reader &reader, const clang::Expr *cond, const clang::Stmt *body, LoopShape &shape) {
  std::vector<const clang::Expr *> parts;
  splitAnd(cond, parts);
  for (const clang::Expr *part : parts) {
    InCondition inside;
    LoopShape bounded = shape;
    const clang::Expr *outer = std::exchange(reader.time.step, nullptr);
    bool isStatement =
        readComparison(reader, part, body, bounded, inside) && inside.step == 0 &&
        llvm::any_of(body->children(), [&](const clang::Stmt *child) { return child == reader.time.step; });
    for (const clang::Expr *other : parts)
      if (other != part) {
        bounded.also.push_back(other);
        isStatement = isStatement && !mentions(other, bounded.var);
      }
    if (isStatement && bounded.limit && isInvariant(bounded.limit, reader.effects)) {
      shape = bounded;
      return true;
    }
    reader.time.step = outer;
  }
  return false;
}

// A variable that wraps, as unsigned and narrow ones may, would go on with other values.
void requireNoWrap(Reader &reader, SourceRange range) {
  const TimeLoop &time = *reader.draft.time;
  size_t bits = 8 * sizeOf(time.type);
  bool promotes = bits < 32;
  if (bits == 64 || (isSigned(time.type) && !promotes) || (time.step == 1 && !promotes))
    return;
  const int64_t most = (int64_t(1) << (isSigned(time.type) ? bits - 1 : bits)) - 1,
                least = isSigned(time.type) ? -most - 1 : 0;
  Poly past = time.hi + Poly(time.step - 1); // not beyond this
  Poly room = reader.time.sign > 0 ? Poly(most) - past : Poly(-least) - past;
  require(reader, room, "the time loop's variable could wrap", range);
}

// Limits that no loop gets to, such as SIZE_MAX, and which the numbers here don't hold.
Poly withinReach(Reader &reader, const Poly &limit) {
  if (limit.constant())
    return std::clamp(*limit.constant(), -kUnbounded, kUnbounded);
  const auto param = std::find_if(reader.draft.params.begin(), reader.draft.params.end(), [&](const Param &p) {
    return p.type == ScalarType::U64 && limit == Poly::symbol(p.name);
  });
  if (param == reader.draft.params.end() || param->text.empty())
    return limit;
  const std::string most = std::to_string(kUnbounded) + "ull",
                    text = "(" + param->text + " > " + most + " ? " + most + " : " + param->text + ")";
  reader.draft.params.push_back({reader.names.take(param->name), ScalarType::I64, text});
  return Poly::symbol(reader.draft.params.back().name);
}

// do { .. } makes a step before it looks at its condition.
void makeOneStep(Reader &reader) {
  TimeLoop &time = *reader.draft.time;
  if (std::optional<int64_t> distance = (time.hi - time.lo).constant(); distance && *distance > 0)
    return;
  auto text = [&](const Poly &value) { return callText(value, reader.draft.params, true); };
  const std::string most =
      "(" + text(time.hi) + " > " + text(time.lo) + " ? " + text(time.hi) + " : " + text(time.lo + Poly(1)) + ")";
  reader.draft.params.push_back({reader.names.take(time.var + "_end"), ScalarType::I64, most});
  time.hi = Poly::symbol(reader.draft.params.back().name);
}

// `first` and `limit` are values of the variable as the condition compares it.
void setTime(Reader &reader, const LoopShape &shape, Poly first, const Poly &limit, bool testedFirst,
             SourceRange range) {
  reader.time.sign = shape.step > 0 ? 1 : -1;
  Poly sign = reader.time.sign;
  Poly past = shape.inclusive ? 1 : 0;
  reader.draft.time = TimeLoop{reader.names.take(shape.var->getNameAsString()),
                               *scalarTypeOf(reader.ast, shape.var->getType()),
                               sign * first,
                               sign * limit + past,
                               reader.time.sign * shape.step,
                               range};
  reader.draft.timeDescends = shape.step < 0;
  if (shape.exact) // a loop that tests at the end does not meet its first value again
    require(reader, reader.draft.time->hi - reader.draft.time->lo - Poly(testedFirst ? 0 : 1),
            "the time loop would not count to its end", range);
  if (first.constant() && *first.constant() < -kUnbounded)
    require(reader, -1, "the time loop begins too far below zero", range);
  if (!testedFirst)
    makeOneStep(reader);
  requireNoWrap(reader, range);
  reader.time.var = shape.var;
}

// while (err > eps) { .. }: no variable counts, so the condition alone ends it. It is looked at after every step.
bool readUncounted(Reader &reader, const clang::Expr *cond, const clang::Stmt *body, bool testedFirst) {
  const auto holdsBreak = [](const clang::Stmt *stmt) {
    return holds(stmt, [](const clang::Stmt *part) { return llvm::isa<clang::BreakStmt>(part); });
  };
  const bool breaks = holdsBreak(body) || llvm::any_of(reader.expansion->hostCode,
                                                       [&](const auto &code) { return holdsBreak(code.second); });
  if (!breaks && isInvariant(cond, reader.effects)) // it would never end
    return reader.fail(DiagId::condition_not_counted, cond), false;
  reader.draft.time = TimeLoop{reader.names.take("step"), ScalarType::I64, 0, kUnbounded, 1, reader.range(cond)};
  reader.time.inStep = true;
  if ((testedFirst && !readTimeConditions(reader, {cond})) || !readSelected(reader, body))
    return false;
  return closeSelectors(reader) && stopUnless(reader, {cond});
}

// Steps don't stop where the loop is tested.
bool mayTest(Reader &reader, const std::vector<const clang::Expr *> &conditions) {
  for (const clang::Expr *condition : conditions)
    if (const clang::CallExpr *call = libraryCallIn(reader, condition))
      return reader.fail(DiagId::test_calls, call, {call->getDirectCallee()->getNameAsString()}), false;
  return true;
}

// Where a loop without a first value of its own begins to count.
std::optional<Poly> countsFrom(Reader &reader, const clang::VarDecl *var) {
  if (!reader.effects.declared.count(var) || reader.step.integersOnEntry.count(var))
    return valueOnEntry(reader, var);
  reader.diags.add(DiagId::set_before_time_loop, reader.range(var->getSourceRange()), {var->getNameAsString()});
  return std::nullopt;
}

} // namespace

Poly valueOnEntry(Reader &reader, const clang::VarDecl *var) {
  if (auto own = reader.step.integersOnEntry.find(var); own != reader.step.integersOnEntry.end())
    return own->second;
  std::string name = var->getNameAsString();
  reader.carried.push_back(name);
  reader.draft.params.push_back({reader.names.take(name + "_first"), *scalarTypeOf(reader.ast, var->getType()), name});
  return Poly::symbol(reader.draft.params.back().name);
}

Poly timeValue(const Reader &reader) {
  return Poly(reader.time.sign) * Poly::symbol(kTimeSymbol) + Poly(reader.time.lead);
}

bool readTimeLoop(Reader &reader, const clang::ForStmt *loop) {
  std::optional<LoopShape> shape = loopShape(reader, loop);
  std::optional<Poly> first;
  if (shape && shape->first)
    first = boundOf(reader, shape->first);
  else if (shape)
    first = countsFrom(reader, shape->var);
  std::optional<Poly> limit;
  if (first && shape->limit)
    limit = limitOf(reader, *shape, boundOf);
  else if (first) // its conditions alone end it
    limit = *first + Poly(shape->step > 0 ? kUnbounded : -kUnbounded);
  if (!limit)
    return false;
  limit = withinReach(reader, *limit);
  requireNumbers(reader, *shape, *first, limit, headRange(reader, loop));
  setTime(reader, *shape, *first, *limit, true, reader.range(loop));
  if (!mayTest(reader, shape->also) || !readTimeConditions(reader, shape->also) ||
      !readSelected(reader, loop->getBody()))
    return false;
  for (const clang::Expr *part : shape->tail)
    if (!readStep(reader, part))
      return false;
  return closeSelectors(reader) && stopUnless(reader, shape->also);
}

bool readTimeLoop(Reader &reader, const clang::Expr *cond, const clang::Stmt *body, bool testedFirst) {
  if (!mayTest(reader, {cond}))
    return false;
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  InCondition inside;
  bool isCounted =
      readComparison(reader, cond, body, shape, inside) || (testedFirst && readBound(reader, cond, body, shape));
  if (!isCounted || !scalarTypeOf(reader.ast, shape.var->getType()))
    return readUncounted(reader, cond, body, testedFirst);
  std::optional<Poly> from = countsFrom(reader, shape.var);
  std::optional<Poly> limit = Poly(0);
  if (from && shape.limit)
    limit = limitOf(reader, shape, boundOf);
  if (!from || !limit)
    return false;
  limit = withinReach(reader, *limit);
  requireNumbers(reader, shape, *from, limit, reader.range(cond));
  Poly first = *from;
  if (testedFirst) {
    if (inside.step != 0 && !inside.before)
      first = first + Poly(inside.step);
    reader.time.lead = inside.before ? inside.step : 0;
    reader.time.exitLead = reader.time.lead;
  } else if (inside.before) {
    limit = *limit + Poly(inside.step); // one more step than the comparison would let begin
  }
  setTime(reader, shape, first, *limit, testedFirst, reader.range(cond));
  if (!readTimeConditions(reader, shape.also) || !readSelected(reader, body))
    return false;
  return closeSelectors(reader) && stopUnless(reader, shape.also);
}

} // namespace kasane
