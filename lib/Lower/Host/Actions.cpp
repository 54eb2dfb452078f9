// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Host/Actions.h"

#include "Cells/CellBody.h"
#include "Host/Gathers.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <numeric>

namespace kasane::lowering {
namespace {

// `steps`: of the pass.
HSuspend suspendAt(const Context &context, const HostPoint &point, int step, int steps) {
  HSuspend out{point.number, nullptr, {}, context.program.rotation, point.apart, steps, step};
  out.neighbours = point.neighbours;
  if (!point.moved)
    std::iota(out.names.begin(), out.names.end(), 0);
  std::ranges::copy(point.between, out.names.begin());
  if (!point.condition)
    return out;
  out.condition = lowerScalars(context, point.condition, step);
  out.scalars = stepScalars(context, step);
  return out;
}

} // namespace

std::vector<HStmt> stepScalars(const Context &context, int step) {
  std::vector<HStmt> out;
  for (size_t k = 0; k < context.program.stepScalars.size(); ++k) {
    const StepScalar &s = context.program.stepScalars[k];
    out.push_back({HStepScalar{context.level[step][k], s.type, lowerScalars(context, s.value, step)}});
  }
  return out;
}

std::vector<HStmt> actionsBefore(Context &context, FamilyPlan &plan, size_t before, int step, int steps,
                                 const std::vector<FieldId> &bound, const WhenStopped &whenStopped) {
  std::vector<HStmt> out;
  for (const HostAction &action : context.program.actions) {
    if (action.before != before)
      continue;
    match(
        action.node,
        [&](const Gather &n) {
          for (HStmt &stmt : gathered(context, plan, n, step, bound))
            out.push_back(std::move(stmt));
        },
        [&](const SetVariable &n) { out.push_back({HAssign{n.name, lowerScalars(context, n.value, step)}}); },
        [&](const Stop &n) {
          HStop stop{lowerScalars(context, n.condition, step), n.isBreak, {}};
          whenStopped(action, n, stop);
          out.push_back({std::move(stop)});
        },
        [&](const HostPoint &n) { out.push_back({suspendAt(context, n, step, steps)}); });
  }
  return out;
}

std::vector<HStmt> actionsOf(Context &context, FamilyPlan &plan, int step, int steps, const std::vector<FieldId> &bound,
                             const WhenStopped &whenStopped) {
  std::vector<HStmt> out;
  for (size_t before = 0; before <= context.program.stages.size(); ++before)
    for (HStmt &stmt : actionsBefore(context, plan, before, step, steps, bound, whenStopped))
      out.push_back(std::move(stmt));
  return out;
}

std::vector<HStmt> atHostPoints(HPass pass) {
  const int steps = pass.steps;
  std::vector<HStmt> scalars, out;
  for (const HStmt &stmt : pass.body)
    if (std::holds_alternative<HStepScalar>(stmt.node))
      scalars.push_back(stmt);
  HPass part{steps, {}};
  for (HStmt &stmt : pass.body) {
    if (!std::holds_alternative<HSuspend>(stmt.node)) {
      part.body.push_back(std::move(stmt));
      continue;
    }
    out.push_back({std::move(part)});
    out.push_back(std::move(stmt));
    part = {0, scalars, 0, steps};
  }
  out.push_back({std::move(part)});
  return out;
}

ExprPtr anyHostPoint(const Context &context) {
  ExprPtr any;
  for (const HostAction &action : context.program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node); point && !point->apart) {
      ExprPtr one = lowerScalars(context, point->condition, 0);
      any = any ? binary(BinaryOp::LogicalOr, any, one) : one;
    }
  return any;
}

} // namespace kasane::lowering
