// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A round dam breaks: shallow water in a square basin with walls, on a mesh that is fine where the dam stands and where
// the wave goes in the time that is asked for.
//
//   gcc -O2 dam.c -lkasane_mesh -lm && ./a.out 400
//
// makes so many steps, and writes height and momentum to dam.vtu, for ParaView. Fluxes through faces by Rusanov's
// formula. At a wall the ghosts have the height within and the momentum turned back, which the program sets itself.
#include <kasane_mesh.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { B = 16, FINEST = 3, H = 0, X = 1, Y = 2, Q = 3 }; // height, momentum along x and y
typedef double block[Q][B + 2][B + 2];
static const double gravity = 1;

static int wanted(const ksm_mesh *m, int b, void *data) {
  (void)data;
  double width = B * m->h[b], x = m->corner[b][0] + width / 2, y = m->corner[b][1] + width / 2;
  return m->level[b] < FINEST && fabs(hypot(x - 0.5, y - 0.5) - 0.2) < 0.75 * width;
}

// What flows along x through a face between two cells: height, momentum along x, momentum aside.
static double speedOf(double h, double u) { return fabs(u / h) + sqrt(gravity * h); }
static double flowH(double h, double u, double k, double w, double s) { return 0.5 * (u + w) - 0.5 * s * (k - h); }
static double flowU(double h, double u, double k, double w, double s) {
  return 0.5 * (u * u / h + w * w / k + 0.5 * gravity * (h * h + k * k)) - 0.5 * s * (w - u);
}
static double flowV(double h, double u, double v, double k, double w, double z, double s) {
  return 0.5 * (u * v / h + w * z / k) - 0.5 * s * (z - v);
}

// Ghosts beyond the basin: all of one end, along x or y.
static void wall(const ksm_mesh *m, block *u) {
  for (int b = 0; b < m->leaves; b++)
    for (int end = 0; end < 4; end++) {
      int to = end % 2 ? B + 1 : 0, from = end % 2 ? B : 1, axis = end / 2;
      int way = ksm_direction(m, axis == 0 ? 2 * (end % 2) - 1 : 0, axis == 1 ? 2 * (end % 2) - 1 : 0, 0);
      for (int i = 1; i <= B && m->kind[9 * b + way] == KSM_END; i++)
        for (int q = 0; q < Q; q++) {
          double turned = q == 1 + axis ? -1 : 1;
          if (axis == 0)
            u[b][q][i][to] = turned * u[b][q][i][from];
          else
            u[b][q][to][i] = turned * u[b][q][from][i];
        }
    }
}

static void step(const ksm_mesh *m, block *u, block *v, double dt) {
#pragma stencil
  for (int b = 0; b < m->leaves; b++)
    for (int j = 1; j <= B; j++)
      for (int i = 1; i <= B; i++) {
        double h = u[b][H][j][i], p = u[b][X][j][i], q = u[b][Y][j][i], rate = dt / m->h[b];
        double hw = u[b][H][j][i - 1], pw = u[b][X][j][i - 1], qw = u[b][Y][j][i - 1];
        double he = u[b][H][j][i + 1], pe = u[b][X][j][i + 1], qe = u[b][Y][j][i + 1];
        double hs = u[b][H][j - 1][i], ps = u[b][X][j - 1][i], qs = u[b][Y][j - 1][i];
        double hn = u[b][H][j + 1][i], pn = u[b][X][j + 1][i], qn = u[b][Y][j + 1][i];
        double west = fmax(speedOf(hw, pw), speedOf(h, p)), east = fmax(speedOf(h, p), speedOf(he, pe));
        double south = fmax(speedOf(hs, qs), speedOf(h, q)), north = fmax(speedOf(h, q), speedOf(hn, qn));
        v[b][H][j][i] = h + rate * (flowH(hw, pw, h, p, west) - flowH(h, p, he, pe, east) + flowH(hs, qs, h, q, south) -
                                    flowH(h, q, hn, qn, north));
        v[b][X][j][i] = p + rate * (flowU(hw, pw, h, p, west) - flowU(h, p, he, pe, east) +
                                    flowV(hs, qs, ps, h, q, p, south) - flowV(h, q, p, hn, qn, pn, north));
        v[b][Y][j][i] = q + rate * (flowV(hw, pw, qw, h, p, q, west) - flowV(h, p, q, he, pe, qe, east) +
                                    flowU(hs, qs, h, q, south) - flowU(h, q, hn, qn, north));
      }
}

static double volume(const ksm_mesh *m, block *u) {
  double sum = 0;
  for (int b = 0; b < m->leaves; b++)
    for (int j = 1; j <= B; j++)
      for (int i = 1; i <= B; i++)
        sum += u[b][H][j][i] * m->h[b] * m->h[b];
  return sum;
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 400;
  ksm_mesh *m = ksm_create(&(ksm_domain){.rank = 2, .roots = {2, 2}, .cells = B, .ghosts = 1});
  ksm_settle(m, wanted, NULL, KSM_LINEAR);
  block *u, *v;
  ksm_add(m, "u", &u, sizeof *u, KSM_F64);
  ksm_add(m, "v", &v, sizeof *v, KSM_F64);
  for (int b = 0; b < m->leaves; b++)
    for (int j = 1; j <= B; j++)
      for (int i = 1; i <= B; i++) {
        double x = m->corner[b][0] + (i - 0.5) * m->h[b], y = m->corner[b][1] + (j - 0.5) * m->h[b];
        u[b][H][j][i] = hypot(x - 0.5, y - 0.5) < 0.2 ? 2 : 1;
      }

  const double before = volume(m, u), dt = 0.2 * m->h[m->leaves - 1];
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    wall(m, u);
    step(m, u, v, dt);
    block *swap = u;
    u = v;
    v = swap;
  }

  double middle[3] = {0.5, 0.5, 0}, highest = 0;
  int leaf = ksm_find(m, middle);
  for (int b = 0; b < m->leaves; b++)
    for (int j = 1; j <= B; j++)
      for (int i = 1; i <= B; i++)
        highest = fmax(highest, u[b][H][j][i]);
  ksm_write_vtu(m, "dam.vtu");
  printf("%d leaves, %d steps to time %.3f; volume %.6f, before %.6f\n", m->leaves, steps, steps * dt, volume(m, u),
         before);
  printf("height %.4f in the middle, %.4f at most\n", u[leaf][H][1][1], highest);
  ksm_free(m);
  return 0;
}
