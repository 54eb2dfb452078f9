// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pan on a small flame: heat from a hot spot, on a mesh that is fine there. Its edge is kept cold.
//
//   gcc -O2 pan.c -lkasane_mesh -lm && ./a.out 2000
//
// makes so many steps, and writes the temperatures to pan.vtu, for ParaView.
#include <kasane_mesh.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { B = 16, FINEST = 3 };
typedef double block[B + 2][B + 2]; // one leaf, with its ghost layer

static double flame(double x, double y) { return exp(-400 * ((x - 0.4) * (x - 0.4) + (y - 0.55) * (y - 0.55))); }

static int wanted(const ksm_mesh *m, int b, void *data) {
  (void)data;
  double width = B * m->h[b], x = m->corner[b][0] + width / 2, y = m->corner[b][1] + width / 2;
  return m->level[b] < FINEST && hypot(x - 0.4, y - 0.55) < 0.05 + 0.8 * width;
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 2000;
  ksm_mesh *m = ksm_create(&(ksm_domain){.rank = 2, .roots = {2, 2}, .cells = B, .ghosts = 1});
  ksm_settle(m, wanted, NULL, KSM_LINEAR);
  block *u, *v;
  ksm_add(m, "u", &u, sizeof *u, KSM_F64);
  ksm_add(m, "v", &v, sizeof *v, KSM_F64);
  ksm_ends(m, u, KSM_ALL, KSM_VALUE, 20);
  ksm_ends(m, v, KSM_ALL, KSM_VALUE, 20);
  for (int b = 0; b < m->leaves; b++)
    for (int j = 1; j <= B; j++)
      for (int i = 1; i <= B; i++)
        u[b][j][i] = 20;

  const double h = m->h[m->leaves - 1], dt = 0.2 * h * h; // the finest cells say how long a step may be
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++) {
          double x = m->corner[b][0] + (i - 0.5) * m->h[b], y = m->corner[b][1] + (j - 0.5) * m->h[b];
          double flow = u[b][j][i - 1] + u[b][j][i + 1] + u[b][j - 1][i] + u[b][j + 1][i] - 4 * u[b][j][i];
          v[b][j][i] = u[b][j][i] + dt * (flow / (m->h[b] * m->h[b]) + 4000 * flame(x, y));
        }
    block *swap = u;
    u = v;
    v = swap;
  }

  double most = 0;
  for (int b = 0; b < m->leaves; b++)
    for (int j = 1; j <= B; j++)
      for (int i = 1; i <= B; i++)
        most = fmax(most, u[b][j][i]);
  ksm_write_vtu(m, "pan.vtu");
  printf("%d leaves, levels 0 to %d, %d steps; the hottest place has %.6f degrees\n", m->leaves, m->deepest, steps,
         most);
  ksm_free(m);
  return 0;
}
