// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small loops inside of a cell, written out in source order:
//
//   for (int r = 1; r <= 2; r++) s += c[r] * A[i + r];    ->    s = s + c_1 * A[i+1];  s = s + c_2 * A[i+2];
#include "Reader.h"

namespace kasane {

std::optional<Trips> tripsOf(const Reader &reader, const clang::ForStmt *loop) {
  Diagnostics silent;
  Reader probe(reader.ast, silent, reader.effects, reader.functionEffects);
  probe.integers = reader.integers;
  std::optional<LoopShape> shape = loopShape(probe, loop);
  if (!shape || !shape->first || !shape->tail.empty() || !shape->also.empty())
    return std::nullopt;
  std::optional<Poly> first = affineOf(probe, shape->first), limit = limitOf(probe, *shape, affineOf);
  if (!first || !limit || !first->constant() || !limit->constant())
    return std::nullopt;
  int64_t distance = (*limit->constant() - *first->constant()) * (shape->step > 0 ? 1 : -1) + (shape->inclusive ? 1 : 0);
  int64_t stride = shape->step > 0 ? shape->step : -shape->step;
  return Trips{shape->var, *first->constant(), distance <= 0 ? 0 : (distance + stride - 1) / stride, shape->step};
}

namespace {

// Reads the body once for each value of the loop's variable.
bool forEachTrip(Reader &reader, const clang::ForStmt *loop, const std::function<bool()> &readBody) {
  std::optional<LoopShape> shape = loopShape(reader, loop); // for its diagnostics
  std::optional<Trips> trips = shape ? tripsOf(reader, loop) : std::nullopt;
  const int64_t around = reader.copies;
  if (trips)
    reader.copies *= std::max<int64_t>(trips->count, 1);
  if (!trips || trips->count > kMaxTrips || reader.copies > kMaxCopies)
    return shape && reader.fail(DiagId::loop_in_cell, loop);
  affineOf(reader, shape->first); // notes what was folded in
  limitOf(reader, *shape, affineOf);
  if (!reader.effects.declared.count(trips->var))
    reader.cellAssigned.try_emplace(trips->var, reader.range(loop));
  for (int64_t n = 0; n < trips->count; ++n) {
    int64_t value = trips->first + n * trips->step;
    reader.integers[trips->var] = value;
    reader.unrolled[trips->var] = value;
    if (!readBody())
      return false;
  }
  reader.copies = around;
  reader.integers.erase(trips->var);
  reader.unrolled.erase(trips->var);
  const bool isOwn = effectsOf(loop).declared.count(trips->var) || reader.locals.count(trips->var);
  return isOwn || checkCounter(reader, loop, trips->var, reader.range(loop));
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
  const Effects &nest = reader.nestEffects;
  return nest.storedKeys.empty() && nest.sharedSubscripts.count(var) && reader.loops.size() < reader.effects.storeRank;
}

bool isCellLoop(Reader &reader, const clang::ForStmt *loop) {
  std::optional<Trips> trips = reader.loops.empty() ? std::nullopt : tripsOf(reader, loop);
  return trips && trips->count <= kMaxTrips && !isAxisOfCollected(reader, trips->var) && !effectsOf(loop).wrappedStores.count(trips->var);
}

bool unrollLoop(Reader &reader, const clang::ForStmt *loop, std::vector<StmtPtr> &out) {
  const bool ok = forEachTrip(reader, loop, [&] {
    const clang::Stmt *outer = std::exchange(reader.loopBody, unwrap(loop->getBody()));
    bool ok = cellStmt(reader, loop->getBody(), out);
    reader.loopBody = outer;
    return ok;
  });
  const std::optional<Trips> trips = ok ? tripsOf(reader, loop) : std::nullopt;
  auto own = trips ? reader.locals.find(trips->var) : reader.locals.end();
  if (own == reader.locals.end())
    return ok;
  const int64_t behind = trips->first + trips->count * trips->step; // the cell may look at its own counter
  const auto &[name, type, hostPoints] = own->second;
  out.push_back(makeStmt(LocalAssign{name, type, intLit(behind, type)}, reader.range(loop)));
  reader.integers[trips->var] = behind;
  reader.definite.insert(trips->var);
  return ok;
}

bool isShortLoop(Reader &reader, const clang::ForStmt *loop) {
  std::optional<Trips> trips = tripsOf(reader, loop);
  return trips && trips->count <= kMaxTrips;
}

bool unrollNests(Reader &reader, const clang::ForStmt *loop) {
  if (const clang::Stmt *found = breakIn(loop->getBody()))
    return reader.fail(DiagId::break_of_rounds, found), false;
  return forEachTrip(reader, loop, [&] { return readStep(reader, loop->getBody()); });
}

} // namespace kasane
