// RUN: %kasane %s --dump-after=frontend 2>&1 | FileCheck %s
// Calls by a pointer that only this file knows and that gets one function are calls of that function. Where it may get
// another one, somebody else may set it, or its address is handed on, the call runs as it is.
#include <stddef.h>
static void spread(int n, const float *u, float *v) {
  for (int i = 1; i < n - 1; i++)
    v[i] = 0.5f * (u[i - 1] + u[i + 1]);
}
static void keep(int n, const float *u, float *v) {
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i];
}
typedef void method(int, const float *, float *);
static method *one = NULL, *two = spread, *led;
method *of_all = spread;
void lead(method **);

static void step(int which, int steps, int n, float *u, float *v) {
  method *const local = &keep;
  one = spread;
  if (which)
    two = keep;
  led = spread;
  lead(&led);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    (*one)(n, u, v);
    local(n, v, u);
    two(n, u, v);
    led(n, u, v);
    of_all(n, u, v);
  }
}
void run(int steps, int n, float *u, float *v) { step(1, steps, n, u, v); }
// CHECK: stage x in [1, n - 1)
// CHECK-NEXT: v[+0] := (0.5 * (u[-1] + u[+1]))
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: u[+0] := v[+0]
// CHECK-NOT: stage

// So are calls of what all calls of a function give a parameter, and of a member that gets one function in the file.
typedef struct grid {
  int n;
  float *u, *v;
  void (*step)(struct grid *);
  void (*other)(struct grid *);
} Grid;
static void cell(Grid *g, int i) { g->v[i] = 0.25f * (g->u[i - 1] + g->u[i + 1]); }
static void each(Grid *g, void (*what)(Grid *, int)) {
  for (int i = 1; i < g->n - 1; i++)
    what(g, i);
}
static void forward(Grid *g) {
  each(g, cell);
  float *t = g->u;
  g->u = g->v;
  g->v = t;
}
static void never(Grid *g) { g->u[0] = 1; }
void by_member(int steps, int n, int which, float *u, float *v) {
  Grid grid = {n, u, v, forward, NULL}, *g = &grid;
  if (which)
    g->other = never;
  else
    g->other = forward;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    g->step(g);
    g->other(g);
  }
}
// CHECK: _by_member_1
// CHECK: stage x in [1, g_n - 1)
// CHECK-NEXT: g_v[+0] := (0.25 * (g_u[-1] + g_u[+1]))
// CHECK-NEXT: host code
// CHECK-NEXT: then g_u <- g_v
// CHECK-NEXT: then g_v <- g_u
// CHECK: remark: {{.*}} which function 'two' leads to isn't followed
// CHECK: remark: {{.*}} which function 'led' leads to isn't followed
// CHECK: remark: {{.*}} which function 'of_all' leads to isn't followed
// CHECK: remark: {{.*}} which function 'g->other' leads to isn't followed
