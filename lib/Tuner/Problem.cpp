// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/Problem.h"

#include "kasane/Analysis/Footprint.h"

#include <algorithm>

namespace kasane {
namespace {

// A grid beyond every cache, small enough for any machine's memory; for cards one that is worth the way there.
int64_t assumedLength(int rank, MachineClass kind) {
  static constexpr int64_t kLengths[] = {1 << 24, 1 << 12, 1 << 8}, kOnCards[] = {1 << 26, 1 << 13, 1 << 9};
  return (kind == MachineClass::Gpu ? kOnCards : kLengths)[rank - 1];
}
constexpr int64_t kAssumedSteps = 100;
constexpr int64_t kAssumedLeaves = 4096; // of 16 x 16 x 16 cells they are such a grid

std::optional<int64_t> givenFor(const StencilProgram &program, const Sizes &sizes, const std::string &symbol) {
  auto size = sizes.find(symbol);
  for (const Param &param : program.params)
    if (size == sizes.end() && param.name == symbol)
      size = sizes.find(param.text);
  return size == sizes.end() ? std::nullopt : std::optional(size->second);
}

int64_t valueOf(const Poly &poly, const Problem &problem) {
  return poly
      .evaluate([&](const std::string &symbol) -> std::optional<int64_t> {
        auto value = problem.values.find(symbol);
        return value == problem.values.end() ? 0 : value->second;
      })
      .value_or(0);
}

// Of the symbols that nobody gave a value.
bool assumeFor(const StencilProgram &program, const Sizes &sizes, const Poly &poly, int64_t value, Problem &problem) {
  bool assumed = false;
  for (const std::string &symbol : poly.symbols()) {
    std::optional<int64_t> given = givenFor(program, sizes, symbol);
    assumed |= !given;
    problem.values.emplace(symbol, given.value_or(value));
  }
  return assumed;
}

// Rows and columns that go with the time do so along the grid; sizes are as they are halfway.
bool assumeTime(const StencilProgram &program, const Sizes &sizes, MachineClass kind, Problem &problem) {
  if (!program.time || !followsTime(program))
    return false;
  const Poly both = program.time->lo + program.time->hi;
  const bool assumed = assumeFor(program, sizes, both, assumedLength(program.rank, kind), problem);
  problem.values[kTimeSymbol] = valueOf(both, problem) / 2;
  return assumed;
}

// From the first cell of any step to the last one of any, where steps have cells of their own.
int64_t lengthInAllSteps(const StencilProgram &program, int axis, Problem problem) {
  std::optional<int64_t> first, last;
  for (const Poly &time : {program.time->lo, program.time->hi - Poly(1)}) {
    problem.values[kTimeSymbol] = valueOf(time, problem);
    for (const Stage &stage : program.stages) {
      const int64_t lo = valueOf(stage.domain[axis].lo, problem), hi = valueOf(stage.domain[axis].hi, problem);
      first = std::min(first.value_or(lo), lo);
      last = std::max(last.value_or(hi), hi);
    }
  }
  return last.value_or(1) - first.value_or(0);
}

int64_t stepsOf(const StencilProgram &program, const Sizes &sizes, Problem &problem) {
  if (!program.time)
    return 1;
  const Poly span = program.time->hi - program.time->lo;
  if (assumeFor(program, sizes, span, kAssumedSteps, problem) && !followsTime(program))
    return program.clauses.steps.value_or(kAssumedSteps);
  return std::max<int64_t>(valueOf(span, problem) / program.time->step, 1);
}

} // namespace

std::array<int64_t, 3> lengthOf(const Box &domain, const Problem &problem) {
  std::array<int64_t, 3> out;
  for (int a = 0; a < 3; ++a)
    out[a] = std::max<int64_t>(valueOf(domain[a].hi - domain[a].lo, problem), 1);
  return out;
}

std::array<int64_t, 3> lengthOf(const Stage &stage, const Problem &problem) {
  std::array<int64_t, 3> out = lengthOf(stage.domain, problem);
  if (stage.leaves)
    out[2] *= std::max<int64_t>(valueOf(stage.leaves->hi - stage.leaves->lo, problem), 1);
  return out;
}

double updatesOf(const StencilProgram &program, const Problem &problem) {
  double updates = 0;
  for (const Stage &stage : program.stages) {
    double cells = 1;
    for (const int64_t length : lengthOf(stage, problem))
      cells *= static_cast<double>(length);
    updates += cells;
  }
  return updates;
}

Problem problemOf(const StencilProgram &program, const Sizes &sizes, MachineClass kind) {
  Problem problem;
  const bool isTimeAssumed = assumeTime(program, sizes, kind, problem);
  std::array<bool, kMaxAxes> isAssumed{isTimeAssumed, isTimeAssumed, isTimeAssumed};
  for (int a = 0; a < program.rank; ++a)
    for (const Stage &stage : program.stages)
      isAssumed[a] |= assumeFor(program, sizes, stage.domain[a].hi, assumedLength(program.rank, kind), problem);
  for (int a = 0; a < program.rank; ++a) { // what no upper bound has is where cells begin
    for (const Stage &stage : program.stages)
      isAssumed[a] |= assumeFor(program, sizes, stage.domain[a].lo, 0, problem);
    if (isAssumed[a])
      problem.assumed.push_back(program.axisNames[a]);
  }
  bool areAssumed = false;
  for (const Stage &stage : program.stages)
    if (stage.leaves)
      areAssumed |= assumeFor(program, sizes, stage.leaves->hi, kAssumedLeaves, problem) |
                    assumeFor(program, sizes, stage.leaves->lo, 0, problem);
  if (areAssumed)
    problem.assumed.push_back("leaves");
  for (const Stage &stage : program.stages) {
    std::array<int64_t, 3> halo{}, length = lengthOf(stage, problem);
    for (const FieldAccess &access : footprintOf(stage).fields)
      for (int a = 0; a < program.rank; ++a)
        if (int64_t span = access.reach().hi[a] - access.reach().lo[a]; span < length[a]) // else it wraps around
          halo[a] = std::max(halo[a], span);
    for (int a = 0; a < program.rank; ++a)
      problem.grid[a] = std::max(problem.grid[a], length[a] + halo[a]);
  }
  for (int a = 0; a < program.rank && program.time && followsTime(program); ++a)
    problem.grid[a] = std::max(problem.grid[a], lengthInAllSteps(program, a, problem));
  problem.steps = stepsOf(program, sizes, problem);
  return problem;
}

} // namespace kasane
