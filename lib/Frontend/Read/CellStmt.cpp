// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements of a cell. A scalar from outside of the nest that every cell sets before it reads it is a local too.
#include "Ast/Callees.h"
#include "Ast/Records.h"
#include "Read/Assertions.h"
#include "Read/Assumed.h"
#include "Read/Choices.h"
#include "Read/ChosenStore.h"
#include "Read/ConstantElements.h"
#include "Read/HostCode.h"
#include "Read/Integers.h"
#include "Read/KnownArms.h"
#include "Read/RefusedCalls.h"
#include "Read/RowArrays.h"
#include "Read/StepArrays.h"
#include "Read/UnsetLocals.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

bool readOne(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out);

// Assigns to a local of the cell. For a variable from outside of the nest the first assignment becomes the declaration,
// or, below an if, the declaration goes to the head of the body.
void assignLocal(Reader &reader, const clang::VarDecl *var, ScalarType type, ExprPtr value, std::vector<StmtPtr> &out,
                 SourceRange range) {
  auto [it, isNew] = reader.nest.locals.try_emplace(var);
  if (isNew)
    it->second = {reader.names.take(var->getNameAsString()), type};
  reader.nest.definite.insert(var);
  if (isNew && reader.nest.branchDepth > 0)
    reader.nest.lateLocals.push_back(makeStmt(LocalDecl{it->second.name, type, nullptr}, range));
  if (isNew && reader.nest.branchDepth == 0)
    out.push_back(makeStmt(LocalDecl{it->second.name, type, std::move(value)}, range));
  else
    out.push_back(makeStmt(LocalAssign{it->second.name, type, std::move(value)}, range));
}

// Keeps the polynomial value of integers, so that subscripts see through `int c = k*nx + i;`.
void noteInteger(Reader &reader, const clang::VarDecl *var, const clang::Expr *value, std::vector<StmtPtr> &out) {
  size_t phases = reader.step.phases.size();
  reader.nest.tooManyCases = false;
  std::optional<Poly> poly =
      var->getType()->isIntegerType() && !changesMore(value) ? integerFrom(reader, value) : std::nullopt;
  keepPhases(reader, var, phases);
  reader.step.integers.erase(var);
  if (reader.nest.branchDepth == 0) // else it has another value, too
    reader.nest.manyCases.erase(var);
  if (!poly && reader.nest.tooManyCases)
    reader.nest.manyCases.insert(var);
  if (!poly)
    return;
  keepConditions(reader, *poly, var->getNameAsString(), out);
  reader.step.integers[var] = *poly;
}

void notePointer(Reader &reader, const std::string &key, const std::string &name, const Place &place,
                 std::vector<StmtPtr> &out) {
  for (const Poly &part : place.index)
    keepConditions(reader, part, name, out);
  keepConditions(reader, place.origin, name, out);
  reader.step.pointers[key] = place;
}

bool declaration(Reader &reader, const clang::VarDecl *var, std::vector<StmtPtr> &out) {
  if (var->getType()->isPointerType()) {
    if (leadsToTable(reader, var))
      return true;
    std::optional<Place> place = var->getInit() ? pointerOf(reader, var->getInit()) : std::nullopt;
    if (place && !reshape(reader, *place, var->getType()->getPointeeType(), var->getInit()))
      return false;
    if (place)
      notePointer(reader, variableKey(var), var->getNameAsString(), *place, out);
    return place.has_value() || !var->getInit();
  }
  if (var->getType()->isArrayType() && (reader.nest.inRow || reader.nest.rowArrays.count(variableKey(var))))
    return declareRowArray(reader, var);
  if (var->getType()->isArrayType())
    return refuseArray(reader, var), false;
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, var->getType());
  if (!type)
    return reader.failType(reader.range(var->getSourceRange()), var->getType()), false;
  if (var->isStaticLocal())
    return reader.diags.add(DiagId::static_local, reader.range(var->getSourceRange()), {var->getNameAsString()}), false;
  ExprPtr init;
  if (var->getInit()) {
    const clang::Expr *same = unchangedBehind(reader, var);
    type = same ? ScalarType::I32 : *type;
    init = castTo(*type, wholeExpr(reader, same ? same : var->getInit()));
    if (!init)
      return false;
    noteInteger(reader, var, var->getInit(), out);
  }
  ScalarState state{reader.names.take(var->getNameAsString()), *type};
  out.push_back(makeStmt(LocalDecl{state.name, *type, init}, reader.range(var->getSourceRange())));
  if (init)
    reader.nest.definite.insert(var);
  reader.nest.locals[var] = state;
  return true;
}

// Declared between the loops of the nest, before the inner one.
bool isOfRow(const Reader &reader, const clang::VarDecl *var) {
  return reader.nest.loops.size() > 1 && reader.nest.effects.declared.count(var) &&
         standsBefore(reader, var, reader.nest.loops.back().range.begin);
}

std::nullptr_t refuseCurrent(Reader &reader, const clang::VarDecl *var, const clang::Expr *lvalue) {
  const std::string name = var->getNameAsString();
  if (var->getType()->isIntegerType() && reader.effects.subscripts.count(var))
    return reader.fail(DiagId::index_stepped, lvalue, {name});
  return isOfRow(reader, var) ? reader.fail(DiagId::collected_in_row, lvalue, {name})
                              : refuseCollected(reader, name, reader.range(lvalue));
}

// The current value of what `expr` names, for `x += ..` and x++.
ExprPtr currentValue(Reader &reader, const clang::Expr *lvalue) {
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, lvalue->getType());
  if (const clang::VarDecl *var = variableOf(lvalue)) {
    if (reader.nest.collecting.count(var))
      return makeExpr(*type, ScalarRef{hostVariable(reader, var)}, reader.range(lvalue));
    auto it = reader.nest.locals.find(var);
    if (var->getType()->isPointerType())
      return reader.fail(DiagId::pointer_moved_in_cell, lvalue);
    if (it == reader.nest.locals.end() || !hasValue(reader, var))
      return refuseCurrent(reader, var, lvalue);
    return makeExpr(it->second.type, ScalarRef{it->second.name}, reader.range(lvalue));
  }
  if (!type)
    return reader.failType(lvalue, lvalue->getType());
  std::optional<int> access = accessOf(reader, lvalue, false);
  return access ? chosenRead(reader, *type, reader.range(lvalue)) : nullptr;
}

bool storeTo(Reader &reader, const clang::Expr *lhs, ExprPtr value, std::vector<StmtPtr> &out,
             const clang::Expr *whole) {
  if (!value)
    return false;
  if (lhs->refersToBitField())
    return reader.fail(DiagId::bit_field, lhs), false;
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, lhs->getType());
  if (!type)
    return reader.failType(lhs, lhs->getType()), false;
  value = castTo(*type, value);
  if (const clang::VarDecl *var = variableOf(lhs)) {
    for (const DraftLoop &loop : reader.nest.loops)
      if (loop.var == var)
        return reader.fail(DiagId::loop_variable_changed, lhs, {var->getNameAsString()}), false;
    if (var == reader.time.var)
      return reader.fail(DiagId::loop_variable_changed, lhs, {var->getNameAsString()}), false;
    if (reader.nest.collecting.count(var)) {
      out.push_back(makeStmt(LocalAssign{hostVariable(reader, var), *type, value}, reader.range(whole)));
      return true;
    }
    noteInteger(reader, var, whole, out);
    if (!reader.effects.declared.count(var))
      reader.step.cellAssigned.try_emplace(var, reader.range(lhs));
    if (!reader.nest.effects.declared.count(var))
      reader.nest.cellOwn.try_emplace(var, reader.range(lhs));
    assignLocal(reader, var, *type, value, out, reader.range(whole));
    return true;
  }
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(lhs->IgnoreParens());
  if (member && !lvalueKey(lhs).empty() && !isOfElement(reader, member))
    return reader.fail(DiagId::reduction, lhs, {quoted(reader.ast, lhs)}), false;
  std::optional<int> access = accessOf(reader, lhs, true);
  if (access && isChosen(reader.draft.accesses[*access])) {
    const std::string name = reader.names.take("stored");
    const size_t errors = reader.diags.all().size();
    const StmtPtr store = chosenStore(reader, makeExpr(*type, ScalarRef{name}, reader.range(lhs)), reader.range(lhs));
    if (!store)
      return (errors == reader.diags.all().size() ? reader.fail(DiagId::store_place_chosen, lhs) : nullptr), false;
    out.push_back(makeStmt(LocalDecl{name, *type, value}, reader.range(lhs)));
    out.push_back(store);
    return true;
  }
  if (access)
    out.push_back(makeStmt(FieldStore{*access, {}, value}, reader.range(lhs)));
  return access.has_value();
}

// The value of an expression, or of `b = value`, which is made on the way.
ExprPtr valueOf(Reader &reader, const clang::Expr *expr, std::vector<StmtPtr> &out) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParenImpCasts());
  const std::optional<ScalarType> type = scalarTypeOf(reader.ast, expr->IgnoreParenImpCasts()->getType());
  if (!op || op->getOpcode() != clang::BO_Assign || !type)
    return cellExpr(reader, expr);
  ExprPtr value = castTo(*type, valueOf(reader, op->getRHS(), out));
  if (value && !std::holds_alternative<IntLit>(value->node) && !std::holds_alternative<FloatLit>(value->node)) {
    const std::string name = reader.names.take("value");
    out.push_back(makeStmt(LocalDecl{name, *type, value}, reader.range(op)));
    value = makeExpr(*type, ScalarRef{name}, reader.range(op));
  }
  return storeTo(reader, op->getLHS(), value, out, op->getRHS()) ? value : nullptr;
}

bool assignment(Reader &reader, const clang::BinaryOperator *op, std::vector<StmtPtr> &out) {
  if (!op->getLHS()->getType()->isPointerType())
    return storeTo(reader, op->getLHS(), valueOf(reader, op->getRHS(), out), out, op);
  std::string key = lvalueKey(op->getLHS());
  const clang::VarDecl *var = variableOf(op->getLHS());
  if (llvm::isa<clang::ArraySubscriptExpr>(op->getLHS()->IgnoreParens()))
    return reader.fail(DiagId::pointer_element, op, {quoted(reader.ast, op->getLHS())}), false;
  if (!var || !reader.effects.declared.count(var))
    return reader.fail(DiagId::pointer_moved_in_cell, op), false;
  std::optional<Place> place = pointerOf(reader, op->getRHS());
  if (place)
    notePointer(reader, key, var->getNameAsString(), *place, out);
  return place.has_value();
}

bool increment(Reader &reader, const clang::UnaryOperator *op, std::vector<StmtPtr> &out) {
  ExprPtr current = currentValue(reader, op->getSubExpr());
  return current && storeTo(reader, op->getSubExpr(), steppedValue(reader, op, current), out, op);
}

template <class Map> void keepCommon(Map &map, const Map &other) {
  std::erase_if(map, [&](const auto &entry) {
    auto it = other.find(entry.first);
    return it == other.end() || !(it->second == entry.second);
  });
}

// Does what the value may be matter further down? Elements go by it, or, where no data decide it, the bounds of a loop.
bool isWorthKnowing(Reader &reader, const clang::VarDecl *var, const Poly &value) {
  return reader.effects.wrappedSubscripts.count(var) || reader.effects.subscripts.count(var) ||
         (!looksAtData(reader, value) && limited(reader, value));
}

// After an if.
void mergeIntegers(Reader &reader, const Poly &truth, const KnownIntegers &afterThen, std::vector<StmtPtr> &out) {
  reader.step.integers = mergedIntegers(reader, truth, afterThen, reader.step.integers);
  std::erase_if(reader.step.integers,
                [&](const auto &known) { return !isWorthKnowing(reader, known.first, known.second); });
  for (const auto &[var, value] : reader.step.integers)
    if (firstChoice(value))
      keepConditions(reader, value, var->getNameAsString(), out);
}

} // namespace

bool readUnder(Reader &reader, const ExprPtr &condition, SourceRange range, const ReadArm &read,
               std::vector<StmtPtr> &out) {
  if (!condition)
    return read(out);
  IfStmt result{condition, {}, {}};
  const auto before = reader.nest.definite;
  const auto integers = reader.step.integers;
  const auto pointers = reader.step.pointers;
  ++reader.nest.branchDepth;
  const bool ok = read(result.thenBody);
  --reader.nest.branchDepth;
  reader.nest.definite = before;
  keepCommon(reader.step.integers, integers);
  keepCommon(reader.step.pointers, pointers);
  if (ok)
    out.push_back(makeStmt(std::move(result), range));
  return ok;
}

bool readBranch(Reader &reader, const clang::IfStmt *stmt, const clang::Stmt *merged, const ReadArm &readThen,
                const ReadArm &readElse, std::vector<StmtPtr> &out) {
  if (stmt->getInit() || stmt->hasVarStorage())
    return reader.fail(DiagId::unsupported_statement, stmt), false;
  ExprPtr condition = wholeExpr(reader, stmt->getCond());
  if (!condition)
    return false;
  IfStmt result{condition, {}, {}};
  bool merges = merged && reader.nest.collecting.empty() && assignsInteger(merged) && !changesMore(stmt->getCond());
  std::optional<Poly> truth = merges ? truthOf(reader, stmt->getCond()) : std::nullopt;
  auto before = reader.nest.definite;
  auto integers = reader.step.integers;
  auto pointers = reader.step.pointers;
  ++reader.nest.branchDepth;
  auto readArm = [&](const ReadArm &arm, bool holds, std::vector<StmtPtr> &to) {
    const Assumed assumed(reader, stmt->getCond(), holds);
    return arm(to);
  };
  bool ok = readArm(readThen, true, result.thenBody);
  auto afterThen = std::exchange(reader.nest.definite, before);
  auto integersThen = std::exchange(reader.step.integers, integers);
  auto pointersThen = std::exchange(reader.step.pointers, pointers);
  ok = ok && readArm(readElse, false, result.elseBody);
  --reader.nest.branchDepth;
  // Known afterwards: what both arms agree upon.
  std::erase_if(reader.nest.definite, [&](const clang::VarDecl *var) { return !afterThen.count(var); });
  if (truth)
    mergeIntegers(reader, *truth, integersThen, out);
  else
    keepCommon(reader.step.integers, integersThen);
  keepCommon(reader.step.pointers, pointersThen);
  if (ok)
    out.push_back(makeStmt(std::move(result), reader.range(stmt)));
  return ok;
}

namespace {

bool branch(Reader &reader, const clang::IfStmt *stmt, std::vector<StmtPtr> &out) {
  if (const std::optional<bool> known = knownTruth(reader, stmt)) {
    const clang::Stmt *taken = *known ? stmt->getThen() : stmt->getElse();
    return !taken || cellStmt(reader, taken, out);
  }
  return readBranch(
      reader, stmt, stmt, [&](std::vector<StmtPtr> &to) { return cellStmt(reader, stmt->getThen(), to); },
      [&](std::vector<StmtPtr> &to) { return !stmt->getElse() || cellStmt(reader, stmt->getElse(), to); }, out);
}

bool expressionStmt(Reader &reader, const clang::Expr *expr, std::vector<StmtPtr> &out) {
  expr = expr->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr); cast && cast->getCastKind() == clang::CK_ToVoid)
    return isInvariant(cast->getSubExpr(), Effects{}) || expressionStmt(reader, cast->getSubExpr(), out);
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(expr)) {
    ExprPtr current = currentValue(reader, compound->getLHS());
    return current && storeTo(reader, compound->getLHS(), compoundValue(reader, compound, current), out, expr);
  }
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Comma)
      return expressionStmt(reader, binary->getLHS(), out) && expressionStmt(reader, binary->getRHS(), out);
    if (binary->getOpcode() == clang::BO_Assign)
      return assignment(reader, binary, out);
  }
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr))
    return cellStmt(reader, group->getSubStmt(), out);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->isIncrementDecrementOp())
    return increment(reader, unary, out);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr))
    return refuseCall(reader, DiagId::call_unknown, call), false;
  return isInvariant(expr, Effects{}) || (reader.fail(DiagId::unsupported_statement, expr), false);
}

} // namespace

bool cellStmt(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out) {
  std::vector<StmtPtr> *outer = std::exchange(reader.nest.hoist, &out);
  const clang::Stmt *one = unwrap(stmt);
  const clang::Expr *whole = std::exchange(reader.nest.whole, llvm::dyn_cast<clang::Expr>(one));
  bool ok = readOne(reader, one, out);
  reader.nest.hoist = outer;
  reader.nest.whole = whole;
  return ok;
}

namespace {

bool readOne(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out) {
  if (auto code = reader.expansion->hostCode.find(stmt); code != reader.expansion->hostCode.end())
    return refuseHostCode(reader, code->second);
  if (llvm::isa<clang::NullStmt>(stmt))
    return true;
  if (const std::optional<Assertion> made = assertionIn(stmt); made && isAsserted(reader, *made, reader.range(stmt)))
    return true;
  if (!collectedBy(reader, stmt).empty())
    return collect(reader, stmt, out);
  if (llvm::isa<clang::BreakStmt, clang::ReturnStmt>(stmt))
    return reader.fail(DiagId::break_in_nest, stmt, {llvm::isa<clang::BreakStmt>(stmt) ? "break" : "return"}), false;
  if (llvm::isa<clang::ContinueStmt>(stmt))
    return reader.fail(DiagId::continue_unclear, stmt), false;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    if (stmt == reader.nest.loopBody)
      return readLoopBody(reader, {compound->body_begin(), compound->body_end()}, out);
    for (const clang::Stmt *child : compound->body())
      if (!cellStmt(reader, child, out))
        return false;
    return true;
  }
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl *decl : decls->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && !declaration(reader, var, out))
        return false;
    return true;
  }
  if (const auto *ifStmt = llvm::dyn_cast<clang::IfStmt>(stmt))
    return branch(reader, ifStmt, out);
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt))
    return expressionStmt(reader, expr, out);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
    return unrollLoop(reader, loop, out);
  return reader.fail(unsupported(stmt), stmt), false;
}

} // namespace
} // namespace kasane
