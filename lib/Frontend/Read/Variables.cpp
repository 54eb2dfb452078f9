// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that the host keeps from step to step: what nests collect, what is computed from that, and the tests that end
// the region. Which variables these are shows only while the region is read,
// so it is read again until no new one shows.
#include "Ast/Advances.h"
#include "Ast/Records.h"
#include "Read/Assumed.h"

namespace kasane {
namespace {

std::map<std::string, int> placesNow(const Reader &reader) {
  std::map<std::string, int> places;
  for (const auto &[key, lvalue] : reader.step.movedPointers)
    if (auto it = reader.step.pointers.find(key); it != reader.step.pointers.end())
      places[key] = it->second.array;
  for (const auto &[key, place] : reader.step.pointersOnEntry)
    if (auto it = reader.step.pointers.find(key); it != reader.step.pointers.end())
      places[reader.draft.arrays[place.array].key] = it->second.array;
  return places;
}

void act(Reader &reader, decltype(DraftAction::node) node, SourceRange range) {
  reader.draft.actions.push_back({reader.draft.nests.size(), std::move(node), range});
}

// Conditions of the time loop.
ExprPtr allOf(Reader &reader, const std::vector<const clang::Expr *> &conditions) {
  ExprPtr all;
  for (const clang::Expr *condition : conditions) {
    reader.time.untilStep = true;
    ExprPtr one = conditionOf(reader, condition);
    reader.time.untilStep = false;
    if (!one)
      return nullptr;
    all = all ? binary(BinaryOp::LogicalAnd, all, one) : one;
  }
  return all;
}

// Where the loop's condition is looked at, its variable has advanced.
ExprPtr afterAdvance(const ExprPtr &expr, int64_t step) {
  return rewrite(expr, [&](const Expr &e) -> ExprPtr {
    if (!std::holds_alternative<TimeRef>(e.node))
      return nullptr;
    return makeExpr(e.type, Binary{BinaryOp::Add, makeExpr(e.type, TimeRef{}, e.range), intLit(step, e.type)}, e.range);
  });
}

// All breaks leave with the same counts: after the region there is one text for them.
bool noteBreak(Reader &reader, const clang::Stmt *stmt) {
  reader.time.breakLeads.insert(reader.time.lead);
  for (size_t s = 0; s < reader.time.selectors.size(); ++s)
    if (auto now = reader.step.integers.find(reader.time.selectors[s].var); now != reader.step.integers.end()) {
      reader.time.breaksAfterMoves.insert(!(now->second == Poly::symbol(reader.time.selectors[s].states[0])));
      reader.time.selectedAtBreaks.emplace_back(stmt, s, now->second);
    }
  if (reader.time.breakLeads.size() > 1)
    return reader.fail(DiagId::counts_differ, stmt, {reader.time.var->getNameAsString()}), false;
  return reader.time.breaksAfterMoves.size() < 2 || (reader.fail(DiagId::stop_between_moves, stmt), false);
}

// Stores to single elements under a condition: a nest without loops.
bool storesPoints(const Reader &reader, const clang::IfStmt *stmt) {
  bool stores = false;
  bool isOther = holds(stmt, [&](const clang::Stmt *part) {
    const clang::Expr *target = assignedIn(part);
    stores |= target && isElementOf(reader, target);
    const clang::VarDecl *var = target ? variableOf(target) : nullptr;
    return (var && !effectsOf(stmt).declared.count(var)) || reader.expansion->hostCode.count(part) ||
           llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::BreakStmt, clang::ContinueStmt>(part);
  });
  return stores && !isOther;
}

// Over the step alone: a table's element is looked at where it holds only.
bool isOfStep(const Reader &reader, const ExprPtr &value) {
  bool found = readsHost(reader, value);
  walk(value, [&](const Expr &e) {
    found |= std::holds_alternative<FieldRead>(e.node) || std::holds_alternative<IndexRef>(e.node);
  });
  return !found;
}

// Of `t < n && ..`: steps that aren't counted below this don't fulfil it.
std::optional<Poly> limitOfSteps(Reader &reader, const clang::Expr *condition) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (op && op->getOpcode() == clang::BO_LAnd) {
    std::optional<Poly> left = limitOfSteps(reader, op->getLHS());
    return left ? left : limitOfSteps(reader, op->getRHS());
  }
  if (!op || reader.time.sign < 0)
    return std::nullopt;
  const bool turned = op->getOpcode() == clang::BO_GT || op->getOpcode() == clang::BO_GE;
  const bool inclusive = op->getOpcode() == clang::BO_LE || op->getOpcode() == clang::BO_GE;
  if (!turned && op->getOpcode() != clang::BO_LT && op->getOpcode() != clang::BO_LE)
    return std::nullopt;
  const clang::Expr *counter = turned ? op->getRHS() : op->getLHS(), *bound = turned ? op->getLHS() : op->getRHS();
  if (variableOf(counter) != reader.time.var || !reader.time.var || !isInvariant(bound, reader.effects))
    return std::nullopt;
  std::optional<Poly> limit = affineOf(reader, bound);
  return limit ? std::optional(*limit + Poly(inclusive ? 1 : 0) - Poly(reader.time.lead)) : std::nullopt;
}

bool readPoints(Reader &reader, const clang::IfStmt *stmt) {
  ExprPtr condition = conditionOf(reader, stmt->getCond());
  if (condition && isOfStep(reader, condition) && !stmt->getElse()) {
    reader.nest.pointCondition = condition;
    reader.nest.pointLimit = limitOfSteps(reader, stmt->getCond());
  }
  bool ok = condition && readNest(reader, stmt);
  reader.nest.pointCondition = nullptr;
  reader.nest.pointLimit = std::nullopt;
  return ok;
}

bool isBreak(const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt);
  return llvm::isa<clang::BreakStmt>(stmt) || (block && block->size() == 1 && isBreak(block->body_front()));
}

bool isComma(const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens());
  return op && op->isCommaOp();
}

// ({ ..; value; }) that x = .. or x += .. has on its right, where it changes other variables, too; else null.
const clang::StmtExpr *changingGroup(const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  const clang::VarDecl *var = op && op->isAssignmentOp() ? variableOf(op->getLHS()) : nullptr;
  const auto *group = var ? llvm::dyn_cast<clang::StmtExpr>(op->getRHS()->IgnoreParenImpCasts()) : nullptr;
  const bool isMeant = group && changesMore(group) && !mentions(group, var) && !hasLoop(group) &&
                       llvm::isa<clang::Expr>(group->getSubStmt()->body_back());
  return isMeant ? group : nullptr;
}

// The statements of blocks and between commas, with assignments for the values that variables are declared with.
void addParts(const Reader &reader, const clang::Stmt *stmt, std::vector<const clang::Stmt *> &parts) {
  const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    for (const clang::Stmt *child : block->body())
      addParts(reader, child, parts);
  } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt); expr && isComma(expr)) {
    std::vector<const clang::Stmt *> each;
    splitCommas(expr, each);
    for (const clang::Stmt *part : each)
      addParts(reader, llvm::cast<clang::Expr>(part)->IgnoreParens(), parts);
  } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt); expr && changingGroup(expr)) {
    const clang::CompoundStmt *inner = changingGroup(expr)->getSubStmt();
    const auto *value = llvm::cast<clang::Expr>(inner->body_back());
    for (const clang::Stmt *child : llvm::drop_end(inner->body()))
      addParts(reader, child, parts);
    const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(expr);
    const clang::VarDecl *var = variableOf(llvm::cast<clang::BinaryOperator>(expr)->getLHS());
    parts.push_back(compound ? withValue(reader, compound, value) : initOf(reader, var, value));
  } else if (!decls) {
    parts.push_back(stmt);
  } else {
    for (const clang::Decl *decl : decls->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
        scalarTypeOf(reader.ast, var->getType()) ? addParts(reader, initOf(reader, var, var->getInit()), parts)
                                                 : parts.push_back(stmt);
  }
}

bool readBranch(Reader &reader, const clang::IfStmt *stmt, const ExprPtr &outer);

// x = ..; where `condition` holds, of a variable of the host.
bool assignWhere(Reader &reader, const clang::Stmt *part, const ExprPtr &condition) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
  const auto *stepped = llvm::dyn_cast<clang::UnaryOperator>(part);
  const clang::Expr *target = assignedIn(part);
  const clang::VarDecl *var = target ? variableOf(target) : nullptr;
  if (bodyOf(part) && hasLoop(part))
    return refuseRounds(reader, part), false;
  if (target && target->getType()->isPointerType())
    return reader.fail(DiagId::moves_under_test, part, {textOf(reader.ast, target->getSourceRange())}), false;
  if (!var)
    return reader.fail(llvm::isa<clang::ReturnStmt, clang::GotoStmt>(part) ? DiagId::host_code_leaves
                       : llvm::isa<clang::ContinueStmt>(part)              ? DiagId::step_continues
                                                                           : DiagId::host_branch,
                       part),
           false;
  if (changesSelected(reader, var, part))
    return false;
  if (!reader.host.variables.count(var))
    return becomesHost(reader, var);
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, var->getType());
  if (!type)
    return reader.failType(part, var->getType()), false;
  ExprPtr now = makeExpr(*type, ScalarRef{hostVariable(reader, var)}, reader.range(part));
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(part);
  ExprPtr value = valueFor(reader, var, [&] {
    return stepped    ? steppedValue(reader, stepped, now)
           : compound ? compoundValue(reader, compound, now)
                      : cellExpr(reader, op->getRHS());
  });
  if (!value)
    return false;
  value = makeExpr(*type, Select{condition, castTo(*type, value), now}, value->range);
  return setHost(reader, var, value, reader.range(part));
}

// { x = ..; if (..) y += ..; break; } where `condition` holds.
bool readArm(Reader &reader, const clang::Stmt *arm, const ExprPtr &condition, const clang::Expr *test, bool holds) {
  const Assumed assumed(reader, test, holds);
  std::vector<const clang::Stmt *> parts;
  addParts(reader, arm, parts);
  for (const clang::Stmt *part : parts) {
    if (llvm::isa<clang::NullStmt>(part))
      continue;
    const size_t nests = reader.draft.nests.size();
    bool ok;
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(part)) {
      ok = readBranch(reader, branch, condition);
    } else if (isBreak(part) && part == parts.back()) {
      ok = noteBreak(reader, part);
      if (ok)
        act(reader, DraftStop{condition, true, placesNow(reader)}, reader.range(part));
    } else {
      ok = assignWhere(reader, part, condition);
    }
    if (ok && reader.draft.nests.size() > nests)
      return reader.fail(DiagId::sometimes_called, part), false;
    if (!ok)
      return false;
  }
  return true;
}

// Where `outer` holds, or anywhere.
bool readBranch(Reader &reader, const clang::IfStmt *stmt, const ExprPtr &outer) {
  if (stmt->getInit() || stmt->hasVarStorage())
    return reader.fail(DiagId::host_branch, stmt), false;
  ExprPtr condition = conditionOf(reader, stmt->getCond());
  if (!condition)
    return false;
  if (outer)
    condition = binary(BinaryOp::LogicalAnd, outer, condition);
  const SourceRange range = reader.range(stmt);
  if (stmt->getElse() || !isBreak(stmt->getThen())) { // the assignments may change what the condition reads
    const std::string name = reader.names.take("holds");
    reader.draft.variables.push_back({name, ScalarType::I32, ""});
    act(reader, SetVariable{name, condition}, range);
    condition = makeExpr(ScalarType::I32, ScalarRef{name}, range);
  }
  ++reader.nest.branchDepth;
  bool ok = readArm(reader, stmt->getThen(), condition, stmt->getCond(), true);
  if (ok && stmt->getElse()) {
    ExprPtr other = makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, condition}, range);
    ok = readArm(reader, stmt->getElse(), outer ? binary(BinaryOp::LogicalAnd, outer, other) : other, stmt->getCond(),
                 false);
  }
  --reader.nest.branchDepth;
  return ok;
}

} // namespace

ExprPtr conditionOf(Reader &reader, const clang::Expr *expr) {
  ExprPtr value = reader.nest.isInside ? cellExpr(reader, expr) : stepExpr(reader, expr);
  if (!value || value->type == ScalarType::I32)
    return value;
  return makeExpr(ScalarType::I32, Binary{BinaryOp::Ne, value, zeroOf(value->type)}, value->range);
}

std::string hostVariable(Reader &reader, const clang::VarDecl *var) {
  auto [it, isNew] = reader.host.names.try_emplace(var);
  if (isNew) {
    it->second = reader.names.take(var->getNameAsString());
    std::string text = reader.effects.declared.count(var) ? "" : var->getNameAsString();
    reader.draft.variables.push_back({it->second, *scalarTypeOf(reader.ast, var->getType()), text});
  }
  return it->second;
}

bool becomesHost(Reader &reader, const clang::VarDecl *var) {
  reader.host.found.insert(var);
  return false;
}

bool readsHost(const Reader &reader, const ExprPtr &value) {
  bool found = false;
  walk(value, [&](const Expr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    for (const Variable &variable : reader.draft.variables)
      found |= ref && ref->name == variable.name;
  });
  return found;
}

bool setHost(Reader &reader, const clang::VarDecl *var, ExprPtr value, SourceRange range) {
  std::optional<ScalarType> type = scalarTypeOf(reader.ast, var->getType());
  if (!type) {
    reader.failType(range, var->getType());
    return false;
  }
  if (!value)
    return false;
  act(reader, SetVariable{hostVariable(reader, var), castTo(*type, std::move(value))}, range);
  return true;
}

bool readHostIf(Reader &reader, const clang::IfStmt *stmt) {
  if (reader.draft.time && storesPoints(reader, stmt))
    return readPoints(reader, stmt);
  return reader.draft.time ? readBranch(reader, stmt, nullptr) : (reader.fail(DiagId::host_branch, stmt), false);
}

void setForHost(Reader &reader, const std::string &variable, ExprPtr value) {
  SourceRange range = value->range;
  act(reader, SetVariable{variable, std::move(value)}, range);
}

bool addHostPoint(Reader &reader, DraftHostPoint point) {
  if (point.breaks && !noteBreak(reader, point.breaks))
    return false;
  point.places = placesNow(reader);
  SourceRange range = reader.range(point.stmt);
  act(reader, std::move(point), range);
  return true;
}

// What it has in the first step; before that no scalar of the steps is there.
static ExprPtr inFirstStep(const Draft &draft, const ExprPtr &value) {
  return rewrite(value, [&](const Expr &e) -> ExprPtr {
    if (std::holds_alternative<TimeRef>(e.node))
      return castTo(e.type, toExpr(draft.time->lo));
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    const auto named =
        llvm::find_if(draft.stepScalars, [&](const StepScalar &s) { return ref && s.name == ref->name; });
    return named != draft.stepScalars.end() ? castTo(e.type, inFirstStep(draft, named->value)) : nullptr;
  });
}

bool readTimeConditions(Reader &reader, const std::vector<const clang::Expr *> &conditions) {
  if (conditions.empty())
    return true;
  reader.time.tested = conditions;
  ExprPtr all = allOf(reader, conditions);
  if (all)
    reader.draft.time->enter = inFirstStep(reader.draft, all);
  return all != nullptr;
}

bool stopUnless(Reader &reader, const std::vector<const clang::Expr *> &conditions) {
  if (conditions.empty())
    return true;
  ExprPtr all = allOf(reader, conditions);
  if (!all)
    return false;
  all = afterAdvance(all, reader.draft.time->step);
  act(reader,
      DraftStop{makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, all}, all->range), false, placesNow(reader)},
      all->range);
  return true;
}

} // namespace kasane
