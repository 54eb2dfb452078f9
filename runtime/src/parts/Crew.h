// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that start what cards do, one for each: where one thread starts it for all, the last card waits for it. In:
// what is to be done for a card. Out: it has been done for all, side by side.
#ifndef KASANE_RT_CREW_H
#define KASANE_RT_CREW_H

#include "base/Base.h"

typedef struct ksn_crew ksn_crew;
typedef void ksn_duty(void *context, int card);

ksn_crew *ksn_crew_open(int cards);                                 // NULL: no threads are to be had
void ksn_crew_do(ksn_crew *crew, ksn_duty *duty, void *context);    // card 0's is the caller's own
void ksn_crew_begin(ksn_crew *crew, ksn_duty *duty, void *context); // all but card 0's, until ksn_crew_wait
void ksn_crew_wait(const ksn_crew *crew);
void ksn_crew_close(ksn_crew *crew); // NULL: nothing to close

#endif
// Tests: tests/unit/runtime/CrewTest.cpp, tests/unit/runtime/PartsTest.cpp
