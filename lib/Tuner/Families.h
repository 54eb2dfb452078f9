// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which schedule families are looked at for a program on a target and a machine, where nothing is pinned.
//
//   heat in 2D, openmp:     sweep, overlap, diamond
#pragma once

#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Pins.h"

namespace kasane::tuning {

class Families {
public:
  // `isWhole`: kernels may be those that can't be launched on a part of the planes.
  Families(const StencilProgram &program, const TargetInfo &target, const Machine &machine, bool isWhole = true);
  bool mayBe(Family family) const;

private:
  bool tiles_, streams_, diamonds_, pivots_, maps_, rows_;
};

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp, tests/unit/tuner/DiamondWorkTest.cpp
