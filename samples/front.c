// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hump is carried once around a square whose ends are neighbours. Refined blocks follow it: every 16 steps leaves are
// split where it is steep, and joined where it isn't.
//
//   gcc -O2 front.c -lkasane_mesh -lm && ./a.out 1.0
//
// goes so far, 1: once around, and writes front.vtu, for ParaView. Upwind differences of second order with a limiter,
// which look at two cells on each side, so there are two ghost layers; two stages a step (Heun).
#include <kasane_mesh.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { B = 16, G = 2, FINEST = 3 };
typedef double block[B + 2 * G][B + 2 * G];
static const double speed[2] = {1, 0.5};

static double hump(double x, double y) {
  double r = hypot(x - 0.5, y - 0.5) / 0.15;
  return r < 1 ? 0.5 + 0.5 * cos(3.14159265358979323846 * r) : 0;
}

static double slope(double a, double b, double c) { // the flatter one, 0 at an extreme
  double left = b - a, right = c - b;
  return left * right <= 0 ? 0 : fabs(left) < fabs(right) ? left : right;
}

// What is carried through the left face of the middle cell, to the right: speeds are positive.
static double carried(double a, double b, double c) { return b + 0.5 * slope(a, b, c); }

static void change(const ksm_mesh *m, block *u, block *rate) {
  ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
  for (int b = 0; b < m->leaves; b++)
    for (int j = G; j < B + G; j++)
      for (int i = G; i < B + G; i++) {
        double left = carried(u[b][j][i - 2], u[b][j][i - 1], u[b][j][i]);
        double right = carried(u[b][j][i - 1], u[b][j][i], u[b][j][i + 1]);
        double low = carried(u[b][j - 2][i], u[b][j - 1][i], u[b][j][i]);
        double high = carried(u[b][j - 1][i], u[b][j][i], u[b][j + 1][i]);
        rate[b][j][i] = (speed[0] * (left - right) + speed[1] * (low - high)) / m->h[b];
      }
}

static void step(const ksm_mesh *m, block *u, block *v, block *rate, double dt) {
  change(m, u, rate);
  for (int b = 0; b < m->leaves; b++)
    for (int j = G; j < B + G; j++)
      for (int i = G; i < B + G; i++)
        v[b][j][i] = u[b][j][i] + dt * rate[b][j][i];
  change(m, v, rate);
  for (int b = 0; b < m->leaves; b++)
    for (int j = G; j < B + G; j++)
      for (int i = G; i < B + G; i++)
        u[b][j][i] = 0.5 * (u[b][j][i] + v[b][j][i] + dt * rate[b][j][i]);
}

// Finer where neighbouring cells differ, coarser where they hardly do.
static int steep(const ksm_mesh *m, int b, void *data) {
  block *u = *(block **)data;
  double most = 0;
  for (int j = G; j < B + G; j++)
    for (int i = G; i < B + G; i++)
      most = fmax(most, fmax(fabs(u[b][j][i] - u[b][j][i - 1]), fabs(u[b][j][i] - u[b][j - 1][i])));
  return most > 0.02 ? m->level[b] < FINEST : most < 0.002 ? -1 : 0;
}

static void start(const ksm_mesh *m, block *u) {
  for (int b = 0; b < m->leaves; b++)
    for (int j = G; j < B + G; j++)
      for (int i = G; i < B + G; i++)
        u[b][j][i] = hump(m->corner[b][0] + (i - G + 0.5) * m->h[b], m->corner[b][1] + (j - G + 0.5) * m->h[b]);
}

static double mass_of(const ksm_mesh *m, block *u) {
  double mass = 0;
  for (int b = 0; b < m->leaves; b++)
    for (int j = G; j < B + G; j++)
      for (int i = G; i < B + G; i++)
        mass += u[b][j][i] * m->h[b] * m->h[b];
  return mass;
}

int main(int argc, char **argv) {
  double way = argc > 1 ? atof(argv[1]) : 1;
  ksm_mesh *m = ksm_create(
      &(ksm_domain){.rank = 2, .roots = {2, 2}, .periodic = {1, 1}, .cells = B, .ghosts = G, .finest = FINEST});
  block *u, *v, *rate;
  ksm_add(m, "u", &u, sizeof *u, KSM_F64);
  ksm_add(m, "v", &v, sizeof *v, KSM_F64);
  ksm_add(m, "rate", &rate, sizeof *rate, KSM_F64);
  for (int l = 0; l <= FINEST; l++) { // each finer mesh knows the hump better
    start(m, u);
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    ksm_refine(m, steep, &u, KSM_LINEAR);
  }
  start(m, u);

  const double end = 2 * way, dt = 0.4 / (2 * (1 << FINEST) * B); // 2: then both axes are back
  const double before = mass_of(m, u);
  int steps = (int)(end / dt + 0.5), changes = 0, most = m->leaves;
  for (int t = 0; t < steps; t++) {
    step(m, u, v, rate, dt);
    if (t % 16 == 15) {
      ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
      changes += ksm_refine(m, steep, &u, KSM_LINEAR);
      most = m->leaves > most ? m->leaves : most;
    }
  }

  double error = 0, highest = 0;
  for (int b = 0; b < m->leaves; b++)
    for (int j = G; j < B + G; j++)
      for (int i = G; i < B + G; i++) {
        double x = m->corner[b][0] + (i - G + 0.5) * m->h[b] - speed[0] * end;
        double y = m->corner[b][1] + (j - G + 0.5) * m->h[b] - speed[1] * end;
        error += fabs(u[b][j][i] - hump(x - floor(x), y - floor(y))) * m->h[b] * m->h[b];
        highest = fmax(highest, u[b][j][i]);
      }
  ksm_write_vtu(m, "front.vtu");
  printf("%d leaves, %d at most of %d; %d were split or joined\n", m->leaves, most, 4 << (2 * FINEST), changes);
  printf("mass %.6f, before %.6f; highest %.4f, mean error %.6f\n", mass_of(m, u), before, highest, error);
  ksm_free(m);
  return 0;
}
