// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KASANE_PROFILE=1: one line for each region at exit.
#ifndef KASANE_RT_PROFILE_H
#define KASANE_RT_PROFILE_H

#include "report/Report.h"

void ksn_print_profile(const ksn_entry *entry);

#endif
// Tests: tests/unit/runtime/RegionTest.cpp
