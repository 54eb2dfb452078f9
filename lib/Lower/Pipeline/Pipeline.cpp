// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/Pipeline.h"

#include "Pipeline/LineKernel.h"
#include "Pipeline/PipelineKernel.h"
#include "Tiled/TilePlan.h"

namespace kasane::lowering {

FamilyPlan lowerPipeline(Context &context) {
  return TilePlan(context, context.program.rank == 1 ? lineKernels : pipelineKernels).region();
}

} // namespace kasane::lowering
