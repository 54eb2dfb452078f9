// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Three levels in flat arrays through a macro; the temporary pointer outlives nothing.
#define AT(j, i) ((j) * nx + (i))
void wave(int nx, int ny, int steps, double *old, double *now, double *next) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < ny - 2; j++)
      for (int i = 2; i < nx - 2; i++)
        next[AT(j, i)] = 2 * now[AT(j, i)] - old[AT(j, i)] + 0.1 * (now[AT(j - 2, i)] + now[AT(j, i + 2)]);
    double *tmp = old;
    old = now;
    now = next;
    next = tmp;
  }
}
// CHECK: stencil ksn_rotation_{{[0-9a-f]+}}_wave_1 rank 2
// CHECK-NEXT: param steps : i32 = steps
// CHECK-NEXT: param ny : i32 = ny
// CHECK-NEXT: param nx : i32 = nx
// CHECK-NEXT: field now : f64 at now y:? stride nx x:nx stride 1
// CHECK-NEXT: field next : f64 at next y:? stride nx x:nx stride 1
// CHECK-NEXT: field old : f64 at old y:? stride nx x:nx stride 1
// CHECK-NEXT: time t from 0 to steps step 1
// CHECK-NEXT: stage y in [2, ny - 2) x in [2, nx - 2)
// CHECK-NEXT: next[+0][+0] := (((f64(2) * now[+0][+0]) - old[+0][+0]) + (0.10000000000000001 * (now[-2][+0] + now[+0][+2])))
// CHECK-NEXT: then now <- next
// CHECK-NEXT: then next <- old
// CHECK-NEXT: then old <- now
