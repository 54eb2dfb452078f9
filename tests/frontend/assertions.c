// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// RUN: not %kasane %s -o-dir %t.out -- -DFALSE 2>&1 | FileCheck %s --check-prefix=FALSE
// Assertions of a cell about its place: known by the loops' bounds, asked for at the call, or refused.
#include <assert.h>
#include <stdlib.h>

void known(int nx, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < nx - 1; i++) {
      assert(i > 0 && i + 1 < nx);
      b[i] = a[i - 1] + a[i + 1];
    }
}
// CHECK: known_1 rank 1
// CHECK-NOT: guard
// CHECK: b[+0] := (a[-1] + a[+1])

void asked(int nx, int most, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < nx - 1; i++) {
      if (i > most)
        abort();
      b[i] = a[i - 1] + a[i + 1];
    }
}
// CHECK: asked_1 rank 1
// CHECK: guard -nx + most + 2 >= 0

#ifdef FALSE
void wrong(int nx, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < nx - 1; i++) {
      assert(i > 1);
      b[i] = a[i - 1] + a[i + 1];
    }
}
// FALSE: [[@LINE-4]]:{{.*}}error: an assertion in a cell would end the program amid the nest
#endif
