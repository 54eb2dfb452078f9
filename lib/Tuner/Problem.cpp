// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/Problem.h"

#include "kasane/Analysis/Footprint.h"

#include <algorithm>

namespace kasane {
namespace {

// A grid beyond every cache, small enough for any machine's memory.
int64_t assumedLength(int rank) {
  static constexpr int64_t kLengths[] = {1 << 24, 1 << 12, 1 << 8};
  return kLengths[rank - 1];
}
constexpr int64_t kAssumedSteps = 100;

class Lengths {
public:
  Lengths(const StencilProgram &program, const Sizes &sizes) : program_(program), sizes_(sizes) {}

  // `assumed` is set where a symbol had to be assumed.
  int64_t valueOf(const Poly &poly, int64_t otherwise, bool &assumed) const {
    return *poly.evaluate([&](const std::string &symbol) -> std::optional<int64_t> {
      if (std::optional<int64_t> given = givenFor(symbol))
        return *given;
      assumed = true;
      return otherwise;
    });
  }

private:
  std::optional<int64_t> givenFor(const std::string &symbol) const {
    auto size = sizes_.find(symbol);
    for (const Param &param : program_.params)
      if (size == sizes_.end() && param.name == symbol)
        size = sizes_.find(param.text);
    return size == sizes_.end() ? std::nullopt : std::optional(size->second);
  }

  const StencilProgram &program_;
  const Sizes &sizes_;
};

} // namespace

Problem problemOf(const StencilProgram &program, const Sizes &sizes) {
  const Lengths lengths(program, sizes);
  Problem problem;
  for (int a = 0; a < program.rank; ++a) {
    int64_t longest = 0;
    bool assumed = false;
    for (const Stage &stage : program.stages) {
      int64_t halo = 0;
      for (const FieldAccess &access : footprintOf(stage).fields)
        halo = std::max(halo, access.reach().hi[a] - access.reach().lo[a]);
      const Poly length = stage.domain[a].hi - stage.domain[a].lo;
      longest = std::max(longest, lengths.valueOf(length, assumedLength(program.rank), assumed) + halo);
    }
    problem.grid[a] = longest > 0 ? longest : assumedLength(program.rank);
    if (assumed)
      problem.assumed.push_back(program.axisNames[a]);
  }
  if (!program.time)
    return problem;
  bool assumed = false;
  const int64_t span = lengths.valueOf(program.time->hi - program.time->lo, kAssumedSteps, assumed);
  problem.steps = assumed ? program.clauses.steps.value_or(kAssumedSteps) : span / program.time->step;
  problem.steps = std::max<int64_t>(problem.steps, 1);
  return problem;
}

} // namespace kasane
