// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of targets whose kernels the runtime starts: the grid, the group, and the arguments by address.
#include "Dialect.h"

#include <algorithm>

namespace kasane::emission {

std::array<int64_t, kMaxAxes> largestGroup(const LoopNest &nest) {
  const auto items = [](const Kernel &k) { return k.group[0] * k.group[1] * k.group[2]; };
  const auto largest = std::max_element(nest.kernels.begin(), nest.kernels.end(),
                                        [&](const Kernel &a, const Kernel &b) { return items(a) < items(b); });
  return largest == nest.kernels.end() ? std::array<int64_t, kMaxAxes>{1, 1, 1} : largest->group;
}

std::string launchByName(const LoopNest &nest, const HLaunch &launch, const std::string &indent) {
  const Kernel &kernel = nest.kernels[launch.kernel];
  std::string groups, args;
  for (int a = 0; a < kMaxAxes; ++a) {
    const GridAxis &axis = kernel.grid[a];
    std::string span = text(hostDialect(), sub(axis.hi, axis.lo));
    groups += (a ? ", " : "") + (a < nest.rank ? "ksn_groups(" + span + ", " + std::to_string(axis.step) + ")" : "1");
  }
  for (const BufferArg &buffer : launch.buffers)
    args += (args.empty() ? "KSN_ARG(" : ", KSN_ARG(") + memoryOf(buffer) + ")";
  for (const ExprPtr &scalar : launch.scalars)
    args += (args.empty() ? "KSN_ARG(" : ", KSN_ARG(") + text(hostDialect(), scalar) + ")";
  std::string group = std::to_string(kernel.group[0]) + ", " + std::to_string(kernel.group[1]) + ", " +
                      std::to_string(kernel.group[2]);
  std::string inner = indent + "  ";
  return indent + "{\n" + inner + "const size_t ksn_grid[3] = {" + groups + "}, ksn_group[3] = {" + group + "};\n" +
         inner + "const ksn_arg ksn_args[] = {" + args + "};\n" + inner + "ksn_launch(&ksn_r, \"" + kernel.name +
         "\", ksn_grid, ksn_group, (int)(sizeof ksn_args / sizeof ksn_args[0]), ksn_args);\n" + indent + "}\n";
}

} // namespace kasane::emission
