// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An automaton of bytes: neighbours by a function that tests where they lie, states by a switch, and its end found.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 16 9 @
// NO-DIAMOND
// COUNTS-STEPS
#include "dump.h"

enum { EMPTY, HEAD, TAIL, WIRE };

struct grid {
  int w, h;
  unsigned char *cells, *back;
};

static unsigned char get(const struct grid *g, int x, int y) {
  if (x < 0 || y < 0 || x >= g->w || y >= g->h)
    return EMPTY;
  return g->cells[y * g->w + x];
}

static int step(struct grid *g) {
  int any = 0;
  for (int y = 0; y < g->h; y++)
    for (int x = 0; x < g->w; x++) {
      unsigned char c = get(g, x, y), n = c;
      switch (c) {
      case HEAD:
        n = TAIL;
        break;
      case TAIL:
        n = WIRE;
        break;
      case WIRE: {
        int heads = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if ((dx || dy) && get(g, x + dx, y + dy) == HEAD)
              heads++;
        if (heads == 1 || heads == 2)
          n = HEAD;
        break;
      }
      default:
        break;
      }
      g->back[y * g->w + x] = n;
      if (n != c)
        any = 1;
    }
  unsigned char *t = g->cells;
  g->cells = g->back;
  g->back = t;
  return any;
}

int main(int argc, char **argv) {
  struct grid g = {arg(argc, argv, 1, 37), arg(argc, argv, 2, 23), NULL, NULL};
  int steps = arg(argc, argv, 3, 7), made;
  g.cells = array(g.w * g.h, 1);
  g.back = array(g.w * g.h, 1);
  for (int k = 0; k < g.w * g.h; k++) {
    unsigned r = (unsigned)k * 2654435761u >> 24;
    g.cells[k] = r < 180 ? WIRE : r < 200 ? HEAD : r < 210 ? TAIL : EMPTY;
  }
#pragma stencil
  for (made = 0; made < steps; made++)
    if (!step(&g))
      break;
  dump("cells", g.cells, 1, g.w * g.h);
  printf("steps %d\n", made);
  return 0;
}
