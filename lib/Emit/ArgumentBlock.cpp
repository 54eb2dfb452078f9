// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Emit/Emit.h"

namespace kasane {

std::string argumentBlock(const LoopNest &nest) {
  std::string out = "struct " + nest.name + "_args {\n  void *call[8]; /* the runtime's */\n";
  for (const HostBuffer &buffer : nest.host.buffers)
    out += "  void *" + buffer.base + "; /* " + buffer.name + " */\n";
  for (const HostScalar &scalar : nest.host.scalars)
    out += (isFloat(scalar.type) ? "  double f_" : "  long long n_") + scalar.name + ";\n";
  return out + "};\n";
}

} // namespace kasane
