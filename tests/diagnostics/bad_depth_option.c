// RUN: not %kasane %s --depth=0 2>&1 | FileCheck %s
// CHECK: kasane: error: '--depth=0' is no depth; give a positive number of steps
