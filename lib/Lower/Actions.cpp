// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Actions.h"

#include "CellBody.h"
#include "Families.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <numeric>

namespace kasane::lowering {
namespace {

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
