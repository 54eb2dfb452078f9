// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables from outside of a nest that its cells assign. Each cell has its own, unless they collect:
//
//   if (d > 1) changed = 1;             read behind the nest, and by no cell: collected as `n++` is, cell after cell
//   x = a[i] + a[i + 1]; b[i] = x * x;  the cell's own, and nothing reads it behind the nest
//   x = a[i]; b[i] = x; .. c = x;       refused: no cell is the last
#include "Read/LiveOut.h"
#include "Read/RefusedCalls.h"

namespace kasane {
namespace {

bool assigns(const clang::Stmt *stmt, const clang::VarDecl *var) { return effectsOf(stmt).assigned.count(var); }

// Does the statement mention the variable otherwise than where it collects it: in an assignment to it, or below an `if`
// that looks at it and sets it? Counters do, too.
bool mentionsApart(const clang::Stmt *stmt, const clang::VarDecl *var) {
  if (!mentions(stmt, var))
    return false;
  stmt = unwrap(stmt);
  if (const clang::StmtExpr *group = asGroup(stmt))
    return mentionsApart(group->getSubStmt(), var);
  if (llvm::isa<clang::Expr>(stmt))
    return !assigns(stmt, var);
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
  if (branch && mentions(branch->getCond(), var))
    return !assigns(stmt, var);
  if (loop)
    for (const clang::Stmt *head : {loop->getInit(), static_cast<const clang::Stmt *>(loop->getCond()),
                                    static_cast<const clang::Stmt *>(loop->getInc())})
      if (head && mentions(head, var))
        return true;
  if (!loop && !branch && !llvm::isa<clang::CompoundStmt>(stmt))
    return true;
  for (const clang::Stmt *child : stmt->children())
    if (child && mentionsApart(child, var))
      return true;
  return false;
}

bool isCounter(const Reader &reader, const clang::VarDecl *var) {
  for (const DraftLoop &loop : reader.nest.loops)
    if (loop.var == var)
      return true;
  return false;
}

// Where the region, with its host code, may read what the nest leaves in the variable; null: nowhere.
const clang::Stmt *readBehind(const Reader &reader, const clang::Stmt *nest, const clang::VarDecl *var) {
  Surroundings whole = reader;
  if (reader.expansion && reader.expansion->withHosts)
    whole.region = reader.expansion->withHosts;
  return readInRegionAfter(whole, nest, var);
}

} // namespace

std::set<const clang::VarDecl *> keptOf(const Reader &reader, const clang::Stmt *nest) {
  std::set<const clang::VarDecl *> kept;
  for (const clang::VarDecl *var : reader.nest.effects.assigned) {
    if (reader.nest.effects.declared.count(var) || !scalarTypeOf(reader.ast, var->getType()) ||
        mentionsApart(nest, var))
      continue;
    bool outlives = !reader.effects.declared.count(var);
    if (readBehind(reader, nest, var) || (outlives && isReadAfter(reader, var)))
      kept.insert(var);
  }
  return kept;
}

bool checkCounter(Reader &reader, const clang::Stmt *loops, const clang::VarDecl *var, SourceRange range) {
  const clang::Stmt *read = readBehind(reader, loops, var);
  if (!read)
    return true;
  reader.diags.add(DiagId::loop_variable_read, range, {var->getNameAsString()});
  reader.diags.add(DiagId::note_read_here, reader.range(read), {var->getNameAsString()});
  return false;
}

bool checkCellOwn(Reader &reader, const clang::Stmt *nest) {
  for (const DraftLoop &loop : reader.nest.loops)
    if (!reader.nest.effects.declared.count(loop.var) && !checkCounter(reader, nest, loop.var, loop.range))
      return false;
  for (const auto &[var, range] : reader.nest.cellOwn) {
    if (isCounter(reader, var))
      continue;
    if (reader.nest.collected.count(var)) { // some of its statements collect, some don't
      refuseCollected(reader, var->getNameAsString(), range);
      return false;
    }
    if (const clang::Stmt *read = readBehind(reader, nest, var)) {
      reader.diags.add(DiagId::cell_scalar_read, range, {var->getNameAsString()});
      reader.diags.add(DiagId::note_read_here, reader.range(read), {var->getNameAsString()});
      return false;
    }
  }
  return true;
}

} // namespace kasane
