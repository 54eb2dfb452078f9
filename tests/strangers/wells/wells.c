/* porous flow: Darcy pressure by weighted Jacobi with harmonic means and inactive cells list, compressed masks, time-lagged wells */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
struct well {
  int i, j;
  double rate, t_on;
};
typedef struct {
  int nx, ny;
  bool *active;
  double *k, *p, *q;
} Model;
#define ID(m, i, j) ((j) * (m)->nx + (i))
static double harm(double a, double b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }
static void wells(Model *m, const struct well *w, int nw, double t, double dt) {
  for (int k = 0; k < nw; k++)
    if (t >= w[k].t_on)
      m->p[ID(m, w[k].i, w[k].j)] += dt * w[k].rate;
}
static void advance(Model *m, double dt) {
  for (int j = 0; j < m->ny; j++)
    for (int i = 0; i < m->nx; i++) {
      int c = ID(m, i, j);
      if (!m->active[c]) {
        m->q[c] = m->p[c];
        continue;
      }
      double s = 0;
      if (i > 0 && m->active[c - 1])
        s += harm(m->k[c], m->k[c - 1]) * (m->p[c - 1] - m->p[c]);
      if (i < m->nx - 1 && m->active[c + 1])
        s += harm(m->k[c], m->k[c + 1]) * (m->p[c + 1] - m->p[c]);
      if (j > 0 && m->active[c - m->nx])
        s += harm(m->k[c], m->k[c - m->nx]) * (m->p[c - m->nx] - m->p[c]);
      if (j < m->ny - 1 && m->active[c + m->nx])
        s += harm(m->k[c], m->k[c + m->nx]) * (m->p[c + m->nx] - m->p[c]);
      m->q[c] = m->p[c] + dt * s;
    }
}
int main(void) {
  Model m = {36, 28};
  int n = m.nx * m.ny;
  m.active = malloc(n);
  m.k = malloc(n * 8);
  m.p = malloc(n * 8);
  m.q = malloc(n * 8);
  for (int c = 0; c < n; c++) {
    m.active[c] = (c * 7) % 23 != 0;
    m.k[c] = 0.5 + (c % 5) * 0.3;
    m.p[c] = 1;
    m.q[c] = 1;
  }
  struct well w[] = {{5, 6, 2.0, 0.0}, {30, 20, -1.0, 1.0}};
  double dt = 0.1;
#pragma stencil
  for (int s = 0; s < 50; s++) {
    wells(&m, w, 2, s * dt, dt);
    advance(&m, dt);
    double *t = m.p;
    m.p = m.q;
    m.q = t;
  }
  for (int c = 0; c < n; c += 13)
    printf("%.15g\n", m.p[c]);
  return 0;
}
