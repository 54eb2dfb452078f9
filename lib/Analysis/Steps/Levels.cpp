// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Levels.h"

#include <algorithm>

namespace kasane {
namespace {

std::set<std::string> variablesIn(const StencilProgram &program,
                                  const std::function<void(const std::function<void(const Expr &)> &)> &walkAll) {
  std::set<std::string> names;
  walkAll([&](const Expr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    for (const Variable &v : program.variables)
      if (ref && ref->name == v.name)
        names.insert(v.name);
  });
  return names;
}

std::set<std::string> assignedBy(const HostAction &action) {
  std::set<std::string> names;
  if (const auto *set = std::get_if<SetVariable>(&action.node))
    names.insert(set->name);
  if (const auto *gather = std::get_if<Gather>(&action.node))
    walk(gather->body, [&](const Stmt &stmt) {
      if (const auto *assign = std::get_if<LocalAssign>(&stmt.node))
        names.insert(assign->name);
    });
  return names;
}

// What other values may stay in than those of this step: `if (u[i] > top) found = 1;` leaves the one before.
std::set<std::string> assignedSometimes(const StencilProgram &program, const HostAction &action) {
  std::set<std::string> names;
  const auto *gather = std::get_if<Gather>(&action.node);
  if (!gather)
    return names;
  walk(gather->body, [&](const Stmt &stmt) {
    const auto *branch = std::get_if<IfStmt>(&stmt.node);
    for (const auto *arm :
         branch ? std::vector{&branch->thenBody, &branch->elseBody} : std::vector<const std::vector<StmtPtr> *>())
      walk(*arm, [&](const Stmt &inner) {
        const auto *assign = std::get_if<LocalAssign>(&inner.node);
        if (assign && std::any_of(program.variables.begin(), program.variables.end(),
                                  [&](const Variable &v) { return v.name == assign->name; }))
          names.insert(assign->name);
      });
  });
  return names;
}

} // namespace

bool actsInEveryStep(const StencilProgram &program) {
  if (stops(program))
    return true;
  for (const HostAction &action : program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node); point && point->apart)
      return true;
  for (const Stage &stage : program.stages)
    if (!variablesIn(program, [&](const auto &visit) { walkExprs(stage.body, visit); }).empty())
      return true;
  std::set<std::string> fresh; // set in this step
  for (const HostAction &action : program.actions) {
    std::set<std::string> used = variablesIn(program, [&](const auto &visit) { walkExprs(action, visit); });
    used.merge(assignedSometimes(program, action));
    for (const std::string &name : used)
      if (!fresh.count(name))
        return true;
    fresh.merge(assignedBy(action));
  }
  return false;
}

StencilProgram withLevels(const StencilProgram &program, int depth) {
  StencilProgram out = program;
  size_t count = program.fields.size();
  for (size_t f = 0; f < count; ++f) {
    if (!isGathered(program.fields[f]))
      continue;
    size_t last = f;
    for (int level = 1; level < depth; ++level) {
      Field copy = program.fields[f];
      copy.name += "_level" + std::to_string(level);
      copy.object = copy.name;
      out.rotation[last] = static_cast<FieldId>(out.fields.size());
      last = out.fields.size();
      out.fields.push_back(std::move(copy));
      out.rotation.push_back(static_cast<FieldId>(f));
    }
  }
  return out;
}

} // namespace kasane
