// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arrays the program says are kept: those of all statements under #pragma stencil keep that are running.
#ifndef KASANE_RT_SCOPES_H
#define KASANE_RT_SCOPES_H

#include "base/Base.h"

void ksn_scope_begins(const void *array, size_t bytes); // 0: a pointer's, what begins there
void ksn_scope_ends(const void *array);
int ksn_has_scopes(void);
int ksn_is_in_array(const void *home, const void *array, size_t bytes);
int ksn_is_in_scope(const void *home);

#endif
// Tests: tests/unit/runtime/OpenclTest.cpp, tests/unit/runtime/PartsKeptTest.cpp
