// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// What functions take and give back beside arrays: structs, pointers, and numbers that say whether all is well.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n;
  float *now, *next;
} Grid;

// A struct that comes back to where it was copied from is the struct itself.
static Grid stepped(Grid g) {
  for (int i = 1; i < g.n - 1; i++)
    g.next[i] = 0.5f * (g.now[i - 1] + g.now[i + 1]);
  float *t = g.now;
  g.now = g.next;
  g.next = t;
  return g;
}
void by_value(int steps, int n, float *a, float *b) {
  Grid g = {n, a, b};
#pragma stencil
  for (int t = 0; t < steps; t++)
    g = stepped(g);
}
// CHECK-LABEL: _by_value_1
// CHECK: stage x in [1, g_n - 1)
// CHECK-NEXT: g_next[+0] := (0.5 * (g_now[-1] + g_now[+1]))
// CHECK-NEXT: then g_now <- g_next
// CHECK-NEXT: then g_next <- g_now

// The value of a call is one of its arrays.
static float *relaxed(float *u, int n) {
  float *old = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    old[i] = u[i];
  for (int i = 1; i < n - 1; i++)
    u[i] = 0.5f * (old[i - 1] + old[i + 1]);
  free(old);
  return u;
}
void array(int steps, int n, float *u) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *same = relaxed(u, n);
    u = relaxed(same, n);
  }
}
// CHECK-LABEL: _array_1
// CHECK: stage x in [0, n)
// CHECK: stage x in [1, n - 1)
// CHECK: stage x in [0, n)
// CHECK: stage x in [1, n - 1)

// A function that always gives 0 needs no test; one that does nothing needs no declarations.
static int checked(int n, float *u, float *v) {
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i - 1] + u[i + 1];
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i];
  return 0;
}
static int show(int t, float *u) { return 0; }
void code(int steps, int n, int quiet, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (checked(n, u, v) != 0) {
      fprintf(stderr, "step %d failed\n", t);
      exit(1);
    }
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i - 1] + u[i + 1];
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
    if (!quiet)
      show(t, u);
  }
}
// CHECK-LABEL: _code_1
// CHECK: stage x in [1, n - 1)
// CHECK: stage x in [1, n - 1)
// CHECK-NOT: host code
// CHECK-LABEL: _code_2
// CHECK: stage x in [1, n - 1)
// CHECK: stage x in [1, n - 1)
// CHECK-NOT: host code

// A struct's struct by a name of the step's own.
struct box {
  int n;
};
struct lattice {
  struct box *box;
  float *a, *b;
};
static void inner(struct lattice *p) {
  const struct box *bp = p->box;
  for (int i = 1; i < bp->n - 1; i++)
    p->b[i] = p->a[i - 1] + p->a[i + 1];
  float *t = p->a;
  p->a = p->b;
  p->b = t;
}
void boxed(int steps, struct lattice *p) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    inner(p);
}
// CHECK-LABEL: _boxed_1
// CHECK: stage x in [1, p_box_n - 1)

// Grids whose numbers follow their sizes.
struct field {
  int n;
  float data[];
};
void flexible(int steps, struct field *from, struct field *to) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < from->n - 1; i++)
      to->data[i] = from->data[i - 1] + from->data[i + 1];
    struct field *s = from;
    from = to;
    to = s;
  }
}
// CHECK-LABEL: _flexible_1
// CHECK: param same_from_n : i32 = (from->n == to->n)
// CHECK: stage x in [1, from_n - 1)
