// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Assemble.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

void addNames(std::set<std::string> &names, const Poly &poly) {
  std::set<std::string> symbols = poly.symbols();
  names.insert(symbols.begin(), symbols.end());
}

std::set<std::string> namesRead(const std::vector<StmtPtr> &body) {
  std::set<std::string> names;
  walkExprs(body, [&](const Expr &e) {
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      names.insert(ref->name);
    if (const auto *load = std::get_if<Load>(&e.node))
      names.insert(load->buffer);
    if (const auto *read = std::get_if<FieldRead>(&e.node)) {
      for (const Poly &far : read->far)
        addNames(names, far);
      for (const std::optional<Poly> &place : read->at)
        addNames(names, place.value_or(0));
    }
  });
  return names;
}

// Without the declarations and assignments of locals outside of `read`.
std::vector<StmtPtr> keepRead(const std::vector<StmtPtr> &body, const std::set<std::string> &read) {
  std::vector<StmtPtr> out;
  for (const StmtPtr &stmt : body) {
    if (const auto *decl = std::get_if<LocalDecl>(&stmt->node); decl && !read.count(decl->name))
      continue;
    if (const auto *assign = std::get_if<LocalAssign>(&stmt->node); assign && !read.count(assign->name))
      continue;
    if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
      IfStmt kept{branch->condition, keepRead(branch->thenBody, read), keepRead(branch->elseBody, read)};
      if (!kept.thenBody.empty() || !kept.elseBody.empty())
        out.push_back(makeStmt(std::move(kept), stmt->range));
      continue;
    }
    out.push_back(stmt);
  }
  return out;
}

size_t countStmts(const std::vector<StmtPtr> &body) {
  size_t count = 0;
  walk(body, [&](const Stmt &) { ++count; });
  return count;
}

std::set<std::string> namesUsed(const StencilProgram &program) {
  std::set<std::string> names;
  for (const Stage &stage : program.stages) {
    names.merge(namesRead(stage.body));
    for (const AxisBounds &bounds : stage.domain) {
      addNames(names, bounds.lo);
      addNames(names, bounds.hi);
    }
    if (stage.leaves) {
      addNames(names, stage.leaves->lo);
      addNames(names, stage.leaves->hi);
    }
  }
  for (const Field &field : program.fields) {
    addNames(names, field.leaf);
    addNames(names, field.leaves.value_or(0));
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      addNames(names, field.stride[axis]);
      addNames(names, field.extent[axis].value_or(0));
    }
    for (const AxisBounds &elements : field.table) {
      addNames(names, elements.lo);
      addNames(names, elements.hi);
    }
  }
  if (program.time) {
    addNames(names, program.time->lo);
    addNames(names, program.time->hi);
  }
  for (const Guard &guard : program.guards)
    addNames(names, guard.value);
  auto note = [&](const Expr &e) {
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      names.insert(ref->name);
    if (const auto *load = std::get_if<Load>(&e.node))
      names.insert(load->buffer);
  };
  for (const HostAction &action : program.actions)
    walkExprs(action, note);
  if (program.time && program.time->enter)
    walk(program.time->enter, note);
  return names;
}

} // namespace

void prune(StencilProgram &program) {
  for (Stage &stage : program.stages)
    for (size_t before = 0; before != countStmts(stage.body);) {
      before = countStmts(stage.body);
      stage.body = keepRead(stage.body, namesRead(stage.body));
    }
  std::set<std::string> used = namesUsed(program);
  for (size_t s = program.stepScalars.size(); s-- > 0;) {
    StepScalar &scalar = program.stepScalars[s];
    if (!used.count(scalar.name)) {
      program.stepScalars.erase(program.stepScalars.begin() + static_cast<std::ptrdiff_t>(s));
      continue;
    }
    walk(scalar.value, [&](const Expr &e) {
      if (const auto *ref = std::get_if<ScalarRef>(&e.node))
        used.insert(ref->name);
      if (const auto *load = std::get_if<Load>(&e.node))
        used.insert(load->buffer);
    });
  }
  while (!program.fields.empty() && !program.fields.back().table.empty() && !used.count(program.fields.back().name)) {
    program.fields.pop_back();
    program.rotation.pop_back();
  }
  std::erase_if(program.params, [&](const Param &param) { return !used.count(param.name); });
}

} // namespace kasane
