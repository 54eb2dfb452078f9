// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Machine/Machine.h"

namespace kasane {

std::string nameOf(MachineClass kind) {
  static const char *const kNames[] = {"gpu", "phi", "cpu"};
  return kNames[static_cast<int>(kind)];
}

int64_t lineOf(const Machine &machine) {
  if (machine.line)
    return machine.line;
  return machine.kind == MachineClass::Gpu ? 128 : 64;
}

int64_t issueSlotsOf(const Machine &machine) { return machine.issueSlots ? machine.issueSlots : 4; }

int64_t busyItemsOf(const Machine &machine) { return machine.registers.busyItems ? machine.registers.busyItems : 640; }

int64_t crowdedItemsOf(const Machine &machine) {
  return machine.registers.crowdedItems ? machine.registers.crowdedItems : 384;
}

} // namespace kasane
