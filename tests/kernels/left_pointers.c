// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the pointers of an exchange hold behind the region: a break may have left the first step before any of them was
// set, or the last one behind some; and pointers to the arrays of structs that are exchanged.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @ or 1
// REGION: @ or 1
// REGION: @ + 1
// REGION: @
#include "dump.h"

typedef struct {
  int n;
  float *u, *w;
} Line;

static float *a, *b, *first;
static int which(const float *p) { return !p ? 0 : p == first ? 1 : 2; }

static void before(int n, int steps) {
  float *tmp = 0, *latest = 0;
  int made = 0;
#pragma stencil
  for (;;) {
    if (made >= steps)
      break;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    latest = b;
    tmp = a;
    a = b;
    b = tmp;
    made++;
  }
  int left[] = {made, which(a), which(b), which(tmp), which(latest)};
  DUMP(left);
}

static void within(int n, int steps) {
  float *tmp = 0, *latest = 0, top = 0;
  int made = 0;
#pragma stencil
  for (;;) {
    top = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
      top = b[i] > top ? b[i] : top;
    }
    latest = b;
    if (++made >= steps || top > 1e6f)
      break;
    latest = a;
    tmp = a;
    a = b;
    b = tmp;
  }
  int left[] = {made, which(a), which(b), which(tmp), which(latest)};
  DUMP(left);
}

static void structs(Line p, Line q, int steps) {
  Line tmp = {0};
  int made = 0;
#pragma stencil
  for (;;) {
    for (int i = 1; i < p.n - 1; i++)
      q.u[i] = 0.5f * (p.u[i - 1] + p.u[i + 1]);
    if (++made >= steps)
      break;
    tmp = p;
    p = q;
    q = tmp;
  }
  int left[] = {made, tmp.n, which(p.u), which(q.u), which(tmp.u)};
  DUMP(left);
}

static void members(Line *p, Line *q, int steps) {
  float *in = 0, *out = 0, *second = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    in = p->u;
    out = q->u;
    second = q->w;
    for (int i = 1; i < p->n - 1; i++) {
      out[i] = 0.5f * (in[i - 1] + p->w[i + 1]);
      second[i] = in[i];
    }
    Line *other = p;
    p = q;
    q = other;
  }
  int left[] = {which(in), which(out), which(p->u), second == 0, second == p->w, second == q->w};
  DUMP(left);
}

// Two of three pointers that no cell looks at come to hold the same address.
static void lost(int n, int steps) {
  float *one = a, *other = b, *third = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    float *tmp = a;
    a = b;
    b = tmp;
    tmp = one;
    other = third;
    one = other;
    third = tmp;
  }
  int left[] = {which(one), which(other), which(third)};
  DUMP(left);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  a = first = array(n, sizeof(float));
  b = array(n, sizeof(float));
  float *c = array(n, sizeof(float)), *d = array(n, sizeof(float));
  fill_float(a, n, 5);
  fill_float(c, n, 6);
  before(n, steps);
  within(n, steps);
  structs((Line){n, a, c}, (Line){n, b, d}, steps);
  Line one = {n, a, c}, two = {n, b, d};
  members(&one, &two, steps);
  lost(n, steps);
  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  dump("c", c, sizeof(float), n);
  dump("d", d, sizeof(float), n);
  return 0;
}
