// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/DistributeIfs.h"

#include "Stages/Slice.h"

#include <algorithm>

namespace kasane {
namespace {

bool readsAny(const ExprPtr &expr, const std::set<FieldId> &fields) {
  bool reads = false;
  walk(expr, [&](const Expr &e) {
    if (const auto *read = std::get_if<FieldRead>(&e.node))
      reads |= fields.count(read->field) != 0;
  });
  return reads;
}

bool canTakeApart(const StmtPtr &stmt) {
  std::set<FieldId> stored;
  std::set<std::string> declared;
  walk({stmt}, [&](const Stmt &s) {
    if (const auto *store = std::get_if<FieldStore>(&s.node))
      stored.insert(store->field);
    if (const auto *decl = std::get_if<LocalDecl>(&s.node))
      declared.insert(decl->name);
  });
  bool can = !readsAny(std::get<IfStmt>(stmt->node).condition, stored);
  walk({stmt}, [&](const Stmt &s) {
    if (const auto *decl = std::get_if<LocalDecl>(&s.node))
      can &= !readsAny(decl->init, stored);
    if (const auto *assign = std::get_if<LocalAssign>(&s.node))
      can &= !readsAny(assign->value, stored) && declared.count(assign->name) != 0;
    // A nested condition may stand between a local and its use.
    if (const auto *branch = std::get_if<IfStmt>(&s.node))
      can &= !readsAny(branch->condition, stored);
  });
  return can;
}

size_t countUnits(const std::vector<StmtPtr> &body) {
  return static_cast<size_t>(std::count_if(body.begin(), body.end(), storesField));
}

// One `if` for each storing statement of a branch.
void appendBranch(std::vector<StmtPtr> &out, const ExprPtr &condition, const std::vector<StmtPtr> &branch,
                  SourceRange range) {
  for (size_t position = 0; position < branch.size(); ++position) {
    if (!storesField(branch[position]))
      continue;
    std::vector<StmtPtr> body;
    for (const SliceStmt &part : sliceOf(branch, {position}))
      body.push_back(part.stmt);
    out.push_back(makeStmt(IfStmt{condition, std::move(body), {}}, range));
  }
}

std::vector<StmtPtr> takenApart(const std::vector<StmtPtr> &body, bool isDeep, bool &changed) {
  std::vector<StmtPtr> out;
  for (const StmtPtr &stmt : body) {
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    if (!branch || !canTakeApart(stmt)) {
      out.push_back(stmt);
      continue;
    }
    std::vector<StmtPtr> whenTrue = branch->thenBody, otherwise = branch->elseBody;
    for (std::vector<StmtPtr> *arm : {&whenTrue, &otherwise})
      if (isDeep)
        *arm = takenApart(*arm, isDeep, changed);
    if (countUnits(whenTrue) + countUnits(otherwise) < 2) {
      out.push_back(stmt);
      continue;
    }
    changed = true;
    appendBranch(out, branch->condition, whenTrue, stmt->range);
    appendBranch(out, makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, branch->condition}), otherwise, stmt->range);
  }
  return out;
}

} // namespace

std::optional<Stage> distributeIfs(const Stage &nest, bool isDeep) {
  Stage out = nest;
  bool changed = false;
  out.body = takenApart(nest.body, isDeep, changed);
  return changed ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace kasane
