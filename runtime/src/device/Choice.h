// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of several devices: KASANE_DEVICE (a number, or a part of a name), else `usual`; -1: none of them.
// KASANE_DEVICES: which ones, and how many; without it one. Where several processes were started together, each takes
// one, by its number on this machine: of those that KASANE_DEVICES names, else of the usual ones.
#ifndef KASANE_RT_CHOICE_H
#define KASANE_RT_CHOICE_H

#include "base/Error.h"

int ksn_choose_device(const char *kind, int count, char (*names)[256], int usual, ksn_why *why);
enum { KSN_MOST_CARDS = 64 };
int ksn_choose_devices(const char *kind, int count, char (*names)[256], int chosen[KSN_MOST_CARDS], ksn_why *why);

int ksn_in_turn(const int *list, int count); // of these, that is usual

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/OpenaccTest.cpp, tests/unit/runtime/ExampleTest.cpp
