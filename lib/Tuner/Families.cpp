// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Families.h"

namespace kasane::tuning {

// (Where a test may end the region, every number of steps is a stream's kernel more.)
Families::Families(const StencilProgram &program, const TargetInfo &target, const Machine &machine, bool isWhole)
    : tiles_(program.time && allows(Family::Overlap, program, target)),
      streams_(program.time && machine.kind == MachineClass::Gpu && !stops(program) &&
               allows(Family::Pipeline, program, target)),
      diamonds_(isWhole && program.time && machine.kind != MachineClass::Gpu &&
                allows(Family::Diamond, program, target)),
      pivots_(isWhole && program.time && allows(Family::Pivot, program, target)),
      maps_(isWhole && target.workGroups && allows(Family::Mapped, program, target)),
      rows_(isWhole && program.time && allows(Family::Rows, program, target)) {}

bool Families::mayBe(Family family) const {
  switch (family) {
  case Family::Overlap:
    return tiles_;
  case Family::Pipeline:
    return streams_;
  case Family::Diamond:
    return diamonds_;
  case Family::Pivot:
    return pivots_;
  case Family::Mapped:
    return maps_;
  case Family::Rows:
    return rows_;
  case Family::Families:
  case Family::Classes:
    return false;
  default:
    return true;
  }
}

} // namespace kasane::tuning
