// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/RefusedCalls.h"

#include "Ast/Callees.h"
#include "Ast/MathCalls.h"
#include "Ast/MeshCalls.h"
#include "Read/HostCode.h"
#include "Read/HostNests.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

// What stands for the call in a message: its function, or the expression that leads to it.
std::string calledName(const Reader &reader, const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return callee ? callee->getNameAsString() : quoted(reader.ast, call->getCallee());
}

// A statement of the step: why it can't be host code there. `isInside`: it stands in a function that the step calls.
DiagId whyNotHost(const Reader &reader, bool isInside) {
  if (!reader.draft.time)
    return DiagId::host_code;
  const bool isAlone = !isInside && reader.draft.nests.empty() && reader.effects.storedKeys.empty();
  return isAlone ? DiagId::nothing_stored : DiagId::host_code_within;
}

// Why a cell can't call one of the C library's functions.
DiagId whyNotInCell(const std::string &name) {
  static const std::set<std::string> same = {"strcmp",
                                             "strlen",
                                             "getenv",
                                             "difftime",
                                             "omp_get_wtick",
                                             "omp_get_max_threads",
                                             "omp_get_num_threads",
                                             "omp_get_thread_num"},
                                     waits = {"usleep", "sleep", "nanosleep"};
  return name == "__assert_fail" ? DiagId::assert_in_cell
         : same.count(name)      ? DiagId::same_in_cells
         : waits.count(name)     ? DiagId::wait_in_cell
                                 : DiagId::output_in_cell;
}

// Does it stand in a loop over cells?
bool isInCell(const clang::Stmt *body, const clang::CallExpr *call) {
  const Effects effects = effectsOf(body);
  return holds(body, [&](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    return loop && effects.wrappedStores.count(countedBy(loop)) &&
           holds(loop->getBody(), [&](const clang::Stmt *inner) { return inner == call; });
  });
}

} // namespace

const clang::CallExpr *libraryCallIn(const Reader &reader, const clang::Expr *expr) {
  const clang::CallExpr *found = nullptr;
  holds(expr, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const bool isLibrary = callee && !callee->getDefinition() && mathFunction(call).empty() &&
                           !isMathLibrary(reader.ast, call) &&
                           reader.ast.getSourceManager().isInSystemHeader(callee->getFirstDecl()->getLocation());
    found = isLibrary ? call : found;
    return found != nullptr;
  });
  return found;
}

std::nullptr_t refuseCall(Reader &reader, DiagId id, const clang::CallExpr *call) {
  Callees callees;
  std::vector<Note> notes;
  std::set<const clang::FunctionDecl *> seen;
  bool inCell = reader.nest.isInside;
  for (;;) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
    const clang::CallExpr *inner = definition && definition->getBody() ? callees.unknownIn(definition) : nullptr;
    const std::string name = calledName(reader, call);
    if (!inner || !seen.insert(definition).second) {
      if (id == DiagId::host_code)
        id = whyNotHost(reader, !notes.empty());
      bool isMath = id == DiagId::call_unknown && isMathLibrary(reader.ast, call);
      DiagId otherwise = isElsewhere(reader.ast, call) ? DiagId::body_elsewhere : id;
      if (isMeshChange(reader.ast, call))
        otherwise = DiagId::mesh_changes;
      else if (isMeshFill(reader.ast, call))
        otherwise = DiagId::host_code_within;
      if (inCell && callee && isHostFunction(callee))
        otherwise = whyNotInCell(name);
      if (inCell && name == "qsort")
        otherwise = DiagId::sort_in_cell;
      if (reader.nest.isInside && drawsNumber(call))
        otherwise = DiagId::random_in_cell;
      reader.diags.add(isMath ? DiagId::math_not_offered : otherwise, reader.range(call), {name}).notes = notes;
      return nullptr;
    }
    notes.insert(notes.begin(), {DiagId::note_called_here, reader.range(call), {name}});
    inCell |= isInCell(definition->getBody(), inner);
    call = inner;
  }
}

bool refuseHostCode(Reader &reader, const clang::Stmt *stmt) {
  const clang::CallExpr *call = nullptr;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *found = llvm::dyn_cast<clang::CallExpr>(part);
    if (found && mathFunction(found).empty())
      call = found;
    return call != nullptr;
  });
  if (!call)
    return reader.fail(DiagId::store_outside_nest, stmt), false;
  return refuseCall(reader, DiagId::call_unknown, call), false;
}

std::nullptr_t refuseCollected(Reader &reader, const std::string &variable, SourceRange range) {
  const auto changes = [&](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    const clang::VarDecl *var = lhs ? storageVariable(lhs) : nullptr;
    return var && var->getNameAsString() == variable;
  };
  const std::vector<Called> calls = reader.expansion ? reader.expansion->calls : std::vector<Called>();
  for (const Called &called : calls)
    if (const clang::FunctionDecl *definition = called.function->getDefinition();
        definition && hasState(definition) && holds(definition->getBody(), changes)) {
      reader.diags.add(DiagId::random_in_cell, range, {definition->getNameAsString()});
      return nullptr;
    }
  reader.diags.add(DiagId::reduction, range, {variable});
  return nullptr;
}

} // namespace kasane
