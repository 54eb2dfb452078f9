// RUN: not %kasane %s --target=openacc --distribute=mpi 2>&1 | FileCheck %s
// CHECK: kasane: error: target openacc can't be distributed over MPI ranks; use --target=openmp, opencl or cuda, or drop --distribute=mpi
