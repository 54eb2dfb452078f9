// RUN: not %kasane probe --target=openmp,opencl -o %t.yaml 2>&1 | FileCheck %s
// CHECK: kasane: error: a machine is measured for one target at a time; drop all but one of '--target=openmp,opencl'
