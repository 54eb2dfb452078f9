// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// RUN: %kasane %s -o-dir %t
// RUN: FileCheck --check-prefix=TEXT --input-file=%t/running_sums.c %s
// RUN: not %kasane %s -o-dir %t -- -DADAPTED 2>&1 | FileCheck --check-prefix=ADAPTED %s
#define STEP 0.125
float spread = 2;

// Each value is the sum that the loop makes; a table has them. One that the region doesn't set goes on from its entry.
// CHECK-LABEL: _coordinates_1 rank 2
// CHECK-DAG: field v_ksn_{{sums}}1 : f64 at ksn_{{sums}}1 y:? stride 1
// CHECK-DAG: field v_ksn_{{sums}}2 : f32 at ksn_{{sums}}2 x:? stride 1
// CHECK: stage y in [1, ny) x in [0, nx)
// CHECK-NEXT: a[+0][+0] := f32((v_ksn_{{sums}}1[-1][+0] * f64(v_ksn_{{sums}}2[+0][+1])))
// TEXT-LABEL: void coordinates(
// TEXT: _Static_assert((STEP) ==
// TEXT: double *const ksn_{{sums}}1 = {{ksn}}_sums((long long)(ny) - (long long)(1), sizeof(double));
// TEXT: double ksn_{{sums}}1_at = y;
// TEXT: ksn_{{sums}}1_at += 0.125;
// TEXT: float *const ksn_{{sums}}2 = {{ksn}}_sums((long long)(nx - 1) - (long long)(0) + 1, sizeof(float));
// TEXT: float ksn_{{sums}}2_at = ((float)(spread / 2));
// TEXT: ksn_{{sums}}2_at = ksn_{{sums}}2_at + 0.10000000000000001
// What it looks at lies in no array that is written.
// TEXT: &spread, &spread + 1
// TEXT: {{ksn}}_sums_end(ksn_{{sums}}1);
void coordinates(int ny, int nx, float *a, double y) {
#pragma stencil
  for (int j = 1; j < ny; j++) {
    const float first = spread / 2;
    float x = first;
    for (int i = 0; i <= nx - 1; i++) {
      x = x + 0.1;
      a[j * nx + i] = y * x;
    }
    y += STEP;
  }
}

// CHECK-LABEL: _down_1 rank 1
// CHECK: b[+0] := f32((f64(b[+0]) * v_ksn_{{sums}}1[+1]))
void down(int n, int steps, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double w = 1;
    for (int i = n - 1; i >= 0; i--, w *= 0.5)
      b[i] *= w;
  }
}

#ifdef ADAPTED
double grow(void);
void adapted(int n, int steps, float *b) {
  double dx = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double x = 0;
    for (int i = 0; i < n; i++) {
      b[i] += x;
      // ADAPTED: running_sums.c:[[@LINE-1]]:15: error: 'x' has here what all rounds of the loop before have added up
      x += dx;
    }
    if (t % 4 == 3)
      dx = grow();
  }
}
#endif

// The region's own loop may set one in its head.
void ownHead(int n, double x0, double dx, double *u) {
  int i;
  double x;
#pragma stencil
  for (i = 0, x = x0; i < n; i++, x += dx)
    u[i] = x * x;
}
// CHECK-LABEL: stencil ksn_running_sums_{{[0-9a-f]+}}_ownHead_1
// CHECK:       u[+0] := (v_ksn_{{sums1}}[+0] * v_ksn_{{sums1}}[+0])
