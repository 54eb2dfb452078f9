// RUN: not %kasane cc --distribute=mpi -shared -fPIC %s -o %t 2>&1 | FileCheck %s
void twice(float *a, float *b) {
#pragma stencil
  for (int i = 0; i < 8; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: kasane: error: a shared library can't be distributed over MPI ranks, which must join before the program begins; drop '-shared', or --distribute=mpi
