// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
struct state {
  int made;
};
void outside(int n, int steps, float *a, float *b, struct state *s, struct state *other) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + other->made * a[i + 1];
    s->made = t;
    // CHECK: store_outside_nest.c:[[@LINE-1]]:5: error: this store stands in no loop over cells and is not supported there; move it out of the region, or keep the value in a local variable and store it behind the region
    float *c = a;
    a = b;
    b = c;
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b, float *last) {
  float left = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    left = b[1];
    float *w = a;
    a = b;
    b = w;
  }
  *last = left;
}
#endif
