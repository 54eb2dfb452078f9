// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fp=strict promises the host's bits. A device's try kernels work on KSN_TRIES triples a, b, c of kinds of
// arithmetic: r[n] = a*b + c, r[count + n] = a/b, r[2*count + n] = sqrt(a), r[3*count + n] = a*(b*TINY).
#ifndef KASANE_RT_EXACT_H
#define KASANE_RT_EXACT_H

#include "base/Error.h"

enum { KSN_TRIES = 1024, KSN_TRY_KINDS = 4 };
void ksn_try_arguments(void *arguments, int is_double);
// -1 and what differs from the host's results, by type and kind.
int ksn_judge_tries(const char *device, const void *results, int is_double, const char *remedy, ksn_why *why);

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/OpenaccTest.cpp
