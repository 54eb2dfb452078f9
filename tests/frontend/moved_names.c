// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Pointers through any temporaries; stages behind a swap in the middle of the step see the moved names.
void three(int n, double *old, double *now, double *next, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 2 * now[i] - old[i] + now[i - 1];
    double *p = old;
    old = now;
    now = next;
    next = p;
  }
}
void middle(int n, double *a, double *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1];
    double *p = a;
    a = b, b = p;
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i + 1];
  }
}
struct fields {
  int n;
  double dt, *u, *v;
};
void members(struct fields *f, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < f->n - 1; i++)
      f->v[i] = f->u[i - 1] * f->dt;
    double *p = f->u;
    f->u = f->v;
    f->v = p;
  }
}

// CHECK-LABEL: stencil ksn_moved_names_{{[0-9a-f]+}}_three_1 rank 1
// CHECK-NEXT:   param steps : i32 = steps
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field now : f64 at now x:? stride 1
// CHECK-NEXT:   field next : f64 at next x:? stride 1
// CHECK-NEXT:   field old : f64 at old x:? stride 1
// CHECK-NEXT:   time t from 0 to steps step 1
// CHECK-NEXT:   stage x in [1, n - 1)
// CHECK-NEXT:     next[+0] := (((f64(2) * now[+0]) - old[+0]) + now[-1])
// CHECK-NEXT:   then now <- next
// CHECK-NEXT:   then next <- old
// CHECK-NEXT:   then old <- now
// CHECK-LABEL: stencil ksn_moved_names_{{[0-9a-f]+}}_middle_1 rank 1
// CHECK-NEXT:   param steps : i32 = steps
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field a : f64 at a x:? stride 1
// CHECK-NEXT:   field b : f64 at b x:? stride 1
// CHECK-NEXT:   time t from 0 to steps step 1
// CHECK-NEXT:   stage x in [1, n - 1)
// CHECK-NEXT:     b[+0] := a[-1]
// CHECK-NEXT:   stage x in [1, n - 1)
// CHECK-NEXT:     a[+0] := b[+1]
// CHECK-NEXT:   then a <- b
// CHECK-NEXT:   then b <- a
// CHECK-LABEL: stencil ksn_moved_names_{{[0-9a-f]+}}_members_1 rank 1
// CHECK-NEXT:   param steps : i32 = steps
// CHECK-NEXT:   param f_n : i32 = f->n
// CHECK-NEXT:   param f_dt : f64 = f->dt
// CHECK-NEXT:   field f_u : f64 at f->u x:? stride 1
// CHECK-NEXT:   field f_v : f64 at f->v x:? stride 1
// CHECK-NEXT:   time t from 0 to steps step 1
// CHECK-NEXT:   stage x in [1, f_n - 1)
// CHECK-NEXT:     f_v[+0] := (f_u[-1] * f_dt)
// CHECK-NEXT:   then f_u <- f_v
// CHECK-NEXT:   then f_v <- f_u
