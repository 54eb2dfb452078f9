// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ghosts.h"

#include "Overlap/Overlap.h"
#include "Sweep/Sweep.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

class GhostPlan {
public:
  GhostPlan(Context &context, Context &interior, const std::vector<size_t> &refreshes)
      : program_(context.program), tiles_(tilePasses(interior)), plan_(std::move(tiles_.plan)) {
    std::vector<HStmt> step = sweepStep(context, plan_, true);
    sweeps_ = std::get<HPass>(step.front().node);
    sweeps_.body.insert(sweeps_.body.end(), step.begin() + 1, step.end()); // the moves become a part of it
    for (size_t stage : refreshes)
      addRefreshes(stage);
  }

  FamilyPlan run(int depth) {
    plan_.body.push_back({HRepeat{depth, pass(depth, false)}});
    HByRemaining end;
    for (int left = 1; left <= depth; ++left)
      end.cases.push_back(pass(left, true));
    plan_.body.push_back({std::move(end)});
    return std::move(plan_);
  }

private:
  // The stage's launch, for every buffer that its names reach in some step.
  void addRefreshes(size_t stage) {
    const std::string kernel = program_.name + "_sweep" + std::to_string(stage);
    for (const HStmt &stmt : sweeps_.body) {
      const auto *launch = std::get_if<HLaunch>(&stmt.node);
      if (!launch || plan_.kernels[launch->kernel].name != kernel)
        continue;
      auto isAsBefore = [&](const HLaunch &other) {
        return std::equal(other.buffers.begin(), other.buffers.end(), launch->buffers.begin(),
                          [](const BufferArg &a, const BufferArg &b) { return a.name == b.name; });
      };
      HLaunch next = *launch;
      do {
        refreshes_.push_back({next});
        for (BufferArg &buffer : next.buffers)
          buffer.name = program_.rotation[buffer.name];
      } while (!isAsBefore(next));
    }
  }

  static HStmt counted(HPass pass, int steps) {
    pass.counted = steps;
    return {std::move(pass)};
  }

  std::vector<HStmt> pass(int steps, bool last) const {
    if (steps == 1)
      return {{sweeps_}};
    std::vector<HStmt> out = {counted(sweeps_, steps)};
    int inTiles = steps - (last ? 2 : 1);
    if (inTiles > 0) {
      for (const HStmt &stmt : tiles_.bySteps[inTiles - 1])
        out.push_back(std::holds_alternative<HPass>(stmt.node) ? counted(std::get<HPass>(stmt.node), 0) : stmt);
      out.insert(out.end(), refreshes_.begin(), refreshes_.end());
    }
    if (last)
      out.push_back(counted(sweeps_, 0));
    return out;
  }

  const StencilProgram &program_;
  TilePasses tiles_;
  FamilyPlan plan_;
  HPass sweeps_;                 // one step
  std::vector<HStmt> refreshes_; // make the ghosts of all arrays anew
};

} // namespace

FamilyPlan lowerGhosts(Context &context, Context &interior, const std::vector<size_t> &refreshes) {
  return GhostPlan(context, interior, refreshes).run(context.schedule.depth);
}

} // namespace kasane::lowering
