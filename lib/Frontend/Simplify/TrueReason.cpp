// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/TrueReason.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Read/Recorded.h"

namespace kasane {
namespace {

bool hasAny(const Diagnostics &found, std::initializer_list<DiagId> ids) {
  return llvm::any_of(found.all(),
                      [&](const Diagnostic &diagnostic) { return llvm::is_contained(ids, diagnostic.id); });
}

std::string arrayName(const Source &source, const clang::Expr *element) {
  const clang::VarDecl *array = storageVariable(element);
  return array ? array->getNameAsString() : quoted(source.ast, element);
}

void replace(const Source &source, Diagnostics &found, DiagId id, const clang::Stmt *at,
             std::vector<std::string> args) {
  found = {};
  found.add(id, rangeOf(source.ast, at->getSourceRange()), std::move(args));
}

// With a record amid its stores a time loop looks like one over cells.
bool tellRecord(const Source &source, Diagnostics &found) {
  const clang::Expr *record =
      hasAny(found, {DiagId::loop_without_subscript, DiagId::row_array_kept, DiagId::time_in_subscript})
          ? recordAmidStores(source.statement)
          : nullptr;
  if (record)
    replace(source, found, DiagId::record_amid_nest, record, {arrayName(source, record)});
  return record != nullptr;
}

// Rounds that each store a row or a column, and look at other ones, or change another matrix by it.
bool tellRounds(const Source &source, Diagnostics &found) {
  const auto *rounds = llvm::dyn_cast<clang::ForStmt>(source.statement);
  const clang::VarDecl *round = rounds ? countedBy(rounds) : nullptr;
  if (!round || !hasAny(found, {DiagId::bound_depends_on_loop, DiagId::time_in_subscript}))
    return false;
  std::map<std::string, const clang::Expr *> made; // by round
  std::set<std::string> changed, whole, ofRound;   // stored beside that; read elsewhere, and there
  const auto inLoops = [&](const clang::Stmt *loop) {
    return bodyOf(loop) && holds(bodyOf(loop), [&](const clang::Stmt *part) {
             const clang::Expr *stored = assignedIn(part);
             if (stored && isElement(stored) && mentions(stored, round))
               made.try_emplace(storageKey(stored), stored);
             else if (stored && isElement(stored))
               changed.insert(storageKey(stored));
             const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
             const clang::Expr *read =
                 cast && cast->getCastKind() == clang::CK_LValueToRValue ? cast->getSubExpr() : nullptr;
             if (read && isElement(read) && read->getType()->isArithmeticType())
               (mentions(read, round) ? ofRound : whole).insert(storageKey(read));
             return false;
           });
  };
  holds(rounds->getBody(), inLoops);
  const bool changesOther =
      llvm::any_of(changed, [&](const std::string &key) { return ofRound.count(key) && !made.count(key); });
  for (const auto &[key, stored] : made)
    if (whole.count(key) || changesOther) {
      replace(source, found, DiagId::rounds_make_rows, stored, {round->getNameAsString(), arrayName(source, stored)});
      return true;
    }
  return false;
}

// while ((heat[n] = step()) > eps) n++;
void tellStore(const Source &source, Diagnostics &found) {
  if (!bodyOf(source.statement) || !hasAny(found, {DiagId::side_effect_in_expression, DiagId::break_in_nest}))
    return;
  Callees callees;
  const auto storesStep = [&](const clang::Expr *test) {
    const clang::Expr *store = nullptr;
    if (test)
      holds(test, [&](const clang::Stmt *part) {
        const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
        if (op && op->isAssignmentOp() && isElement(op->getLHS()) &&
            holdsAnywhere(callees, op->getRHS(), [](const clang::Stmt *inner) { return bodyOf(inner) != nullptr; }))
          store = op;
        return store != nullptr;
      });
    return store;
  };
  const clang::Expr *store = storesStep(testOf(source.statement));
  holds(bodyOf(source.statement), [&](const clang::Stmt *part) {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(part); branch && !store)
      store = storesStep(branch->getCond());
    return store != nullptr;
  });
  if (store)
    replace(source, found, DiagId::stored_in_test, store, {arrayName(source, assignedIn(store))});
}

} // namespace

void tellTrueReason(const Source &source, Diagnostics &found) {
  if (!tellRecord(source, found) && !tellRounds(source, found))
    tellStore(source, found);
}

} // namespace kasane
