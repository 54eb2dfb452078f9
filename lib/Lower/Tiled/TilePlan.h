// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of tiles that make several steps at once: which kernels there are, what each launch gets, and what follows it.
#pragma once

#include "Base/FamilyPlan.h"
#include "Tiled/Tiles.h"

namespace kasane::lowering {

// The kernel of a pass, and whatever does its work for some windows, where it is `often` launched.
using KernelMaker = std::vector<Kernel> (*)(const Tiles &tiles, const std::string &suffix, bool often);

class TilePlan {
public:
  TilePlan(Context &context, KernelMaker maker);

  // A pass of `depth` steps, and what follows it. Equal cones share a kernel.
  std::vector<HStmt> pass(int depth, const ConeOptions &options);
  ConeOptions options(bool last) const;
  // A region of passes, the last of which is made in parts, of half as many steps and so on, since every other number
  // of steps is a kernel of its own:
  //
  //   29 steps by 8:  8, 8, 8, then a pass of 5 in parts of 4 and 1
  FamilyPlan region();

  FamilyPlan plan; // without a body

private:
  struct Passing {
    Cone cone;
    HPass pass;
    std::vector<HStmt> after; // flips and moves
  };
  Passing begin(int depth, const ConeOptions &options);
  static void flipAtOnce(Passing &passing);
  int kernelFor(const Tiles &tiles, const ConeOptions &options);
  void act(Passing &passing, int step);
  int endingFor(const ConeOptions &last);
  bool movesPointers() const;
  HLaunch launch(const Tiles &tiles, int index, std::vector<HStmt> &flips);

  Context &context_;
  KernelMaker maker_;
  bool everyStep_;
  std::vector<FieldId> orbit_;
  std::vector<std::string> next_;
  std::vector<std::pair<Cone, int>> kernels_; // of the plan
  std::vector<ConeOptions> endings_;          // of the plan, by their last step
};

} // namespace kasane::lowering
