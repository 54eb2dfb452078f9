// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// RUN: %kasane %s -o-dir %t && FileCheck --check-prefix=FILE %s < %t/published.c
// RUN: %kasane explain %s | FileCheck --check-prefix=EXPLAIN %s
// The published directives say what is found without them: alone, beside our clauses, as one line or as many.
typedef float real;
#define N 64
#define ROWS (N / 2)
#define U grid.u
struct grid {
  real u[ROWS][N], v[ROWS][N];
};
static struct grid grid;

// What stands beside the loops, declarations among it, stays outside of the region.
void block(int steps) {
#pragma stencil begin
#pragma stencil data source(real U[ROWS][N]) destination(const float grid.v[32][2 * 32])
#pragma stencil step(t : 10 * 10) schedule(overlap) depth(2)
#pragma stencil dimension(i, j)
  {
    int t;
    for (t = 0; t < steps; t++) {
#pragma stencil calc
      for (int j = 1; j < ROWS - 1; j++)
        for (int i = 1; i < N - 1; i++)
          grid.v[j][i] = 0.5f * (U[j][i - 1] + U[j][i + 1]);
#pragma stencil copy
      for (int j = 1; j < ROWS - 1; j++)
        for (int i = 1; i < N - 1; i++)
          U[j][i] = grid.v[j][i];
    }
  }
#pragma stencil end
}
// CHECK-LABEL: _block_1 rank 2
// CHECK: field grid_u : f32 at &grid.u[0][0] y:32 stride 64 x:64 stride 1
// CHECK: time t from 0 to steps
// CHECK: grid_v[+0][+0] := (0.5 * (grid_u[+0][-1] + grid_u[+0][+1]))
// CHECK: grid_u[+0][+0] := grid_v[+0][+0]
// FILE-LABEL: void block(int steps) {
// FILE-NOT: #pragma stencil
// FILE: int t;
// FILE-NEXT: {{^}}    { /* {{.*}}_block_1 */
// FILE: #line 22
// FILE-NEXT: {{^}}    for (t = 0; t < steps; t++) { if (!ksn_verify_step({{.*}})) break; {{$}}
// FILE-EMPTY:
// FILE-NEXT: for (int j = 1;
// EXPLAIN: region published_block_1
// EXPLAIN-NEXT: time t from 0 to steps, usually 100 steps

// Nests without a time loop, with a declaration between them; flat arrays, whose rows are compared.
void nests(int n, int m, float *a, float *b) {
#pragma stencil begin data source(float a[m][n], b[m][n]) destination(float a[][n], float b[m][n]) dimension(i, j)
  for (int j = 1; j < m - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j * n + i] = a[j * n + i + 1];
  float part = 0.5f;
#pragma stencil dimension(x, y)
#pragma stencil calc
  for (int y = 1; y < m - 1; y++)
    for (int x = 1; x < n - 1; x++)
      a[y * n + x] = part * b[y * n + x];
#pragma stencil end
}
// CHECK-LABEL: _nests_1 rank 2
// CHECK: b[+0][+0] := a[+0][+1]
// CHECK: a[+0][+0] := (part * b[+0][+0])

// Without begin and end the words belong to the statement below. Other dimensions than the code's are checked at the call.
void line(int n, int m, int steps, float (*c)[n], float (*d)[n]) {
#pragma stencil dimension(i, j) data source(float c[m][m])
#pragma stencil step(t : steps)
  for (int t = 0; t < steps; t++) {
#pragma stencil calc
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < n - 1; i++)
        d[j][i] = c[j][i + 1];
    float(*x)[n] = c;
    c = d;
    d = x;
  }
}
// CHECK-LABEL: _line_1 rank 2
// CHECK-DAG: guard n - m >= 0
// CHECK-DAG: guard -n + m >= 0
