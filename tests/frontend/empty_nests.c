// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=bounds %s | FileCheck %s --check-prefix=BOUNDS
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Nests that their constant bounds leave without cells do nothing, and no call is declined for them.
#define NX 10
#define HALO 0
#define ROWS 2
float a[NX], b[NX], c[ROWS][NX];
void f(int steps) {
  int t, i, j;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (i = 0; i < HALO; i++)
      b[i] = 0;
    for (j = 1; j < ROWS - 1; j++)
      for (i = 0; i < NX; i++)
        c[j][i] = c[j - 1][i] + c[j + 1][i];
    for (i = 1; i < NX - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (i = 1; i < NX - 1; i++)
      a[i] = b[i];
  }
}
// BOUNDS:     bounds of ksn_empty_nests_{{[0-9a-f]+}}_f_1
// BOUNDS-NOT: has no cells
// BOUNDS:     bounds of ksn_empty_nests_{{[0-9a-f]+}}_g_1
// BOUNDS:     a loop nest has no cells

// CHECK-LABEL: stencil ksn_empty_nests_{{[0-9a-f]+}}_f_1 rank 1
// CHECK-NOT:     field c
// CHECK:         stage x in [1, 9)
// CHECK:         stage x in [1, 9)
// CHECK-NOT:     stage

// Where nothing else is left, the call says so and the loops run as they are.
void g(int steps) {
  int t, i;
#pragma stencil
  for (t = 0; t < steps; t++)
    for (i = 0; i < HALO; i++)
      b[i] = a[i];
}
// CHECK-LABEL: stencil ksn_empty_nests_{{[0-9a-f]+}}_g_1 rank 1
// CHECK:         stage x in [0, 0)

// Arms that constants keep from being taken are left out, too.
void h(int steps) {
  int t, i;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (i = 1; i < NX - 1; i++) {
      float s;
      if (ROWS == 2)
        s = a[i - 1];
      if (ROWS == 3)
        s = a[i + 1];
      b[i] = s;
    }
    if (HALO > 0)
      for (i = 0; i < NX; i++)
        c[0][i] = 0;
    else
      for (i = 1; i < NX - 1; i++)
        a[i] = b[i];
  }
}
// CHECK-LABEL: stencil ksn_empty_nests_{{[0-9a-f]+}}_h_1 rank 1
// CHECK-NOT:     field c
// CHECK-NOT:     if

// Loops and tests in which nothing is left do nothing.
void k(int steps, int debug) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < NX - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < NX - 1; i++) {
      a[i] = b[i];
      if (debug) {
      } else if (b[i] < 0)
        ;
    }
    for (int j = 1; j < ROWS - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        if (debug) {
        }
      }
  }
}
// CHECK-LABEL: stencil ksn_empty_nests_{{[0-9a-f]+}}_k_1 rank 1
// CHECK-NOT:     param debug
// CHECK-COUNT-2: stage x in
// CHECK-NOT:     stage
// CHECK-NOT:     if
