// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Emit/Emit.h"

namespace kasane {

std::string argumentBlock(const LoopNest &nest) {
  std::string out = "struct " + nest.name + "_args {\n  void *call[8]; /* the runtime's */\n";
  for (const HostBuffer &buffer : nest.host.buffers)
    if (!buffer.hidden)
      out += "  void *" + buffer.base + "; /* " + buffer.name + " */\n";
  for (const HostScalar &scalar : nest.host.scalars)
    out += (isFloat(scalar.type) ? "  double f_" : "  long long n_") + scalar.name + ";\n";
  for (const HostVariable &variable : nest.host.variables)
    if (variable.shared)
      out += (isFloat(variable.type) ? "  double f_" : "  long long n_") + variable.name + ";\n";
  const bool mayStop = nest.host.points || nest.host.hasHostCode;
  if (mayStop)
    out += "  long long point, time; /* which host code is to run, and in which step */\n";
  if (nest.host.stops || mayStop)
    out += "  long long steps_done, broke; /* steps begun; 1 when the last one was left by a break */\n";
  return out + "};\n";
}

} // namespace kasane
