// RUN: rm -rf %t && %kasane %s --dump-after=frontend -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t && FileCheck %s --check-prefix=TEXT < %t/rows.kasane.openmp.c
// Tables of rows: the base is the table, the strides along its axes are pitches that the runtime finds, and a function
// leads to a row. u[0] is a part of the table that j walks over, v[0] a pointer by itself.
void rows(int nx, int ny, int steps, float **a, float **b, double ***u, float *v[2], float *(*w)[4]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        b[j][i] = a[j - 1][i] + v[0][i] + v[1][i - 1];
        u[j][i][2] = w[j][3][i + 1] + u[j][i][0];
      }
    for (int i = 1; i < nx - 1; i++)
      b[0][i] = b[1][i];
    float **swap = a;
    a = b;
    b = swap;
  }
}
// CHECK: param [[AP:[a-z_]+pitch]] : i64 of the runtime
// CHECK-DAG: field a : f32 rows from a y:? stride [[AP]] x:? stride 1
// CHECK-DAG: field b : f32 rows from b y:? stride [[AP]] x:? stride 1
// CHECK-DAG: field v_0 : f32 at v[0] x:? stride 1
// CHECK-DAG: field v_1 : f32 at v[1] x:? stride 1
// CHECK-DAG: field u_2 : f64 rows from u y:? stride u_2_y_pitch x:? stride 1
// CHECK-DAG: field w : f32 rows from w y:? stride w_y_pitch x:? stride 1
// CHECK: then a <- b
// TEXT-DAG: float **ksn_0 = (float **)ksn_table;
// TEXT-DAG: float *ksn_1 = ksn_0[ksn_cell[1]];
// TEXT-DAG: double *ksn_2 = ksn_1[ksn_cell[0]];
// TEXT-DAG: return ksn_2 + 2;
// TEXT-DAG: float *ksn_1 = ksn_0[ksn_cell[1] * 4 + 3];
// TEXT: ksn_lay_rows(ksn_fields,
