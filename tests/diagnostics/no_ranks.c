// RUN: not %kasane %s --target=opencl --distribute=mpi 2>&1 | FileCheck %s
// CHECK: kasane: error: target opencl can't be distributed over MPI ranks; use --target=openmp, or drop --distribute=mpi
