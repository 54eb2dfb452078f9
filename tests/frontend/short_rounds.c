// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Short loops whose rounds are nests of several axes, in a function or beside each other.
enum { H = 30, W = 40 };

static double p[3][H][W], tmp[H][W];
static void blur(double a[H][W]) {
  for (int j = 1; j < H - 1; j++)
    for (int i = 1; i < W - 1; i++)
      tmp[j][i] = a[j][i - 1] + a[j + 1][i];
  for (int j = 1; j < H - 1; j++)
    for (int i = 1; i < W - 1; i++)
      a[j][i] = tmp[j][i];
}
void channels(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 3; c++)
      blur(p[c]);
}
// CHECK-LABEL: stencil ksn_short_rounds_{{[0-9a-f]+}}_channels_1 rank 2
// CHECK:         tmp[+0][+0] := (p_0[+0][-1] + p_0[+1][+0])
// CHECK:         p_0[+0][+0] := tmp[+0][+0]
// CHECK:         tmp[+0][+0] := (p_1[+0][-1] + p_1[+1][+0])
// CHECK:         p_2[+0][+0] := tmp[+0][+0]

// The first round looks at no plane before the array.
static double u[H][W], w[H][W], k[3][H][W];
void stages(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int s = 0; s < 3; s++) {
      for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++)
          w[j][i] = u[j][i] + (s ? 0.5 * k[s - 1][j][i] : 0);
      for (int j = 1; j < H - 1; j++)
        for (int i = 1; i < W - 1; i++)
          k[s][j][i] = w[j][i - 1] - w[j][i];
    }
    for (int j = 0; j < H; j++)
      for (int i = 0; i < W; i++)
        u[j][i] += k[0][j][i] + k[2][j][i];
  }
}
// CHECK-LABEL: stencil ksn_short_rounds_{{[0-9a-f]+}}_stages_1 rank 2
// CHECK-NOT:     [-1]
// CHECK:         w[+0][+0] := (u[+0][+0] + f64(0))
// CHECK:         k_0[+0][+0] := (w[+0][-1] - w[+0][+0])
// CHECK:         w[+0][+0] := (u[+0][+0] + (0.5 * k_0[+0][+0]))
// CHECK:         k_2[+0][+0] := (w[+0][-1] - w[+0][+0])

// Structs of an array have their own numbers.
typedef struct {
  double c[H][W], n[H][W], rate;
} Species;
static Species sp[3];
void species(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int s = 0; s < 3; s++) {
      for (int j = 1; j < H - 1; j++)
        for (int i = 1; i < W - 1; i++)
          sp[s].n[j][i] = sp[s].c[j][i] + sp[s].rate * sp[s].c[j][i - 1];
      for (int j = 1; j < H - 1; j++)
        for (int i = 1; i < W - 1; i++)
          sp[s].c[j][i] = sp[s].n[j][i];
    }
}
// CHECK-LABEL: stencil ksn_short_rounds_{{[0-9a-f]+}}_species_1 rank 2
// CHECK-DAG:     param sp_0_rate : f64 = sp[0].rate
// CHECK-DAG:     param sp_2_rate : f64 = sp[2].rate
// CHECK-NOT:     guard
// CHECK:         sp_2_n[+0][+0] := (sp_2_c[+0][+0] + (sp_2_rate * sp_2_c[+0][-1]))
