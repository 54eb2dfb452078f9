// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <assert.h>
void asserted(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++) {
      assert(a[i] < 1e6f);
      // CHECK: assert_in_cell.c:[[@LINE-1]]:7: error: an assertion in a cell would end the program amid the nest, and cells have no order; translate with -DNDEBUG, or set a variable in such cells ('bad = 1;') and assert behind the nest that none did
      a[i] *= 2;
    }
}
