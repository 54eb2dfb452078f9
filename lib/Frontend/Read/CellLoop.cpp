// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small loops inside of a cell, written out in source order:
//
//   for (int r = 1; r <= 2; r++) s += c[r] * A[i + r];    ->    s = s + c_1 * A[i+1];  s = s + c_2 * A[i+2];
#include "Read/Windows.h"

namespace kasane {

namespace {

// const int rounds = 20;
std::map<const clang::VarDecl *, Poly> constantsIn(const Reader &reader, const clang::Expr *expr) {
  std::map<const clang::VarDecl *, Poly> known;
  holds(expr, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    const bool isConstant = var && var->getType().isConstQualified() && !var->getType().isVolatileQualified() &&
                            var->getType()->isIntegerType() && var->getInit();
    if (const auto value = isConstant ? var->getInit()->getIntegerConstantExpr(reader.ast) : std::nullopt)
      known[var] = value->getExtValue();
    return false;
  });
  return known;
}

} // namespace

namespace {

// s += a[i][k] * b[k][j], of arrays that the region doesn't store to: the sum's loop has this variable.
const clang::VarDecl *summedOver(const Reader &reader, const clang::ForStmt *loop) {
  LoopShape head{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  const clang::Stmt *body = unwrap(loop->getBody());
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body); block && block->size() == 1)
    body = unwrap(block->body_front());
  const auto *sum = llvm::dyn_cast<clang::CompoundAssignOperator>(body);
  if (!sum || sum->getOpcode() != clang::BO_AddAssign || !readInit(loop->getInit(), head))
    return nullptr;
  const Effects effects = effectsOf(loop);
  const bool isOfStored = holds(sum->getRHS(), [&](const clang::Stmt *part) {
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    return element && reader.effects.storedKeys.count(lvalueKey(element->getBase()->IgnoreParenImpCasts())) > 0;
  });
  return !isOfStored && effects.subscripts.count(head.var) && !effects.storeSubscripts.count(head.var) ? head.var
                                                                                                       : nullptr;
}

// The bound that goes by a loop around this one, where a sum over all cells is made; null: it is another loop.
const clang::Expr *boundByRow(const Reader &reader, const clang::ForStmt *loop) {
  Diagnostics silent;
  Reader probe(reader.ast, silent, reader.effects, reader.functionEffects);
  const std::optional<LoopShape> shape = loopShape(probe, loop);
  const auto isOfRow = [&](const clang::Expr *bound) {
    return bound && llvm::any_of(reader.nest.loops, [&](const auto &outer) { return mentions(bound, outer.var); });
  };
  const bool isOfAll = !holds(loop->getBody(), [&](const clang::Stmt *part) {
    const clang::Expr *target = assignedIn(part);
    return target && (isElement(target) || reader.effects.declared.count(variableOf(target)));
  });
  if (!shape || !isOfAll)
    return nullptr;
  return isOfRow(shape->limit) ? shape->limit : isOfRow(shape->first) ? shape->first : nullptr;
}

// col[k] of x[col[k]], as in a product with a sparse matrix; null: the loop looks at no such element.
const clang::Expr *indirectIn(const clang::ForStmt *loop) {
  const clang::VarDecl *counter = countedBy(loop);
  const clang::Expr *found = nullptr;
  holds(loop->getBody(), [&](const clang::Stmt *part) {
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    const auto isBy = [&](const clang::Stmt *inner) {
      const auto *index = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner);
      return index && index->getType()->isIntegerType() && counter && mentions(index->getIdx(), counter);
    };
    if (element && holds(element->getIdx(), isBy))
      found = element->getIdx();
    return found != nullptr;
  });
  return found;
}

bool holdsNumber(const clang::ASTContext &ast, clang::QualType type, int64_t number) {
  const bool isSigned = type->isSignedIntegerOrEnumerationType();
  const unsigned bits = ast.getIntWidth(type) - (isSigned ? 1 : 0);
  const int64_t most = bits >= 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
  return number <= most && number >= (isSigned ? -most - 1 : 0);
}

} // namespace

std::nullptr_t refuseCellLoop(Reader &reader, const clang::ForStmt *loop) {
  if (const clang::Expr *index = indirectIn(loop))
    return reader.fail(DiagId::subscript_indirect, index);
  if (const clang::Expr *bound = boundByRow(reader, loop))
    return reader.fail(DiagId::bound_depends_on_loop, bound);
  if (const clang::VarDecl *var = summedOver(reader, loop))
    return reader.fail(DiagId::sum_in_cell, loop, {var->getNameAsString()});
  return reader.fail(DiagId::loop_in_cell, loop);
}

std::optional<Trips> tripsOf(const Reader &reader, const clang::ForStmt *loop) {
  Diagnostics silent;
  Reader probe(reader.ast, silent, reader.effects, reader.functionEffects);
  probe.step.integers = reader.step.integers;
  if (loop->getCond())
    probe.step.integers.merge(constantsIn(reader, loop->getCond()));
  std::optional<LoopShape> shape = loopShape(probe, loop);
  if (!shape || !shape->first || !shape->tail.empty() || !shape->also.empty() || changesLimit(loop, *shape))
    return std::nullopt;
  std::optional<Poly> first = affineOf(probe, shape->first), limit = limitOf(probe, *shape, affineOf);
  if (!first || !limit || !first->constant() || !limit->constant())
    return std::nullopt;
  int64_t distance =
      (*limit->constant() - *first->constant()) * (shape->step > 0 ? 1 : -1) + (shape->inclusive ? 1 : 0);
  int64_t stride = shape->step > 0 ? shape->step : -shape->step;
  if (shape->exact && distance < 0) // it goes on until the counter wraps
    return std::nullopt;
  const Trips trips{shape->var, *first->constant(), distance <= 0 ? 0 : (distance + stride - 1) / stride, shape->step};
  const int64_t last = trips.first + trips.count * trips.step, least = std::min(trips.first, last);
  if (shape->isUnsigned && std::min(least, *limit->constant()) < 0)
    return std::nullopt;
  const bool fits = holdsNumber(reader.ast, shape->var->getType(), trips.first) &&
                    holdsNumber(reader.ast, shape->var->getType(), last);
  return fits ? std::optional(trips) : std::nullopt;
}

namespace {

std::optional<std::vector<Round>> roundsOf(Reader &reader, const clang::ForStmt *loop, const LoopShape &shape,
                                           bool inCell) {
  const std::optional<Trips> trips = tripsOf(reader, loop);
  if (!trips)
    return inCell ? roundsOf(reader, loop, shape) : std::nullopt;
  if (trips->count > kMaxTrips)
    return std::nullopt;
  std::vector<Round> rounds;
  for (int64_t n = 0; n < trips->count; ++n)
    rounds.push_back({Poly(trips->first + n * trips->step), nullptr, {}});
  affineOf(reader, shape.first); // notes what was folded in
  limitOf(reader, shape, affineOf);
  return rounds;
}

// The counter has this value now.
void count(Reader &reader, const clang::VarDecl *var, const Poly &value) {
  reader.step.integers[var] = value;
  if (const std::optional<int64_t> number = value.constant()) {
    reader.nest.unrolled[var] = *number;
    reader.nest.sliding.erase(var);
  } else {
    reader.nest.unrolled.erase(var);
    reader.nest.sliding.insert(var);
  }
}

bool readRound(Reader &reader, const clang::VarDecl *var, const Round &round, SourceRange range,
               const ReadArm &readBody, std::vector<StmtPtr> &out) {
  const size_t known = reader.nest.given.size();
  reader.nest.given.insert(reader.nest.given.end(), round.given.begin(), round.given.end());
  count(reader, var, round.value);
  const bool ok = readUnder(reader, round.condition, range, readBody, out);
  reader.nest.given.resize(known);
  return ok;
}

constexpr int64_t kMaxNests = 512; // that one becomes, for analyses compare each with each

// Too many nests: what they store may have been meant to go to an array that the step doesn't declare itself.
bool refuseCopies(Reader &reader, const clang::ForStmt *loop) {
  std::set<std::string> own;
  for (const clang::VarDecl *var : reader.effects.declared)
    own.insert(variableKey(var));
  const std::set<std::string> stored = effectsOf(loop, true).storedKeys;
  if (!stored.empty() && llvm::all_of(stored, [&](const std::string &key) { return own.count(key) > 0; }))
    return reader.fail(DiagId::nothing_stored, loop), false;
  return refuseCellLoop(reader, loop), false;
}

// Reads the body once for each value of the loop's variable.
bool forEachRound(Reader &reader, const clang::ForStmt *loop, bool inCell, const ReadArm &readBody,
                  std::vector<StmtPtr> &out) {
  std::optional<LoopShape> shape = loopShape(reader, loop); // for its diagnostics
  const std::optional<std::vector<Round>> rounds = shape ? roundsOf(reader, loop, *shape, inCell) : std::nullopt;
  const int64_t around = reader.nest.copies;
  if (rounds)
    reader.nest.copies *= std::max<int64_t>(static_cast<int64_t>(rounds->size()), 1);
  if (rounds && !inCell && reader.nest.copies > kMaxNests)
    return refuseCopies(reader, loop);
  if (!rounds || reader.nest.copies > kMaxCopies)
    return shape && refuseCellLoop(reader, loop);
  if (!reader.effects.declared.count(shape->var))
    reader.step.cellAssigned.try_emplace(shape->var, reader.range(loop));
  for (const Round &round : *rounds)
    if (!readRound(reader, shape->var, round, reader.range(loop), readBody, out))
      return false;
  reader.nest.copies = around;
  reader.step.integers.erase(shape->var);
  reader.nest.unrolled.erase(shape->var);
  reader.nest.sliding.erase(shape->var);
  const bool isOwn = effectsOf(loop).declared.count(shape->var) || reader.nest.locals.count(shape->var);
  return isOwn || checkCounter(reader, loop, shape->var, reader.range(loop));
}

// Of this loop or switch, not of one in it.
const clang::Stmt *breakIn(const clang::Stmt *stmt) {
  if (!stmt || llvm::isa<clang::BreakStmt>(stmt))
    return stmt;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(stmt))
    return nullptr;
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *found = breakIn(child))
      return found;
  return nullptr;
}

} // namespace

// In a nest that only collects: one of the loops over cells, as deep as what other nests store has axes.
static bool isAxisOfCollected(const Reader &reader, const clang::VarDecl *var) {
  const Effects &nest = reader.nest.effects;
  return nest.storedKeys.empty() && nest.sharedSubscripts.count(var) &&
         reader.nest.loops.size() < reader.effects.storeRank;
}

namespace {

Variables countersIn(const clang::Stmt *stmt) {
  Variables out;
  holds(stmt, [&](const clang::Stmt *part) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(part))
      if (const clang::VarDecl *var = countedBy(loop))
        out.insert(var);
    return false;
  });
  return out;
}

// a[b][q][i]: the subscripts, outermost dimension first.
std::vector<const clang::Expr *> subscriptsOf(const clang::Expr *element) {
  std::vector<const clang::Expr *> out;
  const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(element->IgnoreParenCasts());
  for (; subscript; subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(subscript->getBase()->IgnoreParenCasts()))
    out.insert(out.begin(), subscript->getIdx());
  return out;
}

// for b for k for j for i for q  f[b][q][k][j][i] = ..: what is stored has more loops' variables in its subscripts than
// there are axes, and this one stands in front of a loop's around it. So it counts components.
bool countsComponents(const Reader &reader, const clang::ForStmt *loop, const clang::VarDecl *var) {
  std::optional<Variables> all; // of the whole region, which may have many loops
  const Variables inner = countersIn(loop);
  bool counts = false, isAxis = false;
  holds(loop->getBody(), [&](const clang::Stmt *part) {
    const clang::Expr *stored = assignedIn(part);
    if (!stored || !isElement(stored) || !mentions(stored, var))
      return false;
    Variables known;
    for (const clang::Expr *subscript : subscriptsOf(stored))
      known.merge(variablesIn(subscript));
    if (known.size() <= kMaxAxes) {
      isAxis = true;
      return false;
    }
    if (!all)
      all = countersIn(reader.statement);
    Variables looped;
    bool isBehind = false, isInFront = false;
    for (const clang::Expr *subscript : subscriptsOf(stored)) {
      for (const clang::VarDecl *other : *all)
        if (mentions(subscript, other)) {
          looped.insert(other);
          isInFront |= isBehind && !inner.count(other);
        }
      isBehind |= mentions(subscript, var);
    }
    (looped.size() > kMaxAxes && isInFront ? counts : isAxis) = true;
    return false;
  });
  return counts && !isAxis;
}

} // namespace

bool isCellLoop(Reader &reader, const clang::ForStmt *loop) {
  std::optional<Trips> trips = reader.nest.loops.empty() ? std::nullopt : tripsOf(reader, loop);
  if (!trips) {
    LoopShape head{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    return mayBeWindow(reader, loop) && readInit(loop->getInit(), head) && !isAxisOfCollected(reader, head.var);
  }
  if (trips->count > kMaxTrips || isAxisOfCollected(reader, trips->var))
    return false;
  if (countsComponents(reader, loop, trips->var))
    return true;
  const Effects effects = effectsOf(loop);
  return !effects.wrappedStores.count(trips->var) && llvm::none_of(effects.storedKeys, [&](const std::string &key) {
    return reader.nest.rowArrays.count(key) > 0;
  }); // which get an axis for it
}

bool unrollLoop(Reader &reader, const clang::ForStmt *loop, std::vector<StmtPtr> &out) {
  const bool ok = forEachRound(
      reader, loop, true,
      [&](std::vector<StmtPtr> &to) {
        const clang::Stmt *outer = std::exchange(reader.nest.loopBody, unwrap(loop->getBody()));
        bool ok = cellStmt(reader, loop->getBody(), to);
        reader.nest.loopBody = outer;
        return ok;
      },
      out);
  const std::optional<Trips> trips = ok ? tripsOf(reader, loop) : std::nullopt;
  auto own = trips ? reader.nest.locals.find(trips->var) : reader.nest.locals.end();
  if (own == reader.nest.locals.end())
    return ok;
  const int64_t behind = trips->first + trips->count * trips->step; // the cell may look at its own counter
  const auto &[name, type, hostPoints] = own->second;
  out.push_back(makeStmt(LocalAssign{name, type, intLit(behind, type)}, reader.range(loop)));
  reader.step.integers[trips->var] = behind;
  reader.nest.definite.insert(trips->var);
  return ok;
}

bool isShortLoop(Reader &reader, const clang::ForStmt *loop) {
  std::optional<Trips> trips = tripsOf(reader, loop);
  return trips && trips->count <= kMaxTrips;
}

bool unrollNests(Reader &reader, const clang::ForStmt *loop) {
  if (const clang::Stmt *found = breakIn(loop->getBody()))
    return reader.fail(DiagId::break_of_rounds, found, {lineOf(reader, loop)}), false;
  std::vector<StmtPtr> none;
  return forEachRound(
      reader, loop, false, [&](std::vector<StmtPtr> &) { return readStep(reader, loop->getBody()); }, none);
}

} // namespace kasane
