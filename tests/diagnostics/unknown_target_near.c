// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, float *a, float *b) {
#pragma stencil target(openmp, opencel)
  // CHECK: unknown_target_near.c:[[@LINE-1]]:17: error: unknown target 'opencel'; did you mean 'opencl'?
  // CHECK-NEXT: #pragma stencil target(openmp, opencel)
  // CHECK-NEXT: ^~~~~~
  // CHECK-NEXT: {{^ +}}|{{ +}}opencl{{$}}
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
