// RUN: not %kasane %s --taget=openmp 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown option '--taget=openmp'; did you mean '--target=openmp'?
