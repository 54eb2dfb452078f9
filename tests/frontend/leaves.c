// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// RUN: %kasane %s --dump-after=bounds | FileCheck --check-prefix=BOUNDS %s
// A fourth loop goes over blocks, and what is left is a program of one block. Numbers of a block have no axes.
enum { Q = 19, W = 10 };
typedef float many[Q][W][W][W];

void blocks(int lo, int hi, int steps, many *f, many *g, const double *h, const double (*corner)[3]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int b = lo; b < hi; b++)
      for (int k = 1; k < W - 1; k++)
        for (int j = 1; j < W - 1; j++)
          for (int i = 1; i < W - 1; i++)
            g[b][2][k][j][i] = f[b][1][k - 1][j][i + 1] + (float)(h[b] * corner[b][2]) + b;
    for (int b = lo; b < hi; b++)
      for (int j = 1; j < W - 1; j++)
        g[b][2][0][j][3] = 0;
    many *swap = f;
    f = g;
    g = swap;
  }
}
// CHECK: rank 3
// CHECK-DAG: field g_2 : f32 at &g[0][2][0][0][0] z:10 stride 100 y:10 stride 10 x:10 stride 1 leaf:? stride 19000
// CHECK-DAG: field f_1 : f32 at &f[0][1][0][0][0] z:10 stride 100 y:10 stride 10 x:10 stride 1 leaf:? stride 19000
// CHECK-DAG: field h : f64 at &h[0] leaf:? stride 1
// CHECK-DAG: field corner : f64 at &corner[0][2] leaf:? stride 3
// CHECK: stage leaf in [lo, hi) z in [1, 9) y in [1, 9) x in [1, 9)
// CHECK-NEXT: g_2[+0][+0][+0] := ((f_1[-1][+0][+1] + f32((h[+0][+0][+0] * corner[+0][+0][+0]))) + f32(i32(ksn_leaf)))
// CHECK: stage leaf in [lo, hi) z in [0, 1) y in [1, 9) x in [3, 4)
// CHECK-NEXT: g_2[+0][+0][+0] :=

// BOUNDS: guard -lo + hi - 1 >= 0: a loop nest has no blocks
// BOUNDS-NEXT: guard lo >= 0: a block's number is below 0
