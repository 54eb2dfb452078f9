// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KASANE_CHECK: our own mistakes. A user's mistake is a Diagnostic, never a failed check.
#pragma once

namespace kasane {
[[noreturn]] void checkFailed(const char *condition, const char *file, int line);
}

#define KASANE_CHECK(condition)                                                                                        \
  ((condition) ? static_cast<void>(0) : ::kasane::checkFailed(#condition, __FILE__, __LINE__))

// Tests: tests/driver/hostile.test
