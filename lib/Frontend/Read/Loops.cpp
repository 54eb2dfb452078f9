// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Liveness.h"
#include "Read/Choices.h"
#include "Read/Mirrored.h"
#include "Read/NestParts.h"
#include "Read/RowArrays.h"
#include "Read/UnsetLocals.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

struct SpaceLoop {
  DraftLoop loop;
  ExprPtr visits; // the condition on its index under which a cell is visited; null: all are
};

std::optional<SpaceLoop> readLoop(Reader &reader, const clang::ForStmt *loop, std::vector<StmtPtr> &out) {
  std::optional<LoopShape> shape = loopShape(reader, loop);
  if (!shape)
    return std::nullopt;
  if (!shape->also.empty()) {
    reader.diags.add(DiagId::loop_not_canonical, headRange(reader, loop));
    return std::nullopt;
  }
  if (!shape->first || !shape->tail.empty()) {
    reader.fail(DiagId::loop_not_canonical, loop->getInc());
    return std::nullopt;
  }
  if (changesLimit(loop, *shape)) {
    reader.fail(DiagId::bound_changes, shape->limit);
    return std::nullopt;
  }
  bool visitsAll = shape->step == 1 || shape->step == -1;
  std::optional<Poly> first = visitsAll ? timedBoundOf(reader, shape->first) : Poly(0);
  std::optional<Poly> limit = first ? limitOf(reader, *shape, visitsAll ? timedBoundOf : boundOf) : std::nullopt;
  if (!limit)
    return std::nullopt;
  if (visitsAll)
    requireNumbers(reader, *shape, *first, affineOf(reader, shape->limit), headRange(reader, loop));
  DraftLoop result{
      shape->var, shape->var->getNameAsString(), *scalarTypeOf(reader.ast, shape->var->getType()), {},
      {},         shape->step > 0 ? 1 : -1,      !reader.effects.declared.count(shape->var),       reader.range(loop)};
  result.tiled = reader.expansion->tiled.count(loop->getForLoc()) > 0;
  Poly past = shape->inclusive ? 1 : 0;
  result.lo = result.direction > 0 ? *first : *limit - past + Poly(1);
  result.hi = result.direction > 0 ? *limit + past : *first + Poly(1);
  for (const auto &[value, expr] : {std::pair(*limit, shape->limit), std::pair(*first, shape->first)})
    if (value.symbols().count(kTimeSymbol))
      result.timed = reader.range(expr);
  if (visitsAll)
    return SpaceLoop{result, nullptr};
  std::optional<ExprPtr> visits = readStride(reader, *shape, *limit, result, out);
  if (!visits) {
    reader.fail(DiagId::space_step, shape->first);
    return std::nullopt;
  }
  return SpaceLoop{result, *visits};
}

// Under a condition on the cells of the loops around: one of another kind than that they step from a fixed cell.
bool mayRunNowhere(const Reader &reader) {
  int steps = 0;
  for (const DraftLoop &loop : reader.nest.loops) {
    steps += loop.stride > 1 ? 1 : 0;
    if (loop.moving)
      return true;
  }
  return reader.nest.branchDepth > steps;
}

bool readBody(Reader &reader, const clang::Stmt *body, std::vector<StmtPtr> &out);

// Statements that every cell may as well make itself, and the next loop.
bool readRow(Reader &reader, llvm::ArrayRef<const clang::Stmt *> stmts, std::vector<StmtPtr> &out) {
  bool sawLoop = false;
  for (size_t n = 0; n < stmts.size(); ++n) {
    if (sawLoop && !llvm::isa<clang::NullStmt>(stmts[n]))
      return reader.fail(DiagId::imperfect_nest, stmts[n]), false;
    if (skipsRest(stmts[n]))
      return readSkipping(reader, stmts.drop_front(n), out,
                          [&](auto rest, std::vector<StmtPtr> &to) { return readRow(reader, rest, to); });
    bool isLoop = holdsLoop(reader, stmts[n]);
    sawLoop |= isLoop;
    reader.nest.inRow = !isLoop;
    const bool ok = isLoop ? readBody(reader, stmts[n], out) : cellStmt(reader, stmts[n], out);
    reader.nest.inRow = false;
    if (!ok)
      return false;
  }
  return true;
}

// The loop's body, for the cells that it visits.
bool readVisited(Reader &reader, const clang::ForStmt *loop, const ExprPtr &visits, std::vector<StmtPtr> &out) {
  if (!visits)
    return readBody(reader, loop->getBody(), out);
  IfStmt visited{visits, {}, {}};
  ++reader.nest.branchDepth;
  bool ok = readBody(reader, loop->getBody(), visited.thenBody);
  --reader.nest.branchDepth;
  out.push_back(makeStmt(std::move(visited), headRange(reader, loop)));
  return ok;
}

// A loop's body: another loop, after statements that every cell may as well make itself, or the cell's statements.
bool readBody(Reader &reader, const clang::Stmt *body, std::vector<StmtPtr> &out) {
  body = unwrap(body);
  if (!holdsLoop(reader, body)) {
    reader.nest.loopBody = body;
    return cellStmt(reader, body, out);
  }
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body))
    return readRow(reader, {block->body_begin(), block->body_end()}, out);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(body);
      branch && !branch->getElse() && !reader.nest.loops.empty())
    return readBranch(
        reader, branch, nullptr, [&](std::vector<StmtPtr> &to) { return readBody(reader, branch->getThen(), to); },
        [](std::vector<StmtPtr> &) { return true; }, out);
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(body);
  if (!loop) // of a function whose value is stored to one element
    return reader.fail(llvm::isa<clang::Expr>(body) ? DiagId::loops_in_store : DiagId::loop_in_cell, body), false;
  if (!isSpaceLoop(reader, loop))
    return !refuseIndexStep(reader, loop) && refuseCellLoop(reader, loop), false;
  std::optional<SpaceLoop> inner = readLoop(reader, loop, out);
  if (!inner)
    return false;
  inner->loop.moving |= mayRunNowhere(reader);
  reader.nest.loops.push_back(inner->loop);
  forgetAssigned(reader, effectsOf(loop));
  return readVisited(reader, loop, inner->visits, out);
}

} // namespace

bool refuseIndexStep(Reader &reader, const clang::ForStmt *loop) {
  const Effects inside = effectsOf(loop);
  const clang::VarDecl *counter = countedBy(loop);
  const clang::Expr *found = nullptr;
  auto steps = [&](const clang::Stmt *part) {
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
    const bool isStep = (unary && unary->isIncrementDecrementOp()) || (binary && binary->isCompoundAssignmentOp());
    const clang::VarDecl *var = isStep ? variableOf(assignedIn(part)) : nullptr;
    if (var && var != counter && !inside.declared.count(var) &&
        (var->getType()->isPointerType() || reader.effects.subscripts.count(var)))
      found = llvm::cast<clang::Expr>(part);
    return found != nullptr;
  };
  if (holds(loop->getBody(), steps) || (loop->getInc() && holds(loop->getInc(), steps)))
    reader.fail(DiagId::index_stepped, found, {variableOf(assignedIn(found))->getNameAsString()});
  return found != nullptr;
}

bool holdsLoop(Reader &reader, const clang::Stmt *stmt) {
  stmt = unwrap(stmt);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt); loop && !isCellLoop(reader, loop))
    return true;
  for (const clang::Stmt *child : stmt->children())
    if (child && holdsLoop(reader, child))
      return true;
  return false;
}

std::string lineOf(const Reader &reader, const clang::Stmt *stmt) {
  return std::to_string(reader.ast.getSourceManager().getPresumedLineNumber(stmt->getBeginLoc()));
}

// Of `jj += size` where a loop inside begins at jj.
static const clang::Expr *tileSize(const clang::Stmt *stmt) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  const auto *step = loop ? llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInc()) : nullptr;
  const clang::VarDecl *var = step && step->getOpcode() == clang::BO_AddAssign ? variableOf(step->getLHS()) : nullptr;
  const bool begins = var && countedBy(loop) == var && holds(loop->getBody(), [&](const clang::Stmt *part) {
                        const auto *inner = llvm::dyn_cast<clang::ForStmt>(part);
                        return inner && inner->getInit() && mentions(inner->getInit(), var);
                      });
  return begins ? step->getRHS() : nullptr;
}

std::nullptr_t refuseRounds(Reader &reader, const clang::Stmt *loop) {
  if (const clang::Expr *size = tileSize(unwrap(loop)))
    return reader.fail(DiagId::loop_over_tiles, loop,
                       {spelled(reader, size), countedBy(llvm::cast<clang::ForStmt>(unwrap(loop)))->getNameAsString()});
  return reader.fail(DiagId::loop_of_rounds, loop, {lineOf(reader, loop)});
}

void forgetAssigned(Reader &reader, const Effects &effects) {
  for (const clang::VarDecl *var : effects.assigned) {
    reader.step.integers.erase(var);
    reader.step.scalars.erase(var);
    reader.nest.definite.erase(var);
  }
  for (const std::string &key : effects.assignedKeys)
    if (auto it = reader.step.pointers.find(key); it != reader.step.pointers.end())
      reader.step.pointers.erase(it);
}

namespace {

// u[i] += .., u[i] = u[i] + ..
bool changesItself(const clang::Stmt *store, const std::string &key) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(store);
  return !op || op->isCompoundAssignmentOp() || holds(op->getRHS(), [&](const clang::Stmt *part) {
    const auto *element = llvm::dyn_cast<clang::Expr>(part);
    return element && isElement(element) && storageKey(element) == key;
  });
}

// Do some of the stores to an array go by the variable, and others not, which each round would make again? Then rounds
// are steps: A[i][k] /= A[k][k]; .. A[i][j] -= A[i][k] * A[k][j]; So are they where one array goes by it and another
// one changes from round to round: L[i][k] = A[i][k] / A[k][k]; .. A[i][j] -= L[i][k] * A[k][j];
bool selectsStores(const clang::ForStmt *loop, const clang::VarDecl *var) {
  std::map<std::string, std::set<bool>> goesBy;
  std::set<std::string> changed; // from round to round
  holds(loop->getBody(), [&](const clang::Stmt *part) {
    const clang::Expr *stored = assignedIn(part);
    if (!stored || !isElement(stored))
      return false;
    const Effects subscripts = effectsOf(part);
    const bool isPlain = llvm::none_of(subscripts.storeSubscripts, [&](const clang::VarDecl *other) {
      return other != var && !mentions(stored, other); // by way of an integer or a pointer
    });
    const std::string key = storageKey(stored);
    if (!isPlain || key.empty())
      return false;
    if (goesBy[key].empty() && !mentions(stored, var) && changesItself(part, key)) // no round makes it anew
      changed.insert(key);
    goesBy[key].insert(mentions(stored, var));
    return false;
  });
  const bool goesByAny = llvm::any_of(goesBy, [](const auto &array) { return array.second.count(true) > 0; });
  return (goesByAny && !changed.empty()) ||
         llvm::any_of(goesBy, [](const auto &array) { return array.second.size() > 1; });
}

// for (j = 1; j < ny - 1; j++) rows += 2; as often in each step.
bool collectsOnly(const Reader &reader, const clang::ForStmt *loop, const clang::VarDecl *counter) {
  const auto isFixed = [&](const clang::Stmt *part) {
    return part && llvm::none_of(variablesIn(part), [&](const clang::VarDecl *var) {
             return var != counter && (reader.effects.assigned.count(var) || reader.effects.declared.count(var));
           });
  };
  const Effects effects = effectsOf(loop->getBody());
  return isFixed(loop->getInit()) && isFixed(loop->getCond()) && !hasLoop(loop->getBody()) &&
         effects.storedKeys.empty() && llvm::any_of(effects.assigned, [&](const clang::VarDecl *var) {
           return !effects.declared.count(var) && scalarTypeOf(reader.ast, var->getType()) &&
                  isReadFirst(loop->getBody(), var, reader.ast);
         });
}

} // namespace

bool isSpaceLoop(const Reader &reader, const clang::ForStmt *loop, bool isOutermost) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  if (!loop->getInit())
    shape.var = countedBy(loop);
  else if (!readInit(loop->getInit(), shape))
    return false;
  if (reader.time.var || reader.time.inStep) // (i + 1) % n is no step's parity
    return reader.effects.wrappedSubscripts.count(shape.var) || collectsOnly(reader, loop, shape.var);
  if (!isOutermost || !hasLoop(loop->getBody()))
    return reader.effects.subscripts.count(shape.var);
  // What is stored has all axes, so that f[t][i] beside a store to b[i] is none of the cells' own.
  const Effects &effects = reader.effects;
  if (selectsStores(loop, shape.var))
    return false;
  return effects.storeSubscripts.count(shape.var) ||
         (effects.storeSubscripts.empty() && effects.sharedSubscripts.count(shape.var));
}

namespace {

// `whole`: the nest of the source's, of which this is all or a part.
bool readPart(Reader &reader, const clang::Stmt *stmt, const clang::Stmt *whole, const clang::VarDecl *collects) {
  DraftNest nest;
  nest.range = reader.range(stmt);
  nest.firstAccess = reader.draft.accesses.size();
  auto integers = reader.step.integers;
  auto pointers = reader.step.pointers;
  reader.nest.effects = effectsOf(stmt);
  forgetAssigned(reader, reader.nest.effects);
  reader.nest.isInside = true;
  reader.nest.branchDepth = 0;
  reader.nest.kept = keptOf(reader, whole);
  if (collects)
    reader.nest.kept.insert(collects);
  reader.nest.cellOwn.clear();
  reader.nest.collected.clear();
  bool ok = readBody(reader, stmt, nest.body) && checkCellOwn(reader, whole);
  nest.loops = std::exchange(reader.nest.loops, {});
  nest.body.insert(nest.body.end(), reader.nest.lastStores.begin(), reader.nest.lastStores.end());
  reader.nest.lastStores.clear();
  nest.endAccess = reader.draft.accesses.size();
  nest.body.insert(nest.body.begin(), reader.nest.lateLocals.begin(), reader.nest.lateLocals.end());
  reader.nest.lateLocals.clear();
  if (!reader.nest.unset.empty())
    setUnset(reader, nest.body);
  reader.nest.unset.clear();
  reader.nest.locals.clear();
  reader.nest.definite.clear();
  reader.nest.choices.clear();
  reader.nest.choicePairs.clear();
  reader.nest.manyCases.clear();
  reader.nest.isInside = false;
  // What cells assign is no step scalar any more; their integers and pointers end with them.
  reader.step.integers = integers;
  reader.step.pointers = pointers;
  forgetAssigned(reader, reader.nest.effects);
  std::vector<StmtPtr> gathered = std::exchange(reader.nest.gathered, {});
  const bool isLeftOut =
      nest.body.empty() && gathered.empty() && !reader.nest.unrolled.empty(); // its condition says so of this round
  std::vector<DraftNest> made;
  if (ok && !isLeftOut) {
    noteCells(reader.draft, nest);
    reader.nest.loops = nest.loops;
    made = withoutMirrors(reader, nest, gathered);
    reader.nest.loops.clear();
  }
  if (ok && !gathered.empty())
    reader.draft.actions.push_back(
        {reader.draft.nests.size() + 1, DraftGather{reader.draft.nests.size(), gathered}, nest.range});
  if (!ok || isLeftOut)
    return ok;
  std::ranges::move(made, std::back_inserter(reader.draft.nests));
  return true;
}

} // namespace

bool readNest(Reader &reader, const clang::Stmt *stmt, const clang::VarDecl *collects) {
  reader.nest.effects = effectsOf(stmt);
  const std::vector<NestOfParts> parts = nestParts(reader, stmt);
  if (parts.empty())
    return false;
  findRowArrays(reader, stmt);
  const size_t apart = reader.draft.nests.size();
  for (const NestOfParts &part : parts) {
    const size_t first = reader.draft.nests.size();
    if (!readPart(reader, part.stmt, stmt, collects))
      return false;
    for (size_t n = first; n < reader.draft.nests.size() && parts.size() > 1; ++n) {
      reader.draft.nests[n].apart = apart;
      reader.draft.nests[n].around = part.around;
    }
  }
  return keepRows(reader, apart);
}

} // namespace kasane
