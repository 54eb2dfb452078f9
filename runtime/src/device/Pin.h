// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked memory of the host: cards copy to and from it at the link's speed, while other work goes on. In: how a
// device locks pages. The run's homes are locked from on to off, as far as `lock` gives something to unlock them by.
#ifndef KASANE_RT_PIN_H
#define KASANE_RT_PIN_H

#include "base/Base.h"

typedef struct ksn_locker {
  void *(*lock)(void *start, size_t bytes);
  void (*unlock)(void *lock);
} ksn_locker;
void ksn_pin_homes(const ksn_run *run, const ksn_locker *locker, int on);

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/AccDriverTest.cpp
