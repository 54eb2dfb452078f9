// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that are C functions with loops over tiles, for targets whose compilers share out loops. In: a kernel. Out:
// its parameters, and the heads of its loops under their pragma.
#pragma once

#include "Dialect.h"

namespace kasane::emission {

struct TilePragma {
  std::string words, clauses; // before and behind `collapse`
};
std::string functionParameters(const Dialect &dialect, const Kernel &kernel); // buffers are distinct memory
std::string tileLoops(const Dialect &dialect, const Kernel &kernel, int rank, std::string indent,
                      const TilePragma &pragma);

} // namespace kasane::emission
