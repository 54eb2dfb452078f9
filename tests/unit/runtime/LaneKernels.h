// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of Streamed.h, as FakeLanes.h has them.
#pragma once

#include "FakeLanes.h"
#include "Streamed.h"

inline const void *pointerTo(LaneKernel kernel) {
  return reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(kernel));
}

inline const ksn_kernel kLaneKernels[] = {{"cover", pointerTo(coverNext), 0},
                                          {"other", pointerTo(writeOther), 0},
                                          {"quick", pointerTo(writeQuick), 0},
                                          {"endless", pointerTo(writeEndless), 0}};
