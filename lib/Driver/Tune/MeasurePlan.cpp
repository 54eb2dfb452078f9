// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tune/MeasurePlan.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr const char *kSteps = "ksn_measured_steps";
constexpr const char *kStops = "ksn_measured_stops"; // always 0
constexpr int kRounds = 64;

std::string whyNot(const StencilProgram &program) {
  if (hasHostPoints(program))
    return "host code runs in its time loop";
  if (hasLeaves(program))
    return "how many blocks there are is not known";
  for (const Field &field : program.fields) {
    if (field.rows)
      return "'" + field.name + "' is a table of row pointers, and how its rows lie is not known";
    if (field.has[0] && !field.hidden && (field.stride[0] != Poly(1) || field.apart != 1))
      return "elements of '" + field.name + "' stand " + (field.stride[0] * Poly(field.apart)).str() +
             " apart, and what lies between them is not known";
  }
  return "";
}

// Whoever calls says how many steps are made, and no test ends them: it is computed as ever, but data decide nothing.
StencilProgram forCalls(StencilProgram program) {
  if (program.time) {
    program.params.push_back({kSteps, ScalarType::I64, kSteps});
    program.time->hi = program.time->lo + Poly::symbol(kSteps) * Poly(program.time->step);
    program.time->enter = nullptr;
  }
  if (stops(program))
    program.params.push_back({kStops, ScalarType::I32, kStops});
  for (HostAction &action : program.actions)
    if (auto *stop = std::get_if<Stop>(&action.node))
      stop->condition =
          binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ne, stop->condition, intLit(0, stop->condition->type)),
                 binary(BinaryOp::Ne, scalar(kStops, ScalarType::I32), intLit(0, ScalarType::I32)));
  return program;
}

// Chooses what nobody has said, so that the conditions hold.
class Values {
public:
  Values(const StencilProgram &program, const Problem &problem, const Sizes &sizes) : values_(problem.values) {
    for (const std::string &name : shapeParams(program))
      if (values_.emplace(name, 1).second)
        free_.push_back(name); // before those that lengths depend on
    for (const auto &[name, value] : problem.values)
      if (!isGiven(program, sizes, name))
        free_.push_back(name);
  }

  bool makeHold(const Guard &guard) {
    const int64_t now = valueOf(guard.value);
    if (now >= 0)
      return true;
    for (const std::string &name : free_)
      if (const auto factor = guard.value.coefficientOf(name))
        if (const int64_t each = valueOf(*factor);
            each && tryStep(name, (-now + std::abs(each) - 1) / std::abs(each) * (each > 0 ? 1 : -1)))
          return true;
    return false;
  }

  int64_t valueOf(const Poly &poly) const {
    return poly
        .evaluate([&](const std::string &name) -> std::optional<int64_t> {
          const auto found = values_.find(name);
          return found == values_.end() ? 1 : found->second;
        })
        .value_or(-1);
  }

  const Sizes &all() const { return values_; }

private:
  static bool isGiven(const StencilProgram &program, const Sizes &sizes, const std::string &name) {
    return sizes.count(name) || std::ranges::any_of(program.params, [&](const Param &param) {
             return param.name == name && sizes.count(param.text);
           });
  }

  bool tryStep(const std::string &name, int64_t step) {
    int64_t &value = values_[name];
    if (value + step < 0)
      return false;
    value += step;
    return true;
  }

  Sizes values_;
  std::vector<std::string> free_;
};

// The condition that can't be met, or "". Meeting one may break another.
std::string settle(Values &values, const std::vector<Guard> &guards) {
  for (int round = 0; round < kRounds; ++round) {
    const auto broken =
        std::ranges::find_if(guards, [&](const Guard &guard) { return values.valueOf(guard.value) < 0; });
    if (broken == guards.end())
      return "";
    if (!values.makeHold(*broken) || round + 1 == kRounds)
      return "no sizes are known for which " + broken->value.str() + " >= 0 (else " + broken->reason +
             "); --size says them";
  }
  return "";
}

} // namespace

MeasurePlan measurePlan(const StencilProgram &program, const std::vector<Guard> &guards, const Sizes &sizes) {
  MeasurePlan plan;
  plan.why = whyNot(program);
  if (!plan.why.empty())
    return plan;
  const Problem problem = problemOf(program, sizes);
  Values values(program, problem, sizes);
  plan.why = settle(values, guards);
  plan.program = forCalls(program);
  plan.values.integers = values.all();
  plan.values.steps = kSteps;
  if (program.time) {
    const int64_t most =
        values.valueOf(program.time->hi - program.time->lo + Poly(program.time->step - 1)) / program.time->step;
    plan.steps = std::max<int64_t>(std::min(problem.steps, most), 1);
    plan.values.integers[kSteps] = plan.steps;
  }
  if (stops(program))
    plan.values.integers[kStops] = 0;
  return plan;
}

} // namespace kasane
