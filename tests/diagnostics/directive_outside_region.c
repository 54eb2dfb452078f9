// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void directive_outside_region(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil calc
// CHECK: directive_outside_region.c:[[@LINE-1]]:17: error: 'calc' stands in no region; put '#pragma stencil begin' before the time loop and '#pragma stencil end' behind it
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
  (void)steps;
}
