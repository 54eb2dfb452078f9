// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that are whole or not there.
#ifndef KASANE_RT_WHOLE_H
#define KASANE_RT_WHOLE_H

#include "base/Base.h"
#include <stdio.h>

// What `put` writes becomes the file, or nothing does: 0, or an errno. A device or a pipe gets what it takes.
int ksn_write_whole(const char *path, void (*put)(FILE *));

#endif
// Tests: tests/unit/runtime/RegionTest.cpp
