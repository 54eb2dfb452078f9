// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Structs of several types as elements: a field for each member, whose stride counts numbers of its type. Members that
// follow with no gap and have one type keep their numbers.
typedef struct {
  double rho;
  struct {
    float x, y;
  } v;
  char kind;
} Cell;
void f(int n, int m, Cell (*from)[m], Cell (*to)[m]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < m - 1; i++) {
      const Cell *c = &from[j][i];
      to[j][i].v.y = c[-m].kind ? c->v.x : (float)c[m + 1].rho;
      to[j][i].kind = c[0].kind;
    }
}

// CHECK-LABEL: stencil ksn_struct_members_{{[0-9a-f]+}}_f_1 rank 2
// CHECK-DAG:   field from_kind : i8 at &from[0][0].kind y:? stride 24*m x:m stride 24
// CHECK-DAG:   field from_v_x : f32 at &from[0][0].v.x y:? stride 6*m x:m stride 6
// CHECK-DAG:   field from_rho : f64 at &from[0][0].rho y:? stride 3*m x:m stride 3
// CHECK-DAG:   field to_v_y : f32 at &to[0][0].v.y y:? stride 6*m x:m stride 6
// CHECK-DAG:   field to_kind : i8 at &to[0][0].kind y:? stride 24*m x:m stride 24
// CHECK:       stage y in [1, n - 1) x in [1, m - 1)
// CHECK:         from_kind[-1][+0]
// CHECK:         from_rho[+1][+1]

// Grids in a table, which the step's parity chooses: a cell reads their members where it tests them.
static struct Row {
  int n;
  float gain, v[64];
} row[2];
static void smooth(const struct Row *in, struct Row *out) {
  for (int i = 0; i < in->n; i++)
    out->v[i] = in->gain * (i + 1 < in->n ? in->v[i + 1] : in->v[0]);
}
void g(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 2)
      smooth(&row[1], &row[0]);
    else
      smooth(&row[0], &row[1]);
  }
}

// CHECK-LABEL: stencil ksn_struct_members_{{[0-9a-f]+}}_g_1 rank 1
// CHECK:         param row_1_gain : f32 = row[1].gain
// CHECK:         field row_1_v : f32 at row[1].v
// CHECK:         row_0_v[+0] := (row_1_gain * (((i32(index0) + 1) < row_1_n) ?
