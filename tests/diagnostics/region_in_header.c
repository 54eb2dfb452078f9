// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// CHECK: Inputs/region.h:[[#]]:9: error: '#pragma stencil' stands in a header; move the loop into the source file that is translated
#include "Inputs/region.h"
