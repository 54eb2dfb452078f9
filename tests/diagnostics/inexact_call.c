// RUN: not %kasane %s --target=opencl --fp=strict -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s --target=opencl --fp=contract -o - >%t.contract
// RUN: %kasane %s --target=openmp --fp=strict -o - >%t.openmp
#include <math.h>
void decay(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = expf(a[i - 1]) + sqrtf(a[i + 1]);
    // CHECK: inexact_call.c:[[@LINE-1]]:12: error: 'expf' differs between math libraries, so target opencl cannot match the original bit for bit; use --fp=contract, target openmp, or compute it before the region
    // CHECK-NOT: sqrtf' differs
}
