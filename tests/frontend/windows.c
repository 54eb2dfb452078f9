// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// Loops over the neighbours of a cell are written out: each round under the condition that the loop makes it, nothing else.
void mean(int nx, int ny, float (*restrict b)[nx], float (*restrict a)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 1; i < nx - 1; i++) {
      float sum = 0;
      for (int jj = j > 0 ? j - 1 : 0; jj <= (j == ny - 1 ? j : j + 1); jj++)
        for (int ii = i - 1; ii <= i + 1; ii += 2)
          sum += a[jj][ii];
      b[j][i] = sum;
    }
}
// CHECK-LABEL: _mean_1 rank 2
// CHECK: f32 sum = f32(0)
// CHECK-NEXT: if (index1 >= 1)
// CHECK-NEXT: sum = (sum + a[-1][-1])
// CHECK-NEXT: sum = (sum + a[-1][+1])
// CHECK-NEXT: sum = (sum + a[+0][-1])
// CHECK-NEXT: sum = (sum + a[+0][+1])
// CHECK-NEXT: if !(((index1 + 1) == i64(ny)))
// CHECK-NEXT: sum = (sum + a[+1][-1])
// CHECK-NEXT: sum = (sum + a[+1][+1])
// CHECK-NEXT: b[+0][+0] := sum

void taps(int n, int half, float *restrict v, const float *restrict u, const float *restrict c) {
#pragma stencil
  for (int i = half; i < n - half; i++) {
    float sum = c[0] * u[i];
    for (int k = 1; k <= half; k++)
      sum += c[k] * (u[i - k] + u[i + k]);
    v[i] = sum;
  }
}
// The elements of `c` that are not there aren't read; nor does the room that cells need depend on rounds that aren't made.
// CHECK-LABEL: _taps_1 rank 1
// CHECK: param c_8 : f32 = ((long long)half - 8 >= 0 ? c[8] : 0)
// CHECK: guard -half_ + 8 >= 0
// CHECK: if (i64(half_) >= 8)
// CHECK-NEXT: sum = (sum + (c_8 * (u[-8] + u[+8])))

// RUN: %kasane %s --dump-after=bounds -o-dir %t | FileCheck %s --check-prefix=GUARDS
// GUARDS-LABEL: _taps_1
// GUARDS-NEXT: guard -half_ + 8 >= 0: half is above 8, up to which the loop over a cell's neighbours is written out
// GUARDS-NEXT: guard n - 2*half_ - 1 >= 0: a loop nest has no cells
// GUARDS-NEXT: guard half_ >= 0: u[i] may lie outside of the array
// GUARDS-NOT: guard
