// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The region function: the host plan as C over the runtime's API, the same for every target but for launches. In: a
// target's text and a loop nest. Out: the function, and what other files say of the host.
#pragma once

#include "Dialect.h"

namespace kasane::emission {

std::string number(double value);
std::string regionFunction(const TargetText &target, const LoopNest &nest, const EmitOptions &options);
std::string_view runtimeType(ScalarType type);             // "KSN_F32"
std::string memoryOf(const BufferArg &arg);                // "fields[at[0]].mem"
std::string exactHost(const std::vector<LoopNest> &nests); // under strict: no C compiler may fuse what it compiles here
std::string hostPragmas(const std::vector<LoopNest> &nests); // that, and under fast what lets a C compiler reassociate

} // namespace kasane::emission
