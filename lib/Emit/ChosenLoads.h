// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that only some cells make. In: a kernel, or a part of its body. Out: is a load chosen by a condition?
//
//   x = wet ? a[i] : b[i];      a[i] and b[i] are chosen
//   if (wet) x = a[i];          so is a[i] here
//   x = a[i]; y = wet ? x : 0;  not here
#pragma once

#include "kasane/IR/LoopNest.h"

namespace kasane::emission {

// May device compilers be told that the kernel's buffers are distinct memory? Where a condition chooses between an
// element that the kernel has just stored and one of a buffer that it only reads, NVIDIA's (580) makes one load of
// both, through the cache for memory that nobody writes, and gets the element's old value.
bool mayRestrict(const Kernel &kernel);

// Is an element of one of the kernel's buffers loaded under a condition in this part of its body?
bool loadsUnderCondition(const Kernel &kernel, const KBody &body);

} // namespace kasane::emission
