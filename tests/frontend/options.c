// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Tests around nests are in the cells: in one nest where both arms have one head, else in a nest for each.
void merged(int n, int m, int option, float (*a)[n], float (*b)[n], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (option)
      for (int j = 1; j < m - 1; j++)
        for (int i = 1; i < n - 1; i++)
          b[j][i] = a[j][i - 1];
    else
      for (int y = 1; y < m - 1; y++)
        for (int x = 1; x < n - 1; x++)
          b[y][x] = a[y - 1][x];
    float (*c)[n] = a;
    a = b;
    b = c;
  }
}
// CHECK-LABEL: merged_1
// CHECK: stage y in [1, m - 1) x in [1, n - 1)
// CHECK-NEXT: if option
// CHECK-NEXT: b[+0][+0] := a[+0][-1]
// CHECK-NEXT: else
// CHECK-NEXT: b[+0][+0] := a[-1][+0]
// CHECK-NEXT: then a <- b

// What both arms set is chosen, and an exchange at the end of both is the step's.
void apart(int n, int option, float *a, float *b, int steps) {
  float w;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (option == 1) {
      w = 0.5f;
      for (int i = 1; i < n - 1; i++)
        b[i] = w * a[i - 1];
      float *c = a;
      a = b;
      b = c;
    } else {
      w = 0.25f;
      for (int i = 1; i < n - 1; i++)
        b[i] = w * a[i + 1];
      for (int i = 1; i < n - 1; i++)
        b[i] += a[i];
      float *d = a;
      a = b;
      b = d;
    }
  }
}
// CHECK-LABEL: apart_1
// CHECK: step f32 w = ((option == 1) ? 0.5 : 0.25)
// CHECK: if (option == 1)
// CHECK-NEXT: b[+0] := (w * a[-1])
// CHECK: if !((option == 1))
// CHECK-NEXT: b[+0] := (w * a[+1])
// CHECK: if !((option == 1))
// CHECK-NEXT: b[+0] := (b[+0] + a[+0])
// CHECK: then a <- b
// CHECK-NEXT: then b <- a

// A condition that the arm changes is looked at before.
void kept(int n, int once, float *a, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    if (once) {
      once = 0;
      for (int i = 1; i < n - 1; i++)
        a[i] = 2 * a[i];
    }
}
// CHECK-LABEL: kept_1
// CHECK: set holds = !(!(once))
// CHECK: set once =
// CHECK: if holds
// CHECK-NEXT: a[+0] := (f32(2) * a[+0])

struct source {
  float rate;
  int n;
};
// What stands behind a pointer is asked for where it may be there.
void asked(int n, const struct source *s, float *a, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    if (s)
      for (int i = 1; i < n - 1; i++)
        a[i] += s->rate;
}
// CHECK-LABEL: asked_1
// CHECK: param s : i32 = (s != 0)
// CHECK: param s_rate : f32 = ((s) ? s->rate : 0)

// A function that sometimes returns its value without its loops.
static float relax(int n, float *a) {
  float sum = 0;
  for (int i = 1; i < n - 1; i++) {
    a[i] = 0.5f * a[i];
    sum += a[i];
  }
  return sum;
}
void called(int n, float *a, int steps) {
  float err = 1;
#pragma stencil
  for (int t = 0; t < steps && err > 0; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = a[i] + 1;
    if (t % 2)
      err = relax(n, a);
  }
}
// CHECK-LABEL: called_1
// CHECK: if (time % 2)
// CHECK: a[+0] := (0.5 * a[+0])
// CHECK: set err = (holds ? sum : err)

// Rounds that are written out know which arm they take.
void rounds(int n, float *a, float *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int s = 0; s < 2; s++) {
      if (s == 0)
        for (int i = 1; i < n - 1; i++)
          b[i] = a[i - 1];
      else
        for (int i = 0; i < n; i++)
          a[i] = b[i];
    }
}
// CHECK-LABEL: rounds_1
// CHECK: stage x in [1, n - 1)
// CHECK-NEXT: b[+0] := a[-1]
// CHECK-NEXT: stage x in [0, n)
// CHECK-NEXT: a[+0] := b[+0]
// CHECK-NOT: stage
