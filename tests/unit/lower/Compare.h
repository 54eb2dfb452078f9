// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program under a schedule: the loop nest leaves what the program leaves, in every array.
#pragma once

#include "Execute.h"
#include "Programs.h"
#include "kasane/Lower/Lower.h"

namespace kasane::execution {

using namespace kasane::build;

struct Case {
  const char *name;
  StencilProgram program;
};

struct Choice {
  Family family;
  std::array<int64_t, 3> tile;
  int depth;
  std::array<int64_t, 3> group = {1, 1, 1};
  bool heldOnChip = false;
  bool abreast = false;
  int64_t rimParts = 1;
};

// Hidden fields are bound to whatever; nobody sees it.
inline std::vector<FieldId> withoutHidden(const StencilProgram &program, std::vector<FieldId> bound) {
  for (size_t f = 0; f < bound.size(); ++f)
    if (program.fields[f].hidden)
      bound[f] = -1;
  return bound;
}

// Stretches of at most `depth` steps; one with host code, which withHostCode gives the steps 1, 4, ..,
// is a pass of its own.
inline size_t passesOf(const StencilProgram &program, int64_t steps, int depth) {
  int64_t passes = 0, stretch = 0;
  for (int64_t t = 0; t < steps; ++t)
    if (hasHostPoints(program) && t % 3 == 1) {
      passes += (stretch + depth - 1) / depth + 1;
      stretch = 0;
    } else {
      ++stretch;
    }
  return static_cast<size_t>(passes + (stretch + depth - 1) / depth);
}

inline Schedule scheduleOf(const Case &c, const Choice &choice) {
  Schedule schedule;
  const bool isOfDevice = choice.family == Family::Pipeline || choice.abreast;
  schedule.target = isOfDevice ? "opencl" : "openmp";
  schedule.rowLoops = !isOfDevice;
  schedule.abreast = choice.abreast;
  schedule.family = choice.family;
  schedule.tile = choice.tile;
  schedule.group = choice.group;
  for (int a = c.program.rank; a < 3; ++a)
    schedule.tile[a] = 1;
  for (int a = std::max(c.program.rank - 1, 1); a < 3; ++a)
    schedule.group[a] = 1; // planes are streamed, but for a line's only one
  schedule.depth = choice.depth;
  schedule.heldOnChip = choice.heldOnChip;
  schedule.rimParts = choice.rimParts;
  return schedule;
}

inline void compareRun(const Case &c, int depth, const LoopNest &nest, const Scalars &scalars) {
  SCOPED_TRACE(std::to_string(scalars.at("nx")) + " wide, " + std::to_string(scalars.at("steps")) + " steps");
  Memory before = filled(c.program, scalars);
  Outcome expected = execute(c.program, scalars, before), actual = execute(nest, scalars, before);
  EXPECT_EQ(actual.seen, std::vector<std::string>());
  actual.bound.resize(expected.bound.size()); // without the levels of hidden fields
  EXPECT_EQ(withoutHidden(c.program, actual.bound), withoutHidden(c.program, expected.bound));
  EXPECT_EQ(actual.variables, expected.variables);
  const std::vector<std::string> &scratch = c.program.clauses.scratch;
  for (size_t f = 0; f < actual.memory.size(); ++f)
    if (std::find(scratch.begin(), scratch.end(), c.program.fields[f].name) != scratch.end())
      actual.memory[expected.bound[f]] = expected.memory[expected.bound[f]];
  for (size_t f = 0; f < actual.memory.size() && !testing::Test::HasFailure(); ++f)
    for (size_t i = 0; i < actual.memory[f].size() && !c.program.fields[f].hidden; ++i)
      EXPECT_EQ(actual.memory[f][i], expected.memory[f][i]) << c.program.fields[f].name << " at " << i;
  int64_t steps = static_cast<int64_t>(expected.passes.size());
  EXPECT_EQ(actual.passes.size(), passesOf(c.program, steps, depth));
}

// One loop nest for all of these parameters.
inline void compare(const Case &c, const Choice &choice, const std::vector<Scalars> &runs) {
  const Schedule schedule = scheduleOf(c, choice);
  SCOPED_TRACE(std::string(c.name) + ", " + print(schedule));
  ASSERT_EQ(verify(c.program), "");
  const LoopNest nest = lower(c.program, {}, schedule);
  ASSERT_EQ(verify(nest), "");
  for (const Scalars &scalars : runs)
    compareRun(c, choice.depth, nest, scalars);
}

} // namespace kasane::execution
