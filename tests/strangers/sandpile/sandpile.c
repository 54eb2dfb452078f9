#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Abelian sandpile, all unstable cells topple at once, until the pile is stable. The edge swallows grains.

#define DIM 42
#define TABLE_SIZE (DIM * DIM)

typedef unsigned int cell_t;

static cell_t tables[2][DIM][DIM];

static bool do_iteration(cell_t (*in)[DIM], cell_t (*out)[DIM]) {
  bool change = false;
  for (int y = 1; y < DIM - 1; y++)
    for (int x = 1; x < DIM - 1; x++) {
      out[y][x] = in[y][x] % 4;
      out[y][x] += in[y + 1][x] / 4;
      out[y][x] += in[y - 1][x] / 4;
      out[y][x] += in[y][x + 1] / 4;
      out[y][x] += in[y][x - 1] / 4;
      if (out[y][x] != in[y][x])
        change = true;
    }
  return change;
}

int main(int argc, char **argv) {
  cell_t(*cur)[DIM] = tables[0], (*next)[DIM] = tables[1], (*swap)[DIM];
  int it = 0;
  bool change = true;
  cur[DIM / 2][DIM / 2] = argc > 1 ? atoi(argv[1]) : 1500;
#pragma stencil
  while (change) {
    change = do_iteration(cur, next);
    swap = cur;
    cur = next;
    next = swap;
    it++;
  }
  printf("stable after %d iterations\n", it);
  for (int y = 0; y < DIM; y++) {
    for (int x = 0; x < DIM; x++)
      putchar(" .o@"[cur[y][x]]);
    putchar('\n');
  }
  return 0;
}
