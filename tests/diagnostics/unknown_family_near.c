// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil depth(2) schedule(overlpa)
  // CHECK: unknown_family_near.c:[[@LINE-1]]:26: error: unknown schedule 'overlpa'; did you mean 'overlap'?
  // CHECK-NEXT: #pragma stencil depth(2) schedule(overlpa)
  // CHECK-NEXT: ^~~~~~~~
  // CHECK-NEXT: {{^ +}}|{{ +}}overlap{{$}}
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
