// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/StencilProgram.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {

StmtPtr makeStmt(Stmt::Node node, SourceRange range) {
  return std::make_shared<const Stmt>(Stmt{std::move(node), range});
}

ExprPtr toExpr(const Poly &poly, const std::vector<Param> &params) {
  return toExpr(poly, [&](const std::string &name) {
    for (const Param &param : params)
      if (param.name == name && param.type != ScalarType::I64)
        return makeExpr(ScalarType::I64, Cast{scalar(name, param.type)});
    return scalar(name);
  });
}

bool holdsTime(const Box &box) {
  return std::any_of(box.begin(), box.end(), [](const AxisBounds &bounds) {
    return bounds.lo.symbols().count(kTimeSymbol) > 0 || bounds.hi.symbols().count(kTimeSymbol) > 0;
  });
}

bool followsTime(const Stage &stage) {
  bool follows = holdsTime(stage.domain);
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *read = std::get_if<FieldRead>(&e.node);
    follows |= read && isPlaced(read->at);
  });
  return follows;
}

const Stage *stageInOrder(const StencilProgram &program) {
  for (const Stage &stage : program.stages)
    if (!stage.waits.empty())
      return &stage;
  return nullptr;
}

bool followsTime(const StencilProgram &program) {
  return std::any_of(program.stages.begin(), program.stages.end(), [](const Stage &s) { return followsTime(s); });
}

bool hasLeaves(const StencilProgram &program) {
  return std::any_of(program.stages.begin(), program.stages.end(),
                     [](const Stage &stage) { return stage.leaves.has_value(); });
}

bool rotates(const StencilProgram &program) {
  for (size_t f = 0; f < program.rotation.size(); ++f)
    if (program.rotation[f] != static_cast<FieldId>(f))
      return true;
  return false;
}

std::vector<FieldId> cycleOf(const StencilProgram &program, FieldId field) {
  std::vector<FieldId> cycle = {field};
  for (FieldId next = program.rotation[field]; next != field; next = program.rotation[next])
    cycle.push_back(next);
  return cycle;
}

std::vector<MovedStructs> movedStructs(const StencilProgram &program) {
  std::vector<MovedStructs> found;
  std::set<std::string> owners;
  auto add = [&](FieldId first, bool stored) {
    if (const std::string &owner = program.fields[first].owner; owner.empty() || owners.count(owner))
      return;
    found.push_back({cycleOf(program, first), stored});
    for (const FieldId field : found.back().fields)
      owners.insert(program.fields[field].owner);
  };
  for (const Stage &stage : program.stages)
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node))
        add(store->field, true);
    });
  for (size_t field = 0; field < program.fields.size(); ++field)
    add(static_cast<FieldId>(field), false);
  return found;
}

bool stops(const StencilProgram &program) {
  for (const HostAction &action : program.actions)
    if (std::holds_alternative<Stop>(action.node))
      return true;
  return false;
}

bool hasHostPoints(const StencilProgram &program) {
  for (const HostAction &action : program.actions)
    if (std::holds_alternative<HostPoint>(action.node))
      return true;
  return false;
}

bool hostPointsAreKnown(const StencilProgram &program) {
  std::set<std::string> params;
  for (const Param &param : program.params)
    params.insert(param.name);
  bool known = true;
  for (const HostAction &action : program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node); point && !point->apart) {
      known &= point->condition != nullptr;
      walk(point->condition, [&](const Expr &e) {
        const auto *ref = std::get_if<ScalarRef>(&e.node);
        known &= !ref || params.count(ref->name);
      });
    }
  return known;
}

StencilProgram betweenHostPoints(const StencilProgram &program) {
  StencilProgram out = program;
  std::erase_if(out.actions, [](const HostAction &action) {
    const auto *point = std::get_if<HostPoint>(&action.node);
    return point && !point->apart;
  });
  return out;
}

StencilProgram withoutHostPoints(const StencilProgram &program) {
  StencilProgram out = program;
  std::erase_if(out.actions, [](const HostAction &action) { return std::holds_alternative<HostPoint>(action.node); });
  return out;
}

StencilProgram stoppingForAll(const StencilProgram &program) {
  StencilProgram out = program;
  for (HostAction &action : out.actions)
    if (auto *point = std::get_if<HostPoint>(&action.node))
      point->apart = false;
  return out;
}

std::set<std::string> namesOf(const StencilProgram &program) {
  std::set<std::string> names;
  for (const Param &param : program.params)
    names.insert(param.name);
  for (const Field &field : program.fields)
    names.insert(field.name);
  for (const StepScalar &s : program.stepScalars)
    names.insert(s.name);
  for (const Variable &v : program.variables)
    names.insert(v.name);
  for (const Stage &stage : program.stages)
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *local = std::get_if<LocalDecl>(&stmt.node))
        names.insert(local->name);
    });
  return names;
}

std::string freshName(std::set<std::string> &used, const std::string &wish) {
  std::string name = wish;
  for (int n = 1; !used.insert(name).second; ++n)
    name = wish + "_" + std::to_string(n);
  return name;
}

std::set<std::string> shapeParams(const StencilProgram &program) {
  std::set<std::string> names;
  auto add = [&](const Poly &poly) { names.merge(poly.symbols()); };
  auto addBox = [&](const Box &box) {
    for (const AxisBounds &bounds : box) {
      add(bounds.lo);
      add(bounds.hi);
    }
  };
  for (const Field &field : program.fields)
    for (int a = 0; a < kMaxAxes; ++a) {
      add(field.stride[a]);
      add(field.extent[a].value_or(0));
    }
  for (const Field &field : program.fields) {
    add(field.leaf);
    add(field.leaves.value_or(0));
  }
  for (const Stage &stage : program.stages) {
    addBox(stage.domain);
    if (stage.leaves) {
      add(stage.leaves->lo);
      add(stage.leaves->hi);
    }
    walkExprs(stage.body, [&](const Expr &e) {
      if (const auto *read = std::get_if<FieldRead>(&e.node)) {
        for (const Poly &distance : read->far)
          add(distance);
        for (const std::optional<Poly> &place : read->at)
          add(place.value_or(0));
      }
    });
  }
  for (const HostAction &action : program.actions)
    if (const auto *gather = std::get_if<Gather>(&action.node))
      addBox(gather->domain);
  if (program.time) {
    add(program.time->lo);
    add(program.time->hi);
  }
  for (const Guard &guard : program.guards)
    add(guard.value);
  return names;
}

void walk(const std::vector<StmtPtr> &body, const std::function<void(const Stmt &)> &visit) {
  for (const StmtPtr &stmt : body) {
    visit(*stmt);
    if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
      walk(branch->thenBody, visit);
      walk(branch->elseBody, visit);
    }
  }
}

void walkExprs(const std::vector<StmtPtr> &body, const std::function<void(const Expr &)> &visit) {
  walk(body, [&](const Stmt &stmt) {
    match(
        stmt.node, [&](const LocalDecl &n) { walk(n.init, visit); },
        [&](const LocalAssign &n) { walk(n.value, visit); }, [&](const FieldStore &n) { walk(n.value, visit); },
        [&](const IfStmt &n) { walk(n.condition, visit); });
  });
}

std::vector<StmtPtr> withValues(const std::vector<StmtPtr> &body,
                                const std::function<ExprPtr(const ExprPtr &)> &valueOf,
                                const std::function<FieldStore(const FieldStore &)> &placeOf) {
  std::vector<StmtPtr> out;
  for (const StmtPtr &stmt : body)
    out.push_back(
        makeStmt(match(
                     stmt->node,
                     [&](const LocalDecl &n) -> Stmt::Node {
                       return LocalDecl{n.name, n.type, n.init ? valueOf(n.init) : n.init};
                     },
                     [&](const LocalAssign &n) -> Stmt::Node { return LocalAssign{n.name, n.type, valueOf(n.value)}; },
                     [&](const FieldStore &n) -> Stmt::Node {
                       FieldStore store = placeOf ? placeOf(n) : n;
                       store.value = valueOf(n.value);
                       return store;
                     },
                     [&](const IfStmt &n) -> Stmt::Node {
                       const ExprPtr condition = valueOf(n.condition);
                       std::vector<StmtPtr> thenBody = withValues(n.thenBody, valueOf, placeOf);
                       return IfStmt{condition, std::move(thenBody), withValues(n.elseBody, valueOf, placeOf)};
                     }),
                 stmt->range));
  return out;
}

void walkExprs(const HostAction &action, const std::function<void(const Expr &)> &visit) {
  match(
      action.node, [&](const Gather &n) { walkExprs(n.body, visit); },
      [&](const SetVariable &n) { walk(n.value, visit); }, [&](const Stop &n) { walk(n.condition, visit); },
      [&](const HostPoint &n) { walk(n.condition, visit); });
}

} // namespace kasane
