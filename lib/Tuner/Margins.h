// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much faster a schedule must be predicted to be, to be taken instead of another: the model is not exact, and it
// compares schedules of one family better than those of two. A margin is the new time in parts of the old one, at most.
//
//   0.7    30 % less time, or the search stays where it is
#pragma once

#include "kasane/Schedule/Pins.h"
#include "kasane/Tuner/Choose.h"

namespace kasane::tuning {

class Margins {
public:
  Margins(const CostModel &model, const StencilProgram &program, const Pins &pins, const TargetInfo &target,
          const Machine &machine)
      : model_(model), program_(program), pins_(pins), target_(target), machine_(machine) {}

  bool isBetter(const Candidate &found, const Candidate &best) const;
  double between(const Schedule &from, const Schedule &to) const;
  double ofFamily(const Schedule &to) const; // from sweeps to this one
  double ofStep(const Schedule &from) const; // to a neighbour of its own family

private:
  const CostModel &model_;
  const StencilProgram &program_;
  const Pins &pins_;
  const TargetInfo &target_;
  const Machine &machine_;
};

} // namespace kasane::tuning
