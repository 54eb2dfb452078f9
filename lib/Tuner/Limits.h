// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What no schedule may exceed, however fast it is predicted to be. In: a schedule. Out: why it can't be, or "".
#pragma once

#include "kasane/Schedule/Pins.h"
#include "kasane/Tuner/CostModel.h"

namespace kasane::tuning {

class Limits {
public:
  Limits(const CostModel &model, const StencilProgram &program, const Pins &pins, const TargetInfo &target,
         const Machine &machine, const Problem &problem);

  // A pinned depth is the user's affair.
  std::string refusal(const Schedule &s, bool asPinned) const;
  std::string tooMuchCode(const Schedule &s) const;

private:
  std::string notWorthIt(const Schedule &s) const;
  std::string notJoined(const Schedule &s) const;
  std::string tooManyRegisters(const Schedule &s, bool asPinned) const;
  bool hasRegisters(double registers, const Schedule &s) const;

  const CostModel &model_;
  const StencilProgram &program_;
  const Pins &pins_;
  const TargetInfo &target_;
  const Machine &machine_;
  const Problem &problem_;
  int64_t room_; // for a tile's arrays
};

} // namespace kasane::tuning
