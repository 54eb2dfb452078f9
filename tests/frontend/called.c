// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// RUN: %kasane %s -o-dir %t && FileCheck --check-prefix=FILE %s < %t/called.c
// A region that is a call. The function's own pointers move; the caller's stay where they are.
static void simulate(float *a, float *b, int n, int steps) {
  float weight = 0.25f, *from = a, *to = b;
  int t = 2;
  while (t < steps + 2) {
    for (int i = 1; i < n - 1; i++)
      to[i] = weight * (from[i - 1] + from[i + 1]);
    float *c = from;
    from = to;
    to = c;
    t++;
  }
}
void swapped(float *u, float *v, int n) {
#pragma stencil
  simulate(u, v, n, 10 * n);
}
// CHECK-LABEL: _swapped_1 rank 1
// CHECK: time {{.*}} from 2 to {{.*}} + 2 step 1
// CHECK: step f32 weight = 0.25
// CHECK: v[+0] := (weight * (u[-1] + u[+1]))
// CHECK: then u <- v
// CHECK: then v <- u
// FILE-LABEL: void swapped(
// FILE: if ({{.*}}how == 1) {
// FILE-NEXT: } else if ({{.*}}how == 2) {
// FILE: simulate(u, v, n, 10 * n); ksn_verify_whole({{.*}}a.call);

// Exchanged twice, the pointers are back; the break stands before the second exchange.
static void halves(float *a, float *b, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    float top = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      if (b[i] > top)
        top = b[i];
    }
    if (top > 1e6f)
      break;
    float *c = a;
    a = b;
    b = c;
  }
}
void stopped(float *u, float *v, int n) {
#pragma stencil
  halves(u, v, n, 9);
}
// CHECK-LABEL: _stopped_1 rank 1
// CHECK: break if
// CHECK: then u <- v

// Nests only.
static void blend(const float *from, float *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = 0.5f * (from[i] + to[i]);
}
void once(float *u, float *v, int n) {
#pragma stencil begin
#pragma stencil calc
  blend(u, v, n);
#pragma stencil calc
  blend(v, u, n);
#pragma stencil end
}
// CHECK-LABEL: _once_1 rank 1
// CHECK-NOT: time
// CHECK: v[+0] := (0.5 * (u[+0] + v[+0]))
// CHECK: u[+0] := (0.5 * (v[+0] + u[+0]))
