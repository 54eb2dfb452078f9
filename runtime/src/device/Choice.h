// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of several devices: KASANE_DEVICE (a number, or a part of a name), else `usual`; -1: none of them.
#ifndef KASANE_RT_CHOICE_H
#define KASANE_RT_CHOICE_H

#include "base/Error.h"

int ksn_choose_device(const char *kind, int count, char (*names)[256], int usual, ksn_why *why);

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/OpenaccTest.cpp, tests/unit/runtime/ExampleTest.cpp
