// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// With note_begun_here.
void begin_inside_begin(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
  for (int t = 0; t < steps; t++) {
#pragma stencil begin
// CHECK: begin_inside_begin.c:[[@LINE-1]]:17: error: this 'begin' stands inside of another region; close that one first, with '#pragma stencil end'
// CHECK: begin_inside_begin.c:[[@LINE-4]]:9: note: the region begins here
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
}
