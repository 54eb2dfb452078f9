// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGINT is held back from watch to unwatch, until somebody takes it with the arrays at home.
#ifndef KASANE_RT_INTERRUPT_H
#define KASANE_RT_INTERRUPT_H

#include "base/Base.h"

void ksn_watch_interrupts(void);
void ksn_unwatch_interrupts(void);
void ksn_take_interrupt(const ksn_run *run, const char *old); // which may not return; old: an array that is not at home

#endif
// Tests: tests/unit/runtime/ChunkInterruptTest.cpp
