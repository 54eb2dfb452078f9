// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Arrays that a cell has for itself are as many scalars; loops that pick from them, or cells by a table, are written out also
// where they store, and so is another loop over the same dimension.
static const int ex[2] = {1, -1};
void stream(int n, int steps, float f[2][n], float g[2][n], const float *restrict weight) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      float in[2][2] = {{weight[i]}};
      for (int q = 0; q < 2; q++)
        in[1][q] = f[q][i - ex[q]];
      for (int q = 0; q < 2; q++)
        g[q][i] = in[1][1 - q] + in[0][q];
    }
    for (int k = 0; k < 2; k++)
      for (int i = 1; i < n - 1; i++)
        f[k][i] = g[k][i];
  }
}
// CHECK: field g_1 : f32 at &g[1][0] x:n stride 1
// CHECK: stage x in [1, n - 1)
// CHECK-NEXT: f32 in_0_0 = weight[+0]
// CHECK-NEXT: f32 in_0_1 = 0
// CHECK-NEXT: f32 in_1_0 = 0
// CHECK-NEXT: f32 in_1_1 = 0
// CHECK-NEXT: in_1_0 = f_0[-1]
// CHECK-NEXT: in_1_1 = f_1[+1]
// CHECK-NEXT: g_0[+0] := (in_1_1 + in_0_0)
// CHECK-NEXT: g_1[+0] := (in_1_0 + in_0_1)
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: f_0[+0] := g_0[+0]
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: f_1[+0] := g_1[+0]

// In a function, too, whose variables are other ones in the region.
static void smooth(int n, float *restrict a, const float *restrict b) {
  for (int i = 1; i < n - 1; i++) {
    const float near[3] = {b[i - 1], b[i + 1]};
    a[i] = near[0] + near[1] + near[2];
  }
}
void apply(int n, float *restrict a, const float *restrict b) {
#pragma stencil
  smooth(n, a, b);
}
// CHECK: stencil {{.*}}_apply_1
// CHECK: near_0 = b[-1]
// CHECK-NEXT: near_1 = b[+1]
// CHECK-NEXT: near_2 = 0
// CHECK-NEXT: a[+0] := ((near_0 + near_1) + near_2)

// An index that the loops step, and a loop that begins by another's counter.
void sorted(int n, float *restrict a, const float *restrict b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    float in[3];
    int k = 0;
    for (int d = -1; d <= 1; d++)
      in[k++] = b[i + d];
    for (int p = 0; p < 3; p++)
      for (int q = p + 1; q < 3; q++)
        if (in[q] < in[p])
          in[p] = in[q];
    a[i] = in[k - 1];
  }
}
// CHECK: stencil {{.*}}_sorted_1
// CHECK: in_0 = b[-1]
// CHECK-NEXT: in_1 = b[+0]
// CHECK-NEXT: in_2 = b[+1]
// CHECK-NEXT: if (in_1 < in_0)
// CHECK-NEXT: in_0 = in_1
// CHECK-NEXT: if (in_2 < in_0)
// CHECK-NEXT: in_0 = in_2
// CHECK-NEXT: if (in_2 < in_1)
// CHECK-NEXT: in_1 = in_2
// CHECK-NEXT: a[+0] := in_2

// Elements of constant arrays are numbers, also of floating types; those of others are read at the call.
static const float third[2] = {1.f / 4, 2};
static float changed[2] = {1, 2};
void weighted(int n, float *restrict a, const float *restrict b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    a[i] = third[0] * b[i - 1] + third[1] * b[i] + changed[1];
}
// CHECK: stencil {{.*}}_weighted_1
// CHECK-NOT: third
// CHECK: param changed_1 : f32 = changed[1]
// CHECK: a[+0] := (((0.25 * b[-1]) + (2 * b[+0])) +

// Their values don't depend on what names mean where the region stands. A macro that is undefined there can't be
// checked there, so its array is read at the call. Bit-fields without names have no place in an initialiser.
static const int radius = 3;
static const int twice[2] = {radius, radius * 2};
#define NEAR 0.5f
static const float near[1] = {NEAR};
#undef NEAR
static const struct { int west; int : 5; int north, east; } way[1] = {{-1, 9, 1}};
void hidden(int radius, float *restrict a, const float *restrict b) {
#pragma stencil
  for (int i = 1; i < radius - 1; i++)
    a[i] = twice[1] * b[i + way[0].west] + near[0] * b[i + way[0].east];
}
// CHECK: stencil {{.*}}_hidden_1
// CHECK-NOT: twice
// CHECK: param near_0 : f32 = near[0]
// CHECK: a[+0] := ((f32(6) * b[-1]) + (near_0 * b[+1]))

// What lists leave out is 0, also within what they leave out, and of floating types.
static const struct { float w, v[2]; } some[2] = {{.w = 2}, {.v = {[1] = 0.5f}}};
void left(int n, float *restrict a, const float *restrict b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    a[i] = some[0].w * b[i] + some[0].v[1] * b[i - 1] + some[1].w + some[1].v[1];
}
// CHECK: stencil {{.*}}_left_1
// CHECK: a[+0] := ((((2 * b[+0]) + (0 * b[-1])) + 0) + 0.5)
