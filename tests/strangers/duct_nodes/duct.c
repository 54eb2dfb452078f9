/* Flow past a cylinder in a duct. Exercise sheet 7: "use ONE struct per node, you will thank us later". */
#include "node.h"
#include <stdio.h>
#include <stdlib.h>

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double w[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static double feq(int i, double rho, struct vec2 u) {
  double eu = ex[i] * u.x + ey[i] * u.y;
  return w[i] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * (u.x * u.x + u.y * u.y));
}

static void inlet(const Setup *s, const Node *now, Node *then) {
  for (int y = 0; y < s->height; y++)
    if (AT(now, s, 0, y).type == INLET) {
      Node *n = &AT(then, s, 0, y);
      for (int i = 0; i < 9; i++)
        n->f[i] = feq(i, 1.0, s->inflow);
      n->rho = 1.0;
      n->vel = s->inflow;
      n->dye = y % 8 < 4 ? 1.0f : 0.0f;
    }
}

/* Whatever arrives leaves. */
static void outlet(const Setup *s, Node *then) {
  for (int y = 1; y < s->height - 1; y++) {
    int last = s->width - 1;
    AT(then, s, last, y) = AT(then, s, last - 1, y);
    AT(then, s, last, y).type = OUTLET;
  }
}

int main(int argc, char *argv[]) {
  Setup setup = {60, 24, 0.6, {0.08, 0.0}};
  const Setup *s = &setup;
  int steps = argc > 1 ? atoi(argv[1]) : 200;
  Node *now = malloc(sizeof(Node) * s->width * s->height);
  Node *then = malloc(sizeof(Node) * s->width * s->height);
  if (!now || !then) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  setup_nodes(s, now);
  setup_nodes(s, then);
#pragma stencil
  for (int step = 0; step < steps; step++) {
    inlet(s, now, then);
    for (int y = 1; y < s->height - 1; y++) {
      for (int x = 1; x < s->width - 1; x++) {
        Node *here = &AT(now, s, x, y);
        Node *next = &AT(then, s, x, y);
        if (here->type == WALL)
          continue;
        /* pull what streams in, walls throw it back */
        double f[9], rho = 0.0;
        struct vec2 u = {0.0, 0.0};
        for (int i = 0; i < 9; i++) {
          const Node *from = &AT(now, s, x - ex[i], y - ey[i]);
          f[i] = from->type == WALL ? here->f[back[i]] : from->f[i];
          rho += f[i];
          u.x += ex[i] * f[i];
          u.y += ey[i] * f[i];
        }
        u.x /= rho;
        u.y /= rho;
        for (int i = 0; i < 9; i++)
          next->f[i] = f[i] - (f[i] - feq(i, rho, u)) / s->tau;
        next->rho = rho;
        next->vel = u;
        /* upwind */
        float left = AT(now, s, x - 1, y).dye, mid = here->dye;
        next->dye = mid + (float)u.x * (left - mid) +
                    0.02f * (AT(now, s, x, y - 1).dye + AT(now, s, x, y + 1).dye - 2.0f * mid);
        next->visits = here->visits + (next->dye > 0.25f);
      }
    }
    outlet(s, then);
    Node *swap = now;
    now = then;
    then = swap;
  }
  report(s, now, steps);
  free(now);
  free(then);
  return 0;
}
