// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// With note_end_elsewhere.
void begin_without_end(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
// CHECK: begin_without_end.c:[[@LINE-1]]:17: error: no '#pragma stencil end' follows this 'begin' in the same block; put one behind the region's last statement
// CHECK: begin_without_end.c:[[@LINE+5]]:17: note: this 'end' stands in another block
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
#pragma stencil end
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
