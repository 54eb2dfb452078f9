// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: tiles on the inner axes stream along the slowest one, and level s of the steps works some planes
// behind level s - 1; along a single axis there is nothing to stream, and a tile goes through the levels one after the
// other. Passes of `depth` steps; what is left in the end is made in parts.
#include "LineKernel.h"
#include "PipelineKernel.h"
#include "TilePlan.h"

namespace kasane::lowering {

FamilyPlan lowerPipeline(Context &context) {
  return TilePlan(context, context.program.rank == 1 ? lineKernels : pipelineKernels).region();
}

} // namespace kasane::lowering
