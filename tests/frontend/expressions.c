// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Conversions are explicit; compound assignments and increments are expanded by C's rules.
#include <math.h>
#define THIRD (1.0f / 3.0f)
enum { kScale = 4 };
void f(int n, const float *a, double *d, short *s, unsigned char *m, long steps) {
#pragma stencil
  for (long t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      float x = a[i] * THIRD;
      x += 0.5 * a[i - 1];
      s[i] += 3;
      s[i]++;
      int k = (m[i] >> 1) % kScale;
      k <<= 1;
      if (x > 1 && !m[i] || k)
        d[i] = m[i] ? sqrt(x) : fabsf(x) + i;
      else
        d[i] = fmin(d[i], (double)t) * -a[i + 1];
    }
}

// CHECK-LABEL: stencil ksn_expressions_{{[0-9a-f]+}}_f_1 rank 1
// CHECK-NEXT:   param steps : i64 = steps
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field a : f32 at a x:? stride 1
// CHECK-NEXT:   field s : i16 at s x:? stride 1
// CHECK-NEXT:   field m : u8 at m x:? stride 1
// CHECK-NEXT:   field d : f64 at d x:? stride 1
// CHECK-NEXT:   time t from 0 to steps step 1
// CHECK-NEXT:   stage x in [1, n - 1)
// CHECK-NEXT:     f32 x = (a[+0] * (1 / 3))
// CHECK-NEXT:     x = f32((f64(x) + (0.5 * f64(a[-1]))))
// CHECK-NEXT:     s[+0] := i16((i32(s[+0]) + 3))
// CHECK-NEXT:     s[+0] := i16((i32(s[+0]) + 1))
// CHECK-NEXT:     i32 k = ((i32(m[+0]) >> 1) % 4)
// CHECK-NEXT:     k = (k << 1)
// CHECK-NEXT:     if (((x > f32(1)) && !(m[+0])) || k)
// CHECK-NEXT:       d[+0] := (i32(m[+0]) ? sqrt(f64(x)) : f64((fabsf(x) + f32(i32(index0)))))
// CHECK-NEXT:     else
// CHECK-NEXT:       d[+0] := (fmin(d[+0], f64(time)) * f64(-(a[+1])))

// A narrow variable has what its type has room for, 300 as 44.
void narrow(int n, float *restrict a, const float *restrict b) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    unsigned char more = 300, same = 200;
    a[i] = b[i] + more + same;
  }
}
// CHECK: stencil {{.*}}_narrow_1
// CHECK: u8 more = u8(300)
// CHECK-NEXT: i32 same = 200
