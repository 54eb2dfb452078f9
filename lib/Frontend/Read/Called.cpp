// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region that is a call, simulate(a, b, n): the time loop stands in the function, among declarations of its own.
//
//   float *u = a, *v = b;  float c = 0.1f * dt;  for (t..) { v[i] = c * u[i] ..; swap(&u, &v); }
//
// u and v are names of the arrays a and b that the steps move; the caller's a and b stay. Scalars that are set before
// the loop are scalars of the step when no step changes them.
#include "Read/Reader.h"

namespace kasane {
namespace {

void flatten(const clang::Stmt *stmt, std::vector<const clang::Stmt *> &out) {
  stmt = unwrap(stmt);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    for (const clang::Stmt *child : block->body())
      flatten(child, out);
  else
    out.push_back(stmt);
}

bool isTimeLoop(const Reader &reader, const clang::Stmt *stmt) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  return loop ? !isSpaceLoop(reader, loop, true) : bodyOf(stmt) != nullptr;
}

bool readLoop(Reader &reader, const clang::Stmt *stmt) {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
    return readTimeLoop(reader, loop);
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt))
    return readTimeLoop(reader, loop->getCond(), loop->getBody(), true);
  const auto *loop = llvm::cast<clang::DoStmt>(stmt);
  return readTimeLoop(reader, loop->getCond(), loop->getBody(), false);
}

// Only variables of the function may have got values, none that the host keeps from step to step.
bool readBefore(Reader &reader, const clang::Stmt *stmt) {
  bool wasInStep = std::exchange(reader.time.inStep, true);
  if (!readStep(reader, stmt))
    return false;
  reader.time.inStep = wasInStep;
  for (const DraftAction &action : reader.draft.actions)
    if (const auto *set = std::get_if<SetVariable>(&action.node)) {
      reader.diags.add(DiagId::set_before_time_loop, action.range, {set->name});
      return false;
    }
  bool isOwn = reader.draft.nests.empty() && reader.draft.actions.empty() && reader.step.assigned.empty() &&
               reader.step.movedPointers.empty();
  return isOwn || (reader.fail(DiagId::beside_time_loop, stmt), false);
}

// At the head of the loop, what a step assigns holds what another step left.
void enterLoop(Reader &reader, const clang::Stmt *loop) {
  reader.step.pointersOnEntry = reader.step.pointers;
  reader.step.integersOnEntry = reader.step.integers;
  for (const clang::VarDecl *var : effectsOf(loop).assigned) {
    reader.step.integers.erase(var);
    reader.step.scalars.erase(var);
  }
}

bool isIdle(const clang::Stmt *stmt) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  return llvm::isa<clang::NullStmt>(stmt) || (expr && isInvariant(expr, Effects{}));
}

bool names(const clang::Stmt *stmt, const std::string &key) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  if (expr && llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(expr) &&
      lvalueKey(expr) == key)
    return true;
  for (const clang::Stmt *child : stmt->children())
    if (child && names(child, key))
      return true;
  return false;
}

// An array whose name moves has no other one in the loop.
bool checkNames(Reader &reader, const clang::Stmt *loop) {
  for (size_t a = 0; a < reader.draft.arrays.size(); ++a) {
    const DraftArray &array = reader.draft.arrays[a];
    bool moves = reader.step.movedPointers.count(array.key) > 0;
    size_t known = names(loop, array.key) ? 1 : 0;
    for (const auto &[key, place] : reader.step.pointersOnEntry)
      if (place.array == static_cast<int>(a) && names(loop, key)) {
        ++known;
        moves |= !(reader.step.pointers.at(key) == place);
      }
    if (moves && known > 1)
      return reader.fail(DiagId::pointer_named_twice, loop, {array.text}), false;
  }
  return true;
}

// A time loop within an expression, which makes its value.
bool hidesTimeLoop(const Reader &reader, const clang::Stmt *stmt) {
  if (bodyOf(stmt))
    return isTimeLoop(reader, stmt);
  for (const clang::Stmt *child : stmt->children())
    if (child && hidesTimeLoop(reader, child))
      return true;
  return false;
}

} // namespace

bool readCalled(Reader &reader, const clang::Stmt *block) {
  std::vector<const clang::Stmt *> stmts;
  flatten(block, stmts);
  auto loop =
      std::find_if(stmts.begin(), stmts.end(), [&](const clang::Stmt *stmt) { return isTimeLoop(reader, stmt); });
  if (loop == stmts.end()) {
    if (hidesTimeLoop(reader, block))
      return reader.fail(DiagId::value_of_time_loop, block), false;
    reader.time.inStep = true;
    return readStep(reader, block);
  }
  for (auto stmt = stmts.begin(); stmt != loop; ++stmt)
    if (!readBefore(reader, *stmt))
      return false;
  enterLoop(reader, *loop);
  if (!readLoop(reader, *loop) || !checkNames(reader, *loop))
    return false;
  for (auto stmt = loop + 1; stmt != stmts.end(); ++stmt)
    if (!isIdle(*stmt))
      return reader.fail(DiagId::beside_time_loop, *stmt), false;
  return true;
}

bool closeOwnMoves(Reader &reader) {
  for (const auto &[key, entry] : reader.step.pointersOnEntry) {
    const Place &place = reader.step.pointers.at(key);
    if (place == entry)
      continue;
    auto isStart = [](const Place &p) { return p.index.size() == 1 && p.index[0].isZero() && p.origin.isZero(); };
    std::string name = key.substr(0, key.find('#'));
    DraftArray &array = reader.draft.arrays[entry.array];
    DiagId problem = entry.view != place.view ? DiagId::swap_of_different_shapes : DiagId::pointer_shifted;
    if (entry.view != place.view || !isStart(entry) || !isStart(place)) {
      reader.diags.add(problem, array.range, {name, reader.draft.arrays[place.array].text});
      return false;
    }
    array.keepsPointer = true;
    reader.draft.moves.push_back({entry.array, place.array});
  }
  return true;
}

} // namespace kasane
