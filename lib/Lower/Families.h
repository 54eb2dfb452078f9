// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A schedule family turns a program into kernels and the passes that launch them, over buffers that a placement
// provides.
#pragma once

#include "Context.h"

#include <map>

namespace kasane::lowering {

// How a Gather is collected in parts.
struct PartsOf {
  int kernel;
  int first;                      // of its buffers in the host plan, where they stand behind the fields
  std::vector<FieldId> fields;    // that the kernel reads
  std::vector<std::string> names; // of its buffers
};

struct FamilyPlan {
  std::vector<Kernel> kernels;
  std::vector<HostSpare> spares;
  std::map<std::string, PartsOf> parts; // by what is collected
  std::vector<HostBuffer> partBuffers;
  std::vector<HStmt> body; // the passes
  std::vector<std::vector<HStmt>> endings;
};

FamilyPlan lowerSweep(Context &context);
FamilyPlan lowerOverlap(Context &context);
FamilyPlan lowerPipeline(Context &context);
// Overlap where ghost planes are refreshed by `refreshes`, stages of the program; `interior` is the program without
// them.
FamilyPlan lowerGhosts(Context &context, Context &interior, const std::vector<size_t> &refreshes);

// One step by sweeps; `acts`: with what the host does in it.
std::vector<HStmt> sweepStep(Context &context, FamilyPlan &plan, bool acts);
// Overlapped tiles of 1, 2, .. depth - 1 steps, which leave every written array as the original does.
struct TilePasses {
  FamilyPlan plan; // without a body
  std::vector<std::vector<HStmt>> bySteps;
};
TilePasses tilePasses(Context &context);

// The step scalars of the pass's level `step`, to be computed before its kernels are launched.
std::vector<HStmt> stepScalars(const Context &context, int step);

// Placement in core: every buffer stays where the kernels work over the whole region.
HostPlan placeInCore(const Context &context, const std::vector<Guard> &guards, FamilyPlan plan);

} // namespace kasane::lowering
