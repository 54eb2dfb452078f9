// RUN: not %kasane %s --tile=3y4 2>&1 | FileCheck %s
// CHECK: kasane: error: '--tile=3y4' is no tile; give one to three positive numbers, x first, as in 32x8x1
