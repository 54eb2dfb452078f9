// RUN: mkdir -p %t && sed 's/#pragma tpace.*//; s/^.* PLAIN //; s/#pragma.*TPACE$//' %s > %t/tpace.c
// RUN: %kasane %s --target=opencl --dump-after=frontend > %t/published.txt
// RUN: %kasane %t/tpace.c --target=opencl --dump-after=frontend > %t/plain.txt
// RUN: FileCheck %s < %t/published.txt
// RUN: sed 's/_[0-9a-f]*_\(.*\) rank/ \1 rank/' %t/published.txt > %t/published.dump
// RUN: sed 's/_[0-9a-f]*_\(.*\) rank/ \1 rank/' %t/plain.txt > %t/plain.dump
// RUN: diff %t/published.dump %t/plain.dump
// RUN: %kasane explain %s --target=opencl | FileCheck --check-prefix=EXPLAIN %s
// RUN: %kasane %s --target=opencl -o-dir %t && FileCheck --check-prefix=FILE %s < %t/tpace.c
// RUN: %kasane %s --target=opencl --outofcore=slab=4 -o-dir %t
// `#pragma tpace` says what is found without it, and streams the arrays as `outofcore` does.
// FILE-NOT: {{^}}#pragma {{[^G]}}
// EXPLAIN: region tpace_inside_1
// EXPLAIN: chunked
#define N 64
#define U grid->u
struct grid {
  float u[N][N], v[N][N];
};

void before(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float *c) {
#pragma tpace pipeline targetinout(a[0:ny][0:nx], b) targetin(c[:]) size([0:ny][0:nx]) halo([1:1][1:1]) async
  // PLAIN #pragma stencil outofcore
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(2)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j * nx + i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    float(*x)[nx] = a;
    a = b;
    b = x;
  }
}
// CHECK-LABEL: _before_1 rank 2
// CHECK: then a <- b

// `init` belongs to the next pipeline, wherever it stands.
#pragma tpace init

// Two nests of a step reach twice as far together. A clause of `#pragma stencil` may stand beside.
void inside(struct grid *grid, int steps) {
  // PLAIN #pragma stencil outofcore(steps = 4)
  for (int t = 0; t < steps; t++) {
#pragma tpace pipeline targetinout(U, grid->v[0:N][0:N]) halo([1:2][0:2])
#pragma stencil outofcore(steps = 4) // TPACE
#pragma tpace loop dim(2)
    for (int j = 1; j < N - 1; j++)
      for (int i = 0; i < N - 2; i++)
        grid->v[j][i] = U[j - 1][i] + U[j][i + 1] + U[j + 1][i];
#pragma tpace loop dim(2)
    for (int j = 1; j < N - 1; j++)
      for (int i = 0; i < N - 2; i++)
        U[j][i] = grid->v[j][i + 1] + grid->v[j + 1][i];
  }
}
// CHECK-LABEL: _inside_1 rank 2
// CHECK: time t from 0 to steps

static void step(int n, double *a, double *b) {
  for (int i = 2; i < n; i++)
    b[i] = a[i - 2] + a[i];
}

// Calls: a step's, with the loop around it, and one that has the time loop.
void calls(int n, int steps, double *a, double *b) {
  // PLAIN #pragma stencil outofcore
  while (steps-- > 0) {
#pragma tpace pipeline halo([2:0])
    step(n, a, b);
    step(n, b, a);
  }
}
// CHECK-LABEL: _calls_1 rank 1
// CHECK: time

static void simulate(int n, int steps, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    step(n, b, a);
  }
}
void again(int n, int steps, double *a, double *b) {
  for (int k = 0; k < 3; k++) {
  // PLAIN #pragma stencil outofcore
#pragma tpace pipeline targetinout(a, b) halo([4:0])
    simulate(n, steps, a, b);
  }
}
// CHECK-LABEL: _again_1 rank 1
// CHECK: time t

// Together with the other published words; no time loop.
void span(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil begin dimension(i, j)
  // PLAIN #pragma stencil outofcore
#pragma tpace init
#pragma tpace pipeline size([0:n][0:n])
#pragma tpace loop dim(2)
#pragma stencil calc
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i + 1];
#pragma stencil end
}
// CHECK-LABEL: _span_1 rank 2
