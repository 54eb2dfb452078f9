// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/constants.kasane.opencl.c
// RUN: %kasane %s --target=opencl --schedule=sweep --fp=contract -o-dir %t
// RUN: FileCheck %s --check-prefix=CONTRACT < %t/constants.kasane.opencl.c
// Under strict no two operations on known floats are left for a compiler that would fuse them.
void f(int n, float *a, float *b, double *d) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    float part = 0.731f, other = 0.3f;
    b[i] = a[i] + (part * 0.1f - 0.74f);
    if (a[i] > 0.5f)
      other = 0.7f * 2;
    else
      part = -part;
    b[i] += other * 0.1f - 0.74f;
    d[i] = (part * 0.1f - 0.74f) + (0.731 * 0.1 - 0.74);
  }
}
// CHECK: b[x - ksn_shift_b] = a[x - ksn_shift_a] + (-0.66690004f);
// CHECK: other = 1.4f;
// CHECK: part = -part;
// CHECK: b[x - ksn_shift_b] = b[x - ksn_shift_b] + (other * 0.1f - 0.74f);
// CHECK: d[x - ksn_shift_d] = (double)(part * 0.1f - 0.74f) + (0.731 * 0.1 - 0.74);
// CONTRACT: a[x - ksn_shift_a] + (part * 0.1f - 0.74f);
