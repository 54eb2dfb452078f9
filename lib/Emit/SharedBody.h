// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that differ in a few statements are one function of a constant, which says whose body it is. In: kernels as
// they are to be printed. Out: the functions, for kernels whose text becomes shorter by it.
//
//   first { a; b; }   second { a; c; b; }     ->     f<variant> { a;  if (variant == 1) { c; }  b; }
//
// A compiler sees each kernel's own statements once the constant is known, and makes of them what it made before.
#pragma once

#include "BodyVariants.h"
#include "Dialect.h"

#include "kasane/IR/LoopNest.h"

#include <functional>

namespace kasane::emission {

struct SharedBody {
  std::vector<size_t> kernels; // kernel kernels[v] is variant v
  Kernel function;             // with the parameters of all of them, over kVariant
};

// Their bodies define all that a target gives them: where a tile begins, for one.
std::vector<SharedBody> sharedBodies(const Dialect &dialect, const std::vector<Kernel> &kernels);

// How a target spells kernels: one by itself; a function that several share; and one that calls it.
struct KernelSpelling {
  std::function<std::string(const Kernel &)> alone;
  std::function<std::string(const SharedBody &, const std::string &name)> function;
  std::function<std::string(const Kernel &, const SharedBody &, const std::string &name, size_t variant)> call;
};
// All of them, each function before the first kernel that calls it.
std::string kernelTexts(const Dialect &dialect, const std::vector<Kernel> &all, const KernelSpelling &spelling);
// Buffers, scalars and the window's ends, as the kernel has them; `noBuffer` or 0 where it hasn't.
std::vector<std::string> argumentsOf(const Kernel &kernel, const SharedBody &shared, const std::string &noBuffer);

} // namespace kasane::emission

// Tests: tests/unit/emit/SharedBodyTest.cpp, tests/codegen/cuda/pipeline_ring.c
