// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Actions.h"

#include "CellBody.h"
#include "Families.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <numeric>

namespace kasane::lowering {
namespace {

std::set<std::string> variablesIn(const StencilProgram &program, const std::function<void(const std::function<void(const Expr &)> &)> &walkAll) {
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

class GatherMaker {
public:
  GatherMaker(const Context &context, int step, const std::vector<FieldId> &bound)
      : context_(context), step_(step), bound_(bound) {}

  HGather make(const Gather &gather) {
    HGather out;
    for (const LoopOrder &loop : gather.order)
      out.loops.push_back({context_.cell[loop.axis], toExpr(gather.domain[loop.axis].lo),
                           toExpr(gather.domain[loop.axis].hi), loop.direction < 0});
    out.body = body(gather.body);
    for (FieldId f : used_) {
      out.buffers.push_back({context_.program.fields[f].name, {bound_[f], -1}});
      out.types.push_back(context_.program.fields[f].elem);
    }
    return out;
  }

private:
  ExprPtr value(const ExprPtr &expr) {
    ExprPtr loaded = rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (!read)
        return nullptr;
      const Field &field = context_.program.fields[read->field];
      used_.insert(read->field);
      ExprPtr index = intLit(0);
      for (int a = kMaxAxes - 1; a >= 0; --a)
        if (field.has[a])
          index = add(index, mul(context_.at(a), toExpr(field.stride[a])));
      return makeExpr(e.type, Load{field.name, index});
    });
    return lowerScalars(context_, loaded, step_);
  }

  KBody body(const std::vector<StmtPtr> &stmts) {
    KBody out;
    for (const StmtPtr &stmt : stmts) {
      if (const auto *assign = std::get_if<LocalAssign>(&stmt->node))
        out.push_back(makeKStmt(KAssign{assign->name, value(assign->value)}));
      if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
        ExprPtr condition = value(branch->condition);
        out.push_back(makeKStmt(KIf{condition, body(branch->thenBody), body(branch->elseBody)}));
      }
    }
    return out;
  }

  const Context &context_;
  int step_;
  const std::vector<FieldId> &bound_;
  std::set<FieldId> used_;
};

HSuspend suspendAt(const Context &context, const HostPoint &point, int step) {
  HSuspend out{point.number, nullptr, {}, context.program.rotation};
  if (!point.moved)
    std::iota(out.names.begin(), out.names.end(), 0);
  if (!point.condition)
    return out;
  out.condition = lowerScalars(context, point.condition, step);
  out.scalars = stepScalars(context, step);
  return out;
}

} // namespace

bool actsInEveryStep(const StencilProgram &program) {
  if (stops(program))
    return true;
  for (const Stage &stage : program.stages)
    if (!variablesIn(program, [&](const auto &visit) { walkExprs(stage.body, visit); }).empty())
      return true;
  std::set<std::string> fresh; // set in this step
  for (const HostAction &action : program.actions) {
    for (const std::string &name : variablesIn(program, [&](const auto &visit) { walkExprs(action, visit); }))
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
    if (!program.fields[f].hidden)
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

std::vector<HStmt> actionsBefore(const Context &context, size_t before, int step, const std::vector<FieldId> &bound,
                                 const WhenStopped &whenStopped) {
  std::vector<HStmt> out;
  for (const HostAction &action : context.program.actions) {
    if (action.before != before)
      continue;
    match(
        action.node, [&](const Gather &n) { out.push_back({GatherMaker(context, step, bound).make(n)}); },
        [&](const SetVariable &n) { out.push_back({HAssign{n.name, lowerScalars(context, n.value, step)}}); },
        [&](const Stop &n) {
          out.push_back({HStop{lowerScalars(context, n.condition, step), n.isBreak, whenStopped(action, n)}});
        },
        [&](const HostPoint &n) { out.push_back({suspendAt(context, n, step)}); });
  }
  return out;
}

std::vector<HStmt> actionsOf(const Context &context, int step, const std::vector<FieldId> &bound,
                             const WhenStopped &whenStopped) {
  std::vector<HStmt> out;
  for (size_t before = 0; before <= context.program.stages.size(); ++before)
    for (HStmt &stmt : actionsBefore(context, before, step, bound, whenStopped))
      out.push_back(std::move(stmt));
  return out;
}

ExprPtr anyHostPoint(const Context &context) {
  ExprPtr any;
  for (const HostAction &action : context.program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node)) {
      ExprPtr one = lowerScalars(context, point->condition, 0);
      any = any ? binary(BinaryOp::LogicalOr, any, one) : one;
    }
  return any;
}

} // namespace kasane::lowering
