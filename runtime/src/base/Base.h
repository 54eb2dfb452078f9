// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each file of the runtime begins with: POSIX, and what generated code sees. Of our own includes it comes first.
#ifndef KASANE_RT_BASE_H
#define KASANE_RT_BASE_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "kasane_rt.h"

#endif
// Tests: tests/unit/runtime/ExampleTest.cpp
