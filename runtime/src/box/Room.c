// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that a program frees in each step for new one, and in which the region's results stay.
#include "base/Env.h"
#include <kasane_rt.h>
#include <malloc.h>

int ksn_has_memory(void *memory, long long bytes) {
  return !ksn_environment()->verify && (long long)malloc_usable_size(memory) >= bytes;
}
