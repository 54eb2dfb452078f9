// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Schedule/Schedule.h"

namespace kasane {
namespace {
std::string list(const std::array<int64_t, 3> &values) {
  return std::to_string(values[0]) + "x" + std::to_string(values[1]) + "x" + std::to_string(values[2]);
}
} // namespace

std::string nameOf(Family family) { return family == Family::Sweep ? "sweep" : "overlap"; }
std::string nameOf(Placement) { return "in core"; }
std::string nameOf(FpMode fp) {
  return fp == FpMode::Strict ? "strict" : fp == FpMode::Contract ? "contract" : "fast";
}

std::string print(const Schedule &s) {
  return "schedule " + s.target + " " + nameOf(s.family) + " tile " + list(s.tile) + " group " + list(s.group) +
         " depth " + std::to_string(s.depth) + " " + nameOf(s.placement) + " fp " + nameOf(s.fp) + "\n";
}

} // namespace kasane
