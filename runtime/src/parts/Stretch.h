// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the host by way of which a device's data goes over a network: page-locked, where the device can. There are
// two stretches of it in turn, so that a device may still read the one while the other is written.
#ifndef KASANE_RT_STRETCH_H
#define KASANE_RT_STRETCH_H

#include "base/Base.h"

char *ksn_stretch(const ksn_run *run, int64_t bytes); // the next one, for so many, until the call after the next

#endif
// Tests: tests/unit/runtime/StagingTest.cpp
