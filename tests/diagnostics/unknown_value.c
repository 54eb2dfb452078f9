// RUN: not %kasane %s --target=abacus 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown value 'abacus' of --target; known are openmp, opencl, openacc, cuda
