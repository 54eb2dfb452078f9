// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Machine/Machine.h"

namespace kasane {

std::string nameOf(MachineClass kind) {
  static const char *const kNames[] = {"gpu", "phi", "cpu"};
  return kNames[static_cast<int>(kind)];
}

int64_t lineOf(const Machine &machine) {
  return machine.line ? machine.line : machine.kind == MachineClass::Gpu ? 128 : 64;
}

} // namespace kasane
