// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// How many elements a flat loop goes over: a product that is said where a variable is declared.
typedef struct {
  int nx, ny;
  double *u, *k;
} grid;

static void step(grid *g) {
  const int nx = g->nx, ny = g->ny, n = nx * ny;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      g->k[j * nx + i] = g->u[j * nx + i - 1] + g->u[j * nx + i + nx];
  for (int i = 0; i < n; i++)
    g->u[i] = 0.4 * g->k[i];
}
void members(grid *g, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    step(g);
}
// CHECK: stage y in [0, g_ny) x in [0, g_nx)

// No product any more when the loop begins.
static void shorter(double *u, double *k, int nx, int ny) {
  int n = nx * ny;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      k[j * nx + i] = u[j * nx + i - 1] + u[j * nx + i + nx];
  n -= nx;
  for (int i = 0; i < n; i++)
    u[i] = 0.4 * k[i];
}
void changed(double *restrict u, double *restrict k, int nx, int ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    shorter(u, k, nx, ny);
}
// CHECK: stage y in [0, 1) x in [0, nx*ny - nx)
