// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct grid {
  int n;
  double time, *v;
};
void exchanged(struct grid *a, struct grid *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < a->n - 1; i++)
      b->v[i] = a->v[i - 1] + a->v[i + 1];
    // CHECK: struct_exchanged.c:[[@LINE+1]]:5: error: 'b->time' changes here, a number of a struct that the steps exchange for another one; keep it in a variable of its own
    b->time = a->time + 0.1;
    struct grid *c = a;
    a = b;
    b = c;
  }
}
