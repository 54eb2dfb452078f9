// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Support/Check.h"

#include <cstdio>
#include <cstdlib>

void kasane::checkFailed(const char *condition, const char *file, int line) {
  std::fprintf(stderr, "kasane: internal error: %s does not hold at %s:%d; please report it with the input\n",
               condition, file, line);
  std::abort();
}
