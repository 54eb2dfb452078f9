// RUN: env KASANE_MPICC=/no/mpicc not %kasane cc --distribute=mpi %s -o %t 2>&1 | FileCheck %s
int main(void) {
  float a[8] = {0}, b[8];
#pragma stencil
  for (int i = 0; i < 8; i++)
    b[i] = 2.0f * a[i];
  return (int)b[0];
}
// CHECK: kasane: error: '/no/mpicc -show' fails, which says how programs are linked with MPI; install MPI with its headers, as in libopenmpi-dev or libmpich-dev, or name its C compiler with KASANE_MPICC
