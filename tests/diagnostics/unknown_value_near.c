// RUN: not %kasane %s --target=opnmp 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown value 'opnmp' of --target; did you mean 'openmp'? (known are openmp, opencl, openacc, cuda)
