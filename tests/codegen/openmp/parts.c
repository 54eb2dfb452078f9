// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --fp=strict --target=openmp --dump-after=lower -o-dir %t | FileCheck %s
// RUN: %kasane %s --fp=contract --target=openmp --dump-after=lower -o-dir %t | FileCheck %s --check-prefix=SUMS
#include <math.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))

// Rows are collected apart; a sum of floats stays in the source's order where that is promised. What a part can't be sure of:
// elements that are no numbers under MAX, zeros of either sign.
void collect(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float *change, float *most, float *total) {
  float err = 0, top = 0, sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        b[j][i] = 0.5f * (a[j][i - 1] + a[j][i + 1]);
        err = fmaxf(err, fabsf(b[j][i] - a[j][i]));
        top = MAX(top, b[j][i]);
        sum += b[j][i];
      }
    float(*c)[nx] = a;
    a = b;
    b = c;
  }
  *change = err, *most = top, *total = sum;
}
// CHECK-LABEL: kernel ksn_{{.*}}_err_parts
// CHECK: grid y0 from 1 to (ny - 1) step 1
// CHECK: if
// CHECK: for x
// CHECK: launch ksn_{{.*}}_err_parts err_at_2 top_at_2 err_parts top_parts
// CHECK-NEXT: gather y in [1, (ny - 1)) x in [1, (nx - 1))
// CHECK-NEXT: sum = (sum + sum_at_2[
// CHECK-NEXT: gather y in [1, (ny - 1)) ksn_part in [0,
// CHECK-NEXT: err = fmaxf(err, err_parts[
// CHECK-NEXT: top = ((top > top_parts[
// CHECK-NEXT: instead if ((top_parts[{{.*}}] == 0) || (top_parts[{{.*}}] != top_parts[
// CHECK-NEXT: gather y in [1, (ny - 1)) x in [1, (nx - 1))
// SUMS-NOT: gather y in [1, (ny - 1)) x in [1, (nx - 1)){{$}}
// SUMS: sum = (sum + sum_parts[
